import Foundation
import Testing

@testable import TraceKit

/// Rows of people's own: which column holds what, what a row is, and what is refused or asked instead of guessed.
@Suite struct OwnRowsTests {
    private static func records(_ text: String, map: [String: String] = [:]) throws -> TraceRecords {
        var options = ImportOptions()
        options.columnMap = map
        var assembly = TraceAssembly(options)
        let input = ByteInput(bytes: Array(text.utf8), name: "t")
        try assembly.read(input, by: try TraceAssembly.importer(for: input, options))
        return try assembly.finish()
    }

    private static func updates(_ records: TraceRecords) -> [String] {
        (0..<records.updates.count).map { row in
            let updates = records.updates
            let view = records.names.text(records.views[Int(updates.view[row])].name) ?? ""
            let changed = records.lists[updates.changed[row]].map { records.names.text($0) ?? "" }
            let why = (updates.phase[row] == .creation ? ["new"] : []) + changed
            return ([view, "\(updates.start[row] / 1000)", "\(updates.duration[row] / 1000)"] + why).joined(
                separator: " ")
        }
    }

    private static func interactions(_ records: TraceRecords) -> [String] {
        records.interactions.map { row in
            let kind = records.names.text(row.kindWord) ?? row.kind.word
            return "\(kind) \(records.names.text(row.name) ?? "-") \(row.start / 1000) \(row.duration)"
        }
    }

    private func check(
        _ text: String, map: [String: String] = [:], _ expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try Self.records(text, map: map)
        #expect(Self.updates(records) == expected, "\(text)", sourceLocation: sourceLocation)
        #expect(records.rejects.isEmpty, sourceLocation: sourceLocation)
    }

    private func refuse(
        _ text: String, _ message: String, _ fix: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let said = #expect(throws: TraceError.self, "\(text)", sourceLocation: sourceLocation) {
            try Self.records(text)
        }?.diagnostic
        #expect(said?.message.contains(message) == true, "\(said?.text ?? "")", sourceLocation: sourceLocation)
        if !fix.isEmpty {
            #expect(said?.fix?.contains(fix) == true, "\(said?.text ?? "")", sourceLocation: sourceLocation)
        }
    }

    // MARK: Names and units

    @Test func `columns and keys of other names and styles are read, with their units`() throws {
        for text in [
            "Screen;Began;Took (s)\nCart;2026-02-03 10:30:45.103;0.0125\nPayRow;2026-02-03 10:30:45.203;0.003\n",
            "viewName,startTimeUs,duration_µs\nCart,0,12500\nPayRow,100000,3000\n",
            "view_name\tts\tELAPSED_MS\nCart\t1770114645103\t12.5\nPayRow\t1770114645203\t3\n",
            "Body,Begin,Finish\nCart,10:30:45.103.000,10:30:45.115.500\nPayRow,10:30:45.203.000,10:30:45.206.000\n",
            #"{"screen":"Cart","elapsed":"12.5ms","time":"2026-02-03T10:30:45.103Z"}"# + "\n"
                + #"{"screen":"PayRow","elapsed":"3000µs","time":"2026-02-03T10:30:45.203Z"}"# + "\n",
            #"[{"View":"Cart","date":1770114645.103,"tookMillis":12.5},{"View":"PayRow","date":1770114645.203,"tookMillis":3}]"#,
            #"{"run":{"device":"x","rows":[{"label":"Cart","ts":1770114645103000,"elapsedNs":12500000},"#
                + #"{"label":"PayRow","ts":1770114645203000,"elapsedNs":3000000}]}}"#,
            #"[[{"label":"Cart","begin":"00:01.000","took (ms)":12.5}],[{"label":"PayRow","begin":"00:01.100","took (ms)":3}]]"#,
        ] {
            let records = try Self.records(text)
            let shift = records.updates.start[0] / 1000
            #expect(shift == 0 || shift == 1_000_000)
            #expect(Self.updates(records) == ["Cart \(shift) 12500", "PayRow \(shift + 100_000) 3000"], "\(text)")
            #expect(records.warnings.contains { $0.message.hasPrefix("rows of your own, read as: view = ") }, "\(text)")
        }
    }

    @Test func `objects in a row of JSON belong to the row`() throws {
        let lines = (0..<3).map {
            """
            {"ts_ms": \($0 * 40), "logger": {"name": "ui"}, "data": {"ui": {"component": "TicketRow"}, "render_ms": 2.5}, \
            "tags": {"why": "tickets.open"}}
            """
        }
        for text in [lines.joined(separator: "\n"), "{\"entries\": [\(lines.joined(separator: ","))]}"] {
            try check(
                text, "TicketRow 0 2500 tickets.open", "TicketRow 40000 2500 tickets.open",
                "TicketRow 80000 2500 tickets.open")
        }
        let other = "{\"at\": 1, \"data\": {\"v\": \"TicketRow\", \"took\": 3}}\n"
        try check(
            other + other.replacing("1,", with: "9,"),
            map: ["view": "data.v", "start_ms": "at", "duration_ms": "data.took"], "TicketRow 1000 3000",
            "TicketRow 9000 3000")
        // What lies too deep to be looked at adds no keys, least of all those of another object.
        let deep = "\"c\": {\"c\": {\"c\": {\"c\": {\"c\": {\"d\": {\"e\": 1}}}}}}"
        let row = "{\"ts_ms\": 1, \"b\": {\"component\": \"TicketRow\", \"took_ms\": 3}, \(deep)}\n"
        #expect(try Self.records(row + row).warnings.filter { $0.message.contains("c.c") }.isEmpty)
        // An object where other rows have a text is a field that cannot be read.
        let mixed = lines[0] + "\n{\"ts_ms\": 90, \"data\": 7}\n"
        #expect(try Self.records(mixed).rejects.count == 1)
    }

    @Test func `numbers may have a comma before their decimals where no comma separates cells`() throws {
        let rows = "Start (ms);Component;Took (ms)\n20,5;TicketRow;3,25\n1.040,75;TicketRow;1.012\n"
        try check(rows.replacing("1.012", with: "12"), "TicketRow 20500 3250", "TicketRow 1040750 12000")
        try check(
            "start_ms;view;duration_ms\n0,125;TicketRow;3,250\n7;TicketRow;4\n", "TicketRow 125 3250",
            "TicketRow 7000 4000")
        // Between tabs this is a group of thousands; a column with decimal points means that the others have groups.
        try check("Start (ms)\tComponent\tTook (ms)\n1,040\tTicketRow\t3\n", "TicketRow 1040000 3000")
        try check("Start (ms);Component;Took (ms)\n1,040;TicketRow;3.5\n", "TicketRow 1040000 3500")
    }

    @Test func `one line says how rows were understood and how to correct that`() throws {
        let records = try Self.records(
            #"{"screen":"Cart","ts":1770114645.1,"tookMs":12.5,"why":"items"}"# + "\n")
        #expect(
            records.warnings.map(\.message) == [
                "rows of your own, read as: view = screen, start = ts (seconds since 1970), duration = tookMs (ms), "
                    + "reason = why. To correct that, name a field: --map FIELD=KEY"
            ])
        let other = try Self.records(
            #"{"screen":"Cart","who":"Row","ts":1770114645.1,"tookMs":12.5}"# + "\n", map: ["view": "who"])
        #expect(Self.updates(other) == ["Row 0 12500"])
    }

    @Test func `what our formats say is read as before, without a word`() throws {
        for text in [
            "view,start_ms,duration_ms,changed\nRow,1,2,_a;_b\n",
            #"{"view":"Row","start_ms":1,"duration_ms":2}"# + "\n",
            "record,view,start_ms,duration_ms,took,event\nupdate,Row,1,2,3,tap\n",
            #"{"record":"update","view":"Row","start_ms":1,"duration_ms":2,"event":{"a":1},"screen":"x"}"# + "\n",
            "View Name,Start,Duration\nRow,1 ms,2 ms\n",
        ] {
            let records = try Self.records(text)
            #expect(records.updates.count == 1 && records.updates.duration[0] == 2_000_000, "\(text)")
            #expect(records.warnings.isEmpty && records.interactions.isEmpty, "\(records.warnings)")
        }
    }

    @Test func `a column that looks like one of ours and is not read is named`() throws {
        func said(_ text: String) throws -> [String] { try Self.records(text).warnings.map(\.message) }
        #expect(
            try said("view,start_ms,duration_ms,took,note\nRow,1,2,3,x\n") == [
                "'took' is not read, though it looks like a field of updates; to read it: --map duration_ms=took"
            ])
        #expect(
            try said(#"{"view":"Row","screen":"Cart","start_ms":1,"took_ms":2,"interaction":17}"# + "\n").last
                == "'screen', 'interaction' are not read, though they look like fields of updates; to read one: "
                + "--map view=screen --map interaction=interaction")
    }

    // MARK: What a row is

    private static let mixed = """
        {"at": 1}
        {"time": "2026-02-03T10:30:45.000Z", "event": "launch", "app": "Shop", "build": "7"}
        {"time": "2026-02-03T10:30:45.100Z", "event": "body", "view": "Cart", "tookMs": 3, "changed": ["@self", "_items"]}
        {"time": "2026-02-03T10:30:46.000Z", "event": "keyPress", "field": "coupon"}
        {"time": "2026-02-03T10:30:46.001Z", "event": "body", "view": "Cart", "tookMs": 20.5, "changed": "_coupon, _total"}
        {"time": "2026-02-03T10:30:46.100Z", "event": "didTap", "name": "Pay", "tookMs": 80}
        {"time": "2026-02-03T10:30:46.500Z", "event": "focusLost", "field": "coupon"}
        {"time": "2026-02-03T10:30:46.600Z", "event": "coupon checked", "field": "coupon", "tookMs": ""}
        {"time": "2026-02-03T10:30:46.700Z", "message": "done"}

        """

    @Test func `the word of a row says whether it is an update, an interaction or an event`() throws {
        let records = try Self.records(Self.mixed)
        #expect(Self.updates(records) == ["Cart 100000 3000 @self _items", "Cart 1001000 20500 _coupon _total"])
        #expect(
            Self.interactions(records) == [
                "launch - 0 -1", "type coupon 1000000 -1", "tap Pay 1100000 80000000", "focusLost coupon 1500000 -1",
            ])
        #expect(records.signposts.count == 1 && records.logs.count == 1)
        #expect(records.names.text(records.signposts[0].name) == "coupon checked")
        #expect(records.names.text(records.signposts[0].message) == "coupon")
        #expect(records.rejects.count == 1 && records.counters.count(.unknownWord, "interaction kind 'focusLost'") == 0)
    }

    @Test func `keystrokes in the column of views begin windows and are no bodies`() throws {
        let text = """
            timestamp,event,view,duration_ms
            2026-02-03T10:30:45.100Z,body,Form,4.5
            2026-02-03T10:30:46.000Z,keystroke,coupon,
            2026-02-03T10:30:46.001Z,body,Form,30.5
            2026-02-03T10:30:46.040Z,idle,,
            2026-02-03T10:30:47.000Z,keystroke,coupon,
            2026-02-03T10:30:47.001Z,body,Form,20.5

            """
        let records = try Self.records(text)
        #expect(Self.updates(records) == ["Form 0 4500", "Form 901000 30500", "Form 1901000 20500"])
        #expect(Self.interactions(records) == ["type coupon 900000 -1", "type coupon 1900000 -1"])
        #expect(records.signposts.count == 1 && records.rejects.isEmpty)
        let windows = AnalysisPasses.run(records, AnalysisOptions()).windows
        #expect(windows.map(\.updates) == [1, 1])
    }

    @Test func `rows without a word are bodies where other rows say that they are something else`() throws {
        let records = try Self.records(
            "time,event,view,ms\n10:14:01.300,,Inbox,12.5\n10:14:02.300,tap,Compose,\n10:14:02.302,,Editor,8.5\n"
                + "10:14:02.400,idle,,\n")
        #expect(Self.updates(records) == ["Inbox 0 12500", "Editor 1002000 8500"])
        #expect(Self.interactions(records) == ["tap Compose 1000000 -1"] && records.signposts.count == 1)
    }

    @Test func `several columns may name what an interaction is about`() throws {
        let records = try Self.records(
            "ts,event,screen,name,field,tookMs\n1770114645.1,body,Cart,,,3\n1770114645.2,tap,,Pay,,\n"
                + "1770114645.3,keystroke,,,coupon,\n")
        #expect(Self.interactions(records) == ["tap Pay 100000 -1", "type coupon 200000 -1"])
        #expect(Self.updates(records) == ["Cart 0 3000"] && records.rejects.isEmpty)
    }

    @Test func `a column of words that are no kinds of rows changes nothing`() throws {
        // What all rows have beside a view and a duration tells of the update.
        let records = try Self.records("view,start_ms,duration_ms,event\nRow,0,12.5,scroll\nRow,20,3,scroll\n")
        #expect(Self.updates(records) == ["Row 0 12500", "Row 20000 3000"] && records.interactions.isEmpty)
        #expect(records.warnings.map(\.message).contains { $0.hasPrefix("'event' is not read") })
    }

    @Test func `gestures are told in several spellings, and their ends begin nothing`() {
        for (word, kind) in [
            ("tap", InteractionKind.tap), ("buttonTapped", .tap), ("on_click", .tap), ("Scroll began", .scroll),
            ("KEYSTROKE", .type), ("navigate", .navigation), ("focus lost", .other),
        ] { #expect(RowWords.interaction(RowWords.normalised(word)) == kind, "\(word)") }
        for word in ["scrollEnded", "type mismatch", "press release", "tapped out", "keyUp", "appear", ""] {
            #expect(RowWords.interaction(RowWords.normalised(word)) == nil, "\(word)")
        }
    }

    // MARK: Why a body ran

    @Test func `reasons are appearances, parents and properties`() throws {
        try check(
            "screen,time,took_ms,trigger\nCart,2026-02-03T10:30:45Z,3,onAppear\nRow,2026-02-03T10:30:46Z,1,parent\n"
                + "Row,2026-02-03T10:30:47Z,1,items changed\nRow,2026-02-03T10:30:48Z,1,Store.items; _sort\n",
            "Cart 0 3000 new", "Row 1000000 1000", "Row 2000000 1000 items", "Row 3000000 1000 Store.items _sort")
        let records = try Self.records("screen,time,took_ms,why\nCart,2026-02-03T10:30:45Z,3,the user was quick\n")
        #expect(Self.updates(records) == ["Cart 0 3000"])
        #expect(records.counters.count(.unknownWord, "reason 'the user was quick'") == 1)
    }

    @Test func `the name of a view of the trace, or the word parent, is a cause and nothing that changed`() throws {
        for (text, map) in [
            (
                "Start (ms),Took (ms),View,Cause\n10,24.5,Board,State change: cards\n50,12,Card,Board\n90,3,Card,parent\n",
                [:]
            ),
            (
                "screen,begin,body_time_us,cause\nBoard,10,24500,@State cards\nCard,50,12000,Board\nCard,90,3000,parent\n",
                ["start_ms": "begin"]
            ),
        ] {
            let records = try Self.records(text, map: map)
            #expect(Self.updates(records) == ["Board 10000 24500 cards", "Card 50000 12000", "Card 90000 3000"])
            #expect(records.edges.count == 1, "the last Board before it caused the Card that names it")
        }
        // A property may be called in any other way, and a view that the trace does not have is no view.
        try check(
            "Start (ms),Took (ms),View,Cause\n10,24.5,Board,Store.Board2\n50,12,Card,Deck\n",
            "Board 10000 24500 Store.Board2",
            "Card 50000 12000 Deck")
    }

    // MARK: Times

    @Test func `the option for times without a unit has the unit in which bodies take as long as bodies do`() {
        func fix(_ rows: [(String, String)], _ end: String = "end") -> String {
            let rows = rows.map { "{\"view\": \"Card\", \"start\": \($0.0), \"\(end)\": \($0.1)}" }.joined(
                separator: ",")
            return #expect(throws: TraceError.self) { try Self.records("[\(rows)]") }?.diagnostic.fix ?? ""
        }
        #expect(fix([("0.2", "0.2245"), ("0.24", "0.2521")]).contains("--map start_s=start --map end_s=end"))
        #expect(fix([("200", "224.5"), ("240", "252.1")]).contains("--map start_ms=start --map end_ms=end"))
        #expect(fix([("200000", "224500"), ("240000", "252100")]).contains("--map start_us=start --map end_us=end"))
        #expect(
            fix([("0.2", "24.5"), ("0.24", "12.1")], "duration").contains(
                "--map start_s=start --map duration_ms=duration"))
        #expect(fix([("0.2", "0.0245"), ("0.24", "0.0121")], "duration").contains("--map duration_s=duration"))
    }

    @Test func `fractions are seconds where bodies overlap in milliseconds and not in seconds`() throws {
        try check(
            #"[{"view":"A","start":80001.5,"took_ms":12.5},{"view":"B","start":80001.52,"took_ms":2.5}]"#, "A 0 12500",
            "B 20000 2500")
        // In milliseconds they fit too: nothing tells.
        let fix = "--map start_ms=start"
        refuse(
            #"[{"view":"A","start":0.0,"took_ms":12.5},{"view":"B","start":13.2,"took_ms":2.5}]"#,
            "'start' has no unit, found '13.2'", fix)
        // In seconds they overlap.
        refuse(
            #"[{"view":"A","start":0.5,"took_s":1.5},{"view":"B","start":0.7,"took_s":1.5}]"#, "'start' has no unit",
            fix)
        refuse(
            "screen,begin,took_ms\nA,20,12.5\nB,40,12.5\n", "'begin' has no unit, found '20'", "--map start_ms=begin")
        try check("screen,begin,took_ms\nA,20,12.5\n", map: ["start_ms": "begin"], "A 20000 12500")
    }

    @Test func `a duration without a unit is an error with its row and the option`() throws {
        let text = #"{"screen":"Cart","time":"2026-02-03T10:30:45Z","took":12.5}"# + "\n"
        refuse(
            "{\"n\":1}\n" + text, "'took' has no unit, found '12.5'", "--map duration_ms=took")
        let error = #expect(throws: TraceError.self) { try Self.records("{\"n\":1}\n" + text) }
        #expect(error?.diagnostic.place?.line == 2)
        refuse(
            #"[{"view":"A","start":0.0,"duration":0.0125},{"view":"B","start":0.04,"duration":0.018}]"#,
            "'duration' has no unit, found '0.0125'", "--map start_s=start --map duration_s=duration")
        let table = "screen,time,took\nCart,2026-02-03T10:30:45Z,12.5\n"
        refuse(table, "'took' has no unit, found '12.5'", "--map duration_ms=took")
        try check(table, map: ["duration_ms": "took"], "Cart 0 12500")
        try check(text, map: ["duration_us": "took"], "Cart 0 12")
    }

    @Test func `rows of ours behind many others are found, and how they are read`() throws {
        let others = String(repeating: "{\"n\": 1, \"text\": \"something else\"}\n", count: 4010)
        let records = try Self.records(others + #"{"screen":"Cart","time":"2026-02-03T10:30:45Z","took_ms":3}"# + "\n")
        #expect(Self.updates(records) == ["Cart 0 3000"] && records.rejects.count == 4010)
    }

    @Test func `rows without a view that have a text and a time are lines of the log`() throws {
        let records = try Self.records(
            """
            {"t": 1700000000.5, "msg": "Settings.objectWillChange"}
            {"t": 1700000000.6, "view": "Cart", "body_ms": 3}
            {"n": 1, "msg": "without a time"}

            """)
        #expect(Self.updates(records) == ["Cart 100000 3000"])
        #expect(records.logs.map { records.names.text($0.message) } == ["Settings.objectWillChange"])
        #expect(records.rejects.map(\.place.line) == [3])
    }

    // MARK: What is something else

    @Test func `tables and JSON of other things are refused as before`() {
        for text in [
            "name,date,amount\nTeaList,2026-02-03T10:30:45Z,3.5\n", "view,date,count\n/pricing,2026-02-03 10:30,35\n",
            "name,time,ms\nInbox,2026-02-03T10:30:45Z,14\nSpamList,2026-02-03T10:31:45Z,3\n",
            "screen,date,sold\n1,2026-02-03T10:30:45Z,117\n",
            "label,date,duration_ms\nbuild (linux),2026-02-03T10:30:45Z,1\n",
            "page,date,duration_ms\nCart,2026-02-03T10:30:45Z,1\n",
            // Counts of messages, and what lasts longer than any body.
            "view,date,ms\nInbox,2026-02-03T10:30:45Z,14\nSpam,2026-02-03T10:31:45Z,3\n",
            "screen,start,end\nHall1,2026-02-03T10:30:45Z,2026-02-03T12:30:45Z\n",
            "label,start,finish\nSpeechView,2026-02-03T10:30:45Z,2026-02-03T12:30:45Z\n",
            "type,ts,screen,tookMs\nview,2026-02-03T10:30:45Z,HomePage,35000\nclick,2026-02-03T10:31:45Z,BuyButton,\n",
        ] { refuse(text, "this is a table with the headings") }
        for text in [
            #"{"event":"view","name":"Home","ts":1756029912.25}"#,
            #"{"name":"GET /a","start":"2026-02-03T10:30:45Z","duration_ms":3}"#,
            #"{"name":"CompileSwift","start":"2026-02-03T10:30:45Z","duration_ms":35}"#,
            #"{"label":"UserService.load","time":"2026-02-03T10:30:45Z","elapsed_ms":35}"#,
            #"{"body":"a nice view","time":"2026-02-03T10:30:45Z","ms":14}"#,
            #"{"view":"/home","date":"2026-02-03T10:30:45Z","ms":14}"#,
            #"{"type":"body","name":"POST /x","time":"2026-02-03T10:30:45Z","ms":3}"#,
            #"{"name":"pkg","version":"1.0.0","scripts":{"start":"x"},"dependencies":{"a":"1"}}"#,
            #"[{"id":"1","type":"PushEvent","repo":{"name":"a/b"},"created_at":"2026-02-03T10:30:45Z"}]"#,
            #"{"audits":{"timings":{"items":[{"name":"HeaderView","startTime":12.5,"duration":3.2}]}}}"#,
            #"{"log":{"entries":[{"startedDateTime":"2026-02-03T10:30:45Z","time":12.3,"pageref":"p"}]}}"#,
        ] { refuse(text + "\n", "and no trace in a format that is read") }
        refuse(
            #"{"updates":[{"view":"A","start_ns":0,"duration_ns":1}]}"#, #"with 'updates' without "format": "tracekit""#
        )
    }

    @Test func `ids of others are not taken for ours`() throws {
        let records = try Self.records(
            #"{"id":"a-1","screen":"A","time":"2026-02-03T10:30:45Z","took_ms":3,"group":"x"}"# + "\n"
                + #"{"id":"a-2","screen":"A","time":"2026-02-03T10:30:46Z","took_ms":3,"group":"x"}"# + "\n")
        #expect(records.updates.count == 2 && records.rejects.isEmpty)
        #expect(records.counters.count(.unknownKey, "update.id") == 2)
        // What fits is ours.
        let linked = try Self.records("id,view,start_ms,duration_ms,cause,why\n1,A,0,1,,a\n2,B,1,1,1,parent\n")
        #expect(linked.edges.count + linked.nodeCount > 2 && linked.updates.count == 2)
    }

    // MARK: The page

    @Test func `the table of fields in the page on formats is made from the code`() throws {
        let (begin, end) = ("<!-- fields: made from the code -->\n", "\n<!-- end of fields -->")
        var page = try Repository.text("docs/formats.md")
        let first = try #require(page.range(of: begin))
        let last = try #require(page.range(of: end, range: first.upperBound..<page.endIndex))
        let range = first.upperBound..<last.lowerBound
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            page.replaceSubrange(range, with: OwnRowPage.markdown)
            try page.write(toFile: "\(Repository.root)/docs/formats.md", atomically: true, encoding: .utf8)
        } else {
            #expect(page[range] == OwnRowPage.markdown, "UPDATE_GOLDEN=1 rewrites the table")
        }
    }

    // MARK: Interactions of updates

    @Test func `a column with the user's action makes an interaction of each run of equal values`() throws {
        let text = """
            View,Start (ms),Duration (ms),Interaction,Cause
            FeedRow,0,12.5,Scroll,likes
            FeedRow,20,3.1,Scroll,likes
            Header,40,1,,
            FeedRow,60,2,Tap Favorite,likes
            FeedRow,70,2,Scroll,likes

            """
        let records = try Self.records(text)
        #expect(
            Self.interactions(records) == [
                "scroll - 0 23100000", "tap Favorite 60000 2000000", "scroll - 70000 2000000",
            ])
        #expect(Self.updates(records).first == "FeedRow 0 12500 likes")
        #expect(records.counters.count(.unknownKey, "update.interaction") == 0)
        #expect(
            records.warnings.first?.message.contains(
                "interaction = Interaction (one for each run of rows with the same value)")
                == true)
    }

    @Test func `rows in another order, and lines of JSON, give the same interactions`() throws {
        let rows = [
            #"{"view": "Cart", "start_ms": 50, "took_ms": 2, "gesture": "tap: \"Pay\""}"#,
            #"{"view": "Cart", "start_ms": 10, "took_ms": 2, "gesture": "swipe"}"#,
            #"{"view": "Cart", "start_ms": 20, "took_ms": 2, "gesture": "swipe"}"#,
        ]
        #expect(
            Self.interactions(try Self.records(rows.joined(separator: "\n"))) == [
                "swipe - 10000 12000000", "tap Pay 50000 2000000",
            ])
    }

    @Test func `actions that are no user's are not taken for interactions`() throws {
        for (title, value) in [("Action", "rerender"), ("Gesture", "17"), ("Action", "created")] {
            let text = "viewName,Start (ms),Duration (ms),\(title)\nRow,0,12.5,\(value)\nRow,20,3.1,\(value)\n"
            let records = try Self.records(text)
            #expect(records.interactions.isEmpty, "\(title)")
            #expect(records.warnings.count == 1, "\(title)")
        }
        let mapped = try Self.records(
            "View,Start (ms),Duration (ms),What\nRow,0,12.5,checkout\n", map: ["interaction": "What"])
        #expect(Self.interactions(mapped) == ["other checkout 0 12500000"])
    }

    @Test func `rows that are interactions themselves count, and not what updates say`() throws {
        let text = """
            event,view,start_ms,took_ms,interaction
            tap,Pay,0,,
            body,Cart,1,2,Scroll

            """
        let records = try Self.records(text)
        #expect(records.interactions.count == 1)
        #expect(records.warnings.contains { $0.message.contains("--map interaction=interaction") })
    }

    @Test func `the note proposes an option only where a field is read in a way that is not certain`() throws {
        let certain = try Self.records("view_name,ts_ms,took_ms\nRow,0,12.5\n")
        #expect(certain.warnings.first?.message.hasSuffix("--map FIELD=HEADING") == true)
        let seconds = try Self.records("screen,ts,took_ms\nRow,0.5,12.5\nRow,0.6,20\n")
        #expect(seconds.warnings.first?.message.hasSuffix("--map start_ms=ts") == true)
    }

    /// Eight bodies, the times of which are `scale` to the second.
    private static func bodies(_ scale: Double) -> String {
        let rows = (0..<8).map { index in
            let start = 0.3125 + Double(index) * 0.4375
            return "Cart.body,\(start * scale),\(0.0625 * scale)\nmakeTotals,\(start * scale),\(0.03125 * scale)\n"
        }
        return "name,start,duration\n" + rows.joined()
    }

    @Test func `names that end in body tell bodies from the intervals around them`() throws {
        let records = try Self.records(Self.bodies(1))
        #expect(records.updates.count == 8)
        #expect(records.signposts.count == 8)
        #expect(Self.updates(records).first == "Cart 312500 62500")
        #expect(
            records.warnings.first?.message.contains(
                "view = name, start = start (seconds), duration = duration (seconds)") == true)
        #expect(
            records.warnings.first?.message.hasSuffix("--map start_ms=start --map duration_ms=duration") == true)
    }

    @Test func `times without a unit that may be milliseconds are asked for`() {
        refuse(Self.bodies(1000), "'start' has no unit", "--map start_ms=start --map duration_ms=duration")
        // A recording of 31 ms, but with bodies of up to 6.25.
        refuse(Self.bodies(10).replacing("0.625", with: "6.25"), "'start' has no unit")
        refuse("name,start,duration\nCart.body,0.5,0.25\n", "'start' has no unit")
    }

    @Test func `lanes beside the rows of people's own are read too, in either style of keys`() throws {
        let text = """
            {"lengthMs": 900, "signposts": [{"name": "Decode", "category": "img", "startMs": 5, "endMs": 45.5}],
            "logs": ["no", "lane"],
            "bodies": [{"view": "RootView", "startMs": 10, "durationMs": 2}, {"view": "CellView", "startMs": 20, "durationMs": 3}]}
            """
        let store = try Traces.store(text)
        #expect(try store.rows("SELECT name, start_ms, duration_ms FROM signposts") == ["Decode|5.0|40.5"])
        #expect(
            try store.rows("SELECT view, start_ms, duration_ms FROM updates ORDER BY 2") == [
                "RootView|10.0|2.0", "CellView|20.0|3.0",
            ])
    }
}
