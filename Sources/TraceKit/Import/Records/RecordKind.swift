/// The kinds of records of our own formats, with the fields each may have.
enum RecordKind: UInt8, CaseIterable {
    case trace, interaction, cause, update, edge, group, signpost, hitch, hang, sample

    var word: Word {
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
        }
    }

    /// The key of the array that holds these records in a JSON document; `trace` is a single object.
    var documentKey: String {
        switch self {
        case .trace: "trace"
        case .hitch: "hitches"
        default: "\(word.text)s"
        }
    }

    /// Every line of NDJSON comes through here, most of them updates.
    @inline(__always)
    init?(name: NameID) {
        if name == NameID(.update) {
            self = .update
            return
        }
        guard let match = Self.allCases.first(where: { $0.word.nameID == name }) else { return nil }
        self = match
    }

    /// The words of the `record` field.
    static var words: [String] { allCases.map { $0.word.text } }

    /// Why a row whose `record` is missing or none of ours cannot be taken.
    static func problem(_ name: NameID, _ names: NameTable) -> RowProblem {
        guard let text = names.text(name) else {
            return RowProblem(.missingField, "'record' is missing; it is one of \(words.joined(separator: ", "))")
        }
        let shown = text.count > 40 ? "\(text.prefix(40))…" : text
        return RowProblem(
            .unknownRecord, "unknown record '\(shown)'\(NearestWord.hint(for: text, among: words))", .record)
    }

    /// The fields a record of this kind may have; others are counted as unknown keys.
    var fields: FieldSet {
        switch self {
        case .trace:
            FieldSet(
                .record, .name, .app, .process, .pid, .device, .os, .build, .configuration, .refreshHz, .startedAt,
                .duration)
        case .interaction: FieldSet(.record, .id, .kind, .name, .start, .duration)
        case .cause: FieldSet(.record, .id, .cause, .kind, .name, .origin, .start)
        case .update:
            FieldSet(
                .record, .id, .cause, .view, .module, .kind, .phase, .instance, .group, .allocations, .severity,
                .category, .downstream, .start, .duration, .thread, .changed, .rawView)
        case .edge: FieldSet(.record, .from, .to, .label, .at, .changed)
        case .group: FieldSet(.record, .id, .label, .name, .start, .duration, .thread)
        case .signpost:
            FieldSet(
                .record, .name, .subsystem, .category, .signpostID, .start, .duration, .message, .process, .thread,
                .scope, .unpaired)
        case .hitch: FieldSet(.record, .start, .duration, .system, .narrative)
        case .hang: FieldSet(.record, .start, .duration, .kind, .thread)
        case .sample:
            FieldSet(.record, .start, .weight, .thread, .frames, .state, .binaries, .appFrames)
        }
    }
}
