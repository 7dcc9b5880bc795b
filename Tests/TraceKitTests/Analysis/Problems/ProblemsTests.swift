import Testing

@testable import TraceKit

/// Findings by root cause, docs/analysis.md, section 7.
@Suite struct ProblemsTests {
    private static let tap = "{\"id\": 900, \"kind\": \"tap\", \"name\": \"Buy\", \"start_ms\": 1000}"

    /// `kind: rules of its findings, cost`, ranked; the finding that leads comes first.
    private static func expect(
        _ json: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        let found = results.problems.map { problem in
            let rules = problem.findings.map { results.findings[$0].rule }.joined(separator: " ")
            return "\(problem.kind): \(rules), \(problem.costNs / 1_000) µs"
        }
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    /// A cause of a tap, and so many instances of a view that it updates.
    private static func fan(_ cause: Int, _ view: String, _ count: Int, from id: Int, at start: Int) -> [String] {
        RuleTraces.updates(
            count, view, from: id, at: start, every: 2_000, lasting: 500,
            "\"cause\": \(cause), \"instance\": \"\(view)#\"")
    }

    private static func model(_ id: Int, _ name: String) -> String {
        "{\"id\": \(id), \"cause\": 900, \"kind\": \"observable\", \"name\": \"\(name)\", \"start_ms\": 1000}"
    }

    /// Dictionaries differ from process to process: a choice among equals must not.
    @Test func `of drivers whose times end at the largest number the first by name is named`() throws {
        let causes = ["e", "c", "a", "d", "b"].enumerated().map { Self.model(901 + $0.offset, "\($0.element).list") }
        let longest = (1 << 61) / 1_000
        let updates = (0..<5).flatMap { cause in
            RuleTraces.updates(
                8, "Row", from: 1_000 + 100 * cause, at: 1_100 + 10 * cause, every: 1_000, lasting: longest,
                "\"cause\": \(901 + cause), \"changed\": [], \"instance\": \"r#\"")
        }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("causes", causes), ("updates", updates))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        let long = try #require(results.problems.first { $0.kind == "long-body" })
        #expect(long.title == "Row.body is too long for a frame, mostly driven by a.list")
    }

    // MARK: Grouping

    @Test func `the sample has five problems, and the mended one none that is high`() throws {
        let before = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        let rows = try before.database.rows(
            """
            SELECT p.kind, p.view, p.cause, p.confidence, p.interactions,
                (SELECT group_concat(rule, ' ') FROM (SELECT rule FROM problem_findings WHERE problem_id = p.id ORDER BY rule))
            FROM problems p WHERE p.trace_id = 1 ORDER BY p.id
            """)
        #expect(
            rows.map { $0.map(\.plain).joined(separator: " | ") } == [
                "expensive-call | LandmarkRow | - | - | 1 | expensive-call long-body",
                "hang-busy | - | - | - | 0 | hang-busy outside-swiftui",
                """
                fan-out | LandmarkRow | ModelData.favorites | possible | 2 | accumulated-updates fan-out over-budget \
                update-storm
                """,
                "fan-out | LandmarkRow | Child Environment: SearchContext | possible | 5 | environment-broadcast fan-out",
                "long-body | LandmarkDetail | - | - | 1 | long-body unterminated",
            ])
        let after = try Traces.store(try Repository.text("SampleTraces/landmarks-after.json"))
        #expect(try after.database.integer("SELECT count(*) FROM problems WHERE severity = 'high'") == 0)
    }

    @Test func `two causes of one view are two problems, two views of one cause one`() throws {
        let causes = ("causes", [Self.model(901, "Cart.items"), Self.model(902, "User.name")])
        let twoCauses = RuleTraces.document(
            ("interactions", [Self.tap]), causes,
            (
                "updates",
                Self.fan(901, "Row", 8, from: 1, at: 1_000_000) + Self.fan(902, "Row", 6, from: 20, at: 1_100_000)
            ))
        try Self.expect(twoCauses, ["fan-out: fan-out, 3500 µs", "fan-out: fan-out, 2500 µs"])
        let twoViews = RuleTraces.document(
            ("interactions", [Self.tap]), causes,
            (
                "updates",
                Self.fan(901, "Row", 8, from: 1, at: 1_000_000) + Self.fan(901, "Badge", 6, from: 20, at: 1_100_000)
            ))
        try Self.expect(twoViews, ["fan-out: fan-out fan-out, 6000 µs"])
    }

    @Test func `symptoms join the cause that explains most of them`() throws {
        // 60 of one cause and 30 of another, without pauses: one storm of the view, one interaction over its budget.
        let causes = ("causes", [Self.model(901, "Cart.items"), Self.model(902, "User.name")])
        let rows = { (cause: Int, count: Int, id: Int, start: Int) in
            RuleTraces.updates(
                count, "Row", from: id, at: start, every: 600, lasting: 500,
                "\"cause\": \(cause), \"instance\": \"\(cause)-#\"")
        }
        let json = RuleTraces.document(
            ("interactions", [Self.tap]), causes,
            ("updates", rows(901, 60, 1, 1_000_000) + rows(902, 30, 100, 1_036_000)))
        try Self.expect(
            json,
            [
                "fan-out: fan-out update-storm over-budget accumulated-updates, 29500 µs", "fan-out: fan-out, 14500 µs",
            ])
    }

    @Test func `a hang that updates fill is one problem with them`() throws {
        let long = RuleTraces.update(1, "Chart", at: 1_010_000, lasting: 380_000)
        let hang = "{\"start_ms\": 1000, \"duration_ms\": 400, \"thread\": \"main\"}"
        let json = RuleTraces.document(("interactions", [Self.tap]), ("updates", [long]), ("hangs", [hang]))
        // Its time counts once: as that of the hang.
        try Self.expect(json, ["long-body: long-body hang-unclear, 400000 µs"])
        let short = RuleTraces.update(1, "Chart", at: 1_010_000, lasting: 20_000)
        let apart = RuleTraces.document(("interactions", [Self.tap]), ("updates", [short]), ("hangs", [hang]))
        // The hang costs what the update leaves of it.
        try Self.expect(apart, ["hang-unclear: hang-unclear, 380000 µs", "long-body: long-body, 20000 µs"])
    }

    @Test func `views that one function makes slow are one problem`() throws {
        let sample = { (at: Int, view: String, function: String) in
            """
            {"start_us": \(at), "weight_us": 1000, "thread": "main", \
            "frames": ["\(function)", "\(view).body.getter", "main"], "app_frames": ["0", "1", "2"]}
            """
        }
        let json = { (functions: [String]) in
            RuleTraces.document(
                (
                    "updates",
                    [
                        RuleTraces.update(1, "Row", at: 1_000_000, lasting: 20_000, "\"thread\": \"main\""),
                        RuleTraces.update(2, "Card", at: 1_100_000, lasting: 30_000, "\"thread\": \"main\""),
                    ]
                ),
                (
                    "samples",
                    (0..<20).map { sample(1_000_000 + $0 * 1_000, "Row", functions[0]) }
                        + (0..<30).map { sample(1_100_000 + $0 * 1_000, "Card", functions[1]) }
                )
            )
        }
        try Self.expect(json(["Style.resolve()", "Style.resolve()"]), ["long-body: long-body long-body, 50000 µs"])
        try Self.expect(
            json(["Style.resolve()", "Layout.measure()"]),
            ["long-body: long-body, 30000 µs", "long-body: long-body, 20000 µs"])
    }

    @Test func `small things of one interaction are one problem`() throws {
        let views = (1...4).flatMap {
            RuleTraces.updates(
                3, "View\($0)", from: 10 * $0, at: 1_000_000 + $0 * 10_000, every: 40_000, lasting: 9_000)
        }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("updates", views))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        #expect(results.problems.map(\.title) == ["View1.body is too long for a frame, and 3 smaller things"])
        #expect(results.problems.map(\.costNs) == [108_000_000])
    }

    @Test func `findings are about the rows of their evidence, not about all of a view`() throws {
        // Three causes of one view, whose rows have nothing in common.
        let causes = [Self.model(901, "Mailbox.flags"), Self.model(902, "Inbox.token")]
        let churn = RuleTraces.updates(
            21, "Row", from: 100, at: 1_100_000, every: 2_000, lasting: 500,
            "\"cause\": 902, \"instance\": \"again\", \"phase\": \"creation\"")
        let creations = RuleTraces.updates(
            120, "Row", from: 200, at: 100_000, every: 2_000, lasting: 500,
            "\"phase\": \"creation\", \"instance\": \"row#\"")
        let json = RuleTraces.document(
            ("interactions", [Self.tap]), ("causes", causes),
            ("updates", Self.fan(901, "Row", 30, from: 1, at: 1_000_000) + churn + creations))
        try Self.expect(
            json,
            [
                "eager-container: eager-container, 60000 µs", "fan-out: fan-out over-budget, 14500 µs",
                "identity-churn: identity-churn, 10000 µs",
            ])
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        #expect(results.problems.map(\.cause) == [nil, "Mailbox.flags", "Inbox.token"])
        #expect(results.problems.map(\.confidence) == [nil, .possible, nil])
    }

    @Test func `groups that miss the deadline belong to what makes them long`() throws {
        let churn = RuleTraces.updates(
            90, "Row", from: 1, at: 1_001_000, every: 1_300, lasting: 1_200,
            "\"cause\": 901, \"instance\": \"again\", \"phase\": \"creation\"")
        let json = RuleTraces.document(
            ("interactions", [Self.tap]), ("causes", [Self.model(901, "Day.tasks")]), ("updates", churn))
        try Self.expect(json, ["identity-churn: identity-churn accumulated-updates, 106800 µs"])
    }

    @Test func `slow code that one cause runs for nothing names the cause`() throws {
        let rows = RuleTraces.updates(
            20, "Cell", from: 1, at: 1_001_000, every: 31_000, lasting: 30_000, "\"cause\": 901, \"instance\": \"c#\"")
        let json = RuleTraces.document(
            ("interactions", [Self.tap]), ("causes", [Self.model(901, "Selection.ids")]), ("updates", rows))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        let problem = try #require(results.problems.first)
        #expect(problem.title == "Cell.body is too long for a frame, mostly driven by Selection.ids")
        #expect(problem.cause == "Selection.ids" && problem.confidence == .possible)
        #expect(problem.why.contains("19 of the 20 updates are unnecessary, driven by Selection.ids"))
        #expect(problem.fix.contains("Do not read Selection.ids inside Cell"))
        // What accepts it does not change with what drives it.
        #expect(problem.key == "long-body:Cell")
    }

    @Test func `hangs are told apart by the function of the app, whatever it calls`() throws {
        let hang = { (at: Int) in "{\"start_ms\": \(at), \"duration_ms\": 300, \"thread\": \"main\"}" }
        let samples = { (at: Int, frames: [String], app: Bool) in
            (0..<300).map { step in
                let names = frames.map { "\"\($0)\"" }.joined(separator: ", ")
                let own = app ? ", \"app_frames\": [\"\(frames[1])\"]" : ""
                return "{\"start_ms\": \(at + step), \"weight_us\": 1000, \"thread\": \"main\", "
                    + "\"frames\": [\(names)]\(own)}"
            }
        }
        for app in [true, false] {
            let load = ["JSONDecoder.decode(_:from:)", "Inbox.load()", "main"]
            let json = RuleTraces.document(
                ("hangs", [hang(1_000), hang(2_000), hang(3_000)]),
                (
                    "samples",
                    samples(1_000, load, app)
                        + samples(2_000, ["JSONDecoder.decode(_:from:)", "Catalog.parse()", "main"], app)
                        + samples(3_000, ["pread", "Inbox.load()", "main"], app)
                ))
            let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
            #expect(
                results.problems.map(\.title) == [
                    "The main thread hangs, busy in Inbox.load()", "The main thread hangs, busy in Catalog.parse()",
                ])
            #expect(results.problems.map(\.costNs) == [600_000_000, 300_000_000])
            #expect(
                results.problems.allSatisfy { $0.fix.hasPrefix("Move ") && $0.fix.contains(" off the main thread") })
        }
    }

    @Test func `views of one name in two modules are two problems, told apart by the module`() throws {
        let row = { (id: Int, module: String) in
            RuleTraces.update(id, "Row", at: id * 100_000, lasting: 20_000, "\"module\": \"\(module)\"")
        }
        let json = RuleTraces.document(("updates", [row(1, "Chat"), row(2, "Feed")]))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        #expect(Set(results.problems.map(\.key)) == ["long-body:Chat.Row", "long-body:Feed.Row"])
        #expect(
            Set(results.problems.map(\.title)) == [
                "Row.body is too long for a frame (Chat)", "Row.body is too long for a frame (Feed)",
            ])
        let alone = AnalysisPasses.run(
            try Traces.records(RuleTraces.document(("updates", [row(1, "Chat")]))), AnalysisOptions())
        #expect(alone.problems.map(\.key) == ["long-body:Row"])
    }

    @Test func `a setting that is written too often is mended where it is written`() throws {
        var (writes, rows) = ([String](), [String]())
        for write in 0..<12 {
            let what = "\"cause\": 900, \"kind\": \"defaults\", \"name\": \"offset\""
            writes.append("{\"id\": \(901 + write), \(what), \"start_ms\": \(1_000 + write * 40)}")
            rows += Self.fan(901 + write, "Row", 6, from: 1 + write * 10, at: 1_000_100 + write * 40_000)
        }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("causes", writes), ("updates", rows))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        let problem = try #require(results.problems.first)
        #expect(problem.kind == "user-defaults-storm" && problem.fix.contains("write it to UserDefaults once"))
        #expect(problem.confidence == .possible && results.problems.count == 1)
    }

    // MARK: What always holds

    /// Every finding is in one problem, and all problems cost no more than what ran and what was late.
    @Test(arguments: 0..<60) func `problems hold every finding once and cost no more than there was`(seed: Int) throws {
        let records = try Traces.records(RandomTrace(seed: seed, updates: 200).json())
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let places = results.problems.flatMap(\.findings)
        #expect(places.sorted() == Array(results.findings.indices))
        for problem in results.problems {
            #expect(problem.costNs >= 0)
            #expect(!problem.title.isEmpty && !problem.why.isEmpty && !problem.fix.isEmpty)
            #expect(RuleGuides.all.contains { $0.id == problem.kind })
        }
        let ran = (0..<records.updates.count).reduce(Int64(0)) {
            $0 + max(0, results.leastDuration($1, records.updates))
        }
        let late = results.stretchParts.reduce(Int64(0)) { $0 + $1.nanoseconds }
        let signposts = (0..<records.signposts.count).reduce(Int64(0)) { $0 + max(0, records.signposts[$1].duration) }
        #expect(results.problems.reduce(0) { $0 + $1.costNs } <= ran + late + signposts)
        #expect(results.problems.map(\.costNs) == results.problems.map(\.costNs).sorted(by: >))
    }

    /// Shapes that many findings share rows in: causes that reach several views, slow bodies among them, groups, hangs.
    @Test(arguments: 0..<24) func `whatever the shape, costs are real, keys differ and parts keep their problems`(
        seed: Int
    ) throws {
        let json = ProblemShapes.json(seed: seed)
        let records = try Traces.records(json)
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let places = results.problems.flatMap(\.findings)
        #expect(places.sorted() == Array(results.findings.indices))
        let updates = (0..<records.updates.count).reduce(Int64(0)) { $0 + max(0, records.updates.duration[$1]) }
        let hangs = records.hangs.reduce(Int64(0)) { $0 + $1.duration }
        #expect(results.problems.reduce(Int64(0)) { $0 + $1.costNs } <= updates + hangs)
        #expect(Set(results.problems.map(\.key)).count == results.problems.count)
        #expect(Set(results.problems.map(\.title)).count == results.problems.count)
        for problem in results.problems where problem.severity == .high {
            #expect(problem.costNs > 0, "\(problem.title)")
        }
        let store = try Traces.store(json)
        try Self.expectLeads(store)
        try Self.expectOwnRows(store)
        try Self.expectParts(store)
    }

    /// A row belongs to one problem at most: to one whose cause it has, if there is one. What counts in a cost is there.
    private static func expectOwnRows(_ store: TraceStore) throws {
        for row in ["update_id", "hang_id", "hitch_id", "signpost_id", "log_id"] {
            let view = row == "update_id" ? "problem_updates" : "problem_events"
            let twice = try store.database.rows(
                "SELECT \(row) FROM \(view) WHERE \(row) IS NOT NULL GROUP BY 1 HAVING count(*) > 1")
            #expect(twice.isEmpty, "\(row)")
        }
        let strange = try store.database.integer(
            """
            SELECT count(*) FROM problem_updates o WHERE o.is_of_cause = 0 AND EXISTS (
                SELECT 1 FROM problem_update p WHERE o.update_id BETWEEN p.first_id AND p.last_id AND p.is_of_cause = 1)
            """)
        #expect(strange == 0)
    }

    /// A problem has the kind of the finding that leads it, which is one of its own, and begins with its title.
    private static func expectLeads(_ store: TraceStore) throws {
        let problems = try StoredProblem.read(store.stored(1))
        let findings = try StoredFinding.read(store.stored(1))
        for problem in problems {
            let lead = try #require(findings.first { $0.id == problem.lead })
            #expect(lead.problem == problem.id && lead.rule == problem.kind, "\(problem.title)")
            #expect(problem.title.hasPrefix(lead.title), "\(problem.title), led by \(lead.title)")
        }
    }

    @Test func `accepted problems are last, and one that has grown says so`() throws {
        var problems = try StoredProblem.read(
            try Traces.store(try Repository.text("SampleTraces/landmarks-before.json")).stored(1))
        let keys = problems.map(\.key)
        problems.setApart([
            AcceptedNote(key: keys[0], words: "known", covers: { _ in true }),
            AcceptedNote(key: keys[1], words: "known", costMs: 1.5, covers: { _ in false }),
        ])
        #expect(problems.map(\.key) == keys.dropFirst() + [keys[0]])
        #expect(problems.map(\.accepted) == keys.dropFirst().map { _ in nil } + ["known"])
        #expect(problems[0].why.hasPrefix("(it was accepted at 1.50 ms and has grown) "))
    }

    /// A report on a part has the problems whose findings list a row of it, and no others.
    private static func expectParts(_ store: TraceStore) throws {
        let windows = try store.database.rows("SELECT id FROM interactions WHERE kind <> 'trace' ORDER BY id")
        let views = try store.database.rows("SELECT DISTINCT view FROM view_summary ORDER BY 1")
        for row in windows.prefix(3) {
            var zoom = ReportZoom()
            zoom.interaction = row[0].whole
            try expectPart(store, zoom, "u.interaction_id = \(row[0].whole)", "h.interaction_id = \(row[0].whole)")
        }
        for row in views.prefix(3) {
            var zoom = ReportZoom()
            zoom.view = row[0].text
            try expectPart(store, zoom, "u.view = \(SQLTemplate.quote(row[0].text ?? ""))", "0")
        }
        for start in [Int64(0), 900_000_000, 2_000_000_000] {
            var zoom = ReportZoom()
            (zoom.fromNs, zoom.toNs) = (start, start + 400_000_000)
            let end = start + 400_000_000
            try expectPart(
                store, zoom, "u.start_ns >= \(start) AND u.start_ns < \(end)",
                "h.start_ns < \(end) AND h.start_ns + max(1, coalesce(h.duration_ms, 0) * 1e6) > \(start)")
        }
    }

    private static func expectPart(_ store: TraceStore, _ zoom: ReportZoom, _ update: String, _ stall: String) throws {
        var options = ReportBuilder.Options()
        (options.zoom, options.top) = (zoom, 1_000)
        let report = try ReportBuilder.build(store, traces: [1], options)
        let section = report.traces[0].sections.first { $0.id == "problems" }
        let column = section?.columns.firstIndex { $0.name == "id" } ?? 0
        let told = Set(section?.rows.map { $0[column].whole } ?? [])
        let expected = try store.database.rows(
            """
            SELECT r.problem_id FROM problem_updates r JOIN updates u ON u.id = r.update_id WHERE \(update)
            UNION SELECT e.problem_id FROM problem_events e JOIN hangs h ON h.id = e.hang_id WHERE \(stall)
            UNION SELECT e.problem_id FROM problem_events e JOIN hitches h ON h.id = e.hitch_id WHERE \(stall)
            """)
        #expect(told == Set(expected.map { $0[0].whole }), "\(zoom.words())")
        try expectListed(store, told, update)
    }

    /// By the statements of the findings themselves: they list updates by id, or something else.
    private static func expectListed(_ store: TraceStore, _ told: Set<Int64>, _ update: String) throws {
        let findings = try store.database.rows(
            """
            SELECT problem_id, sql FROM findings
            WHERE rule IN ('long-body', 'long-other', 'fan-out', 'identity-churn', 'eager-container', 'parent-only-updates')
            """)
        for row in findings {
            let count = try store.database.integer(
                "SELECT count(*) FROM (\(row[1].text ?? "")) f JOIN updates u ON u.id = f.id WHERE \(update)")
            if count ?? 0 > 0 { #expect(told.contains(row[0].whole)) }
        }
    }

    @Test func `the ranges of problems are looked up, not held against each update`() throws {
        // 25,000 ranges and 120,000 updates took minutes.
        let store = try Traces.store(try Repository.text("SampleTraces/landmarks-before.json"))
        for sql in ["SELECT * FROM problem_updates", "SELECT count(*) FROM problem_updates WHERE problem_id = 1"] {
            let plan = try store.rows("EXPLAIN QUERY PLAN \(sql)")
            #expect(plan.first?.contains("SCAN p") == true, "\(plan)")
        }
    }

    // MARK: Words

    @Test(arguments: [
        ("a; b", "a; b"), ("a (x; y); b", "a (x; y); b"), ("one (two)", "one (two)"), ("(all)", "(all)"),
        ("a (\(String(repeating: "x", count: 30))) b", "a b"),
        ("", ""),
        (
            "\(String(repeating: "x", count: 150)); \(String(repeating: "y", count: 30))",
            String(repeating: "x", count: 150)
        ),
    ])
    func `the evidence is cut to a line`(evidence: String, line: String) {
        #expect(ProblemWords.line(evidence) == line)
    }

    @Test(arguments: [
        ("Do this. Then that.", "Do this."), ("Use 1. 5 ms. Done", "Use 1. 5 ms."), ("No end", "No end"), ("", ""),
        ("e.g. this one. And that", "e.g. this one."),
    ])
    func `of the hint, the first sentence is taken`(hint: String, sentence: String) {
        #expect(ProblemWords.firstSentence(hint) == sentence)
    }
}
