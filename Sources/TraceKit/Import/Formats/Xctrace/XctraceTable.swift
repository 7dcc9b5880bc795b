/// A reader of one family of tables, from rows to records.
///
/// To add a family, add one file with such a reader to `Tables`, and one line to `XctraceTables.make`. The reader
/// declares each column once, by name and type, as a stored property, and lists them. A table is recognised by its
/// schema's name or, without one, by its columns.
protocol XctraceTable: AnyObject {
    /// The schemas it reads.
    var schemas: [String] { get }
    /// The declared columns.
    var columns: [XctraceColumn] { get }
    /// Columns of the schemas that are not needed.
    var otherColumns: [String] { get }
    /// The lanes that a table fills, or shows to be present if it has no row.
    var lanes: [Lane] { get }
    /// Columns that together identify a table of this family if its schema has no name; empty = never.
    var signature: [String] { get }

    /// Called before a table's first row, when its columns are known. `number` counts the tables of a trace.
    func begin(_ schema: String, number: Int)
    /// Reads one row. A problem rejects it.
    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate
    /// Called once after the last file, in the order of `XctraceTables.make`. Rows that `read` held are counted here.
    func finish(_ builder: TraceBuilder) throws(TraceError)
}

extension XctraceTable {
    var otherColumns: [String] { [] }
    var lanes: [Lane] { [] }
    var signature: [String] { [] }
    func begin(_ schema: String, number: Int) {}
    func finish(_ builder: TraceBuilder) throws(TraceError) {}
}

/// The outcome of a row that was not rejected.
enum XctraceRowFate {
    case imported
    /// `finish` decides.
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

    /// Whether frames and binaries of call stacks must be kept.
    var readsStacks: Bool { columns.contains { type(of: $0).shape == .stack || type(of: $0).shape == .addressStack } }
}

enum XctraceTables {
    /// Creates all families, in the order in which they finish: causes need all updates.
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

    /// The schemas that are read, with the columns of each; required ones are marked with *.
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
    /// The name in the file, or inferred from the columns; `unnamed` if neither is possible.
    let name: String
    let mnemonics: [String]
    let place: Place
    /// The reader of the table; nil for a schema that is not supported.
    let reader: XctraceReader?
    /// The slot of the column that reads each cell, and the shape that it wants; `none` for a cell that no column
    /// reads.
    let slots: Column<Int>
    let shapes: Column<XctraceShape>

    static let unnamed = "(without a name)"

    /// Reads `<schema name="…"><col><mnemonic>…</mnemonic>…</col>…</schema>`, whose start tag was just read.
    convenience init(_ xml: inout XMLReader, _ readers: [XctraceReader]) throws(TraceError) {
        let place = xml.tagPlace
        let name = xml.attribute(named: "name").map { $0.prefix(200).text } ?? ""
        self.init(name, try Self.mnemonics(&xml), at: place, readers)
    }

    /// Creates a schema. If the name is empty, because a tool that rewrites exports dropped it, it is inferred from the
    /// columns.
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

    /// Required columns that the table lacks, in words; nil if there are none.
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

    /// Columns that are neither read nor known to be unneeded.
    var unknownColumns: [String] {
        guard let reader else { return [] }
        let known = Set(reader.columns.flatMap(\.names) + reader.table.otherColumns)
        return mnemonics.filter { !known.contains($0) }
    }
}
