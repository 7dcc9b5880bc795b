import Testing

@testable import TraceKit

/// Which signpost intervals are view body updates though their name does not end in `.body`, and which only look like some.
@Suite struct SignpostBodiesTests {
    private struct Interval {
        var name = "View Body"
        var message: String?
        var start = 0
        var milliseconds = 5
        var subsystem = "com.example"
        var category = "ui"
        var thread: String?
    }

    private func records(
        _ intervals: [Interval], _ options: ImportOptions = ImportOptions()
    ) throws -> TraceRecords {
        let rows = intervals.map { interval in
            let message = interval.message.map { ", \"message\": \"\($0)\"" } ?? ""
            let thread = interval.thread.map { ", \"thread\": \"\($0)\"" } ?? ""
            return
                "{\"name\": \"\(interval.name)\", \"subsystem\": \"\(interval.subsystem)\", \"category\": \"\(interval.category)\", "
                + "\"start_ns\": \(interval.start * 1_000_000), \"duration_ns\": \(interval.milliseconds * 1_000_000)\(message)\(thread)}"
        }
        return try read(Traces.document("signposts", rows), options)
    }

    private func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> TraceRecords {
        var assembly = TraceAssembly(options)
        let input = ByteInput(bytes: Array(text.utf8), name: "t")
        try assembly.read(input, by: try TraceAssembly.importer(for: input, options))
        return try assembly.finish()
    }

    private func messages(_ name: String, _ messages: String...) -> [Interval] {
        messages.enumerated().map { Interval(name: name, message: $1, start: $0 * 10) }
    }

    private func bodies(_ records: TraceRecords) -> [String] {
        (0..<records.updates.count).map { row in
            let view = records.names.text(records.views[Int(records.updates.view[row])].name) ?? ""
            return "\(view) \(records.updates.start[row] / 1_000_000)+\(records.updates.duration[row] / 1_000_000)"
        }
    }

    private static let filter = SignpostFilter(subsystem: "com.example", category: "ui")

    private func asked(_ filter: SignpostFilter = filter) -> ImportOptions {
        var options = ImportOptions()
        options.bodySignposts = [filter]
        return options
    }

    // MARK: Wrappers

    @Test(arguments: ["View Body", "ViewBody", "view-body", "body", "SwiftUI.View", "My View Body", "evaluate body"])
    func `a name that says that bodies are measured makes the messages views`(_ name: String) throws {
        let records = try records(messages(name, "Feed took 5.00 ms", "Avatar id=3", "Feed"))
        #expect(bodies(records) == ["Feed 0+5", "Avatar 10+5", "Feed 20+5"])
        #expect(records.signposts.isEmpty)
        let note = try #require(records.warnings.first)
        #expect(
            note.message
                == "the messages of signpost '\(name)' name views ('Avatar', 'Feed'): its 3 intervals are view body updates; "
                + "to keep signposts: --body-signposts none")
        #expect(records.warnings.count == 1)
    }

    @Test func `messages that end as views do are views, whatever the signpost is called`() throws {
        let records = try records(messages("evaluate", "FeedView", "PriceTag", "Shop.CartRow.body", "FeedView (id: 3)"))
        #expect(bodies(records) == ["FeedView 0+5", "PriceTag 10+5", "Shop.CartRow 20+5", "FeedView 30+5"])
    }

    @Test(arguments: [
        ("Render", ["frame 1", "frame 2"]), ("Render", ["GET /views", "GET /rows"]), ("Render", ["Shadow", "Opaque"]),
        ("Network", ["FeedView", "CartView"]), ("Load", ["HomeScreen", "CartScreen"]),
        ("View Body", ["FeedView appeared", "CartView appeared"]), ("viewDidLoad", ["FeedView", "CartView"]),
        ("View Model", ["FeedViewModel", "CartViewModel"]), ("Parse Body", ["User", "Feed"]), ("View", ["1", "2"]),
        ("FeedView", ["Alice", "Bob"]), ("FeedRow", ["LikeCard", "ShareCard"]),
        ("cellForItem", ["FeedCell", "AvatarCell"]), ("Screen", ["HomeScreen", "CartScreen"]),
    ])
    func `what is done with or for views, and what is no name of a view, stays a signpost`(
        _ name: String, _ texts: [String]
    ) throws {
        let intervals = texts.enumerated().map { Interval(name: name, message: $1, start: $0 * 10) }
        let records = try records(intervals)
        #expect(bodies(records) == [])
        #expect(records.signposts.count == 2)
    }

    @Test func `one view alone, and long or overlapping intervals, are not certain to be bodies`() throws {
        #expect(bodies(try records(messages("View Body", "FeedView", "FeedView"))) == [])
        var long = messages("View Body", "FeedView", "CartView")
        long[1].milliseconds = 2500
        #expect(bodies(try records(long)) == [])
        var overlapping = messages("View Body", "FeedView", "CartView", "CartRow")
        overlapping[0].milliseconds = 12
        #expect(bodies(try records(overlapping)) == [])
        overlapping[0].milliseconds = 19
        overlapping[1].milliseconds = 9
        #expect(bodies(try records(overlapping)).count == 3, "one lies in the other")
        var threads = messages("View Body", "FeedView", "CartView")
        (threads[0].thread, threads[1].thread) = ("main", "worker")
        #expect(bodies(try records(threads)) == [])
    }

    @Test func `a single long interval stays a signpost beside the bodies`() throws {
        var intervals = (0..<20).map { Interval(message: $0 % 2 == 0 ? "FeedView" : "CartView", start: $0 * 10) }
        intervals.append(Interval(message: "FeedView", start: 1000, milliseconds: 3000))
        let records = try records(intervals)
        #expect(records.updates.count == 20 && records.signposts.count == 1)
    }

    @Test func `bodies that are measured elsewhere are not counted again`() throws {
        let signposts = ["FeedView", "CartView"].enumerated().map { index, view in
            "{\"name\": \"View Body\", \"category\": \"ui\", \"message\": \"\(view)\", \"start_ns\": \(index * 10), \"duration_ns\": 5}"
        }.joined(separator: ", ")
        let records = try read(
            """
            {"format": "tracekit", "version": 1, "updates": [{"view": "FeedView", "start_ns": 0, "duration_ns": 5}],
             "signposts": [\(signposts)]}
            """)
        #expect(records.updates.count == 1 && records.signposts.count == 2)
    }

    @Test func `signposts of the system's frameworks are no bodies`() throws {
        var intervals = messages("View Body", "FeedView", "CartView")
        for index in intervals.indices { intervals[index].subsystem = "com.apple.SwiftUI" }
        #expect(try records(intervals).updates.count == 0)
    }

    @Test func `a log names the process whose bodies it has, and an interval without an end is an update without one`()
        throws
    {
        let records = try LogFixtures.records(try Repository.text("Tests/Corpus/log-text/take-views-in-messages.log"))
        #expect(records.updateLines == ["CartScreen 0+21000000", "PriceTag 30000000+4000000", "CartScreen 80000000+?"])
        #expect(records.signposts.count == 2)
        #expect(records.metadata.process == "Shop")
    }

    @Test func `none leaves all signposts what they are`() throws {
        var options = ImportOptions()
        options.takesBodySignposts = false
        #expect(bodies(try records(messages("View Body", "FeedView", "CartView"), options)) == [])
        #expect(bodies(try records(messages("CartRow", "FeedView"), options)) == [])
        let log = """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, begin] Row.body
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] [spid excl, process, end] Row.body
            """
        #expect(try LogFixtures.records(log, options: options).updateLines == [])
    }

    // MARK: The option

    @Test func `where the option says that intervals are bodies, their messages name the views by the same rule`()
        throws
    {
        #expect(
            bodies(try records(messages("View Body", "FeedView took 9 ms", "FeedView"), asked())) == [
                "FeedView 0+5", "FeedView 10+5",
            ])
        #expect(
            bodies(try records(messages("Network", "FeedView", "CartRow"), asked())) == [
                "FeedView 0+5", "CartRow 10+5",
            ])
        #expect(bodies(try records(messages("CartRow", "id=3", "id=4"), asked())) == ["CartRow 0+5", "CartRow 10+5"])
        #expect(bodies(try records(messages("Widget", "Alice", "Bob"), asked())) == ["Widget 0+5", "Widget 10+5"])
        #expect(
            bodies(try records(messages("Render", "frame 1", "frame 2"), asked())) == ["Render 0+5", "Render 10+5"])
    }

    @Test func `events and intervals of an export name views as those of a log do`() {
        func event(_ type: String, _ time: Int, _ id: Int, _ view: String) -> String {
            "<t>\(time)</t><thread fmt=\"Main Thread 0x1 (App, pid: 7)\"/><process fmt=\"App (7)\"/><e>\(type)</e><s>Process</s>"
                + "<i>\(id)</i><n>View Body</n><s>com.a</s><c>ui</c><os-log-metadata fmt=\"\(view)\"/>"
        }
        Xctrace.check(
            Xctrace.table(
                "os-signpost", "time thread process event-type scope identifier name subsystem category message",
                event("Begin", 1, 1, "FeedView"), event("End", 26, 1, "FeedView took 25 ns"),
                event("Begin", 30, 2, "AvatarView"), event("End", 31, 2, "AvatarView took 1 ns")),
            lines: "update - FeedView (FeedView) body - update 1+25 main - -1 -1",
            "update - AvatarView (AvatarView) body - update 30+1 main - -1 -1", "schema-rows os-signpost 4",
            "warning the messages of signpost 'View Body' name views ('AvatarView', 'FeedView'): its 2 intervals are view body "
                + "updates; to keep signposts: --body-signposts none")
    }

    @Test func `a Chrome trace names the views in messages where the option names its category`() throws {
        let events = ["FeedView", "CartView took 3 ms"].enumerated().map { index, view in
            #"{"ph": "X", "name": "Widget Body", "cat": "ui", "ts": \#(index * 10), "dur": 5, "pid": 1, "tid": 1, "args": {"message": "\#(view)"}}"#
        }.joined(separator: ", ")
        let text = #"{"traceEvents": [\#(events)]}"#
        let records = try read(text, asked(SignpostFilter(subsystem: "", category: "ui")))
        #expect(
            (0..<records.updates.count).map { records.names.text(records.views[Int(records.updates.view[$0])].name) }
                == ["FeedView", "CartView"])
    }

    // MARK: Proposals

    private func proposals(_ records: TraceRecords) -> [String] {
        records.counters.sorted.filter { $0.name == .bodyLikeSignpost }.map { "\($0.detail) \($0.count)" }
    }

    @Test func `signposts that are named like views are pointed out with the option that makes bodies of them`() throws
    {
        var rows = messages("ProductRow", "a", "b") + messages("ProductList", "c")
        for index in rows.indices { rows[index].category = "views" }
        let whole = try records(rows)
        #expect(proposals(whole) == ["com.example:views 3"])
        #expect(
            whole.warnings.map(\.message) == [
                "signposts 'ProductRow', 'ProductList' are named like views; if they measure bodies: --body-signposts com.example:views"
            ])
        let option = try #require(SignpostFilter("com.example:views"))
        #expect(try records(rows, asked(option)).updates.count == 3)
        // Beside others of the category each is named.
        let part = try records(rows + [Interval(name: "sync", start: 90, category: "views")])
        #expect(proposals(part) == ["com.example:views:ProductList 1", "com.example:views:ProductRow 2"])
    }

    @Test func `without a subsystem the option begins with the colon`() throws {
        let rows = ["CartRow", "CartScreen"].map {
            "{\"name\": \"\($0)\", \"category\": \"perf\", \"start_ns\": 1, \"duration_ns\": 5}"
        }
        let text = Traces.document("signposts", rows)
        #expect(proposals(try read(text)) == [":perf 2"])
        #expect(try read(text, asked(try #require(SignpostFilter(":perf")))).updates.count == 2)
    }

    @Test func `names that say what is done, and a single one, are not pointed out`() throws {
        #expect(proposals(try records(messages("LoadScreen", "a") + messages("FetchRow", "b"))) == [])
        #expect(proposals(try records(messages("PlayCard", "a"))) == [])
        #expect(proposals(try records(messages("Render", "frame 1", "frame 2"))) == [])
        var overlapping = [
            Interval(name: "CartRow", milliseconds: 15), Interval(name: "CartRow", start: 10, milliseconds: 15),
        ]
        overlapping.append(Interval(name: "FeedRow", start: 100))
        #expect(proposals(try records(overlapping)) == [])
    }

    @Test func `a wrapper that is not certain is pointed out`() throws {
        let records = try records(messages("View Body", "FeedView", "FeedView"))
        #expect(proposals(records) == ["com.example:ui 2"])
        #expect(records.warnings.first?.message.contains("has messages that name views; if it measures bodies") == true)
    }

    @Test(arguments: [
        ("FeedView", "FeedView"), ("FeedView took 25.00 ms", "FeedView"), ("FeedView id=3", "FeedView"),
        ("FeedView (id: 3)", "FeedView"), ("Shop.CartRow", "Shop.CartRow"),
        ("Card<Text, Image>: 3.2 ms", "Card<Text, Image>"),
        ("view=CartRow", "CartRow"), ("CartRow 3", "CartRow"), ("Frame 3", nil), ("GET", nil), ("feedView", nil),
        ("FeedView appeared", nil), ("FeedViewController", nil), ("Loading images", nil), ("", nil), ("3", nil),
    ])
    func `the view that a message names`(_ message: String, _ view: String?) {
        #expect(SignpostWords.view(inMessage: message)?.raw == view)
    }
}
