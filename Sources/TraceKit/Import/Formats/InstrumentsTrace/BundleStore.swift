/// One table of a recording: its columns and their offsets in a row. Rows are read in order.
struct BundleStore {
    /// The kind of a value and its offset in the rows.
    struct Cell: BitwiseCopyable {
        let kind: BundleKind
        let offset: Int
        /// 4 or 8.
        let width: Int
    }

    struct Column {
        let mnemonic: String
        let type: String
        let cell: Cell
    }

    private static let pageSize = 4096
    private static let mostColumns = 1024

    let table: BundleTables.Table
    private let files: BundleFiles
    private(set) var columns: [Column] = []
    private(set) var rowSize = 0
    private(set) var rowCount = 0

    /// Reads only the descriptor, which has the number and the length of rows.
    init(_ files: BundleFiles, _ table: BundleTables.Table) throws(TraceError) {
        (self.files, self.table) = (files, table)
        _ = try readDescriptor()
    }

    /// Reads the columns too.
    init(columnsOf table: BundleTables.Table, _ files: BundleFiles) throws(TraceError) {
        (self.files, self.table) = (files, table)
        try readColumns(try readDescriptor())
    }

    private struct Field {
        let name: String
        let offset: Int
        let width: Int
    }

    private var descriptor: String { "\(table.folder)/bulkstore_descriptor" }
    private var rows: String { "\(table.folder)/bulkstore" }

    // MARK: Descriptor

    private mutating func readDescriptor() throws(TraceError) -> [Field] {
        guard let archive = try files.archive(descriptor) else { throw files.missing(descriptor) }
        guard let root = try archive.root["$0"] else {
            throw files.wrong(descriptor, "the table's description is damaged")
        }
        let size = Int(exactly: try root["_maxEventSize"]?.integer ?? 0) ?? 0
        guard try root["_variableSize"]?.integer ?? 0 == 0,
            try root["_minEventSize"]?.integer.map({ Int(exactly: $0) }) == size
        else { throw files.wrong(descriptor, "rows of different lengths are not read") }
        guard let count = try root["_props"]?["next_event_id"]?.integer, let rows = Int(exactly: count),
            rows <= 1 << 40
        else { throw files.wrong(descriptor, "the table does not say how many rows it has") }
        (rowSize, rowCount) = (size, rows)
        return try readFields(root)
    }

    private func readFields(_ root: KeyedArchive.Node) throws(TraceError) -> [Field] {
        var raw: [(index: UInt64, name: String, type: UInt64)] = []
        for field in try root["_fields"]?.elements() ?? [] {
            guard let field = try field["$0"], let name = try field["_name"]?.text,
                let index = try field["_index"]?.integer, let type = try field["_type"]?.integer,
                try field["_multi"]?.integer ?? 1 == 1, raw.count < Self.mostColumns
            else { throw files.wrong(descriptor, "a field of the table is not one that is read") }
            raw.append((index, name, type))
        }
        raw.sort { $0.index < $1.index }
        var (fields, offset): ([Field], Int) = ([], 0)
        for field in raw {
            guard let width = Self.width(field.type, isFirst: offset == 0) else {
                if [4, 5].contains(field.type) { throw BundleAge.problem(files, at: files.path(descriptor)) }
                throw TraceError(
                    .input, "the table has a field of a kind (\(field.type)) that is not read",
                    at: Place(file: files.path(descriptor)))
            }
            fields.append(Field(name: field.name, offset: offset, width: width))
            offset += width
        }
        guard offset == rowSize, fields.first?.name == "topology", rowSize <= Self.pageSize else {
            throw files.wrong(descriptor, "the fields of the table do not add up to its rows of \(rowSize) bytes")
        }
        return fields
    }

    /// The width of a field in bytes, by its type; the first field holds times and categories.
    private static func width(_ type: UInt64, isFirst: Bool) -> Int? {
        switch type {
        case 1 where !isFirst: 4
        case 2 where !isFirst: 8
        case 6 where isFirst: 24
        case 7 where isFirst: 16
        default: nil
        }
    }

    // MARK: Schema

    private mutating func readColumns(_ fields: [Field]) throws(TraceError) {
        let path = "\(table.folder)/schema.xml"
        guard let bytes = try files.bytes(path) else { throw files.missing(path) }
        let head = bytes.drop { [9, 10, 13, 32].contains($0) }
        var reader = XMLReader(ByteInput(bytes: head, name: files.path(path)))
        guard try reader.next() == .start, reader.name.equals("schema") else {
            throw reader.unexpected("<schema>", at: reader.tagStart)
        }
        let hasDuration = fields.first?.width == 24
        var byName: [String: Field] = [:]
        for field in fields.dropFirst() { byName[field.name] = field }
        while try reader.nextChild() {
            let mnemonic = reader.attribute(named: "mnemonic")?.prefix(200).text ?? ""
            let type = reader.attribute(named: "engineeringType")?.prefix(200).text ?? ""
            let topology = reader.attribute(named: "topologyField")?.text
            try reader.skipElement()
            guard columns.count < Self.mostColumns else { throw files.wrong(path, "the table has too many columns") }
            let place: (offset: Int, width: Int)?
            if let topology {
                place = Self.place(topology, hasDuration)
            } else {
                place = byName[mnemonic].map { ($0.offset, $0.width) }
            }
            guard let place else { throw files.wrong(path, "the column '\(mnemonic)' has no field in the rows") }
            columns.append(
                Column(
                    mnemonic: mnemonic, type: type,
                    cell: Cell(kind: BundleKind(type: type), offset: place.offset, width: place.width)))
        }
    }

    private static func place(_ topology: String, _ hasDuration: Bool) -> (offset: Int, width: Int)? {
        switch topology {
        case "XRTraceRelativeTimestampFieldID": (0, 8)
        case "XRDurationFieldID": hasDuration ? (8, 8) : nil
        case "XRCategory1FieldID": (hasDuration ? 16 : 8, 4)
        case "XRCategory2FieldID": (hasDuration ? 20 : 12, 4)
        default: nil
        }
    }

    func cell(_ mnemonic: String) -> Cell? { columns.first { $0.mnemonic == mnemonic }?.cell }

    // MARK: Rows

    /// A row, valid only during the call that it is passed to.
    struct Row {
        fileprivate let bytes: UnsafeRawPointer
        /// The number of the row, from zero.
        let number: Int
        /// Its offset in the decompressed file.
        let offset: Int

        func value(_ cell: Cell) -> UInt64 {
            cell.width == 8
                ? bytes.littleEndian(at: cell.offset, as: UInt64.self)
                : UInt64(bytes.littleEndian(at: cell.offset, as: UInt32.self))
        }

        /// The value; nil if all its bits are set.
        func present(_ cell: Cell) -> UInt64? {
            let value = value(cell)
            return value == (cell.width == 8 ? .max : 0xFFFF_FFFF) ? nil : value
        }
    }

    /// Visits the rows. Throws if the file is damaged, after visiting the rows before that place.
    func read(_ body: (Row) -> Void, watch: () throws(TraceError) -> Void = {}) throws(TraceError) {
        guard let stream = try files.stream(rows) else { throw files.missing(rows) }
        let capacity = 64 * Self.pageSize
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        defer { buffer.deallocate() }
        let segment = try readHead(stream, buffer)
        var (count, offset, number) = (0, Self.pageSize, 0)
        while true {
            let got = try stream.read(to: buffer + count, capacity - count)
            count += got
            var used = 0
            while number < rowCount, used + rowSize <= count {
                body(Row(bytes: UnsafeRawPointer(buffer + used), number: number, offset: offset + used))
                number += 1
                used += rowSize
            }
            // The bytes after the last row are read too, because the checksum is at the end.
            if number == rowCount { used = count }
            buffer.update(from: buffer + used, count: count - used)
            count -= used
            offset += used
            try watch()
            if got == 0 { break }
        }
        guard number == rowCount else {
            throw files.wrong(rows, "the file ends after \(number) of \(rowCount) rows", at: offset + count)
        }
        guard segment == 0 || (offset - Self.pageSize) % segment == 0 else {
            throw files.wrong(rows, "the file ends inside of a segment of rows", at: offset)
        }
    }

    /// Reads the head before the rows. Returns the length of a segment of rows.
    private func readHead(
        _ stream: any ByteStream, _ buffer: UnsafeMutablePointer<UInt8>
    ) throws(TraceError) -> Int {
        var count = 0
        while count < Self.pageSize {
            let got = try stream.read(to: buffer + count, Self.pageSize - count)
            guard got > 0 else { throw files.wrong(rows, "the table's rows lack their head", at: count) }
            count += got
        }
        return try checkHead(buffer)
    }

    /// Checks the head. Returns the length of a segment of rows.
    private func checkHead(_ buffer: UnsafePointer<UInt8>) throws(TraceError) -> Int {
        let words = (0..<7).map { Int(UnsafeRawPointer(buffer).littleEndian(at: 4 * $0, as: UInt32.self)) }
        guard words[0] == 0x1234_0A0A, words[1] == 3, words[3] == Self.pageSize else {
            throw files.wrong(rows, "the table's rows do not begin as those of Instruments do", at: 0)
        }
        guard words[4] == rowSize, words[5] == words[4] * words[6] else {
            throw files.wrong(rows, "rows of \(words[4]) bytes where the table says \(rowSize)", at: 16)
        }
        return words[5]
    }
}

/// The tables of one run of a recording; each has its own store, however many readers it has.
struct BundleTables {
    struct Table {
        let schema: String
        /// The path relative to the recording.
        let folder: String
        /// The parameters of the table, as in the table of contents.
        let attributes: [String: String]
    }

    let run: Int
    let folder: String
    private(set) var tables: [Table] = []

    /// The numbers of a recording's runs, without the scratch run `currentRun`. A deleted run leaves a folder without
    /// tables, which counts only if no run has tables.
    static func runs(_ files: BundleFiles) -> [Int] {
        let numbers = files.names(in: "corespace").compactMap { name -> Int? in
            guard name.hasPrefix("run"), let number = Int(name.dropFirst(3)), number > 0, number <= 1_000_000 else {
                return nil
            }
            return number
        }.sorted()
        guard numbers.count > 1 else { return numbers }
        let whole = numbers.filter { number in
            ["table-manager", "stores"].contains { !files.names(in: "corespace/run\(number)/core/\($0)").isEmpty }
        }
        return whole.isEmpty ? numbers : whole
    }

    init(_ files: BundleFiles, run: Int) throws(TraceError) {
        self.run = run
        folder = "corespace/run\(run)/core"
        let list = "\(folder)/table-manager/tables.plist"
        if let archive = try files.archive(list) {
            try read(archive, files, list)
        } else {
            // Every store describes itself.
            for store in files.names(in: "\(folder)/stores") {
                let path = "\(folder)/stores/\(store)"
                guard let spec = try files.archive("\(path)/spec.plist") else { continue }
                try add(try spec.root, path)
            }
            guard !tables.isEmpty else { throw files.missing(list) }
        }
        tables.sort { ($0.schema, $0.folder.utf8.count, $0.folder) < ($1.schema, $1.folder.utf8.count, $1.folder) }
    }

    private mutating func read(_ archive: KeyedArchive, _ files: BundleFiles, _ list: String) throws(TraceError) {
        guard let details = try archive.root["tableDetails"] else {
            throw files.wrong(list, "the recording's list of tables is damaged: it has no details")
        }
        var seen: Set<String> = []
        for (_, table) in try details.entries() {
            guard let path = try table["storeSubpath"]?.text, let spec = try table["spec"] else { continue }
            guard seen.insert(path).inserted else { continue }
            guard !path.split(separator: "/").contains("..") else {
                throw files.wrong(list, "the recording's list of tables is damaged: a table lies elsewhere")
            }
            try add(spec, "corespace/\(path)")
        }
    }

    private mutating func add(_ spec: KeyedArchive.Node, _ folder: String) throws(TraceError) {
        guard let schema = try spec["schemaName"]?.text else { return }
        var attributes: [String: String] = [:]
        for (key, value) in try spec["attributes"]?.entries() ?? [] {
            guard let key = try key.text else { continue }
            if let text = try value.text {
                attributes[key] = text
            } else if let number = value.integer {
                attributes[key] = String(number)
            } else {
                var parts: [String] = []
                for part in try value.elements() { if let text = try part.text { parts.append(text) } }
                attributes[key] = parts.joined(separator: " ")
            }
        }
        tables.append(Table(schema: String(schema.prefix(200)), folder: folder, attributes: attributes))
    }
}
