extension NameTable {
    /// Orders texts by their bytes, independent of the order of interning. No text precedes any text.
    func isText(_ left: NameID, before right: NameID) -> Bool {
        guard left.isPresent, right.isPresent else { return !left.isPresent && right.isPresent }
        let (first, second) = (bytes(of: left), bytes(of: right))
        return first.lexicographicallyPrecedes(second)
    }

    /// Orders two lists of equal length item by item; nil if all are equal.
    func areTexts(_ left: [NameID], before right: [NameID]) -> Bool? {
        for (first, second) in zip(left, right) where first != second { return isText(first, before: second) }
        return nil
    }
}

extension TraceRecords {
    /// Orders edges by target, then source, then explicit before shorthand, then time, then content.
    func isEdge(_ left: EdgeRecord, before right: EdgeRecord) -> Bool {
        if left.to != right.to { return left.to < right.to }
        if left.from != right.from { return left.from < right.from }
        if left.label.isPresent != right.label.isPresent { return left.label.isPresent }
        if left.at != right.at { return left.at < right.at }
        if left.label != right.label { return names.isText(left.label, before: right.label) }
        if left.changed != right.changed { return isList(left.changed, before: right.changed) }
        return false
    }

    /// Orders lists by their items; no list precedes an empty one.
    func isList(_ left: ListID, before right: ListID) -> Bool {
        guard left.isPresent, right.isPresent else { return !left.isPresent && right.isPresent }
        let (first, second) = (lists[left], lists[right])
        return names.areTexts(first, before: second) ?? (first.count < second.count)
    }

    /// Orders stacks by their frames, from the innermost out.
    func isStack(_ left: UInt32, before right: UInt32) -> Bool {
        var (first, second) = (left, right)
        while first != second {
            let (inner, other) = (stacks.nodes[Int(first)], stacks.nodes[Int(second)])
            if let isBefore = names.areTexts([inner.frame, inner.binary], before: [other.frame, other.binary]) {
                return isBefore
            }
            if inner.isApp != other.isApp { return inner.isApp }
            (first, second) = (inner.parent, other.parent)
        }
        return false
    }
}

/// The values in the columns of a record, to compare two with equal starts.
struct ColumnValues: ColumnVisitor {
    fileprivate enum Value: Equatable {
        /// Handles of exporters' ids.
        case node(UInt32), group(UInt32)
        case id(UInt64?)
        case number(Int64)
        case name(NameID)
        case list(ListID)
        case stack(UInt32)
    }

    /// Ids and numbers are compared before texts, so that the row that ends first comes first.
    fileprivate var numbers: [Value] = []
    fileprivate var texts: [Value] = []

    mutating func node(_ handle: inout UInt32, _ field: Field) { numbers.append(.node(handle)) }
    mutating func group(_ handle: inout UInt32, _ field: Field) { numbers.append(.group(handle)) }
    mutating func id(_ id: inout UInt64?, _ field: Field) { texts.append(.id(id)) }
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        texts += [.number(Int64(code.rawValue)), .name(other)]
    }
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        texts.append(.name(name))
    }
    mutating func list(_ list: inout ListID, _ field: Field) { texts.append(.list(list)) }
    mutating func stack(_ stack: inout UInt32, _ field: Field) { texts.append(.stack(stack)) }
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) { numbers.append(.number(time)) }
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) { numbers.append(.number(time)) }
    mutating func number(_ number: inout Int64, _ field: Field) { numbers.append(.number(number)) }
    mutating func flag(_ flag: inout Bool?, _ field: Field) {
        numbers.append(.number(flag.map { $0 ? 1 : 0 } ?? -1))
    }
}

extension TraceRecords {
    /// Orders the records of a lane by start, then ids and numbers, then texts, independent of the order in which
    /// texts, ids or stacks were interned.
    func isRecord<Record: LaneRecord>(_ left: Record, before right: Record) -> Bool {
        left.start == right.start ? isRecordAtOnce(left, before: right) : left.start < right.start
    }

    private func isRecordAtOnce<Record: LaneRecord>(_ left: Record, before right: Record) -> Bool {
        var (left, right, first, second) = (left, right, ColumnValues(), ColumnValues())
        left.visit(&first)
        right.visit(&second)
        return areValues(first, before: second) ?? false
    }

    /// Orders log lines, of which many share a millisecond but few share a text. Lines without a
    /// time keep the order in which they were written.
    func isLog(_ left: LogRecord, before right: LogRecord) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.start < 0 { return false }
        if left.message != right.message { return names.isText(left.message, before: right.message) }
        return isRecordAtOnce(left, before: right)
    }

    /// Compares values in order; nil if all are equal.
    private func areValues(_ left: ColumnValues, before right: ColumnValues) -> Bool? {
        areValues(left.numbers, before: right.numbers) ?? areValues(left.texts, before: right.texts)
    }

    private func areValues(_ left: [ColumnValues.Value], before right: [ColumnValues.Value]) -> Bool? {
        for (first, second) in zip(left, right) where first != second {
            switch (first, second) {
            case (.node(let first), .node(let second)):
                if let isFirst = isNode(first, before: second) { return isFirst }
            case (.group(let first), .group(let second)): return groupIDs[Int(first)] < groupIDs[Int(second)]
            case (.id(let first), .id(let second)):
                guard let first, let second else { return first == nil }
                return first < second
            case (.number(let first), .number(let second)): return first < second
            case (.name(let first), .name(let second)): return names.isText(first, before: second)
            case (.list(let first), .list(let second)): return isList(first, before: second)
            case (.stack(let first), .stack(let second)): return isStack(first, before: second)
            default: break
            }
        }
        return nil
    }

    /// Orders the exporter's ids; nodes without one come last. Nil if neither has one.
    fileprivate func isNode(_ left: UInt32, before right: UInt32) -> Bool? {
        let (first, second) = (sourceID(left), sourceID(right))
        if let first, let second { return first < second }
        return first == nil && second == nil ? nil : second == nil
    }
}

extension UpdateColumns {
    /// Sorts by start, then the exporter's id, then content. Untimed updates come last in their original order: SwiftUI
    /// evaluates parents before children.
    func sort(_ records: TraceRecords) {
        let (starts, order) = (start.base, OrderAtOnce(self, records))
        func isBefore(_ left: Int, _ right: Int) -> Bool? {
            guard starts[left] == starts[right] else { return Self.isStart(starts[left], before: starts[right]) }
            return starts[left] == Self.untimed ? nil : order.isBefore(left, right)
        }
        guard start.indices.dropFirst().contains(where: { isBefore($0, $0 - 1) == true }) else { return }
        pick(sortedIndexes(count: count, by: isBefore))
    }

    /// Compares as unsigned numbers, so that the negative marker of untimed updates is the largest.
    private static func isStart(_ left: Int64, before right: Int64) -> Bool {
        UInt64(bitPattern: left) < UInt64(bitPattern: right)
    }
}

/// Orders updates with equal starts by id, duration and view, then by the other columns, numbers before texts. Reads
/// only columns with values: logs may hold hundreds of thousands of updates without a start.
private struct OrderAtOnce {
    private let records: TraceRecords
    private let updates: UpdateColumns
    private let numbers: [OptionalColumn.Values]
    private let texts: [OptionalColumn.Values]

    init(_ updates: UpdateColumns, _ records: TraceRecords) {
        (self.updates, self.records) = (updates, records)
        let filled = updates.optional.map(\.values).filter { !$0.isEmpty }
        numbers = filled.filter { !$0.areTexts }
        texts = filled.filter(\.areTexts)
    }

    /// Compares two updates; nil if all columns are equal.
    func isBefore(_ left: Int, _ right: Int) -> Bool? {
        let (id, duration, view) = (updates.id, updates.duration, updates.view)
        if id[left] != id[right], let isFirst = records.isNode(id[left], before: id[right]) { return isFirst }
        if duration[left] != duration[right] { return duration[left] < duration[right] }
        if view[left] != view[right] {
            return isView(records.views[Int(view[left])], before: records.views[Int(view[right])])
        }
        if let isFirst = isBefore(left, right, in: numbers) { return isFirst }
        let (phase, thread) = (updates.phase, updates.thread)
        if phase[left] != phase[right] { return phase[left].rawValue < phase[right].rawValue }
        if let isFirst = isBefore(left, right, in: texts) { return isFirst }
        return thread[left] == thread[right] ? nil : records.names.isText(thread[left], before: thread[right])
    }

    private func isBefore(_ left: Int, _ right: Int, in columns: [OptionalColumn.Values]) -> Bool? {
        for column in columns {
            switch column {
            case .groups(let groups):
                let (first, second) = (groups[left], groups[right])
                if first != second { return records.groupIDs[Int(first)] < records.groupIDs[Int(second)] }
            case .numbers(let numbers), .times(let numbers):
                if numbers[left] != numbers[right] { return numbers[left] < numbers[right] }
            case .names(let names, _):
                let (first, second) = (names[left], names[right])
                if first != second { return records.names.isText(first, before: second) }
            case .lists(let lists):
                let (first, second) = (lists[left], lists[right])
                if first != second { return records.isList(first, before: second) }
            }
        }
        return nil
    }

    private func isView(_ first: ViewKey, before second: ViewKey) -> Bool {
        let names = records.names
        if first.name != second.name { return names.isText(first.name, before: second.name) }
        if first.rawName != second.rawName { return names.isText(first.rawName, before: second.rawName) }
        if first.module != second.module { return names.isText(first.module, before: second.module) }
        if first.kindWord != second.kindWord { return names.isText(first.kindWord, before: second.kindWord) }
        return first.kind.rawValue < second.kind.rawValue
    }
}

extension OptionalColumn.Values {
    fileprivate var isEmpty: Bool {
        switch self {
        case .names(let names, _): names.isEmpty
        case .lists(let lists): lists.isEmpty
        case .groups(let groups): groups.isEmpty
        case .numbers(let numbers), .times(let numbers): numbers.isEmpty
        }
    }

    /// Whether it is ordered by the bytes of texts.
    fileprivate var areTexts: Bool {
        switch self {
        case .names, .lists: true
        case .groups, .numbers, .times: false
        }
    }
}
