/// A reader of one family of tables: rows to records.
///
/// A new family is one file in `Tables` with one of these, and one line in `XctraceTables.make`. It declares each column it
/// reads once, by name and type, as a stored property, and lists them. A table is known by its schema's name, and where
/// that is missing by its columns.
protocol XctraceTable: AnyObject {
    /// The schemas it reads.
    var schemas: [String] { get }
    /// All that it declares.
    var columns: [XctraceColumn] { get }
    /// Columns that the schemas have and that hold nothing for us.
    var otherColumns: [String] { get }
    /// The lanes of our own format that a table fills, or shows to be there where it holds no row.
    var lanes: [Lane] { get }
    /// Columns that together tell a table of this family where its schema has no name; empty = never.
    var signature: [String] { get }

    /// Called before a table's first row, when it is known which columns it has. `number` counts the tables of a trace.
    func begin(_ schema: String, number: Int)
    /// Reads one row. A problem rejects it.
    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate
    /// Called once after the last file, in the order of `XctraceTables.make`. Rows that `read` held are
    /// accounted for here.
    func finish(_ builder: TraceBuilder) throws(TraceError)
}

extension XctraceTable {
    var otherColumns: [String] { [] }
    var lanes: [Lane] { [] }
    var signature: [String] { [] }
    func begin(_ schema: String, number: Int) {}
    func finish(_ builder: TraceBuilder) throws(TraceError) {}
}

/// What became of a row that was not rejected.
enum XctraceRowFate {
    case imported
    /// `finish` will say.
    case held
    case skipped(ImportCounters.Name)
}

/// A table with the columns that it declares.
struct XctraceReader {
    let table: any XctraceTable
    let columns: [XctraceColumn]

    init(_ table: any XctraceTable) {
        self.table = table
        columns = table.columns
        for (slot, column) in columns.enumerated() { column.slot = slot }
    }

    /// Whether frames and binaries of call stacks are worth keeping.
    var readsStacks: Bool { columns.contains { type(of: $0).shape == .stack || type(of: $0).shape == .addressStack } }
}

enum XctraceTables {
    /// All families, in the order in which they are finished: causes need to know all updates.
    static func make() -> [XctraceReader] {
        let hitches = XctraceHitches()
        let roots = XctraceRootCauses()
        let tables: [any XctraceTable] = [
            XctraceUpdates(roots), XctraceBodyIntervals(), XctraceLinkEvents(), XctraceUpdateGroups(),
            XctraceCauses(roots),
            hitches, XctraceHitchesSummary(hitches), XctraceDisplays(), XctraceHangs(), XctraceSignposts(),
            XctraceSamples(), XctraceLogs(), XctraceHangRisks(), XctraceRunLoops(), XctraceFrames(), XctraceLayouts(),
            XctraceChanges(), XctraceLifeCycle(), XctraceThermalStates(),
        ]
        return tables.map(XctraceReader.init)
    }

    /// The schemas that are read, and the columns of each; those marked with * are needed.
    static var guide: [String] {
        ["Tables, by their schema, and their columns (* needed)"]
            + make().flatMap { reader in
                let columns = reader.columns.map { $0.name + ($0.isNeeded ? "*" : "") }
                return TextWidth.wrap(
                    "\(reader.table.schemas.joined(separator: ", ")): \(columns.joined(separator: ", "))", width: 98,
                    indent: 4
                ).map { "  \($0)" }
            }
    }
}

/// A table's header: its schema's name and its columns, in the order of the cells of a row.
final class XctraceSchema {
    /// As the file has it, or inferred from the columns; `unnamed` where neither is possible.
    let name: String
    let mnemonics: [String]
    let place: Place
    /// What reads the table; nil = a schema that this version does not read.
    let reader: XctraceReader?
    /// By cell: the slot of the column that reads it, and what that wants of it; `none` for a cell that no column reads.
    let slots: Column<Int>
    let shapes: Column<XctraceShape>

    static let unnamed = "(without a name)"

    /// Reads `<schema name="…"><col><mnemonic>…</mnemonic>…</col>…</schema>`; its start tag was just read.
    convenience init(_ xml: inout XMLReader, _ readers: [XctraceReader]) throws(TraceError) {
        let place = xml.tagPlace
        let name = xml.attribute(named: "name").map { $0.prefix(200).text } ?? ""
        self.init(name, try Self.mnemonics(&xml), at: place, readers)
    }

    /// An empty name: tools that rewrite exports drop it, and the columns tell.
    init(_ name: String, _ mnemonics: [String], at place: Place, _ readers: [XctraceReader]) {
        let reader = readers.first { reader in
            let signature = reader.table.signature
            guard name.isEmpty else { return reader.table.schemas.contains(name) }
            return !signature.isEmpty && signature.allSatisfy(mnemonics.contains)
        }
        self.name = name.isEmpty ? reader?.table.schemas[0] ?? Self.unnamed : name
        (self.mnemonics, self.place, self.reader) = (mnemonics, place, reader)
        slots = Column(repeating: 0, count: mnemonics.count)
        shapes = Column(repeating: .none, count: mnemonics.count)
        for (slot, column) in (reader?.columns ?? []).enumerated() {
            guard let cell = column.names.lazy.compactMap({ mnemonics.firstIndex(of: $0) }).first else { continue }
            slots[cell] = slot
            shapes[cell] = type(of: column).shape
        }
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
            if !reader.name.equals("mnemonic") {
                try reader.skipElement()
            } else if let text = try reader.leafText() {
                mnemonic = text.trimmed().prefix(200).text
            } else {
                throw reader.unexpected("the column's mnemonic", at: reader.position)
            }
        }
        return mnemonic
    }

    /// Columns that the reader cannot do without and that no cell holds, in words; nil where there are none.
    var missing: String? {
        let read = Set((0..<slots.count).filter { shapes[$0] != .none }.map { slots[$0] })
        let missing = (reader?.columns ?? []).filter { $0.isNeeded && !read.contains($0.slot) }
        return missing.isEmpty ? nil : missing.map { "'\($0.name)'" }.joined(separator: ", ")
    }

    /// The error of a table that cannot be read because a column was renamed or left out.
    func problem(missing columns: String) -> TraceError {
        let found = mnemonics.isEmpty ? "none" : mnemonics.joined(separator: ", ")
        return TraceError(
            .input, "the table \(name) has no column \(columns); found: \(found)", at: place,
            fix: "export the whole table with xcrun xctrace export; if this is how a newer Xcode writes it, report it")
    }

    /// Columns that are neither read nor known to hold nothing for us.
    var unknownColumns: [String] {
        guard let reader else { return [] }
        let known = Set(reader.columns.flatMap(\.names) + reader.table.otherColumns)
        return mnemonics.filter { !known.contains($0) }
    }
}
