/// Call trees of samples without times, from `sample`, spindump and collapsed stacks.
///
/// A tree says how often a stack was seen but not when: each time becomes a sample without a time. The binaries of
/// frames come last in such files (*Binary Images*), so samples are made at the end.
final class CallTreeCapture {
    /// A frame as a line shows it.
    struct Frame {
        /// The name; none if the file does not know it.
        var name: NameID
        var binary = NameID.none
        var address: UInt64?
        var source: (file: NameID, line: Int64)?
    }

    /// The location of a binary in memory and on disk.
    struct Image {
        var addresses: Range<UInt64>
        var name: String
        var uuid: String
        var path: String
        /// Whether the file marks it as not Apple's.
        var isMarked = false
    }

    private struct Node: BitwiseCopyable {
        /// Index from 1; zero = none.
        var parent: UInt32
        /// Index from 1; zero = the thread itself.
        var function: UInt32
        var count: Int
        /// The samples of its callees.
        var below = 0
    }

    private struct Function: Hashable {
        var name: NameID
        var binary: NameID
        var process: Int
        var address: UInt64?
    }

    private struct Thread {
        var name: String
        var isMain: Bool
        var process: Int
        /// Index of its first node.
        var node: Int
    }

    private struct Process {
        var name: ProcessName?
        var path: String?
        var images: [Image] = []
    }

    /// The most samples; larger counts are no counts of samples.
    private static let mostSamples = 10_000_000
    /// The most frames without a name per binary in a note.
    private static let listedAddresses = 5

    private let builder: TraceBuilder
    private var processes: [Process] = []
    private var threads: [Thread] = []
    private let nodes = Column<Node>()
    private var functions: [Function] = []
    private var numbers: [Function: UInt32] = [:]
    private var sources: [Function: (file: NameID, line: Int64)] = [:]
    /// The open nodes, outermost first, with the columns of their lines.
    private var open: [(column: Int, node: UInt32)] = []
    private var isEmptyThread = true
    private(set) var samples = 0
    /// Nanoseconds between two samples; nil if unknown.
    var intervalNs: Int64?
    /// The time that the main thread did not respond, if the file reports a hang.
    var hangNs: Int64?

    init(_ builder: TraceBuilder) { self.builder = builder }

    var isEmpty: Bool { nodes.isEmpty }

    // MARK: Lines

    func beginProcess(_ name: ProcessName?, path: String? = nil) {
        processes.append(Process(name: name, path: path))
        open = []
    }

    func note(path: String) {
        if processes.isEmpty { beginProcess(nil) }
        processes[processes.count - 1].path = path
    }

    func note(_ image: Image) {
        if processes.isEmpty { beginProcess(nil) }
        processes[processes.count - 1].images.append(image)
    }

    /// - Parameter column: the column of its count; nil for threads whose line has none, so that their frames' counts
    /// are used.
    func beginThread(_ name: String, isMain: Bool, column: Int?, count: Int) throws(RowProblem) {
        if processes.isEmpty { beginProcess(nil) }
        try claim(column == nil ? 0 : count)
        threads.append(Thread(name: name, isMain: isMain, process: processes.count - 1, node: nodes.count))
        open = []
        guard let column else { return }
        nodes.append(Node(parent: 0, function: 0, count: count))
        open = [(column, UInt32(nodes.count))]
    }

    /// Adds a frame below the last one whose line begins further left.
    func add(_ frame: Frame, column: Int, count: Int) throws(RowProblem) {
        guard let thread = threads.last else { throw RowProblem(.malformed, "a frame before the first thread") }
        while let last = open.last, last.column >= column { open.removeLast() }
        let parent = open.last?.node ?? 0
        if parent == 0 {
            try claim(count)
        } else {
            let caller = nodes[Int(parent) - 1]
            guard count <= caller.count - caller.below else {
                throw RowProblem(
                    .outOfRange,
                    "\(count) samples, of \(caller.count) of the caller, of which other callees have \(caller.below)")
            }
            nodes[Int(parent) - 1].below += count
        }
        nodes.append(Node(parent: parent, function: number(of: frame, process: thread.process), count: count))
        open.append((column, UInt32(nodes.count)))
    }

    /// Adds a stack, outermost frame first, with the number of times it was seen.
    func add(stack: [Frame], count: Int) throws(RowProblem) {
        guard let thread = threads.last else { throw RowProblem(.malformed, "a stack before the first thread") }
        try claim(count)
        var parent: UInt32 = 0
        for (depth, frame) in stack.enumerated() {
            let isLeaf = depth == stack.count - 1
            let function = number(of: frame, process: thread.process)
            nodes.append(Node(parent: parent, function: function, count: count, below: isLeaf ? 0 : count))
            parent = UInt32(nodes.count)
        }
    }

    private func claim(_ count: Int) throws(RowProblem) {
        guard count <= Self.mostSamples - samples else {
            throw RowProblem(
                .outOfRange,
                "\(Decimal.grouped(count)) samples: more than \(Decimal.grouped(Self.mostSamples)) in all, so they are no counts of samples"
            )
        }
        samples += count
    }

    private func number(of frame: Frame, process: Int) -> UInt32 {
        let function = Function(
            name: frame.name, binary: frame.binary, process: process,
            address: frame.name.isPresent ? nil : frame.address)
        if let known = numbers[function] { return known }
        functions.append(function)
        numbers[function] = UInt32(functions.count)
        if let source = frame.source { sources[function] = source }
        return UInt32(functions.count)
    }

    // MARK: Records

    /// Makes records of everything read; called once, at the end of a file.
    func finish() {
        let (records, names) = (builder.records, builder.names)
        markMainThreads()
        let frames = functions.map(frame)
        let stacks = Column<UInt32>(capacity: nodes.count)
        var thread = -1
        var (threadName, process) = (NameID.none, NameID.none)
        var longest = 0
        for (index, node) in nodes.enumerated() {
            while thread + 1 < threads.count, threads[thread + 1].node <= index {
                thread += 1
                threadName = threads[thread].isMain ? NameID(.main) : names.intern(threads[thread].name)
                process = processes[threads[thread].process].name.map { names.intern($0.text) } ?? .none
            }
            let parent = node.parent == 0 ? 0 : stacks[Int(node.parent) - 1]
            stacks.append(
                node.function == 0 ? parent : records.stacks.child(of: parent, frames[Int(node.function) - 1]))
            if node.parent == 0 { longest = max(longest, node.count) }
            for _ in 0..<max(0, node.count - node.below) {
                records.samples.append(
                    SampleRecord(
                        start: UpdateColumns.untimed, weight: intervalNs ?? -1, thread: threadName, state: .none,
                        stack: stacks[index], process: process))
            }
        }
        records.lanes.insert(.samples)
        noteSources(frames)
        noteLength(longest)
        for bare in bareBinaries() { builder.tell(.note, at: builder.firstPlace, bare) }
    }

    /// Marks the main thread of a process whose file marks none: the first thread that starts like one.
    private func markMainThreads() {
        for process in processes.indices {
            let own = threads.indices.filter { threads[$0].process == process }
            guard !own.contains(where: { threads[$0].isMain }) else { continue }
            if let main = own.first(where: startsProgram) { threads[main].isMain = true }
        }
    }

    /// Whether one of the outermost frames of a thread is an entry point of a program.
    private func startsProgram(_ thread: Int) -> Bool {
        let starts: Set<String> = ["main", "start", "NSApplicationMain", "UIApplicationMain"]
        let end = thread + 1 < threads.count ? threads[thread + 1].node : nodes.count
        return nodes[threads[thread].node..<min(end, threads[thread].node + 4)].contains { node in
            node.function > 0 && starts.contains(builder.names.text(functions[Int(node.function) - 1].name) ?? "")
        }
    }

    private func frame(_ function: Function) -> StackTable.Frame {
        let name =
            function.name.isPresent || function.address == nil
            ? function.name : builder.names.intern("0x" + String(function.address ?? 0, radix: 16))
        return StackTable.Frame(name: name, binary: function.binary, isApp: isApp(function))
    }

    /// Whether a binary belongs to the app, by its path or, without one, by its name.
    private func isApp(_ function: Function) -> Bool {
        guard let binary = builder.names.text(function.binary) else { return false }
        let process = processes[function.process]
        if let image = image(of: function, in: process) {
            if image.isMarked { return true }
            if image.path.hasPrefix("/") { return ByteSlice.with(image.path.utf8) { XctraceStacks.isApp(path: $0) } }
        }
        return binary == process.name?.name || binary == process.path?.split(separator: "/").last.map(String.init)
    }

    private func image(of function: Function, in process: Process) -> Image? {
        if let address = function.address { return process.images.first { $0.addresses.contains(address) } }
        let binary = builder.names.text(function.binary) ?? ""
        return process.images.first { $0.path.hasSuffix("/\(binary)") || $0.name == binary }
    }

    private func noteSources(_ frames: [StackTable.Frame]) {
        for (function, source) in sources {
            guard let number = numbers[function] else { continue }
            let frame = frames[Int(number) - 1]
            builder.records.stacks.note(
                StackTable.Source(file: source.file, line: source.line),
                of: StackTable.Function(frame: frame.name, binary: frame.binary), builder.records.names)
        }
    }

    private func noteLength(_ longest: Int) {
        let records = builder.records
        let sampled = intervalNs.map { Int64(longest).multipliedReportingOverflow(by: $0) }
        if let sampled, !sampled.overflow { records.metadata.durationNs = max(sampled.partialValue, hangNs ?? 0) }
        guard let hangNs else { return }
        let process = threads.first { $0.isMain }.flatMap { processes[$0.process].name }
        records.hangs.append(
            HangRecord(
                start: 0, duration: hangNs, thread: NameID(.main),
                process: process.map { builder.names.intern($0.text) } ?? .none))
        records.lanes.insert(.hangs)
    }

    /// The commands that find the names of nameless frames, for each binary of the app.
    private func bareBinaries() -> [String] {
        let counts = Dictionary(grouping: nodes.filter { $0.function > 0 }, by: \.function)
        var byBinary: [String: (function: Function, addresses: [(UInt64, Int)])] = [:]
        for (number, nodes) in counts {
            let function = functions[Int(number) - 1]
            guard let address = function.address, isApp(function) else { continue }
            let binary = builder.names.text(function.binary) ?? ""
            byBinary[binary, default: (function, [])].addresses.append((address, nodes.reduce(0) { $0 + $1.count }))
        }
        return byBinary.sorted { $0.key < $1.key }.map { binary, found in
            let addresses = found.addresses.sorted { (-$0.1, $0.0) < (-$1.1, $1.0) }
                .prefix(Self.listedAddresses).map { "0x" + String($0.0, radix: 16) }
            let image = image(of: found.function, in: processes[found.function.process])
            let load = image.map { " -l 0x" + String($0.addresses.lowerBound, radix: 16) } ?? ""
            let uuid = image.map { $0.uuid.isEmpty ? "" : " (UUID \($0.uuid))" } ?? ""
            let frames = Decimal.counted(found.addresses.count, "frame")
            return """
                \(frames) of \(binary)\(uuid) \(found.addresses.count == 1 ? "has" : "have") no name; with the dSYM of that build: \
                atos -o \(ShellWord.quote("\(binary).dSYM/Contents/Resources/DWARF/\(binary)"))\(load) \
                \(addresses.joined(separator: " "))
                """
        }
    }
}
