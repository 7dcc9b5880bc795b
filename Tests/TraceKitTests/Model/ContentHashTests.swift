import Testing

@testable import TraceKit

/// Bytes in, 32 hexadecimal digits out.
@Suite struct ContentHashTests {
    private func hash(_ pieces: [UInt8]...) -> String { hash(pieces) }

    private func hash(_ pieces: [[UInt8]]) -> String {
        var hash = ContentHash()
        for piece in pieces { piece.withUnsafeBufferPointer { hash.update($0) } }
        return hash.text
    }

    @Test func `the pieces in which the bytes come do not matter`() {
        let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let whole = hash(bytes)
        for cut in 0...bytes.count {
            #expect(hash(Array(bytes[..<cut]), [], Array(bytes[cut...])) == whole, "cut at \(cut)")
        }
        for seed in 0..<100 {
            var random = SeededNumbers(seed)
            var (pieces, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], bytes[...])
            while !rest.isEmpty {
                let size = Int.random(in: 1...13, using: &random)
                pieces.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect(hash(pieces) == whole, "seed \(seed)")
        }
    }

    @Test func `every change of a byte or of the length changes it`() {
        let bytes = [UInt8](repeating: 0x20, count: 40)
        var seen: Set<String> = [hash(bytes)]
        for place in bytes.indices {
            var changed = bytes
            changed[place] = 0x21
            seen.insert(hash(changed))
        }
        for length in 0..<bytes.count { seen.insert(hash(Array(bytes.prefix(length)))) }
        for length in 1...20 { seen.insert(hash([UInt8](repeating: 0, count: length))) }
        #expect(seen.count == 1 + 40 + 40 + 20)
    }

    @Test func `it is always 32 digits`() {
        for length in 0..<50 {
            let text = hash([UInt8](repeating: 7, count: length))
            #expect(text.count == 32 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        }
    }
}
