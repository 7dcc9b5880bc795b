/// A table of `xcrun xctrace export`: its schema and its rows.
struct XctraceTable {
    /// Mnemonic, shown name, engineering type.
    typealias Column = (String, String, String)

    var schema: String
    var columns: [Column]
    var write: @Sendable (any TraceSource, inout XctraceRows) -> Void
}

/// A document of tables on its way to a file.
struct XctraceDocument {
    private let file: OutputFile

    init(_ file: OutputFile) {
        self.file = file
        file.append("<?xml version=\"1.0\"?>\n<trace-query-result>")
    }

    /// - Parameter index: the table's place in the table of contents, from 1.
    func write(_ table: XctraceTable, of source: some TraceSource, index: Int) {
        file.append("\n<node xpath='//trace-toc[1]/run[1]/data[1]/table[\(index)]'><schema name=\"\(table.schema)\">")
        for (mnemonic, name, type) in table.columns {
            file.append("<col><mnemonic>\(mnemonic)</mnemonic><name>\(name)</name>")
            file.append("<engineering-type>\(type)</engineering-type></col>")
        }
        file.append("</schema>")
        var rows = XctraceRows(file, columns: table.columns.count, source.trace, isStream: source.isStream)
        table.write(source, &rows)
        file.append("</node>")
    }

    func finish() throws(GeneratorFailure) {
        file.append("</trace-query-result>\n")
        try file.finish()
    }
}

/// Writes the rows of a table, whose cells are matched to the columns by position. Ids begin anew in every table.
struct XctraceRows {
    let process: Cell
    let thread: Cell
    private let file: OutputFile
    private let columnCount: Int
    private let isStream: Bool
    private var lastID: UInt64 = 0
    private var ids: [Cell: UInt64] = [:]
    private var idsOfRow: [Cell: UInt64] = [:]

    init(_ file: OutputFile, columns: Int, _ trace: Recording, isStream: Bool) {
        (self.file, columnCount, self.isStream) = (file, columns, isStream)
        (process, thread) = (.process(trace), .mainThread(trace))
    }

    mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columnCount, "a row has one cell for each column")
        file.append("<row>")
        for cell in cells { write(cell) }
        file.append("</row>\n")
        idsOfRow.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ cell: Cell) {
        if case .none = cell.content { return file.append("<sentinel/>") }
        guard open(cell) else { return }
        switch cell.content {
        case .none: break
        case .raw(let raw):
            appendShown(cell)
            file.append(raw, escaping: XMLText.replacement)
            close(cell)
        case .members(let members):
            if cell.shown.isEmpty { file.append(">") } else { appendShown(cell) }
            for member in members { write(member) }
            close(cell)
        case .attributes(let attributes, let members):
            file.append(" " + attributes)
            if members.isEmpty { return file.append("/>") }
            file.append(">")
            for member in members { write(member) }
            close(cell)
        }
    }

    private func appendShown(_ cell: Cell) {
        file.append(" fmt=\"")
        file.append(cell.shown, escaping: XMLText.replacement)
        file.append("\">")
    }

    private func close(_ cell: Cell) {
        file.append("</")
        file.append(cell.tag)
        file.append(">")
    }

    /// Opens an element with a new id and returns true; for a cell that was written before, writes all of it as a
    /// reference and returns false.
    private mutating func open(_ cell: Cell) -> Bool {
        file.append("<")
        file.append(cell.tag)
        let memory = isStream ? cell.memory : .table
        let known = memory == .table ? ids[cell] : memory == .row ? idsOfRow[cell] : nil
        if let known {
            file.append(" ref=\"")
            file.append(known)
            file.append("\"/>")
            return false
        }
        lastID += 1
        switch memory {
        case .table: ids[cell] = lastID
        case .row: idsOfRow[cell] = lastID
        case .none: break
        }
        file.append(" id=\"")
        file.append(lastID)
        file.append("\"")
        return true
    }
}

enum XMLText {
    static func escaped(_ text: String) -> String { text.utf8.contains { replacement($0) != nil } ? slow(text) : text }

    static func replacement(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    private static func slow(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { byte in replacement(byte).map { Array($0.utf8) } ?? [byte] }, as: UTF8.self)
    }
}
