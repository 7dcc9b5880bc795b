import Testing

@testable import TraceKit

/// Updates and groups in, what the groups hold and cost out (docs/analysis.md, section 2).
@Suite struct GroupPassTests {
    private func update(_ id: Int, _ start: Int, _ duration: Int, _ more: String = "") -> String {
        "{\"id\": \(id), \"view\": \"Row\", \"start_ns\": \(start), \"duration_ns\": \(duration)"
            + "\(more.isEmpty ? "" : ", \(more)")}"
    }

    private func updates(_ intervals: (Int, Int)...) -> (String, [String]) {
        ("updates", intervals.enumerated().map { update($0 + 1, $1.0, $1.1) })
    }

    /// Groups in order of time: start, busy nanoseconds, updates, severity, accumulated.
    private func check(_ json: String, groups expected: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let sql = """
            SELECT start_ns, CAST(round(busy_ms * 1e6) AS INTEGER), updates, severity, accumulated
            FROM update_groups ORDER BY start_ns, thread
            """
        #expect(try Traces.store(json).rows(sql) == expected, sourceLocation: sourceLocation)
    }

    /// The group of each update, by the exporter's id, in order of time.
    private func check(_ json: String, places expected: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let sql = """
            SELECT g.source_id FROM updates u LEFT JOIN update_groups g ON g.id = u.group_id ORDER BY u.start_ns, u.id
            """
        #expect(try Traces.store(json).rows(sql) == expected, sourceLocation: sourceLocation)
    }

    // MARK: Derived groups

    @Test func `a gap of 1 ms ends no derived group, a nanosecond more does`() throws {
        try check(RuleTraces.document(updates((0, 100), (1_000_100, 100))), groups: "0|200|2|gray|0")
        try check(
            RuleTraces.document(updates((0, 100), (1_000_101, 100))), groups: "0|100|1|gray|0",
            "1000101|100|1|gray|0")
    }

    @Test func `the gap behind an update without length or without an end begins at its start`() throws {
        try check(RuleTraces.document(updates((0, 0), (1_000_000, 5))), groups: "0|5|2|gray|0")
        try check(RuleTraces.document(updates((0, 0), (1_000_001, 5))), groups: "0|0|1|gray|0", "1000001|5|1|gray|0")
        let open = "{\"view\": \"Row\", \"start_ns\": 0}"
        try check(
            RuleTraces.document(("updates", [open, update(1, 1_000_001, 5)])), groups: "0|-|1|-|0",
            "1000001|5|1|gray|0")
    }

    @Test func `the gap begins at the latest end so far, not at the last update's`() throws {
        try check(
            RuleTraces.document(updates((0, 2_000_000), (500_000, 100), (3_000_000, 100))),
            groups: "0|2000100|3|gray|0")
    }

    @Test func `threads have groups of their own`() throws {
        let json = RuleTraces.document(
            ("updates", [update(1, 0, 100), update(2, 50, 100, "\"thread\": \"worker\""), update(3, 60, 100)]))
        try check(json, groups: "0|160|2|gray|0", "50|100|1|gray|0")
    }

    @Test func `nothing is derived where the trace has a lane of groups, or ids`() throws {
        try check(RuleTraces.document(("groups", []), updates((0, 100))), places: "-")
        try check(
            RuleTraces.document(("updates", [update(1, 0, 100, "\"group\": 7"), update(2, 50, 100)])),
            groups: "0|100|1|gray|0")
    }

    @Test func `an id that only untimed evidence carries is no group`() throws {
        let evidence = "{\"view\": \"Row\", \"group\": 7, \"changed\": [\"@self\"]}"
        try check(
            RuleTraces.document(("updates", [evidence, update(1, 0, 100), update(2, 50, 100)])),
            groups: "0|150|2|gray|0")
    }

    // MARK: Recorded groups

    @Test func `a group holds its first nanosecond and not the one behind its last`() throws {
        try check(
            RuleTraces.document(
                ("groups", ["{\"id\": 7, \"start_ns\": 1000, \"duration_ns\": 500}"]),
                updates((999, 1), (1000, 1), (1499, 1), (1500, 1))),
            places: "-", "7", "7", "-")
    }

    @Test func `a group of one nanosecond holds what starts with it, an empty one nothing`() throws {
        try check(
            RuleTraces.document(
                (
                    "groups",
                    [
                        "{\"id\": 7, \"start_ns\": 10, \"duration_ns\": 1}",
                        "{\"id\": 8, \"start_ns\": 20, \"duration_ns\": 0}",
                    ]
                ), updates((10, 1), (11, 1), (20, 1))),
            places: "7", "-", "-")
    }

    @Test func `of several groups the latest holds an update, of equal starts the lowest id, of all one with an id`()
        throws
    {
        let groups = [
            "{\"id\": 9, \"start_ns\": 0, \"duration_ns\": 1000}",
            "{\"id\": 8, \"start_ns\": 100, \"duration_ns\": 50}",
            "{\"id\": 7, \"start_ns\": 100, \"duration_ns\": 50}", "{\"start_ns\": 100, \"duration_ns\": 60}",
        ]
        try check(
            RuleTraces.document(("groups", groups), updates((99, 1), (100, 1), (149, 1), (155, 1), (160, 1))),
            places: "9", "7", "7", "-", "9")
    }

    @Test func `an id that an update carries wins over its time and its thread`() throws {
        let groups = [
            "{\"id\": 7, \"start_ns\": 0, \"duration_ns\": 100}",
            "{\"id\": 8, \"start_ns\": 500, \"duration_ns\": 100}",
        ]
        try check(
            RuleTraces.document(
                ("groups", groups),
                ("updates", [update(1, 10, 1, "\"group\": 8"), update(2, 20, 1, "\"thread\": \"worker\"")])),
            places: "8", "-")
    }

    // MARK: Costs

    @Test func `nested and touching updates are counted once`() throws {
        let group = ("groups", ["{\"id\": 7, \"start_ns\": 0, \"duration_ns\": 20000}"])
        try check(
            RuleTraces.document(group, updates((0, 5_000), (1_000, 1_000), (4_000, 3_000), (7_000, 1))),
            groups: "0|7001|4|gray|0")
    }

    @Test func `a group on the deadline is not accumulated, one past it is, one with a long update is not`() throws {
        let group = ("groups", ["{\"id\": 7, \"start_ns\": 0, \"duration_ns\": 100000000}"])
        try check(
            RuleTraces.document(group, updates((0, 4_000_000), (10_000_000, 4_300_000))), groups: "0|8300000|2|gray|0")
        try check(
            RuleTraces.document(group, updates((0, 4_000_000), (10_000_000, 4_300_001))), groups: "0|8300001|2|orange|1"
        )
        try check(
            RuleTraces.document(group, updates((0, 8_370_000), (10_000_000, 8_300_001))), groups: "0|16670001|2|red|0")
    }

    @Test func `a group without known updates takes its own duration`() throws {
        try check(
            RuleTraces.document(
                (
                    "groups",
                    [
                        "{\"id\": 7, \"start_ns\": 0, \"duration_ns\": 8300001}", "{\"id\": 8, \"start_ns\": 9}",
                        "{\"id\": 9, \"start_ns\": 10, \"duration_ns\": 0}",
                    ]
                )),
            groups: "0|8300001|0|orange|1", "9|-|0|-|0", "10|0|0|gray|0")
    }
}
