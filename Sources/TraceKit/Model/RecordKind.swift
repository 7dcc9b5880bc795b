/// The kinds of records of our own formats, as they stand in `record`.
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
}
