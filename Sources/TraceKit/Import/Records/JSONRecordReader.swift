/// Reads one JSON object as the fields of a record. Shared by every format whose records are JSON objects.
struct JSONRecordReader: ~Copyable {
    /// The key that came last time behind some field, and what it stands for.
    private struct Successor: BitwiseCopyable {
        var key = JSONKey.none
        var match = FieldTable.Match(field: .record, unit: .nanoseconds, valueType: .name)
        /// The text that came last time under the key, where it is short and without escapes, and its name.
        var text = JSONKey.none
        var name = NameID.none
    }

    private let table = FieldTable()
    /// By field, and first of all for the beginning of a record: writers keep to one order, so that most keys need
    /// only be compared.
    private let successors = Column<Successor>(repeating: Successor(), count: Field.allCases.count + 1)
    private let builder: TraceBuilder
    private let names: NameTable
    let fields = RecordFields()
    /// Keys of the record that are no field at all.
    private(set) var unknownKeys: [NameID] = []
    /// The texts of the list that was read last.
    private let texts = Column<NameID>()
    /// The first value of the record that does not fit its field.
    private var problem: RowProblem?

    init(_ builder: TraceBuilder) {
        self.builder = builder
        names = builder.names
    }

    /// Reads the object at the reader's position. Syntax errors end the file; a value that does not fit its
    /// field makes the record a problem, which is returned after the whole object has been read.
    @inline(__always)
    mutating func read(_ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        fields.reset()
        if !unknownKeys.isEmpty { unknownKeys.removeAll(keepingCapacity: true) }
        problem = nil
        try reader.enterObject()
        let (fields, names, successors) = (fields, names, successors.base)
        var last = 0
        while true {
            var match = successors[last].match
            if !reader.skipKey(successors[last].key) {
                guard let key = try reader.nextKey() else { break }
                guard let known = table.match(key) else {
                    unknownKeys.append(names.intern(key))
                    try reader.skipValue()
                    continue
                }
                successors[last] = Successor(key: JSONKey(key), match: known)
                match = known
            }
            let successor = successors + last
            last = Int(match.field.rawValue) + 1
            if match.valueType == .name {
                // The same kinds, modules and threads come again and again.
                if reader.skipString(successor.pointee.text) {
                    fields.note(match.field, offset: reader.offset - successor.pointee.text.count - 2)
                    fields.set(match.field, successor.pointee.name)
                    continue
                }
            }
            if try Self.readPlainValue(match, &reader, fields, names, successor) { continue }
            let failure = try readOtherValue(match, &reader)
            if problem == nil { problem = failure }
        }
        return problem
    }

    /// Counts keys that are no field, or no field of this kind of record.
    @inline(__always)
    func countUnknownKeys(_ kind: RecordKind) {
        if !unknownKeys.isEmpty { countKeys(kind) }
        builder.countStrangeFields(kind, fields)
    }

    private func countKeys(_ kind: RecordKind) {
        for name in unknownKeys {
            builder.records.counters.add(
                .unknownKey, "\(kind.word.text).\((names.text(name) ?? "").prefix(60))")
        }
    }

    /// Reads a value of the usual shape for its field; false, and nothing read, for any other.
    @inline(__always)
    private static func readPlainValue(
        _ match: FieldTable.Match, _ reader: inout JSONReader, _ fields: RecordFields, _ names: NameTable,
        _ successor: UnsafeMutablePointer<Successor>
    ) throws(TraceError) -> Bool {
        let byte = try reader.peekByte()
        fields.note(match.field, offset: reader.offset)
        switch match.valueType {
        case .name:
            guard byte == UInt8(ascii: "\"") else { return false }
            let text = try reader.stringAtQuote()
            let name = names.intern(text)
            fields.set(match.field, name)
            successor.pointee.name = name
            successor.pointee.text = reader.isVerbatim(text) ? JSONKey(text) : .none
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

    @inline(never)
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
        case (.time, .number): return setTime(match, try reader.number())
        case (.time, .string): return setTime(match, try reader.string())
        case (.id, .number): return setID(field, try reader.number())
        case (.id, .string): return setID(field, try reader.string())
        case (.integer, .number): return setInteger(field, try reader.number())
        case (.bool, .bool): fields.set(field, bits: try reader.bool() ? 1 : 0)
        case (.ids, .number): return appendCause(try reader.number())
        case (.ids, .string): return appendCause(try reader.string())
        case (.ids, .array): return try readCauses(&reader)
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

    private func setTime(_ match: FieldTable.Match, _ text: ByteSlice) -> RowProblem? {
        if let plain = FieldValues.plainInteger(text), match.unit == .nanoseconds {
            fields.set(match.field, bits: UInt64(bitPattern: plain))
            return nil
        }
        do throws(RowProblem) {
            let value = try FieldValues.time(text, match.unit, match.field)
            fields.set(match.field, bits: UInt64(bitPattern: value))
            return nil
        } catch {
            return error
        }
    }

    private func setID(_ field: Field, _ text: ByteSlice) -> RowProblem? {
        do throws(RowProblem) {
            fields.set(field, bits: try FieldValues.id(text, field))
            return nil
        } catch {
            return error
        }
    }

    private func setInteger(_ field: Field, _ text: ByteSlice) -> RowProblem? {
        do throws(RowProblem) {
            fields.set(field, bits: UInt64(bitPattern: try FieldValues.integer(text, field)))
            return nil
        } catch {
            return error
        }
    }

    private func appendCause(_ text: ByteSlice) -> RowProblem? {
        do throws(RowProblem) {
            fields.appendCause(try FieldValues.id(text, .cause))
            return nil
        } catch {
            return error
        }
    }

    private func readCauses(_ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        var problem: RowProblem?
        try reader.enterArray()
        while try reader.nextElement() {
            switch try reader.peekKind() {
            case .number: problem = appendCause(try reader.number()) ?? problem
            case .string: problem = appendCause(try reader.string()) ?? problem
            default:
                try reader.skipValue()
                problem = RowProblem(.wrongType, "'causes' must hold ids only", .cause)
            }
        }
        return problem
    }

    private mutating func readNames(_ field: Field, _ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        let isText = try readTexts(&reader)
        fields.set(field, bits: UInt64(builder.records.lists.intern(UnsafeBufferPointer(texts.buffer)).rawValue))
        return isText ? nil : RowProblem(.wrongType, "'\(field.key)' must hold strings only", field)
    }

    private mutating func readStack(_ field: Field, _ reader: inout JSONReader) throws(TraceError) -> RowProblem? {
        let isText = try readTexts(&reader)
        var stack: UInt32 = 0
        for frame in texts.buffer.reversed() { stack = builder.records.stacks.child(of: stack, frame: frame) }
        fields.set(field, bits: UInt64(stack))
        return isText ? nil : RowProblem(.wrongType, "'frames' must hold strings only", field)
    }

    /// Whether all elements of the array were strings.
    private mutating func readTexts(_ reader: inout JSONReader) throws(TraceError) -> Bool {
        texts.removeAll()
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
