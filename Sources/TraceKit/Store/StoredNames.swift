/// The texts of a trace as rows of `name`: a text gets its row's id when the first row refers to it, so that the table
/// holds exactly what is used, in order of use.
///
/// Traces share no texts. Looking up those of a thousand others would cost more than the trace itself, the more so where
/// it names instances that no other one has.
final class StoredNames {
    let trace: NameTable
    private let traceID: Int64
    /// In order of use.
    private let used = Column<NameID>()
    /// By the trace's id; zero = not used yet.
    private let storedIDs: Column<UInt32>
    /// The id of the first row.
    private let first: UInt32

    /// Begins behind the texts that the database holds already.
    init(_ trace: NameTable, of traceID: Int64, _ database: Database) throws(TraceError) {
        self.trace = trace
        self.traceID = traceID
        storedIDs = Column(repeating: 0, count: trace.count + 1)
        let next = try database.nextID("name")
        guard next + Int64(trace.count) < Int64(UInt32.max) else {
            throw TraceError(
                .database, "the database is full: it holds \(next - 1) texts", at: Place(file: database.displayName),
                fix: "import into a new database")
        }
        first = UInt32(next)
    }

    @inline(__always)
    func storedID(_ name: NameID) -> UInt32 {
        let id = storedIDs[name.index]
        return id != 0 ? id : store(name)
    }

    @inline(never)
    private func store(_ name: NameID) -> UInt32 {
        let id = first + UInt32(used.count)
        used.append(name)
        storedIDs[name.index] = id
        return id
    }

    /// Inserts the rows; the last step of writing a trace.
    func insert(_ feeds: FeedTable) throws(TraceError) {
        let (trace, used) = (trace, used)
        try feeds.insert(
            into: "name", count: used.count,
            [
                "id": .ids(from: Int64(first)),
                "trace_id": .constant(traceID),
                "text": .cell { row, out in out.text(trace.bytes(of: used[row])) },
            ], names: self)
    }
}
