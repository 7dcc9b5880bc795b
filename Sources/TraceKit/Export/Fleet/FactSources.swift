/// What the long facts are read from. A test holds each against its view.
extension FactTable.Source {
    /// Columns that are called as in the table.
    private static func own(_ names: String) -> [Read] {
        names.split(separator: " ").map { Read(names: [String($0)], texts: nil, sql: [String($0)]) }
    }

    private static func own(_ name: String, _ sql: String...) -> [Read] {
        [Read(names: [name], texts: nil, sql: sql)]
    }

    private static func key(_ texts: FactTable.Texts, _ names: String, _ sql: String...) -> [Read] {
        [Read(names: names.split(separator: " ").map(String.init), texts: texts, sql: sql)]
    }

    /// Rounded as the view and the fact do it, which changes numbers from 2 to the power of 51 on only.
    private static func nanoseconds(_ column: String) -> String {
        "CASE WHEN \(column) IS NULL OR \(column) < 1 << 50 THEN \(column) "
            + "ELSE CAST(round(\(column) / 1e6 * 1e6) AS INTEGER) END"
    }

    /// NULL where of no update it is known whether it was necessary, as in the views.
    private static func known(_ value: String) -> String {
        "iif(necessary + unnecessary = 0 AND unknown > 0, NULL, \(value))"
    }

    static let updates = Self(
        tables: [("view_update", nil)],
        reads: [
            own("id source_id start_ns duration_ns group_id interaction_id chain_id allocations"),
            own("downstream_ns", nanoseconds("downstream_ns")),
            key(.view, "view raw_view module kind category thread process", UpdateCodes.site("view_update")),
            key(
                .view, "phase severity membership verdict reason confidence is_target",
                UpdateCodes.flags("view_update")),
            key(.names, "instance", "instance_id"), key(.names, "instruments_severity", "severity_id"),
            key(.causes, "driving_cause", "driving_cause_id"), key(.roots, "root_cause", "chain_id"),
            key(.lists, "changed", "changed_id"),
        ].flatMap { $0 }, order: ["id"])

    /// Edges of their own, and those that stand with the node that they lead to.
    static let effects = Self(
        tables: [("edge", nil), ("cause", "cause_id IS NOT NULL"), ("view_update", "cause_id IS NOT NULL")],
        reads: [
            own("id", "id", "-id", "-id"), own("from_id", "from_id", "cause_id", "cause_id"),
            own("to_id", "to_id", "id", "id"), own("at_ns", "at_ns", "NULL", "NULL"),
            key(.labels, "label", "label_id", "0", "0"), key(.lists, "changed", "changed_id", "NULL", "NULL"),
            key(.nodes, "cause", "from_id", "cause_id", "cause_id"), key(.nodes, "effect", "to_id", "id", "id"),
        ].flatMap { $0 }, order: ["to_id", "id"])

    /// Causes, and interactions that stand for their gesture.
    static let causes = Self(
        tables: [("cause", nil), ("interaction", "node_id = id")],
        reads: [
            own("id", "id", "id"), own("source_id", "source_id", "source_id"),
            // A gesture that has no word of its own, as an interaction is one.
            key(.view, "kind", "coalesce(kind_word_id, -1 - kind)", "-1 - \(CauseKind.gesture.rawValue)"),
            key(.causes, "name", "id", "id"), key(.view, "origin", "origin", "2"),
            own("start_ns", "start_ns", "start_ns"), own("fan_out", "fan_out", "NULL"),
            own("updates", "updates", "updates"), own("total_ns", nanoseconds("total_ns"), "NULL"),
            own("wasted_ns", known(nanoseconds("wasted_ns")), known(nanoseconds("wasted_ns"))),
            own("necessary", "necessary", "necessary"), own("unnecessary", known("unnecessary"), known("unnecessary")),
            own("unknown", "unknown", "unknown"),
            key(.names, "process", "process_id", "NULL"),
        ].flatMap { $0 }, order: ["id"])

    static let chains = Self(
        tables: [("cause_chain", nil)],
        reads: [
            own("id"), key(.names, "root_cause", "root_name_id"), key(.chains, "chain", "id"),
            own("depth updates red orange gray"), own("unnecessary", known("unnecessary")),
            own("total_ns", nanoseconds("total_ns")), own("wasted_ns", known(nanoseconds("wasted_ns"))),
            own("goes_round necessary unknown"),
        ].flatMap { $0 }, order: ["id"])

    static let signposts = Self(
        tables: [("signpost", nil)],
        reads: [
            own("id signpost_id start_ns"), own("duration_ns", nanoseconds("duration_ns")),
            key(.view, "name subsystem category process thread scope is_target", "site_id"),
            key(.names, "message", "message_id"), key(.view, "unpaired", "pairing"),
        ].flatMap { $0 }, order: ["id"])
}
