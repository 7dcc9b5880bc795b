/// Writes a story as tables: one with all records under a `record` column, and one for each kind of record.
enum CSVTrace {
    /// All records in one table, most of whose cells are empty.
    static func writeMixed(_ story: Story, to path: String) throws {
        var table = CSVTable()
        StoryRecords.forEach(story) { kind, record in
            var line = CSVLine()
            line.add("record", kind)
            record.fill(&line)
            table.append(line)
        }
        try table.write(to: path)
    }

    /// One table a kind; what it holds follows from its header.
    static func writeKinds(_ story: Story, into directory: String) throws {
        try OutputFile.makeDirectory(directory)
        var tables: [String: CSVTable] = [:]
        StoryRecords.forEach(story) { kind, record in
            var line = CSVLine()
            record.fill(&line)
            tables[kind, default: CSVTable()].append(line)
        }
        for (kind, table) in tables.sorted(by: { $0.key < $1.key }) {
            let name = kind == "trace" ? kind : kind == "hitch" ? "hitches" : kind + "s"
            try table.write(to: "\(directory)/\(name).csv")
        }
    }

    /// The updates as someone copies them out of Instruments' table: titles, units, rounded numbers, tabs.
    static func writeInstrumentsUpdates(_ story: Story, to path: String) throws {
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
                update.duration.map { XctraceNumbers.duration($0) } ?? "102479704.18 min", String(update.id),
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
    fileprivate private(set) var cells: [String: String] = [:]
    fileprivate private(set) var keys: [String] = []

    mutating func add(_ key: String, _ text: String?) { set(key, text.map { Self.quoted($0) }) }

    mutating func add(_ key: String, _ number: UInt64?) { set(key, number.map { String($0) }) }

    mutating func add(_ key: String, _ flag: Bool) { set(key, flag ? "true" : "false") }

    /// Items are separated by `;`; the empty list is a pair of quotes around nothing.
    mutating func add(_ key: String, _ texts: [String]?) {
        let items = texts?.map { $0.split(separator: ";", omittingEmptySubsequences: false).joined(separator: "\\;") }
        set(key, items.map { Self.quoted($0.joined(separator: ";")) })
    }

    private mutating func set(_ key: String, _ cell: String?) {
        keys.append(key)
        cells[key] = cell
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
    private var columns: [String] = []
    private var rows: [[String: String]] = []

    mutating func append(_ line: CSVLine) {
        for key in line.keys where !columns.contains(key) { columns.append(key) }
        rows.append(line.cells)
    }

    func write(to path: String) throws {
        let file = try OutputFile(creating: path)
        let columns = columns.filter { column in rows.contains { $0[column] != nil } }
        file.append(columns.joined(separator: ",") + "\n")
        for row in rows { file.append(columns.map { row[$0] ?? "" }.joined(separator: ",") + "\n") }
        try file.finish()
    }
}
