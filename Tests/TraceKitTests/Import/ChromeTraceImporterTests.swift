import Testing

@testable import TraceKit

/// What the Chrome trace suites share: literal events in, literal records out.
enum ChromeFixtures {
    /// The records as lines: signposts, updates, nodes, edges and samples, each by its kind.
    static func lines(_ records: TraceRecords) -> [String] {
        let names = records.names
        func text(_ name: NameID) -> String { names.text(name) ?? "-" }
        func time(_ start: Int64, _ duration: Int64) -> String { "\(start)" + (duration < 0 ? "" : "+\(duration)") }
        var lines: [String] = []
        for row in 0..<records.signposts.count {
            let signpost = records.signposts[row]
            let mark = ["", " begin", " end"][Int(signpost.pairing.rawValue)]
            lines.append("signpost \(text(signpost.name)) \(time(signpost.start, signpost.duration))\(mark)")
        }
        for row in 0..<records.updates.count {
            let updates = records.updates
            let view = records.views[Int(updates.view[row])]
            let phase = updates.phase[row] == .update ? "" : " \(updates.phase[row])"
            let mark = updates.duration[row] < 0 ? " begin" : ""
            lines.append(
                "\(view.kind) \(text(view.name)) \(time(updates.start[row], updates.duration[row]))\(mark)\(phase)")
        }
        for interaction in records.interactions {
            lines.append(
                "interaction \(interaction.kind) \(text(interaction.name)) "
                    + time(interaction.start, interaction.duration))
        }
        for row in 0..<records.causes.count {
            let cause = records.causes[row]
            lines.append("\(cause.kind) node \(text(cause.name)) \(cause.start)")
        }
        for row in 0..<records.edges.count {
            let edge = records.edges[row]
            lines.append("edge \(edge.from)→\(edge.to) \(text(edge.label)) @\(edge.at)")
        }
        for row in 0..<records.samples.count {
            let sample = records.samples[row]
            lines.append("sample \(sample.start) \(text(sample.thread)) \(stack(sample.stack, records))")
        }
        return lines
    }

    private static func stack(_ leaf: UInt32, _ records: TraceRecords) -> String {
        var frames: [String] = []
        var node = Int(leaf)
        while node != 0 {
            frames.append(records.names.text(records.stacks.nodes[node].frame) ?? "-")
            node = Int(records.stacks.nodes[node].parent)
        }
        return frames.joined(separator: "<")
    }

    /// An event from a few words: `B draw 10`, with process and thread 1 and 2, or with fields of its own.
    static func event(_ words: String) -> String {
        if words.hasPrefix("{") || !words.contains(" ") { return words }
        let parts = words.split(separator: " ", maxSplits: 3)
        var fields = ["\"ph\": \"\(parts[0])\"", "\"name\": \"\(parts[1])\"", "\"ts\": \(parts[2])"]
        if parts.count > 3 { fields.append(String(parts[3])) }
        if !words.contains("\"pid\"") { fields.append("\"pid\": 1") }
        if !words.contains("\"tid\"") { fields.append("\"tid\": 2") }
        return "{\(fields.joined(separator: ", "))}"
    }

    static func array(_ events: [String]) -> String { "[\n\(events.map(event).joined(separator: ",\n"))\n]" }
}

@Suite struct ChromeTraceImporterTests {
    private func check(
        _ text: String, _ lines: [String], counters: [String] = [], options: ImportOptions = ImportOptions(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records([Array(text.utf8)], options)
        #expect(ChromeFixtures.lines(records) == lines, sourceLocation: sourceLocation)
        let counted = records.counters.sorted.filter { !$0.name.rawValue.hasPrefix("rows-") }
            .map { "\($0.name.rawValue)\($0.detail.isEmpty ? "" : " \($0.detail)") \($0.count)" }
        #expect(counted == counters, sourceLocation: sourceLocation)
        #expect(records.damage == nil, sourceLocation: sourceLocation)
    }

    private func check(
        _ events: String..., becomes lines: [String], counters: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try check(ChromeFixtures.array(events), lines, counters: counters, sourceLocation: sourceLocation)
        // The object form holds the same.
        try check(
            "{\"displayTimeUnit\": \"ns\", \"traceEvents\": \(ChromeFixtures.array(events))}", lines,
            counters: counters, sourceLocation: sourceLocation)
    }

    private func checkRejected(
        _ event: String, _ kind: RejectRecord.Kind, _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = ChromeFixtures.array([event, "i kept 5"])
        let records = try LogFixtures.records(text)
        #expect(records.rejects.map(\.message) == [message], sourceLocation: sourceLocation)
        #expect(records.rejects.first?.kind == kind, sourceLocation: sourceLocation)
        #expect(records.rejects.first?.place.line == 2, sourceLocation: sourceLocation)
        #expect(ChromeFixtures.lines(records) == ["signpost kept 0"], sourceLocation: sourceLocation)
    }

    // MARK: Recognising

    @Test func `arrays and objects of events are recognised by content`() {
        for text in [
            "[{\"ph\": \"B\"", "\u{FEFF}\n[ {\"args\": {\"a\": [1]}, \"ph\":\"X\"", "{\"traceEvents\": [",
            "{\"samples\": [{\"traceEvents\": 1}], \"traceEvents\" : [", "\n {\"pid\": 7, \"ph\": \"B\"}\n{",
            "{\"ph\": \"X\", \"pid\": \"a\", \"args\": {",
        ] { #expect(LogFixtures.format(of: text) == "chrome-trace", "\(text)") }
    }

    @Test func `what only looks like a trace is left alone`() {
        for text in [
            "[]", "[{}]", "[1, 2]", "[{\"ph\": 1}]", "{\"ph\": \"B\"}", "{\"events\": [{\"ph\": \"B\"}]}",
            "{\"traceEvents\": 3}", "{\"pid\": 1}\n{\"ph\": \"B\"}", "{\"ph\": 1, \"pid\": 2}",
            "{\"a\": {\"ph\": \"B\", \"pid\": 1}}", "[{\"args\": {\"ph\": \"B\"}}]", "[\"ph\", \"B\"]",
            "{\"format\": \"tracekit\", \"version\": 1, \"signposts\": [{\"name\": \"traceEvents\", \"start_ns\": 1}]}",
            "{\"traceID\": 1, \"eventType\": \"signpostEvent\"}",
        ] { #expect(LogFixtures.format(of: text) != "chrome-trace", "\(text)") }
    }

    // MARK: Documents

    @Test func `an open array is complete, with or without a trailing comma`() throws {
        let events = "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":2}"
        for end in ["", ",", " ,\n\n", "]", ",]", " , ] \n", "\r\n]\r\n"] {
            try check(events + end, ["signpost a 0+2000"])
        }
    }

    @Test func `events one a line are read as an array of them is`() throws {
        let events = [
            "B draw 10", "X lay 12 \"dur\": 2.5", "i mark 13", "M process_name 0 \"args\": {\"name\": \"App\"}",
        ]
        .map(ChromeFixtures.event)
        let lines = ["signpost draw 0 begin", "signpost lay 2000+2500", "signpost mark 3000"]
        let counters = ["skipped-metadata-event process_name 1", "signposts-unpaired 1"]
        for separator in ["\n", ",\n", "\r\n", "\n\n"] {
            for end in ["", "\n", ",\n"] {
                let text = events.joined(separator: separator) + end
                try check(text, lines, counters: counters)
                for size in [1, 7, 64] {
                    var assembly = TraceAssembly(ImportOptions())
                    try assembly.read(inputInPieces(text, size: size), by: ChromeTraceImporter.self)
                    #expect(ChromeFixtures.lines(try assembly.finish()) == lines, "pieces of \(size)")
                }
            }
        }
    }

    @Test func `a line that is no event is one reject, and a cut one the end`() throws {
        let event = ChromeFixtures.event("i kept 5")
        for line in [
            "{\"ph\": \"i\" \"ts\": 1}", "Observatory listening", "\(event) \(event)", "[1]", "{\"ts\": 1, \"pid\": 2}",
        ] {
            let records = try LogFixtures.records("\(event)\n\(line)\n\(event)\n")
            #expect(ChromeFixtures.lines(records) == ["signpost kept 0", "signpost kept 0"], "\(line)")
            #expect(records.rejects.map(\.place.line) == [2] && records.damage == nil, "\(line)")
        }
        let cut = try LogFixtures.records("\(event)\n\(event.dropLast(3))")
        #expect(cut.rejects.count == 1 && cut.damage != nil && ChromeFixtures.lines(cut) == ["signpost kept 0"])
        try LogFixtures.checkPrefixes("\(event)\n\(event)\n", as: ChromeTraceImporter.self)
        try LogFixtures.checkDamage("\(event)\n\(event)\n", as: ChromeTraceImporter.self, seed: 3)
    }

    @Test func `a trailing comma does no harm in an object either`() throws {
        try check(
            "{\"traceEvents\": [\(ChromeFixtures.event("i a 1")),], \"displayTimeUnit\": \"ms\"}", ["signpost a 0"])
    }

    @Test func `an event that is cut off is rejected and the rest kept`() throws {
        let event = ChromeFixtures.event("i a 1")
        for (text, rejected) in [
            ("[\(event), {\"ph\": \"i", 1), ("{\"traceEvents\": [\(event)", 0), ("{\"traceEvents\": [\(event),", 0),
            ("[\(event)] x", 0),
        ] {
            let records = try LogFixtures.records(text)
            #expect(ChromeFixtures.lines(records) == ["signpost a 0"])
            #expect(records.damage != nil && records.metadata.truncatedAt?.byte != nil, "\(text)")
            #expect(records.counters.count(.rowsRejected) == rejected)
        }
    }

    @Test func `times are exact to the nanosecond and count from the earliest record`() throws {
        try check(
            "M process_name 0 \"args\": {\"name\": \"App\"}", "X a 1700000000000001.001 \"dur\": 0.0019",
            "X b \"1700000000000001.0025\" \"dur\": \"1e3\"", "C memory 3",
            becomes: ["signpost a 0+1", "signpost b 1+1000000"],
            counters: ["skipped-event-type C 1", "skipped-metadata-event process_name 1"])
    }

    @Test func `an object that says so counts from the start of the trace`() throws {
        let text = """
            {"traceEvents": [\(ChromeFixtures.event("X a 5 \"dur\": 1"))], "otherData": {"clock_origin": "trace-start",
            "app": "Landmarks", "refresh_hz": 120, "duration_ns": 9000, "pid": 4242}}
            """
        try check(text, ["signpost a 5000+1000"])
        let metadata = try LogFixtures.records(text).metadata
        #expect(metadata.app == "Landmarks" && metadata.refreshHz == 120 && metadata.durationNs == 9000)
        #expect(metadata.pid == 4242)
        for (stated, length) in [("0", Int64(0)), ("-1", nil), ("4611686018427387904", nil)] {
            let other = text.replacing("\"duration_ns\": 9000", with: "\"duration_ns\": \(stated)")
            #expect(try LogFixtures.records(other).metadata.durationNs == length)
        }
        let foreign = "{\"traceEvents\": [\(ChromeFixtures.event("i a 5"))], \"otherData\": {\"app\": \"x\"}}"
        try check(foreign, ["signpost a 0"])
        #expect(try LogFixtures.records(foreign).metadata.app == nil)
    }

    @Test func `where times count from the start, what lies before it is rejected`() throws {
        let records = try LogFixtures.records(
            "{\"otherData\": {\"clock_origin\": \"trace-start\"}, \"traceEvents\": "
                + ChromeFixtures.array(["i a -1", "i b 1"]) + "}")
        #expect(ChromeFixtures.lines(records) == ["signpost b 1000"])
        #expect(records.rejects.map(\.kind) == [.negative])
    }

    @Test func `samples take their stacks from frames that stand behind them`() throws {
        try check(
            """
            {"traceEvents": [], "samples": [{"ts": "20", "pid": 7, "tid": "7", "sf": 3, "weight": "1", "cpu": "-1"},
            {"ts": 30.5, "tid": 8, "sf": "9"}, {"ts": 40, "tid": 8, "sf": 4}],
            "stackFrames": {"1": {"name": "main"}, "3": {"name": "leaf", "parent": 1, "category": "c"},
            "4": {"name": "loop", "parent": 4}}}
            """,
            ["sample 0 main leaf<main", "sample 10500 8 ", "sample 20000 8 loop"],
            counters: ["missing-references stackFrames 1"])
    }

    /// Whichever is asked for first.
    @Test(arguments: [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [3, 5, 1, 4, 2]])
    func `stacks that share callers, lack one or go round in a circle are each its own`(_ order: [Int]) throws {
        let stacks = [
            1: "a<b<c", 2: "b<c<a", 3: "d<b<c<a", 4: "e", 5: "f<e",
        ]
        let samples = order.enumerated().map { "{\"ts\": \($0), \"pid\": 7, \"tid\": 7, \"sf\": \($1)}" }
        try check(
            """
            {"traceEvents": [], "samples": [\(samples.joined(separator: ", "))], "stackFrames": {
            "1": {"name": "a", "parent": 2}, "2": {"name": "b", "parent": 6}, "6": {"name": "c", "parent": 1},
            "3": {"name": "d", "parent": 2}, "4": {"name": "e", "parent": 9}, "5": {"name": "f", "parent": 4}}}
            """,
            order.enumerated().map { "sample \($0 * 1000) main \(stacks[$1] ?? "")" },
            counters: ["missing-references stackFrames 2"])
    }

    @Test func `a long circle of frames is cut, a long stack is not`() throws {
        func deepest(_ last: String) throws -> Int {
            let frames = (1...500).map {
                "\"\($0)\": {\"name\": \"f\($0)\", \"parent\": \($0 < 500 ? "\($0 + 1)" : last)}"
            }
            let samples = (1...500).map { "{\"ts\": \($0), \"tid\": 7, \"sf\": \($0)}" }
            let records = try LogFixtures.records(
                """
                {"traceEvents": [], "samples": [\(samples.joined(separator: ", "))],
                "stackFrames": {\(frames.joined(separator: ",\n"))}}
                """)
            return records.stacks.nodes.count - 1
        }
        #expect(try deepest("null") == 500)
        #expect(try deepest("1") == 500 * 64)
    }

    // MARK: Events

    @Test func `instants of all kinds are single events`() throws {
        try check(
            "i a 1 \"s\": \"g\"", "I b 2 \"s\": \"p\"", "R c 3", "n d 4 \"cat\": \"x\", \"id\": 1",
            "T e 5 \"cat\": \"x\", \"id\": 1, \"args\": {\"step\": \"s\"}", "p f 6 \"id\": 1",
            becomes: [
                "signpost a 0", "signpost b 1000", "signpost c 2000", "signpost d 3000", "signpost e 4000",
                "signpost f 5000",
            ])
    }

    @Test func `a signpost has category, process, thread, scope, id and message`() throws {
        let records = try LogFixtures.records(
            ChromeFixtures.array([
                "M process_name 0 \"args\": {\"name\": \"App\"}", "M thread_name 0 \"args\": {\"name\": \"worker\"}",
                "i a 1 \"cat\": \"net\", \"s\": \"p\", \"args\": {\"message\": \"GET /\"}",
                "b b 2 \"cat\": \"net\", \"id\": \"0x1f\"", "e b 3 \"cat\": \"net\", \"id\": \"0x1f\"",
                "T c 4 \"id\": 9, \"args\": {\"step\": \"half\"}, \"tid\": \"one\"", "i d 5 \"pid\": \"x\", \"tid\": 3",
            ]))
        #expect(
            records.signpostLines == [
                "a [-:net] 0 App (1)/worker process \"GET /\"", "b [-:net] 1000+1000 #31 App (1)/worker -",
                "c [-:-] 3000 #9 App (1)/one - \"half\"", "d [-:-] 4000 x/3 thread",
            ])
    }

    @Test func `the main thread is known by name or by the id of its process`() throws {
        for (fields, thread) in [
            ("\"pid\": 1, \"tid\": 1", "main"), ("\"pid\": 1, \"tid\": \"1\"", "main"),
            ("\"pid\": 1, \"tid\": 5", "main"), ("\"pid\": 1, \"tid\": 6", "main"), ("\"pid\": 1, \"tid\": 7", "7"),
        ] {
            let records = try LogFixtures.records(
                ChromeFixtures.array([
                    "i a 1 \(fields)", "M thread_name 0 \"tid\": 5, \"args\": {\"name\": \"CrBrowserMain\"}",
                    "M thread_name 0 \"tid\": 6, \"args\": {\"name\": \"main\"}",
                ]))
            #expect(records.names.text(records.signposts[0].thread) == thread)
        }
    }

    @Test func `intervals that are bodies become updates`() throws {
        try check(
            "X LandmarkRow.body 1 \"dur\": 9200", "B List.body 2", "X .body 3 \"dur\": 1", "i Map.body 4",
            "X Row.body\\u0020[skipped] 5 \"dur\": 2", "X HStack 6 \"dur\": 2, \"cat\": \"swiftui-update.layout\"",
            "X Row.body 7 \"dur\": 2, \"cat\": \"swiftui-update.body\"",
            becomes: [
                "signpost .body 2000+1000", "signpost Map.body 3000", "body LandmarkRow 0+9200000",
                "body List 1000 begin", "body Row 4000+2000 check", "layout HStack 5000+2000", "body Row 6000+2000",
            ], counters: ["unterminated-updates 1", "checks 1"])
    }

    @Test func `the user can name bodies too`() throws {
        var options = ImportOptions()
        options.bodySignposts = [SignpostFilter(subsystem: "com.x", category: "ui", name: "Row")]
        try check(
            ChromeFixtures.array([
                "X Row 1 \"dur\": 1, \"cat\": \"ui\"", "X Row 2 \"dur\": 1, \"cat\": \"com.x:ui\"",
                "X Row 3 \"dur\": 1", "X List 4 \"dur\": 1, \"cat\": \"ui\"",
            ]), ["signpost Row 2000+1000", "signpost List 3000+1000", "body Row 0+1000", "body Row 1000+1000"],
            options: options)
    }

    @Test func `the clock can be moved by the user`() throws {
        var options = ImportOptions()
        options.offsets = ["file-0": 250]
        try check(ChromeFixtures.array(["i a 7"]), ["signpost a 250"], options: options)
    }

    @Test func `what an offset moves before the trace is rejected, samples too`() throws {
        var options = ImportOptions()
        options.offsets = ["file-0": -2000]
        let text = """
            {"traceEvents": \(ChromeFixtures.array(["i a 5", "i b 10"])), "stackFrames": {"1": {"name": "main"}},
            "samples": [{"ts": 6, "tid": 8, "sf": 1}, {"ts": 8, "tid": 8, "sf": 1}, {"ts": 9, "tid": 8, "sf": [1]}]}
            """
        let records = try LogFixtures.records([Array(text.utf8)], options)
        #expect(
            ChromeFixtures.lines(records) == ["signpost b 3000", "sample 1000 8 main", "sample 2000 8 "])
        #expect(
            records.rejects.map(\.message)
                == [String](repeating: "the event is before the trace begins", count: 2))
    }

    @Test func `operations and threads do not end each other's intervals`() throws {
        try check(
            "B a 1", "b x 2 \"id\": 7", "{\"ph\": \"E\", \"ts\": 3, \"pid\": 1, \"tid\": 2}", "e x 4 \"id\": 7",
            becomes: ["signpost a 0+2000", "signpost x 1000+2000"])
    }

    @Test func `an interval of no length is whole`() throws {
        try check("X a 1 \"dur\": 0", becomes: ["signpost a 0+0"])
    }

    @Test func `a time of null is none`() throws {
        try check("i a 7 \"dur\": null, \"tdur\": null, \"id\": null", becomes: ["signpost a 0"])
        try checkRejected("i a null", .missingField, "an event needs 'ts'")
    }

    @Test func `a duration may be the thread's own, or missing`() throws {
        try check(
            "X a 0 \"tdur\": 4", "X b 1", "X c 2 \"dur\": 1, \"tdur\": 4", "X d 3 \"dur\": 6148782250705247.539",
            becomes: ["signpost a 0+4000", "signpost b 1000 begin", "signpost c 2000+1000", "signpost d 3000 begin"],
            counters: ["signposts-unpaired 2"])
    }

    @Test func `other events are skipped by name, unknown keys counted`() throws {
        try check(
            "C a 1", "P b 2", "N c 3", "O d 4", "D e 5", "Q f 6", "i g 7 \"wild\": [1]", "{\"ph\": \"XX\"}",
            becomes: ["signpost g 0"],
            counters: [
                "skipped-event-type C 1", "skipped-event-type D 1", "skipped-event-type N 1", "skipped-event-type O 1",
                "skipped-event-type P 1", "skipped-event-type Q 1", "skipped-event-type XX 1",
                "unknown-key event.wild 1",
            ])
    }

    @Test func `keys of the format that no record has room for are not unknown`() throws {
        let keys = ["sf", "esf", "tts", "stack", "cname", "estack", "tidelta", "use_async_tts"]
        try check(
            "i a 7 " + keys.map { "\"\($0)\": 1" }.joined(separator: ", ") + ", \"steck\": 1",
            becomes: ["signpost a 0"],
            counters: ["unknown-key event.steck 1"])
    }

    @Test func `an event without a name is kept`() throws {
        try check(
            "{\"ph\": \"X\", \"ts\": 1, \"dur\": 1}", becomes: ["signpost (unnamed) 0+1000"],
            counters: ["unnamed-events 1"])
    }

    @Test func `bad events are rejected with their reason and place`() throws {
        try checkRejected("7", .wrongType, "an event must be an object")
        try checkRejected("{\"name\": \"a\"}", .missingField, "an event needs 'ph'")
        try checkRejected("{\"ph\": \"i\", \"name\": \"a\"}", .missingField, "an event needs 'ts'")
        try checkRejected("i a \"x\"", .wrongType, "'ts' must be a number of microseconds, found 'x'")
        try checkRejected("i a [1]", .wrongType, "'ts' must be a number of microseconds")
        try checkRejected("i a 1e400", .outOfRange, "'ts' does not fit 64 bits of nanoseconds: '1e400'")
        try checkRejected(
            "i a 9e15", .outOfRange, "'ts' is too far from all other times (9000000000000000000 ns)")
        try checkRejected("X a 1 \"dur\": -1", .negative, "the duration is negative (-1000 ns)")
        try checkRejected("b a 1", .missingField, "an event of this phase needs 'id'")
        try checkRejected("b a 1 \"id2\": 7", .wrongType, "'id2' must be an object")
        try checkRejected("i a 1 \"pid\": {}", .wrongType, "'pid' must be a string or a number")
    }

    @Test func `a sample whose time is far from all others is rejected`() throws {
        let text = """
            {"traceEvents": \(ChromeFixtures.array(["i kept 5"])),
            "samples": [{"ts": 9e15, "tid": 8}, {"tid": 8}, {"ts": 6, "tid": 8}]}
            """
        let records = try LogFixtures.records(text)
        #expect(ChromeFixtures.lines(records) == ["signpost kept 0", "sample 1000 8 "])
        #expect(
            records.rejects.map(\.message) == [
                "'ts' is too far from all other times (9000000000000000000 ns)",
                "a sample needs 'ts', a number of microseconds",
            ])
    }

    // MARK: Hostile input

    private static let fixture = """
        {"otherData": {"clock_origin": "trace-start", "app": "A"}, "traceEvents": [
        {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"w"}},
        {"ph":"B","name":"a.body","ts":1.5,"pid":1,"tid":2},{"ph":"E","ts":3,"pid":1,"tid":2},
        {"ph":"b","cat":"c","id2":{"local":"0x1"},"name":"n","ts":1,"pid":1},
        {"ph":"e","cat":"c","id2":{"local":"0x1"},"name":"n","ts":2,"pid":1},
        {"ph":"s","id":1,"name":"f","ts":2,"pid":1,"tid":2},{"ph":"f","bp":"e","id":1,"name":"f","ts":9,"pid":1,"tid":2},
        {"ph":"X","name":"\\u00e9","ts":9,"dur":1,"pid":1,"tid":2},{"ph":"C","ts":1}],
        "samples": [{"ts":4,"tid":2,"sf":2}], "stackFrames": {"2":{"name":"x","parent":2}}}
        """

    @Test func `every prefix is read or refused`() throws {
        try LogFixtures.checkPrefixes(Self.fixture, as: ChromeTraceImporter.self)
        try LogFixtures.checkPrefixes(
            Self.fixture.split(separator: "\n").joined(separator: "\r\n"), as: ChromeTraceImporter.self)
    }

    @Test func `a changed byte does no harm`() throws {
        for seed in 1...3 { try LogFixtures.checkDamage(Self.fixture, as: ChromeTraceImporter.self, seed: seed) }
    }

    @Test func `names are kept as they are`() throws {
        let names = ["<b>&amp;", "\u{1B}[31m", "a|b`c", "\u{202E}x", "%0A::", "=1+1", "\u{0}"]
        let events = names.enumerated().map { index, name in
            let escaped = name.unicodeScalars.map { scalar in
                scalar.value < 32 ? "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst() : String(scalar)
            }
            return "{\"ph\":\"i\",\"name\":\"\(escaped.joined())\",\"ts\":\(index)}"
        }
        let records = try LogFixtures.records("\u{FEFF}" + ChromeFixtures.array(events))
        #expect((0..<names.count).map { records.names.text(records.signposts[$0].name) } == names)
    }

    @Test func `pieces of any size give the same records`() throws {
        let whole = ChromeFixtures.lines(try LogFixtures.records(Self.fixture))
        for size in [1, 7, 64] {
            var assembly = TraceAssembly(ImportOptions())
            try assembly.read(inputInPieces(Self.fixture, size: size), by: ChromeTraceImporter.self)
            #expect(ChromeFixtures.lines(try assembly.finish()) == whole)
        }
    }

    @Test func `the sample holds the updates, nodes and edges of our own file`() throws {
        func facts(_ records: TraceRecords) -> [Int] {
            var reds = 0
            for row in 0..<records.updates.count where records.updates.duration[row] > 16_670_000 { reds += 1 }
            return [records.updates.count, records.causes.count, records.interactions.count, records.edges.count, reds]
        }
        let ours = try LogFixtures.records(try Repository.text("SampleTraces/landmarks-before.json"))
        let chrome = try LogFixtures.records(try Repository.text("SampleTraces/chrome-trace/landmarks-before.json"))
        #expect(facts(chrome) == facts(ours))
        #expect(chrome.interactions.map(\.start) == ours.interactions.map(\.start))
        #expect(chrome.interactions.map(\.duration) == ours.interactions.map(\.duration))
        #expect(chrome.samples.count == ours.samples.count && chrome.rejects.isEmpty)
    }
}
