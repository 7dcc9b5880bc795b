/// A reader of one family of tables: rows to records.
///
/// Adding a family is one file with one of these and one line in `XctraceTables.make`. A table is known by its
/// schema's name, and where that is missing by its columns; columns are known by their mnemonics alone.
protocol XctraceTable: AnyObject {
    /// The schemas it reads.
    var schemas: [String] { get }
    /// The columns it reads; their places here are the slots by which it asks a row for its cells.
    var columns: [XctraceColumn] { get }
    /// Columns that the schemas have and that hold nothing for us.
    var otherColumns: [String] { get }
    /// The lanes of our own format that a table fills, or shows to be there where it holds no row.
    var lanes: [String] { get }
    /// Columns that together tell a table of this family where its schema has no name; empty = never.
    var signature: [String] { get }

    /// Called at the first row of every table, before its rows.
    func begin(_ table: XctraceTableInfo)
    /// Reads one row. A problem rejects it.
    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate
    /// Called once after the last file, in the order of `XctraceTables.make`. Rows that `read` held are
    /// accounted for here.
    func finish(_ builder: TraceBuilder) throws(TraceError)
}

extension XctraceTable {
    var otherColumns: [String] { [] }
    var signature: [String] { [] }
    func begin(_ table: XctraceTableInfo) {}
    func finish(_ builder: TraceBuilder) throws(TraceError) {}
}

/// What became of a row that was not rejected.
enum XctraceRowFate {
    case imported
    /// `finish` will say.
    case held
    case skipped(ImportCounters.Name)
}

/// A column that a table reads.
struct XctraceColumn {
    /// What it is called, in the order of preference: a few exporters rename columns.
    let mnemonics: [String]
    let shape: XctraceShape
    /// Whether a table without this column cannot be read at all.
    let isNeeded: Bool

    init(_ mnemonics: String..., shape: XctraceShape = .scalar, isNeeded: Bool = false) {
        self.mnemonics = mnemonics
        self.shape = shape
        self.isNeeded = isNeeded
    }
}

/// One table of one file.
struct XctraceTableInfo {
    let schema: String
    /// Counts the tables of a trace, from 1.
    let ordinal: Int
    /// By slot: whether the table has the column.
    let hasColumn: [Bool]

    func has(_ slot: some RawRepresentable<Int>) -> Bool { hasColumn[slot.rawValue] }
}

enum XctraceTables {
    /// All families, in the order in which they are finished: causes need to know all updates.
    static func make() -> [any XctraceTable] {
        let hitches = XctraceHitches()
        let roots = XctraceRootCauses()
        return [
            XctraceUpdates(roots), XctraceFilteredUpdates(roots), XctraceBodyIntervals(), XctraceLinkEvents(),
            XctraceUpdateGroups(), XctraceCauses(roots), hitches, XctraceHitchesSummary(hitches), XctraceDisplays(),
            XctraceHangs(), XctraceSignposts(), XctraceSamples(), XctraceLogs(),
            XctraceHangRisks(), XctraceRunLoops(), XctraceFrames(), XctraceLayouts(), XctraceChanges(),
            XctraceLifeCycle(), XctraceThermalStates(),
        ]
    }
}

/// The cells of one row, as its table sees them.
final class XctraceRow {
    let values: XctraceValues
    let threads: XctraceThreads
    /// By slot.
    let cells = Column<XctraceValue>()
    /// By slot; for messages.
    var columns: [XctraceColumn] = []
    private let reader: XctraceCells
    /// Where the row stands.
    var offset = 0
    var file = 0

    init(_ reader: XctraceCells) {
        self.reader = reader
        values = reader.values
        threads = XctraceThreads(values.names)
    }

    /// What the row's nodes of the full cause graph say of themselves.
    var details: [XctraceNodeDetail] { reader.details }

    /// The views around that of the row, innermost first.
    func hierarchy() -> NameID {
        let bytes = reader.pathBytes
        return bytes.count == 0 ? .none : values.names.intern(ByteSlice(bytes.base, bytes.count))
    }

    func prepare(for columns: [XctraceColumn]) {
        self.columns = columns
        cells.pad(to: columns.count, with: .absent)
    }

    @inline(__always)
    func clear() {
        for slot in 0..<columns.count { cells[slot] = .absent }
    }

    @inline(__always)
    func value<Slot: RawRepresentable>(_ slot: Slot) -> XctraceValue where Slot.RawValue == Int { cells[slot.rawValue] }

    /// The cell's text; `.none` where there is none.
    @inline(__always)
    func name<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        values.name(cells[slot.rawValue])
    }

    /// The cell's text unless it is empty.
    @inline(__always)
    func word<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        let name = values.name(cells[slot.rawValue])
        return name == NameID(.empty) ? .none : name
    }

    @inline(__always)
    func integer<Slot: RawRepresentable>(_ slot: Slot) throws(RowProblem) -> Int64? where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        if value.tag == .number { return Int64(bitPattern: value.payload) }
        if value.tag == .missing { throw dangling(slot.rawValue) }
        return try values.integer(value, mnemonic(slot.rawValue))
    }

    @inline(__always)
    func unsigned<Slot: RawRepresentable>(_ slot: Slot) throws(RowProblem) -> UInt64? where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        if value.tag == .number { return value.payload }
        if value.tag == .missing { throw dangling(slot.rawValue) }
        return try values.unsigned(value, mnemonic(slot.rawValue))
    }

    /// The thread as our records name it: `main`, or its name without process and pid.
    @inline(__always)
    func thread<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        return value.isPresent ? threads.thread(values.name(value)) : .none
    }

    /// The process as our records name it, from its own cell or from the thread's.
    @inline(__always)
    func process<Slot: RawRepresentable>(_ slot: Slot, thread: Slot) -> NameID where Slot.RawValue == Int {
        threads.process(word(slot), thread: word(thread))
    }

    /// The process of a row without a thread.
    func process<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        threads.process(word(slot), thread: .none)
    }

    private func mnemonic(_ slot: Int) -> String { columns[slot].mnemonics[0] }

    private func dangling(_ slot: Int) -> RowProblem {
        RowProblem(.danglingReference, "'\(mnemonic(slot))' refers to a value that the file does not hold")
    }
}

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
