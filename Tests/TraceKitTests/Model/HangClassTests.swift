import Testing

@testable import TraceKit

/// The length of a hang in nanoseconds in, its class in the exporter's words out.
@Suite struct HangClassTests {
    private func check(_ duration: Int64, _ word: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(HangClass.word(forDuration: duration) == word, sourceLocation: sourceLocation)
    }

    @Test func `each class begins at its boundary`() {
        check(0, "Potential Interaction Delay")
        check(99_999_999, "Potential Interaction Delay")
        check(100_000_000, "Brief Unresponsiveness")
        check(249_999_999, "Brief Unresponsiveness")
        check(250_000_000, "Microhang")
        check(499_999_999, "Microhang")
        check(500_000_000, "Hang")
        check(1_999_999_999, "Hang")
        check(2_000_000_000, "Severe Hang")
        check(.max, "Severe Hang")
    }
}
