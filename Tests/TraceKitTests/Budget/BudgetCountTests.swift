import Testing

@testable import TraceKit

/// Limits on how often bodies run, docs/check.md, "Counts that hold".
@Suite struct BudgetCountTests {
    private func check(
        _ limits: String, on json: String = BudgetCheckTests.trace, _ expected: String..., code: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try BudgetCheckTests.result("\"views\": {\(limits)}", json)
        #expect(
            result.outcomes.map { "\($0.state.rawValue) \($0.sentence)" } == expected, sourceLocation: sourceLocation)
        #expect(result.exitCode == code, sourceLocation: sourceLocation)
    }

    private func errors(_ limits: String) throws -> [String] {
        try BudgetFile.read(Array("{\"version\": 1, \(limits)}".utf8), name: "b").errors.map(\.message)
    }

    @Test func `a count has a maximum, a minimum or one number`() throws {
        try check(
            #""Row": {"updates": {"at_most": 4, "at_least": 4}, "evaluations": {"exactly": 4}}"#,
            "within Row: updates is 4, the limit is 4", "within Row: updates is 4, the limit is at least 4",
            "within Row: evaluations is 4, the limit is exactly 4")
        try check(
            #""Row": {"updates": {"at_least": 5}}"#, "breached Row: updates is 4, the limit is at least 5", code: 3)
        for number in [3, 5] {
            try check(
                "\"Row\": {\"evaluations\": {\"exactly\": \(number)}}",
                "breached Row: evaluations is 4, the limit is exactly \(number)", code: 3)
        }
    }

    @Test func `per interaction of a name the one furthest from what is allowed counts`() throws {
        try check(
            #""Row": {"updates": [{"at_most": 2, "per": "tap A"}, {"exactly": 0, "per": "scroll"}]}"#,
            "within Row per tap A: updates is 2, the limit is 2; of 2 interactions",
            "within Row per scroll: updates is 0, the limit is exactly 0; of 1 interaction")
        try check(
            #""List": {"updates": {"at_least": 1, "per": "tap A"}}"#,
            "breached List per tap A: updates is 0, the limit is at least 1; of 2 interactions",
            "breached List (layout) per tap A: updates is 0, the limit is at least 1; of 2 interactions", code: 3)
        try check(
            #""Row": {"updates": {"at_most": 2, "per": "tapp A"}}"#,
            "unchecked Row per tapp A: updates cannot be checked: the test did not perform it; did you mean 'tap A'?",
            code: 2)
    }

    /// A counter that counts nothing must not pass.
    @Test func `what is not there passes a maximum with its name, and no minimum`() throws {
        try check(
            #""Rwo": {"updates": {"at_most": 4}, "evaluations": {"exactly": 0}}"#,
            "skipped Rwo: updates is skipped: not in this trace; did you mean 'Row'?",
            "skipped Rwo: evaluations is skipped: not in this trace; did you mean 'Row'?")
        try check(
            #""Gone": {"updates": {"at_least": 1}, "evaluations": {"exactly": 2}}"#,
            "breached Gone: updates is 0, the limit is at least 1; not in this trace",
            "breached Gone: evaluations is 0, the limit is exactly 2; not in this trace", code: 3)
    }

    @Test func `lines of a console count, alone and beside updates`() throws {
        let lines =
            #"{"view": "Row", "changed": ["_x"]}, {"view": "Row", "changed": []}, {"view": "Log", "changed": []}"#
        let alone = "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(lines)]}"
        try check(
            #""Row": {"evaluations": {"exactly": 2}}, "Log": {"evaluations": 1}"#, on: alone,
            "within Row: evaluations is 2, the limit is exactly 2", "within Log: evaluations is 1, the limit is 1")
        let beside = BudgetCheckTests.trace.replacing("\"updates\": [", with: "\"updates\": [\(lines),")
        try check(
            #""Row": {"evaluations": 6, "updates": 4}, "Log": {"evaluations": {"at_least": 1}}"#, on: beside,
            "within Row: evaluations is 6, the limit is 6", "within Row: updates is 4, the limit is 4",
            "within Log: evaluations is 1, the limit is at least 1")
    }

    @Test func `a breach says what drove updates that were not needed`() throws {
        let text = try Repository.text("SampleTraces/landmarks-before.json")
        try check(
            #""LandmarkRow": {"updates": {"at_most": 2, "per": "tap Favorite"}}"#, on: text,
            """
            breached LandmarkRow per tap Favorite: updates is 104, the limit is 2; of 2 interactions; 206 of its updates not \
            needed, by ModelData.favorites
            """, code: 3)
    }

    @Test func `a generated budget of counts holds on its trace, and on no trace with one update more`() throws {
        var options = BudgetCheck.Options()
        options.isOfCounts = true
        for json in [BudgetCheckTests.trace, try Repository.text("SampleTraces/landmarks-before.json")] {
            let text = try BudgetWriter.write(try BudgetCheckTests.trace(json), options)
            let budget = try BudgetFile.read(Array(text.utf8), name: "b")
            #expect(budget.errors.isEmpty && budget.limits.count > 1)
            let result = try BudgetCheck.run(budget, try BudgetCheckTests.trace(json), baseline: nil, options)
            #expect(result.exitCode == 0, "\(result.answer)")
        }
        let text = try BudgetWriter.write(try BudgetCheckTests.trace(BudgetCheckTests.trace), options)
        let more = BudgetCheckTests.trace.replacing(
            "\"updates\": [",
            with:
                "\"updates\": [{\"id\": 99, \"view\": \"Row\", \"cause\": 2, \"start_ns\": 2010000000, \"duration_ns\": 1},"
        )
        let result = try BudgetCheck.run(
            try BudgetFile.read(Array(text.utf8), name: "b"), try BudgetCheckTests.trace(more), baseline: nil, options)
        #expect(result.breaches.map(\.subject).sorted() == ["Row", "Row per tap A"])
    }

    @Test func `what is no count, and what says nothing, is an error with its place`() throws {
        #expect(
            try errors(#""views": {"A": {"updates": {}}}"#) == ["expected at_most, at_least or exactly with a number"])
        #expect(
            try errors(#""views": {"A": {"updates": {"at_mots": 1, "at_most": -1, "exactly": "3"}}}"#) == [
                "unknown key 'at_mots'; did you mean 'at_most'?", "a limit cannot be negative, found '-1'",
                "expected a number, found '\"3\"'",
            ])
        #expect(
            try errors(#""trace": {"hang_ms": {"at_least": 1}}"#) == [
                "'at_least' is for counts; 'hang_ms' has at_most alone"
            ])
        #expect(
            try errors(#""trace": {"updates": {"at_most": 1, "per": "tap"}}"#) == [
                "only the updates and evaluations of a view can be limited per interaction"
            ])
    }
}
