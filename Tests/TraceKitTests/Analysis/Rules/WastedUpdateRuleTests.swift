import Testing

@testable import TraceKit

/// Updates of interactions in, findings about unnecessary ones out.
@Suite struct WastedUpdateRuleTests {
    private let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"name\": \"Star\", \"start_ms\": 1000}"])
    private func cause(_ kind: String, _ name: String) -> (String, [String]) {
        ("causes", ["{\"id\": 901, \"cause\": 900, \"kind\": \"\(kind)\", \"name\": \"\(name)\", \"start_ms\": 1000}"])
    }

    @Test func `three unnecessary instances make a fan-out, two do not`() throws {
        // Four instances: the earliest is expected, three are not.
        try expectFindings(
            FanOutRule.self, tap, cause("observable", "Model.all"),
            ("updates", RuleTraces.updates(3, "Row", "\"cause\": 901, \"instance\": \"r#\"")), find: [])
        try expectFindings(
            FanOutRule.self, tap, cause("observable", "Model.all"),
            ("updates", RuleTraces.updates(4, "Row", "\"cause\": 901, \"instance\": \"r#\"")),
            find: [
                "low Each Row depends on the whole Model.all | 1 tap updated Row 4 times; 3 of these 4 updates are "
                    + "unnecessary (possible: nothing of their own is known to have changed), 1.5 ms wasted"
            ])
    }

    @Test func `empty lists of changed properties make a fan-out certain`() throws {
        let cause = cause("observable", "Model.all")
        let title = "low Each Row depends on the whole Model.all | 1 tap updated Row"
        // Of 5 instances one has changed: without the lists the earliest would be taken for it.
        let own = RuleTraces.updates(1, "Row", "\"cause\": 901, \"instance\": \"own\", \"changed\": [\"isOn\"]")
        let unchanged = RuleTraces.updates(
            4, "Row", from: 20, at: 1_020_000, "\"cause\": 901, \"instance\": \"r#\", \"changed\": []")
        try expectFindings(
            FanOutRule.self, tap, cause, ("updates", own + unchanged),
            find: [
                "\(title) 5 times; 4 of these 5 updates are unnecessary (proven: their lists of changed properties are "
                    + "empty), 2.0 ms wasted"
            ])
        let silent = RuleTraces.updates(4, "Row", from: 40, at: 1_100_000, "\"cause\": 901, \"instance\": \"s#\"")
        try expectFindings(
            FanOutRule.self, tap, cause, ("updates", own + unchanged + silent),
            find: [
                "\(title) 9 times; 7 of these 9 updates are unnecessary (4 proven: their lists of changed properties are "
                    + "empty; 3 possible: nothing of their own is known to have changed), 3.5 ms wasted"
            ])
    }

    @Test func `a cause that fires without a change, or for one instance, fans out nothing`() throws {
        // Six changes of one name, each of which updates one view.
        let causes = (
            "causes",
            (0..<6).map {
                "{\"id\": \(910 + $0), \"cause\": 900, \"kind\": \"observable\", \"name\": \"Clock.now\", \"start_ms\": \(1000 + 10 * $0)}"
            }
        )
        let ticks = (0..<6).map {
            RuleTraces.update(
                20 + $0, "Label", at: 1_001_000 + 10_000 * $0, lasting: 500, "\"cause\": \(910 + $0), \"changed\": []")
        }
        try expectFindings(FanOutRule.self, tap, causes, ("updates", ticks), find: [])
        // One change that updates one instance again and again, and two others that needed it.
        let one = RuleTraces.updates(5, "Row", "\"cause\": 901, \"instance\": \"r\", \"changed\": []")
        let others = RuleTraces.updates(
            2, "Row", from: 20, at: 1_100_000, "\"cause\": 901, \"instance\": \"o#\", \"changed\": [\"isOn\"]")
        try expectFindings(
            FanOutRule.self, tap, cause("observable", "Model.all"), ("updates", one + others), find: [])
    }

    @Test func `taps with the same cause are one finding, its severity that of the worst`() throws {
        let taps = (
            "interactions", (0..<2).map { "{\"id\": \(900 + $0), \"kind\": \"tap\", \"start_ms\": \(1000 + 500 * $0)}" }
        )
        let causes = (
            "causes",
            (0..<2).map {
                "{\"id\": \(910 + $0), \"cause\": \(900 + $0), \"kind\": \"state\", \"name\": \"M.a\", "
                    + "\"start_ms\": \(1000 + 500 * $0)}"
            }
        )
        let updates =
            RuleTraces.updates(4, "Row", "\"cause\": 910, \"instance\": \"r#\"")
            + RuleTraces.updates(
                5, "Row", from: 20, at: 1_500_000, lasting: 3_000,
                "\"cause\": 911, \"instance\": "
                    + "\"r#\"")
        try expectFindings(
            FanOutRule.self, taps, causes, ("updates", updates),
            find: [
                "medium Each Row depends on the whole M.a | 2 taps updated Row 4 to 5 times each; 7 of these 9 "
                    + "updates are "
                    + "unnecessary (possible: nothing of their own is known to have changed), 13.5 ms wasted"
            ])
    }

    @Test func `a tap without an unnecessary update is not counted`() throws {
        let taps = (
            "interactions", (0..<2).map { "{\"id\": \(900 + $0), \"kind\": \"tap\", \"start_ms\": \(1000 + 500 * $0)}" }
        )
        let causes = (
            "causes",
            (0..<2).map {
                "{\"id\": \(910 + $0), \"cause\": \(900 + $0), \"kind\": \"state\", \"name\": \"M.a\", "
                    + "\"start_ms\": \(1000 + 500 * $0)}"
            }
        )
        for (first, second) in [(4, 1), (1, 4)] {
            let updates =
                RuleTraces.updates(first, "Row", "\"cause\": 910, \"instance\": \"r#\"")
                + RuleTraces.updates(
                    second, "Row", from: 20, at: 1_500_000, "\"cause\": 911, \"instance\": \"r#\"")
            try expectFindings(
                FanOutRule.self, taps, causes, ("updates", updates),
                find: [
                    "low Each Row depends on the whole M.a | 1 tap updated Row 4 times; 3 of these 4 updates are "
                        + "unnecessary (possible: nothing of their own is known to have changed), 1.5 ms wasted"
                ])
        }
    }

    @Test func `of causes with one name the first says what kind of cause it is`() throws {
        let taps = (
            "interactions", (0..<2).map { "{\"id\": \(900 + $0), \"kind\": \"tap\", \"start_ms\": \(1000 + 500 * $0)}" }
        )
        let causes = (
            "causes",
            ["state", "defaults"].enumerated().map { index, kind in
                "{\"id\": \(910 + index), \"cause\": \(900 + index), \"kind\": \"\(kind)\", \"name\": \"M.a\", "
                    + "\"start_ms\": \(1000 + 500 * index)}"
            }
        )
        let updates =
            RuleTraces.updates(4, "Row", "\"cause\": 910")
            + RuleTraces.updates(4, "Row", from: 20, at: 1_500_000, "\"cause\": 911")
        try expectFindings(
            FanOutRule.self, taps, causes, ("updates", updates),
            find: [
                "low Each Row depends on the whole M.a | 2 taps updated Row 4 times each; 6 of these 8 updates are "
                    + "unnecessary (possible: nothing of their own is known to have changed), 3.0 ms wasted"
            ])
    }

    @Test func `the value of an environment stands behind its colon`() {
        #expect(FanOutWords.value("Child Environment: Search") == "Search")
        #expect(FanOutWords.value("Search:") == "Search:" && FanOutWords.value("Search") == "Search")
    }

    @Test(arguments: [
        ("observable", "Each Row depends on the whole Model.all"), ("defaults", "Row listens to the setting"),
        ("environment", "Model.all reaches every Row"), ("system", "Model.all updates every Row"),
    ])
    func `the title says what kind of cause it is`(_ kind: String, _ title: String) throws {
        let json = RuleTraces.document(
            tap, cause(kind, "Model.all"),
            ("updates", RuleTraces.updates(4, "Row", "\"cause\": 901, \"instance\": \"r#\"")))
        let findings = try RuleTraces.findings(json)
        #expect(findings.first { $0.rule == "fan-out" }?.title.contains(title) == true)
        try expectStatements(json, findings)
    }

    @Test(arguments: ["external-environment", "other"])
    func `a clock is no value of the environment`(_ kind: String) throws {
        let name = "External: Time"
        func findings(_ updates: [String]) throws -> [Finding] {
            try RuleTraces.findings(RuleTraces.document(tap, cause(kind, name), ("updates", updates)))
                .filter { $0.rule == "fan-out" }
        }
        // Each view that reads the clock has asked for its ticks.
        let row = "\"cause\": 901, \"instance\": \"r#\""
        #expect(try findings(RuleTraces.updates(8, "Spinner", row)).isEmpty)
        // What only runs below such a view has not.
        let top = [RuleTraces.update(90, "Schedule", at: 999_000, lasting: 100, "\"cause\": 901")]
        let below = RuleTraces.updates(8, "Bar", "\"cause\": 90, \"instance\": \"b#\"")
        let found = try #require(try findings(top + below).first)
        #expect(found.title == "A clock updates every Bar" && found.hint == ViewClock.hint)
        #expect(!found.hint.contains("environment"))
        // A value whose name ends like the clock's is one.
        let value = RuleTraces.document(
            tap, cause("external-environment", "External: LaunchTime"),
            ("updates", RuleTraces.updates(8, "Spinner", row)))
        let other = try #require(try RuleTraces.findings(value).first { $0.rule == "fan-out" })
        #expect(other.title == "External: LaunchTime reaches every Spinner")
    }

    @Test func `an interaction itself can be what updates all`() throws {
        try expectFindings(
            FanOutRule.self, tap, ("updates", RuleTraces.updates(4, "Row", "\"cause\": 900")),
            find: [
                "low Tap \"Star\" updates every Row | 1 tap updated Row 4 times; 3 of these 4 updates are unnecessary "
                    + "(possible: nothing of their own is known to have changed), 1.5 ms wasted"
            ])
    }

    @Test func `views to ignore and too little confidence say nothing`() throws {
        let json = RuleTraces.document(
            tap, cause("observable", "Model.all"),
            ("updates", RuleTraces.updates(40, "Row", "\"cause\": 901, \"instance\": \"r#\"")))
        var options = AnalysisOptions()
        options.ignoredViews = ["R*"]
        #expect(try RuleTraces.findings(json, options).filter { ["fan-out", "over-budget"].contains($0.rule) }.isEmpty)
        options = AnalysisOptions()
        options.leastConfidence = .likely
        #expect(try RuleTraces.findings(json, options).filter { ["fan-out", "over-budget"].contains($0.rule) }.isEmpty)
    }

    @Test func `three updates with nothing but @self are found, two are not`() throws {
        // Without a driving cause, so that no fan-out takes them.
        let more = "\"changed\": [\"@self\"], \"instance\": \"r#\", \"group\": 7"
        try expectFindings(ParentOnlyUpdatesRule.self, tap, ("updates", RuleTraces.updates(2, "Row", more)), find: [])
        try expectFindings(
            ParentOnlyUpdatesRule.self, tap, ("updates", RuleTraces.updates(3, "Row", more)),
            find: [
                "low Row is updated only because its parent is | 3 updates in 1 tap had nothing but @self changed "
                    + "(possible), 1.5 ms wasted"
            ])
    }

    @Test func `three earlier runs of instances in one group are found, two are not`() throws {
        let more = "\"instance\": \"r\", \"group\": 7"
        try expectFindings(RepeatedUpdatesRule.self, tap, ("updates", RuleTraces.updates(3, "Row", more)), find: [])
        try expectFindings(
            RepeatedUpdatesRule.self, tap, ("updates", RuleTraces.updates(4, "Row", more)),
            find: [
                "low Row runs several times for one frame | 3 runs in 1 tap were followed by another of the same "
                    + "instance "
                    + "in the same update group (likely unnecessary; up to 4 runs of one), 1.5 ms wasted"
            ])
    }

    @Test func `driving causes are counted by name, the tap itself too`() throws {
        let causes = (
            "causes",
            [901, 902].map {
                "{\"id\": \($0), \"cause\": 900, \"kind\": \"state\", \"name\": \"C\($0)\", \"start_ms\": 1000}"
            }
        )
        let updates = [
            ("Row", 900), ("Map", 901), ("Row", 901), ("Map", 901), ("Row", 900), ("Row", 902), ("Map", 902),
        ]
        let texts = updates.enumerated().map { index, update in
            RuleTraces.update(
                index + 1, update.0, at: 1_000_000 + index, lasting: 500, "\"changed\": [], \"cause\": \(update.1)")
        }
        try expectFindings(
            UnchangedUpdatesRule.self, tap, causes, ("updates", texts),
            find: [
                "low Row is updated though nothing changed | 4 updates in 1 tap had no changed property (proven), "
                    + "2.0 ms wasted; driven by Tap \"Star\" 2, C901 1, C902 1",
                "low Map is updated though nothing changed | 3 updates in 1 tap had no changed property (proven), "
                    + "1.5 ms wasted; driven by C901 2, C902 1",
            ])
    }

    @Test func `taps of one name are one driving cause`() throws {
        let taps = (
            "interactions",
            [900, 901].map { "{\"id\": \($0), \"kind\": \"tap\", \"name\": \"Star\", \"start_ms\": 1000}" }
        )
        let updates = [900, 901, 901].enumerated().map { index, tap in
            RuleTraces.update(
                index + 1, "Row", at: 1_000_000 + index, lasting: 500, "\"changed\": [], \"cause\": \(tap)")
        }
        try expectFindings(
            UnchangedUpdatesRule.self, taps, ("updates", updates),
            find: [
                "low Row is updated though nothing changed | 3 updates in 2 taps had no changed property (proven), "
                    + "1.5 ms wasted; driven by Tap \"Star\" 3"
            ])
    }

    @Test func `three updates with an empty list of changes are found, two are not`() throws {
        let more = "\"changed\": [], \"cause\": 901"
        let cause = cause("observer", "Clock")
        try expectFindings(
            UnchangedUpdatesRule.self, tap, cause, ("updates", RuleTraces.updates(2, "Row", more)), find: [])
        try expectFindings(
            UnchangedUpdatesRule.self, tap, cause, ("updates", RuleTraces.updates(3, "Row", lasting: 6_000, more)),
            find: [
                "high Row is updated though nothing changed | 3 updates in 1 tap had no changed property "
                    + "(proven), 18.0 ms "
                    + "wasted; driven by Clock 3"
            ])
    }
}
