import Testing

@testable import TraceKit

/// Names of frames in, their words out.
@Suite struct CostlyCallsTests {
    private func check(_ frame: String, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let found = CostlyCalls.words(Array(frame.utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(found == words, sourceLocation: sourceLocation)
    }

    @Test func `words are runs of letters, digits, underscores and what is not ASCII`() {
        check("")
        check("a.z(A:Z)", "a", "z", "A", "Z")
        check("f0_9/g:x", "f0_9", "g", "x")
        check("`@[{")
        check("Größe→b", "Größe→b")
        check("x\u{80}y", "x\u{80}y")
    }
}
