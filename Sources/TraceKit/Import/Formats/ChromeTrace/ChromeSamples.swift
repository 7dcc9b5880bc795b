/// The `samples` and `stackFrames` of the object form: samples of threads, each with its innermost frame.
///
/// Frames may come after the samples that refer to them. A sample's `weight` is a number of samples, not a time.
final class ChromeSamples {
    private struct Held: BitwiseCopyable {
        var time: Int64
        var track: UInt32
        var frame: NameID
    }

    private struct Frame {
        var name: NameID
        var parent: NameID
    }

    private let builder: TraceBuilder
    private let held = Column<Held>()
    private var frames: [NameID: Frame] = [:]
    /// The stacks by their innermost frames.
    private var stacks: [NameID: Stack] = [:]
    /// Frames that call themselves, directly or indirectly.
    private var circular = Set<NameID>()
    /// The most frames that are taken of a longer circle.
    private static let longestCircle = 64

    private struct Stack {
        var node: UInt32 = 0
        /// Whether a caller is missing, and whether that was counted.
        var isBroken = false
        var isCounted = false
    }

    init(_ builder: TraceBuilder) { self.builder = builder }

    var earliest: Int64? { held.buffer.lazy.map(\.time).min() }
    var latest: Int64? { held.buffer.lazy.map(\.time).max() }
    var times: [Int64] { held.buffer.map(\.time) }

    func read(_ reader: inout JSONReader, _ tracks: ChromeTracks) throws(TraceError) -> RowProblem? {
        var (process, thread, frame) = (NameID.none, NameID.none, NameID.none)
        var time: Int64?
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("ts") {
                time = try reader.scalar().flatMap { try? DecimalTime.nanoseconds($0, unit: .microseconds) }
            } else if key.equals("pid") {
                process = try name(&reader)
            } else if key.equals("tid") {
                thread = try name(&reader)
            } else if key.equals("sf") {
                frame = try name(&reader)
            } else {
                try reader.skipValue()
            }
        }
        guard let time else { return RowProblem(.missingField, "a sample needs 'ts', a number of microseconds") }
        guard time.magnitude < ChromeEvent.limit.magnitude else {
            return RowProblem(.outOfRange, "'ts' is too far from all other times (\(time) ns)")
        }
        held.append(Held(time: time, track: tracks.track(process, thread), frame: frame))
        return nil
    }

    /// Reads an object with frames by id, each `{"name": …, "parent": id}`.
    func readFrames(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let id = builder.names.intern(key)
            guard try reader.peekKind() == .object else {
                try reader.skipValue()
                continue
            }
            var frame = Frame(name: .none, parent: .none)
            try reader.enterObject()
            while let key = try reader.nextKey() {
                if key.equals("name") {
                    frame.name = try name(&reader)
                } else if key.equals("parent") {
                    frame.parent = try name(&reader)
                } else {
                    try reader.skipValue()
                }
            }
            frames[id] = frame
        }
    }

    /// Appends the samples within these times, `shift` nanoseconds later; returns the times of samples outside them or
    /// before the trace begins.
    func append(_ tracks: ChromeTracks, within times: ClosedRange<Int64>, shift: Int64) -> [Int64] {
        var others: [Int64] = []
        for sample in held {
            guard times.contains(sample.time), sample.time + shift >= 0 else {
                others.append(sample.time)
                continue
            }
            builder.records.samples.append(
                SampleRecord(
                    start: sample.time + shift, weight: -1, thread: tracks.threadName(sample.track), state: .none,
                    stack: stack(sample.frame), process: tracks.processName(sample.track)))
            builder.rowsImported += 1
        }
        return others
    }

    private func stack(_ leaf: NameID) -> UInt32 {
        guard leaf.isPresent else { return 0 }
        let stack = stacks[leaf] ?? walk(from: leaf)
        if stack.isBroken, !stack.isCounted {
            builder.records.counters.add(.missingReference, "stackFrames")
            stacks[leaf]?.isCounted = true
        }
        return stack.node
    }

    /// Walks from the leaf outwards to a frame with a known stack, or to the outermost one, or until a circle closes.
    private func walk(from leaf: NameID) -> Stack {
        var path: [NameID] = []
        var seen = Set<NameID>()
        var stack = Stack()
        var (id, inCircle) = (leaf, 0)
        while id.isPresent {
            if circular.contains(id) {
                if inCircle == Self.longestCircle { break }
                inCircle += 1
            } else if let known = stacks[id] {
                stack = Stack(node: known.node, isBroken: known.isBroken)
                break
            }
            guard seen.insert(id).inserted else {
                let entry = path.firstIndex(of: id) ?? 0
                circular.formUnion(path[entry...])
                path.removeSubrange(min(path.count, entry + Self.longestCircle)...)
                break
            }
            guard let frame = frames[id] else {
                stack.isBroken = true
                break
            }
            path.append(id)
            id = frame.parent
        }
        stacks[leaf] = stack
        for id in path.reversed() {
            let name = frames[id]?.name ?? .none
            if name.isPresent {
                stack.node = builder.records.stacks.child(of: stack.node, StackTable.Frame(name: name))
            }
            // In a circle, each frame has its own stack.
            if id == leaf || !circular.contains(id) { stacks[id] = stack }
        }
        return stack
    }

    // MARK: Values

    private func name(_ reader: inout JSONReader) throws(TraceError) -> NameID {
        try reader.scalar().map { builder.names.intern($0) } ?? .none
    }
}
