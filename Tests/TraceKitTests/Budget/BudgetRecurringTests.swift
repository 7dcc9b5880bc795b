import Testing

@testable import TraceKit

/// Limits of what recurs: timers, streams, clocks, recorded or inferred.
@Suite struct BudgetRecurringTests {
    /// Every 0.25 s, two updates of 7 ms each.
    private static let timer = RecurringPassTests.timer(20, lasting: 7)

    /// `Editor._text` changes and runs two rows, `times` times.
    private static func log(_ times: Int, every ms: Int?, lasting duration: String?) -> String {
        let rows = (0..<times).flatMap { index in
            [("Editor", "_text"), ("Row", "@self"), ("Row", "@self")].enumerated().map { place, line in
                let time = ms.map { ", \"start_ms\": \(index * $0 + place)" } ?? ""
                let length = duration.map { ", \"duration_ms\": \($0)" } ?? ""
                return "{\"view\": \"\(line.0)\", \"changed\": [\"\(line.1)\"]\(time)\(length)}"
            }
        }
        return "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(rows.joined(separator: ","))]}"
    }

    private func check(
        _ limits: String, on json: String = Self.timer, baseline: String? = nil, _ expected: String..., code: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try BudgetCheckTests.result("\"recurring\": {\(limits)}", json, baseline: baseline)
        #expect(
            result.outcomes.map { "\($0.state.rawValue) \($0.sentence)" } == expected, sourceLocation: sourceLocation)
        #expect(result.exitCode == code, sourceLocation: sourceLocation)
    }

    @Test func `a recorded cause by its name or a pattern`() throws {
        try check(
            #""Feed.tick": {"updates_per_second": 8, "main_thread_share": 6}"#,
            "breached Feed.tick: updates_per_second is 8.42/s, the limit is 8/s; 40 updates in 20 runs",
            "within Feed.tick: main_thread_share is 5.89 %, the limit is 6 %; 40 updates in 20 runs", code: 3)
        try check(
            #""Feed.*": {"main_thread_share": 5}"#,
            "breached Feed.tick: main_thread_share is 5.89 %, the limit is 5 %; 40 updates in 20 runs", code: 3)
    }

    @Test func `an inferred cause by the view and what it names, an unseen one by the view below it`() throws {
        try check(
            #""Editor._text": {"updates_per_second": 6, "main_thread_share": 2}"#,
            on: Self.log(21, every: 500, lasting: "4"),
            "breached Editor._text: main_thread_share is 2.52 %, the limit is 2 %; 63 updates in 21 runs",
            "breached Editor._text: updates_per_second is 6.3/s, the limit is 6/s; 63 updates in 21 runs", code: 3)
        try check(
            #""Editor": {"updates_per_second": 7}"#,
            on: Self.log(21, every: 500, lasting: "4").replacing("_text", with: "@self"),
            "within Editor: updates_per_second is 6.3/s, the limit is 7/s; 63 updates in 21 runs")
    }

    @Test func `what does not recur is nothing, and says so`() throws {
        try check(
            #""Feed.tock": {"updates_per_second": 0}"#,
            "skipped Feed.tock: updates_per_second is skipped: not in this trace; did you mean 'Feed.tick'?"
        )
        // Twice is no recurrence.
        try check(
            #""Feed.tick": {"updates_per_second": 1}"#, on: RecurringPassTests.timer(2, lasting: 7),
            "skipped Feed.tick: updates_per_second is skipped: not in this trace")
    }

    @Test func `without times, durations or any evidence nothing is passed`() throws {
        try check(
            #""Editor._text": {"updates_per_second": 99, "main_thread_share": 99}"#,
            on: Self.log(21, every: nil, lasting: nil),
            "unchecked Editor._text: updates_per_second cannot be checked: its runs have no times",
            "unchecked Editor._text: main_thread_share cannot be checked: its runs have no times, or its updates no durations",
            code: 2)
        try check(
            #""Editor._text": {"updates_per_second": 99, "main_thread_share": 99}"#,
            on: Self.log(21, every: 500, lasting: "0"),
            "unchecked Editor._text: main_thread_share cannot be checked: its runs have no times, or its updates no durations",
            "within Editor._text: updates_per_second is 6.3/s, the limit is 99/s; 63 updates in 21 runs", code: 2)
        let bare =
            #"{"format": "tracekit", "version": 1, "updates": [{"view": "Row", "start_ms": 1, "duration_ms": 1}]}"#
        try check(
            #""*": {"updates_per_second": 99}"#, on: bare,
            "unchecked *: updates_per_second cannot be checked: nothing in the input says why an update ran", code: 2)
    }

    @Test func `updates without an end are not judged`() throws {
        let open = Self.timer.replacing(
            "\"start_ms\": 1, \"duration_ms\": 7.0,", with: "\"start_ms\": 1,", maxReplacements: 1)
        try check(
            #""Feed.tick": {"main_thread_share": 9}"#, on: open,
            "unchecked Feed.tick: main_thread_share cannot be checked: 1 update not judged: it has no duration", code: 2
        )
        try check(
            #""Feed.tick": {"main_thread_share": 5}"#, on: open,
            "breached Feed.tick: main_thread_share is 5.75 %, the limit is 5 %; 40 updates in 20 runs", code: 3)
    }

    @Test func `headroom on a baseline`() throws {
        try check(
            #""*": {"updates_per_second": "+10 %"}"#, on: Self.timer,
            baseline: RecurringPassTests.timer(40, lasting: 7),
            "within Feed.tick: updates_per_second is 8.42/s, the limit is 9.03/s; +10 % on 8.21/s in the baseline; "
                + "40 updates in 20 runs")
        try check(
            #""Feed.tick": {"updates_per_second": "+1"}"#, on: Self.timer,
            baseline: RecurringPassTests.timer(2, lasting: 7),
            "breached Feed.tick: updates_per_second is 8.42/s, the limit is 1/s; +1 on 0: not in the baseline; "
                + "40 updates in 20 runs", code: 3)
    }

    @Test func `a breach belongs to the problem of the cause, and is accepted with it`() throws {
        let store = try Traces.store(Self.timer)
        let figures = try FigureReader.read(store, trace: 1)
        let budget = try BudgetFile.read(
            Array(
                #"{"version": 1, "recurring": {"Feed.tick": {"updates_per_second": 8, "main_thread_share": 5}}}"#.utf8),
            name: "b.json")
        func result(_ accepted: [String]) throws -> BudgetResult {
            var options = BudgetCheck.Options()
            options.accepted = accepted.map { AcceptedNote(key: $0, words: "known", covers: { _ in true }) }
            return try BudgetCheck.run(budget, figures, baseline: nil, options) { problems throws(TraceError) in
                try FigureReader.read(store, trace: 1, leavingOut: problems)
            }
        }
        let open = try result([])
        let key = try #require(open.groups.first?.problem?.key)
        #expect(open.groups.count == 1 && key.hasPrefix("recurring-cause:"))
        #expect(open.breaches.allSatisfy { $0.next.contains("chains") && $0.next.contains("Feed.tick") })
        #expect(try result([key]).outcomes.map(\.state) == [.accepted, .accepted])
    }

    @Test func `a budget is written of what recurs often, and holds`() throws {
        let trace = try BudgetCheckTests.trace(Self.timer)
        let text = try BudgetWriter.write(trace, BudgetCheck.Options())
        #expect(
            text.contains(
                """
                  "recurring": {
                    "Feed.tick": {
                      "updates_per_second": 10.2,
                      "main_thread_share": 7.1
                    }
                  }
                """), "\(text)")
        let budget = try BudgetFile.read(Array(text.utf8), name: "b.json")
        let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
        #expect(result.outcomes.filter { $0.state != .within }.map(\.sentence) == [])
        let rare = try BudgetCheckTests.trace(RecurringPassTests.timer(19, lasting: 7))
        #expect(try !BudgetWriter.write(rare, BudgetCheck.Options()).contains("\"recurring\""))
    }
}
