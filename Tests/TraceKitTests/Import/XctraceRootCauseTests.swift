import Testing

@testable import TraceKit

/// The root causes of updates, with and without the tables that know more.
@Suite struct XctraceRootCauseTests {
    private static let columns = Xctrace.updateColumns + " root-causes"

    private static func update(
        _ id: Int, _ cause: String?, start: Int = 100, pid: Int = 7, hasID: Bool = true
    ) -> String {
        let cell = cause.map { "<description-set fmt=\"\($0)\"><uint64>5</uint64></description-set>" } ?? "<sentinel/>"
        let row = Xctrace.update(id, "Row.body", start: start).replacing("pid: 7", with: "pid: \(pid)")
        return (hasID ? row : row.replacing("<uint32>\(id)</uint32>", with: "<sentinel/>")) + cell
    }

    private static func row(_ id: String, _ start: Int) -> String {
        "update \(id) Row (Row.body) body App update \(start)+20 main - -1 -1"
    }

    @Test func `a text is one cause of all updates that name it`() {
        Xctrace.check(
            Xctrace.table(
                "swiftui-updates", Self.columns, Self.update(1, "@State: counter"),
                Self.update(2, "@State: counter", start: 200), Self.update(3, "Environment changed", start: 300),
                Self.update(4, nil, start: 400), Self.update(5, "", start: 500)),
            lines: "cause - state counter unknown @none", "cause - environment Environment changed unknown @none",
            Self.row("1", 100), Self.row("2", 200), Self.row("3", 300), Self.row("4", 400), Self.row("5", 500),
            "edge 0 > 1 update @100", "edge 0 > 2 update @200", "edge 0 > 3 update @300",
            "schema-rows swiftui-updates 5", "edges-joined-by-name root-causes 3")
    }

    @Test func `cause tables know more`() {
        Xctrace.check(
            Xctrace.table("swiftui-updates", Self.columns, Self.update(9, "@State: counter")),
            Xctrace.table(
                "swiftui-causes", Xctrace.causeColumns,
                Xctrace.edge(1, Xctrace.array("@State Form.text"), 9, Xctrace.array("Row.body"))),
            lines: "cause 1 state Form.text app @5", Self.row("9", 100), "edge 1 > 9 update @5",
            "schema-rows swiftui-causes 1", "schema-rows swiftui-updates 1")
    }

    @Test func `an update of two tables has its cause once`() {
        let full = Xctrace.table("swiftui-updates", Self.columns, Self.update(1, "@State: counter"))
        let filtered = Xctrace.table(
            "SwiftUIFilteredUpdates", Self.columns, Self.update(1, "@State: counter"),
            Self.update(2, "@State: counter", start: 200))
        for files in [[full, filtered], [filtered, full]] {
            let lines = Xctrace.lines(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") })
            #expect(lines.filter { $0.hasPrefix("edge ") } == ["edge 0 > 1 update @100", "edge 0 > 2 update @200"])
            #expect(lines.filter { $0.hasPrefix("cause ") } == ["cause - state counter unknown @none"])
        }
    }

    @Test func `updates without ids and those of other processes have causes of their own`() throws {
        let text = Xctrace.table(
            "swiftui-updates", Self.columns, Self.update(1, "@State: a", hasID: false),
            Self.update(2, "@State: a", start: 200, hasID: false), Self.update(3, "@State: a", start: 300, pid: 8))
        let records = try Xctrace.records([ByteInput(bytes: Array(text.utf8), name: "t.xml")], ImportOptions())
        #expect(records.causes.count == 2 && records.edges.count == 3)
        let processes = Set((0..<records.causes.count).map { records.names.text(records.causes[$0].process) })
        #expect(processes == ["App (7)", "App (8)"])
    }

    @Test func `whatever the text is, it is a cause`() throws {
        let texts = ["Tap &quot;Save&quot;", "Row.body [skipped]", ":", "@State", "Layout invalidated", "ø"]
        let rows = texts.enumerated().map { Self.update($0 + 1, $1, start: 100 + $0) }.joined(separator: "</row><row>")
        let text = Xctrace.table("swiftui-updates", Self.columns, rows)
        let records = try Xctrace.records([ByteInput(bytes: Array(text.utf8), name: "t.xml")], ImportOptions())
        #expect(records.causes.count == texts.count && records.interactions.isEmpty)
        #expect(records.updates.count == texts.count)
    }
}
