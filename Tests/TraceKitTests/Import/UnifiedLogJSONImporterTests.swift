import Testing

@testable import TraceKit

/// Events as JSON in; signposts, updates, messages, rejects and skipped rows out, the same from an array and from lines.
@Suite struct UnifiedLogJSONImporterTests {
    private func check(
        _ events: [String], signposts: [String] = [], updates: [String] = [], rejects: [String]? = nil,
        skips: [String] = [], logs: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let array = "[{" + events.map { $0.dropFirst().dropLast() }.joined(separator: "},{\n") + "}]\n"
        for text in [array, events.joined(separator: "\n") + "\n"] {
            let records = try LogFixtures.records([Array(text.utf8)], as: UnifiedLogJSONImporter.self)
            #expect(records.signpostLines == signposts, sourceLocation: sourceLocation)
            #expect(records.updateLines == updates, sourceLocation: sourceLocation)
            #expect(records.logLines == logs, sourceLocation: sourceLocation)
            #expect(records.rejects.map(\.message) == rejects ?? [], sourceLocation: sourceLocation)
            #expect(records.skipLines == skips, sourceLocation: sourceLocation)
        }
    }

    /// A signpost with what all have; `extra` adds keys or repeats them, the last one wins.
    private func signpost(
        _ name: String, _ kind: String, at time: String, _ extra: String = "", message: String = ""
    ) -> String {
        #"{"traceID":1,"eventType":"signpostEvent","signpostID":9,"signpostScope":"process","source":null,"#
            + #""formatString":"%s","subsystem":"s","category":"c","threadID":2516401,"signpostType":"\#(kind)","#
            + #""backtrace":{"frames":[{"imageOffset":1,"imageUUID":"x"}]},"timestamp":"2026-06-26 13:23:\#(time)+0100","#
            + #""processImagePath":"\/usr\/bin\/Shop","signpostName":"\#(name)","eventMessage":"\#(message)","#
            + #""processID":42,"timezoneName":""\#(extra.isEmpty ? "" : "," + extra)}"#
    }

    private static let line = "#9 Shop (42)/0x2665b1 process"

    @Test func `begins and ends are intervals, from an array and from lines`() throws {
        try check(
            [
                signpost("parse", "begin", at: "32.715547", message: "len 208123"),
                signpost("parse", "end", at: "32.760000"), signpost("mark", "event", at: "33.000001"),
            ],
            signposts: [
                "parse [s:c] 0+44453000 \(Self.line) \"len 208123\"", "mark [s:c] 284454000 \(Self.line)",
            ])
    }

    @Test func `signposts of one name whose ends repeat the messages of their begins go by these, as they nest`() throws
    {
        func frame(_ second: Int) -> [String] {
            [
                signpost("Tracing", "begin", at: "\(second).000000", message: "FRAME"),
                signpost("Tracing", "begin", at: "\(second).001000", message: "PAINT"),
                signpost("Tracing", "end", at: "\(second).003000", message: "PAINT"),
                signpost("Tracing", "end", at: "\(second).010000", message: "FRAME"),
            ]
        }
        try check(
            frame(10) + frame(11),
            signposts: [
                "FRAME [s:c] 0+10000000 \(Self.line)", "PAINT [s:c] 1000000+2000000 \(Self.line)",
                "FRAME [s:c] 1000000000+10000000 \(Self.line)", "PAINT [s:c] 1001000000+2000000 \(Self.line)",
            ])
        // What follows one another, or says more at its end, is one thing with something about it.
        let apart = [("a", "a"), ("b", "b")].enumerated().flatMap { index, message in
            [
                signpost("Fetch", "begin", at: "1\(index).000000", message: message.0),
                signpost("Fetch", "end", at: "1\(index).500000", message: message.1),
            ]
        }
        try check(
            apart,
            signposts: [
                "Fetch [s:c] 0+500000000 \(Self.line) \"a\"", "Fetch [s:c] 1000000000+500000000 \(Self.line) \"b\"",
            ])
    }

    @Test func `an end that repeats a message ends what began with it, on its thread`() throws {
        let other = "\"threadID\":7"
        try check(
            [
                signpost("Load", "begin", at: "10.000000", message: "a"),
                signpost("Load", "begin", at: "10.001000", other, message: "b"),
                signpost("Load", "end", at: "10.004000", message: "a"),
                signpost("Load", "end", at: "10.009000", other, message: "b"),
            ],
            signposts: [
                "Load [s:c] 0+4000000 \(Self.line) \"a\"", "Load [s:c] 1000000+8000000 #9 Shop (42)/0x7 process \"b\"",
            ])
    }

    @Test func `a launch that the system begins and an app ends is the app's, from the last begin`() throws {
        let system =
            "\"signpostScope\":\"system\",\"category\":\"AppLaunch\",\"processImagePath\":\"/x/SpringBoard\",\"processID\":5"
        let app = "\"signpostScope\":\"system\",\"category\":\"AppLaunch\""
        try check(
            [
                signpost("First", "begin", at: "10.000000", system),
                signpost("First", "begin", at: "10.100000", system),
                signpost("First", "end", at: "12.100000", app),
            ],
            signposts: [
                "First [s:AppLaunch] 0… #9 SpringBoard (5)/0x2665b1 system",
                "First [s:AppLaunch] 100000000+2000000000 #9 Shop (42)/0x2665b1 system",
            ])
        // What else ends elsewhere is of who began it.
        try check(
            [
                signpost("Call", "begin", at: "10.000000", "\"signpostScope\":\"system\""),
                signpost("Call", "end", at: "10.500000", "\"signpostScope\":\"system\",\"processID\":9"),
            ],
            signposts: ["Call [s:c] 0+500000000 #9 Shop (42)/0x2665b1 system"])
    }

    /// A signpost of a row that names its process by the number alone.
    private func numbered(_ kind: String, at time: String, pid: Int) -> String {
        signpost("Row.body", kind, at: time).replacing("\"processImagePath\":\"\\/usr\\/bin\\/Shop\",", with: "")
            .replacing("\"processID\":42", with: "\"processID\":\(pid)")
    }

    @Test func `processes without a name are told apart by their numbers`() throws {
        let events = [
            numbered("begin", at: "10.000000", pid: 7), numbered("end", at: "10.025000", pid: 7),
            numbered("begin", at: "10.100000", pid: 8), numbered("end", at: "10.105000", pid: 8),
        ]
        let store = try Traces.store(events.joined(separator: "\n") + "\n")
        #expect(
            try store.rows("SELECT process, duration_ms FROM updates ORDER BY start_ns") == ["7|25.0", "8|5.0"])
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let caveats = report.traces[0].answer.caveats.joined()
        #expect(caveats.contains("the rows belong to 2 processes, and the recorded one is unknown"), "\(caveats)")
        // Other rows may say the name of a number, unless it was that of two processes.
        let named = signpost("mark", "event", at: "10.2").replacing(":42", with: ":8")
        let mixed = try LogFixtures.records((events + [named]).joined(separator: "\n") + "\n")
        #expect(mixed.processNames == ["7", "Shop (8)"])
        let both = [named, named.replacing("Shop", with: "Mail")]
        let reused = try LogFixtures.records((events + both).joined(separator: "\n") + "\n")
        #expect(reused.processNames == ["7", "8", "Mail (8)", "Shop (8)"])
        // One alone is the one that was recorded.
        let one = try LogFixtures.records(events.prefix(2).joined(separator: "\n") + "\n")
        #expect(one.metadata.pid == 7 && one.metadata.process == nil && one.updateLines.count == 1)
    }

    /// As `log` writes it: over several lines.
    private func spread(_ event: String) -> String {
        "{\n" + event.dropFirst().dropLast().replacing(",\"", with: ",\n  \"") + "\n}"
    }

    @Test func `one event over several lines is read, as it is copied out of an array`() throws {
        for text in [
            spread(signpost("mark", "event", at: "33.0")), "\n" + spread(signpost("mark", "event", at: "33.0")),
        ] {
            #expect(LogFixtures.format(of: text) == "unified-log-json")
            let records = try LogFixtures.records(text + "\n")
            #expect(records.signpostLines == ["mark [s:c] 0 \(Self.line)"] && records.rejects.isEmpty)
        }
    }

    @Test func `a stream that was joined midway is read from the first whole event on`() throws {
        let (first, second) = (signpost("a", "event", at: "33.0"), signpost("b", "event", at: "34.0"))
        let whole = "\(spread(first)),\(spread(second))]\n"
        for cut in ["}", "\"category\" : \"x\",\n  \"threadID\" : 7\n}"] {
            let text = cut + "," + whole
            #expect(LogFixtures.format(of: text) == "unified-log-json", "\(text)")
            let records = try LogFixtures.records(text)
            #expect(records.signpostLines == ["a [s:c] 0 \(Self.line)", "b [s:c] 1000000000 \(Self.line)"])
            #expect(
                records.rejectLines == [
                    "malformed 1:1 the log begins within an event; it is read from the first whole one on"
                ])
        }
        let banner = try LogFixtures.records("Filtering the log data using \"x\"\n},\(whole)")
        #expect(banner.signposts.count == 2 && banner.skipLines == ["skipped-log-heading 1"])
        #expect(banner.rejects.map(\.place.line) == [2])
        let open = try LogFixtures.records("}," + spread(first) + ",{\n")
        #expect(open.signposts.count == 1 && open.rejects.count == 2 && open.damage != nil)
        #expect(LogFixtures.format(of: "},{\n\"a\": 1}") == nil)
    }

    @Test func `an element of the array that is no event is rejected, and the next is read`() throws {
        let text = "[7, \(signpost("mark", "event", at: "33.0")), [1, {\"a\": 2}],\nnull]"
        let records = try LogFixtures.records([Array(text.utf8)], as: UnifiedLogJSONImporter.self)
        #expect(records.signpostLines == ["mark [s:c] 0 \(Self.line)"])
        #expect(records.rejects.map(\.message) == [String](repeating: "an event must be an object", count: 3))
        #expect(records.rejects.map(\.raw) == ["7", "[1, {\"a\": 2}]", "null"])
        #expect(records.rejects.map(\.place.line) == [1, 1, 2])
    }

    @Test func `ids are exact to the last of 64 bits`() throws {
        for id in ["0", "9007199254740993", "17216892719917625070", "18446744073709551615"] {
            try check(
                [signpost("x", "event", at: "00.0", #""signpostID":\#(id)"#)],
                signposts: ["x [s:c] 0 #\(id) Shop (42)/0x2665b1 process"])
        }
    }

    @Test func `an id that is none is a reject, and none is no id`() throws {
        try check(
            [
                signpost("x", "event", at: "00.0", #""signpostID":18446744073709551616"#),
                signpost("x", "event", at: "00.0", #""signpostID":-1"#),
                signpost("x", "event", at: "00.0", #""signpostID":1.5"#),
                signpost("x", "event", at: "00.0", #""signpostID":[1]"#),
                #"{"eventType":"signpostEvent","timestamp":"2026-06-26 13:23:00+0100","signpostName":"y","signpostType":"event"}"#,
            ], signposts: ["y [-:-] 0 -/- -"],
            rejects: [
                "'signpostID' must be a whole number from 0 to 18446744073709551615",
                "'signpostID' must be a whole number from 0 to 18446744073709551615",
                "'signpostID' must be a whole number from 0 to 18446744073709551615",
                "'signpostID' must be a whole number",
            ])
    }

    @Test func `a signpost needs name, type and time`() throws {
        try check(
            [
                signpost("", "event", at: "00.0"), signpost("x", "start", at: "00.0"),
                signpost("x", "event", at: "99.0"),
                #"{"eventType":"signpostEvent","signpostName":"x","signpostType":"event"}"#,
                #"{"eventType":"signpostEvent","signpostName":"x","timestamp":"2026-06-26 13:23:00+0100"}"#,
                signpost("ok", "event", at: "00.0"),
            ], signposts: ["ok [s:c] 0 \(Self.line)"],
            rejects: [
                "the signpost needs 'signpostName'", "'signpostType' must be begin, end or event, found 'start'",
                "'timestamp' must be a time such as 2026-10-04 02:43:17.277000+0200, found '2026-06-26 13:23:99.0+0100'",
                "the event needs 'timestamp'", "the signpost needs 'signpostType'",
            ])
    }

    // MARK: Ticks

    private func ticked(_ name: String, _ kind: String, _ time: String, _ ticks: UInt64, boot: String = "B") -> String {
        signpost(name, kind, at: time, #""machTimestamp":\#(ticks),"bootUUID":"\#(boot)""#)
    }

    @Test func `ticks of Apple silicon and of Intel are told by the wall clock`() throws {
        try check(
            [ticked("x", "begin", "10.000000", 1_000), ticked("x", "end", "10.010000", 241_003)],
            signposts: ["x [s:c] 0+10000125 \(Self.line)"])
        try check(
            [ticked("x", "begin", "10.000000", 1_000), ticked("x", "end", "10.010000", 10_001_777)],
            signposts: ["x [s:c] 0+10000777 \(Self.line)"])
    }

    @Test func `ticks may be off the wall clock by two microseconds and a thousandth, not by more`() throws {
        for (ticks, duration) in [
            (1_001_002_000, 1_001_002_000), (1_001_002_001, 1_000_000_000), (998_998_000, 998_998_000),
            (998_997_999, 1_000_000_000),
        ] as [(UInt64, Int64)] {
            try check(
                [ticked("x", "begin", "10.000000", 7), ticked("x", "end", "11.000000", 7 + ticks)],
                signposts: ["x [s:c] 0+\(duration) \(Self.line)"])
        }
    }

    @Test func `where a tick's length cannot be told, the wall clock serves`() throws {
        let wall = ["x [s:c] 0+10000000 \(Self.line)"]
        // No length that is known.
        try check(
            [ticked("x", "begin", "10.000000", 1_000), ticked("x", "end", "10.010000", 5_001_000)], signposts: wall)
        // Two boots.
        try check(
            [ticked("x", "begin", "10.000000", 1_000), ticked("x", "end", "10.010000", 241_003, boot: "C")],
            signposts: wall)
        // Ticks without a boot, and an event without ticks.
        try check(
            [
                signpost("x", "begin", at: "10.000000", #""machTimestamp":1000"#),
                ticked("x", "end", "10.010000", 241_003),
            ],
            signposts: wall)
        // Ticks beyond all lifetimes.
        try check(
            [ticked("x", "begin", "10.000000", 0), ticked("x", "end", "10.010000", UInt64.max)], signposts: wall)
        // No time between them.
        try check(
            [ticked("x", "begin", "10.000000", 7), ticked("x", "end", "10.000000", 7)],
            signposts: ["x [s:c] 0+0 \(Self.line)"])
    }

    // MARK: Rows that are left out

    @Test func `messages are logs, events of other types are left out by type`() throws {
        try check(
            [
                #"{"eventType":"logEvent","messageType":"Default","timestamp":"yesterday","eventMessage":"hello"}"#,
                #"{"timestamp":"2026-06-26 13:23:00+0100","processID":1,"messageType":"Info","eventMessage":"no type"}"#,
                #"{"eventType":"logEvent","messageType":7,"timestamp":"2026-06-26 13:23:00+0100","eventMessage":""}"#,
                #"{"eventType":"activityCreateEvent","timestamp":"2026-06-26 13:23:00+0100","eventMessage":"tap"}"#,
                #"{"eventType":"lossEvent","lossCount":{"count":3},"timestamp":"2026-06-26 13:23:00+0100"}"#,
                signpost("x", "event", at: "00.0"),
            ], signposts: ["x [s:c] 0 \(Self.line)"],
            rejects: ["'timestamp' must be a time such as 2026-10-04 02:43:17.277000+0200, found 'yesterday'"],
            skips: ["skipped-log-line activityCreateEvent 1", "skipped-log-line lossEvent 1"],
            logs: ["0 - [-:-] -/- ", "0 info [-:-] 1/- no type"])
    }

    @Test func `banner and trailer of log stream are left out by name`() throws {
        let text =
            "Filtering the log data using \"process == \"Shop\"\"\n" + signpost("x", "event", at: "00.0")
            + "\n{\"count\":1,\"finished\":1}\n"
        let records = try LogFixtures.records(text)
        #expect(records.formats == ["unified-log-json"])
        #expect(records.signpostLines == ["x [s:c] 0 \(Self.line)"])
        #expect(records.skipLines == ["skipped-log-heading 2"])
        let array = try LogFixtures.records(
            "Filtering the log data using \"x\"\n[\(signpost("x", "event", at: "00.0"))]\n[\(signpost("y", "event", at: "01.0"))]"
        )
        #expect(array.signpostLines == ["x [s:c] 0 \(Self.line)", "y [s:c] 1000000000 \(Self.line)"])
    }

    @Test func `a key that log does not write is counted`() throws {
        let records = try LogFixtures.records(
            signpost("x", "event", at: "00.0", #""process":"Shop""#) + "\n"
                + signpost("x", "event", at: "00.1", #""process":1"#))
        #expect(records.counters.count(.unknownKey, "log.process") == 2)
        #expect(records.signposts.count == 2)
    }

    // MARK: Bodies

    @Test func `bodies are updates, and what SwiftUI logs of them joins them`() throws {
        let changes = #"""
            {"eventType":"logEvent","messageType":"Info","subsystem":"com.apple.SwiftUI","category":"Changed Body Properties",
            "timestamp":"2026-06-26 13:23:10.001000+0100","eventMessage":"Row<Int>: \\Model.items, @self changed.","processID":42}
            """#.filter { $0 != "\n" }
        try check(
            [
                changes, signpost("Row<Int>.body", "begin", at: "10.000500"),
                signpost("Row<Int>.body", "end", at: "10.009500"),
                changes.replacing("10.001000", with: "12.000000"),
                changes.replacing("changed.", with: "done"),
                changes.replacing("Info", with: "Info").replacing("com.apple", with: "com.other"),
            ],
            updates: ["Row<Int> 0+9000000 [\\Model.items @self]", "Row<Int> ?+? [\\Model.items @self]"],
            logs: [
                #"500000 info [com.apple.SwiftUI:Changed Body Properties] Shop (42)/- Row<Int>: \Model.items, @self changed."#,
                #"500000 info [com.other.SwiftUI:Changed Body Properties] Shop (42)/- Row<Int>: \Model.items, @self changed."#,
                #"500000 info [com.apple.SwiftUI:Changed Body Properties] Shop (42)/- Row<Int>: \Model.items, @self done"#,
                #"1999500000 info [com.apple.SwiftUI:Changed Body Properties] Shop (42)/- Row<Int>: \Model.items, @self changed."#,
            ])
    }

    @Test func `a begin that is printed twice counts once`() throws {
        let begin = signpost("x", "begin", at: "00.000000")
        try check(
            [begin, begin, signpost("x", "end", at: "00.000007")], signposts: ["x [s:c] 0+7000 \(Self.line)"],
            skips: ["skipped-repeated-line 1"])
    }

    // MARK: Damage

    @Test func `a line that is no event is one reject, and the next is read`() throws {
        let records = try LogFixtures.records(
            [
                signpost("a", "event", at: "00.0"), "{\"eventType\":\"signpostEvent\",", "nonsense", "{}", "{\"a\": 1}",
                "{\"eventMessage\": \"tab\t\"}", signpost("b", "event", at: "01.0") + " x", "[1]",
                signpost("b", "event", at: "02.0"),
            ].joined(separator: "\r\n"))
        #expect(records.signpostLines == ["a [s:c] 0 \(Self.line)", "b [s:c] 2000000000 \(Self.line)"])
        #expect(records.rejects.map { $0.place.line } == [2, 3, 4, 5, 6, 7, 8])
        #expect(records.rejects.map(\.kind.rawValue).filter { $0 == "unknown-record" }.count == 2)
        #expect(records.metadata.truncatedAt == nil)
    }

    @Test func `of a cut file all complete events are kept`() throws {
        let (first, second) = (signpost("a", "event", at: "00.0"), signpost("b", "event", at: "01.0"))
        for text in ["[\(first),\(second.dropLast(20))", "\(first)\n\(second.dropLast(20))"] {
            let records = try LogFixtures.records(text)
            #expect(records.signpostLines == ["a [s:c] 0 \(Self.line)"])
            #expect(records.rejects.count == 1 && records.metadata.truncatedAt != nil && records.damage != nil)
        }
    }

    @Test func `names are taken as they are, whatever they hold`() throws {
        try check(
            [signpost(#"<b>\u202E\"; DROP\n"#, "event", at: "00.0", message: #"\uD83D\uDE00 | `x`"#)],
            signposts: ["<b>\u{202E}\"; DROP\n [s:c] 0 \(Self.line) \"😀 | `x`\""])
    }

    @Test func `every prefix and every damaged byte is borne`() throws {
        let lines =
            ticked("Row.body", "begin", "10.000000", 1_000) + "\n" + ticked("Row.body", "end", "10.010000", 241_003)
        let array = "[\(lines.replacing("\n", with: ","))]"
        for text in [lines, array] {
            try LogFixtures.checkPrefixes(text, as: UnifiedLogJSONImporter.self)
            try LogFixtures.checkDamage(text, as: UnifiedLogJSONImporter.self, seed: 1)
        }
    }

    @Test func `pieces of any size give the same events`() throws {
        let text = (0..<50).map { signpost("x\($0)", "event", at: "\(10 + $0).5", message: "é \($0)") }.joined(
            separator: "\n")
        let whole = try LogFixtures.records(text).signpostLines
        for size in [1, 7, 64] {
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(inputInPieces(text, size: size), by: UnifiedLogJSONImporter.self)
            #expect(try assembly.finish().signpostLines == whole, "pieces of \(size)")
        }
    }

    // MARK: Recognition

    @Test(arguments: [
        #"{"timestamp":"2024-01-15T10:30:45Z","processID":1,"eventMessage":"hi"}"#,
        "[{\n  \"traceID\" : 1,\n  \"eventType\" : \"signpostEvent\",\n  \"processImagePath\" : \"x\"",
        "Filtering the log data using \"x\"\n{\"eventMessage\":\"\",\"processID\":1}", #"{"count":0,"finished":1}"#,
    ]) func `a log is known by its keys`(_ text: String) {
        #expect(LogFixtures.format(of: text) == "unified-log-json")
    }

    @Test(arguments: [
        #"[{"name":"x","ph":"B","args":{"eventMessage":"","processID":1}}]"#, #"{"record":"update","view":"Row"}"#,
        #"{"format":"tracekit","version":1,"updates":[{"eventMessage":"","processID":1}]}"#, "[]", "{}",
        #"{"eventMessage":"x"}"#, #"["eventMessage","processID"]"#, #"{"a":{"eventType":"x","processID":1}}"#,
    ]) func `what looks alike is not taken`(_ text: String) {
        #expect(LogFixtures.format(of: text) != "unified-log-json")
    }
}

extension TraceRecords {
    /// The processes of updates and signposts.
    fileprivate var processNames: [String] {
        let all = (0..<updates.count).map { updates.process[$0] } + signposts.map(\.process)
        return Set(all.compactMap { names.text($0) }).sorted()
    }
}
