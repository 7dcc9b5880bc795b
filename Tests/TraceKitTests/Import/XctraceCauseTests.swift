import Testing

@testable import TraceKit

/// Cause tables in, nodes and edges as lines out.
@Suite struct XctraceCauseTests {
    // MARK: Causes

    @Test func `nodes become what their names say`() {
        let rows = [
            Xctrace.edge(
                1, Xctrace.array("@State Form.text"), 9, Xctrace.array("Row.body"), at: 5,
                changed: "<s>text, a(b, c)</s>"),
            Xctrace.edge(2, Xctrace.array("External: Time", "gray"), 9, Xctrace.array("Row.body"), at: 6),
            Xctrace.edge(3, Xctrace.array("View Responders", "gray"), 4, Xctrace.array("Foo.body [skipped]"), at: 7),
            Xctrace.edge(5, Xctrace.array("Something", "orange"), 6, Xctrace.array("Gone.body"), at: 8),
        ]
        Xctrace.check(
            Xctrace.table("swiftui-causes", Xctrace.causeColumns, rows[0], rows[1], rows[2], rows[3]),
            Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(9, "Row.body")),
            lines: "cause 1 state Form.text app @5", "cause 2 externalEnvironment External: Time system @6",
            "cause 3 system View Responders system @7", "cause 5 other Something unknown @8",
            "cause 6 update Gone.body app @8",
            "update 4 Foo (Foo.body) body - check 7+-1 main - -1 -1",
            "update 9 Row (Row.body) body App update 100+20 main - -1 -1",
            "edge 5 > 6 update @8", "edge 3 > 4 update @7", "edge 1 > 9 update @5 text|a(b, c)", "edge 2 > 9 update @6",
            "schema-rows swiftui-causes 4", "schema-rows swiftui-updates 1", "checks 1")
    }

    @Test func `the full table gives nodes their times, and a gesture its interaction`() {
        let tap = Xctrace.array(
            "Tap \"Favorite\"".replacing("\"", with: "&quot;"), "blue",
            "<uint32>1</uint32><t>40</t><sentinel/><d>80</d>")
        let check1 = Xctrace.array("Row.body [skipped]", "blue", "<uint32>2</uint32><sentinel/><t>50</t><d>3</d>")
        let full = Xctrace.table("swiftui-full-causes", Xctrace.causeColumns, Xctrace.edge(1, tap, 2, check1, at: 45))
        let short = Xctrace.table(
            "swiftui-causes", Xctrace.causeColumns,
            Xctrace.edge(1, Xctrace.array("Tap &quot;Favorite&quot;"), 2, Xctrace.array("Row.body [skipped]"), at: 45))
        Xctrace.check(
            full, short,
            lines: "interaction 1 tap Favorite 40+80", "update 2 Row (Row.body) body - check 50+3 main - -1 -1",
            "edge 1 > 2 update @45", "rows-skipped 1", "schema-rows swiftui-causes 1",
            "schema-rows swiftui-full-causes 1",
            "skipped-repeated-edge 1", "checks 1")
    }

    @Test func `nodes of Xcode 26 have their names in the first child`() {
        let source =
            "<metadata fmt=\"@AppStorage A b gray icon n/a n/a\"><string>@AppStorage A b</string><string>gray</string></metadata>"
        Xctrace.check(
            Xctrace.table(
                "swiftui-causes", Xctrace.causeColumns,
                Xctrace.edge(1, source, 2, "<metadata fmt=\"My &lt;graph&gt; gray i n/a n/a\"/>")),
            lines: "cause 1 defaults A b system @5", "cause 2 other My <graph> unknown @5", "edge 1 > 2 update @5",
            "schema-rows swiftui-causes 1")
    }

    @Test func `nodes without ids are joined by name, and marked`() {
        let row = "<a>@State store</a><b>Text</b><c>Creation</c>"
        Xctrace.check(
            Xctrace.table(nil, "source-node destination-node label", row, row),
            lines: "cause - state store unknown @none", "cause - other Text unknown @none", "edge 0 > 0 creation @none",
            "rows-skipped 1", "schema-rows swiftui-causes 2", "skipped-repeated-edge 1", "edges-joined-by-name 2")
    }

    @Test func `an edge to itself is rejected`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-causes", Xctrace.causeColumns, Xctrace.edge(1, Xctrace.array("A"), 1, Xctrace.array("A"))),
            lines: "reject self-edge t.xml:4:1 the edge leads from 1 to itself", "schema-rows swiftui-causes 1")
    }

    @Test func `ids may stand in any columns`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-causes", "source-node destination-node source-node-event-id destination-node-event-id",
                "<a>A</a><b>B</b><c>1</c><d>2</d>"),
            lines: "cause 1 other A unknown @none", "cause 2 other B unknown @none", "edge 1 > 2 update @none",
            "schema-rows swiftui-causes 1")
    }

    @Test func `an edge needs both of its ends`() {
        let none = "<event-time>5</event-time><sentinel/><a>A</a><uint32>1</uint32><b>B</b>"
        let half = "<event-time>5</event-time><uint32>1</uint32><a>A</a><sentinel/><b>B</b>"
        Xctrace.check(
            Xctrace.table("swiftui-causes", Xctrace.causeColumns, none, half),
            lines: "reject missing-field t.xml:4:1 the source node's event id is missing",
            "reject missing-field t.xml:5:1 the destination node's event id is missing",
            "schema-rows swiftui-causes 2")
        Xctrace.check(
            Xctrace.table(nil, "source-node destination-node", "<a>A</a><b>A</b>", "<a>A</a><sentinel/>"),
            lines: "reject self-edge t.xml:4:1 the edge leads from 'A' to itself",
            "reject missing-field t.xml:5:1 a node's name is missing", "schema-rows swiftui-causes 2")
    }

    @Test func `a node without parts has the name that is shown`() {
        func source(_ fmt: String) -> String { "<typed-array fmt=\"\(fmt)\"/>" }
        let shown = [
            "A, b, blue, icon, n/a, n/a", "A b gray icon n/a n/a", "A, b", "A, n/a, n/a", "one n/a n/a",
            "blue, icon, n/a, n/a",
        ]
        let rows = shown.enumerated().map { Xctrace.edge($0 + 1, source($1), 9, source("Z"), at: 5) }
        let columns = Xctrace.causeColumns
        Xctrace.check(
            Xctrace.table("swiftui-causes", columns, rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]),
            lines: "cause 1 other A, b unknown @5", "cause 2 other A b unknown @5", "cause 3 other A, b unknown @5",
            "cause 4 other A, n/a, n/a unknown @5", "cause 5 other one n/a n/a unknown @5",
            "cause 6 other blue, icon, n/a, n/a unknown @5", "cause 9 other Z unknown @5",
            "edge 1 > 9 update @5", "edge 2 > 9 update @5", "edge 3 > 9 update @5", "edge 4 > 9 update @5",
            "edge 5 > 9 update @5", "edge 6 > 9 update @5", "schema-rows swiftui-causes 6")
    }

    @Test func `ids with signs and zeros are read from their digits`() {
        let row = Xctrace.edge(1, "<a>A</a>", 2, "<b>B</b>")
        Xctrace.check(
            Xctrace.table(
                "swiftui-causes", Xctrace.causeColumns, row.replacing("<uint32>1<", with: "<uint32> 007 <"),
                row.replacing("<uint32>1<", with: "<uint32>-1<")),
            lines: "cause 2 other B unknown @5", "cause 7 other A unknown @5", "edge 7 > 2 update @5",
            "reject negative t.xml:5:1 'source-node-event-id' is negative (-1)", "schema-rows swiftui-causes 2")
    }

    @Test(arguments: [
        ("@Binding isOn", CauseKind.state), ("@Observable Model.(Dictionary<A, B>)", .observable),
        ("@EnvironmentObject Store", .observable), ("@Environment scale", .environment),
        ("@SceneStorage tab", .defaults),
        ("EnvironmentWriter: KeyPressModifier", .environmentWriter), ("External Environment", .externalEnvironment),
        ("Child Environment: Focus", .environment), ("Transaction for onChange", .transaction),
        ("Creation of App", .creation), ("closure #1 in UserDefaultObserver.send()", .defaults),
        ("closure #2 in Row.task", .observer), ("Layout: MatchedFrame", .update), ("Row.body", .update),
        ("PanGesture", .gesture), ("key down", .gesture),
    ])
    func `kinds of causes by name`(_ name: String, _ kind: CauseKind) {
        guard case .cause(let found, _, _) = XctraceNodeRole(name, NameTable()) else {
            Issue.record("\(name) has no kind")
            return
        }
        #expect(found == kind)
    }

    @Test func `words inside names are no gestures`() {
        for name in ["ScrollView", "Keyboard", "Tapestry", "View Responders"] {
            #expect(!XctraceNodeRole.isGesture(name), "\(name)")
        }
    }
}
