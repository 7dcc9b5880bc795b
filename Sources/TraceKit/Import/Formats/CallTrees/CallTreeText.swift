/// A line of a text with call trees. Trees are drawn by indentation: the count of a callee begins further right.
enum CallTreeLine {
    /// `Process:         Sample Pay [99692]`
    case heading(key: String, value: String)
    /// A thread; in files with several processes, it follows its process.
    case thread(name: String, isMain: Bool, column: Int?, count: Int)
    case frame(CallTreeCapture.Frame, column: Int, count: Int)
    /// A frame of the kernel, whose work counts for its caller.
    case kernelFrame
    case image(CallTreeCapture.Image)
    /// A row of a tree that cannot be read.
    case unreadable
    case other
}

/// Parses columns, words and numbers in a line of a call tree.
struct CallTreeText {
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Parses `+   ! 2400 NAME …`: the column of the count, the count, and the rest.
    static func counted(_ line: ByteSlice, marks: StaticString) -> (column: Int, count: Int, rest: ByteSlice)? {
        let isMark = { (byte: UInt8) in
            byte == 0x20 || byte == 0x09
                || UnsafeBufferPointer(start: marks.utf8Start, count: marks.utf8CodeUnitCount).contains(byte)
        }
        guard let first = line.buffer.firstIndex(where: { !isMark($0) }), digits.contains(line[first]) else {
            return nil
        }
        let number = line.dropFirst(first)
        let length = number.buffer.firstIndex { !digits.contains($0) } ?? number.count
        guard length < 18, length < number.count, number[length] == 0x20 || number[length] == 0x09,
            let count = Int(number.prefix(length).text)
        else { return nil }
        return (first, count, number.dropFirst(length).trimmed())
    }

    /// Splits a frame at `  [0x197bf2b98]` into the text before it, the address and the rest; without an address, the
    /// whole text comes first.
    static func address(_ text: ByteSlice) -> (before: ByteSlice, address: UInt64?, after: ByteSlice) {
        guard let open = last("[0x", in: text) else { return (text, nil, text.dropFirst(text.count)) }
        let digits = text.dropFirst(open + 3)
        let end = digits.buffer.firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ",") } ?? digits.count
        let close = text.firstIndex(of: UInt8(ascii: "]"), from: open) ?? text.count - 1
        return (
            text.prefix(open).trimmed(), UInt64(digits.prefix(end).text, radix: 16),
            text.dropFirst(close + 1).trimmed()
        )
    }

    /// Whether two lines were joined because the end of the first is lost: a text without its own address contains one.
    static func isJoined(_ text: ByteSlice) -> Bool { first("[0x", in: text) != nil }

    static func last(_ text: StaticString, in line: ByteSlice) -> Int? {
        let length = text.utf8CodeUnitCount
        guard line.count >= length else { return nil }
        return (0...(line.count - length)).last { line.has(text, at: $0) }
    }

    static func first(_ text: StaticString, in line: ByteSlice) -> Int? {
        let length = text.utf8CodeUnitCount
        guard line.count >= length else { return nil }
        return (0...(line.count - length)).first { line.has(text, at: $0) }
    }

    /// Removes ` + 4224` at the end of a text.
    static func withoutOffset(_ text: ByteSlice) -> ByteSlice {
        guard let plus = last(" + ", in: text),
            text.dropFirst(plus + 3).buffer.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ",") })
        else { return text }
        return text.prefix(plus).trimmed()
    }

    /// The name of a function; none if the file does not know it.
    static func name(_ text: ByteSlice, _ names: NameTable) -> NameID {
        text.isEmpty || text.equals("???") || text.hasPrefix("0x") ? .none : names.intern(text)
    }

    /// Parses `Key:   value` at the very beginning of a line; the key has only a few words.
    static func heading(_ line: ByteSlice) -> CallTreeLine? {
        guard line.count > 0, line[0] != 0x20, line[0] != 0x09, let colon = line.firstIndex(of: UInt8(ascii: ":")),
            colon < 40
        else { return nil }
        return .heading(key: line.prefix(colon).text, value: line.dropFirst(colon + 1).trimmed().text)
    }

    /// Parses `0x104000000 - 0x1040fffff +com.example.App (1.0 - 1) <UUID> /Applications/App.app/Contents/MacOS/App`.
    static func image(_ line: ByteSlice) -> CallTreeCapture.Image? {
        let text = line.trimmed()
        guard text.hasPrefix("0x") || text.hasPrefix("*0x") else { return nil }
        let words = text.text.split(whereSeparator: \.isWhitespace)
        guard words.count >= 4, words[1] == "-" else { return nil }
        let first = UInt64(words[0].drop { $0 == "*" }.dropFirst(2), radix: 16)
        // The end of the last binary may be unknown.
        let last = UInt64(words[2].dropFirst(2), radix: 16) ?? first?.addingReportingOverflow(0xFFF).partialValue
        guard let first, let last, first <= last, last < .max else { return nil }
        let uuid = words.first { $0.hasPrefix("<") && $0.hasSuffix(">") }.map { $0.dropFirst().dropLast() } ?? ""
        let path = text.text.firstRange(of: "> /").map { String(text.text[$0.lowerBound...].dropFirst(2)) } ?? ""
        let name = words[3].drop { $0 == "+" }
        return CallTreeCapture.Image(
            addresses: first..<last + 1, name: path.split(separator: "/").last.map(String.init) ?? String(name),
            uuid: String(uuid), path: path, isMarked: words[3].hasPrefix("+"))
    }

    /// Parses `Curio [1234]`, `Curio (com.example.Curio) [1234] (2 threads)`.
    static func process(_ text: String) -> ProcessName? {
        guard let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
            return text.isEmpty ? nil : ProcessName(text, pid: nil)
        }
        let name = text[..<open].trimmingSpaces
        return ProcessName(String(name), pid: Int64(text[open..<close].dropFirst()))
    }

    /// Parses `1.10s`, `34.28s (process was unresponsive for 30 seconds before sampling)`, in nanoseconds.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        guard let seconds = Double(number), seconds > 0, seconds < 86_400 else { return nil }
        return Int64(seconds * 1e9)
    }

    /// Parses `1 millisecond`, `100ms`, `10 microseconds`, in nanoseconds.
    static func interval(_ text: some StringProtocol) -> Int64? {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let unit = text.dropFirst(number.count).drop { $0 == " " }
        let scale: Double? =
            unit.hasPrefix("milli") || unit.hasPrefix("ms")
            ? 1e6
            : unit.hasPrefix("micro") || unit.hasPrefix("us") || unit.hasPrefix("µs")
                ? 1e3 : unit.hasPrefix("s") ? 1e9 : nil
        guard let value = Double(number), let scale, value > 0, value * scale < 1e12 else { return nil }
        return Int64(value * scale)
    }
}

/// Reads a text with call trees line by line.
struct CallTreeReader {
    let builder: TraceBuilder
    let capture: CallTreeCapture
    /// Whether the section after the trees, present in complete files, was seen.
    var isWhole = false

    init(_ builder: TraceBuilder) {
        self.builder = builder
        capture = CallTreeCapture(builder)
    }

    /// - Parameters:
    ///   - what: `a report of sample`
    ///   - take: one line; a row of a tree goes to `row`.
    mutating func read(
        _ input: ByteInput, _ what: String, _ take: (inout CallTreeReader, ByteSlice) -> CallTreeLine
    ) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        while let line = try reader.next() {
            let said = line.isTooLong ? .unreadable : take(&self, line.bytes)
            do throws(RowProblem) {
                try row(said, line)
            } catch {
                builder.reject(error, of: .sample, at: reader.place(line), raw: line.bytes.prefix(200).text)
            }
        }
        guard !capture.isEmpty else {
            throw TraceError(
                .input, "\(what) without a call tree", at: Place(file: input.name),
                fix: "the file ends too early, or nothing was sampled; sample again")
        }
        if !isWhole {
            builder.noteDamage(
                Diagnostic(
                    .error, at: Place(file: input.name, byte: reader.nextOffset),
                    "\(what) without its list of binaries at the end: the file is cut off",
                    fix: "save or copy the whole text; what is missing of the call trees is not in these figures"))
        }
        capture.finish()
        let metadata = builder.records.metadata
        builder.records.metadata.recordedAs = metadata.recordedAs ?? what
    }

    private func row(_ said: CallTreeLine, _ line: LineReader.Line) throws(RowProblem) {
        switch said {
        case .thread(let name, let isMain, let column, let count):
            try capture.beginThread(name, isMain: isMain, column: column, count: count)
        case .frame(let frame, let column, let count):
            builder.rowsSeen += 1
            try capture.add(frame, column: column, count: count)
            builder.rowsImported += 1
        case .unreadable:
            builder.rowsSeen += 1
            throw line.isTooLong
                ? LineReader.Line.tooLong
                : RowProblem(.malformed, "no line of a call tree: expected a count, a function and its binary")
        case .image(let image): capture.note(image)
        case .kernelFrame:
            builder.rowsSeen += 1
            builder.records.counters.add(.skippedKernelFrame)
        case .heading, .other: break
        }
    }
}
