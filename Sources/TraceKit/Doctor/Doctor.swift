/// What an input is, what it holds, which analyses it supports, and what to export next.
public struct Doctor: Sendable {
    /// A kind of data that an analysis needs.
    public struct Lane: Sendable {
        public enum State: String, Sendable {
            case available, empty, unreadable
            case absent = "not in this file"
        }

        public var name: String
        public var state: State
        public var rows: Int
    }

    /// An analysis and whether the lanes allow it.
    public struct Ability: Sendable {
        public enum Level: String, Sendable { case yes, partly, no }

        public var analysis: String
        public var level: Level
        public var why: String
    }

    public var trace: String
    public var formats: String
    public var files: [String]
    public var lanes: [Lane]
    public var abilities: [Ability]
    /// What is not understood: tables, keys, columns and words, each with its count.
    public var unknowns: [String]
    /// Commands or advice, most useful first.
    public var next: [String]

    public static func examine(_ store: TraceStore, trace: Int64) throws(TraceError) -> Doctor {
        let database = store.database
        let facts = try database.rows(
            "SELECT coalesce(name, ''), format, source_file, lanes FROM traces WHERE id = ?", [.integer(trace)])
        let row = facts.first ?? []
        let known = Set((row.count > 3 ? row[3].text ?? "" : "").split(separator: ",").map(String.init))
        let lanes = try lanes(database, trace, known)
        let abilities = try abilities(database, trace, lanes)
        let formats = row.count > 1 ? row[1].text ?? "" : ""
        return Doctor(
            trace: row.first?.text ?? "", formats: formats,
            files: (row.count > 2 ? row[2].text ?? "" : "").split(separator: "\n").map(String.init), lanes: lanes,
            abilities: abilities, unknowns: try unknowns(database, trace), next: next(lanes, formats))
    }

    // MARK: Lanes

    /// Lanes with the public view that lists them and the xctrace table that carries them.
    static let sources: [(lane: String, sql: String, table: String?)] = [
        ("updates", "SELECT count(*) FROM view_update WHERE trace_id = ?", "swiftui-updates"),
        ("causes", "SELECT count(*) FROM cause WHERE trace_id = ?", nil),
        ("edges", "SELECT count(*) FROM effects WHERE trace_id = ?", "swiftui-full-causes"),
        ("groups", "SELECT count(*) FROM update_group WHERE trace_id = ? AND is_record = 1", "swiftui-update-groups"),
        (
            "interactions",
            "SELECT count(*) FROM interaction WHERE trace_id = ? AND kind < \(InteractionKind.signpost.sql)", nil
        ),
        ("signposts", "SELECT count(*) FROM signpost WHERE trace_id = ?", "os-signpost-interval"),
        ("hitches", "SELECT count(*) FROM hitch WHERE trace_id = ?", "hitches"),
        ("hangs", "SELECT count(*) FROM hang WHERE trace_id = ?", "potential-hangs"),
        ("samples", "SELECT count(*) FROM sample WHERE trace_id = ?", "time-profile"),
    ]

    private static func lanes(_ database: Database, _ trace: Int64, _ known: Set<String>) throws(TraceError) -> [Lane] {
        var lanes: [Lane] = []
        for source in sources {
            let rows = Int(try database.integer(source.sql, .integer(trace)) ?? 0)
            let rejected = try database.integer(
                "SELECT sum(count) FROM import_counters WHERE trace_id = ? AND counter = 'rejected-in-lane' AND detail = ?",
                .integer(trace), .text(source.lane))
            let state: Lane.State =
                rows > 0 ? .available : rejected ?? 0 > 0 ? .unreadable : known.contains(source.lane) ? .empty : .absent
            lanes.append(Lane(name: source.lane, state: state, rows: rows))
        }
        return lanes
    }

    // MARK: Abilities

    private static func abilities(
        _ database: Database, _ trace: Int64, _ lanes: [Lane]
    ) throws(TraceError) -> [Ability] {
        func has(_ name: String) -> Bool { lanes.contains { $0.name == name && $0.state == .available } }
        func count(_ condition: String) throws(TraceError) -> Int64 {
            try database.integer(
                "SELECT count(*) FROM view_update WHERE trace_id = ? AND \(condition)", .integer(trace)) ?? 0
        }
        let updates = has("updates")
        let evidence = try count("changed_id IS NOT NULL")
        let driven = try count("driving_cause_id IS NOT NULL")
        let windows = try database.integer("SELECT min(kind) FROM interaction WHERE trace_id = ?", .integer(trace)) ?? 9
        return [
            Ability(
                analysis: "long updates against the deadlines", level: updates ? .yes : .no,
                why: updates ? "every update has a start and a duration" : "the input has no view updates"),
            Ability(
                analysis: "update groups", level: !updates ? .no : has("groups") ? .yes : .partly,
                why: !updates
                    ? "the input has no view updates"
                    : has("groups") ? "recorded" : "not recorded: derived from gaps of at most 1 ms"),
            Ability(
                analysis: "chains of causes", level: has("edges") ? .yes : .no,
                why: has("edges") ? "the input has the cause graph" : "the input has no edges of the cause graph"),
            Ability(
                analysis: "interaction windows", level: windows < 8 ? .yes : windows == 8 ? .partly : .no,
                why: windows < 8
                    ? "interactions or gestures were recorded"
                    : windows == 8
                        ? "signpost intervals serve as windows" : "no interaction: the whole trace is one window"),
            Ability(
                analysis: "unnecessary updates",
                level: !updates ? .no : evidence > 0 ? .yes : driven > 0 ? .partly : .no,
                why: evidence > 0
                    ? "\(Decimal.counted(Int(evidence), "update")) say what changed"
                    : driven > 0
                        ? "only by fan-out: no update says what changed" : "nothing says what changed or what caused it"
            ),
            Ability(
                analysis: "hangs and hitches",
                level: has("hangs") && has("hitches") ? .yes : has("hangs") || has("hitches") ? .partly : .no,
                why: "hangs: \(word("hangs", lanes)), hitches: \(word("hitches", lanes))"),
            Ability(
                analysis: "what ran inside long bodies", level: has("samples") ? .yes : .no,
                why: has("samples") ? "the input has a time profile" : "the input has no time profile"),
        ]
    }

    private static func word(_ name: String, _ lanes: [Lane]) -> String {
        lanes.first { $0.name == name }?.state.rawValue ?? ""
    }

    // MARK: Unknowns and advice

    private static func unknowns(_ database: Database, _ trace: Int64) throws(TraceError) -> [String] {
        try database.rows(
            """
            SELECT counter, detail, count FROM import_counters
            WHERE trace_id = ? AND counter IN (
                'skipped-schema-not-read', 'unknown-key', 'unknown-column', 'unknown-element', 'unknown-word',
                'missing-references')
            ORDER BY id
            """, [.integer(trace)]
        ).map { "\($0[0].text ?? "") \($0[1].text ?? ""): \($0[2].count)" }
    }

    private static func next(_ lanes: [Lane], _ formats: String) -> [String] {
        guard formats.contains("xctrace") else {
            let updates = lanes.first { $0.name == "updates" }
            return updates?.state == .available
                ? []
                : [
                    "record with the SwiftUI template of Instruments and export the table swiftui-updates: \(command("swiftui-updates"))"
                ]
        }
        var advice: [String] = []
        for source in sources {
            guard let table = source.table, let lane = lanes.first(where: { $0.name == source.lane }) else { continue }
            switch lane.state {
            case .absent: advice.append(command(table))
            case .empty where source.lane == "updates":
                advice.append(
                    "record again with --launch on a device: attaching or a simulator gives empty SwiftUI tables")
            default: break
            }
        }
        return advice
    }

    private static func command(_ table: String) -> String {
        "xcrun xctrace export --input App.trace --xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"\(table)\"]' "
            + "--output \(table).xml"
    }
}
