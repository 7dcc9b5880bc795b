import Testing

@testable import TraceKit

/// Unknown is not zero: where of no update it is known whether it was necessary, there is no figure of unnecessary ones.
@Suite struct UnknownVerdictTests {
    /// A tap with updates of `Cell` of which nothing is known, and `judged` of which the source says what changed.
    private static func trace(unknown: Int, judged: Int = 0, lanes: String = "", tap: Bool = true) -> String {
        let rows = (0..<(unknown + judged)).map { number in
            "{\"id\": \(10 + number), \"view\": \"Cell\", \"start_ms\": \(10 + 3 * number), \"duration_ms\": 1, \"instance\": \"\(number)\""
                + (number < unknown ? "}" : ", \"changed\": [\"_title\"]}")
        }
        let interactions =
            tap ? "{\"id\": 1, \"kind\": \"tap\", \"name\": \"Buy\", \"start_ms\": 0, \"duration_ms\": 200}" : ""
        return """
            {"format": "tracekit", "version": 1, \(lanes)"interactions": [\(interactions)],
            "updates": [\(rows.joined(separator: ",\n"))]}
            """
    }

    private static func report(_ json: String) throws -> Report {
        try ReportBuilder.build(try Traces.store(json), traces: [1], ReportBuilder.Options())
    }

    private static func cost(_ json: String) throws -> String {
        let answer = try report(json).traces[0].answer
        return answer.waste.words() ?? ""
    }

    @Test func `rows of unknown updates are NULL in every view, those with a verdict have a number`() throws {
        let store = try Traces.store(Self.trace(unknown: 2), Self.trace(unknown: 2, judged: 1))
        for view in ["view_summary", "interactions", "cause_chains"] {
            let rows = try store.rows(
                "SELECT trace_id, max(unnecessary), max(wasted_ms), sum(unknown) FROM \(view) GROUP BY 1 ORDER BY 1")
            #expect(rows.first == "1|-|-|2", "\(view)")
            #expect(rows.last == "2|0|0.0|2", "\(view)")
        }
        #expect(
            try store.rows(
                "SELECT unnecessary, wasted_ms, unknown FROM causes WHERE kind = 'gesture' ORDER BY trace_id") == [
                    "-|-|2", "0|0.0|2",
                ])
    }

    @Test func `what says nothing of necessity has no zero in text, JSON, Markdown and pages`() throws {
        let report = try Self.report(Self.trace(unknown: 3))
        let options = RenderOptions()
        let json = JSONReport.render(report, options)
        #expect(json.contains("\"unnecessary\": null") && json.contains("\"wasted_ms\": null"))
        #expect(!json.contains("\"unnecessary\": 0"))
        let text = TextReport.render(report, options)
        let row = text.split(separator: "\n").first { $0.contains("Buy") } ?? ""
        #expect(row.contains("–") && !row.contains("0.00"), "\(row)")
        #expect(MarkdownReport.render(report, options).contains("| – |"))
        #expect(PageJSON.text(report).contains("\"null\":\"–\""))
    }

    @Test func `the cost line says how many are judged where not all are`() throws {
        #expect(
            try Self.cost(Self.trace(unknown: 3, judged: 5))
                == "none of 5 judged updates unnecessary; 3 could not be judged")
        #expect(try Self.cost(Self.trace(unknown: 0, judged: 4)) == "0 of 4 updates unnecessary")
        #expect(try Self.cost(Self.trace(unknown: 4)) == "whether the 4 updates were necessary is not recorded")
    }

    @Test func `a recording without an interaction lists none`() throws {
        let report = try Self.report(Self.trace(unknown: 3, tap: false))
        let section = try #require(report.traces[0].sections.first { $0.id == "interactions" })
        #expect(section.rows.isEmpty && section.total == 0)
        let text = TextReport.render(report, RenderOptions())
        #expect(text.contains("no interaction is recorded: the whole recording is one window"))
        #expect(
            try Self.report(Self.trace(unknown: 3)).traces[0].sections.first { $0.id == "interactions" }?.total == 1)
    }

    @Test func `no problems are told with what was looked at and what was not recorded`() throws {
        func note(_ json: String) throws -> String? {
            try Self.report(json).traces[0].sections.first { $0.id == "problems" }?.emptyNote
        }
        let lanes =
            "\"causes\": [{\"id\": 5, \"name\": \"Store.items\", \"kind\": \"state\", \"cause\": 1}], \"edges\": [], \"hangs\": [], \"hitches\": [], "
        #expect(
            try note(Self.trace(unknown: 1, judged: 2, lanes: lanes))
                == "No problems found in 3 view updates, their causes, hangs and hitches")
        // Instruments exports no changed properties: a healthy recording of it is told so plainly.
        #expect(
            try note(Self.trace(unknown: 2, lanes: lanes))
                == "No problems found in 2 view updates, their causes, hangs and hitches")
        #expect(
            try note(Self.trace(unknown: 2))
                == "No problems found in 2 view updates; not in this input: causes, changed properties, hangs, hitches")
        let console = "Menu: @self, @identity, _tab changed.\nMenu: _tab changed.\nSidebar: unchanged.\n"
        #expect(
            try note(console)
                == "No problems found in 3 body evaluations; 1 ran unchanged, and no cause re-runs a view often; "
                + "not in this input: durations, causes, hangs, hitches")
    }

    @Test func `a problem without a cost has none in any format`() throws {
        let lines = (0..<60).map { _ in "Clock: _now changed.\nDial: @self changed.\nHand: @self changed.\n" }
        let store = try Traces.store("Clock: @self, @identity, _now changed.\n" + lines.joined())
        #expect(try store.rows("SELECT count(*), count(cost_ms), count(share) FROM problems") == ["1|0|0"])
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let json = JSONReport.render(report, RenderOptions())
        #expect(json.contains("\"cost_ms\": null") && !json.contains("\"cost_ms\": 0"))
        #expect(MarkdownReport.render(report, RenderOptions()).contains("| – |"))
        #expect(TextReport.render(report, RenderOptions()).contains("        –  "))
    }

    @Test func `all bodies met the deadline says how many those are`() throws {
        let lines = ReportWords.lines(try Self.report(Self.trace(unknown: 3)).traces[0].answer)
        #expect(lines.contains { $0.text == "none: all 3 view body updates met the deadline" })
        let one = ReportWords.lines(try Self.report(Self.trace(unknown: 1)).traces[0].answer)
        #expect(one.contains { $0.text == "none: its view body update met the deadline" })
    }

    // MARK: Budgets and comparisons

    @Test func `a limit on what is not known is checked only where it holds however that is`() throws {
        let json = Self.trace(unknown: 3)
        func result(_ limits: String) throws -> BudgetResult { try BudgetCheckTests.result(limits, json) }
        let lanes = Self.trace(
            unknown: 3,
            lanes:
                "\"causes\": [{\"id\": 5, \"name\": \"Store.items\", \"kind\": \"state\"}], \"edges\": [{\"from\": 1, \"to\": 10}, {\"from\": 1, \"to\": 11}], "
        )
        for limits in [
            #""trace": {"unnecessary": 2}"#, #""trace": {"wasted_ms": 2.5}"#,
            #""interactions": {"tap Buy": {"unnecessary_per_interaction": 1}}"#,
            #""views": {"Cell": {"unnecessary": 0}}"#,
        ] {
            let unchecked = try BudgetCheckTests.result(limits, lanes)
            #expect(unchecked.exitCode == 2 && unchecked.outcomes.first?.fix?.contains("record") == true, "\(limits)")
            #expect(unchecked.outcomes.first?.note?.contains("is not recorded") == true, "\(limits)")
            #expect(try result(limits).exitCode == 2)
        }
        let more = #""interactions": {"tap Buy": {"unnecessary_per_interaction": "+1"}}"#
        #expect(try BudgetCheckTests.result(more, lanes).outcomes.first?.fix == "give --baseline BEFORE")
        let baseline = try BudgetCheckTests.result(more, lanes, baseline: lanes)
        #expect(baseline.exitCode == 2 && baseline.outcomes.first?.note?.hasPrefix("in the baseline whether") == true)
        let wide = try BudgetCheckTests.result(#""trace": {"unnecessary": 3, "wasted_ms": 3}"#, lanes)
        #expect(wide.exitCode == 0 && wide.outcomes.allSatisfy { $0.note?.contains("; at most 3") == true })
        #expect(wide.answer == "Within budget: 2 limits on 3 view updates")
    }

    private static func fan(_ count: Int, causes: Bool) -> String {
        let rows = (0..<count).map { number in
            "{\"id\": \(10 + number), \"view\": \"Cell\", \"start_ms\": \(10 + number), \"duration_ms\": 0.5, \"instance\": \"\(number)\""
                + (causes ? ", \"cause\": 2}" : "}")
        }
        let cause =
            causes ? "\"causes\": [{\"id\": 2, \"name\": \"Shop.items\", \"kind\": \"state\", \"cause\": 1}], " : ""
        return """
            {"format": "tracekit", "version": 1, \(cause)"interactions": [{"id": 1, "kind": "tap", "name": "Buy", "start_ms": 0}],
            "updates": [\(rows.joined(separator: ",\n"))]}
            """
    }

    private static func waste(_ diff: TraceDiff) -> String { diff.answer.first { $0.label == "Waste" }?.text ?? "" }

    @Test func `sides that recorded other evidence are not compared in what rests on it`() throws {
        let poorer = try DiffTraces.diff([Self.fan(40, causes: true)], [Self.fan(40, causes: false)])
        #expect(
            Self.waste(poorer).hasPrefix(
                "unnecessary updates 39 → –, not comparable: the after side has no table of causes"))
        #expect(poorer.better.isEmpty && poorer.likelyBetter.isEmpty)
        let findings = poorer.tables.first { $0.id == "findings" }?.rows.map(\.words) ?? []
        #expect(!findings.contains("fixed") && !findings.contains("new"), "\(findings)")
        let same = try DiffTraces.diff([Self.fan(40, causes: true)], [Self.fan(8, causes: true)])
        #expect(Self.waste(same).hasPrefix("unnecessary updates 39 → 7; all updates in interactions 40 → 8; wasted ms"))
        // Two of a kind are no fan-out, so that nothing is known of them; but they are two.
        let few = try DiffTraces.diff([Self.fan(40, causes: true)], [Self.fan(2, causes: true)])
        #expect(few.answer.first { $0.label == "Use" }?.text.contains("at least 37 fewer unnecessary") == true)
        #expect(Self.waste(few).hasPrefix("unnecessary updates 39 → –, not comparable: the after side does not say"))
        // Signposts and logs tell of bodies alone.
        let bridged = "{\"view\": \"Map\", \"kind\": \"representable\", \"start_ms\": 500, \"duration_ms\": 30}"
        let long = Self.fan(4, causes: true).replacing("\"updates\": [", with: "\"updates\": [\(bridged), ")
        for (after, words) in [(Self.fan(4, causes: false), "not compared"), (Self.fan(4, causes: true), "fixed")] {
            let rows = try DiffTraces.diff([long], [after]).rows("findings")
            #expect(rows.contains { $0.hasPrefix("\(words): ") && $0.contains("long-representable") }, "\(rows)")
        }
        let richer = try DiffTraces.diff([Self.fan(40, causes: false)], [Self.fan(40, causes: true)])
        #expect(richer.worse.isEmpty && richer.likelyWorse.isEmpty)
    }
}
