import Testing

@testable import TraceKit

/// Tables of the lanes in, their records as lines out.
@Suite struct XctraceLaneTests {
    // MARK: Updates

    @Test func `an update has all its fields`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-updates", Xctrace.updateColumns + " severity allocations downstream-cost",
                Xctrace.update(7, "Row.body") + "<e>High</e><n>3</n><d>40</d>"),
            lines: "update 7 Row (Row.body) body App update 100+20 main High 3 40", "schema-rows swiftui-updates 1")
    }

    @Test func `kinds and names come from the type, the description and the view name`() {
        func row(_ type: String, _ description: String, _ name: String, _ category: String = "Update") -> String {
            "<s>1</s><d>2</d><sentinel/><t>\(type)</t><string>\(description)</string><string>\(category)</string>"
                + "<string>&lt;unknown&gt;</string><string>\(name)</string><thread fmt=\"Worker 0x2 (App, pid: 7)\"/>"
        }
        Xctrace.check(
            Xctrace.table(
                "swiftui-updates", Xctrace.updateColumns,
                row("View Body", "X", "[unknown view: created before tracing started?]"),
                row("Representable Updates", "MapView", ""), row("Other Updates", "Layout: HStack", ""),
                row("Other Updates", "onChange: Field", "", "Creation"), row("Layout", "_VStackLayout: x", "VStack"),
                row("Shader Updates", "Blur", "")),
            lines: "update - Blur (Blur) other 'Shader Updates' - update 1+2 Worker 0x2 - -1 -1",
            "update - Field (onChange: Field) onChange - creation 1+2 Worker 0x2 - -1 -1",
            "update - HStack (Layout: HStack) layout - update 1+2 Worker 0x2 - -1 -1",
            "update - MapView (MapView) representable - update 1+2 Worker 0x2 - -1 -1",
            "update - VStack (_VStackLayout: x) layout - update 1+2 Worker 0x2 - -1 -1",
            "update - X (X) body - update 1+2 Worker 0x2 - -1 -1", "schema-rows swiftui-updates 6",
            "unknown-word update type 'Shader Updates' 1")
    }

    @Test func `a duration that means no end`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-updates", Xctrace.updateColumns, Xctrace.update(7, "Row.body", duration: "6148782250705247539")
            ),
            lines: "update 7 Row (Row.body) body App update 100+-1 main - -1 -1", "schema-rows swiftui-updates 1",
            "unterminated-updates 1")
    }

    @Test func `what a filtered table repeats is skipped, in whatever order the files come`() {
        let full = Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "A.body"))
        let filtered = Xctrace.table(
            "SwiftUIFilteredUpdates", Xctrace.updateColumns, Xctrace.update(1, "A.body"), Xctrace.update(2, "B.body"),
            Xctrace.update(2, "B.body"))
        let expected = [
            "update 1 A (A.body) body App update 100+20 main - -1 -1",
            "update 2 B (B.body) body App update 100+20 main - -1 -1",
            "rows-skipped 2", "schema-rows SwiftUIFilteredUpdates 3", "schema-rows swiftui-updates 1",
            "skipped-repeated-lane SwiftUIFilteredUpdates 2",
        ]
        for files in [[full, filtered], [filtered, full]] {
            #expect(Xctrace.lines(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }) == expected)
        }
    }

    @Test func `the lane of older Xcodes`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-body-interval", "start duration view-module view-type", "<a>1</a><b>2</b><c>App</c><d>Row</d>"),
            lines: "update - Row (Row) body App update 1+2 main - -1 -1", "schema-rows swiftui-body-interval 1")
    }

    @Test func `a filtered update without an id cannot be told from another and is kept`() {
        let row = Xctrace.update(1, "A.body").replacing("<uint32>1</uint32>", with: "<sentinel/>")
        Xctrace.check(
            Xctrace.table("SwiftUIFilteredUpdates", Xctrace.updateColumns, row, row),
            lines: "update - A (A.body) body App update 100+20 main - -1 -1",
            "update - A (A.body) body App update 100+20 main - -1 -1", "schema-rows SwiftUIFilteredUpdates 2")
    }

    @Test func `a thread whose brackets do not close keeps its name`() {
        let thread = "<thread fmt=\"Worker) (App, pid: 7))\"/>"
        let row = Xctrace.update(1, "A.body").replacing(
            "<thread fmt=\"Main Thread (0x1) (App, pid: 7)\"/>", with: thread)
        Xctrace.check(
            Xctrace.table("swiftui-updates", Xctrace.updateColumns, row),
            lines: "update 1 A (A.body) body App update 100+20 Worker) (App, pid: 7)) - -1 -1",
            "schema-rows swiftui-updates 1")
    }

    // MARK: Groups

    @Test func `groups have labels, and one without an end is kept`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-update-groups", "start duration label backtrace",
                "<a>1</a><b>2</b><c>Transaction</c><sentinel/>",
                "<a>3</a><b>6148782250705247539</b><c/><sentinel/>"),
            lines: "group 1+2 main Transaction", "group 3+-1 main -", "schema-rows swiftui-update-groups 2")
    }

    // MARK: Signposts

    private static let eventColumns = "time thread process event-type scope identifier name subsystem category message"

    private static func event(_ type: String, _ time: Int, _ name: String, id: String = "1", thread: String = "T 0x1")
        -> String
    {
        "<t>\(time)</t><thread fmt=\"\(thread) (App, pid: 7)\"/><process fmt=\"App (7)\"/><e>\(type)</e><s>Thread</s>"
            + "<i>\(id)</i><n>\(name)</n><s>com.a</s><c>Net</c><os-log-metadata fmt=\" m=1 \"/>"
    }

    private static let intervalColumns =
        "start duration name category subsystem identifier process start-thread start-message"

    private static func interval(_ start: Int, _ duration: Int, _ name: String, id: String = "1") -> String {
        "<t>\(start)</t><d>\(duration)</d><n>\(name)</n><c>Net</c><s>com.a</s><i>\(id)</i><process fmt=\"App (7)\"/>"
            + "<thread fmt=\"T 0x1 (App, pid: 7)\"/><os-log-metadata><a fmt=\"m=\">m=</a><b>1</b></os-log-metadata>"
    }

    @Test func `begins and ends pair, the newest first, on their own thread`() {
        Xctrace.check(
            Xctrace.table(
                "os-signpost", Self.eventColumns, Self.event("Begin", 1, "Load", id: "17216892719917625070"),
                Self.event("Begin", 2, "Load", id: "17216892719917625070"),
                Self.event("End", 3, "Load", id: "17216892719917625070", thread: "Other"),
                Self.event("End", 4, "Load", id: "17216892719917625070"), Self.event("Event", 5, "Mark")),
            lines: "signpost Load com.a Net App (7) T 0x1 thread 17216892719917625070 beginOnly 1+-1 m=1",
            "signpost Load com.a Net App (7) T 0x1 thread 17216892719917625070 complete 2+2 m=1",
            "signpost Load com.a Net App (7) Other thread 17216892719917625070 endOnly 3+-1 m=1",
            "signpost Mark com.a Net App (7) T 0x1 thread 1 complete 5+-1 m=1", "schema-rows os-signpost 5",
            "signposts-unpaired 2")
    }

    @Test func `events of an interval that its table holds are skipped, one by one`() {
        Xctrace.check(
            Xctrace.table(
                "os-signpost", Self.eventColumns, Self.event("Begin", 1, "Load"), Self.event("End", 4, "Load"),
                Self.event("Begin", 9, "Load")),
            Xctrace.table(
                "os-signpost-interval", Self.intervalColumns, Self.interval(1, 3, "Load"), Self.interval(9, 2, "Load")),
            lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1",
            "signpost Load com.a Net App (7) T 0x1 - 1 complete 9+2 m=1",
            "rows-skipped 3", "schema-rows os-signpost 3", "schema-rows os-signpost-interval 2",
            "skipped-repeated-signpost 3")
    }

    /// Many at the same time, of few names and identifiers: every one is found again, and nothing else is.
    @Test(arguments: 1...8) func `of any intervals every event that is theirs is skipped, and no other`(seed: Int)
        throws
    {
        var random = SeededNumbers(seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        var (intervals, held): ([String], Set<[Int]>) = ([], [])
        for _ in 0..<200 {
            let (start, duration, name, id) = (number(1...40), number(0...9), number(1...2), number(1...2))
            intervals.append(Self.interval(start, duration, "N\(name)", id: "\(id)"))
            held.formUnion([[start, 0, name, id], [start + duration, 1, name, id]])
        }
        var events: Set<[Int]> = []
        for _ in 0..<400 { events.insert([number(1...60), number(0...1), number(1...3), number(1...2)]) }
        let own = events.count { !held.contains($0) }
        let rows = events.sorted { $0.lexicographicallyPrecedes($1) }.map {
            Self.event($0[1] == 0 ? "Begin" : "End", $0[0], "N\($0[2])", id: "\($0[3])")
        }
        let files = [
            Xctrace.table("os-signpost", Self.eventColumns, rows.joined(separator: "</row><row>")),
            Xctrace.table("os-signpost-interval", Self.intervalColumns, intervals.joined(separator: "</row><row>")),
        ]
        let records = try Xctrace.records(
            files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
        let signposts = records.signposts
        let unpaired = signposts.count { $0.pairing != .complete }
        #expect(unpaired + 2 * (signposts.count - intervals.count - unpaired) == own)
        #expect(own > 50 && own < events.count - 50)
        withExtendedLifetime(records) {}
    }

    @Test(arguments: [("Nominal", 0), ("Unknown", 0), ("Fair", 1), ("Critical", 1)])
    func `only a device that was warm is worth a note`(_ state: String, _ warnings: Int) throws {
        let table = Xctrace.table(
            "device-thermal-state-intervals", "start duration end thermal-state",
            "<a>0</a><b>1500000000</b><c>1500000000</c><d>\(state)</d>")
        let records = try Xctrace.records([ByteInput(bytes: Array(table.utf8), name: "t.xml")], ImportOptions())
        #expect(records.warnings.count == warnings, "\(records.warnings.map(\.text))")
    }

    // MARK: Open intervals, and those that another process ends

    private static let wholeIntervalColumns =
        "start duration name category subsystem identifier process end-process start-thread start-message"

    /// `end`: the process that ended it; nil while it runs.
    private static func interval(_ start: Int, _ duration: Int, endedBy end: String?, in process: String = "App (7)")
        -> String
    {
        interval(start, duration, "Load").replacing(
            "<process fmt=\"App (7)\"/>",
            with: "<process fmt=\"\(process)\"/>" + (end.map { "<process fmt=\"\($0)\"/>" } ?? "<sentinel/>"))
    }

    private static func event(_ type: String, _ time: Int, scope: String, in process: String = "App (7)") -> String {
        event(type, time, "Load").replacing("<s>Thread</s>", with: "<s>\(scope)</s>")
            .replacing("<process fmt=\"App (7)\"/>", with: "<process fmt=\"\(process)\"/>")
    }

    private static func events(_ rows: String...) -> String {
        Xctrace.table("os-signpost", eventColumns, rows.joined(separator: "</row><row>"))
    }

    private static func intervals(_ rows: String...) -> String {
        Xctrace.table("os-signpost-interval", wholeIntervalColumns, rows.joined(separator: "</row><row>"))
    }

    @Test func `an interval of scope system ends in another process`() {
        let begin = Self.event("Begin", 1, scope: "System")
        let end = Self.event("End", 4, scope: "System", in: "Server (9)")
        Xctrace.check(
            Self.events(begin, end), Self.intervals(Self.interval(1, 3, endedBy: "Server (9)")),
            lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1", "rows-skipped 2",
            "schema-rows os-signpost 2", "schema-rows os-signpost-interval 1", "skipped-repeated-signpost 2")
        Xctrace.check(
            Self.events(begin, end), lines: "signpost Load com.a Net App (7) T 0x1 system 1 complete 1+3 m=1",
            "schema-rows os-signpost 2")
    }

    @Test func `an end in another process than its interval's is an end of its own`() {
        Xctrace.check(
            Self.events(
                Self.event("Begin", 1, scope: "Process"), Self.event("End", 4, scope: "Process"),
                Self.event("End", 4, scope: "Process", in: "Server (9)")),
            Self.intervals(Self.interval(1, 3, endedBy: "App (7)")),
            lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1",
            "signpost Load com.a Net Server (9) T 0x1 process 1 endOnly 4+-1 m=1", "rows-skipped 2",
            "schema-rows os-signpost 3", "schema-rows os-signpost-interval 1", "skipped-repeated-signpost 2",
            "signposts-unpaired 1")
    }

    /// The interval table was closed before the end came.
    @Test(arguments: ["Process", "Thread", "System"]) func `an open interval is joined to its end among the events`(
        scope: String
    ) {
        let (begin, end) = (Self.event("Begin", 2, scope: scope), Self.event("End", 9, scope: scope))
        let intervals = Self.intervals(Self.interval(2, 5, endedBy: nil))
        for files in [[intervals, Self.events(begin, end)], [Self.events(begin, end), intervals]] {
            Xctrace.check(
                files[0], files[1],
                lines: "signpost Load com.a Net App (7) T 0x1 \(scope.lowercased()) 1 complete 2+7 m=1",
                "rows-skipped 1",
                "schema-rows os-signpost 2", "schema-rows os-signpost-interval 1", "skipped-repeated-signpost 1")
        }
    }

    @Test func `an open interval without an end stays open, its duration no measurement`() {
        let intervals = Self.intervals(Self.interval(2, 5, endedBy: nil), Self.interval(1, 3, endedBy: "App (7)"))
        Xctrace.check(
            intervals, lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1",
            "signpost Load com.a Net App (7) T 0x1 - 1 beginOnly 2+-1 m=1", "schema-rows os-signpost-interval 2",
            "signposts-unpaired 1")
        Xctrace.check(
            intervals, Self.events(Self.event("Begin", 2, scope: "Process")),
            lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1",
            "signpost Load com.a Net App (7) T 0x1 process 1 beginOnly 2+-1 m=1", "rows-skipped 1",
            "schema-rows os-signpost 1", "schema-rows os-signpost-interval 2", "skipped-repeated-signpost 1",
            "signposts-unpaired 1")
    }

    /// An export without processes does not say which intervals are open.
    @Test func `without any process an interval is not open`() {
        let row = Self.interval(2, 5, endedBy: nil).replacing("<process fmt=\"App (7)\"/>", with: "<sentinel/>")
        Xctrace.check(
            Self.intervals(row), lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 2+5 m=1",
            "schema-rows os-signpost-interval 1")
    }

    @Test func `begins of one nanosecond each have their end`() {
        let begin = Self.event("Begin", 2, scope: "Process")
        Xctrace.check(
            Self.events(begin, begin, Self.event("End", 3, scope: "Process"), Self.event("End", 5, scope: "Process")),
            lines: "signpost Load com.a Net App (7) T 0x1 process 1 complete 2+1 m=1",
            "signpost Load com.a Net App (7) T 0x1 process 1 complete 2+3 m=1", "schema-rows os-signpost 4")
    }

    @Test func `an interval and a point that two tables hold count once`() {
        let intervals = Xctrace.table("os-signpost-interval", Self.intervalColumns, Self.interval(1, 3, "Load"))
        let points = Xctrace.table(
            "PointsOfInterestEvents", "time name process", "<t>7</t><n>Here</n><process fmt=\"App (7)\"/>")
        Xctrace.check(
            intervals, points, intervals.replacing("os-signpost-interval", with: "OSSignpostIntervals"), points,
            lines: "signpost Load com.a Net App (7) T 0x1 - 1 complete 1+3 m=1",
            "signpost Here - PointsOfInterest App (7) - - 0 complete 7+-1 -", "rows-skipped 2",
            "schema-rows OSSignpostIntervals 1", "schema-rows PointsOfInterestEvents 2",
            "schema-rows os-signpost-interval 1", "skipped-repeated-signpost 2")
    }

    @Test func `an event that a second table repeats counts once`() {
        let one = Xctrace.table("os-signpost", Self.eventColumns, Self.event("Event", 5, "Mark"))
        Xctrace.check(
            one, one, lines: "signpost Mark com.a Net App (7) T 0x1 thread 1 complete 5+-1 m=1", "rows-skipped 1",
            "schema-rows os-signpost 2", "skipped-repeated-signpost 1")
    }

    // MARK: Samples

    @Test func `stacks share their frames by reference`() {
        let binary = "<binary id=\"20\" name=\"App\" path=\"/private/var/App.app/App\"/>"
        let system = "<binary id=\"21\" name=\"SwiftUI\" path=\"/System/Library/SwiftUI\"/>"
        Xctrace.check(
            Xctrace.table(
                "time-profile", "time thread thread-state weight stack",
                "<t>1</t><thread fmt=\"Main Thread 0x1 (App, pid: 7)\"/><s>Running</s><w>1000000</w>"
                    + "<tagged-backtrace id=\"9\"><backtrace id=\"10\"><frame id=\"11\" name=\"leaf\">\(binary)</frame>"
                    + "<frame id=\"12\" name=\"main&lt;A&gt;\">\(system)</frame></backtrace></tagged-backtrace>",
                "<t>2</t><thread fmt=\"Main Thread 0x1 (App, pid: 7)\"/><s>Running</s><w>1000000</w>"
                    + "<backtrace><frame ref=\"11\"/><frame ref=\"11\"/><frame ref=\"12\"/></backtrace>",
                "<t>3</t><sentinel/><sentinel/><sentinel/><tagged-backtrace ref=\"9\"/>"),
            lines: "sample 1 main Running 1000000 [leaf App app, main<A> SwiftUI]",
            "sample 2 main Running 1000000 [leaf App app, leaf App app, main<A> SwiftUI]",
            "sample 3 (not named) - -1 [leaf App app, main<A> SwiftUI]", "schema-rows time-profile 3")
    }

    @Test func `a binary without a name is called by its file`() {
        let frame = "<frame name=\"f\"><binary path=\"/private/var/My App.app/Helper\"/></frame>"
        let plain = "<frame name=\"g\"><binary path=\"Tool\"><part/></binary></frame>"
        Xctrace.check(
            Xctrace.table("time-profile", "time stack", "<t>1</t><backtrace>\(frame)\(plain)</backtrace>"),
            lines: "sample 1 (not named) - -1 [f Helper app, g Tool]", "schema-rows time-profile 1")
        // What counters count is no time.
        Xctrace.check(
            Xctrace.table(
                "counters-profile", "time stack weight counters-array",
                "<t>1</t><backtrace>\(frame)\(plain)</backtrace><w>1000000</w><c>40 4770</c>"),
            lines: "sample 1 (not named) - -1 [f Helper app, g Tool]", "schema-rows counters-profile 1")
    }

    @Test func `a profile of many stacks keeps each of them once`() throws {
        let count = 1500
        func stack(_ number: Int, _ names: String) -> String {
            "<t>\(number)</t><backtrace><frame \(names)/><frame name=\"caller \(number % 3)\"/></backtrace>"
        }
        // Every leaf comes twice: with its name, and later by reference.
        let rows =
            (0..<count).map { stack($0, "id=\"\($0 + 10)\" name=\"f\($0)\"") }
            + (0..<count).map { stack($0, "ref=\"\($0 + 10)\"") }
        let schema = "<schema name=\"time-profile\">\(Xctrace.header("time stack"))</schema>"
        let text = "<trace-query-result>" + Xctrace.node(schema, rows) + "</trace-query-result>"
        let records = try Xctrace.records([ByteInput(bytes: Array(text.utf8), name: "t.xml")], ImportOptions())
        // By time, so that the two of a leaf follow each other.
        let expected = (0..<count).flatMap { number in
            [String](repeating: "sample \(number) (not named) - -1 [f\(number), caller \(number % 3)]", count: 2)
        }
        #expect(XctraceLines(records).all.filter { $0.hasPrefix("sample ") } == expected)
        #expect(records.stacks.nodes.count == 1 + 3 + count)
    }

    @Test func `rows may refer to stacks that stand beside them`() {
        let schema = "<schema name=\"time-profile\">\(Xctrace.header("sample-time backtrace"))</schema>"
        let stack = "<backtrace id=\"7\"><frame id=\"8\" name=\"0x12\"/></backtrace>"
        Xctrace.check(
            "<trace-query-result>" + Xctrace.node(schema + stack, ["<t>1</t><backtrace ref=\"7\"/>"])
                + "</trace-query-result>",
            lines: "sample 1 (not named) - -1 [0x12]", "schema-rows time-profile 1")
    }

    @Test func `raw samples have addresses, and give way to a profile`() {
        let raw = Xctrace.table(
            "time-sample", "time thread thread-state cp-user-callstack",
            "<t>1</t><sentinel/><sentinel/><kperf-bt><text-addresses>32 48</text-addresses><text-address>16</text-address></kperf-bt>"
        )
        Xctrace.check(raw, lines: "sample 1 (not named) - -1 [0x10, 0x20, 0x30]", "schema-rows time-sample 1")
        // One address may stand elsewhere as a number; what is no address is passed over.
        Xctrace.check(
            Xctrace.table(
                "time-sample", "time extra cp-user-callstack",
                "<t>1</t><x id=\"7\">64</x><kperf-bt><text-addresses ref=\"7\"/></kperf-bt>",
                "<t>2</t><x/><kperf-bt><text-addresses><x>1</x></text-addresses><text-address>16</text-address></kperf-bt>"
            ),
            lines: "sample 1 (not named) - -1 [0x40]", "sample 2 (not named) - -1 [0x10]", "schema-rows time-sample 2",
            "unknown-column time-sample.extra 1")
        let profile = Xctrace.table("time-profile", "time weight stack", "<t>1</t><w>5</w><sentinel/>")
        Xctrace.check(
            raw, profile, lines: "sample 1 (not named) - 5 []", "rows-skipped 1", "schema-rows time-profile 1",
            "schema-rows time-sample 1", "skipped-repeated-lane time-sample 1")
        // Counters saw the same threads; a profile without rows saw none.
        let counters = Xctrace.table("counters-profile", "time stack weight", "<t>3</t><sentinel/><w>9</w>")
        Xctrace.check(
            counters, profile, lines: "sample 1 (not named) - 5 []", "rows-skipped 1", "schema-rows counters-profile 1",
            "schema-rows time-profile 1", "skipped-repeated-lane counters-profile 1")
        let empty = Xctrace.table("time-profile", "time weight stack")
        Xctrace.check(
            empty, counters, lines: "sample 3 (not named) - -1 []", "schema-rows counters-profile 1",
            "schema-empty time-profile 1")
    }
}
