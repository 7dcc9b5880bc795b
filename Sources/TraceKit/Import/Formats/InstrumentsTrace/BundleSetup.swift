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
