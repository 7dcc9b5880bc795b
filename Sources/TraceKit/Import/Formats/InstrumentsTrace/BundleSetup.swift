/// What must be known before the first row is read: names of processes and threads, and the binaries of the processes.
struct BundleSetup {
    private let files: BundleFiles
    private let list: BundleTables
    private let uniquing: BundleUniquing
    private let threads: BundleThreads
    private(set) var images = BundleImages()
    private static let mostEvents = 10_000_000

    init(_ files: BundleFiles, _ list: BundleTables, _ uniquing: BundleUniquing, _ threads: BundleThreads) {
        (self.files, self.list, self.uniquing, self.threads) = (files, list, uniquing, threads)
    }

    mutating func read(_ facts: BundleFacts, _ builder: TraceBuilder) throws(TraceError) {
        func attempt(_ what: String, _ body: () throws(TraceError) -> Void) {
            do throws(TraceError) {
                try body()
            } catch {
                builder.records.warnings.append(error.warning("\(what) are not known"))
            }
        }
        for table in list.tables {
            switch table.schema {
            case "process-info": attempt("names of processes") { () throws(TraceError) in try readProcesses(table) }
            case "thread-info", "thread-name", "developer-thread-name-update":
                attempt("names of threads") { () throws(TraceError) in try readThreads(table) }
            default: break
            }
        }
        var images = BundleImages()
        attempt("names of processes, threads or binaries") { () throws(TraceError) in
            for (pid, name) in try facts.processes(list.run) { threads.name(process: pid, name) }
            for (tid, name) in try facts.threads(list.run) {
                if name == "Main Thread" {
                    threads.setMain(thread: tid)
                } else {
                    threads.name(thread: tid, name, at: .max)
                }
            }
            guard let archive = facts.archive else { return }
            try images.read(archive, run: list.run, files.path(BundleFacts.description))
        }
        attempt("binaries of processes") { () throws(TraceError) in try readLinkerEvents(into: &images) }
        for (pid, path) in images.programs where !threads.hasName(process: pid) {
            threads.name(process: pid, path.split(separator: "/").last.map(String.init) ?? path)
        }
        self.images = images
    }

    // MARK: Names

    private func readProcesses(_ table: BundleTables.Table) throws(TraceError) {
        let store = try BundleStore(columnsOf: table, files)
        guard let pid = store.cell("pid"), let name = store.cell("process-name"), name.kind == .text else { return }
        try store.read { row in
            if let pid = row.present(pid), let name = row.present(name).flatMap({ uniquing.text($0) }) {
                threads.name(process: pid, name)
            }
        }
    }

    private func readThreads(_ table: BundleTables.Table) throws(TraceError) {
        let store = try BundleStore(columnsOf: table, files)
        guard let name = store.columns.first(where: { $0.cell.kind == .threadName })?.cell else { return }
        let (time, thread, main) = (store.cell("time"), store.cell("thread"), store.cell("main-thread"))
        try store.read { row in
            if let value = row.present(name), let tid = threads.tid(value & 0xFFFF_FFFF),
                let text = uniquing.text(value >> 32)
            {
                threads.name(thread: tid, text, at: time.flatMap { row.present($0) } ?? 0)
            }
            if let main, let thread, row.present(main) == 1, let tid = row.present(thread).flatMap({ threads.tid($0) })
            {
                threads.setMain(thread: tid)
            }
        }
    }

    // MARK: Binaries

    /// Events of the dynamic linker: an image was mapped (code 0), and in the next event of that thread the number of its path.
    /// Only for processes that the recording's description has no binaries of.
    private func readLinkerEvents(into images: inout BundleImages) throws(TraceError) {
        let known = Set(images.byProcess.keys)
        var paths: [UInt64: String] = [:]
        var found = BundleImages()
        for table in list.tables where table.schema == "kdebug" && hasLinkerEvents(table) {
            if paths.isEmpty { paths = try readPaths() }
            let store = try BundleStore(columnsOf: table, files)
            let columns = ["thread", "class", "subclass", "code", "function", "arg1", "arg2", "arg3"]
                .compactMap { store.cell($0) }
            guard columns.count == 8, store.rowCount <= Self.mostEvents else { continue }
            var open: [UInt64: (uuid: String, address: UInt64)] = [:]
            try store.read { row in
                let values = columns.map { row.value($0) }
                guard values[1] == 0x1F, values[2] == 5, values[4] == 0 else { return }
                if values[3] == 0 {
                    let bytes = [values[5], values[6]].flatMap { word in
                        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
                    }
                    open[values[0]] = (SymbolArchive.uuid(bytes[...]), values[7])
                } else if values[3] == 1, let image = open.removeValue(forKey: values[0]),
                    let pid = process(ofThread: values[0]), !known.contains(pid)
                {
                    found.add(process: pid, uuid: image.uuid, address: image.address, path: paths[values[6]] ?? "")
                }
            }
        }
        images.merge(found)
    }

    private func process(ofThread array: UInt64) -> UInt64? {
        uniquing.array(array)?.firstTwo.flatMap { threads.pid($0.second) }
    }

    private func hasLinkerEvents(_ table: BundleTables.Table) -> Bool {
        let codes = table.attributes["codes"]?.lowercased() ?? ""
        return codes.contains("0x1f,0x05") || codes.contains("0x1f,0x5") || codes.isEmpty
    }

    /// The texts of events by their numbers; long ones come in several parts.
    private func readPaths() throws(TraceError) -> [UInt64: String] {
        var paths: [UInt64: String] = [:]
        for table in list.tables where table.schema == "kdebug-strings" {
            let store = try BundleStore(columnsOf: table, files)
            guard let text = store.cell("raw-string"), let id = store.cell("raw-string-id"),
                store.rowCount <= Self.mostEvents
            else { continue }
            try store.read { row in
                guard let id = row.present(id), let part = row.present(text).flatMap({ uniquing.text($0) }) else {
                    return
                }
                if paths[id]?.utf8.count ?? 0 < 4096 { paths[id, default: ""] += part }
            }
        }
        return paths
    }
}

/// What a value of an engineering type is, and so how its bytes are read. docs/formats.md says which of these were verified on
/// recordings; everything else is unsupported, which is said, and never shown as a number.
enum BundleKind: UInt8, BitwiseCopyable {
    /// A plain number; all bits set = none.
    case number
    /// The number of a text in the run's list.
    case text
    /// The numbers of arrays: (pid, session), (tid, process).
    case process, thread
    /// A text in the high half, a thread in the low one.
    case threadName
    case uuid, returnLocation
    /// Arrays of pairs of a type and a value: a message whose parts are texts and values.
    case message
    /// A number counted from the middle of the range, in billionths.
    case fixedDecimal
    /// A list of chunks of addresses, and one with a tag behind it.
    case backtrace, taggedBacktrace
    /// What the kernel took: a list of addresses and the one that ran.
    case callstack
    case unsupported

    /// By the name of the type in a schema: `XRStartTimeTypeID`.
    init(type: some StringProtocol) {
        let name = type.hasPrefix("XR") && type.hasSuffix("TypeID") ? type.dropFirst(2).dropLast(6) : type[...]
        self = Self.kinds[String(name)] ?? .unsupported
    }

    private static let kinds: [String: BundleKind] = {
        var kinds: [String: BundleKind] = [
            "Process": .process, "Thread": .thread, "ThreadName": .threadName, "UUID": .uuid,
            "ReturnLocation": .returnLocation, "PrototypeFixedDecimalValue": .fixedDecimal, "Backtrace": .backtrace,
            "TaggedBacktrace": .taggedBacktrace, "CoreProfileCallstack": .callstack,
        ]
        for name in [
            "StartTime", "RecordedEventTimestamp", "SampleTimestamp", "Duration", "DurationOnCPU", "DurationWaiting",
            "TimeSampleWeight", "SizeInBytes", "PrototypeValue", "OSSignpostIdentifier", "VirtualMemoryAddress",
            "KDebugArgument", "KDebugStringID", "SystemCallArgument", "SystemCallReturnCode", "ThreadID", "CPUCore",
            "SchedulingPriority", "KDebugClass", "KDebugSubclass", "KDebugCode", "KDebugFunction", "ProcessID",
            "LayoutID", "ContainmentLayoutID", "Boolean", "TimeSample", "GenericUInt32", "EventCount", "CycleWeight",
            "UnsignedIntegerHexLowercase",
        ] { kinds[name] = .number }
        for name in [
            "PrototypeString", "RawString", "OSLogEvent", "OSLogSubsystem", "OSLogCategory", "OSLogFormatString",
            "SignpostName", "ThreadState", "ApplicationPeriod", "DyldActivity", "VMOperationName", "SystemCallName",
            "SchedulingEvent", "ThermalState", "EventConcept", "HangType", "FilePath", "PrototypeShortString",
            "PrototypeMediumLengthString", "PrototypeWordString", "DisplayName", "ProcessName", "NarrativeText",
            // Of SwiftUI's tables, which are read by guess: exports print it as a text.
            "SwiftUIUpdate",
        ] { kinds[name] = .text }
        for name in ["OSLogMetadata", "NarrativeEntry", "FormattedLabel", "Any"] { kinds[name] = .message }
        return kinds
    }()
}

/// Whether a recording is too old to be read: up to Instruments 11 rows were packed in bits, in a layout that is not read.
enum BundleAge {
    /// What a reader of recordings must know of them.
    static let requirements = "open.creq"
    /// The layout that is read.
    static let known: Int64 = 5

    /// The error of a recording that is too old; nil of one that is not, or that does not say.
    static func problem(_ files: BundleFiles) -> TraceError? {
        if let bytes = try? files.bytes(requirements),
            case .dictionary(let needs)? = try? XMLPlist.read(bytes, name: files.path(requirements)),
            let layout = layout(needs)
        {
            return layout < known ? problem(files, at: files.path(requirements), layout: layout) : nil
        }
        return looksOld(files) ? problem(files, at: files.name) : nil
    }

    /// Whether one without the list is old: only those have this folder.
    static func looksOld(_ files: BundleFiles) -> Bool {
        BundleTables.runs(files).isEmpty && !files.names(in: "shared_data").isEmpty
    }

    /// The number of the layout; nil where the list does not say it.
    static func layout(_ requirements: [String: XMLPlist]) -> Int64? {
        guard case .array(let parts)? = requirements["com.apple.dt.trace"] else { return nil }
        return parts.first?.integer
    }

    /// The error, with the version where the recording says it.
    static func problem(_ files: BundleFiles, at path: String, layout: Int64? = nil) -> TraceError {
        let version = version(files).map { "Instruments \($0)" } ?? "an old Instruments (11 or older)"
        let number = layout.map { " (layout \($0); layout \(known) is read)" } ?? ""
        return TraceError(
            .input,
            "this is a recording of \(version): its rows are packed in an older way\(number), which is not read",
            at: Place(file: path),
            fix: "open it in a newer Instruments and save it, or export its tables on a Mac: "
                + RecordedTables.exportContents)
    }

    /// `Instruments: 9.3 (9E145)` in its description.
    private static func version(_ files: BundleFiles) -> String? {
        let mark = "Instruments: "
        guard let archive = try? files.archive(BundleFacts.description),
            let text = try? archive.firstText(where: { $0.hasPrefix(mark) })
        else { return nil }
        return String(text.dropFirst(mark.count).prefix(40))
    }
}

/// What a recording says of itself, run by run: from its description (`form.template`), else the little that every run's own
/// settings hold. Arguments and environments are there too; they are not read.
struct BundleFacts {
    static let description = "form.template"
    private let files: BundleFiles
    /// Nil where the recording has none, as many from version control.
    let archive: KeyedArchive?
    private(set) var warnings: [Diagnostic] = []
    private var byRun: [Int: KeyedArchive.Node] = [:]

    init(_ files: BundleFiles) {
        self.files = files
        var (found, byRun, failure): (KeyedArchive?, [Int: KeyedArchive.Node], TraceError?) = (nil, [:], nil)
        do throws(TraceError) {
            guard let archive = try files.archive(Self.description) else { throw files.missing(Self.description) }
            let data = try archive.top("com.apple.xray.run.data")
            for (number, facts) in try data?["$1"]?.entries() ?? [] {
                if let number = try BundleImages.number(number) { byRun[number] = facts }
            }
            found = archive
        } catch {
            failure = error
        }
        (archive, self.byRun) = (found, byRun)
        guard let failure else { return }
        warnings.append(
            failure.warning("device, dates, template and many names of processes and functions are not known"))
    }

    func run(_ number: Int) throws(TraceError) -> XctraceContents.Run {
        var run = XctraceContents.Run(number: number)
        if let facts = byRun[number] {
            try describe(&run, facts)
        } else {
            try describeFromSettings(&run)
        }
        return run
    }

    private func describe(_ run: inout XctraceContents.Run, _ facts: KeyedArchive.Node) throws(TraceError) {
        let info = try facts["runInfo"]
        func text(_ key: String) throws(TraceError) -> String? {
            guard let text = try info?[key]?.text, !text.isEmpty else { return nil }
            return String(text.prefix(1000))
        }
        run.platform = try text("_targetPlatform")
        run.model = try text("_targetModel")
        run.deviceName = try text("_targetName")
        run.osVersion = try text("_targetOperatingSystem")
        run.template = try text("_templateName")
        run.instruments = try text("_instrumentVersion")
        run.process = try text("_targetProcessName")
        run.pid = try info?["_targetProcessPid"]?.integer.flatMap { Int64(exactly: $0) }
        if let target = try facts["target"] {
            if run.process == nil { run.process = try target["displayName"]?.text }
            if run.pid == nil { run.pid = try target["_pid"]?.integer.flatMap { Int64(exactly: $0) } }
        }
        run.isOfAll = info != nil && run.process == nil && run.pid == nil
        run.durationNs = try facts["runningTime"]?.integer.flatMap { Int64(exactly: $0) }
        if let start = try facts["startTime"]?.integer { run.startedAt = UTCTime.text(nanosecondsSince1970: start) }
    }

    /// Without the description: what the run was set up with.
    private func describeFromSettings(_ run: inout XctraceContents.Run) throws(TraceError) {
        let path = "corespace/run\(run.number)/core/core-config/exposedTableInfo.plist"
        guard let settings = try? files.archive(path)?.root else { return }
        run.pid = try settings["modelingParameters"]?["target-pid"]?.integer.flatMap { Int64(exactly: $0) }
        guard let version = try settings["bindingParameters"]?["osx-version"]?.integer, version > 0,
            version < 10_000_000
        else { return }
        run.platform = "macOS"
        run.osVersion = "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }

    /// The process that was recorded, in the words of the tables' `target-pid` SINGLE.
    func processes(_ number: Int) throws(TraceError) -> [(pid: UInt64, name: String)] {
        guard let facts = byRun[number] else { return [] }
        var processes: [(pid: UInt64, name: String)] = []
        let target = try facts["target"]
        for process in try facts["processDatas"]?.elements() ?? [] {
            if let pid = try process["_pid"]?.integer, let name = try process["displayName"]?.text {
                processes.append((pid, String(name.prefix(1000))))
            }
        }
        if let target, let pid = try target["_pid"]?.integer, let name = try target["displayName"]?.text {
            processes.append((pid, String(name.prefix(1000))))
        }
        return processes
    }

    /// Threads as Instruments shows them: `Main Thread  0x22c0cb`.
    func threads(_ number: Int) throws(TraceError) -> [(tid: UInt64, name: String)] {
        guard let facts = byRun[number] else { return [] }
        var threads: [(tid: UInt64, name: String)] = []
        for (tid, thread) in try facts["threadsByTID"]?.entries() ?? [] {
            guard let tid = tid.integer, let shown = try thread["preferredName"]?.text else { continue }
            let id = "0x" + String(tid, radix: 16)
            var name = shown[...]
            if name.hasSuffix(id) { name = name.dropLast(id.count) }
            while name.last == " " { name.removeLast() }
            if !name.isEmpty { threads.append((tid, String(name.prefix(1000)))) }
        }
        return threads
    }
}
