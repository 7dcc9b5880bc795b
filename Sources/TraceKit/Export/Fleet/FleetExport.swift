/// Writes the facts of one trace to a folder shared by many writers.
///
/// A file gets its name only when it is complete, and `traces` is written last. If a run is stopped between, the next
/// one writes the same files again with the same bytes.
struct FleetExport {
    enum Outcome: Equatable {
        case written
        /// All requested files exist.
        case known
    }

    let database: Database
    let trace: Int64
    let layout: FleetLayout
    let facts: [FactTable]
    var options = ParquetWriter.Options()
    private let constants: [String?]

    /// - Parameter facts: names from `FactTable.all`; `traces` is always included; nil = all.
    init(_ database: Database, trace: Int64, root: String, facts names: Set<String>? = nil) throws(TraceError) {
        let columns = "app, build, device, os, strftime('%Y-%m-%d', started_at), content_hash, options_hash"
        let rows = try database.rows("SELECT \(columns) FROM traces WHERE id = ?", [.integer(trace)])
        guard let row = rows.first else { throw TraceError(.database, "there is no trace \(trace)") }
        let (app, build) = (row[0].text, FleetLayout.version(row[1].text))
        (self.database, self.trace) = (database, trace)
        layout = FleetLayout(
            root: root, app: app, day: row[4].text, contentHash: row[5].text ?? "", optionsHash: row[6].text ?? "")
        constants = [layout.key, app, build.version, build.build, row[2].text, row[3].text]
        facts = FactTable.all.filter { names?.contains($0.name) ?? true || $0.name == "traces" }
    }

    func run() throws(TraceError) -> Outcome {
        guard FleetFolder.isOurs(layout.root) else { throw FleetFolder.gone(layout.root) }
        if facts.allSatisfy({ access(layout.file($0.name), F_OK) == 0 }) { return .known }
        for fact in facts { try write(fact) }
        return .written
    }

    private func write(_ fact: FactTable) throws(TraceError) {
        try makeFolders(layout.folder(fact.name))
        removeStale(layout.folder(fact.name))
        let file = try FleetFile(
            temporary: layout.temporaryFile(fact.name, process: getpid()), place: layout.file(fact.name),
            database.interruption)
        try writeRows(fact) { (bytes) throws(TraceError) in try file.put(bytes) }
        try file.finish()
    }

    /// Deletes temporary files of killed workers for this trace, which no longer hold their locks.
    private func removeStale(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard layout.isTemporary(name) else { continue }
            let file = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
            close(file)
        }
    }

    private func writeRows(_ fact: FactTable, _ sink: ParquetWriter.Sink) throws(TraceError) {
        let same = FactTable.constants.count
        let schema = try database.integer("PRAGMA user_version") ?? 0
        let metadata = [("tracekit.fact", fact.name), ("tracekit.layout", "1"), ("tracekit.schema", "\(schema)")]
        var writer = ParquetWriter(
            FactTable.constants + fact.columns.map(\.parquet), metadata: metadata, options: options)
        let rows = try FactRows(database, fact, trace: trace, behind: same)
        let constants = constants.map { $0.map { Array($0.utf8) } }
        while true {
            let count = try rows.next(&writer)
            if count == 0 { break }
            for (index, text) in constants.enumerated() { writer.cells[index].append(same: text, count: count) }
            try writer.endRows(count, sink)
        }
        try writer.finish(sink)
    }

    /// Creates folders, possibly at the same time as others. Never the root: if it has vanished, something else may
    /// have its place.
    private func makeFolders(_ path: String) throws(TraceError) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path.contains("/") else { throw failure(path) }
        let parent = FileTarget.split(path).folder
        guard parent != path, path != layout.root else { throw failure(path) }
        try makeFolders(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
    }

    private func failure(_ path: String) -> TraceError {
        FleetFolder.failure(path)
    }
}
