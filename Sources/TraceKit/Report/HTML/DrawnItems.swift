/// The views, chains and their steps that the tables of a page refer to: the tables that say what these are hold no others.
struct DrawnItems {
    /// What is referred to by one name of a column. Those of a trace have ids that follow each other.
    private struct Marks {
        let ids: ClosedRange<Int64>?
        var isDrawn: [Bool]
        var isWritten = true

        init(_ stored: StoredTrace, _ table: String) throws(TraceError) {
            ids = try stored.rows(of: table)
            isDrawn = Array(repeating: false, count: ids?.count ?? 0)
        }

        mutating func note(_ values: [Int64]) {
            guard let ids else { return }
            for value in values { if let place = ids.place(of: value) { isDrawn[place] = true } }
            isWritten = false
        }

        /// As a list in JSON.
        var text: String {
            let text = TextBytes()
            text.append("[")
            for place in isDrawn.indices where isDrawn[place] {
                if text.count > 1 { text.append(",") }
                text.append((ids?.lowerBound ?? 0) + Int64(place))
            }
            text.append("]")
            return text.take()
        }
    }

    private let stored: StoredTrace
    private var views: Marks
    private var chains: Marks
    /// Of all chains.
    private(set) var steps: ChainSteps?
    private var isDrawnStep: [Bool] = []

    init(_ page: PageBuilder.Place) throws(TraceError) {
        stored = page.stored
        views = try Marks(stored, "view")
        chains = try Marks(stored, "cause_chain")
        for table in ["drawn_view", "drawn_chain"] {
            try page.database.execute(
                "CREATE TEMP TABLE IF NOT EXISTS \(table) (id INTEGER PRIMARY KEY); DELETE FROM temp.\(table);")
        }
    }

    mutating func readSteps() throws(TraceError) {
        let steps = try ChainSteps(stored)
        isDrawnStep = Array(repeating: false, count: steps.count)
        self.steps = steps
    }

    mutating func note(_ table: PageTable) {
        for column in table.columns where column.encoding == .plain {
            switch column.name {
            case "view": views.note(column.values)
            case "chain": chains.note(column.values)
            case "step": noteSteps(column.values)
            default: break
            }
        }
    }

    /// Steps with all those before them.
    private mutating func noteSteps(_ ids: [Int64]) {
        guard let steps else { return }
        for id in ids {
            var place = steps.place(of: id) ?? -1
            while place >= 0, !isDrawnStep[place] {
                isDrawnStep[place] = true
                place = Int(steps.parents[place])
            }
        }
    }

    /// Puts what was noted since beside the database, for statements.
    mutating func write() throws(TraceError) {
        try write(&views, to: "drawn_view")
        try write(&chains, to: "drawn_chain")
    }

    private func write(_ marks: inout Marks, to table: String) throws(TraceError) {
        guard !marks.isWritten else { return }
        marks.isWritten = true
        try stored.database.prepare("INSERT OR IGNORE INTO temp.\(table) SELECT value FROM json_each(?)").run([
            .text(marks.text)
        ])
    }

    /// Step, the one before it and the id of its name, and how many there are. A step stands behind the one before it.
    func stepRows(_ limit: Int) -> PageTableDefinition.Rows {
        guard let steps else { return ([], 0) }
        let places = isDrawnStep.indices.filter { isDrawnStep[$0] }
        let rows = places.prefix(limit).map { place in
            let parent = Int64(steps.parents[place])
            return [steps.first + Int64(place), parent < 0 ? -1 : steps.first + parent, steps.names[place]]
        }
        return (rows, places.count)
    }
}
