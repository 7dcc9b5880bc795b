/// Writes a trace as tables: one with all records under a `record` column, and one for each kind of record.
enum CSVTrace {
    /// All records in one table, most of whose cells are empty.
    static func writeMixed(_ story: Story, to path: String) throws(GeneratorFailure) {
        var table = CSVTable()
        table.add(story.trace, kind: "trace")
        for record in story.records() { table.add(record, kind: record.kind.rawValue) }
        try table.write(to: path)
    }

    /// The same, in columns that are known beforehand: rows need not wait for those behind them.
    static func writeMixed(_ source: some TraceSource, columns: [String], to file: OutputFile) {
        var line = CSVLine(columns: columns, brief: source.isStream)
        file.append(columns.joined(separator: ",") + "\n")
        func write(_ record: some FieldRecord, _ kind: String) {
            line.set(record, kind: kind)
            for (place, cell) in line.cells.enumerated() {
                if place > 0 { file.append(",") }
                if let cell { file.append(cell) }
            }
            file.append("\n")
        }
        write(source.trace, "trace")
        for record in source.records() { write(record, record.kind.rawValue) }
    }

    /// One table a kind; what it holds follows from its header.
    static func writeKinds(_ story: Story, into directory: String) throws(GeneratorFailure) {
        try OutputFile.makeDirectory(directory)
        var tables = ["trace": CSVTable()]
        tables["trace"]?.add(story.trace)
        for record in story.records() { tables[record.kind.plural, default: CSVTable()].add(record) }
        for (name, table) in tables { try table.write(to: "\(directory)/\(name).csv") }
    }

    /// The updates as someone copies them out of Instruments' table: titles, units, rounded numbers, tabs.
    static func writeInstrumentsUpdates(_ story: Story, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        let titles = [
            "Start", "Duration", "ID", "Update Type", "Allocations", "Description", "Category", "Module", "View Name",
            "Thread", "Severity", "Downstream Cost",
        ]
        file.append(titles.joined(separator: "\t") + "\n")
        let thread = "Main Thread (0x\(String(story.trace.mainThread, radix: 16))) "
        let process = "(\(story.trace.app), pid: \(story.trace.pid))"
        for update in story.updates where update.phase != .check {
            let cells = [
                XctraceNumbers.time(update.start),
                update.duration.map { XctraceNumbers.duration($0) } ?? Cell.unterminated.shown, String(update.id),
                InstrumentsWords.updateType(of: update), update.allocations.map { grouped($0) } ?? "",
                InstrumentsWords.description(of: update), InstrumentsWords.category(of: update) ?? "",
                update.module ?? "", "", thread + process, InstrumentsWords.severity(of: update) ?? "",
                update.downstream.map { XctraceNumbers.duration($0) } ?? "",
            ]
            file.append(cells.joined(separator: "\t") + "\n")
        }
        try file.finish()
    }

    /// `59,827,756`
    private static func grouped(_ number: UInt64) -> String {
        var digits = Array(String(number))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }
}

/// One row: cells by column.
struct CSVLine: RecordLine {
    let isBrief: Bool
    private(set) var columns: [String] = []
    private(set) var cells: [String?] = []
    private var places: [String: Int] = [:]
    /// Whether a new key makes a new column.
    private let grows: Bool

    /// No columns = as many as there are keys.
    init(columns: [String] = [], brief: Bool = false) {
        (isBrief, grows) = (brief, columns.isEmpty)
        for column in columns { addColumn(column) }
    }

    /// Takes a record instead of the one before.
    mutating func set(_ record: some FieldRecord, kind: String?) {
        for place in cells.indices { cells[place] = nil }
        if let kind { add("record", kind) }
        record.fill(&self)
    }

    mutating func add(_ key: String, _ text: String?) { set(key, text.map { Self.quoted($0) }) }

    mutating func add(_ key: String, _ number: UInt64?) { set(key, number.map { String($0) }) }

    mutating func add(_ key: String, _ flag: Bool) { set(key, flag ? "true" : "false") }

    /// Items are separated by `;`; the empty list is a pair of quotes around nothing.
    mutating func add(_ key: String, _ texts: [String]?) {
        let items = texts?.map { $0.split(separator: ";", omittingEmptySubsequences: false).joined(separator: "\\;") }
        set(key, items.map { Self.quoted($0.joined(separator: ";")) })
    }

    private mutating func set(_ key: String, _ cell: String?) {
        guard grows || cell != nil else { return }
        if grows, places[key] == nil { addColumn(key) }
        if let place = places[key] { cells[place] = cell }
    }

    private mutating func addColumn(_ key: String) {
        places[key] = columns.count
        columns.append(key)
        cells.append(nil)
    }

    /// In quotes where it must be: an empty text too, since an empty cell is none.
    private static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        if isPlain { return text }
        return "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
}

/// Rows and the columns in which any of them has something, in the order in which they first come up.
struct CSVTable {
    private var line = CSVLine()
    private var rows: [[String?]] = []

    mutating func add(_ record: some FieldRecord, kind: String? = nil) {
        line.set(record, kind: kind)
        rows.append(line.cells)
    }

    func write(to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        func cell(_ row: [String?], _ place: Int) -> String? { place < row.count ? row[place] : nil }
        let used = line.columns.indices.filter { place in rows.contains { cell($0, place) != nil } }
        file.append(used.map { line.columns[$0] }.joined(separator: ",") + "\n")
        for row in rows { file.append(used.map { cell(row, $0) ?? "" }.joined(separator: ",") + "\n") }
        try file.finish()
    }
}
