import Testing

@testable import TraceKit

/// Lines of the unified log in, updates with the properties that changed out.
@Suite struct XctraceLogTests {
    private static let columns = "time thread process message-type subsystem category message"

    private static func line(
        _ time: Int, _ message: String, subsystem: String = "com.apple.SwiftUI",
        category: String = "Changed Body Properties"
    ) -> String {
        """
        <t>\(time)</t><thread fmt="Main Thread 0x1 (App, pid: 42)"/><process fmt="App (42)"/><e>Info</e>\
        <s>\(subsystem)</s><s>\(category)</s><os-log-metadata fmt="\(message)">x</os-log-metadata>
        """
    }

    private static func records(_ lines: [String], _ bodies: [String] = []) throws -> TraceRecords {
        let updates =
            bodies.isEmpty
            ? []
            : [
                Xctrace.table(
                    "swiftui-body-interval", "start duration view-module view-type",
                    bodies.joined(separator: "</row><row>"))
            ]
        let files = [Xctrace.table("os-log", columns, lines.joined(separator: "</row><row>"))] + updates
        return try Xctrace.records(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
    }

    private static func lines(_ records: TraceRecords) -> [String] {
        let updates = records.updates
        return (0..<updates.count).map { row in
            let list = updates.changed[row]
            let names = list.isPresent ? records.lists[list].map { records.names.text($0) ?? "" } : ["-"]
            let start = updates.start[row] == UpdateColumns.untimed ? "untimed" : "\(updates.start[row])"
            return "\(records.names.text(records.views[Int(updates.view[row])].name) ?? "") \(start) "
                + "\(names.joined(separator: ",")) \(records.names.text(updates.process[row]) ?? "-")"
        }
    }

    @Test func `a line says what changed before the body that holds its time`() throws {
        let bodies = ["<t>100</t><d>50</d><s>App</s><s>Row</s>", "<t>900</t><d>50</d><s>App</s><s>Row</s>"]
        let records = try Self.records(
            [Self.line(910, "Row: unchanged."), Self.line(110, "Row: @self, _a changed.")], bodies)
        #expect(Self.lines(records) == ["Row 100 @self,_a -", "Row 900  -"])
        #expect(records.counters.count(.evidenceJoined) == 2)
    }

    @Test func `without updates the lines are evidence of the process that wrote them`() throws {
        let records = try Self.records([Self.line(910, "Row: _a changed.")])
        #expect(Self.lines(records) == ["Row untimed _a App (42)"])
    }

    @Test func `all lines are the log`() throws {
        let records = try Self.records([
            Self.line(1, "Row: _a changed.", subsystem: "com.example"), Self.line(2, "Row: _a changed.", category: "x"),
            Self.line(3, "hello"), Self.line(4, ""), Self.line(5, "Row: unchanged."),
        ])
        let swiftUI = "[com.apple.SwiftUI:Changed Body Properties]"
        #expect(
            records.logLines == [
                "1 info [com.example:Changed Body Properties] App (42)/main Row: _a changed.",
                "2 info [com.apple.SwiftUI:x] App (42)/main Row: _a changed.", "3 info \(swiftUI) App (42)/main hello",
                "4 info \(swiftUI) App (42)/main x", "5 info \(swiftUI) App (42)/main Row: unchanged.",
            ])
        #expect(records.lanes.contains(.logs))
        #expect(records.counters.count(.rowsSeen) == 5 && records.counters.count(.rowsImported) == 5)
    }

    @Test func `a level that is none of ours is counted, and a log without levels has none`() throws {
        let odd = try Self.records([Self.line(3, "hello").replacing("Info", with: "Shout")])
        #expect(odd.logs[0].level == .unknown && odd.counters.count(.unknownWord, "level 'Shout'") == 1)
        let short = Xctrace.table(
            "os-log", "time process subsystem category message", "<t>5</t><p/><s>a</s><s>b</s><m fmt=\"x\">x</m>")
        let records = try Xctrace.records([ByteInput(bytes: Array(short.utf8), name: "t.xml")], ImportOptions())
        #expect(records.logLines == ["5 - [a:b] -/- x"])
    }

    @Test func `hang risks are lines of the log, and an empty table is no log`() throws {
        let columns = "time process message severity event-type backtrace thread"
        func read(_ rows: String...) throws -> TraceRecords {
            let table =
                rows.isEmpty
                ? Xctrace.table("hang-risks", columns)
                : Xctrace.table("hang-risks", columns, rows.joined(separator: "</row><row>"))
            return try Xctrace.records([ByteInput(bytes: Array(table.utf8), name: "t.xml")], ImportOptions())
        }
        let records = try read(
            "<t>7</t><process fmt=\"App (42)\"/><narrative>I/O on main</narrative><s>High</s><e>x</e><sentinel/><thread fmt=\"Main Thread 0x1 (App, pid: 42)\"/>",
            "<t>8</t><sentinel/><sentinel/><sentinel/><sentinel/><sentinel/><sentinel/>")
        #expect(records.logLines == ["7 - [-:hang-risks] App (42)/main I/O on main"] && records.rejects.count == 1)
        #expect(try read().lanes == [])
    }

    @Test func `the log says nothing of whose recording it is where other lanes do`() throws {
        let log = [Self.line(3, "hello"), Self.line(4, "x").replacing("42", with: "43")]
        let records = try Self.records(log)
        #expect(ProcessSum.all(of: records).map(\.logs) == [1, 1])
        records.hangs.append(HangRecord(start: 1, duration: 2, process: records.names.intern("App (43)")))
        let results = AnalysisPasses.run(records, AnalysisOptions())
        #expect(records.names.text(results.scope.target) == "App (43)")
    }
}
