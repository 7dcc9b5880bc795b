import Testing

@testable import TraceKit

/// Numbers eight digits at a time, the same as digit by digit.
@Suite struct DigitWordsTests {
    /// Calls with the text in memory that goes on with sixteen other bytes.
    private func withSlice<Result>(_ text: String, _ rest: String, _ body: (ByteSlice) -> Result) -> Result? {
        let bytes = Array((text + String(repeating: rest, count: 16)).utf8)
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { body(ByteSlice($0, text.utf8.count)) }
        }
    }

    @Test func `numbers of every length, whatever stands behind them`() {
        for count in 0...20 {
            let text = String("98765432109876543210".prefix(count))
            for rest in ["9", "0", ",", "\0", "/", ":", "\u{7F}", "é"] {
                let whole = withSlice(text, rest) { DigitWords.number($0) }
                #expect(whole == (1...16 ~= count ? UInt64(text) : nil), "\(text) before \(rest)")
                guard !"90".contains(rest) else { continue }
                let first = withSlice(text, rest) { DigitWords.number(at: $0.start) } ?? nil
                #expect(first?.value == (1...15 ~= count ? UInt64(text) : nil), "\(text) before \(rest)")
                #expect(first?.count == (1...15 ~= count ? count : nil), "\(text) before \(rest)")
            }
        }
    }

    @Test func `one byte that is no digit, wherever it stands`() {
        for count in 1...16 {
            for place in 0..<count {
                for byte in ["/", ":", " ", "-", "\0", "a", "\u{7F}"] {
                    let text =
                        String(repeating: "7", count: place) + byte
                        + String(repeating: "8", count: count - place - 1)
                    #expect(withSlice(text, "1") { DigitWords.number($0) } == .some(nil), "\(text)")
                    let first = withSlice(text, "1") { DigitWords.number(at: $0.start) } ?? nil
                    #expect(first?.count == (place == 0 ? nil : place), "\(text)")
                }
            }
        }
    }

    @Test func `numbers by chance`() {
        var random = SeededNumbers(5)
        for _ in 0..<10_000 {
            let shift = UInt64.random(in: 0..<54, using: &random)
            let number = UInt64.random(in: 0..<10_000_000_000_000_000, using: &random) >> shift
            #expect(withSlice("\(number)", ",") { DigitWords.number($0) } == number)
        }
    }
}
