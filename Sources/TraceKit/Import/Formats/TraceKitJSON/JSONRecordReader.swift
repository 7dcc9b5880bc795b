/// Reads one JSON object as the fields of a record. Shared by every format whose records are JSON objects.
struct JSONRecordReader: ~Copyable {
    private let keys: FieldKeys
    private let builder: TraceBuilder
    private let names: NameTable
    let fields = RecordFields()
    /// Keys of the record that are no fields.
    private(set) var unknownKeys: [NameID] = []
    /// Times of the record whose keys have none of our units.
    private var loneTimes: [LoneTime] = []
    /// The fields and the kind of the last record without a stated kind.
    private var lastKind: (fields: FieldSet, kind: RecordKind?) = ([], nil)
    /// The last key inside an object, after the object's key.
    private let path = Column<UInt8>()
    /// The texts of the list read last.
    private var texts: [NameID] = []
    /// The times whose keys the builder knows.
    private var knownTimes = FieldSet([])

    /// Turns own rows into records; nil for other rows.
    private var sorter: OwnRowSorter?

    init(_ builder: TraceBuilder, own: OwnRows? = nil, style: FieldTable.Style = .snake) {
        self.builder = builder
        names = builder.names
        keys = FieldKeys(builder.options, own: own, style: style)
        sorter = own.map { OwnRowSorter($0, builder) }
    }

    /// Reads the object at the reader's position. Syntax errors end the file; an invalid value makes the record a
    /// problem, which is returned after the whole object has been read.
    mutating func read(_ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        fields.reset()
        if !unknownKeys.isEmpty { unknownKeys.removeAll(keepingCapacity: true) }
        if !loneTimes.isEmpty { loneTimes.removeAll(keepingCapacity: true) }
        var problem: RowProblem?
        try reader.enterObject()
        while let key = try reader.nextKey() { try readField(key, &reader, &problem) }
        return problem
    }

    @inline(__always)
    private mutating func readField(
        _ key: ByteSlice, _ reader: inout JSONReader, _ problem: inout RowProblem?
    ) throws(TraceError) {
        switch keys.look(up: key) {
        case .exact(let match):
            if match.valueType == .time, !knownTimes.contains(match.field) { note(match.field, key) }
            try readValue(match, &reader, &problem)
        case .time(let field, let unit): try readLoneTime(field, unit, key.text, &reader)
        case .text(let field): try readOwnText(field, key.text, &reader)
        case .object: try readObject(key.text, &reader, &problem)
        case .nothing:
            unknownKeys.append(names.intern(key))
            try reader.skipValue()
        }
    }

    /// Reads an object in an own row; its keys are named `key.inner`.
    private mutating func readObject(
        _ key: String, _ reader: inout JSONReader, _ problem: inout RowProblem?
    ) throws(TraceError) {
        guard try reader.peekKind() == .object else {
            unknownKeys.append(names.intern(key))
            return try reader.skipValue()
        }
        try reader.enterObject()
        while let inner = try reader.nextKey()?.text {
            path.removeAll()
            for byte in "\(key).\(inner)".utf8 { path.append(byte) }
            let count = path.count
            path.pad(to: count + ByteSlice.padding, with: 0)
            try readField(ByteSlice(path.base, count), &reader, &problem)
        }
    }

    /// Tells the builder the input's name for a time.
    private mutating func note(_ field: Field, _ key: ByteSlice) {
        knownTimes.insert(field)
        if builder.timeNames[field] == nil { builder.timeNames[field] = key.text }
    }

    // MARK: Foreign keys

    /// A time whose key, or whose mapping by the user, has no unit.
    private struct LoneTime {
        let field: Field
        let key: String
        var value: TimeText.Value?
        var failure: HumanQuantity.Failure?
        var text = ""
    }

    private mutating func readLoneTime(
        _ field: Field, _ unit: DecimalTime.Unit?, _ key: String, _ reader: inout JSONReader
    ) throws(TraceError) {
        var time = LoneTime(field: field, key: key)
        let kind = try reader.peekKind()
        fields.note(field, offset: reader.offset)
        guard kind == .number || kind == .string else {
            if kind != .null { (time.failure, time.text) = (.notANumber, Self.word(kind)) }
            try reader.skipValue()
            return loneTimes.append(time)
        }
        let text = kind == .number ? try reader.number() : try reader.string()
        if sorter != nil, HumanQuantity.isNothing(text) { return }
        do throws(HumanQuantity.Failure) {
            time.value = try TimeText.value(text, unit: unit, field, allowsGroups: true)
        } catch {
            (time.failure, time.text) = (error, FieldValues.cut(text))
        }
        if unit != nil, builder.timeNames[field] == nil { builder.timeNames[field] = key }
        loneTimes.append(time)
    }

    /// Reads a field of own rows. Of several keys for one field, the first with a value counts.
    private mutating func readOwnText(_ field: Field, _ key: String, _ reader: inout JSONReader) throws(TraceError) {
        let kind = try reader.peekKind()
        fields.note(field, offset: reader.offset)
        let isList = kind == .array && (field == .changed || field == .reason)
        guard !fields.has(field), kind == .string || kind == .number || isList else {
            if kind != .null { unknownKeys.append(names.intern(key)) }
            return try reader.skipValue()
        }
        if isList {
            guard try readTexts(&reader) else { return unknownKeys.append(names.intern(key)) }
            guard field == .reason else {
                return fields.set(field, bits: UInt64(builder.records.lists.intern(texts).rawValue))
            }
            let text = texts.map { names.text($0) ?? "" }.joined(separator: ";")
            return fields.set(field, names.intern(text))
        }
        let text = kind == .number ? try reader.number() : try reader.string()
        if text.trimmed().isEmpty { return }
        if field == .changed {
            fields.set(field, bits: UInt64(OwnRowSorter.changed(text.text, builder).rawValue))
        } else {
            fields.set(field, names.intern(text))
        }
    }

    /// The kind of a record that does not state it; nil if it is not certain.
    mutating func kindOfFields() -> RecordKind? {
        let times = loneTimes.reduce(into: FieldSet([])) { $0.insert($1.field) }
        if sorter != nil { return sorter?.settle(self.fields, times) }
        let fields = fields.present.union(times)
        if lastKind.fields == fields { return lastKind.kind }
        let kinds = Set(RowKinds.kinds(fields))
        let kind = kinds.count == 1 ? kinds.first : RowKinds.lacksStart(fields) ? .update : nil
        lastKind = (fields, kind)
        return kind
    }

    /// Takes times whose keys have no unit, if a record of this kind has none under one of our keys.
    mutating func settleTimes(_ kind: RecordKind) -> RowProblem? { loneTimes.isEmpty ? nil : settleLoneTimes(kind) }

    private mutating func settleLoneTimes(_ kind: RecordKind) -> RowProblem? {
        var problem: RowProblem?
        for time in loneTimes {
            let isNeeded =
                kind.fields.contains(time.field) && !fields.has(time.field)
                && (time.field != .end || !fields.has(.duration))
            guard isNeeded else {
                unknownKeys.append(names.intern(time.key))
                continue
            }
            if let value = time.value {
                fields.set(time.field, bits: UInt64(bitPattern: value.nanoseconds))
                if value.isLocal { builder.hasLocalTimes = true }
            } else if let failure = time.failure {
                problem = problem ?? self.problem(failure, time)
            }
        }
        return problem
    }

    private func problem(_ failure: HumanQuantity.Failure, _ time: LoneTime) -> RowProblem {
        switch failure {
        case .noUnit:
            // Zero needs no unit, but later rows' times will.
            let bare = loneTimes.filter { $0.failure == .noUnit || $0.value?.nanoseconds == 0 }
            let unit = TimeWithoutUnit.likelyUnit(
                ofLengths: bare.filter { $0.field == .duration }.compactMap { Double($0.text) })
            let others = bare.map { TimeWithoutUnit(field: $0.field, name: $0.key, unit: unit) }
            return .withoutUnit(time.key, found: time.text, time.field, others)
        case .outOfRange:
            return RowProblem(.outOfRange, "'\(time.key)' is out of range, found '\(time.text)'", time.field)
        case .notANumber:
            return RowProblem(
                .wrongType, "'\(time.key)' must be a time like '12.34 ms', found '\(time.text)'", time.field)
        }
    }

    /// Counts keys that are no fields, or no fields of this kind of record.
    mutating func countUnknownKeys(_ kind: RecordKind) {
        if !unknownKeys.isEmpty { countKeys(kind) }
        builder.countStrangeFields(kind, fields)
    }

    private func countKeys(_ kind: RecordKind) {
        for name in unknownKeys {
            builder.records.counters.add(
                .unknownKey, "\(kind.word.text).\((names.text(name) ?? "").prefix(60))")
        }
    }

    /// Reads any value; the first invalid one is the record's problem.
    private mutating func readValue(
        _ match: FieldTable.Match, _ reader: inout JSONReader, _ problem: inout RowProblem?
    ) throws(TraceError) {
        if try readPlainValue(match, &reader) { return }
        let failure = try readOtherValue(match, &reader)
        if problem == nil { problem = failure }
    }

    /// Reads a value in the usual form for its field; returns false, without reading, for any other.
    private mutating func readPlainValue(_ match: FieldTable.Match, _ reader: inout JSONReader) throws(TraceError)
        -> Bool
    {
        let byte = try reader.peekByte()
        fields.note(match.field, offset: reader.offset)
        switch match.valueType {
        case .name:
            guard byte == UInt8(ascii: "\"") else { return false }
            fields.set(match.field, names.intern(try reader.stringAtQuote()))
        case .time, .id, .integer:
            guard match.unit == .nanoseconds, let plain = reader.plainInteger() else { return false }
            fields.set(match.field, bits: UInt64(bitPattern: plain))
        case .ids:
            guard let plain = reader.plainInteger() else { return false }
            fields.appendCause(UInt64(bitPattern: plain))
        default: return false
        }
        return true
    }

    private mutating func readOtherValue(
        _ match: FieldTable.Match, _ reader: inout JSONReader
    ) throws(TraceError) -> RowProblem? {
        let kind = try reader.peekKind()
        let field = match.field
        if kind == .null {
            try reader.null()
            return nil
        }
        switch (field.valueType, kind) {
        case (.name, .string): fields.set(field, names.intern(try reader.string()))
        case (.name, .number): fields.set(field, names.intern(try reader.number()))
        case (.bool, .bool): fields.set(field, bits: try reader.bool() ? 1 : 0)
        case (.time, .number), (.id, .number), (.integer, .number), (.ids, .number):
            return set(match, try reader.number())
        case (.time, .string), (.id, .string), (.ids, .string): return set(match, try reader.string())
        case (.ids, .array): return try readCauses(match, &reader)
        case (.names, .array): return try readNames(field, &reader)
        case (.stack, .array): return try readStack(field, &reader)
        default:
            try reader.skipValue()
            return RowProblem(
                .wrongType, "'\(field.key)' must be \(Self.expectation(field.valueType)), found \(Self.word(kind))",
                field)
        }
        return nil
    }

    /// Sets a field to a number; returns the problem if it is invalid.
    private func set(_ match: FieldTable.Match, _ text: ByteSlice) -> RowProblem? {
        let field = match.field
        do throws(RowProblem) {
            switch match.valueType {
            case .time: fields.set(field, bits: UInt64(bitPattern: try FieldValues.time(text, match.unit, field)))
            case .id: fields.set(field, bits: try FieldValues.id(text, field))
            case .ids: fields.appendCause(try FieldValues.id(text, .cause))
            default: fields.set(field, bits: UInt64(bitPattern: try FieldValues.integer(text, field)))
            }
            return nil
        } catch {
            return error
        }
    }

    private func readCauses(
        _ match: FieldTable.Match, _ reader: inout JSONReader
    ) throws(TraceError) -> RowProblem? {
        var problem: RowProblem?
        try reader.enterArray()
        while try reader.nextElement() {
            switch try reader.peekKind() {
            case .number: problem = set(match, try reader.number()) ?? problem
            case .string: problem = set(match, try reader.string()) ?? problem
            default:
                try reader.skipValue()
                problem = RowProblem(.wrongType, "'causes' must hold ids only", .cause)
            }
        }
        return problem
    }

    private mutating func readNames(_ field: Field, _ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        let isText = try readTexts(&reader)
        fields.set(field, bits: UInt64(builder.records.lists.intern(texts).rawValue))
        return isText ? nil : RowProblem(.wrongType, "'\(field.key)' must hold strings only", field)
    }

    private mutating func readStack(_ field: Field, _ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        let isText = try readTexts(&reader)
        var stack: UInt32 = 0
        for name in texts.reversed() {
            stack = builder.records.stacks.child(of: stack, StackTable.Frame(name: name))
        }
        fields.set(field, bits: UInt64(stack))
        return isText ? nil : RowProblem(.wrongType, "'frames' must hold strings only", field)
    }

    /// Reads an array of strings; returns whether all elements were strings.
    private mutating func readTexts(_ reader: inout JSONReader) throws(TraceError) -> Bool {
        texts.removeAll(keepingCapacity: true)
        var isText = true
        try reader.enterArray()
        while try reader.nextElement() {
            if try reader.peekKind() == .string {
                texts.append(names.intern(try reader.string()))
            } else {
                try reader.skipValue()
                isText = false
            }
        }
        return isText
    }

    private static func expectation(_ type: Field.ValueType) -> String {
        switch type {
        case .name: "a string"
        case .id: "an id (a whole number)"
        case .integer: "a whole number"
        case .time: "a number"
        case .bool: "true or false"
        case .names, .stack: "a list of strings"
        case .ids: "an id or a list of ids"
        }
    }

    private static func word(_ kind: JSONReader.ValueKind?) -> String {
        kind.map { "a value of type \($0)" } ?? "nothing"
    }
}
