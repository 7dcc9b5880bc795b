import Testing

@testable import TraceKit

/// A budget's text in; its limits, or what is wrong with it and where, out.
@Suite struct BudgetFileTests {
    private func read(_ text: String) throws -> BudgetFile { try BudgetFile.read(Array(text.utf8), name: "b.json") }

    /// Limits as `scope subject measure bound @line:column`.
    private func check(_ text: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let budget = try read(text)
        #expect(budget.errors.map(\.text) == [], sourceLocation: sourceLocation)
        let shown = budget.limits.map { limit in
            let bound =
                switch limit.bound {
                case .least(let number): "at least \(number)"
                case .exactly(let number): "exactly \(number)"
                case .most(let number): "\(number)"
                case .more(let number): "+\(number)"
                case .percentMore(let number): "+\(number)%"
                }
            return "\(limit.scope.rawValue) \(limit.subject) \(limit.measure.rawValue) \(bound) "
                + "@\(limit.place.line ?? 0):\(limit.place.column ?? 0)"
        }
        #expect(shown == expected, sourceLocation: sourceLocation)
    }

    private func fails(_ text: String, _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        do throws(TraceError) {
            let budget = try BudgetFile.read(Array(text.utf8), name: "b.json")
            #expect(budget.errors.map(\.text) == expected, sourceLocation: sourceLocation)
        } catch {
            #expect([error.diagnostic.text] == expected, sourceLocation: sourceLocation)
        }
    }

    @Test func `every section gives its limits with their places`() throws {
        try check(
            """
            // limits
            {
              "version": 1,
              "trace": {"red": 0, "wasted_ms": 2.5,},
              "interactions": {
                "tap \\"Favorite\\"": {"updates_per_interaction": 3}, /* all taps: */ "tap": {"red": 1e1},
              },
              "views": {"Row": {"p95_ms": 8.3}},
              "chains": {"a → b": {"unnecessary": 0}},
            }
            """,
            [
                "trace  red 0.0 @4:13", "trace  wasted_ms 2.5 @4:23",
                "interactions tap \"Favorite\" updates_per_interaction 3.0 @6:26",
                "interactions tap red 10.0 @6:81", "views Row p95_ms 8.3 @8:21", "chains a → b unnecessary 0.0 @9:26",
            ])
    }

    @Test func `headroom is a text, and one figure may have several limits`() throws {
        try check(
            #"{"version": 1, "trace": {"red": "+10 %", "orange": [5, "+2", "+2.5%"]}}"#,
            [
                "trace  red +10.0% @1:26", "trace  orange 5.0 @1:42", "trace  orange +2.0 @1:42",
                "trace  orange +2.5% @1:42",
            ])
        #expect(try read(#"{"version": 1, "trace": {"red": "+1"}}"#).isRelative)
        #expect(!(try read(#"{"version": 1, "trace": {"red": 1}}"#).isRelative))
    }

    @Test func `unknown keys are answered with the nearest one`() {
        fails(
            #"{"version": 1, "view": {}, "trace": {"red": 1}}"#,
            "b.json:1:16: error: unknown key 'view'; did you mean 'views'?")
        fails(
            #"{"version": 1, "xyzzy": 3, "trace": {"red": 1}}"#,
            "b.json:1:16: error: unknown key 'xyzzy'; known: version, note, trace, interactions, recurring, views, chains, signposts, functions, logs"
        )
        fails(
            "{\"version\": 1, \"views\": {\n  \"Row\": {\n    \"p95ms\": 3}}}",
            "b.json:3:5: error: unknown limit 'p95ms'; did you mean 'p95_ms'?")
        fails(
            #"{"version": 1, "trace": {"updates_per_interation": 3}}"#,
            "b.json:1:26: error: unknown limit 'updates_per_interation'; did you mean 'updates_per_interaction'?")
        fails(
            #"{"version": 1, "chains": {"a": {"p95_ms": 3}}}"#,
            "b.json:1:33: error: a chain has no limit 'p95_ms'; known: red, orange, unnecessary, "
                + "updates_per_interaction, unnecessary_per_interaction, wasted_ms")
    }

    @Test func `all errors are told, not the first only`() {
        fails(
            "{\"version\": 1,\n\"trace\": {\"rde\": 1,\n\"orange\": -1,\n\"rejects\": true}}",
            "b.json:2:11: error: unknown limit 'rde'; did you mean 'red'?",
            "b.json:3:11: error: a limit cannot be negative, found '-1'\n  fix: 0 allows none",
            "b.json:4:12: error: expected a number, or headroom against the baseline like \"+10 %\", found 'true'")
    }

    @Test(arguments: ["10 %", "+", "+%", "+x", "+-1", "+1e3", "+nan", "+1.2.3", "-5 %", "+ 5 % more"])
    func `headroom that is none`(_ text: String) {
        fails(
            "{\"version\": 1, \"trace\": {\"red\": \"\(text)\"}}",
            "b.json:1:33: error: expected headroom against the baseline like \"+10 %\" or \"+2\", found '\(text)'")
    }

    @Test func `values of the wrong shape`() {
        fails(
            #"{"version": 1, "trace": 3}"#,
            "b.json:1:25: error: expected an object of limits, found '3'")
        fails(
            #"{"version": 1, "views": {"Row": [1]}}"#,
            "b.json:1:33: error: expected an object with the limits of a view, found '[1]'")
        fails(#"{"version": 1, "trace": {"red": []}}"#, "b.json:1:26: error: the list of limits is empty")
        fails(
            #"{"version": 1, "trace": {"red": 1e999}}"#, "b.json:1:33: error: the number '1e999' is too large")
    }

    @Test func `the version must be there and known`() {
        fails(
            #"{"trace": {"red": 1}}"#,
            "b.json:1:1: error: the budget has no version\n  fix: add \"version\": 1")
        fails(
            #"{"version": 2, "trace": {"red": 1}}"#,
            "b.json:1:13: error: version 2 of budgets is not known; expected 1")
        fails(
            #"{"version": "1", "trace": {"red": 1}}"#, "b.json:1:13: error: expected the version 1, found '\"1\"'")
    }

    @Test func `a budget without limits holds nothing and is an error`() {
        fails(
            "\n {\"version\": 1, \"trace\": {}}",
            "b.json:2:2: error: the budget holds no limit\n  fix: have one written: trace-analyze check --init INPUT")
    }

    @Test func `a key that stands twice would hide a limit`() {
        fails(
            "{\"version\": 1, \"trace\": {\"red\": 1,\n \"red\": 2}}",
            "b.json:2:2: error: duplicate key 'red'; the first one is in line 1\n  fix: keep one of them"
        )
    }

    @Test func `what is no JSON is told with its place`() {
        let fix = "\n  fix: correct the budget at this place; it is JSON, with comments and trailing commas allowed"
        fails("{\"version\": 1,\n \"trace\" {", "b.json:2:10: error: expected ':' after the key, found '{'\(fix)")
        fails("[1]", "b.json:1:1: error: expected an object, found '[1]'\(fix)")
        fails("", "b.json:1:1: error: expected an object, found the end of the file\(fix)")
        fails("{\"version\": 1} x", "b.json:1:16: error: expected the end of the file, found 'x'\(fix)")
        fails(
            "{} /* no end", "b.json:1:4: error: the comment that begins here does not end\n  fix: end it with */")
    }

    @Test func `a file that is not there`() {
        #expect(throws: TraceError.self) { try BudgetFile.read("/nowhere/budget.json") }
    }
}
