import Testing

@testable import TraceKit

/// What findings are ranked and placed by, exactly: nanoseconds, rows, window, view.
@Suite struct FindingNumbersTests {
    private let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"start_ms\": 1000}"])
    private let model = (
        "causes", ["{\"id\": 901, \"cause\": 900, \"kind\": \"observable\", \"name\": \"M\", \"start_ms\": 1000}"]
    )

    /// Each finding of a rule as `cost rows window view`.
    private func check(
        _ rule: any FindingRule.Type, _ lanes: (String, [String])..., find expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        let json = "{\"format\": \"tracekit\", \"version\": 1,\n\(texts.joined(separator: ",\n"))}"
        let found = try RuleTraces.findings(json).filter { $0.rule == rule.guide.id }.map { finding in
            "\(finding.costNs) \(finding.rows) \(finding.window.map { "\($0)" } ?? "-") \(finding.view ?? "-")"
        }
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    private func causes(_ count: Int, _ kind: String, every: Int = 10_000) -> (String, [String]) {
        (
            "causes",
            (0..<count).map {
                "{\"id\": \(800 + $0), \"kind\": \"\(kind)\", \"name\": \"C\", \"start_us\": \(1_000_000 + $0 * every)}"
            }
        )
    }

    /// A hang over all of it: somebody waited for what is long in it.
    private static let felt = ("hangs", ["{\"start_ms\": 0, \"duration_ms\": 3000}"])

    @Test func `long updates cost what lies past the orange deadline`() throws {
        let bodies = [
            RuleTraces.update(1, "Row", at: 1_000_000, lasting: 9_000),
            RuleTraces.update(2, "Row", at: 1_010_000, lasting: 10_000),
        ]
        try check(LongBodyRule.self, tap, Self.felt, ("updates", bodies), find: "2400000 2 0 Row")
        try check(
            LongBodyRule.self, tap, ("updates", bodies + [RuleTraces.update(3, "Row", at: 0, lasting: 8_301)]),
            find: "2401000 3 - Row")
    }

    @Test func `groups of small updates cost what lies past the orange deadline`() throws {
        let group = { (number: Int, start: Int) in
            RuleTraces.updates(2, "Row", from: number, at: start, lasting: 4_200, "\"group\": \(number)")
        }
        try check(AccumulatedUpdatesRule.self, tap, ("updates", group(1, 1_000_000)), find: "100000 1 0 Row")
        try check(
            AccumulatedUpdatesRule.self, tap, ("updates", group(1, 1_000_000) + group(5, 0)), find: "200000 2 - Row")
    }

    @Test func `a group that is partly outside of a window is in none`() throws {
        let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"start_ms\": 1000, \"duration_ms\": 1}"])
        try check(
            AccumulatedUpdatesRule.self, tap, ("updates", RuleTraces.updates(2, "Row", lasting: 4_200, "\"group\": 7")),
            find: "100000 1 - Row")
    }

    @Test func `unnecessary updates cost their own duration`() throws {
        try check(
            FanOutRule.self, tap, model, ("updates", RuleTraces.updates(4, "Row", "\"cause\": 901")),
            find: "1500000 3 0 Row")
        try check(
            UnchangedUpdatesRule.self, tap, ("updates", RuleTraces.updates(3, "Row", "\"changed\": []")),
            find: "1500000 3 0 Row")
        try check(
            ParentOnlyUpdatesRule.self, tap,
            ("updates", RuleTraces.updates(3, "Row", "\"changed\": [\"@self\"], \"group\": 7")),
            find: "1500000 3 0 Row")
        try check(
            RepeatedUpdatesRule.self, tap,
            ("updates", RuleTraces.updates(4, "Row", "\"instance\": \"r\", \"group\": 7")), find: "1500000 3 0 Row")
        try check(
            OverBudgetRule.self, tap, model, ("updates", RuleTraces.updates(21, "Row", "\"cause\": 901")),
            find: "10000000 20 0 -")
        let appearance = ("interactions", ["{\"id\": 900, \"kind\": \"appear\", \"start_ms\": 1000}"])
        try check(
            OverBudgetRule.self, appearance,
            ("updates", RuleTraces.updates(6, "Row", "\"instance\": \"r\", \"changed\": []")), find: "3000000 6 0 -")
    }

    @Test func `a storm of writes costs its checks and unnecessary updates`() throws {
        let updates =
            [RuleTraces.update(1, "Row", at: 1_000_001, lasting: 30, "\"cause\": 800, \"phase\": \"check\"")]
            + RuleTraces.updates(4, "Row", from: 10, lasting: 500, "\"cause\": 801")
        try check(
            EnvironmentBroadcastRule.self, tap, causes(10, "environment-writer"), ("updates", updates),
            find: "1530000 10 0 -")
        try check(
            UserDefaultsStormRule.self, tap, causes(10, "defaults"), ("updates", updates), find: "1530000 10 0 -")
    }

    @Test func `a storm of updates costs the unnecessary ones of its quick updates`() throws {
        try check(
            UpdateStormRule.self, tap, model,
            ("updates", RuleTraces.updates(52, "Row", every: 600, lasting: 500, "\"cause\": 901")),
            find: "25500000 51 0 Row")
    }

    /// One instance that is created again each time.
    private static let again = "\"phase\": \"creation\", \"instance\": \"r\""

    @Test func `identities, rows made at once and layouts cost all their time`() throws {
        try check(
            IdentityChurnRule.self, tap, ("updates", RuleTraces.updates(4, "Row", Self.again)), find: "1500000 3 0 Row")
        let creations = RuleTraces.updates(100, "Row", every: 600, "\"phase\": \"creation\"")
        try check(EagerContainerRule.self, tap, ("updates", creations), find: "50000000 100 0 Row")
        try check(
            EagerContainerRule.self, tap,
            (
                "updates",
                creations + RuleTraces.updates(100, "Row", from: 200, at: 0, every: 600, "\"phase\": \"creation\"")
            ),
            find: "100000000 200 - Row")
        try check(
            LayoutThrashRule.self, tap,
            ("updates", RuleTraces.updates(5, "Grid", "\"kind\": \"layout\", \"group\": 7, \"instance\": \"g\"")),
            find: "2500000 5 0 Grid")
    }

    @Test func `hangs and hitches cost their length`() throws {
        let hangs = (
            "hangs",
            [
                "{\"start_ms\": 1000, \"duration_ms\": 400}",
                "{\"start_ms\": 1001, \"duration_ms\": 5, \"kind\": \"Hang\"}",
            ]
        )
        let hitches = ("hitches", ["{\"start_ms\": 1010, \"duration_ms\": 17}"])
        let update = ("updates", [RuleTraces.update(1, "Row", at: 5_000_000, lasting: 1)])
        try check(HangUnclearRule.self, tap, hangs, find: "405000000 2 0 -")
        try check(OutsideSwiftUIRule.self, tap, hangs, hitches, update, find: "422000000 3 0 -")
    }

    @Test func `a costly call costs its samples' weights, else its share of the time`() throws {
        let body = ("updates", [RuleTraces.update(1, "Row", at: 1_000_000, lasting: 40_000)])
        func samples(_ weight: String) -> (String, [String]) {
            (
                "samples",
                (0..<4).map {
                    "{\"start_ms\": \(1_000 + $0)\(weight), \"frames\": [\"\($0 < 3 ? "DateFormatter.init()" : "x")\"]}"
                }
            )
        }
        try check(ExpensiveCallRule.self, tap, body, samples(", \"weight_ms\": 2"), find: "6000000 3 0 Row")
        let still = "{\"start_ms\": 1020, \"weight_ms\": 0, \"frames\": [\"x\"]}"
        try check(
            ExpensiveCallRule.self, tap, body, ("samples", samples(", \"weight_ms\": 2").1 + [still]),
            find: "6000000 3 0 Row")
        try check(ExpensiveCallRule.self, tap, body, samples(""), find: "30000000 3 0 Row")
    }

    @Test func `updates without an end cost nothing, one view of them is named`() throws {
        let open = { RuleTraces.update($0, $1, at: 1_000_000 + $0, lasting: nil) }
        try check(UnterminatedRule.self, tap, ("updates", [open(1, "Row")]), find: "0 1 0 Row")
        try check(UnterminatedRule.self, tap, ("updates", [open(1, "Row"), open(2, "Row")]), find: "0 2 0 Row")
        try check(UnterminatedRule.self, tap, ("updates", [open(1, "Row"), open(2, "Map")]), find: "0 2 0 -")
    }

    // MARK: Severities

    /// Rows of a rule that take exactly the orange deadline in their window, and a microsecond more each.
    private func checkSeverity(
        _ rule: any FindingRule.Type, _ lanes: [(String, [String])], _ updates: (_ lasting: Int) -> [String],
        lasting duration: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let severities = try [duration, duration + 1].flatMap { duration in
            let texts = (lanes + [("updates", updates(duration))]).map {
                "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]"
            }
            return try RuleTraces.findings("{\"format\": \"tracekit\", \(texts.joined(separator: ",\n"))}")
                .filter { $0.rule == rule.guide.id }.map(\.severity)
        }
        #expect(severities == [.low, .medium], sourceLocation: sourceLocation)
    }

    @Test func `the time in the worst window makes a finding medium where it is past the orange deadline`() throws {
        func rows(_ count: Int, _ more: String, every: Int = 10_000) -> (Int) -> [String] {
            { RuleTraces.updates(count, "Row", every: every, lasting: $0, more) }
        }
        try checkSeverity(FanOutRule.self, [tap, model], rows(5, "\"cause\": 901"), lasting: 2_075)
        try checkSeverity(UnchangedUpdatesRule.self, [tap], rows(4, "\"changed\": []"), lasting: 2_075)
        try checkSeverity(OverBudgetRule.self, [tap], rows(20, ""), lasting: 415)
        try checkSeverity(
            IdentityChurnRule.self, [tap], rows(5, Self.again), lasting: 2_075)
        try checkSeverity(
            EagerContainerRule.self, [tap], rows(100, "\"phase\": \"creation\"", every: 600), lasting: 83)
        try checkSeverity(
            LayoutThrashRule.self, [tap], rows(5, "\"kind\": \"layout\", \"group\": 7, \"instance\": \"g\""),
            lasting: 1_660)
        // Those without a cause make it a storm, and are no waste.
        let more = RuleTraces.updates(100, "Row", from: 500, at: 1_060_000, every: 600, lasting: 200)
        try checkSeverity(
            UpdateStormRule.self, [tap, model], { rows(84, "\"cause\": 901", every: 600)($0) + more }, lasting: 100)
        try checkSeverity(
            UserDefaultsStormRule.self, [tap, causes(10, "defaults")], rows(10, "\"cause\": 800"), lasting: 8_300)
    }

    @Test func `windows are not added up`() throws {
        let taps = (
            "interactions",
            (0..<2).map { "{\"id\": \(900 + $0), \"kind\": \"tap\", \"start_ms\": \(1000 + 2000 * $0)}" }
        )
        func both(_ count: Int, lasting duration: Int, _ more: String) -> (String, [String]) {
            (
                "updates",
                RuleTraces.updates(count, "Row", every: 600, lasting: duration, more)
                    + RuleTraces.updates(count, "Row", from: 500, at: 3_000_000, every: 600, lasting: duration, more)
            )
        }
        func severities(_ rule: any FindingRule.Type, _ updates: (String, [String])) throws -> [Finding.Severity] {
            try RuleTraces.findings(RuleTraces.document(taps, updates)).filter { $0.rule == rule.guide.id }
                .map(\.severity)
        }
        #expect(try severities(UnchangedUpdatesRule.self, both(4, lasting: 2_075, "\"changed\": []")) == [.low])
        #expect(try severities(IdentityChurnRule.self, both(5, lasting: 2_075, Self.again)) == [.low])
        #expect(
            try severities(EagerContainerRule.self, both(100, lasting: 83, "\"phase\": \"creation\"")) == [.low])
        #expect(try severities(OverBudgetRule.self, both(20, lasting: 415, "")) == [.low])
    }

    @Test func `sums are exact where they are rounded and compared`() throws {
        /// Updates that last so many nanoseconds, the second of them longer.
        func rows(_ count: Int, _ duration: Int, second: Int, _ more: String = "") -> (String, [String]) {
            let texts = (0..<count).map { number in
                RuleTraces.update(
                    number + 1, "Row", at: 1_000_000 + number * 1_400, lasting: nil,
                    "\"duration_ns\": \(number == 1 ? second : duration)\(more)")
            }
            return ("updates", texts)
        }
        func finding(_ rule: any FindingRule.Type, _ lanes: (String, [String])...) throws -> Finding? {
            let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
            return try RuleTraces.findings("{\"format\": \"tracekit\", \(texts.joined(separator: ",\n"))}")
                .first { $0.rule == rule.guide.id }
        }
        let long = try finding(LongBodyRule.self, Self.felt, rows(2, 1, second: 12_049_999))
        #expect(long?.evidence.contains("of 12.0 ms lie past") == true)
        let many = try finding(OverBudgetRule.self, tap, rows(20, 500_000, second: 549_999))
        #expect(many?.evidence.contains(", 10.0 ms; most") == true)
        let storm = try finding(UpdateStormRule.self, rows(52, 500_000, second: 549_999))
        #expect(storm?.evidence.contains("25.5 ms in all") == true)
        let writes = try finding(
            UserDefaultsStormRule.self, tap, causes(10, "defaults"),
            rows(10, 8_300_000, second: 8_300_009, ", \"cause\": 800"))
        #expect(writes?.severity == .low)
    }

    @Test func `few instances in a storm are driven too often, many by too wide a change`() throws {
        func hint(_ instance: (Int) -> String?) throws -> String {
            let updates = (0..<60).map { number in
                RuleTraces.update(
                    number + 1, "Row", at: number * 600, lasting: 500,
                    instance(number).map { "\"instance\": \"\($0)\"" } ?? "")
            }
            let findings = try RuleTraces.findings(RuleTraces.document(("updates", updates)))
            return String(findings.first { $0.rule == "update-storm" }?.hint.prefix(12) ?? "")
        }
        #expect(try hint { "\($0 % 25)" } == "Collect the ")
        #expect(try hint { "\($0 % 26)" } == "Make one cha")
        #expect(try hint { _ in nil } == "Make one cha")
    }

    @Test func `findings come by cost, then title, rule and statement`() throws {
        let updates =
            RuleTraces.updates(1, "B", at: 0, lasting: 9_000)
            + RuleTraces.updates(1, "A", from: 2, at: 20_000, lasting: 9_000)
            + RuleTraces.updates(1, "C", from: 3, at: 40_000, lasting: 9_001)
        try check(
            LongBodyRule.self, Self.felt, ("updates", updates), find: "701000 1 0 C", "700000 1 0 A", "700000 1 0 B")
    }
}
