/// Collapsed ("folded") stacks, one per line with its number of samples, as flame graph scripts write them.
///
/// The first frame may be the thread or the process; stacks of the main thread are recognised by the entry point of a
/// program.
struct CollapsedStacksImporter: Importer {
    static let name = "collapsed-stacks"
    static let summary = "collapsed stacks of flame graph scripts: frames and a number of samples a line"
    static let example = "main;NSApplicationMain;FeedRow.body.getter;JSONDecoder.decode 12"

    init() {}

    /// Whether all of the first lines are stacks, except the last one, which may be cut.
    static func recognizes(_ head: ByteSlice) -> Bool {
        var (lines, others) = (0, 0)
        for line in HeadLines(head) {
            if stack(line) == nil { others += 1 } else { lines += 1 }
            if others > 1 { return false }
        }
        return lines >= 2 && lines > others
    }

    private static let separator = UInt8(ascii: ";")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Splits `a;b;c 12` into the frames and the number.
    private static func stack(_ line: ByteSlice) -> (frames: ByteSlice, count: Int)? {
        guard let space = line.buffer.lastIndex(of: 0x20), space > 0 else { return nil }
        let number = line.dropFirst(space + 1)
        guard !number.isEmpty, number.count < 18, number.buffer.allSatisfy({ digits.contains($0) }),
            let count = Int(number.text)
        else { return nil }
        let frames = line.prefix(space)
        if isJoined(frames) { return nil }
        return frames.firstIndex(of: separator) == nil ? nil : (frames, count)
    }

    /// Parses frames: a name, ``binary`name`` or `name (in binary)`.
    private static func frames(_ text: ByteSlice, _ names: NameTable) -> [CallTreeCapture.Frame] {
        var (frames, rest) = ([CallTreeCapture.Frame](), text)
        while true {
            let end = rest.firstIndex(of: separator) ?? rest.count
            let frame = rest.prefix(end).trimmed()
            if let tick = frame.firstIndex(of: UInt8(ascii: "`")), tick > 0 {
                frames.append(
                    .init(name: names.intern(frame.dropFirst(tick + 1)), binary: names.intern(frame.prefix(tick))))
            } else if let open = CallTreeText.last("(in ", in: frame), open > 0 {
                frames.append(
                    .init(
                        name: names.intern(frame.prefix(open).trimmed()),
                        binary: names.intern(frame.dropFirst(open + 4).dropLast(1))))
            } else if !frame.isEmpty {
                frames.append(.init(name: names.intern(frame)))
            }
            if end == rest.count { return frames }
            rest = rest.dropFirst(end + 1)
        }
    }

    /// The thread of a stack: the main one if it has a main thread's first frames, otherwise named by its first frame.
    private static func thread(_ stack: [CallTreeCapture.Frame], _ names: NameTable) -> (name: String, isMain: Bool) {
        let outward = stack.prefix(mostOutward).map { names.text($0.name) ?? "" }
        let isMain = outward.contains { name in
            starts.contains(name) || name.contains("com.apple.main-thread") || name.contains("Main Thread")
        }
        return isMain ? ("main", true) : (String((outward.first ?? "").prefix(60)), false)
    }

    private static let starts: Set<String> = ["main", "NSApplicationMain", "UIApplicationMain"]
    private static let mostOutward = 8

    /// Whether two lines were joined because the end of the first is lost: the frames contain a number of samples.
    private static func isJoined(_ frames: ByteSlice) -> Bool {
        var (isNumber, hasDigit) = (false, false)
        for byte in frames.buffer {
            if byte == 0x20 {
                (isNumber, hasDigit) = (true, false)
            } else if isNumber, digits.contains(byte) {
                hasDigit = true
            } else {
                if isNumber, hasDigit, byte != UInt8(ascii: ")"), byte != UInt8(ascii: ","), byte != separator {
                    return true
                }
                isNumber = false
            }
        }
        return false
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        let capture = CallTreeCapture(builder)
        capture.beginProcess(nil)
        var thread: (name: String, isMain: Bool)?
        while let line = try reader.next() {
            if line.bytes.trimmed().isEmpty { continue }
            builder.rowsSeen += 1
            guard !line.isTooLong, let (frames, count) = Self.stack(line.bytes) else {
                builder.reject(
                    RowProblem(.malformed, "expected frames with ';' between them, a space and a number of samples"),
                    of: .sample, at: reader.place(line), raw: line.bytes.prefix(200).text)
                continue
            }
            do throws(RowProblem) {
                let stack = Self.frames(frames, builder.names)
                let own = Self.thread(stack, builder.names)
                if thread == nil || thread ?? own != own {
                    try capture.beginThread(own.name, isMain: own.isMain, column: nil, count: 0)
                    thread = own
                }
                try capture.add(stack: stack, count: count)
                builder.rowsImported += 1
            } catch {
                builder.reject(error, of: .sample, at: reader.place(line), raw: line.bytes.prefix(200).text)
            }
            if !line.isTerminated, reader.looksCut(line) { builder.noteCutLine(at: reader.place(line)) }
        }
        capture.finish()
        builder.records.metadata.recordedAs = builder.records.metadata.recordedAs ?? "collapsed stacks"
    }
}
