/// A table's header: its schema's name and its columns, in the order of the cells of a row.
final class XctraceSchema {
    /// As the file has it, or inferred from the columns; `unnamed` where neither is possible.
    private(set) var name: String
    let mnemonics: [String]
    let place: Place
    /// The importer's table that reads it; nil = a schema that this version does not read.
    private(set) var table: (any XctraceTable)?
    /// By column: the slot of the table that reads it, and what the table wants of its cells.
    let slots: Column<Int>
    let shapes: Column<XctraceShape>
    /// Columns that the table needs and the file does not have.
    private(set) var missing: [String] = []

    static let unnamed = "(without a name)"

    /// Reads `<schema name="…"><col><mnemonic>…</mnemonic>…</col>…</schema>`; its start tag was just read.
    init(_ reader: inout XMLReader, _ tables: [any XctraceTable]) throws(TraceError) {
        place = reader.tagPlace
        let given = reader.attribute(named: "name").map { $0.prefix(200).text } ?? ""
        mnemonics = try Self.mnemonics(&reader)
        name = given.isEmpty ? Self.unnamed : given
        slots = Column(repeating: 0, count: mnemonics.count)
        shapes = Column(repeating: .none, count: mnemonics.count)
        table = tables.first { $0.schemas.contains(given) }
        if given.isEmpty { infer(tables) }
        if let table { match(table.columns) }
    }

    /// The header of a table whose columns are known already.
    init(_ name: String, _ mnemonics: [String], at place: Place, _ tables: [any XctraceTable]) {
        (self.name, self.mnemonics, self.place) = (name, mnemonics, place)
        slots = Column(repeating: 0, count: mnemonics.count)
        shapes = Column(repeating: .none, count: mnemonics.count)
        table = tables.first { $0.schemas.contains(name) }
        if let table { match(table.columns) }
    }

    private static func mnemonics(_ reader: inout XMLReader) throws(TraceError) -> [String] {
        var mnemonics: [String] = []
        while try reader.nextChild() {
            guard reader.name.equals("col") else {
                try reader.skipElement()
                continue
            }
            guard mnemonics.count < ByteInput.Limits.columns else {
                throw reader.error(at: reader.position, "a table has more than \(ByteInput.Limits.columns) columns")
            }
            mnemonics.append(try mnemonic(&reader))
        }
        return mnemonics
    }

    private static func mnemonic(_ reader: inout XMLReader) throws(TraceError) -> String {
        var mnemonic = ""
        while try reader.nextChild() {
            if reader.name.equals("mnemonic"), let text = try reader.leafText() {
                mnemonic = text.trimmed().prefix(200).text
            } else if !reader.name.equals("mnemonic") {
                try reader.skipElement()
            } else {
                throw reader.unexpected("the column's mnemonic", at: reader.position)
            }
        }
        return mnemonic
    }

    /// Tools that rewrite exports drop the schema's name: the columns tell.
    private func infer(_ tables: [any XctraceTable]) {
        table = tables.first { table in
            !table.signature.isEmpty && table.signature.allSatisfy { mnemonics.contains($0) }
        }
        if let table { name = table.schemas[0] }
    }

    private func match(_ columns: [XctraceColumn]) {
        for (slot, column) in columns.enumerated() {
            let places = column.mnemonics.compactMap { mnemonics.firstIndex(of: $0) }
            guard let place = places.first else {
                if column.isNeeded { missing.append(column.mnemonics[0]) }
                continue
            }
            slots[place] = slot
            shapes[place] = column.shape
        }
    }

    /// The error of a table that cannot be read because a column was renamed or left out.
    var missingColumns: TraceError {
        let found = mnemonics.isEmpty ? "none" : mnemonics.joined(separator: ", ")
        let columns = missing.map { "'\($0)'" }.joined(separator: ", ")
        return TraceError(
            .input, "the table \(name) has no column \(columns); found: \(found)", at: place,
            fix: "export the whole table with xcrun xctrace export; if this is how a newer Xcode writes it, report it")
    }

    /// Columns that neither the table's reader nor its list of known columns has.
    func unknownColumns(_ table: any XctraceTable) -> [String] {
        let known = Set(table.columns.flatMap(\.mnemonics) + table.otherColumns)
        return mnemonics.filter { !known.contains($0) }
    }

    func info(ordinal: Int, slotCount: Int) -> XctraceTableInfo {
        var has = [Bool](repeating: false, count: slotCount)
        for column in 0..<slots.count where shapes[column] != .none { has[slots[column]] = true }
        return XctraceTableInfo(schema: name, ordinal: ordinal, hasColumn: has)
    }
}
