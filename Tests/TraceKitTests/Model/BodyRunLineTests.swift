import Testing

@testable import TraceKit

/// Lines in which an app's own code tells that a body ran, and lines that only sound like them.
@Suite struct BodyRunLineTests {
    private static func line(_ text: String) -> BodyRunLine? {
        var text = text
        return text.withUTF8 { BodyRunLine($0) }
    }

    @Test(arguments: [
        ("FeedRow body", "FeedRow"), ("🔵 ProfileView.body", "ProfileView"), ("FeedView body called", "FeedView"),
        ("Rendering FeedRow 3", "FeedRow"), ("[UI] re-rendered CartCell for id 42", "CartCell"),
        ("FeedRow re-rendered (12)", "FeedRow"), ("body of InboxList", "InboxList"),
        ("Shop.CartRow body #3", "Shop.CartRow"),
        ("computing body for ChartPanel", "ChartPanel"), ("body: FeedRow", "FeedRow"),
        ("FeedRow body – idle", "FeedRow"),
        ("HomeView: Evaluating WithViewStore<HomeState, HomeAction, ...>.body", "HomeView"),
        ("Evaluating WithViewStore<HomeState, HomeAction, ...>.body", "WithViewStore"),
        ("FeedRow.body.getter called", "FeedRow"),
    ])
    func `a line names the view whose body ran, once`(text: String, view: String) throws {
        let line = try #require(Self.line(text))
        #expect(line.view == view && line.rate == nil)
    }

    @Test(arguments: [
        "FeedRow body is too long", "FeedRow init 3", "request body sent", "body called", "rendering 3 rows",
        "FeedRow body took 12 ms", "HTTPResponse body", "Rendered Image 3 of 10", "everybody FeedRow",
        "FeedList updated",
        "the app draws FeedRow and its body", "Body", "FeedRow loaded, body next", "Report rendered in 3 pages",
    ])
    func `other lines name none`(text: String) { #expect(Self.line(text) == nil) }

    @Test func `a rate is so many evaluations in the time before the line`() throws {
        let rate = try #require(Self.line("DetailView body evaluated 30 times in 1.5s")?.rate)
        #expect(rate.count == 30 && rate.span == 1_500_000_000)
        #expect(Self.line("DetailView body called 30 times")?.rate == nil)
    }

    private static func evaluations(_ log: String, _ options: ImportOptions = ImportOptions()) throws -> [String] {
        let records = try Traces.records(log, options)
        return (0..<records.updates.count).map { row in
            let view = records.names.text(records.views[Int(records.updates.view[row])].name) ?? ""
            let time = records.updates.evaluated[row]
            return "\(view) \(time < 0 ? "-" : "\(time / 1_000_000)")"
        }
    }

    @Test func `each line is an evaluation, with its time where it has one`() throws {
        let printed = "FeedView body\nstarting\nFeedRow body 1\nFeedRow body 2\n"
        #expect(try Self.evaluations(printed) == ["FeedView -", "FeedRow -", "FeedRow -"])
        let logged = "[00:01.000] FeedView body\n[00:01.500] GET /\n[00:02.000] FeedRow body evaluated 2 times in 1 s\n"
        #expect(try Self.evaluations(logged) == ["FeedView 0", "FeedRow 1000", "FeedRow 500"])
        var options = ImportOptions()
        options.takesBodySignposts = false
        #expect(try Self.evaluations(logged, options).isEmpty)
    }

    @Test func `rates of any size take bounded memory, and what is left out is told`() throws {
        let line = "FeedRow body evaluated 10000 times in 1 s\n"
        let records = try Traces.records(String(repeating: line, count: 250))
        #expect(records.updates.count == 2_000_000 && records.logs.count == 250)
        #expect(records.warnings.contains { $0.text.contains("more than 2,000,000 evaluations") })
        #expect(try Self.evaluations("FeedRow body\n" + line.replacing("10000", with: "10001")).count == 2)
    }

    /// `_printChanges` says more of the same evaluation, and durations of bodies say more than that they ran.
    @Test func `what is told twice is counted once`() throws {
        let both = "FeedRow: @self changed.\nFeedRow body\nFeedView body\nFeedRow: @self changed.\nFeedRow body\n"
        #expect(try Self.evaluations(both).sorted() == ["FeedRow -", "FeedRow -", "FeedView -"])
        let timed = "[00:01.000] FeedRow body 12 ms\n[00:02.000] FeedRow body\n"
        #expect(try Self.evaluations(timed).count == 1)
    }

    @Test func `what had changed is not known of them`() throws {
        let store = try Traces.store("FeedView body\nFeedRow body\nFeedRow body\nFeedRow body\n")
        let answer = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0].answer
        #expect(answer.console?.unchanged == nil)
        #expect(answer.console?.counts == "4 body evaluations, without times; what had changed is not recorded")
    }
}
