import Testing

@testable import TraceKit

/// Samples inside long bodies in, findings about costly calls out.
@Suite struct ExpensiveCallRuleTests {
    private func sample(_ time: Int, _ frames: String..., thread: String = "main") -> String {
        "{\"start_ms\": \(time), \"weight_ms\": 1, \"thread\": \"\(thread)\", \"frames\": "
            + "[\(frames.map { "\"\($0)\"" }.joined(separator: ", "))]}"
    }

    private func formatter(_ time: Int) -> String {
        sample(
            time, "icu::SimpleDateFormat::construct",
            "-[NSDateFormatter "
                + "init]", "Row.date.getter", "Row.body.getter", "main")
    }

    private func other(_ time: Int) -> String { sample(time, "swift_retain", "Row.body.getter", "main") }

    private func check(
        _ samples: [String], body: String = RuleTraces.update(1, "Row", at: 100_000, lasting: 40_000), find: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectFindings(
            ExpensiveCallRule.self, ("updates", [body]), ("samples", samples), find: find,
            sourceLocation: sourceLocation)
    }

    @Test func `three samples of a family are found, two are not`() throws {
        try check((0..<2).map { formatter(100 + $0) }, find: [])
        try check(
            (0..<3).map { formatter(100 + $0) },
            find: [
                "high Row.body makes date, number or measurement formatters | 3 of 3 main-thread samples in 1 long "
                    + "update of "
                    + "Row (100 % of the body time, about 3.0 ms); called from Row.date.getter 3"
            ])
    }

    @Test func `a tenth of the samples is needed, a quarter is medium, half high`() throws {
        func mixed(_ costly: Int, of all: Int) -> [String] {
            (0..<all).map { $0 < costly ? formatter(100 + $0) : other(100 + $0) }
        }
        try check(mixed(3, of: 31), find: [])
        let severities = try [(3, 30), (9, 37), (10, 40), (18, 37), (20, 40)].map { costly, all in
            try RuleTraces.findings(
                RuleTraces.document(
                    ("updates", [RuleTraces.update(1, "Row", at: 100_000, lasting: 40_000)]),
                    ("samples", mixed(costly, of: all)))
            ).first { $0.rule == "expensive-call" }?.severity
        }
        #expect(severities == [.low, .low, .medium, .medium, .high])
    }

    @Test func `short bodies, other kinds, other threads and samples outside do not count`() throws {
        let samples = (0..<8).map { formatter(100 + $0) }
        try check(samples, body: RuleTraces.update(1, "Row", at: 100_000, lasting: 8_300), find: [])
        try check(
            samples,
            body: RuleTraces.update(
                1, "Row", at: 100_000, lasting: 9_000,
                "\"kind\": "
                    + "\"layout\""), find: [])
        try check(
            samples,
            body: RuleTraces.update(
                1, "Row", at: 100_000, lasting: 9_000,
                "\"thread\": "
                    + "\"t\""), find: [])
        try check(samples, body: RuleTraces.update(1, "Row", at: 80_000, lasting: 20_000), find: [])
        try check((0..<8).map { sample(100 + $0, "DateFormatter.init()", "main", thread: "t") }, find: [])
    }

    @Test func `a sample belongs to the innermost long body`() throws {
        try expectFindings(
            ExpensiveCallRule.self,
            (
                "updates",
                [
                    RuleTraces.update(1, "List", at: 100_000, lasting: 40_000),
                    RuleTraces.update(2, "Row", at: 105_000, lasting: 20_000),
                ]
            ), ("samples", (0..<30).map { formatter(100 + $0) }),
            find: [
                "high Row.body makes date, number or measurement formatters | 20 of 20 main-thread samples in 1 long "
                    + "update "
                    + "of Row (100 % of the body time, about 20.0 ms); called from Row.date.getter 20",
                "high List.body makes date, number or measurement formatters | 10 of 10 main-thread samples in 1 "
                    + "long update "
                    + "of List (100 % of the body time, about 10.0 ms); called from Row.body.getter 10",
            ])
    }

    @Test(arguments: [
        ("formatters", "-[NSDateFormatter init]"), ("formatters", "Foundation.NumberFormatter.init()"),
        ("formatters", "udat_open_74"), ("formatters", "icu::DecimalFormatSymbols::initialize"),
        ("formatters", "MeasurementFormatter.string(from:)"), ("json", "JSONDecoder.decode<A>(_:from:)"),
        ("json", "+[NSJSONSerialization JSONObjectWithData:options:error:]"),
        ("images", "+[UIImage imageNamed:]"), ("images", "UIImage.init(contentsOfFile:)"),
        ("images", "CGImageSourceCreateImageAtIndex"), ("images", "-[CIContext createCGImage:fromRect:]"),
        ("file-access", "Data.init(contentsOf:options:)"), ("file-access", "read"), ("file-access", "sqlite3_step"),
        ("file-access", "-[NSFileManager contentsAtPath:]"), ("sorting", "Sequence.sorted(by:)"),
        ("sorting", "MutableCollection.sort(by:)"), ("sorting", "-[NSArray sortedArrayUsingComparator:]"),
        ("regular-expressions", "-[NSRegularExpression initWithPattern:options:error:]"),
        ("regular-expressions", "Regex.firstMatch(in:)"), ("rich-text", "-[NSHTMLReader _loadUsingWebKit]"),
    ])
    func `frames of costly families are known`(_ family: String, _ frame: String) throws {
        #expect(try self.family(frame) == family)
    }

    @Test(arguments: [
        "Row.body.getter", "main", "readable", "Text.init(_:format:)", "AG::Graph::UpdateStack::update()",
        "swift_retain",
        "resort(_:)", "openURL", "SortOrder.getter", "UIImageView.layoutSubviews()", "Formatter", "thread_read", "",
    ])
    func `other frames are not`(_ frame: String) throws {
        #expect(try family(frame) == nil)
    }

    private func family(_ frame: String) throws -> String? {
        let records = try Traces.records(RuleTraces.document(("updates", [])))
        let context = RuleContext(records, AnalysisOptions(), AnalysisResults(deadlines: .frame))
        return context.costlyCalls.family(records.names.intern(frame)).map { CostlyAPI.all[$0].id }
    }

    @Test func `bodies of all time there is, with samples that have no weight`() throws {
        let longest = (Int64(1) << 62) - 1
        let samples = (1...3).map {
            "{\"start_ms\": \($0), \"frames\": [\"DateFormatter.init()\", \"Row.body.getter\"]}"
        }
        let updates = (0..<2).map { "{\"view\": \"Row\", \"start_ns\": \($0), \"duration_ns\": \(longest)}" }
        let document = RuleTraces.document(("updates", updates), ("samples", samples))
        let finding = try #require(try RuleTraces.findings(document).first { $0.rule == "expensive-call" })
        #expect(finding.evidence.contains("of Row (100 % of the body time, about 9223372036.9 s)"))
    }

    @Test func `without a frame of the view the direct caller is named`() throws {
        try check(
            (0..<4).map { sample(100 + $0, "DateFormatter.init()", "Cache.date(_:)", "main") },
            find: [
                "high Row.body makes date, number or measurement formatters | 4 of 4 main-thread samples in 1 long "
                    + "update of "
                    + "Row (100 % of the body time, about 4.0 ms); called from Cache.date(_:) 4"
            ])
    }

    @Test func `the caller stands outside of all calls of the family`() throws {
        try check(
            (0..<4).map {
                sample(
                    100 + $0, "icu::SimpleDateFormat::construct", "-[NSDateFormatter init]", "Cache.date(_:)", "main")
            },
            find: [
                "high Row.body makes date, number or measurement formatters | 4 of 4 main-thread samples in 1 long "
                    + "update of Row (100 % of the body time, about 4.0 ms); called from Cache.date(_:) 4"
            ])
    }

    @Test func `a frame of another binary makes no calls for the view, whatever its name`() throws {
        let records = try Traces.records(
            RuleTraces.document(("updates", [RuleTraces.update(1, "Row", at: 100_000, lasting: 40_000)])))
        let (stacks, names) = (records.stacks, records.names)
        var stack: UInt32 = 0
        for (frame, binary, isApp) in [
            ("main", "App", true), ("Model.load()", "App", true), ("Row.layout()", "UIKit", false),
            ("DateFormatter.init()", "Foundation", false),
        ] {
            stack = stacks.child(
                of: stack, StackTable.Frame(name: names.intern(frame), binary: names.intern(binary), isApp: isApp))
        }
        for time in Int64(0)..<4 {
            records.samples.append(
                SampleRecord(
                    start: 100_000_000 + time * 1_000_000, weight: 1_000_000, thread: NameID(.main), state: .none,
                    stack: stack))
        }
        let findings = AnalysisPasses.run(records, AnalysisOptions()).findings
        let finding = try #require(findings.first { $0.rule == "expensive-call" })
        #expect(finding.evidence.hasSuffix("called from Model.load() 4"))
    }

    @Test func `of equal families long-body names the first`() throws {
        let json = RuleTraces.document(
            ("updates", [RuleTraces.update(1, "Row", at: 100_000, lasting: 40_000)]),
            (
                "samples",
                (0..<8).map { sample(100 + $0, $0 < 4 ? "JSONDecoder.decode(_:)" : "DateFormatter.init()", "main") }
            ))
        let finding = try #require(try RuleTraces.findings(json).first { $0.rule == "long-body" })
        #expect(finding.hint.hasPrefix("Row.body makes date, number or measurement formatters"))
    }

    @Test func `long-body says where the time goes`() throws {
        let json = RuleTraces.document(
            ("updates", [RuleTraces.update(1, "Row", at: 100_000, lasting: 40_000)]),
            ("samples", (0..<9).map { sample(100 + $0, "layout(_:)", "Row.chart.getter", "Row.body.getter", "main") }))
        let finding = try #require(try RuleTraces.findings(json).first { $0.rule == "long-body" })
        #expect(finding.evidence.hasSuffix("100 % of the samples in them are in Row.chart.getter → layout(_:)"))
        #expect(finding.hint.hasPrefix("Take Row.chart.getter → layout(_:) out of Row.body"))
    }
}
