/// Writes the columns of records as text of our own format; omits columns without a value.
struct RecordText: ColumnVisitor {
    enum Shape {
        /// Objects of a document.
        case objects
        /// One object per line, with its kind of record.
        case lines
        /// Rows of a table.
        case cells
    }

    let out = TextBytes(capacity: 1 << 17)
    private let shape: Shape
    private let records: TraceRecords
    private let nodeIDs: [UInt64?]
    private let names: LiteralTexts
    private let lists: LiteralTexts
    private let keys: LiteralTexts
    private var isFirst = true
    /// The cells of a row, written in another order than in the table; cells without a value are empty.
    private let cellBytes = TextBytes()
    private var cells: [Range<Int>]
    private var cellStart = 0
    private let columns: [Int]

    init(_ records: TraceRecords, nodeIDs: [UInt64?], as shape: Shape) {
        self.records = records
        self.nodeIDs = nodeIDs
        self.shape = shape
        let (names, lists) = (records.names, records.lists)
        let isTable = shape == .cells
        self.names = LiteralTexts(count: names.count + 1) { number in
            let text = names.text(NameID(rawValue: UInt32(number))) ?? ""
            return isTable ? CSVExporter.quote(text) : JSONText.quote(text)
        }
        self.lists = LiteralTexts(count: lists.lists.count) { number in
            Self.literal(lists[ListID(rawValue: UInt32(number))].map { names.text($0) ?? "" }, shape)
        }
        keys = LiteralTexts(count: Field.allCases.count) { "\"\(Field.allCases[$0].exportedKey)\": " }
        cells = Array(repeating: 0..<0, count: CSVExporter.columns.count)
        let places = Dictionary(uniqueKeysWithValues: CSVExporter.columns.enumerated().map { ($1, $0) })
        columns = Field.allCases.map { places[$0.exportedKey] ?? -1 }
    }

    /// The buffer that values are written to.
    private var value: TextBytes { shape == .cells ? cellBytes : out }

    private static func literal(_ texts: [String], _ shape: Shape) -> String {
        guard shape == .cells else { return "[" + texts.map { JSONText.quote($0) }.joined(separator: ", ") + "]" }
        return texts.isEmpty ? "\"\"" : CSVExporter.quote(PropertyList.text(texts))
    }

    // MARK: Records

    mutating func begin(_ kind: RecordKind) {
        isFirst = true
        if shape != .cells { out.append(byte: UInt8(ascii: "{")) }
        guard shape != .objects else { return }
        open(.record)
        if shape == .lines { value.append(byte: UInt8(ascii: "\"")) }
        value.append(kind.word.text)
        if shape == .lines { value.append(byte: UInt8(ascii: "\"")) }
        close(.record)
    }

    mutating func end() {
        guard shape == .cells else {
            out.append(byte: UInt8(ascii: "}"))
            if shape == .lines { out.append(byte: UInt8(ascii: "\n")) }
            return
        }
        for column in cells.indices {
            if column > 0 { out.append(byte: UInt8(ascii: ",")) }
            if !cells[column].isEmpty { out.append(cells[column], of: cellBytes) }
            cells[column] = 0..<0
        }
        out.append(byte: UInt8(ascii: "\n"))
        cellBytes.clear()
    }

    private mutating func open(_ field: Field) {
        if shape == .cells {
            cellStart = cellBytes.count
            return
        }
        if !isFirst { out.append(", ") }
        isFirst = false
        keys.write(Int(field.rawValue), to: out)
    }

    private mutating func close(_ field: Field) {
        guard shape == .cells, columns[Int(field.rawValue)] >= 0 else { return }
        cells[columns[Int(field.rawValue)]] = cellStart..<cellBytes.count
    }

    // MARK: Fields

    mutating func add(_ field: Field, id: UInt64?) {
        guard let id else { return }
        open(field)
        value.append(id)
        close(field)
    }

    mutating func add(_ field: Field, _ number: Int64) {
        open(field)
        value.append(number)
        close(field)
    }

    mutating func add(_ field: Field, _ name: NameID) {
        guard name.isPresent else { return }
        open(field)
        names.write(Int(name.rawValue), to: value)
        close(field)
    }

    mutating func add(_ field: Field, _ text: String) {
        open(field)
        value.append(shape == .cells ? CSVExporter.quote(text) : JSONText.quote(text))
        close(field)
    }

    mutating func add(_ field: Field, _ texts: [String]) {
        open(field)
        value.append(Self.literal(texts, shape))
        close(field)
    }

    /// Writes several causes as a list in the column of a single one.
    mutating func add(causes: [UInt64]) {
        if shape != .cells, causes.count > 1 {
            if !isFirst { out.append(", ") }
            isFirst = false
            out.append("\"causes\": [")
        } else {
            open(.cause)
        }
        for (index, id) in causes.enumerated() {
            if index > 0 { value.append(shape == .cells ? ";" : ", ") }
            value.append(id)
        }
        if shape != .cells, causes.count > 1 { out.append("]") } else { close(.cause) }
    }

    // MARK: Columns

    mutating func node(_ handle: inout UInt32, _ field: Field) {
        // A node's id may be assigned by the export; edges refer to nodes by index.
        if field == .from || field == .to { add(field, id: nodeIDs[Int(handle)]) }
    }
    mutating func group(_ handle: inout UInt32, _ field: Field) {
        if handle != 0 { add(field, id: records.groupIDs[Int(handle)]) }
    }
    mutating func id(_ id: inout UInt64?, _ field: Field) { add(field, id: id) }
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        if other.isPresent { return add(field, other) }
        let word = code.wordID
        if word != .empty { add(field, word.nameID) }
    }
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        add(field, name)
    }
    mutating func list(_ list: inout ListID, _ field: Field) {
        guard list.isPresent else { return }
        open(field)
        lists.write(Int(list.rawValue), to: value)
        close(field)
    }
    mutating func stack(_ stack: inout UInt32, _ field: Field) {
        var frames: [StackTable.Node] = []
        var frame = Int(stack)
        while frame != 0 {
            frames.append(records.stacks.nodes[frame])
            frame = Int(records.stacks.nodes[frame].parent)
        }
        if !frames.isEmpty { add(field, frames, \.frame) }
        if frames.contains(where: { $0.binary.isPresent }) { add(.binaries, frames, \.binary) }
        if frames.contains(where: { $0.isApp }) {
            add(.appFrames, frames.indices.filter { frames[$0].isApp }.map { "\($0)" })
        }
        let places = frames.map { frame in
            records.stacks.source(of: frame).map { "\(records.names.text($0.file) ?? ""):\($0.line)" } ?? ""
        }
        if places.contains(where: { !$0.isEmpty }) { add(.sources, places) }
    }
    private mutating func add(
        _ field: Field, _ frames: [StackTable.Node], _ name: KeyPath<StackTable.Node, NameID>
    ) {
        guard shape != .cells else { return add(field, frames.map { records.names.text($0[keyPath: name]) ?? "" }) }
        open(field)
        for (index, frame) in frames.enumerated() {
            out.append(index > 0 ? ", " : "[")
            let name = frame[keyPath: name]
            if name.isPresent { names.write(Int(name.rawValue), to: out) } else { out.append("\"\"") }
        }
        out.append("]")
    }
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        if time != UpdateColumns.untimed { add(field, time) }
    }
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) {
        if time >= 0 { add(field, time) }
    }
    mutating func number(_ number: inout Int64, _ field: Field) { if number >= 0 { add(field, number) } }
    mutating func flag(_ flag: inout Bool?, _ field: Field) {
        guard let flag else { return }
        open(field)
        value.append(flag ? "true" : "false")
        close(field)
    }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) {
        if let text { add(field, text) }
    }
    mutating func integer(_ number: inout Int64?, _ field: Field) {
        if let number { add(field, number) }
    }
}

/// The texts of a trace as JSON, by database id, each read on first use.
final class StoredTexts {
    enum Table: CaseIterable { case names, properties, chains }

    private final class Source {
        let first: Int64
        let count: Int
        private let read: (Int64, TextBytes) throws(TraceError) -> Void
        private(set) var error: TraceError?

        /// - Parameter read: appends the quoted text with an id.
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

    /// The most names of a chain per update; arrows show the whole chain.
    private static let mostInChain = 16

    private let sources: [Source]
    private let literals: [LiteralTexts]

    init(_ stored: StoredTrace) throws(TraceError) {
        let sources = [
            try Source(stored, textsOf: "name"), try Source(stored, textsOf: "property_list"),
            try Source(stored, "cause_chain") {
                [chains = try ChainTexts(stored)] id, out throws(TraceError) in
                out.append(JSONText.quote(try chains.text(of: id, most: Self.mostInChain)))
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

    /// Writes the label of an arrow; an edge without a word is an update.
    func write(label: Int64, to out: TextBytes) {
        let before = out.count
        if label >= 0 { write(.names, label, to: out) }
        if out.count - before > 2 { return }
        out.drop(to: before)
        out.append("\"update\"")
    }

    /// Throws the error that occurred while reading texts.
    func check() throws(TraceError) {
        for source in sources { if let error = source.error { throw error } }
    }
}
