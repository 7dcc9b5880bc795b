/// The meaning of keys in JSON objects: the user's mapping comes first, then our own keys, then times without a unit.
struct FieldKeys {
    /// A key that the user maps to a field with its unit, or to a time whose unit is in the key or the value.
    private struct Mapped {
        /// The key or value of `--map`.
        let option: String
        let field: Field
        let match: FieldTable.Match?
        let unit: DecimalTime.Unit?
    }

    enum Known {
        case exact(FieldTable.Match)
        /// A time, and the unit that its key states.
        case time(Field, DecimalTime.Unit?)
        /// A field of own rows, as text or a list of texts.
        case text(Field)
        /// An object whose keys are fields of own rows.
        case object
        case nothing
    }

    private let table: FieldTable
    private let mapped: [String: Mapped]
    /// Mapped fields, whose own keys are ignored.
    private let taken: FieldSet
    private let matches: OptionMatches
    /// The fields of own rows; nil if the rows are not own ones.
    private let own: OwnRows?

    /// - Parameter style: the style of our own keys.
    init(_ options: ImportOptions, own: OwnRows? = nil, style: FieldTable.Style = .snake) {
        table = FieldTable(style)
        matches = options.matches
        self.own = own
        var mapped: [String: Mapped] = [:]
        for (option, key) in options.columnMap {
            guard let column = CSVHeadings.mapped(0, key, to: option, table) else { continue }
            mapped[String(key[...].trimmingSpaces)] = Mapped(
                option: option, field: column.field, match: table.match(option), unit: column.unit)
        }
        self.mapped = mapped
        var taken = mapped.values.reduce(into: FieldSet([])) { $0.insert($1.field) }
        for column in own?.columns ?? [] where column.field != .name { taken.insert(column.field) }
        self.taken = taken
    }

    func look(up key: ByteSlice) -> Known {
        if !mapped.isEmpty {
            let text = key.text
            if let own = mapped[text] {
                matches.note(.map, own.option)
                if let match = own.match { return .exact(match) }
                return own.field.valueType == .time ? .time(own.field, own.unit) : .text(own.field)
            }
            matches.offer(.map, [String(text.prefix(60))])
        }
        if let own {
            let text = key.text
            if let column = own.column(text) {
                return column.field.valueType == .time ? .time(column.field, column.unit) : .text(column.field)
            }
            if own.unfit.contains(text) { return .nothing }
            if own.columns.contains(where: { $0.name.hasPrefix(text + ".") }) { return .object }
        }
        if let own = table.match(key) { return taken.contains(own.field) ? .nothing : .exact(own) }
        guard key.count <= 8, let field = Self.bare.first(where: { $0.key == key.text }), !taken.contains(field) else {
            return .nothing
        }
        return .time(field, nil)
    }

    /// The field of a key in our formats.
    func understood(_ key: String) -> Field? {
        table.match(key)?.field ?? Self.bare.first { $0.key == key }
    }

    /// Our time keys without the unit, as others write them.
    private static let bare: [Field] = [.start, .end, .duration]
}

/// The keys of one object, which show what the rows of its file are.
struct RowKeys {
    /// The value of `record`, shortened.
    private(set) var record: String?
    /// The fields of its other keys.
    private(set) var fields = FieldSet([])

    /// Reads the object at the reader's position to its end; throws if the text ends before it.
    mutating func read(_ reader: inout JSONReader, _ keys: FieldKeys) throws(TraceError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("record"), try reader.peekKind() == .string {
                record = try reader.string().prefix(64).text
                continue
            }
            switch keys.look(up: key) {
            case .exact(let match): fields.insert(match.field)
            case .time(let field, _), .text(let field): fields.insert(field)
            case .object, .nothing: break
            }
            try reader.skipValue()
        }
    }

    /// Whether the object is a row in our format.
    var isOurs: Bool {
        if let record { return NearestWord.to(record, among: RecordKind.words) != nil }
        return RowKinds.timedKind(fields) != nil
    }
}

/// Finds the field that a key names.
final class FieldTable {
    struct Match: BitwiseCopyable {
        let field: Field
        /// The unit of a time field (`start_ns`, `start_us`, …).
        let unit: DecimalTime.Unit
        let valueType: Field.ValueType
    }

    private let keys = NameTable(vocabulary: [])
    /// The matches by key.
    private let matches = Column<Match>()
    /// The key found last, and for each key the one that followed it.
    private var last = NameID.none
    private let followers = Column(repeating: NameID.none, count: 1)

    /// The way in which the words of keys are joined.
    enum Style {
        /// `start_ns`, as in our formats.
        case snake
        /// Also `startMs`, as `Codable` writes it.
        case camel
    }

    private let style: Style

    init(_ style: Style = .snake) {
        self.style = style
        for field in Field.allCases where !Field.ofOwnRows.contains(field) {
            if field.valueType == .time {
                insert("\(field.key)_ns", field, .nanoseconds)
                insert("\(field.key)_us", field, .microseconds)
                insert("\(field.key)_ms", field, .milliseconds)
                insert("\(field.key)_s", field, .seconds)
            } else {
                insert(field.key, field, .nanoseconds)
            }
        }
        insert("causes", .cause, .nanoseconds)
    }

    /// The field of a key of our own formats; nil for any other key.
    func match(_ key: ByteSlice) -> Match? {
        // Writers keep the order of keys, so comparing with the previous follower usually suffices.
        var known = followers[last.index]
        if !keys.isText(known, key) {
            known = keys.find(key)
            guard known.isPresent else { return nil }
            followers[last.index] = known
        }
        last = known
        return matches[known.index - 1]
    }

    func match(_ key: String) -> Match? { ByteSlice.with(key.utf8) { match($0) } }

    /// All keys that can be mapped, for "did you mean".
    static var keys: [String] { Field.allCases.map(\.exportedKey) }

    private func insert(_ key: String, _ field: Field, _ unit: DecimalTime.Unit) {
        let words = key.split(separator: "_")
        if style == .camel, words.count > 1 {
            insert(
                words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(), field, unit)
        }
        _ = keys.intern(key)
        followers.append(.none)
        matches.append(Match(field: field, unit: unit, valueType: field.valueType))
    }
}

/// Exact field values from bytes: no floating point, checked for overflow.
enum FieldValues {
    /// Parses up to eighteen digits, which cannot overflow; nil for any other text.
    static func plainInteger(_ text: ByteSlice) -> Int64? {
        guard text.count > 0, text.count <= 18 else { return nil }
        var value: Int64 = 0
        for index in 0..<text.count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return value
    }

    /// Parses digits as an unsigned 64-bit number; nil for other characters and on overflow.
    static func unsigned(_ text: ByteSlice) -> UInt64? {
        guard text.count > 0 else { return nil }
        var value: UInt64 = 0
        for index in 0..<text.count {
            let digit = text[index] &- 0x30
            guard digit <= 9 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = product.addingReportingOverflow(UInt64(digit))
            if overflow || overflow2 { return nil }
            value = sum
        }
        return value
    }

    static func id(_ text: ByteSlice, _ field: Field) throws(RowProblem) -> UInt64 {
        if let plain = plainInteger(text) { return UInt64(bitPattern: plain) }
        if let value = unsigned(text) { return value }
        let isNumber = text.count > 0 && (0..<text.count).allSatisfy { isDigit(text[$0]) }
        throw RowProblem(
            isNumber ? .outOfRange : .wrongType,
            "'\(field.key)' must be a whole number from 0 to \(UInt64.max), found '\(cut(text))'", field)
    }

    static func integer(_ text: ByteSlice, _ field: Field) throws(RowProblem) -> Int64 {
        if let plain = plainInteger(text) { return plain }
        do throws(DecimalTime.Failure) {
            let whole = try DecimalTime.scaled(text, powerOfTen: 0)
            // `60.0` is whole, `1.5` is not; numbers too large for this check count as whole.
            if let closer = try? DecimalTime.scaled(text, powerOfTen: 6), closer % 1_000_000 != 0 { throw .notANumber }
            return whole
        } catch {
            throw problem(error, text, field, "a whole number")
        }
    }

    /// Parses a time in nanoseconds. Whole nanoseconds that fit only an unsigned 64-bit number are sentinels, returned
    /// as `Int64.max`.
    static func time(_ text: ByteSlice, _ unit: DecimalTime.Unit, _ field: Field) throws(RowProblem) -> Int64 {
        do throws(DecimalTime.Failure) {
            return try DecimalTime.nanoseconds(text, unit: unit)
        } catch {
            if unit == .nanoseconds, unsigned(text) != nil { return Int64.max }
            throw problem(error, text, field, "a number")
        }
    }

    private static func problem(
        _ failure: DecimalTime.Failure, _ text: ByteSlice, _ field: Field, _ expected: String
    ) -> RowProblem {
        switch failure {
        case .notANumber: RowProblem(.wrongType, "'\(field.key)' must be \(expected), found '\(cut(text))'", field)
        case .outOfRange:
            RowProblem(.outOfRange, "'\(field.key)' does not fit 64 bits of nanoseconds: '\(cut(text))'", field)
        }
    }

    /// Returns at most forty characters of a value, for a message.
    static func cut(_ text: ByteSlice) -> String {
        let whole = text.prefix(200).text
        return whole.count > 40 ? "\(whole.prefix(40))…" : whole
    }
}
