/// A column of updates that most exporters leave out.
struct OptionalColumn {
    enum Values {
        case names(SparseColumn<NameID>, NameRole)
        case lists(SparseColumn<ListID>)
        /// Handles of group ids.
        case groups(SparseColumn<UInt32>)
        /// -1 = not recorded.
        case numbers(SparseColumn<Int64>)
        /// Nanoseconds; -1 = not recorded.
        case times(SparseColumn<Int64>)
    }

    let field: Field
    let values: Values
    /// Whether it is stored with the site (`update_site`), not with each update, because few sites differ in it.
    var isOfSite = false
}

/// The updates of a trace as columns, one element per update; sorted by start, then id, once built. Untimed ones come
/// last, in the order of their lines.
final class UpdateColumns {
    /// Nanoseconds since the start of the trace; `untimed` for console evidence.
    let start = Column<Int64>()
    /// Nanoseconds, or `unterminated`.
    let duration = Column<Int64>()
    /// Index into `TraceRecords.views`.
    let view = Column<UInt32>()
    /// Handle of the exporter's id; zero = none.
    let id = Column<UInt32>()
    let thread = Column<NameID>()
    let phase = Column<UpdatePhase>()
    let instance = SparseColumn<NameID>(absent: .none)
    /// Handle of the group id; zero = none.
    let group = SparseColumn<UInt32>(absent: 0)
    let changed = SparseColumn<ListID>(absent: .none)
    let category = SparseColumn<NameID>(absent: .none)
    let process = SparseColumn<NameID>(absent: .none)
    /// The exporter's own word for the severity.
    let severity = SparseColumn<NameID>(absent: .none)
    /// -1 = not recorded.
    let allocations = SparseColumn<Int64>(absent: -1)
    let downstream = SparseColumn<Int64>(absent: -1)
    /// The views around the updated one, innermost first: `Row ← List ← Screen`. Exporters repeat them for each update;
    /// those of a view's first update are used for all.
    let hierarchy = SparseColumn<NameID>(absent: .none)
    /// The time of a row about an update without a measurement: it has no duration, and if it is a log line no start
    /// either; -1 = unknown.
    let evaluated = SparseColumn<Int64>(absent: -1)
    /// Columns that most exporters leave out, in export order. Everything done to such a column (reading, sorting,
    /// joining parts, redacting, storing, reading back, exporting) follows from its line in `init`. A new one needs
    /// that line, its case of `Field`, and its column in schema.sql.
    let optional: [OptionalColumn]

    init() {
        optional = [
            OptionalColumn(field: .instance, values: .names(instance, .instance)),
            OptionalColumn(field: .group, values: .groups(group)),
            OptionalColumn(field: .allocations, values: .numbers(allocations)),
            OptionalColumn(field: .severity, values: .names(severity, .word)),
            OptionalColumn(field: .category, values: .names(category, .category), isOfSite: true),
            OptionalColumn(field: .process, values: .names(process, .process), isOfSite: true),
            OptionalColumn(field: .downstream, values: .times(downstream)),
            OptionalColumn(field: .changed, values: .lists(changed)),
            OptionalColumn(field: .hierarchy, values: .names(hierarchy, .view), isOfSite: true),
            OptionalColumn(field: .evaluated, values: .times(evaluated)),
        ]
    }

    static let untimed = Int64.min
    /// Times and durations are below this; exporters write larger values for "no end" (seen: 6148782250705247539 and
    /// 2^64 - 1).
    static let sentinel: Int64 = 1 << 62
    static let unterminated: Int64 = -1

    var count: Int { start.count }

    /// Whether an update has a start but no measured duration. Others without a duration had not ended.
    func isUnmeasured(_ row: Int) -> Bool { evaluated[row] >= 0 && duration[row] < 0 && start[row] != Self.untimed }

    /// Whether an update has a value in a column.
    func has(_ column: OptionalColumn, _ row: Int) -> Bool {
        switch column.values {
        case .names(let names, _): names[row].isPresent
        case .lists(let lists): lists[row].isPresent
        case .groups(let groups): groups[row] != 0
        case .numbers(let numbers), .times(let numbers): numbers[row] >= 0
        }
    }

    /// Moves row `order[i]` to row `i`; rows that `order` does not name are removed.
    func pick(_ order: [UInt32]) {
        start.pick(order)
        duration.pick(order)
        view.pick(order)
        id.pick(order)
        thread.pick(order)
        phase.pick(order)
        for column in optional {
            switch column.values {
            case .names(let names, _): names.pick(order)
            case .lists(let lists): lists.pick(order)
            case .groups(let groups): groups.pick(order)
            case .numbers(let numbers), .times(let numbers): numbers.pick(order)
            }
        }
    }

    /// Visits one update, except its view.
    func visit<Visitor: ColumnVisitor>(_ row: Int, _ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.node(&id[row], .id)
        try visitor.word(&phase[row], .phase)
        try visitOptional(row, &visitor)
        try visitor.start(&start[row], .start, .optional)
        try visitor.duration(&duration[row], .duration)
        try visitor.name(&thread[row], .thread, .thread, .otherwise(NameID(.main)))
    }

    /// Visits the optional columns.
    func visitOptional<Visitor: ColumnVisitor>(_ row: Int, _ visitor: inout Visitor) throws(Visitor.Failure) {
        /// Columns without any value stay empty.
        func visit<Value: BitwiseCopyable & Equatable>(
            _ column: SparseColumn<Value>, _ visit: (inout Value) throws(Visitor.Failure) -> Void
        ) throws(Visitor.Failure) {
            let old = column[row]
            var new = old
            try visit(&new)
            if new != old { column[row] = new }
        }
        for column in optional {
            let field = column.field
            switch column.values {
            case .names(let names, let role):
                try visit(names) { name throws(Visitor.Failure) in try visitor.name(&name, field, role) }
            case .lists(let lists):
                try visit(lists) { list throws(Visitor.Failure) in try visitor.list(&list, field) }
            case .groups(let groups):
                try visit(groups) { group throws(Visitor.Failure) in try visitor.group(&group, field) }
            case .numbers(let numbers):
                try visit(numbers) { number throws(Visitor.Failure) in try visitor.number(&number, field) }
            case .times(let times):
                try visit(times) { time throws(Visitor.Failure) in try visitor.duration(&time, field, .optional) }
            }
        }
    }

    /// Appends the updates of another part of the same input.
    func take(_ other: UpdateColumns, _ numbers: PartNumbers) {
        let first = count
        start.take(other.start)
        duration.take(other.duration)
        phase.take(other.phase)
        view.take(other.view) { numbers.views[Int($0)] }
        id.take(other.id) { numbers.ids[Int($0)] }
        thread.take(other.thread) { numbers.names[$0.index] }
        for (own, other) in zip(optional, other.optional) {
            switch (own.values, other.values) {
            case (.names(let own, _), .names(let other, _)): own.take(other, at: first) { numbers.names[$0.index] }
            case (.lists(let own), .lists(let other)): own.take(other, at: first) { numbers.lists[Int($0.rawValue)] }
            case (.groups(let own), .groups(let other)): own.take(other, at: first) { numbers.groupIDs[Int($0)] }
            case (.numbers(let own), .numbers(let other)), (.times(let own), .times(let other)):
                own.take(other, at: first) { $0 }
            default: break
            }
        }
    }

    /// Appends an update with the columns that every update has.
    func append(
        start: Int64, duration: Int64, view: UInt32, id: UInt32, thread: NameID, phase: UpdatePhase
    ) {
        self.start.append(start)
        self.duration.append(duration)
        self.view.append(view)
        self.id.append(id)
        self.thread.append(thread)
        self.phase.append(phase)
    }
}

/// Maps the numbers of a part (of names, views, ids, …) to those of the whole: one element per number.
struct PartNumbers {
    let names = Column<NameID>(repeating: .none, count: 1)
    let lists = Column<ListID>(repeating: .none, count: 1)
    let stacks = Column<UInt32>(repeating: 0, count: 1)
    let views = Column<UInt32>()
    let ids = Column<UInt32>(repeating: 0, count: 1)
    let groupIDs = Column<UInt32>(repeating: 0, count: 1)
}

extension PartNumbers {
    /// A record of the part with the numbers of the whole.
    func applied<Record: LaneRecord>(to record: Record) -> Record {
        var (record, renumbering) = (record, Renumbering(numbers: self))
        record.visit(&renumbering)
        return record
    }
}

private struct Renumbering: ColumnVisitor {
    let numbers: PartNumbers

    func node(_ handle: inout UInt32, _ field: Field) { handle = numbers.ids[Int(handle)] }
    func group(_ handle: inout UInt32, _ field: Field) { handle = numbers.groupIDs[Int(handle)] }
    func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        other = numbers.names[other.index]
    }
    func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        name = numbers.names[name.index]
    }
    func list(_ list: inout ListID, _ field: Field) { list = numbers.lists[Int(list.rawValue)] }
    func stack(_ stack: inout UInt32, _ field: Field) { stack = numbers.stacks[Int(stack)] }
}
