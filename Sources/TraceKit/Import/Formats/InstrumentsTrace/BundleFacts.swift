/// What a recording says of itself, run by run: from its description (`form.template`), else the little that every run's own
/// settings hold. Arguments and environments stand there too; they are not read.
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
