/// Own rows in JSON: lines, an array, or arrays in an object or an array.
enum OwnRowJSON {
    /// The location of a document's rows, and how to read them.
    struct Document {
        /// The keys that lead to the rows from the outermost value; nil = all elements of an array.
        let path: [String?]
        /// The fields of own rows; nil if our formats understand the rows.
        let own: OwnRows?
        /// The keys of lists beside them that are named like our lanes and whose rows have a start.
        var lanes: Set<String> = []
    }

    /// Finds the fields of the lines of a text; nil if they are no own rows.
    static func lines(_ head: ByteSlice, _ options: ImportOptions) -> OwnRows? {
        let mapped = Set(options.columnMap.values)
        var (group, rest) = (Group(mapped), JSONHead.skipMark(head))
        while rest.count > 0, group.rows.count < OwnRowSurvey.mostRows {
            let line = rest.prefix(rest.buffer.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.count)
            rest = rest.dropFirst(line.count + 1)
            let text = line.trimmed()
            guard text.hasPrefix("{") else { continue }
            var reader = JSONReader(ByteInput(bytes: text.buffer, name: ""))
            var collector = Collector(mapped: mapped)
            guard (try? collector.walk(&reader, [])) != nil, let row = collector.outermost else { continue }
            // Rows in our format have this key.
            if row.values["record"]?.kind == .text { return nil }
            group.add(row, collector.outermostKeys, behind: text.start - head.start)
        }
        return group.choose(options)
    }

    /// Finds the rows in the start of a document, and their fields; nil if it has none.
    static func document(_ head: ByteSlice, _ options: ImportOptions) -> Document? {
        let body = JSONHead.skipMark(head)
        guard body.hasPrefix("{") || body.hasPrefix("[") else { return nil }
        var reader = JSONReader(ByteInput(bytes: body.buffer, name: ""))
        var collector = Collector(mapped: Set(options.columnMap.values))
        // The text may be cut here; only complete values count.
        _ = try? collector.walk(&reader, [])
        for path in collector.paths {
            guard var group = collector.groups[path] else { continue }
            group.offset = body.start - head.start
            if let own = group.choose(options) {
                return Document(path: path, own: own, lanes: collector.lanes(beside: path))
            }
            // Lanes without the name of our format are reported elsewhere; plain arrays are known by their first row.
            let isLane = RecordKind.allCases.contains { $0.documentKey == path.first ?? "" }
            if !isLane, path != [nil], group.areUpdates(options) { return Document(path: path, own: nil) }
        }
        return nil
    }

    /// The rows of one list, with all of their keys in order.
    private struct Group {
        var rows: [OwnRowSurvey.Row] = []
        var offset = 0
        private(set) var keys: [String] = []
        /// Whether a key may name a view or the kind of a row.
        private var isTelling: [String: Bool] = [:]
        private let mapped: Set<String>

        init(_ mapped: Set<String>) { self.mapped = mapped }

        /// Adds a row. Rows without relevant keys are ignored: there may be any number of them.
        mutating func add(_ row: OwnRowSurvey.Row, _ names: [String], behind skipped: Int = 0) {
            for name in names where isTelling[name] == nil {
                let field = OwnRowSurvey.field(of: name)
                isTelling[name] = field == .view || field == .event || mapped.contains(name)
                keys.append(name)
            }
            guard names.contains(where: { isTelling[$0] == true }) else { return }
            rows.append(row)
            rows[rows.count - 1].offset += skipped
        }

        func choose(_ options: ImportOptions) -> OwnRows? {
            guard OwnRowSurvey.mayHaveViews(keys, options.columnMap) else { return nil }
            let known = FieldKeys(options.unnoted)
            let fields = keys.reduce(into: [String: Field]()) { $0[$1] = known.understood($1) }
            // Records of other kinds are understood without a survey.
            let areOthers = rows.allSatisfy { row in
                let kind = RowKinds.timedKind(
                    row.values.keys.reduce(into: []) { $0.formUnion(fields[$1].map { FieldSet($0) } ?? []) })
                return kind != nil && kind != .update
            }
            guard !areOthers else { return nil }
            var rows = rows
            if offset > 0 { for index in rows.indices { rows[index].offset += offset } }
            return OwnRowSurvey.choose(
                keys, rows, options.columnMap, isTable: false, understood: { fields[$0] })
        }

        /// Whether the first row is a view body update in our format.
        func areUpdates(_ options: ImportOptions) -> Bool {
            guard let first = rows.first, first.values["record"] == nil,
                OwnRowSurvey.mayHaveViews(keys, options.columnMap)
            else { return false }
            let known = FieldKeys(options.unnoted)
            let fields = first.values.keys.reduce(into: FieldSet([])) { fields, key in
                switch ByteSlice.with(key.utf8, known.look(up:)) {
                case .exact(let match): fields.insert(match.field)
                case .time(let field, _), .text(let field): fields.insert(field)
                case .object, .nothing: if let field = known.understood(key) { fields.insert(field) }
                }
            }
            return RowKinds.timedKind(fields) == .update
                && !fields.isDisjoint(with: FieldSet(.duration, .end, .changed))
        }
    }

    /// Collects the objects of a JSON text by their paths.
    private struct Collector {
        private(set) var groups: [[String?]: Group] = [:]
        private(set) var paths: [[String?]] = []
        private(set) var outermost: OwnRowSurvey.Row?
        private(set) var outermostKeys: [String] = []
        /// The object that ended last.
        private var last: (row: OwnRowSurvey.Row, keys: [String]) = (OwnRowSurvey.Row(), [])

        /// The keys of the outermost object with lanes in our format, beside the rows at a path.
        func lanes(beside path: [String?]) -> Set<String> {
            let table = FieldTable(.camel)
            let keys = RecordKind.allCases.filter { $0 != .trace && $0 != .update }.map(\.documentKey)
            return Set(
                keys.filter { key in
                    [key, nil] != path
                        && groups[[key, nil]]?.keys.contains { table.match($0)?.field == .start } == true
                })
        }

        private let mapped: Set<String>
        private static let deepest = 6

        init(mapped: Set<String>) { self.mapped = mapped }

        /// Reads one value. For an array of texts, returns the texts.
        @discardableResult
        mutating func walk(_ reader: inout JSONReader, _ path: [String?]) throws(TraceError) -> OwnRowSurvey.Value {
            let kind = try reader.peekKind()
            if kind == .object || kind == .array, path.count < Self.deepest {
                return kind == .object ? try walkObject(&reader, path) : try walkArray(&reader, path)
            }
            return try Self.value(&reader, kind)
        }

        private static func value(
            _ reader: inout JSONReader, _ kind: JSONReader.ValueKind?
        ) throws(TraceError) -> OwnRowSurvey.Value {
            switch kind {
            case .string: return OwnRowSurvey.Value(text: try reader.string().text)
            case .number: return OwnRowSurvey.Value(kind: .number, text: try reader.number().text)
            default:
                try reader.skipValue()
                return OwnRowSurvey.Value(kind: kind == .null ? .text : .other)
            }
        }

        private mutating func walkObject(
            _ reader: inout JSONReader, _ path: [String?]
        ) throws(TraceError) -> OwnRowSurvey.Value {
            var (row, keys) = (OwnRowSurvey.Row(offset: reader.offset), [String]())
            try reader.enterObject()
            while let key = try reader.nextKey()?.text {
                let kind = try reader.peekKind()
                let isPlain = kind != .object && kind != .array
                row.values[key] = isPlain ? try Self.value(&reader, kind) : try walk(&reader, path + [key])
                keys.append(key)
                guard kind == .object, path.count + 1 < Self.deepest else { continue }
                // The values of an object in a row belong to the row.
                for inner in last.keys where last.row.values[inner]?.kind != .other {
                    row.values["\(key).\(inner)"] = last.row.values[inner]
                    keys.append("\(key).\(inner)")
                }
            }
            last = (row, keys)
            if path.isEmpty { (outermost, outermostKeys) = (row, keys) }
            guard case .some(nil) = path.last else { return OwnRowSurvey.Value(kind: .other) }
            if groups[path] == nil { paths.append(path) }
            if groups[path]?.rows.count ?? 0 < OwnRowSurvey.mostRows {
                groups[path, default: Group(mapped)].add(row, keys)
            }
            return OwnRowSurvey.Value(kind: .other)
        }

        private mutating func walkArray(
            _ reader: inout JSONReader, _ path: [String?]
        ) throws(TraceError) -> OwnRowSurvey.Value {
            var (texts, isText) = ([String](), true)
            try reader.enterArray()
            while try reader.nextElement() {
                let value = try walk(&reader, path + [nil])
                if value.kind == .text { texts.append(value.text) } else { isText = false }
            }
            return OwnRowSurvey.Value(kind: isText ? .list : .other, text: texts.joined(separator: ";"))
        }
    }
}
