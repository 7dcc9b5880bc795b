/// The encodings of values in pages.
enum ParquetEncoding: Int {
    case plain = 0
    case runs = 3
    case delta = 5
    case prefixes = 7
    case dictionary = 8
}

extension [UInt8] {
    /// Numbers of a fixed width in bits, the lowest bit first, filled up with zeros to `count` numbers and to whole bytes.
    mutating func appendPacked<Value: FixedWidthInteger>(
        _ values: UnsafeBufferPointer<Value>, width: Int, upTo count: Int
    ) {
        let start = self.count
        append(contentsOf: repeatElement(0, count: (count * width + 7) / 8))
        withUnsafeMutableBytes { bytes in
            var (open, bits, place): (UInt64, Int, Int) = (0, 0, start)
            for value in values {
                let value = UInt64(truncatingIfNeeded: value)
                open |= value << UInt64(bits)
                bits += width
                guard bits >= 64 else { continue }
                bytes.storeBytes(of: open.littleEndian, toByteOffset: place, as: UInt64.self)
                place += 8
                bits -= 64
                // What is left of the value; nothing of one that ended with the word.
                open = value >> UInt64(width - bits)
            }
            while bits > 0 {
                bytes[place] = UInt8(truncatingIfNeeded: open)
                open >>= 8
                place += 1
                bits -= 8
            }
        }
    }

    /// Runs of at least eight equal values as runs, all else packed in groups of eight. Only the last group may be
    /// filled up, so a run gives its first values to a group that is open.
    mutating func appendRuns<Value: FixedWidthInteger>(_ values: ArraySlice<Value>, width: Int) {
        values.withUnsafeBufferPointer { values in
            var (index, literal) = (0, 0)
            while index < values.count {
                let value = values[index]
                var end = index + 1
                while end < values.count, values[end] == value { end += 1 }
                let missing = (8 - (index - literal) % 8) % 8
                let start = index + Swift.min(end - index, missing)
                guard end - start >= 8 else {
                    index = end
                    continue
                }
                appendGroups(UnsafeBufferPointer(rebasing: values[literal..<start]), width: width)
                appendVarint(UInt64(end - start) << 1)
                for byte in 0..<(width + 7) / 8 { append(UInt8(truncatingIfNeeded: value >> Value(8 * byte))) }
                (index, literal) = (end, end)
            }
            appendGroups(UnsafeBufferPointer(rebasing: values[literal...]), width: width)
        }
    }

    private mutating func appendGroups(_ values: UnsafeBufferPointer<some FixedWidthInteger>, width: Int) {
        guard !values.isEmpty else { return }
        let groups = (values.count + 7) / 8
        appendVarint(UInt64(groups) << 1 | 1)
        appendPacked(values, width: width, upTo: groups * 8)
    }

    /// Steps from value to value, less the smallest step of 128, in as many bits as the largest of 32 needs. Steps may
    /// overflow: readers add with the same overflow.
    mutating func appendDeltas(_ values: ArraySlice<Int64>) {
        appendVarint(128)
        appendVarint(4)
        appendVarint(UInt64(values.count))
        appendZigzag(values.first ?? 0)
        values.withUnsafeBufferPointer { values in
            withUnsafeTemporaryAllocation(of: Int64.self, capacity: 128) { steps in
                for first in stride(from: 1, to: values.count, by: 128) {
                    let count = Swift.min(128, values.count - first)
                    for step in 0..<count { steps[step] = values[first + step] &- values[first + step - 1] }
                    appendBlock(UnsafeMutableBufferPointer(rebasing: steps[..<count]))
                }
            }
        }
    }

    private mutating func appendBlock(_ steps: UnsafeMutableBufferPointer<Int64>) {
        let least = steps.min() ?? 0
        appendZigzag(least)
        let parts = stride(from: 0, to: 128, by: 32).map {
            UnsafeBufferPointer(rebasing: steps[Swift.min($0, steps.count)..<Swift.min($0 + 32, steps.count)])
        }
        var widths: [Int] = []
        for index in steps.indices { steps[index] &-= least }
        for part in parts {
            let bits = part.reduce(0) { $0 | UInt64(bitPattern: $1) }
            widths.append(64 - bits.leadingZeroBitCount)
            append(UInt8(64 - bits.leadingZeroBitCount))
        }
        for (part, width) in zip(parts, widths) where !part.isEmpty { appendPacked(part, width: width, upTo: 32) }
    }

    /// For each text how much of the one before it begins with, then the lengths of the rests, then the rests.
    mutating func appendPrefixes(_ numbers: ArraySlice<UInt32>, of texts: DistinctTexts) {
        var (shared, lengths, rests): ([Int64], [Int64], [UInt8]) = ([], [], [])
        shared.reserveCapacity(numbers.count)
        lengths.reserveCapacity(numbers.count)
        texts.bytes.withUnsafeBufferPointer { bytes in
            var before = 0..<0
            for number in numbers {
                let text = texts.starts[Int(number)]..<texts.starts[Int(number) + 1]
                let most = Swift.min(before.count, text.count)
                var same = 0
                while same < most, bytes[before.lowerBound + same] == bytes[text.lowerBound + same] { same += 1 }
                shared.append(Int64(same))
                lengths.append(Int64(text.count - same))
                rests.append(contentsOf: bytes[(text.lowerBound + same)..<text.upperBound])
                before = text
            }
        }
        appendDeltas(shared[...])
        appendDeltas(lengths[...])
        self += rests
    }
}
