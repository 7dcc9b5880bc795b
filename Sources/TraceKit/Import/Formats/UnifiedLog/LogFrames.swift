/// Reads lines of signposts by the parts that they share with earlier lines, which is nearly all of them.
///
/// A line is a clock time; a head up to `[spid `; id, scope and kind; in most styles a tail up to the end of the
/// groups; name and message. `LogLine` reads all of it, byte by byte, from left to right, so it reads the same head
/// (and tail) in the same way again. They are remembered, and from then on compared as a whole. Other lines are left to
/// `LogLine`. Without this, a report of a log of two million signposts would take 1.7 times as long.
struct LogFrames: ~Copyable {
    /// A line that was read. `scope` and `message` are slices of it.
    struct Line {
        var time: Int64
        /// The frame of the emitter.
        var frame: Int
        var id: UInt64
        var kind: LogEvent.Kind
        var scope: ByteSlice
        /// Name and message.
        var message: ByteSlice
    }

    /// The part of a head's and tail's content that every line needs.
    struct Frame: BitwiseCopyable {
        var zone: Int64
        /// The scope of the last line.
        var scope = NameID.none
        /// The number of the context, with that scope, among those of the events.
        var context = unnumbered

        static let unnumbered = UInt32.max
    }

    /// Logs have a few heads for every emitting thread. More or longer ones are not worth remembering.
    private static let most = 4096
    private static let longest = 1024

    private var minute = LogMinute()
    private var heads = NameTable(vocabulary: [])
    private var tails = NameTable(vocabulary: [])
    /// The frame of each head, or `unknown` if it depends on the tail.
    private var framesOfHeads = Column<Int32>(repeating: unknown, count: 1)
    /// The pairs of a head and a tail.
    private let pairs = KeyIndex()
    private var framesOfPairs = Column<Int32>()
    private var frames = Column<Frame>()
    /// The context of each frame, without a scope.
    private var contexts = Column<LogContext>()
    private var lastHead = NameID.none
    private var lastTail = NameID.none

    private static let unknown: Int32 = -1

    subscript(frame: Int) -> Frame {
        get { frames[frame] }
        nonmutating set { frames[frame] = newValue }
    }

    /// The context from a head and a tail.
    func context(_ frame: Int) -> LogContext { contexts[frame] }

    // MARK: Reading

    /// Reads a line; nil unless all of its shared parts are known.
    @inline(__always)
    mutating func read(_ line: ByteSlice) -> Line? {
        guard let (local, clockEnd) = minute.clock(line), let headLength = findHead(line.dropFirst(clockEnd)) else {
            return nil
        }
        var index = clockEnd + headLength
        guard let id = Self.id(line, &index), let scope = Self.scope(line, &index),
            let kind = Self.kind(line, &index), index <= line.count
        else { return nil }
        var frame = framesOfHeads[lastHead.index]
        if frame == Self.unknown {
            guard let tail = findTail(line.dropFirst(index)) else { return nil }
            index += tail.length
            frame = tail.frame
        }
        let time = local - frames[Int(frame)].zone
        return Line(
            time: time, frame: Int(frame), id: id, kind: kind, scope: scope, message: line.dropFirst(index).trimmed())
    }

    /// The length of the head of `text`, which becomes the last one; nil if it is unknown.
    @inline(__always)
    private mutating func findHead(_ text: ByteSlice) -> Int? {
        if let length = heads.length(of: lastHead, atStartOf: text) { return length }
        guard let end = Self.headEnd(text), case let head = heads.find(text.prefix(end)), head.isPresent else {
            return nil
        }
        lastHead = head
        return end
    }

    /// The length of the tail, which becomes the last one, and its frame with the last head.
    private mutating func findTail(_ text: ByteSlice) -> (length: Int, frame: Int32)? {
        var length = tails.length(of: lastTail, atStartOf: text)
        if length == nil, let end = Self.tailEnd(text), case let tail = tails.find(text.prefix(end)), tail.isPresent {
            lastTail = tail
            length = end
        }
        guard let length, pairs.count < Self.most else { return nil }
        let pair = pairs.number(UInt64(lastHead.rawValue), UInt64(lastTail.rawValue))
        guard pair < framesOfPairs.count, framesOfPairs[pair] != Self.unknown else { return nil }
        return (length, framesOfPairs[pair])
    }

    /// Parses `excl, ` or `0x29, `.
    @inline(__always)
    private static func id(_ line: ByteSlice, _ index: inout Int) -> UInt64? {
        if line.has("excl,", at: index) {
            index += 5
            return LogEvent.exclusiveID
        }
        guard line.has("0x", at: index) else { return nil }
        var value: UInt64 = 0
        let first = index + 2
        index = first
        while let digit = hexValue(line[index]) {
            value = value << 4 | UInt64(digit)
            index += 1
        }
        guard index > first, index - first <= 16, line[index] == UInt8(ascii: ",") else { return nil }
        index += 1
        return value
    }

    /// Parses ` process,`.
    @inline(__always)
    private static func scope(_ line: ByteSlice, _ index: inout Int) -> ByteSlice? {
        skipSpaces(line, &index)
        let first = index
        if line.has("process", at: index) { index += 7 }
        while isLetter(line[index]) { index += 1 }
        guard index > first, line[index] == UInt8(ascii: ",") else { return nil }
        index += 1
        return ByteSlice(line.start + first, index - 1 - first)
    }

    /// Parses ` begin] ` or `   end] `.
    @inline(__always)
    private static func kind(_ line: ByteSlice, _ index: inout Int) -> LogEvent.Kind? {
        skipSpaces(line, &index)
        let kind: LogEvent.Kind
        if line.has("begin]", at: index) {
            index += 6
            kind = .begin
        } else if line.has("end]", at: index) {
            index += 4
            kind = .end
        } else {
            guard line.has("event]", at: index) else { return nil }
            index += 6
            kind = .event
        }
        skipSpaces(line, &index)
        return kind
    }

    /// Skips spaces. It does not leave the line: line ends are no spaces, and zeros follow the last line.
    private static func skipSpaces(_ line: ByteSlice, _ index: inout Int) {
        while line[index] == 0x20 { index += 1 }
    }

    /// The end of the first `[spid ` of a text.
    private static func headEnd(_ text: ByteSlice) -> Int? {
        var from = 0
        while let bracket = text.firstIndex(of: UInt8(ascii: "["), from: from) {
            if text.dropFirst(bracket).hasPrefix("[spid ") { return bracket + 6 }
            from = bracket + 1
        }
        return nil
    }

    /// The end of the spaces after the first closing bracket of a text.
    private static func tailEnd(_ text: ByteSlice) -> Int? {
        guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        var end = bracket + 1
        while end < text.count, text[end] == 0x20 { end += 1 }
        return end
    }

    // MARK: Learning

    /// Remembers how `LogLine` read a line of valid UTF-8 that `read` did not know.
    mutating func learn(_ line: ByteSlice, _ record: LogLine, _ names: NameTable) {
        guard let subsystem = record.subsystem, let category = record.category, let group = record.signpostGroup,
            !record.lookedAhead, let (_, clockEnd) = minute.clock(line), clockEnd <= group.lowerBound
        else { return }
        let text = line.dropFirst(clockEnd)
        let head = text.prefix(group.lowerBound + 6 - clockEnd)
        let tail = line.prefix(record.groupsEnd).dropFirst(group.upperBound)
        guard head.count <= Self.longest, Self.headEnd(text) == head.count else { return }
        // If there is too much to remember, learning starts again.
        if max(heads.count, tails.count, pairs.count) >= Self.most { self = LogFrames() }
        guard tail.count <= Self.longest, tail.isEmpty || Self.tailEnd(line.dropFirst(group.upperBound)) == tail.count
        else { return }
        lastHead = heads.intern(head)
        framesOfHeads.pad(to: lastHead.index + 1, with: Self.unknown)
        // A line may be unknown for another reason than its head and tail, which are then known.
        if tail.isEmpty {
            guard framesOfHeads[lastHead.index] == Self.unknown else { return }
            framesOfHeads[lastHead.index] = Int32(frames.count)
        } else {
            lastTail = tails.intern(tail)
            let pair = pairs.number(UInt64(lastHead.rawValue), UInt64(lastTail.rawValue))
            framesOfPairs.pad(to: pair + 1, with: Self.unknown)
            guard framesOfPairs[pair] == Self.unknown else { return }
            framesOfPairs[pair] = Int32(frames.count)
        }
        var context = LogContext(
            pid: record.pid, thread: record.thread, process: names.intern(record.process),
            subsystem: names.intern(subsystem), category: names.intern(category), zone: record.time.zone)
        context.hasID = true
        frames.append(Frame(zone: context.zone ?? 0))
        contexts.append(context)
    }
}
