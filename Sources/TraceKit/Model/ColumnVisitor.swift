/// An operation on every column of a record: read it from a row, renumber it for another trace, write it as a field,
/// redact its names. One function per type of value.
///
/// Records declare their columns once, in `LaneRecord.visit`; every generic operation on them is a visitor. A column
/// without a value holds its type's marker: no name, no list, a negative number.
protocol ColumnVisitor {
    associatedtype Failure: Error = Never

    /// The handle of the exporter's id of a graph node; zero = none.
    mutating func node(_ handle: inout UInt32, _ field: Field) throws(Failure)
    /// The handle of the exporter's id of an update group; zero = none.
    mutating func group(_ handle: inout UInt32, _ field: Field) throws(Failure)
    /// A 64-bit id that is not referred to.
    mutating func id(_ id: inout UInt64?, _ field: Field) throws(Failure)
    /// One of our words; `other` receives the exporter's word if it is none of them.
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) throws(Failure)
    mutating func name(
        _ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence
    ) throws(Failure)
    /// Changed properties.
    mutating func list(_ list: inout ListID, _ field: Field) throws(Failure)
    /// Index into `StackTable`; zero = none.
    mutating func stack(_ stack: inout UInt32, _ field: Field) throws(Failure)
    /// Nanoseconds since the start of the trace, or `UpdateColumns.untimed`.
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(Failure)
    /// Nanoseconds, or -1.
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(Failure)
    /// A number, or -1.
    mutating func number(_ number: inout Int64, _ field: Field) throws(Failure)
    /// Nil = unknown.
    mutating func flag(_ flag: inout Bool?, _ field: Field) throws(Failure)
    /// A text about the trace itself.
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) throws(Failure)
    mutating func integer(_ number: inout Int64?, _ field: Field) throws(Failure)
}

/// Whether a record must have a value, and the marker of a missing one.
enum Presence {
    case optional, required
    case otherwise(NameID)
}

/// Default implementations, because most visitors handle only a few types.
extension ColumnVisitor {
    mutating func node(_ handle: inout UInt32, _ field: Field) throws(Failure) {}
    mutating func group(_ handle: inout UInt32, _ field: Field) throws(Failure) {}
    mutating func id(_ id: inout UInt64?, _ field: Field) throws(Failure) {}
    mutating func list(_ list: inout ListID, _ field: Field) throws(Failure) {}
    mutating func stack(_ stack: inout UInt32, _ field: Field) throws(Failure) {}
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(Failure) {}
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) throws(Failure) {}
    mutating func number(_ number: inout Int64, _ field: Field) throws(Failure) {}
    mutating func flag(_ flag: inout Bool?, _ field: Field) throws(Failure) {}
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) throws(Failure) {}
    mutating func integer(_ number: inout Int64?, _ field: Field) throws(Failure) {}

    /// A word that is always one of ours.
    mutating func word(_ code: inout some CodedWord, _ field: Field) throws(Failure) {
        var other = NameID.none
        try word(&code, other: &other, field)
    }

    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole) throws(Failure) {
        try self.name(&name, field, role, .optional)
    }

    mutating func start(_ time: inout Int64, _ field: Field) throws(Failure) {
        try start(&time, field, .required)
    }

    mutating func duration(_ time: inout Int64, _ field: Field) throws(Failure) {
        try duration(&time, field, .optional)
    }
}

/// A record of a lane that declares its columns.
protocol LaneRecord {
    static var kind: RecordKind { get }
    /// The start in nanoseconds, which is the first sort key.
    var start: Int64 { get }
    /// A record without a value in any column.
    init()
    /// Visits every column, in export order.
    mutating func visit<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// The kind of thing that a name denotes. The raw value begins its pseudonym (docs/redact.md). None begins with the
/// word of a gesture (`tap`, `key`, …): see `WindowFinder`.
enum NameRole: String {
    case view = "View"
    case module = "Module"
    case instance = "Instance"
    case property = "Property"
    case interaction = "Interaction"
    case cause = "Cause"
    case signpost = "Signpost"
    case subsystem = "Subsystem"
    case category = "Category"
    case message = "Message"
    case process = "Process"
    case thread = "Thread"
    /// The state of a thread at the time of a sample.
    case state = "State"
    case group = "Group"
    case word = "Word"
    case frame = "Function"
    case binary = "Binary"
    case narrative = "Narrative"
    case app = "App"
    case device = "Device"
    case build = "Build"
    case trace = "Trace"
    case label = "Label"
    case file = "File"
    case test = "Test"
    case detail = "Detail"
    case system = "OS"
    case time = "Time"
    case metric = "Metric"
    case runs = "Runs"
}

/// The fields of a kind of record, with the types of their values.
private struct FieldCollector: ColumnVisitor {
    var fields: [(field: Field, type: Field.ValueType)] = []

    mutating func node(_ handle: inout UInt32, _ field: Field) { fields.append((field, .id)) }
    mutating func group(_ handle: inout UInt32, _ field: Field) { fields.append((field, .id)) }
    mutating func id(_ id: inout UInt64?, _ field: Field) { fields.append((field, .id)) }
    mutating func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        fields.append((field, .name))
    }
    mutating func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        fields.append((field, .name))
    }
    mutating func list(_ list: inout ListID, _ field: Field) { fields.append((field, .names)) }
    mutating func stack(_ stack: inout UInt32, _ field: Field) {
        fields += [(field, .stack), (.binaries, .names), (.appFrames, .names), (.sources, .names)]
    }
    mutating func start(_ time: inout Int64, _ field: Field, _ presence: Presence) { fields.append((field, .time)) }
    mutating func duration(_ time: inout Int64, _ field: Field, _ presence: Presence) { fields.append((field, .time)) }
    mutating func number(_ number: inout Int64, _ field: Field) { fields.append((field, .integer)) }
    mutating func flag(_ flag: inout Bool?, _ field: Field) { fields.append((field, .bool)) }
    mutating func text(_ text: inout String?, _ field: Field, _ role: NameRole) { fields.append((field, .name)) }
    mutating func integer(_ number: inout Int64?, _ field: Field) { fields.append((field, .integer)) }
}

extension RecordKind {
    /// The fields that a record of this kind may have, with their value types.
    var declared: [(field: Field, type: Field.ValueType)] {
        var collector = FieldCollector()
        switch self {
        case .trace:
            var metadata = TraceMetadata()
            metadata.visit(&collector)
            collector.fields += [(.duration, .time), (.emptyLanes, .name)]
        case .update:
            let updates = UpdateColumns()
            updates.append(start: 0, duration: 0, view: 0, id: 0, thread: .none, phase: .update)
            updates.visit(0, &collector)
            collector.fields += [
                (.cause, .ids), (.view, .name), (.rawView, .name), (.module, .name), (.kind, .name), (.phase, .name),
            ]
        case .interaction: collector.add(InteractionRecord())
        case .cause:
            collector.add(CauseRecord())
            collector.fields.append((.cause, .ids))
        case .edge: collector.add(EdgeRecord())
        case .group:
            collector.add(GroupRecord())
            // Some exporters call the label of an edge its name.
            collector.fields.append((.name, .name))
        case .signpost: collector.add(SignpostRecord())
        case .hitch: collector.add(HitchRecord())
        case .hang: collector.add(HangRecord())
        case .sample: collector.add(SampleRecord())
        case .log: collector.add(LogRecord())
        }
        let lasts = self != .trace && collector.fields.contains { $0.field == .duration }
        return [(.record, .name)] + collector.fields + (lasts ? [(.end, .time)] : [])
    }

    /// The fields that a record of this kind may have; others are counted as unknown keys.
    var fields: FieldSet { Self.fieldSets[Int(rawValue)] }

    private static let fieldSets = allCases.map { kind in
        kind.declared.reduce(into: FieldSet([])) { $0.insert($1.field) }
    }
}

extension FieldCollector {
    fileprivate mutating func add<Record: LaneRecord>(_ record: Record) {
        var record = record
        record.visit(&self)
    }
}
