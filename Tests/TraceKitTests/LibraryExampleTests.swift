import Foundation
import Testing
import TraceKit

// Without @testable: what docs/library.md shows is public, and nothing else is used here.

// problems begin
/// What to change first in the app of a recording, each with its evidence and its fix.
func whatToChange(in path: String) throws -> [String] {
    let trace = try TraceAnalysis(of: [path])
    for note in trace.notes { print(note.text) }
    return try trace.problems().map { problem in
        let cost = problem.costMs.map { "\(Int($0.rounded())) ms" } ?? "not measured"
        return "\(problem.severity) \(problem.title) (\(cost)): \(problem.why). \(problem.fix)"
    }
}
// problems end

// compare begin
/// Whether a fix worked: what got better and what got worse from one recording to the other.
func whatChanged(before: String, after: String) throws -> (better: [String], worse: [String]) {
    let (before, after) = (try TraceAnalysis(of: [before]), try TraceAnalysis(of: [after]))
    let comparison = try after.compared(to: before)
    print(comparison.text)
    return (comparison.better + comparison.likelyBetter, comparison.worse + comparison.likelyWorse)
}
// compare end

// query begin
/// The views of a trace that missed a red deadline, those that did most often first.
func slowViews(in path: String) throws -> [String] {
    let trace = try TraceAnalysis(of: [path])
    let result = try trace.query(
        """
        SELECT view, count(*) FROM long_updates
        WHERE kind = 'body' AND severity = 'red' GROUP BY view ORDER BY 2 DESC, 1
        """)
    return result.rows.map { row in
        guard case .text(let view) = row[0], case .integer(let count) = row[1] else { return "" }
        return "\(view): \(count) red"
    }
}
// query end

// budget begin
/// What a budget says of a recording; nil where it is kept. Put your UI test's trace and your budget in place of these.
func brokenBudget(_ budget: String, trace: String) throws -> String? {
    let outcome = try TraceAnalysis(of: [trace]).check(budget: budget)
    return outcome.isWithin ? nil : outcome.text
}
// budget end

@Suite struct LibraryExampleTests {
    private let sample = "\(Repository.root)/SampleTraces/"

    private func page() throws -> String { try Repository.text("docs/library.md") }

    /// The code between two marks of this file.
    private func code(_ name: String) throws -> String {
        let text = try Repository.text("Tests/TraceKitTests/LibraryExampleTests.swift")
        let from = try #require(text.range(of: "// \(name) begin\n")).upperBound
        let to = try #require(text.range(of: "// \(name) end\n")).lowerBound
        return String(text[from..<to])
    }

    @Test(arguments: ["problems", "compare", "query", "budget"])
    func `the page quotes the code that is run here`(_ name: String) throws {
        #expect(try page().contains("```swift\nimport TraceKit\n\n\(code(name))```"))
    }

    @Test func `the examples find the problems and the slow views`() throws {
        let problems = try whatToChange(in: sample + "landmarks-before.json")
        #expect(problems.count == 5 && problems.allSatisfy { $0.contains(" ms): ") })
        #expect(try slowViews(in: sample + "landmarks-before.json") == ["LandmarkRow: 14 red"])
        #expect(try slowViews(in: sample + "landmarks-after.json") == [])
    }

    @Test func `the example tells which way a fix went`() throws {
        let (before, after) = (sample + "landmarks-before.json", sample + "landmarks-after.json")
        let fixed = try whatChanged(before: before, after: after)
        #expect(!fixed.better.isEmpty && fixed.worse.isEmpty)
        #expect(try !whatChanged(before: after, after: before).worse.isEmpty)
    }

    @Test func `the budget breaks on the trace before the fixes only`() throws {
        try withTemporaryFolder { folder in
            let budget = "\(folder)/budget.json"
            try #"{"version": 1, "trace": {"red": 0}}"#.write(toFile: budget, atomically: true, encoding: .utf8)
            #expect(try brokenBudget(budget, trace: sample + "landmarks-after.json") == nil)
            let text = try brokenBudget(budget, trace: sample + "landmarks-before.json")
            #expect(text?.contains("red") == true)
            try #"{"version": 1, "trace": {"rod": 0}}"#.write(toFile: budget, atomically: true, encoding: .utf8)
            #expect(throws: TraceError.self) { try brokenBudget(budget, trace: sample + "landmarks-after.json") }
        }
    }

    @Test func `options and formats that there are not are told with those that there are`() throws {
        var options = TraceAnalysis.Options()
        options.profile = "slow"
        #expect(throws: TraceError(.usage, "unknown profile 'slow'", fix: "use frame, instruments or device")) {
            try TraceAnalysis(of: [sample + "landmarks-after.json"], options)
        }
        options.profile = "instruments"
        let trace = try TraceAnalysis(of: [sample + "landmarks-after.json"], options)
        #expect(try trace.report().contains("Recorded"))
        #expect(throws: TraceError.self) { try trace.report(as: "film") }
        #expect(throws: TraceError.self) { try trace.query("DELETE FROM traces") }
    }

    @Test func `an analysis of no input throws instead of passing every gate`() throws {
        let error = #expect(throws: TraceError.self) { try TraceAnalysis(of: []) }
        #expect(error?.kind == .usage && error?.diagnostic.fix == "give the path of at least one")
        try withTemporaryFolder { folder in
            _ = #expect(throws: TraceError.self) { try TraceAnalysis(of: [folder]) }
        }
    }

    // MARK: Errors

    /// As an alert, a log or a failed test shows it, who know of no type but `Error`.
    private func shown(_ error: any Error) -> (description: String, localized: String) {
        ("\(error)", error.localizedDescription)
    }

    @Test func `an error says what, where and what to do, also to those who know no more than Error`() throws {
        let error = #expect(throws: TraceError.self) { try TraceAnalysis(of: ["/no/such trace.json"]) }
        let (description, localized) = shown(try #require(error))
        #expect(description.hasPrefix("/no/such trace.json: error: "), "\(description)")
        #expect(localized == description, "\(localized)")
        let usage = shown(TraceError(.usage, "unknown profile 'slow'", fix: "use frame, instruments or device"))
        #expect(usage.localized == "error: unknown profile 'slow'\n  fix: use frame, instruments or device")
        #expect("\(Diagnostic(.note, "nothing to do"))" == "note: nothing to do")
    }

    // MARK: Enumerations and options

    @Test func `severities and verdicts are enumerations with the words of the database and of diff`() throws {
        let before = try TraceAnalysis(of: [sample + "landmarks-before.json"])
        let after = try TraceAnalysis(of: [sample + "landmarks-after.json"])
        #expect(try before.problems().first?.severity == .high)
        let words = try before.query("SELECT severity FROM problems ORDER BY trace_id, id").rows.map { $0[0] }
        #expect(try before.problems().map { .text($0.severity.rawValue) } == words)
        #expect(try after.compared(to: before).verdict == .better)
        #expect(try before.compared(to: after).verdict == .worse)
        #expect(try after.compared(to: after).verdict == .noDifference)
    }

    /// Two processes with a row each.
    private static let processes = """
        {"format": "tracekit", "trace": {"duration_ns": 3000000000}, "updates": [
        {"view": "Row", "process": "App (7)", "start_ns": 1000000, "duration_ns": 20000000},
        {"view": "Row", "process": "App (7)", "start_ns": 31000000, "duration_ns": 2000000},
        {"view": "Clock", "process": "Widget (8)", "start_ns": 2000000, "duration_ns": 18000000}]}
        """

    @Test func `process and deadlines are those of the options, also for a trace of a database`() throws {
        try withTemporaryFolder { folder in
            try Self.processes.write(toFile: "\(folder)/two.json", atomically: true, encoding: .utf8)
            _ = try TracePipeline.load(
                ["\(folder)/two.json"], into: .file("\(folder)/two.sqlite"), TracePipeline.Options())
            for input in ["\(folder)/two.json", "\(folder)/two.sqlite"] {
                func red(_ change: (inout TraceAnalysis.Options) -> Void) throws -> [SQLValue] {
                    var options = TraceAnalysis.Options()
                    change(&options)
                    return try TraceAnalysis(of: [input], options).query(
                        "SELECT DISTINCT view FROM updates WHERE is_target = 1 AND severity = 'red' ORDER BY 1"
                    ).rows.map { $0[0] }
                }
                #expect(try red { $0.process = "Widget (8)" } == [.text("Clock")], "\(input)")
                #expect(try red { $0.process = "all" } == [.text("Clock"), .text("Row")], "\(input)")
                #expect(
                    try red {
                        $0.process = "all"
                        $0.deadlinesMs = (19, 19.5)
                    } == [.text("Row")], "\(input)")
                #expect(throws: TraceError.self) { try red { $0.deadlinesMs = (5, 2) } }
                #expect(throws: TraceError.self) { try red { $0.process = "Nobody" } }
            }
        }
    }

    @Test func `texts name the input that they are about, and have the lines of the sources`() throws {
        try withTemporaryFolder { folder in
            let budget = "\(folder)/budget.json"
            try #"{"version": 1, "views": {"LandmarkRow": {"red": 0}}}"#.write(
                toFile: budget, atomically: true, encoding: .utf8)
            var options = TraceAnalysis.Options()
            options.sourceRoots = ["\(Repository.root)/Examples/Landmarks"]
            let (before, after) = (sample + "landmarks-before.json", sample + "landmarks-after.json")
            let both = try TraceAnalysis(of: [before, after], options)
            let checked = try both.check(budget: budget).text.replacing("\n", with: " ")
            for path in [before, after] {
                #expect(checked.contains(path.split(separator: "/").last ?? ""), "\(checked)")
            }
            #expect(checked.contains("trace-analyze report \(before) --view LandmarkRow"), "\(checked)")
            #expect(checked.contains("LandmarkRow.swift:"), "\(checked)")
            #expect(try both.report().contains("LandmarkRow.swift:"))
            let text = try TraceAnalysis(of: [after]).compared(to: TraceAnalysis(of: [before])).text
            #expect(text.contains("landmarks-before.json") && text.contains("landmarks-after.json"), "\(text)")
            options.sourceRoots = ["/no/sources"]
            #expect(throws: TraceError.self) { try TraceAnalysis(of: [before], options) }
        }
    }
}
