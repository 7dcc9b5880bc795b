/// The columns of the public views that have one of a few words, with these words, for authors of statements.
enum CodedColumns {
    struct Column: Sendable {
        let name: String
        let views: [String]
        let words: [String]
        /// Other values of a row: `or the exporter's own word`; nil = none.
        var others: String?

        /// The column with its words: `verdict: necessary, unnecessary, unknown`.
        var line: String { "\(name): \(words.joined(separator: ", "))\(others.map { ", \($0)" } ?? "")" }
    }

    static let all: [Column] = [
        coded("kind", ofUpdates + ["view_summary"], UpdateKind.self, others: own),
        coded("phase", ofUpdates, UpdatePhase.self),
        coded("severity", ofUpdates + ["body_durations", "update_groups"], Severity.self),
        coded("membership", ofUpdates, Membership.self),
        coded("verdict", ofUpdates, Verdict.self),
        coded("reason", ofUpdates, Reason.self),
        column("confidence", ofUpdates + ["problems"], Confidence.allCases.reversed().map(\.word)),
        coded("kind", ["interactions", "interaction_kinds"], InteractionKind.self, others: own),
        column("hitch_band", ["interactions"], HitchBand.words),
        coded("kind", ["causes"], CauseKind.self, others: own),
        coded("origin", ["causes"], Origin.self),
        coded("wrapper", ["causes"], PropertyWrapper.self),
        column("class", ["hitches"], Origin.allCases.compactMap(\.shownWord)),
        column("class", ["hangs", "interaction_delays"], HangClass.words, others: own),
        coded("kind", ["stretches"], Stretch.Kind.self),
        coded("witness", ["stretch_parts"], StretchPart.Witness.self),
        column("event", ["late_time"], [Stretch.Kind.hang, .hitch].compactMap(\.shownWord)),
        coded("part", ["late_time"], StretchPart.Witness.self),
        coded("unpaired", ["signposts"], SignpostRecord.Pairing.self),
        coded("level", ["logs", "log_levels", "log_groups", "complaints"], LogLevel.self),
        column("severity", ["problems"] + ofFindings, Finding.Severity.allCases.map(\.rawValue)),
        column("effort", ["findings"], Finding.Effort.allCases.map(\.rawValue)),
    ]

    private static let ofUpdates = ["updates", "long_updates", "unnecessary_updates"]
    private static let ofFindings = ["problem_findings", "findings", "all_findings"]
    private static let own = "or the exporter's own word"

    /// The coded columns of a view.
    static func of(_ view: String) -> [Column] { all.filter { $0.views.contains(view) } }

    private static func column(_ name: String, _ views: [String], _ words: [String], others: String? = nil) -> Column {
        Column(name: name, views: views, words: words, others: others)
    }

    /// A column with the words of a code, several of which may share a word.
    private static func coded<Code: Coded>(
        _ name: String, _ views: [String], _ code: Code.Type, others: String? = nil
    ) -> Column {
        var words: [String] = []
        for word in code.allCases.compactMap(\.shownWord) where !words.contains(word) { words.append(word) }
        return column(name, views, words, others: others)
    }
}
