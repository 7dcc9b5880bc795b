/// The texts of a trace as rows of `name`: a text gets its row's id when the first row refers to it, so that
/// the table holds exactly what is used, in order of use, and each text once for all traces of a database.
final class StoredNames {
    let trace: NameTable
    /// All texts of the database; ids are its row ids.
    private let stored: NameTable
    /// By the trace's id; zero = not used yet.
    private let storedIDs: Column<UInt32>
    /// How many rows the table had before.
    private let existing: Int

    /// Reads the texts that the database holds already.
    init(_ trace: NameTable, _ database: Database) throws(TraceError) {
        self.trace = trace
        stored = NameTable(vocabulary: [])
        storedIDs = Column(repeating: 0, count: trace.count + 1)
        let statement = try database.prepare("SELECT id, text FROM name ORDER BY id")
        while try statement.step() {
            guard case .integer(let id) = statement.value(0), case .text(let text) = statement.value(1),
                stored.intern(text).rawValue == UInt32(truncatingIfNeeded: id)
            else {
                throw TraceError(
                    .database, "the table 'name' is not dense from 1, with each text once",
                    at: Place(file: database.displayName), fix: "import into a new database")
            }
        }
        existing = stored.count
    }

    @inline(__always)
    func storedID(_ name: NameID) -> UInt32 {
        let id = storedIDs[name.index]
        return id != 0 ? id : store(name)
    }

    @inline(never)
    private func store(_ name: NameID) -> UInt32 {
        let bytes = trace.bytes(of: name)
        let id = stored.intern(bytes.baseAddress ?? emptyBytes, bytes.count).rawValue
        storedIDs[name.index] = id
        return id
    }

    /// Inserts the rows that are new; the last step of writing a trace.
    func insert(_ feeds: FeedTable) throws(TraceError) {
        let first = existing + 1
        let stored = stored
        try feeds.insert(
            into: "name", count: stored.count - existing,
            [
                "id": .ids(from: Int64(first)),
                "text": .cell { row, out in out.text(stored.bytes(of: NameID(rawValue: UInt32(first + row)))) },
            ], names: self)
    }
}
