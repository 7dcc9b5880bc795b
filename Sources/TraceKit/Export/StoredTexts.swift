/// The texts of a trace as JSON, by their ids in the database: each is read when it is first asked for.
final class StoredTexts {
    enum Table: CaseIterable { case names, properties, chains }

    private final class Source {
        let first: Int64
        let count: Int
        private let read: (Int64, TextBytes) throws(TraceError) -> Void
        private(set) var error: TraceError?

        /// `read` appends the text with an id, quoted.
        init(
            _ stored: StoredTrace, _ table: String, _ read: @escaping (Int64, TextBytes) throws(TraceError) -> Void
        ) throws(TraceError) {
            let rows = try stored.rows(of: table)
            first = rows?.lowerBound ?? 0
            count = rows?.count ?? 0
            self.read = read
        }

        convenience init(_ stored: StoredTrace, textsOf table: String) throws(TraceError) {
            let statement = try stored.database.prepare("SELECT text FROM \(table) WHERE id = ?")
            try self.init(stored, table) { id, out throws(TraceError) in
                try statement.bind([.integer(id)])
                defer { statement.reset() }
                if try statement.step() {
                    statement.withText(0) { JSONText.quote($0, to: out) }
                } else {
                    out.append("\"\"")
                }
            }
        }

        func append(_ place: Int, to out: TextBytes) {
            let before = out.count
            do throws(TraceError) {
                try read(first + Int64(place), out)
            } catch {
                self.error = error
                out.drop(to: before)
                out.append("\"\"")
            }
        }
    }

    /// Names of a chain that are written: it stands with every update, and arrows show all of it.
    private static let mostInChain = 16

    private let sources: [Source]
    private let literals: [LiteralTexts]

    init(_ stored: StoredTrace) throws(TraceError) {
        let sources = [
            try Source(stored, textsOf: "name"), try Source(stored, textsOf: "property_list"),
            try Source(stored, "cause_chain") {
                [chains = try ChainTexts(stored, isEscaped: true)] id, out throws(TraceError) in
                out.append("\"")
                try chains.withText(of: id, most: Self.mostInChain) { text in
                    if let start = text.baseAddress { out.append(start, text.count) }
                }
                out.append("\"")
            },
        ]
        self.sources = sources
        literals = sources.map { source in LiteralTexts(count: source.count, appending: source.append) }
    }

    func write(_ table: Table, _ id: Int64, to out: TextBytes) {
        let index = table == .names ? 0 : table == .properties ? 1 : 2
        let place = id - sources[index].first
        guard place >= 0, place < sources[index].count else { return out.append("\"\"") }
        literals[index].write(Int(place), to: out)
    }

    /// The label of an arrow; an edge without a word is an update.
    func write(label: Int64, to out: TextBytes) {
        let before = out.count
        if label >= 0 { write(.names, label, to: out) }
        if out.count - before > 2 { return }
        out.drop(to: before)
        out.append("\"update\"")
    }

    /// Throws what went wrong while texts were read.
    func check() throws(TraceError) {
        for source in sources { if let error = source.error { throw error } }
    }
}
