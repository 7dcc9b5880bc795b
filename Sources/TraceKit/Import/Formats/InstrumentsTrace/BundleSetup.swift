/// The data that is needed before the first row is read: names of processes and threads, and the binaries of the
/// processes.
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

    /// Reads events of the dynamic linker: a mapped image (code 0), and in the next event of that thread the number of
    /// its path. Only used for processes whose binaries are not in the recording's description.
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

    /// Reads the texts of events by number; long ones come in several parts.
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

/// The encoding of an engineering type's values. docs/formats.md lists the types that were verified on recordings; all
/// others are unsupported, which is reported, and never shown as numbers.
enum BundleKind: UInt8, BitwiseCopyable {
    /// A plain number; all bits set = none.
    case number
    /// The number of a text in the run's list.
    case text
    /// Numbers of arrays: (pid, session), (tid, process).
    case process, thread
    /// The number of a text in the high half, of a thread in the low half.
    case threadName
    case uuid, returnLocation
    /// Arrays of type and value pairs: a message whose parts are texts and values.
    case message
    /// A number in billionths with an offset of half the range.
    case fixedDecimal
    /// A list of address chunks, and one followed by a tag.
    case backtrace, taggedBacktrace
    /// A stack recorded by the kernel: a list of addresses and the running one.
    case callstack
    case unsupported

    /// Finds the kind by the name of the type in a schema: `XRStartTimeTypeID`.
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
            // A type in SwiftUI's tables, which are not verified: exports show it as text.
            "SwiftUIUpdate",
        ] { kinds[name] = .text }
        for name in ["OSLogMetadata", "NarrativeEntry", "FormattedLabel", "Any"] { kinds[name] = .message }
        return kinds
    }()
}

/// Detects recordings that are too old: up to Instruments 11, rows were packed in bits, in a layout that is not
/// supported.
enum BundleAge {
    /// The file with the requirements for reading a recording.
    static let requirements = "open.creq"
    /// The supported layout.
    static let known: Int64 = 5

    /// The error for a recording that is too old; nil if it is not, or if its age is unknown.
    static func problem(_ files: BundleFiles) -> TraceError? {
        if let bytes = try? files.bytes(requirements),
            case .dictionary(let needs)? = try? XMLPlist.read(bytes, name: files.path(requirements)),
            let layout = layout(needs)
        {
            return layout < known ? problem(files, at: files.path(requirements), layout: layout) : nil
        }
        return looksOld(files) ? problem(files, at: files.name) : nil
    }

    /// Whether a recording without the list is old: only old ones have this folder.
    static func looksOld(_ files: BundleFiles) -> Bool {
        BundleTables.runs(files).isEmpty && !files.names(in: "shared_data").isEmpty
    }

    /// The number of the layout; nil if the list lacks it.
    static func layout(_ requirements: [String: XMLPlist]) -> Int64? {
        guard case .array(let parts)? = requirements["com.apple.dt.trace"] else { return nil }
        return parts.first?.integer
    }

    /// The error, with the version of Instruments if known.
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

    /// Finds `Instruments: 9.3 (9E145)` in the description.
    private static func version(_ files: BundleFiles) -> String? {
        let mark = "Instruments: "
        guard let archive = try? files.archive(BundleFacts.description),
            let text = try? archive.firstText(where: { $0.hasPrefix(mark) })
        else { return nil }
        return String(text.dropFirst(mark.count).prefix(40))
    }
}

/// The facts about a recording by run: from its description (`form.template`), or without it the few in each run's own
/// settings. Arguments and environments are not read.
struct BundleFacts {
    static let description = "form.template"
    private let files: BundleFiles
    /// The description; nil if the recording has none, as is common under version control.
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

    /// Describes a run by its settings if there is no description.
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

    /// The recorded process, as the tables' `target-pid` SINGLE refers to it.
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

    /// The threads as Instruments shows them: `Main Thread  0x22c0cb`.
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
