import Testing

@testable import TraceKit

/// Updates of one tap in, their verdicts out (docs/analysis.md, section 5).
@Suite struct VerdictPassTests {
    private let tap = ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"start_ns\": 0}"])
    private let causes = (
        "causes",
        [
            "{\"id\": 901, \"name\": \"a\", \"start_ns\": 0, \"cause\": 900}",
            "{\"id\": 902, \"name\": \"b\", \"start_ns\": 0, \"cause\": 900}",
        ]
    )

    /// Updates of `Row` one after the other, each with its own fields; the reasons in the same order.
    private func check(
        _ updates: String..., reasons expected: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let texts = updates.enumerated().map { index, more in
            "{\"id\": \(index + 1), \"view\": \"Row\", \"start_ns\": \(index), \"duration_ns\": 1"
                + "\(more.isEmpty ? "" : ", \(more)")}"
        }
        let store = try Traces.store(RuleTraces.document(tap, causes, ("updates", texts)))
        let found = try store.rows(
            "SELECT verdict || ' ' || reason || coalesce(' ' || confidence, '') FROM updates ORDER BY start_ns, id")
        #expect(found == expected, sourceLocation: sourceLocation)
    }

    private func row(_ instance: String, cause: Int = 901, _ more: String = "") -> String {
        "\"instance\": \"\(instance)\", \"cause\": \(cause)\(more.isEmpty ? "" : ", \(more)")"
    }

    @Test func `the list of what changed decides, in the order of the rules`() throws {
        try check("\"changed\": [], \"phase\": \"creation\"", reasons: "necessary creation")
        try check("\"changed\": []", reasons: "unnecessary unchanged proven")
        try check("\"changed\": [\"a\"]", reasons: "necessary changed-input")
        try check("\"changed\": [\"@identity\"]", reasons: "necessary creation")
        try check("\"changed\": [\"@self\", \"@dependencies\", \"a\"]", reasons: "necessary changed-input")
        let own = "\"cause\": 901, \"changed\": [\"a\"]"
        for (list, verdict) in [
            ("\"@self\"", "unnecessary parent-only possible"),
            ("\"@self\", \"@dependencies\"", "necessary changed-input"),
            ("\"@dependencies\"", "necessary changed-input"),
        ] {
            // Another update with the same cause, so that this one is not the only one of it.
            try check("\"cause\": 901, \"changed\": [\(list)]", own, reasons: verdict, "necessary changed-input")
        }
        try check("", reasons: "unknown no-evidence")
    }

    @Test func `what only says that an update was reached decides nothing where its cause is not known`() throws {
        let (parent, model) = ("\"changed\": [\"@self\"]", "\"changed\": [\"@self\", \"@dependencies\"]")
        try check(parent, reasons: "unknown parent-only possible")
        try check(model, reasons: "unknown changed-input")
        try check(
            model, model, model, reasons: "unknown changed-input", "unknown changed-input", "unknown changed-input")
        // Many at once are one parent's work.
        let many = "unnecessary parent-only possible"
        try check(parent, parent, reasons: "unknown parent-only possible", "unknown parent-only possible")
        try check(parent, parent, parent, reasons: many, many, many)
        let apart = (7...9).map { "\(parent), \"group\": \($0)" }
        try check(
            apart[0], apart[1], apart[2], reasons: "unknown parent-only possible", "unknown parent-only possible",
            "unknown parent-only possible")
    }

    @Test func `all runs of an instance in a group but the last are repeats`() throws {
        let run = "\"instance\": \"r\", \"group\": 7"
        try check(run, reasons: "unknown no-evidence")
        try check(run, run, reasons: "unnecessary repeated likely", "unknown no-evidence")
        try check(
            run, run, run, reasons: "unnecessary repeated likely", "unnecessary repeated likely", "unknown no-evidence")
    }

    @Test func `another instance, another group or an unknown instance is no repeat`() throws {
        try check(
            "\"instance\": \"r\", \"group\": 7", "\"instance\": \"s\", \"group\": 7", reasons: "unknown no-evidence",
            "unknown no-evidence")
        try check(
            "\"instance\": \"r\", \"group\": 7", "\"instance\": \"r\", \"group\": 8", reasons: "unknown no-evidence",
            "unknown no-evidence")
        try check("\"group\": 7", "\"group\": 7", reasons: "unknown no-evidence", "unknown no-evidence")
    }

    @Test func `the last run is the last whatever rule took it, checks aside`() throws {
        let run = "\"instance\": \"r\", \"group\": 7"
        try check(
            run, "\(run), \"changed\": [\"a\"]", reasons: "unnecessary repeated likely", "necessary changed-input")
        try check(run, "\(run), \"phase\": \"check\"", reasons: "unknown no-evidence", "-")
    }

    @Test func `three instances make a fan-out, of which the earliest is expected, two do not`() throws {
        try check(
            row("r"), row("s"), row("t"), reasons: "necessary expected", "unnecessary fan-out possible",
            "unnecessary fan-out possible")
        try check(row("r"), row("s"), reasons: "unknown no-evidence", "unknown no-evidence")
        // The same instance three times is one.
        try check(
            row("r"), row("r"), row("s"), reasons: "unnecessary repeated likely", "unknown no-evidence",
            "unknown no-evidence")
    }

    @Test func `an update without an instance id is an instance of its own`() throws {
        let unknown = "\"cause\": 901"
        try check(
            unknown, unknown, unknown, reasons: "necessary expected", "unnecessary fan-out possible",
            "unnecessary fan-out possible")
    }

    @Test func `a fan-out has one driving cause`() throws {
        try check(
            row("r"), row("s"), row("t", cause: 902), reasons: "unknown no-evidence", "unknown no-evidence",
            "necessary expected")
        try check(
            "\"instance\": \"r\"", "\"instance\": \"s\"", "\"instance\": \"t\"", reasons: "unknown no-evidence",
            "unknown no-evidence", "unknown no-evidence")
    }

    @Test func `what an earlier rule took is no part of a fan-out, but of its cause's updates`() throws {
        try check(
            row("r", "\"changed\": [\"a\"]"), row("s"), row("t"), reasons: "necessary changed-input",
            "unknown no-evidence", "unknown no-evidence")
        try check(
            row("r", "\"changed\": [\"a\"]"), row("s"), reasons: "necessary changed-input", "unknown no-evidence")
    }

    @Test func `the only update of a driving cause in its window is expected`() throws {
        try check(row("r"), reasons: "necessary expected")
        try check(row("r", "\"changed\": [\"@self\"]"), reasons: "necessary expected")
    }

    @Test func `below the least confidence an update is unknown`() throws {
        let updates = ["[]", "[\"@self\"]", "[\"@self\"]", "[\"@self\"]"].enumerated().map {
            "{\"id\": \($0 + 1), \"view\": \"Row\", \"start_ns\": \($0), \"duration_ns\": 1, \"group\": 8, "
                + "\"changed\": \($1)}"
        }
        let runs = (5...6).map {
            "{\"id\": \($0), \"view\": \"Row\", \"start_ns\": \($0), \"duration_ns\": 1, \"instance\": \"r\", "
                + "\"group\": 7}"
        }
        let records = try Traces.records(RuleTraces.document(tap, ("updates", updates + runs)))
        let expected: [(Confidence, [Verdict])] = [
            (.possible, [.unnecessary, .unnecessary, .unnecessary, .unnecessary, .unnecessary, .unknown]),
            (.likely, [.unnecessary, .unknown, .unknown, .unknown, .unnecessary, .unknown]),
            (.proven, [.unnecessary, .unknown, .unknown, .unknown, .unknown, .unknown]),
        ]
        for (confidence, verdicts) in expected {
            var options = AnalysisOptions()
            options.leastConfidence = confidence
            let results = AnalysisPasses.run(records, options)
            #expect(Array(results.verdict.buffer) == verdicts, "\(confidence)")
        }
    }
}
