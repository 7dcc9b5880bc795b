/// Reads the cells of a row into the fields of a record.
struct CSVCells: ~Copyable {
    /// The way in which the cells of a column are read.
    private enum Way: UInt8, BitwiseCopyable { case name, number, cause, list, own, shown }

    private struct Plan: BitwiseCopyable {
        let column: CSVColumn
        let way: Way
    }

    let fields = RecordFields()
    /// The update in Instruments' words, and its type.
    private(set) var description = NameID.none
    private(set) var updateType = NameID.none
    private let builder: TraceBuilder
    private let threads: XctraceThreads
    private var names: [NameID] = []
    /// Whether commas in a cell cannot be delimiters.
    private let allowsGroups: Bool
    /// A buffer for numbers with decimal commas, if the table has them.
    private let decimals: Column<UInt8>?
    /// The plans by cell of a row; nil for columns that are not read.
    private let plans = Column<Plan?>()
    private let headings: [String]

    init(_ header: CSVHeader, _ builder: TraceBuilder) {
        self.builder = builder
        threads = XctraceThreads(builder.names)
        allowsGroups = header.delimiter != UInt8(ascii: ",")
        decimals = header.hasDecimalCommas ? Column() : nil
        headings = header.headings
        plans.pad(to: headings.count, with: nil)
        for column in header.columns { plans[column.index] = Plan(column: column, way: Self.way(column)) }
    }

    private static func way(_ column: CSVColumn) -> Way {
        guard !column.isShown else { return .shown }
        switch column.field.valueType {
        case .name: return .name
        case .time: return column.unit == .nanoseconds ? .number : .own
        case .id, .integer: return .number
        case .ids: return .cause
        case .names: return .list
        case .bool, .stack: return .own
        }
    }

    mutating func read(_ row: inout CSVReader) throws(RowProblem) {
        fields.reset()
        description = .none
        updateType = .none
        for index in 0..<row.cellCount {
            let cell = row.cells[index]
            guard !cell.isEmpty, let plan = plans[index] else { continue }
            let field = plan.column.field
            fields.note(field, offset: row.rowOffset &+ Int(cell.offset))
            let text = row.text(of: cell)
            switch plan.way {
            case .name: fields.set(field, builder.names.intern(text))
            case .list: fields.set(field, bits: UInt64(list(text).rawValue))
            case .number, .cause:
                guard let number = FieldValues.plainInteger(text) else {
                    try readOwn(plan.column, text)
                    continue
                }
                if plan.way == .number {
                    fields.set(field, bits: UInt64(bitPattern: number))
                } else {
                    fields.appendCause(UInt64(bitPattern: number))
                }
            case .own: try readOwn(plan.column, text)
            case .shown: try readShown(plan.column, text, isQuoted: cell.isQuoted)
            }
        }
    }

    // MARK: Our own columns

    /// Reads a cell that is not a name, list or plain number.
    private mutating func readOwn(_ column: CSVColumn, _ text: ByteSlice) throws(RowProblem) {
        let field = column.field
        if field.valueType == .stack { return fields.set(field, bits: UInt64(stack(text))) }
        // Quoted cells may be empty too: some programs quote every cell.
        let text = text.trimmed()
        if text.isEmpty { return }
        let number = decimals.map { DecimalCommas.withPoint(text, $0) } ?? text
        switch field.valueType {
        case .time:
            let value = try FieldValues.time(number, column.unit ?? .nanoseconds, field)
            fields.set(field, bits: UInt64(bitPattern: value))
        case .id: fields.set(field, bits: try FieldValues.id(text, field))
        case .integer: fields.set(field, bits: UInt64(bitPattern: try FieldValues.integer(text, field)))
        case .bool: fields.set(field, bits: try bool(text, field))
        case .ids: try readCauses(text)
        case .name, .names, .stack: break
        }
    }

    private func bool(_ text: ByteSlice, _ field: Field) throws(RowProblem) -> UInt64 {
        switch text.prefix(8).text.lowercased() {
        case "true", "yes", "1": return 1
        case "false", "no", "0": return 0
        default:
            throw RowProblem(
                .wrongType, "'\(field.key)' must be true or false, found '\(FieldValues.cut(text))'", field)
        }
    }

    private func readCauses(_ text: ByteSlice) throws(RowProblem) {
        var rest = text
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.count
            fields.appendCause(try FieldValues.id(rest.prefix(end).trimmed(), .cause))
            if end == rest.count { return }
            rest = rest.dropFirst(end + 1)
        }
    }

    // MARK: Lists

    private mutating func list(_ text: ByteSlice) -> ListID {
        readItems(text)
        return builder.records.lists.intern(names)
    }

    /// Reads a stack, whose frames come leaf first.
    private mutating func stack(_ text: ByteSlice) -> UInt32 {
        readItems(text)
        var stack: UInt32 = 0
        for name in names.reversed() {
            stack = builder.records.stacks.child(of: stack, StackTable.Frame(name: name))
        }
        return stack
    }

    /// Reads items separated by `;`, escaped in an item as `\;`. A quoted empty cell is the empty list.
    private mutating func readItems(_ text: ByteSlice) {
        names.removeAll(keepingCapacity: true)
        if text.isEmpty { return }
        var first = 0
        var index = 0
        var isEscaped = false
        while index <= text.count {
            if index == text.count || text[index] == UInt8(ascii: ";") {
                let item = ByteSlice(text.start + first, index - first)
                names.append(isEscaped ? builder.names.intern(Self.unescaped(item)) : builder.names.intern(item))
                first = index + 1
                isEscaped = false
            } else if text[index] == UInt8(ascii: "\\"), index + 1 < text.count, text[index + 1] == UInt8(ascii: ";") {
                isEscaped = true
                index += 1
            }
            index += 1
        }
    }

    private static func unescaped(_ item: ByteSlice) -> String {
        var bytes: [UInt8] = []
        for index in 0..<item.count {
            let isEscape =
                item[index] == UInt8(ascii: "\\") && index + 1 < item.count && item[index + 1] == UInt8(ascii: ";")
            if !isEscape { bytes.append(item[index]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Cells in Instruments' format

    private mutating func readShown(_ column: CSVColumn, _ text: ByteSlice, isQuoted: Bool) throws(RowProblem) {
        let field = column.field
        let text = HumanQuantity.trimmed(text)
        if text.isEmpty { return }
        switch column.meaning {
        case .description:
            description = builder.names.intern(text)
            return
        case .updateType:
            updateType = builder.names.intern(text)
            return
        case .field: break
        }
        switch field.valueType {
        case .name:
            // Of several columns for one field, the first non-empty one counts.
            if column.isOwn, fields.has(field) { return }
            fields.set(field, shownName(field, builder.names.intern(text)))
        case .names:
            let list = column.isOwn ? OwnRowSorter.changed(text.text, builder) : list(text)
            fields.set(field, bits: UInt64(list.rawValue))
        case .stack: fields.set(field, bits: UInt64(stack(text)))
        case .bool: fields.set(field, bits: try bool(text, field))
        case .ids: try readCauses(text)
        case .id: try readShownID(field, text, isQuoted)
        case .time, .integer: try readQuantity(column, text, isQuoted)
        }
    }

    private func shownName(_ field: Field, _ shown: NameID) -> NameID {
        switch field {
        case .thread: threads.thread(shown)
        case .process: threads.process(shown)
        default: shown
        }
    }

    /// Reads an id, which may have commas between thousands; those of signposts may be hexadecimal.
    private func readShownID(_ field: Field, _ text: ByteSlice, _ isQuoted: Bool) throws(RowProblem) {
        if HumanQuantity.isNothing(text) { return }
        if text.hasPrefix("0x"), let value = UInt64(text.dropFirst(2).prefix(17).text, radix: 16) {
            return fields.set(field, bits: value)
        }
        if text.equals("OS_SIGNPOST_ID_EXCLUSIVE") { return fields.set(field, bits: LogEvent.exclusiveID) }
        if let value = FieldValues.unsigned(text) { return fields.set(field, bits: value) }
        do throws(HumanQuantity.Failure) {
            let value = try HumanQuantity.count(text, allowsGroups: allowsGroups || isQuoted)
            guard value >= 0 else { throw .notANumber }
            fields.set(field, bits: UInt64(bitPattern: value))
        } catch {
            throw RowProblem(
                error == .outOfRange ? .outOfRange : .wrongType,
                "'\(field.key)' must be a whole number from 0 to \(UInt64.max), found '\(FieldValues.cut(text))'", field
            )
        }
    }

    private func readQuantity(_ column: CSVColumn, _ text: ByteSlice, _ isQuoted: Bool) throws(RowProblem) {
        if HumanQuantity.isNothing(text) { return }
        let field = column.field
        let allowsGroups = allowsGroups || isQuoted
        let text = decimals.map { DecimalCommas.withPoint(text, $0) } ?? text
        do throws(HumanQuantity.Failure) {
            guard field.valueType == .time else {
                let count = try HumanQuantity.count(text, allowsGroups: allowsGroups)
                return fields.set(field, bits: UInt64(bitPattern: count))
            }
            let time = try TimeText.value(text, unit: column.unit, field, allowsGroups: allowsGroups)
            if time.isLocal { builder.hasLocalTimes = true }
            fields.set(field, bits: UInt64(bitPattern: time.nanoseconds))
        } catch {
            throw problem(error, column, text)
        }
    }

    private func problem(
        _ failure: HumanQuantity.Failure, _ column: CSVColumn, _ text: ByteSlice
    ) -> RowProblem {
        let heading = headings[column.index][...].trimmingSpaces.prefix(40)
        let found = "found '\(FieldValues.cut(text))'"
        let isTime = column.field.valueType == .time
        switch failure {
        case .outOfRange:
            return RowProblem(.outOfRange, "'\(heading)' does not fit 64 bits, \(found)", column.field)
        case .noUnit:
            let others = plans.compactMap { $0?.column }.filter {
                $0.field.valueType == .time && $0.isShown && $0.unit == nil
            }
            return .withoutUnit(
                heading, found: FieldValues.cut(text), column.field,
                others.map {
                    TimeWithoutUnit(field: $0.field, name: String(headings[$0.index][...].trimmingSpaces))
                })
        case .notANumber:
            let expected = isTime ? "a time like '12.34 ms', '832.12 µs' or '00:03.123.456'" : "a whole number"
            return RowProblem(.wrongType, "'\(heading)' must be \(expected), \(found)", column.field)
        }
    }
}
