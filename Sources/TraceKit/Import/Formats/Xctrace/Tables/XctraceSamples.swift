/// `time-profile`, `time-sample`, `cpu-profile` and `counters-profile`: sampled call stacks of threads.
///
/// Of several tables that sampled the same threads, only the first in this list counts; `time-profile` is made from
/// `time-sample`. `cpu-profile` and `counters-profile` do not count time, so their samples have no weight. A sample
/// without a thread may be of any thread, so it is not counted for the main thread.
final class XctraceSamples: XctraceTable {
    let schemas = ["time-profile", "time-sample", "cpu-profile", "counters-profile"]
    let lanes: [Lane] = [.samples]
    let otherColumns = ["core", "core-index", "sample-type", "counters-array"]
    let signature = ["sample-time", "backtrace"]
    private let time = TimeColumn("time", "sample-time", isNeeded: true)
    private let thread = ThreadColumn("thread")
    private let threadState = WordColumn("thread-state")
    private let weight = OpenDurationColumn("weight")
    private let stack = StackColumn("stack", "backtrace")
    private let userStack = AddressStackColumn("cp-user-callstack")
    private let kernelStack = AddressStackColumn("cp-kernel-callstack")
    private let process = ProcessColumn("process")
    var columns: [XctraceColumn] { [time, thread, threadState, weight, stack, userStack, kernelStack, process] }
    /// Whether the table is the first of these, and whether its weights are times.
    private var (isProfile, hasWeight) = (false, false)
    private var hasProfile = false
    /// Rows of the other tables, by schema, until it is known whether they count.
    private var held: [String: SampleColumn] = [:]
    private var heldNow = SampleColumn()

    func begin(_ schema: String, number: Int) {
        isProfile = schema == schemas[0]
        hasWeight = schemas.prefix(2).contains(schema)
        if isProfile { return }
        heldNow = held[schema] ?? SampleColumn()
        held[schema] = heldNow
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var stack = row[self.stack]
        if stack == 0 { stack = row[userStack] }
        if stack == 0 { stack = row[kernelStack] }
        let sample = SampleRecord(
            start: try row[time], weight: hasWeight ? try row[weight] : -1,
            thread: row.thread(thread, or: .unknownThread), state: row[threadState], stack: stack,
            process: row.process(process, thread))
        guard isProfile else {
            heldNow.append(sample)
            return .held
        }
        hasProfile = true
        builder.records.samples.append(sample)
        return .imported
    }

    func finish(_ builder: TraceBuilder) {
        var isTold = hasProfile
        for schema in schemas {
            guard let rows = held[schema], rows.count > 0 else { continue }
            if isTold {
                builder.records.counters.add(.skippedRepeatedLane, schema, by: rows.count)
                continue
            }
            builder.rowsImported += rows.count
            builder.records.samples.take(rows)
            isTold = true
        }
    }
}

/// The frames, binaries and call stacks of a document.
final class XctraceStacks {
    private struct Binary: BitwiseCopyable {
        var name: NameID
        var isApp: Bool
    }

    private let records: TraceRecords
    /// The first is "unknown".
    private let binaries = Column<Binary>()
    private let addressNames = Memo<UInt64, NameID>()

    init(_ records: TraceRecords) {
        self.records = records
        binaries.append(Binary(name: .none, isApp: false))
    }

    func binary(_ name: NameID, isApp: Bool) -> UInt32 {
        binaries.append(Binary(name: name, isApp: isApp))
        return UInt32(binaries.count - 1)
    }

    /// The last component of a path.
    static func file(of path: ByteSlice) -> ByteSlice {
        let slash = path.buffer.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { path.dropFirst($0 + 1) } ?? path
    }

    /// The frame's number in the table of stacks.
    func frame(_ name: NameID, binary: UInt32, _ source: StackTable.Source?) -> UInt32 {
        let binary = binaries[Int(binary)]
        if let source {
            records.stacks.note(source, of: StackTable.Function(frame: name, binary: binary.name), records.names)
        }
        return records.stacks.number(of: StackTable.Frame(name: name, binary: binary.name, isApp: binary.isApp))
    }

    /// Whether code at this path is the app's own: not the system's and not Xcode's, wherever the system is
    /// mounted (simulator runtimes, cryptexes).
    static func isApp(path: ByteSlice) -> Bool {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return false }
        let system: [StaticString] = [
            "/System/", "/usr/lib/", "/usr/libexec/", "/Applications/Xcode", "/Library/Developer/", "/Library/Apple/",
            "/private/preboot/", "/AppleInternal/",
        ]
        if system.contains(where: { path.hasPrefix($0) }) { return false }
        return !path.text.contains("/RuntimeRoot/") && !path.text.contains(".xctoolchain/")
    }

    func child(of parent: UInt32, frame: UInt32) -> UInt32 { records.stacks.child(of: parent, frame: frame) }

    /// The stack of bare addresses, leaf first; the leaf may have a name. Trailing zeros are no frames.
    func stack(addresses: [UInt64], leaf: NameID) -> UInt32 {
        var addresses = addresses[...]
        while addresses.last == 0 { addresses.removeLast() }
        var stack: UInt32 = 0
        for (index, address) in addresses.enumerated().reversed() {
            let name =
                index == 0 && leaf.isPresent
                ? leaf : addressNames(address) { records.names.intern("0x" + String(address, radix: 16)) }
            stack = records.stacks.child(of: stack, StackTable.Frame(name: name))
        }
        return stack
    }
}

/// Parses threads and processes as Instruments shows them, each text once.
final class XctraceThreads {
    private let names: NameTable
    private let threads = Memo<NameID, NameID>()
    private let processes = Memo<NameID, NameID>()
    private let processesOfThreads = Memo<NameID, NameID>()

    init(_ names: NameTable) { self.names = names }

    /// The thread's name: `main` for `Main Thread (0x2665b1) (Sample Pay, pid: 99692)`; for other threads without the
    /// process.
    func thread(_ shown: NameID) -> NameID {
        guard shown.isPresent else { return .none }
        return threads(shown) { names.intern(Self.thread(names.text(shown) ?? "")) }
    }

    /// The process of a row, from its own cell or from the thread's: `Main Thread (0x2665b1) (Sample Pay, pid: 99692)`.
    func process(_ shown: NameID, thread: NameID) -> NameID {
        if shown.isPresent { return process(shown) }
        guard thread.isPresent else { return .none }
        return processesOfThreads(thread) {
            Self.processName(ofThread: names.text(thread) ?? "").map { names.intern($0) } ?? .none
        }
    }

    func process(_ shown: NameID) -> NameID {
        guard shown.isPresent else { return .none }
        return processes(shown) { names.intern(ProcessName(names.text(shown) ?? "").text) }
    }

    static func thread(_ shown: String) -> String {
        if shown.hasPrefix("Main Thread") { return Keyword.main.text }
        guard let open = lastParenthesis(shown), shown[open...].contains(", pid: ") else { return shown }
        let name = shown[..<open].trimmingSpaces
        return name.isEmpty ? shown : String(name)
    }

    static func processName(ofThread shown: String) -> String? {
        guard let open = lastParenthesis(shown) else { return nil }
        let inner = shown[open...].dropFirst().dropLast()
        guard let space = inner.lastIndex(of: " "), inner[..<space].hasSuffix(", pid:") else { return nil }
        return ProcessName(String(inner[..<space].dropLast(6)), pid: Int64(inner[space...].dropFirst())).text
    }

    /// The index of the parenthesis that closes at the end of the text: a process's name may contain parentheses
    /// itself.
    private static func lastParenthesis(_ text: String) -> String.Index? {
        guard text.last == ")" else { return nil }
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
