import Testing

@testable import TraceKit

/// A trace and a budget in; the outcomes out, a line each.
@Suite struct BudgetCheckTests {
    /// Two taps on A (two updates of Row each, one of them in vain) and one scroll (one update), a hitch and a hang.
    static let trace = """
        {"format": "tracekit", "version": 1, "trace": {"app": "Demo", "duration_ns": 10000000000},
        "interactions": [
        {"id": 1, "kind": "tap", "name": "A", "start_ns": 1000000000, "duration_ns": 500000000},
        {"id": 2, "kind": "tap", "name": "A", "start_ns": 2000000000, "duration_ns": 500000000},
        {"id": 3, "kind": "scroll", "start_ns": 3000000000, "duration_ns": 1000000000}],
        "causes": [{"id": 4, "cause": 1, "kind": "state", "name": "S", "start_ns": 1000000001}],
        "edges": [],
        "updates": [
        {"id": 10, "view": "Row", "cause": 4, "start_ns": 1001000000, "duration_ns": 17000000, "changed": ["x"]},
        {"id": 11, "view": "Row", "cause": 4, "start_ns": 1020000000, "duration_ns": 9000000, "changed": []},
        {"id": 12, "view": "Row", "cause": 2, "start_ns": 2001000000, "duration_ns": 1000000, "changed": ["x"]},
        {"id": 13, "view": "Row", "cause": 2, "start_ns": 2003000000, "duration_ns": 1000000, "changed": []},
        {"id": 14, "view": "List", "cause": 3, "start_ns": 3001000000, "duration_ns": 2000000, "changed": ["x"]},
        {"id": 15, "view": "List", "kind": "layout", "start_ns": 9000000000}],
        "hitches": [{"start_ns": 1010000000, "duration_ns": 10000000}],
        "hangs": [{"start_ns": 5000000000, "duration_ns": 300000000}]}
        """

    static func figures(_ json: String) throws -> BudgetFigures { BudgetFigures(try trace(json)) }
    static func trace(_ json: String) throws -> TraceFigures { try FigureReader.read(try Traces.store(json), trace: 1) }

    static func result(
        _ limits: String, _ json: String = trace, baseline: String? = nil, _ options: BudgetCheck.Options = .init()
    ) throws -> BudgetResult {
        let budget = try BudgetFile.read(Array("{\"version\": 1, \(limits)}".utf8), name: "b.json")
        #expect(budget.errors.map(\.text) == [])
        return try BudgetCheck.run(budget, try trace(json), baseline: try baseline.map { try trace($0) }, options)
    }

    private func check(
        _ limits: String, on json: String = trace, baseline: String? = nil, _ expected: String...,
        code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try Self.result(limits, json, baseline: baseline)
        #expect(
            result.outcomes.map { "\($0.state.rawValue) \($0.sentence)" } == expected, sourceLocation: sourceLocation)
        #expect(result.exitCode == code, sourceLocation: sourceLocation)
    }

    @Test func `a figure at its limit is within, above it is not`() throws {
        try check(
            #""trace": {"red": 1, "orange": 1, "unnecessary": 2, "wasted_ms": 10, "hang_ms": 300, "rejects": 0}"#,
            "within Whole trace: red is 1, the limit is 1", "within Whole trace: orange is 1, the limit is 1",
            "within Whole trace: unnecessary is 2, the limit is 2",
            "within Whole trace: hang_ms is 300 ms, the limit is 300 ms",
            "within Whole trace: wasted_ms is 10 ms, the limit is 10 ms",
            "within Whole trace: rejects is 0, the limit is 0")
        try check(
            #""trace": {"hang_ms": 299.999999}"#,
            "breached Whole trace: hang_ms is 300.000000 ms, the limit is 300 ms", code: 3)
        try check(
            #""trace": {"red": 0, "hang_ms": 301}"#, "breached Whole trace: red is 1, the limit is 0",
            "within Whole trace: hang_ms is 300 ms, the limit is 301 ms", code: 3)
    }

    @Test func `an interaction is named by kind, or kind and name, or as it is printed`() throws {
        for key in ["tap", "tap A", "Tap \\\"A\\\"", "t?p A", "tap*"] {
            try check(
                "\"interactions\": {\"\(key)\": {\"updates_per_interaction\": 1.5}}",
                "breached Tap \"A\": updates_per_interaction is 2, the limit is 1.5", code: 3)
        }
        try check(
            #""interactions": {"tap A": {"unnecessary_per_interaction": 1, "hitch_ratio": 100, "hang_ms": 0}}"#,
            "within Tap \"A\": unnecessary_per_interaction is 1, the limit is 1",
            "within Tap \"A\": hitch_ratio is 10 ms/s, the limit is 100 ms/s",
            "within Tap \"A\": hang_ms is 0 ms, the limit is 0 ms")
    }

    @Test func `a pattern holds each that has no limit of its own`() throws {
        try check(
            #""interactions": {"*": {"updates_per_interaction": 1}, "scroll": {"updates_per_interaction": 0}}"#,
            "breached Tap \"A\": updates_per_interaction is 2, the limit is 1",
            "breached Scroll: updates_per_interaction is 1, the limit is 0; from one interaction, which may vary by 4.24: perform it more often",
            code: 3)
        try check(
            #""views": {"*": {"p95_ms": 1}, "Row": {"p95_ms": 17}}"#,
            "breached List: p95_ms is 2 ms, the limit is 1 ms",
            "unchecked List (layout): p95_ms cannot be checked: 1 update not judged: it has no duration",
            "within Row: p95_ms is 17 ms, the limit is 17 ms", code: 3)
        try check(
            #""views": {"Ro*": {"red": 0}, "Row": {"red": 1}}"#, "within Row: red is 1, the limit is 1")
    }

    @Test func `a view's updates count where it has the most of them`() throws {
        try check(
            #""views": {"Row": {"updates_per_interaction": 1}, "List body": {"updates_per_interaction": 1}}"#,
            "breached Row: updates_per_interaction is 2, the limit is 1; in Tap \"A\"",
            "within List: updates_per_interaction is 1, the limit is 1; in Scroll", code: 3)
    }

    @Test func `chains may be typed with plain arrows`() throws {
        for arrow in ["→", "->"] {
            try check(
                "\"chains\": {\"Tap \\\"A\\\" \(arrow) S \(arrow) Row.body\": {\"unnecessary_per_interaction\": 0.4}}",
                "breached Tap \"A\" → S → Row.body: unnecessary_per_interaction is 0.5, the limit is 0.4; in Tap \"A\"; by less than its interactions vary: up to 4.24 from one recording to the next",
                code: 3)
        }
    }

    @Test func `a view or chain that is not there passes and says so`() throws {
        try check(
            #""views": {"Rwo": {"red": 0}}, "chains": {"x": {"red": 0}}"#,
            "skipped Rwo: red is skipped: not in this trace; did you mean 'Row'?",
            "skipped x: red is skipped: not in this trace")
        #expect(try Self.result(#""views": {"Rwo": {"red": 0, "orange": 0}}"#).notes.count == 1)
    }

    @Test func `an interaction that was not performed is no pass`() throws {
        let result = try Self.result(#""interactions": {"tap B": {"red": 0}, "swipe*": {"red": 0}}"#)
        #expect(result.exitCode == 2)
        #expect(
            result.diagnostics.map(\.text) == [
                "b.json:1:43: error: tap B: red cannot be checked: the test did not perform it; did you mean 'tap A'?\n"
                    + "  fix: perform it, or name one that was performed: scroll, tap A",
                "b.json:1:65: error: swipe*: red cannot be checked: the test did not perform it\n"
                    + "  fix: perform it, or name one that was performed: scroll, tap A",
            ])
    }

    @Test func `a lane that is missing is no pass`() throws {
        let bare = Traces.updates("{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 1000000}")
        try check(
            #""trace": {"red": 0, "hitch_ratio": 1, "hang_ms": 1, "wasted_ms": 1, "updates_per_interaction": 1}"#,
            on: bare,
            "unchecked Whole trace: hitch_ratio cannot be checked: the input has no lane of hitches",
            "unchecked Whole trace: hang_ms cannot be checked: the input has no lane of hangs",
            "unchecked Whole trace: wasted_ms cannot be checked: nothing in the input says why an update ran",
            "unchecked Whole trace: updates_per_interaction cannot be checked: the input has no interactions",
            "within Whole trace: red is 0, the limit is 0", code: 2)
        try check(
            #""chains": {"a": {"red": 0}}, "interactions": {"tap": {"red": 0}}"#, on: bare,
            "unchecked tap: red cannot be checked: the test did not perform it",
            "unchecked a: red cannot be checked: the input has no causes", code: 2)
        try check(
            #""trace": {"red": 0}"#, on: "{\"format\": \"tracekit\", \"version\": 1, \"updates\": []}",
            "unchecked Whole trace: red cannot be checked: the input has no view updates", code: 2)
    }

    @Test func `the hitch ratio of a recording without interactions says so`() throws {
        let bare = """
            {"format": "tracekit", "version": 1, "trace": {"duration_ns": 2000000000},
            "updates": [{"view": "Row", "start_ns": 0, "duration_ns": 1}],
            "hitches": [{"start_ns": 0, "duration_ns": 10000000}]}
            """
        let result = try Self.result(#""trace": {"hitch_ratio": 5}"#, bare)
        #expect(result.exitCode == 0)
        #expect(result.notes == ["Whole trace: of the whole recording: it has no interactions"])
    }

    @Test func `headroom is on the figure of the baseline`() throws {
        try check(
            #""trace": {"red": "+0", "hang_ms": "+10 %"}, "interactions": {"tap A": {"updates_per_interaction": "+0"}}"#,
            baseline: Self.trace,
            "within Tap \"A\": updates_per_interaction is 2, the limit is 2; +0 on 2 in the baseline",
            "within Whole trace: red is 1, the limit is 1; +0 on 1 in the baseline",
            "within Whole trace: hang_ms is 300 ms, the limit is 330 ms; +10 % on 300 ms in the baseline")
        let calm = Self.trace
            .replacingFirst("\"duration_ns\": 17000000", "\"duration_ns\": 7000000")
            .replacingFirst("\"name\": \"A\", \"start_ns\": 2000000000", "\"name\": \"B\", \"start_ns\": 2000000000")
        try check(
            #""trace": {"red": "+10 %"}, "views": {"New*": {"red": "+1"}}"#, baseline: calm,
            "breached Whole trace: red is 1, the limit is 0; +10 % on 0 in the baseline",
            "skipped New*: red is skipped: not in this trace; +1 on 0: not in the baseline", code: 3)
    }

    @Test func `headroom without what it is on is no pass`() throws {
        try check(
            #""trace": {"red": "+0"}"#,
            "unchecked Whole trace: red cannot be checked: it is headroom against a baseline, and none was given",
            code: 2)
        let other = Self.trace.replacingFirst("\"kind\": \"scroll\"", "\"kind\": \"swipe\"")
            .replacingFirst("\"hangs\": [{\"start_ns\": 5000000000, \"duration_ns\": 300000000}]", "\"signposts\": []")
        try check(
            #""interactions": {"scroll": {"red": "+0"}}, "trace": {"hang_ms": "+0"}"#, baseline: other,
            "unchecked Scroll: red cannot be checked: the baseline did not perform it",
            "unchecked Whole trace: hang_ms cannot be checked: in the baseline the input has no lane of hangs", code: 2)
    }

    @Test func `another device in the baseline is told`() throws {
        let other = Self.trace.replacingFirst("\"app\": \"Demo\"", "\"app\": \"Demo\", \"device\": \"iPad\"")
        let result = try Self.result(#""trace": {"red": "+0"}"#, baseline: other)
        #expect(result.caveats == ["the baseline has another device: iPad, now unknown"])
    }

    @Test func `a trace that was cut off is refused unless it is allowed`() throws {
        let cut = Self.trace.replacingFirst("],\n\"hangs\"", "],\n\"hangs")
        let error = try #require(throws: TraceError.self) { try Self.result(#""trace": {"red": 1}"#, cut) }
        #expect(error.kind == .input && error.diagnostic.message.contains("is incomplete"))
        var options = BudgetCheck.Options()
        options.allowsIncomplete = true
        let result = try Self.result(#""trace": {"red": 1}"#, cut, options)
        #expect(result.exitCode == 0 && result.caveats.contains { $0.hasPrefix("incomplete: ") })
    }

    @Test func `rejected rows are told, and a limit can stop them`() throws {
        let rejected = Self.trace.replacingFirst("\"start_ns\": 9000000000", "\"start_ns\": \"soon\"")
        let result = try Self.result(#""trace": {"rejects": 0}"#, rejected)
        #expect(result.exitCode == 3)
        #expect(result.caveats == ["1 of \(try Self.trace(rejected).rowsSeen) rows could not be taken"])
    }

    @Test func `every breach says where to look`() throws {
        var options = BudgetCheck.Options()
        options.input = CommandInput(["my trace.json"])
        let result = try Self.result(
            #"""
            "trace": {"red": 0, "hang_ms": 0}, "interactions": {"tap A": {"red": 0, "hitch_ratio": 0}},
            "views": {"Row": {"red": 0, "updates_per_interaction": 0}},
            "chains": {"Tap \"A\" -> S -> Row.body": {"red": 0}}
            """#, Self.trace, options)
        #expect(
            Set(result.breaches.map(\.next)) == [
                "trace-analyze report 'my trace.json'",
                "trace-analyze chains 'my trace.json' --interaction 1",
                "trace-analyze report 'my trace.json' --interaction 1",
                "trace-analyze report 'my trace.json' --view Row", "trace-analyze chains 'my trace.json' --view Row",
                "trace-analyze chains 'my trace.json' --cause Row.body",
            ])
    }

    @Test func `a breach stands with the problem that has most of the updates in the interaction`() throws {
        let cause = { (id: Int, name: String) in
            "{\"id\": \(id), \"cause\": 900, \"kind\": \"observable\", \"name\": \"\(name)\", \"start_ms\": 1000}"
        }
        let fan = { (cause: Int, view: String, count: Int, id: Int, at: Int) in
            RuleTraces.updates(
                count, view, from: id, at: at, every: 2_000, lasting: 500,
                "\"cause\": \(cause), \"instance\": \"\(view)#\"")
        }
        // Two causes in one interaction, and a slow body, none of which is called as the interaction is.
        let trace = RuleTraces.document(
            ("interactions", ["{\"id\": 900, \"kind\": \"swipe\", \"name\": \"Map\", \"start_ms\": 1000}"]),
            ("causes", [cause(901, "Location.heading"), cause(902, "User.name")]),
            (
                "updates",
                fan(901, "Pin", 30, 1, 1_001_000) + fan(902, "Badge", 6, 50, 1_100_000)
                    + [RuleTraces.update(90, "Map", at: 1_200_000, lasting: 40_000, "\"cause\": 901")]
            ))
        let result = try Self.result(
            #""interactions": {"swipe Map": {"unnecessary_per_interaction": 2, "updates_per_interaction": 3, "red": 0}}"#,
            trace)
        #expect(
            result.groups.map { "\($0.title): \($0.outcomes.count)" } == [
                "Each Pin depends on the whole Location.heading: 2", "Map.body is too long for a frame: 1",
            ])
    }

    @Test func `the worst is first, and what the user did before what the views did`() throws {
        let result = try Self.result(
            #"""
            "trace": {"orange": 0, "hang_ms": 299}, "views": {"Row": {"updates_per_interaction": 0}},
            "interactions": {"tap A": {"updates_per_interaction": 0}, "scroll": {"red": 0}}
            """#)
        #expect(
            result.outcomes.map { "\($0.scope.rawValue) \($0.measure.rawValue)" } == [
                "interactions updates_per_interaction", "views updates_per_interaction", "trace hang_ms",
                "trace orange", "interactions red",
            ])
        #expect(result.answer == "4 of 5 limits breached by 2 problems and elsewhere")
    }
}

extension String {
    /// With the first place where `old` stands changed; fails where there is none.
    func replacingFirst(_ old: String, _ new: String, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        guard let range = firstRange(of: old) else {
            Testing.Issue.record("'\(old)' is not in the text", sourceLocation: sourceLocation)
            return self
        }
        return replacingCharacters(in: range, with: new)
    }

    private func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
