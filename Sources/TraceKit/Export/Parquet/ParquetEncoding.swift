/// The encodings of values in pages.
enum ParquetEncoding: Int {
    case plain = 0
    case runs = 3
    case delta = 5
    case prefixes = 7
    case dictionary = 8
}

/// Numbers of a fixed width in bits, the lowest bit first, filled up to whole bytes.
struct BitPacker {
    private var (open, count): (UInt64, Int) = (0, 0)

    mutating func put(_ value: UInt64, width: Int, to out: inout [UInt8]) {
        // Two halves: with the up to seven bits that are open they stay below 64.
        putHalf(value & 0xFFFF_FFFF, min(width, 32), &out)
        if width > 32 { putHalf(value >> 32, width - 32, &out) }
    }

    mutating func finish(_ out: inout [UInt8]) {
        if count > 0 { out.append(UInt8(truncatingIfNeeded: open)) }
        (open, count) = (0, 0)
    }

    private mutating func putHalf(_ value: UInt64, _ width: Int, _ out: inout [UInt8]) {
        open |= value << UInt64(count)
        count += width
        while count >= 8 {
            out.append(UInt8(truncatingIfNeeded: open))
            open >>= 8
            count -= 8
        }
    }
}

extension [UInt8] {
    /// Runs of at least eight equal values as runs, all else packed in groups of eight. Only the last group may be
    /// filled up, so a run gives its first values to a group that is open.
    mutating func appendRuns(_ values: ArraySlice<UInt32>, width: Int) {
        var (index, literal) = (values.startIndex, values.startIndex)
        while index < values.endIndex {
            var end = index
            while end < values.endIndex, values[end] == values[index] { end += 1 }
            let missing = (8 - (index - literal) % 8) % 8
            let start = index + Swift.min(end - index, missing)
            guard end - start >= 8 else {
                index = end
                continue
            }
            appendPacked(values[literal..<start], width: width)
            appendVarint(UInt64(end - start) << 1)
            for byte in 0..<(width + 7) / 8 { append(UInt8(truncatingIfNeeded: values[start] >> UInt32(8 * byte))) }
            (index, literal) = (end, end)
        }
        appendPacked(values[literal...], width: width)
    }

    private mutating func appendPacked(_ values: ArraySlice<UInt32>, width: Int) {
        guard !values.isEmpty else { return }
        let groups = (values.count + 7) / 8
        appendVarint(UInt64(groups) << 1 | 1)
        var packer = BitPacker()
        for value in values { packer.put(UInt64(value), width: width, to: &self) }
        for _ in values.count..<groups * 8 { packer.put(0, width: width, to: &self) }
        packer.finish(&self)
    }

    /// Steps from value to value, less the smallest step of 128, in as many bits as the largest of 32 needs. Steps may
    /// overflow: readers add with the same overflow.
    mutating func appendDeltas(_ values: ArraySlice<Int64>) {
        appendVarint(128)
        appendVarint(4)
        appendVarint(UInt64(values.count))
        appendZigzag(values.first ?? 0)
        var steps: [Int64] = []
        steps.reserveCapacity(128)
        var before = values.first ?? 0
        for value in values.dropFirst() {
            steps.append(value &- before)
            before = value
            if steps.count == 128 { appendBlock(&steps) }
        }
        if !steps.isEmpty { appendBlock(&steps) }
    }

    /// For each text how much of the one before it begins with, then the lengths of the rests, then the rests.
    mutating func appendPrefixes(_ numbers: ArraySlice<UInt32>, of texts: DistinctTexts) {
        var (shared, lengths, rests): ([Int64], [Int64], [UInt8]) = ([], [], [])
        shared.reserveCapacity(numbers.count)
        lengths.reserveCapacity(numbers.count)
        var before: ArraySlice<UInt8> = []
        for number in numbers {
            let text = texts[Int(number)]
            let most = Swift.min(before.count, text.count)
            var same = 0
            while same < most, before[before.startIndex + same] == text[text.startIndex + same] { same += 1 }
            shared.append(Int64(same))
            lengths.append(Int64(text.count - same))
            rests += text.dropFirst(same)
            before = text
        }
        appendDeltas(shared[...])
        appendDeltas(lengths[...])
        self += rests
    }

    private mutating func appendBlock(_ steps: inout [Int64]) {
        let least = steps.min() ?? 0
        appendZigzag(least)
        let above = steps.map { UInt64(bitPattern: $0 &- least) }
        let parts = stride(from: 0, to: 128, by: 32).map {
            above[Swift.min($0, above.count)..<Swift.min($0 + 32, above.count)]
        }
        let widths = parts.map { 64 - ($0.max() ?? 0).leadingZeroBitCount }
        self += widths.map { UInt8($0) }
        for (part, width) in zip(parts, widths) where !part.isEmpty {
            var packer = BitPacker()
            for step in part { packer.put(step, width: width, to: &self) }
            for _ in part.count..<32 { packer.put(0, width: width, to: &self) }
            packer.finish(&self)
        }
        steps.removeAll(keepingCapacity: true)
    }
}
