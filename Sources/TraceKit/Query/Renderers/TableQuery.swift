/// Aligned columns for a terminal, with every name in full where it is none. What is too long to be held in memory is drawn in parts, each as wide as its rows
/// need it and with its own header.
struct TableQuery: QueryRenderer {
    /// The most that a part holds: rows, and bytes of texts.
    static let rowsPerPart = 20_000
    private static let bytesPerPart = 16 << 20

    private var columns: [String] = []
    private var rows: [[SQLValue]] = []
    private var byteCount = 0
    private var options = RenderOptions()
    private var isFirst = true

    mutating func begin(_ columns: [String], _ options: RenderOptions) -> String {
        self.columns = columns
        self.options = options
        return ""
    }

    mutating func row(_ values: [SQLValue]) -> String {
        var part = ""
        if rows.count >= Self.rowsPerPart || byteCount > Self.bytesPerPart { part = draw() }
        rows.append(values)
        for case .text(let text) in values { byteCount += text.utf8.count }
        for case .blob(let bytes) in values { byteCount += bytes.count }
        return part
    }

    mutating func end() -> String { rows.isEmpty && !isFirst ? "" : draw() }

    private mutating func draw() -> String {
        defer {
            rows = []
            byteCount = 0
            isFirst = false
        }
        let shown = columns.enumerated().map { index, name in
            ReportColumn(name, name, isNumber(index) ? .integer : .text)
        }
        let table = TextTable(shown, rows, options)
        return table.lines().map { CommandGuard.line(String($0.dropFirst(2))) + "\n" }.joined()
    }

    private func isNumber(_ index: Int) -> Bool {
        rows.contains { if case .text = $0[index] { false } else { $0[index] != .null } }
            && !rows.contains { if case .text = $0[index] { true } else { false } }
    }
}
