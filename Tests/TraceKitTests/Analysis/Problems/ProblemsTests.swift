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
                "long-representable | MapView | - | - | 1 | accumulated-updates long-body long-representable unterminated",
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
        try Self.expect(apart, ["hang-unclear: hang-unclear, 400000 µs", "long-body: long-body, 0 µs"])
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
        try Self.expect(json(["Style.resolve()", "Style.resolve()"]), ["long-body: long-body long-body, 33400 µs"])
        try Self.expect(
            json(["Style.resolve()", "Layout.measure()"]),
            ["long-body: long-body, 21700 µs", "long-body: long-body, 11700 µs"])
    }

    @Test func `small things of one interaction are one problem`() throws {
        let views = (1...4).map { RuleTraces.update($0, "View\($0)", at: 1_000_000 + $0 * 20_000, lasting: 9_000) }
        let json = RuleTraces.document(("interactions", [Self.tap]), ("updates", views))
        let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
        #expect(results.problems.map(\.title) == ["View1.body is too long for a frame, and 3 smaller things"])
        #expect(results.problems.map(\.costNs) == [2_800_000])
    }

    // MARK: What always holds

    /// Every finding is in one problem, and nothing costs more than its findings.
    @Test(arguments: 0..<60) func `problems hold every finding once and cost no more than they do`(seed: Int) throws {
        let records = try Traces.records(RandomTrace(seed: seed, updates: 200).json())
        let results = AnalysisPasses.run(records, AnalysisOptions())
        let places = results.problems.flatMap(\.findings)
        #expect(places.sorted() == Array(results.findings.indices))
        for problem in results.problems {
            let costs = problem.findings.map { results.findings[$0].costNs }
            #expect(problem.costNs >= 0 && problem.costNs <= costs.reduce(0, +))
            #expect(!problem.title.isEmpty && !problem.why.isEmpty && !problem.fix.isEmpty)
            #expect(RuleGuides.all.contains { $0.id == problem.kind })
        }
        #expect(results.problems.map(\.costNs) == results.problems.map(\.costNs).sorted(by: >))
        if results.problems.count == 1 {
            #expect(results.problems[0].costNs >= results.findings.map(\.costNs).max() ?? 0)
        }
    }

    // MARK: Words

    @Test(arguments: [
        ("a; b", "a; b"), ("a (x; y); b", "a (x; y); b"), ("one (two)", "one (two)"), ("(all)", "(all)"),
        ("a (\(String(repeating: "x", count: 30))) b", "a b"),
        ("", ""),
        (
            "\(String(repeating: "x", count: 90)); \(String(repeating: "y", count: 30))",
            String(repeating: "x", count: 90)
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
