/// The kinds of records of our own formats, the values of `record`.
enum RecordKind: UInt8, CaseIterable {
    case trace, interaction, cause, update, edge, group, signpost, hitch, hang, sample, log

    var word: Keyword {
        switch self {
        case .trace: .trace
        case .interaction: .interaction
        case .cause: .cause
        case .update: .update
        case .edge: .edge
        case .group: .group
        case .signpost: .signpost
        case .hitch: .hitch
        case .hang: .hang
        case .sample: .sample
        case .log: .log
        }
    }

    /// The lane of these records; nil for `trace`.
    var lane: Lane? { Self.lanes[Int(rawValue)] }

    private static let lanes = allCases.map { kind in Lane.ofRecords.first { $0.record == kind } }

    /// The key of the array with these records in a JSON document; `trace` is a single object.
    var documentKey: String { lane?.rawValue ?? word.text }

    /// Runs for every line of NDJSON, most of them updates.
    init?(name: NameID) {
        if name == NameID(.update) {
            self = .update
            return
        }
        guard let match = Self.allCases.first(where: { $0.word.nameID == name }) else { return nil }
        self = match
    }

    /// The values of the `record` field.
    static var words: [String] { allCases.map { $0.word.text } }
}

/// The fields of records in our own formats (interchange format, version 1), over all kinds.
enum Field: UInt8, CaseIterable {
    case record, id, cause, kind, name, origin, start, duration, view, module, phase, instance, group, allocations
    case severity, category, downstream, thread, from, to, label, at, changed, subsystem, signpostID, message
    case process, scope, system, narrative, weight, frames, level
    case app, pid, device, os, build, configuration, refreshHz, startedAt
    case template, instruments, recordingRun, recordingRuns, hangsThresholdMs, recordedAs, emptyLanes
    case slice, interactionsFrom
    // Fields of other formats that our exports keep.
    case rawView, state, unpaired, binaries, appFrames, sources, hierarchy, swapID, evaluated, wrapper
    /// An end, which is converted to a duration.
    case end
    // Fields of users' own rows: what a row is, why a body ran, and the user action around it. No record has them, so
    // our own formats do not either.
    case event, reason, interaction

    static var ofOwnRows: FieldSet { FieldSet(.event, .reason, .interaction) }

    enum ValueType { case name, id, integer, time, bool, names, ids, stack }

    /// The type of the field's value, as declared by the records that have it (`LaneRecord.visit`).
    var valueType: ValueType { Self.types[Int(rawValue)] }

    private static let types: [ValueType] = {
        var types = [ValueType](repeating: .name, count: allCases.count)
        for (field, type) in RecordKind.allCases.flatMap(\.declared) { types[Int(field.rawValue)] = type }
        return types
    }()

    /// The key in JSON and the column in CSV, without the unit of a time.
    var key: String { Self.keys[Int(rawValue)] }

    /// The key that our exports write; times are in nanoseconds.
    var exportedKey: String { Self.exportedKeys[Int(rawValue)] }

    private static let keys = allCases.map { field in
        switch field {
        case .signpostID: "signpost_id"
        case .swapID: "swap_id"
        case .refreshHz: "refresh_hz"
        case .startedAt: "started_at"
        case .recordingRun: "recording_run"
        case .recordingRuns: "recording_runs"
        case .hangsThresholdMs: "hangs_over_ms"
        case .recordedAs: "recorded_as"
        case .emptyLanes: "empty_lanes"
        case .slice: "slice_ns"
        case .interactionsFrom: "interactions_from_ns"
        case .rawView: "raw_view"
        case .appFrames: "app_frames"
        case .hierarchy: "view_hierarchy"
        default: "\(field)"
        }
    }
    private static let exportedKeys = allCases.map { $0.valueType == .time ? "\($0.key)_ns" : $0.key }
}

/// A set of fields, as bits.
struct FieldSet: OptionSet, BitwiseCopyable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(_ fields: Field...) { rawValue = fields.reduce(0) { $0 | 1 << UInt64($1.rawValue) } }

    func contains(_ field: Field) -> Bool { rawValue &>> UInt64(field.rawValue) & 1 != 0 }

    mutating func insert(_ field: Field) { self = FieldSet(rawValue: rawValue | 1 &<< UInt64(field.rawValue)) }
}
