import Testing

@testable import TraceKit

/// Bodies and changes of properties in, bodies with their lists out.
@Suite struct XctraceLinkEventTests {
    private static let columns = "time event view-module view-type link-type value narrative"

    private static func body(_ start: Int, _ duration: Int, _ view: String = "Row", module: String = "App") -> String {
        "<t>\(start)</t><d>\(duration)</d><s>\(module)</s><s>\(view)</s>"
    }

    private static func bodies(_ rows: String...) -> String {
        Xctrace.table(
            "swiftui-body-interval", "start duration view-module view-type", rows.joined(separator: "</row><row>"))
    }

    private static func change(
        _ time: Int, _ property: String, from old: String = "1", view: String = "Row", module: String = "App",
        event: String = "Update"
    ) -> String {
        let old = old.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let view = view.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<t>\(time)</t><s>\(event)</s><s>\(module)</s><s>\(view)</s><s>State</s><s>2</s>"
            + "<narrative fmt=\"\(property) in \(view) updated from \(old) to 2\"/>"
    }

    private static func changes(_ rows: String...) -> String {
        rows.isEmpty
            ? Xctrace.table("swiftui-link-event", columns)
            : Xctrace.table("swiftui-link-event", columns, rows.joined(separator: "</row><row>"))
    }

    private static func records(_ files: [String]) throws -> TraceRecords {
        try Xctrace.records(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
    }

    /// `start phase [properties]` of every body, whatever the order of the files.
    private func check(
        _ bodies: String, _ changes: String, _ expected: String..., joined: Int, skipped: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for files in [[bodies, changes], [changes, bodies]] {
            let records = try Self.records(files)
            let updates = records.updates
            let lines = (0..<updates.count).map { row in
                let list = updates.changed[row]
                let names = list.isPresent ? records.lists[list].map { records.names.text($0) ?? "" } : []
                return "\(updates.start[row]) \(updates.phase[row]) \(names)".replacing("\"", with: "")
            }
            #expect(lines == expected, sourceLocation: sourceLocation)
            #expect(records.counters.count(.propertyJoined) == joined, sourceLocation: sourceLocation)
            #expect(
                records.counters.count(.skippedProperty, "swiftui-link-event") == skipped,
                sourceLocation: sourceLocation)
        }
    }

    @Test func `several properties before a body are its one list`() throws {
        try check(
            Self.bodies(Self.body(2_000_000, 50), Self.body(9_000_000, 50)),
            Self.changes(
                Self.change(1_000_000, "count"), Self.change(1_500_000, "title"), Self.change(9_000_010, "count")),
            "2000000 update [count, title]", "9000000 update [count]", joined: 3)
    }

    @Test func `a body takes a property once: the next instance gets the next change`() throws {
        try check(
            Self.bodies(Self.body(200, 50), Self.body(300, 50), Self.body(400, 50)),
            Self.changes(Self.change(100, "count"), Self.change(110, "count"), Self.change(120, "title")),
            "200 update [count, title]", "300 update [count]", "400 update []", joined: 3)
        // Changed again before the only body.
        try check(
            Self.bodies(Self.body(200, 50)), Self.changes(Self.change(100, "count"), Self.change(110, "count")),
            "200 update [count]", joined: 2)
    }

    @Test func `of nested bodies the inner one is meant`() throws {
        try check(
            Self.bodies(Self.body(100, 900), Self.body(300, 100)),
            Self.changes(Self.change(350, "a"), Self.change(500, "b")), "100 update [b]", "300 update [a]", joined: 2)
    }

    @Test func `a change without a body of its view is skipped and counted`() throws {
        try check(
            Self.bodies(Self.body(5_000_000, 50)),
            Self.changes(
                Self.change(3_999_999, "early"), Self.change(5_000_050, "late"),
                Self.change(5_000_000, "a", view: "Cell"), Self.change(5_000_000, "a", module: "Other")),
            "5000000 update []", joined: 0, skipped: 4)
        try check(Self.bodies(), Self.changes(Self.change(1, "a")), joined: 0, skipped: 1)
    }

    @Test func `first values alone are the body of a new view`() throws {
        try check(
            Self.bodies(Self.body(100, 50), Self.body(200, 50)),
            Self.changes(
                Self.change(90, "a", from: "<initialState>"), Self.change(95, "b", from: "<initialState>"),
                Self.change(205, "a", from: "<initialState>"), Self.change(206, "b")),
            "100 creation [a, b]", "200 update [a, b]", joined: 4)
    }

    @Test func `generic views are one view, however they are spelled`() throws {
        try check(
            Self.bodies(Self.body(100, 50, "List&lt;Int, Row&gt;")),
            Self.changes(Self.change(110, "a", view: "List<Int, Row>")), "100 update [a]", joined: 1)
    }

    @Test func `what the narrative does not tell comes from the other columns`() throws {
        let narrow = Xctrace.table(
            "swiftui-link-event", "time view-type link-type", "<t>110</t><s>Row</s><s>ObservedObject</s>",
            "<t>120</t><s/><s>State</s>", "<t>130</t><s>Row</s><s/>", "<t>-1</t><s>Row</s><s>State</s>")
        let records = try Self.records([Self.bodies(Self.body(100, 50)), narrow])
        #expect(records.counters.count(.propertyJoined) == 1 && records.rejects.count == 3)
        let list = records.updates.changed[0]
        #expect(records.lists[list].map { records.names.text($0) } == ["ObservedObject"])
    }

    @Test func `an event of another kind is named and skipped`() throws {
        try check(
            Self.bodies(Self.body(100, 50)), Self.changes(Self.change(110, "a", event: "Detach")),
            "100 update []", joined: 0, skipped: 1)
    }

    @Test func `a table without rows says nothing`() throws {
        try check(Self.bodies(Self.body(100, 50)), Self.changes(), "100 update []", joined: 0)
    }

    @Test func `very many changes of one view end in time`() throws {
        let count = 20_000
        let bodies = (0..<count).map { Self.body($0 * 10, 1_000_000) }.joined(separator: "</row><row>")
        let changes = (0..<count).map { Self.change($0 * 10 + 5, "p\($0 % 50)") }.joined(separator: "</row><row>")
        let records = try withinAMinute { try Self.records([Self.bodies(bodies), Self.changes(changes)]) }
        #expect(records.counters.count(.propertyJoined) == count)
    }
}
