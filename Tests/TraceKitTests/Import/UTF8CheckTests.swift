import Testing

@testable import TraceKit

/// Bytes in, the offset of the first one that is no UTF-8 out.
@Suite struct UTF8CheckTests {
    private func check(_ bytes: [UInt8], _ firstInvalid: Int?, sourceLocation: SourceLocation = #_sourceLocation) {
        withSlice(bytes: bytes) { #expect(UTF8Check.firstInvalid($0) == firstInvalid, sourceLocation: sourceLocation) }
    }

    @Test func `text of every length of sequence is valid`() {
        check(Array("".utf8), nil)
        check(Array("plain".utf8), nil)
        check(Array("é€😀\u{10FFFF}\u{800}\u{FFFF}\u{10000}\u{7FF}".utf8), nil)
    }

    @Test func `bytes that begin or continue nothing`() {
        check([0x61, 0x80], 1)
        check([0xFF], 0)
        check([0xC3, 0x28], 0)
        check([0x61, 0xE2, 0x82, 0x28], 1)
    }

    @Test func `sequences that are cut`() {
        check([0xC3], 0)
        check([0xE2, 0x82], 0)
        check([0x61, 0xF0, 0x9F, 0x98], 1)
    }

    @Test func `overlong forms, surrogates and numbers beyond Unicode`() {
        check([0xC0, 0x80], 0)
        check([0xC1, 0xBF], 0)
        check([0xE0, 0x9F, 0xBF], 0)
        check([0xF0, 0x8F, 0xBF, 0xBF], 0)
        check([0xED, 0xA0, 0x80], 0)
        check([0xF4, 0x90, 0x80, 0x80], 0)
        check([0xF5, 0x80, 0x80, 0x80], 0)
    }

    @Test func `it agrees with Swift's own decoder on random bytes`() {
        for seed in 0..<500 {
            var random = SeededNumbers(seed)
            let pool: [UInt8] = [0x41, 0x80, 0xBF, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0x9F, 0xA0, 0x90, 0x8F]
            let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in pool.randomElement(using: &random) ?? 0 }
            let isValid = withSlice(bytes: bytes) { UTF8Check.isValid($0) }
            #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "seed \(seed): \(bytes)")
        }
    }
}
