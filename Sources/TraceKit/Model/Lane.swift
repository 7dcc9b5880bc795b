/// A kind of recorded rows. Its name is used in databases, in our own formats and in the output of
/// commands.
///
/// Facts about single lanes are declared here; importers, the store, exports, the doctor and
/// comparisons read them.
package enum Lane: String, CaseIterable, Sendable {
    // In the order of our own JSON documents.
    case interactions, causes, updates, edges, groups, signposts, hitches, hangs, samples, logs
    /// Lanes of other formats: lines of a console or log about bodies, and figures of MetricKit and
    /// XCTest.
    case evaluations, metrics

    /// The lanes with records in our own formats.
    static let ofRecords = allCases.filter { $0.facts.record != nil }
    /// The lanes of the cause graph, whose rows explain those of other lanes.
    static let ofGraph: Set<Lane> = [.causes, .edges, .groups, .interactions]
    static let ofCauses: Set<Lane> = [.causes, .edges]
    static let ofStalls: [Lane] = [.hangs, .hitches]

    /// `rows`: the stored rows that are records, as SQL before a condition; "" = they are counted elsewhere.
    private var facts: (record: RecordKind?, rows: String, views: [String], words: String?) {
        switch self {
        case .interactions:
            (.interaction, "interaction WHERE kind < \(InteractionKind.signpost.sql) AND", ["interactions"], nil)
        case .causes: (.cause, "cause WHERE", ["causes"], nil)
        case .updates: (.update, "", ["updates", "long_updates", "view_summary"], "view updates")
        case .edges: (.edge, "edge WHERE", ["effects", "cause_chains"], "causes")
        case .groups: (.group, "update_group WHERE is_record = 1 AND", [], "update groups")
        case .signposts: (.signpost, "signpost WHERE", ["signposts"], nil)
        case .hitches: (.hitch, "hitch WHERE", ["hitches"], nil)
        case .hangs: (.hang, "hang WHERE", ["hangs", "interaction_delays"], nil)
        case .samples: (.sample, "", ["samples", "functions"], nil)
        case .logs: (.log, "log WHERE", ["logs", "log_groups"], "lines of the log")
        case .evaluations: (nil, "", [], "body evaluations")
        case .metrics: (nil, "", [], nil)
        }
    }

    /// The kind of its records in our own formats.
    var record: RecordKind? { facts.record }
    var rows: String { facts.rows }
    /// The public views with its rows.
    var views: [String] { facts.views }
    /// The noun in sentences.
    var words: String { facts.words ?? rawValue }

    /// The lanes of a list in the form of `traces.lanes`.
    static func set(_ list: String?) -> Set<Lane> { Set(CommaList.words(list).compactMap(Lane.init)) }
}

extension TraceRecords {
    /// The number of records of a lane in our own formats.
    func count(_ lane: Lane) -> Int {
        switch lane {
        case .interactions: interactions.count
        case .causes: causes.count
        case .updates: updates.count
        case .edges: edges.count
        case .groups: groups.count
        case .signposts: signposts.count
        case .hitches: hitches.count
        case .hangs: hangs.count
        case .samples: samples.count
        case .logs: logs.count
        case .evaluations, .metrics: 0
        }
    }
}
