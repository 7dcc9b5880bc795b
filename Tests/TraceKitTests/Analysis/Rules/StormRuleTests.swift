import Testing

@testable import TraceKit

/// Things that happen too often in, findings about the rate out.
@Suite struct StormRuleTests {
    private func causes(_ count: Int, _ kind: String, _ name: String, every: Int) -> (String, [String]) {
        (
            "causes",
            (0..<count).map {
                "{\"id\": \(800 + $0), \"kind\": \"\(kind)\", \"name\": \"\(name)\", \"start_us\": \($0 * every)}"
            }
        )
    }

    @Test func `ten environment writes within a second are scroll rate, nine are not`() throws {
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(10, "environment-writer", "W", every: 111_112), find: [])
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(10, "environment-writer", "W", every: 111_111),
            ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 20_000, "\"cause\": 800")]),
            find: [
                "low W is written at scroll rate | written 10 times, up to 10 in one second; each write reached 0 "
                    + "views on "
                    + "average: 1 update, 20.0 ms"
            ])
    }

    @Test func `three writes that notify twenty views each are a broadcast, two or nineteen are not`() throws {
        func reached(_ writes: Int, _ views: Int) -> (String, [String]) {
            (
                "updates",
                (0..<writes * views).map { number in
                    RuleTraces.update(
                        number + 1, "V\(number % views)", at: number / views * 400_000 + number % views * 100,
                        lasting: 50,
                        "\"cause\": \(800 + number / views), \"phase\": \"\(number % 2 == 0 ? "check" : "update")\"")
                }
            )
        }
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(2, "external-environment", "E", every: 400_000), reached(2, 20),
            find: [])
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(3, "external-environment", "E", every: 400_000), reached(3, 19),
            find: [])
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(3, "external-environment", "E", every: 400_000), reached(3, 20),
            find: [
                "low E notifies 20 views each time | written 3 times, up to 3 in one second; each write reached 20 "
                    + "views on "
                    + "average: 30 updates and 30 checks (notified, body not run), 3.0 ms"
            ])
    }

    @Test func `a single check and a single unnecessary update are told`() throws {
        let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"start_us\": 0}"])
        let updates = [
            RuleTraces.update(1, "Row", at: 1, lasting: 100, "\"cause\": 800, \"phase\": \"check\""),
            RuleTraces.update(2, "Row", at: 2, lasting: 100, "\"cause\": 800, \"changed\": []"),
        ]
        try expectFindings(
            UserDefaultsStormRule.self, tap, causes(10, "defaults", "draft", every: 1_000), ("updates", updates),
            find: [
                "low draft is stored in UserDefaults many times a second | changed 10 times, up to 10 within one second "
                    + "(from 0.000 s on); the changes led to 1 update and 1 check (notified, body not run), 0.2 ms; "
                    + "1 of the updates are unnecessary"
            ])
    }

    @Test func `a child environment that passes a write on is counted with its writer`() throws {
        let writers = (0..<10).map {
            "{\"id\": \(800 + $0), \"kind\": \"environment-writer\", \"name\": \"W\", \"start_us\": \($0 * 50_000)}"
        }
        let children = (0..<10).map {
            "{\"id\": \(850 + $0), \"cause\": \(800 + $0), \"kind\": \"environment\", \"name\": \"Child\", "
                + "\"start_us\": \($0 * 50_000)}"
        }
        try expectFindings(
            EnvironmentBroadcastRule.self, ("causes", writers + children),
            ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 1_000, "\"cause\": 850")]),
            find: [
                "low W is written at scroll rate | written 10 times, up to 10 in one second; each write reached 0 "
                    + "views on "
                    + "average: 1 update, 1.0 ms"
            ])
        try expectFindings(
            EnvironmentBroadcastRule.self, causes(10, "environment", "Alone", every: 50_000),
            find: [
                "low Alone is written at scroll rate | written 10 times, up to 10 in one second; each write reached "
                    + "0 views "
                    + "on average: 0 updates, 0.0 ms"
            ])
    }

    @Test func `a child environment counts with its writer though only one of them shows it`() throws {
        let writer = "{\"id\": 800, \"kind\": \"environment-writer\", \"name\": \"W\", \"start_us\": 0}"
        func children(_ cause: (Int) -> String) -> [String] {
            (0..<10).map {
                "{\"id\": \(850 + $0), \"kind\": \"environment\", \"name\": \"Child\", \"start_us\": \(100 + $0)"
                    + "\(cause($0))}"
            }
        }
        for shown in [0, 5, 9] {
            let passedOn = children { $0 == shown ? ", \"cause\": 800" : "" }
            try expectFindings(EnvironmentBroadcastRule.self, ("causes", [writer] + passedOn), find: [])
        }
    }

    @Test func `ten changes of a setting within a second are a storm, nine are not`() throws {
        try expectFindings(UserDefaultsStormRule.self, causes(9, "defaults", "draft", every: 1_000), find: [])
        try expectFindings(UserDefaultsStormRule.self, causes(10, "defaults", "draft", every: 111_112), find: [])
        try expectFindings(
            UserDefaultsStormRule.self, causes(12, "defaults", "draft", every: 111_111),
            find: [
                "low draft is stored in UserDefaults many times a second | changed 12 times, up to 10 within one "
                    + "second "
                    + "(from 0.000 s on); the changes led to 0 updates, 0.0 ms"
            ])
    }

    /// Writes of a setting, each told to some readers, with an update below each; with or without the observer above them.
    private func setting(
        _ key: String, writes: Int, readers: Int, every: Int = 90_000, hasObserver: Bool
    ) -> [(String, [String])] {
        var (causes, updates): ([String], [String]) = ([], [])
        for write in 0..<writes {
            let start = write * every
            let observer = "closure #1 in UserDefaultObserver.Target.GraphAttribute.send()"
            if hasObserver {
                causes.append(
                    "{\"id\": \(500 + write), \"kind\": \"defaults\", \"name\": \"\(observer)\", \"origin\": \"system\", "
                        + "\"start_us\": \(start)}")
            }
            for reader in 0..<readers {
                let (id, time) = (1_000 + write * 100 + reader, start + 400 * reader)
                let above = hasObserver ? ", \"cause\": \(500 + write)" : ""
                causes.append(
                    "{\"id\": \(id), \"kind\": \"defaults\", \"name\": \"\(key)\", \"start_us\": \(time)\(above)}")
                updates.append(RuleTraces.update(id + 5_000, "Card", at: time + 10, lasting: 300, "\"cause\": \(id)"))
            }
        }
        return [("causes", causes), ("updates", updates)]
    }

    @Test(arguments: [true, false])
    func `a write that several views are told of is one change of its setting`(_ hasObserver: Bool) throws {
        let lanes = setting("Card.units", writes: 10, readers: 7, hasObserver: hasObserver)
        try expectFindings(
            UserDefaultsStormRule.self, lanes[0], lanes[1],
            find: [
                "low Card.units is stored in UserDefaults many times a second | changed 10 times, each time in 7 "
                    + "places (70 in all), up to 10 within one second (from 0.000 s on); the changes led to 70 updates, "
                    + "21.0 ms"
            ])
        let json = RuleTraces.document(lanes[0], lanes[1])
        let problems = AnalysisPasses.run(try Traces.records(json), AnalysisOptions()).problems
        #expect(problems.map(\.kind) == ["user-defaults-storm"], "\(problems.map(\.title))")
        // Nine writes are none, however many views are told of each.
        let few = setting("Card.units", writes: 9, readers: 12, hasObserver: hasObserver)
        try expectFindings(UserDefaultsStormRule.self, few[0], few[1], find: [])
    }

    @Test func `the framework's observer is no setting`() throws {
        let observer = "closure #2 in UserDefaultObserver.send()"
        try expectFindings(
            UserDefaultsStormRule.self, causes(10, "defaults", observer, every: 50_000),
            find: [
                "low A setting is stored in UserDefaults many times a second | changed 10 times, up to 10 within one "
                    + "second (from 0.000 s on); the changes led to 0 updates, 0.0 ms"
            ])
    }

    @Test func `more than fifty gaps under a millisecond in a second are a storm`() throws {
        // n updates have n - 1 gaps; a gap of 1 ms is none.
        try expectFindings(UpdateStormRule.self, ("updates", RuleTraces.updates(51, "Row", every: 1_499)), find: [])
        try expectFindings(UpdateStormRule.self, ("updates", RuleTraces.updates(80, "Row", every: 1_500)), find: [])
        try expectFindings(
            UpdateStormRule.self, ("updates", RuleTraces.updates(80, "Row", every: 1_000, lasting: 0)), find: [])
        try expectFindings(
            UpdateStormRule.self, ("updates", RuleTraces.updates(52, "Row", every: 1_499, "\"instance\": \"r#\"")),
            find: [
                "low Row is updated in a storm | 51 updates of 51 instances began less than 1.0 ms after the one "
                    + "before "
                    + "ended, up to 51 within one second (from 1.001 s on); 25.5 ms in all"
            ])
    }

    @Test func `what takes less than a red deadline in a second, or is the framework's, is no storm`() throws {
        func rows(_ duration: Int, _ name: String = "Row", _ more: String = "") -> (String, [String]) {
            ("updates", RuleTraces.updates(101, name, every: 800, lasting: duration, more))
        }
        func found(_ rows: (String, [String])) throws -> Int {
            try RuleTraces.findings(RuleTraces.document(rows)).count { $0.rule == "update-storm" }
        }
        #expect(try found(rows(166)) == 0 && found(rows(167)) == 1)
        #expect(
            try found(rows(700, "Row", "\"module\": \"SwiftUI\"")) == 0 && found(rows(700, "DisplayList.Item")) == 0)
    }

    @Test func `quick updates far from the storm and first appearances are not counted`() throws {
        let storm = RuleTraces.updates(60, "Row", every: 600)
        let later = RuleTraces.updates(5, "Row", from: 100, at: 9_000_000, every: 600)
        let created = RuleTraces.updates(200, "Row", from: 200, at: 20_000_000, every: 600, "\"phase\": \"creation\"")
        try expectFindings(
            UpdateStormRule.self, ("updates", storm + later + created),
            find: [
                "low Row is updated in a storm | 59 updates began less than 1.0 ms after the one before ended, up to "
                    + "59 "
                    + "within one second (from 1.001 s on); 29.5 ms in all"
            ])
    }

    @Test func `five layout runs of an instance in a group, or fifty of unknown ones, are too many`() throws {
        let known = "\"kind\": \"layout\", \"group\": 7, \"instance\": \"g\""
        let unknown = "\"kind\": \"layout\", \"group\": 7"
        try expectFindings(LayoutThrashRule.self, ("updates", RuleTraces.updates(4, "Grid", known)), find: [])
        try expectFindings(
            LayoutThrashRule.self, ("updates", RuleTraces.updates(5, "Grid", lasting: 2_000, known)),
            find: [
                "medium The layout of Grid runs over and over for one frame | 5 layout updates, up to 5 in one "
                    + "update group; "
                    + "10.0 ms in all"
            ])
        let created = RuleTraces.updates(9, "Grid", from: 50, "\(known), \"phase\": \"creation\"")
        try expectFindings(LayoutThrashRule.self, ("updates", RuleTraces.updates(4, "Grid", known) + created), find: [])
        try expectFindings(LayoutThrashRule.self, ("updates", RuleTraces.updates(49, "Grid", unknown)), find: [])
        try expectFindings(
            LayoutThrashRule.self,
            (
                "updates",
                RuleTraces.updates(50, "Grid", lasting: 100, unknown)
                    + RuleTraces.updates(
                        5, "Grid", from: 90, at: 5_000_000, lasting: 100, known.replacing("7", with: "8"))
            ),
            find: [
                "low The layout of Grid runs over and over for one frame | 55 layout updates, up to 50 in one update "
                    + "group; "
                    + "5.5 ms in all"
            ])
    }
}
