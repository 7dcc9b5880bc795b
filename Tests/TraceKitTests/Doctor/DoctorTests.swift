import Testing

@testable import TraceKit

/// What is said of an input: never more than what its rows hold.
@Suite struct DoctorTests {
    private static func examine(_ files: String...) throws -> Doctor {
        var options = ImportOptions()
        options.takesUnreadableLanes = true
        var assembly = TraceAssembly(options)
        for text in files {
            let input = ByteInput(bytes: Array(text.utf8), name: "input")
            try assembly.read(input, by: try TraceAssembly.importer(for: input))
        }
        let records = try assembly.finish()
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let results = AnalysisPasses.run(records, AnalysisOptions())
            _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
        }
        return try Doctor.examine(store, trace: 1)
    }

    private func check(
        _ doctor: Doctor, _ analysis: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ability = try #require(doctor.abilities.first { $0.analysis.hasPrefix(analysis) })
        #expect("\(ability.level): \(ability.why)" == expected, sourceLocation: sourceLocation)
    }

    private static func update(_ more: String) -> String { "{\"view\": \"Row\", \(more)}" }

    // MARK: Abilities

    @Test func `lines of a console have no times, and nothing that needs one is promised`() throws {
        let doctor = try Self.examine("Row: _item changed.\nRow: unchanged.\n")
        try check(doctor, "long updates", "no: no update has a time: lines of a console have none")
        try check(doctor, "update groups", "no: no update has a time: lines of a console have none")
        try check(
            doctor, "unnecessary",
            "partly: 2 updates say what changed, but none has a time: those where nothing changed are unnecessary, the "
                + "others are only counted")
        #expect(doctor.lanes.first?.note == "all without a time")
    }

    @Test func `rows of a lane are told apart as a report counts them`() throws {
        let doctor = try Self.examine(
            """
            {"format": "tracekit", "version": 1, "updates": [
              \(Self.update("\"start_ns\": 1, \"duration_ns\": 5")), \(Self.update("\"start_ns\": 9, \"duration_ns\": 5")),
              \(Self.update("\"start_ns\": 20, \"duration_ns\": 5, \"phase\": \"check\""))],
             "hitches": [{"start_ms": 1, "duration_ms": 9, "system": true}, {"start_ms": 20, "duration_ms": 9}]}
            """)
        func lane(_ name: String) -> String? {
            doctor.lanes.first { $0.name == name }.map { "\($0.rows): \($0.note ?? "-")" }
        }
        #expect(lane("updates") == "3: 2 updates, 1 check")
        #expect(lane("hitches") == "2: 1 of the app, 1 of the system")
        let plain = try Self.examine(
            "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(Self.update("\"start_ns\": 1"))]}")
        #expect(plain.lanes.first { $0.name == "updates" }?.note == nil)
    }

    @Test func `rows of other processes alone answer nothing, and are told`() throws {
        func examine(_ process: String) throws -> Doctor {
            try Self.examine(
                """
                {"format": "tracekit", "version": 1, "trace": {"process": "Shop", "pid": 7},
                 "updates": [\(Self.update("\"start_ns\": 1, \"duration_ns\": 5, \"process\": \"Shop (7)\""))],
                 "hitches": [{"start_ms": 5, "duration_ms": 40, "process": "\(process)"},
                    {"start_ms": 90, "duration_ms": 60, "process": "\(process)"}],
                 "signposts": [{"name": "Load", "start_ns": 1, "duration_ns": 5, "process": "\(process)"}],
                 "logs": [{"start_ns": 1, "message": "hello", "process": "\(process)"}]}
                """)
        }
        let others = try examine("Widget (8)")
        func lane(_ name: String, of doctor: Doctor) -> String? { doctor.lanes.first { $0.name == name }?.note }
        #expect(lane("hitches", of: others) == "all of Widget (8), not analysed")
        let words = "of Widget (8) alone, not analysed (report --process chooses another one)"
        try check(others, "hangs", "partly: hangs: not in this file, hitches: 2 hitches (100 ms) \(words)")
        try check(others, "signposts", "no: 1 signpost \(words)")
        try check(others, "lines of the log", "no: 1 line \(words)")
        let own = try examine("Shop (7)")
        #expect(lane("hitches", of: own) == nil)
        try check(own, "hangs", "partly: hangs: not in this file, hitches: available")
        try check(own, "signposts", "yes: 1 interval")
    }

    @Test func `signposts, functions and lines of a log are answers of their own`() throws {
        let doctor = try Self.examine(
            """
            {"format": "tracekit", "version": 1, "signposts": [{"name": "Load", "start_ns": 1, "duration_ns": 5},
              {"name": "Load", "start_ns": 9, "unpaired": "begin"}], "logs": [{"start_ns": 1, "message": "hello"}],
             "samples": [{"start_ns": 1, "weight_ns": 1, "frames": ["f"]}]}
            """)
        #expect(doctor.abilities.count == 11)
        try check(doctor, "signposts", "yes: 1 interval, 1 without one of their ends")
        try check(doctor, "hottest functions", "yes: the input has a time profile")
        try check(doctor, "lines of the log", "yes: 1 line")
        try check(doctor, "what ran", "no: there is a time profile, but no view update with a time to look into")
        let other = try Self.examine(Traces.updates(Self.update("\"start_ns\": 1, \"duration_ns\": 5")))
        try check(other, "signposts", "no: the input has no signposts")
        try check(other, "hottest functions", "no: the input has no time profile")
        try check(other, "lines of the log", "no: the input has no lines of a log")
    }

    @Test func `updates without an end and without a start are counted`() throws {
        let timed = Self.update("\"start_ns\": 1, \"duration_ns\": 5")
        let open = Self.update("\"start_ns\": 2")
        let untimed = Self.update("\"changed\": []")
        try check(
            try Self.examine(Traces.updates(timed)), "long", "yes: every update has a start and a duration")
        try check(
            try Self.examine(Traces.updates(timed, open)), "long",
            "yes: 1 of 2 updates have a start and an end")
        try check(try Self.examine(Traces.updates(open)), "long", "no: no update has an end")
        try check(
            try Self.examine(Traces.updates(timed, untimed)), "long",
            "partly: 1 of 2 updates have a start and an end")
        try check(
            try Self.examine("{\"format\": \"tracekit\", \"version\": 1, \"updates\": []}"), "long",
            "no: the input has no view updates")
        let check = Self.update("\"start_ns\": 1, \"phase\": \"check\"")
        try self.check(try Self.examine(Traces.updates(check)), "long", "no: the input has no view updates")
    }

    @Test func `rows that could not be taken are no part of a yes`() throws {
        let good = Self.update("\"start_ns\": 1, \"duration_ns\": 5, \"changed\": [\"a\"]")
        let doctor = try Self.examine(Traces.updates(good, Self.update("\"start_ns\": 1, \"duration_ns\": -5")))
        try check(
            doctor, "long",
            "partly: every update has a start and a duration; 1 row of updates could not be read")
        try check(
            doctor, "unnecessary", "partly: 1 update says what changed; 1 row of updates could not be read")
        #expect(doctor.lanes.first?.note == "1 row could not be read")
    }

    @Test func `what changed is counted among the bodies`() throws {
        let told = Self.update("\"start_ns\": 1, \"duration_ns\": 5, \"changed\": [\"a\"]")
        let mute = Self.update("\"start_ns\": 9, \"duration_ns\": 5")
        try check(
            try Self.examine(Traces.updates(told, mute)), "unnecessary",
            "partly: 1 of 2 updates of bodies say what changed")
    }

    @Test func `a time profile tells of bodies only where there are bodies, stacks and names`() throws {
        func document(_ updates: String, _ samples: String) -> String {
            "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(updates)], \"samples\": [\(samples)]}"
        }
        let update = Self.update("\"start_ns\": 1, \"duration_ns\": 5")
        func sample(_ frames: String) -> String { "{\"start_ns\": 2, \"weight_ns\": 1, \"frames\": [\(frames)]}" }
        try check(
            try Self.examine(document("", sample("\"f\""))), "what ran",
            "no: there is a time profile, but no view update with a time to look into")
        try check(
            try Self.examine(document(update, sample(""))), "what ran",
            "no: the samples of the time profile have no call stacks")
        try check(
            try Self.examine(document(update, sample("\"0x10\", \"0x20\""))), "what ran",
            "no: the input has a time profile, but 2 of 2 functions are bare addresses")
        try check(
            try Self.examine(document(update, sample("\"f\", \"0x20\", \"0x30\""))), "what ran",
            "partly: the input has a time profile, but 2 of 3 functions are bare addresses")
        try check(
            try Self.examine(document(update, sample("\"f\", \"g\", \"0x30\""))), "what ran",
            "yes: the input has a time profile")
        let waiting = "{\"start_ns\": 2, \"state\": \"Blocked\", \"frames\": [\"f\"]}"
        let doctor = try Self.examine(document(update, waiting))
        try check(doctor, "what ran", "no: all samples of the time profile are of threads that wait")
        #expect(doctor.lanes.first { $0.name == "samples" }?.note == "all of threads that wait")
    }

    @Test func `causes without updates are no chains`() throws {
        let doctor = try Self.examine(
            """
            {"format": "tracekit", "version": 1, "causes": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
            "edges": [{"from": 1, "to": 2}]}
            """)
        try check(doctor, "chains", "no: the input has the cause graph, but no view updates that it leads to")
    }

    // MARK: Table of contents

    private static let contents = XctraceContentsTests.contents(
        XctraceContentsTests.run(
            " number=\"4\"", "App", "schema=\"potential-hangs\" hangs-threshold=\"100\"", "schema=\"time-profile\"",
            "schema=\"time-sample\"", "schema=\"tick\"", "schema=\"tick\""))

    @Test func `only what the recording has is advised, by its own run`() throws {
        let hangs = Xctrace.table("potential-hangs", "start duration", run: 4)
        let doctor = try Self.examine(Self.contents, hangs)
        #expect(doctor.recording.hasPrefix("App, iPhone 11 (Lab), iOS 18.7 (22H352), template Blank App, Instruments"))
        #expect(
            doctor.tables.map { "\($0.schema) \($0.tables) \($0.state) \($0.rows ?? -1) \($0.isUseful)" } == [
                "potential-hangs 1 read 0 true", "time-profile 1 notExported -1 true",
                "time-sample 1 notExported -1 true", "tick 2 notExported -1 false",
            ])
        #expect(doctor.next.count == 2)
        #expect(doctor.next[0] == RecordedTables.export("time-profile", run: 4))
        #expect(doctor.next[1].hasPrefix("this recording has no SwiftUI tables: it cannot say which views"))
        try check(doctor, "hangs and hitches", "partly: hangs: none over 100 ms, hitches: not recorded")
        let samples = try #require(doctor.lanes.first { $0.name == "samples" })
        #expect(samples.note == "the recording has the table time-profile")
    }

    @Test(arguments: [
        ("core-animation-commits", "start duration", "commits of frames"),
        ("runloop-events", "timestamp interval-type", "when the main thread was busy"),
        ("thread-state", "start duration thread state", "what threads waited for"),
        ("core-animation-fps-estimate", "start duration fps", "about how many frames a second were shown"),
        ("display-vsyncs-interval", "timestamp duration display-name", "when the display refreshed, and so how often"),
    ])
    func `tables that are not read are named with what they would tell`(
        _ schema: String, _ columns: String, _ use: String
    ) throws {
        let cells = columns.split(separator: " ").map { _ in "<a>1</a>" }.joined()
        let doctor = try Self.examine(Xctrace.table(schema, columns, cells))
        #expect(
            doctor.unknowns.contains {
                $0.hasPrefix("skipped-schema-not-read \(schema): 1; it would show \(use)")
            }, "\(doctor.unknowns)")
    }

    @Test func `a table of contents alone says so`() throws {
        let doctor = try Self.examine(Self.contents)
        #expect(doctor.next.first == "this is a table of contents; export the tables that it names:")
        #expect(doctor.next.contains(RecordedTables.export("potential-hangs", run: 4)))
    }

    @Test func `a table of contents that lists no tables is one`() throws {
        let text =
            "<trace-toc><run number=\"1\"><info><target><process name=\"Server\" pid=\"7\"/></target></info>"
            + "<tracks><track name=\"Leaks\"><details><detail name=\"Cycles\"/></details></track><track name=\"Disk\"/></tracks>"
            + "</run></trace-toc>"
        let doctor = try Self.examine(text)
        #expect(doctor.recording == "Server, a table of contents that lists no tables (run 1: Leaks, Disk)")
        #expect(doctor.tables.isEmpty && doctor.unknowns.isEmpty)
        #expect(doctor.next.map { $0.prefix(40) } == ["this recording has no SwiftUI tables: it"], "\(doctor.next)")
        // A table that was exported beside it does not change that.
        let both = try Self.examine(text, Xctrace.table("hitches", "start duration", "<a>1</a><b>2</b>"))
        #expect(!both.next.contains { $0.contains("export it first") }, "\(both.next)")
        // Without a table of contents it is asked for.
        let without = try Self.examine(Xctrace.table("hitches", "start duration", "<a>1</a><b>2</b>"))
        #expect(without.next.contains { $0.contains("export it first") } && without.unknowns.isEmpty)
    }

    @Test func `another run that has SwiftUI tables is named`() throws {
        let text = XctraceContentsTests.contents(
            XctraceContentsTests.run(" number=\"1\"", "A", "schema=\"hitches\""),
            XctraceContentsTests.run(" number=\"3\"", "B", "schema=\"swiftui-updates\""))
        let doctor = try Self.examine(text)
        #expect(doctor.next.last?.hasPrefix("run 1 has no SwiftUI tables, run 3 has some") == true)
        #expect(doctor.next.last?.hasSuffix("--output run-3-swiftui-updates.xml") == true)
        #expect(doctor.recording.hasSuffix("run 1 of runs 1, 3"))
    }

    @Test func `every width takes the names of tables, however they look`() throws {
        let name = "x&#x202E;y" + String(repeating: "long", count: 40)
        let text = XctraceContentsTests.contents(
            XctraceContentsTests.run("", "A", "schema=\"\(name)\"", "schema=\"hitches\"", "schema=\"hitches\""))
        let doctor = try Self.examine(text)
        for width in [40, 60, 100] {
            for isASCII in [false, true] {
                var options = RenderOptions()
                (options.width, options.isASCII) = (width, isASCII)
                let lines = TextDoctor.render(doctor, options).split(separator: "\n")
                // A command goes on in lines of its own, and no word of it is broken.
                for line in lines where !line.contains("xcrun ") && !line.contains(" --") {
                    #expect(TextWidth.of(String(line)) <= width, "\(line)")
                }
                #expect(!lines.contains { $0.contains("\u{202E}") })
            }
        }
    }

    @Test func `what is said of a table stands apart from its name, however long that is`() throws {
        let text = XctraceContentsTests.contents(
            XctraceContentsTests.run("", "A", "schema=\"device-thermal-state-intervals\"", "schema=\"hitches\""))
        var options = RenderOptions()
        options.keepsNames = true
        for width in [40, 80, 120] {
            options.width = width
            let page = TextDoctor.render(try Self.examine(text), options)
            #expect(page.contains("device-thermal-state-intervals  not in this file"), "\(page)")
            #expect(page.contains("  hitches"))
        }
    }

    // MARK: Few tables, or empty ones

    @Test func `root causes alone are a part of the chains`() throws {
        let columns = Xctrace.updateColumns + " root-causes"
        let doctor = try Self.examine(
            Xctrace.table("swiftui-updates", columns, Xctrace.update(1, "Row.body") + "<string>State: count</string>"))
        try check(
            doctor, "chains",
            "partly: no cause table has rows: updates name their root causes, and the steps between are unknown")
    }

    @Test func `causes were recorded where their table is, and not elsewhere`() throws {
        func note(_ tables: String) throws -> String? {
            let contents = XctraceContentsTests.contents(XctraceContentsTests.run("", "A", tables))
            return try Self.examine(contents).lanes.first { $0.name == "causes" }?.note
        }
        #expect(try note("schema=\"hitches\"") == "not recorded")
        #expect(try note("schema=\"swiftui-causes\"") == "the recording has the table swiftui-causes")
    }

    @Test(arguments: [
        ("macOS", "--time-limit 30s --output App.trace --launch -- /Applications/App.app"),
        ("iOS", "--device 'My iPhone'"), ("visionOS", "--device 'My Apple Vision Pro'"),
        ("watchOS", "--device 'My Apple Watch'"), ("tvOS", "--device 'My Apple TV'"),
        ("iOS Simulator", "--device 'My iPhone'"),
    ])
    func `what to record again with is of the same platform`(_ platform: String, _ words: String) throws {
        let contents = XctraceContentsTests.contents(XctraceContentsTests.run("", "A", "schema=\"hitches\""))
            .replacing("platform=\"iOS\"", with: "platform=\"\(platform)\"")
        let doctor = try Self.examine(contents)
        #expect(doctor.next.last?.contains(words) == true, "\(doctor.next)")
        #expect(doctor.next.last?.contains("iPhone") == words.contains("iPhone"))
    }

    @Test func `tables that are here and empty were recorded`() throws {
        let contents = XctraceContentsTests.contents(
            XctraceContentsTests.run("", "A", "schema=\"hang-risks\"", "schema=\"time-profile\""))
        let doctor = try Self.examine(
            contents, Xctrace.table("hang-risks", "time process message thread"),
            Xctrace.table("time-profile", "time thread weight stack"))
        func lane(_ name: String) throws -> String {
            let lane = try #require(doctor.lanes.first { $0.name == name })
            return "\(lane.state.rawValue) \(lane.note ?? "-")"
        }
        #expect(try lane("logs") == "not in this file hang-risks: none")
        #expect(try lane("samples") == "empty -")
        try check(doctor, "what ran", "no: the time profile has no samples")
    }

    @Test func `frames and run loops are no signposts of the app`() throws {
        let json = """
            {"format": "tracekit", "signposts": [{"name": "Main run loop busy", "category": "runloop-intervals",
            "start_ns": 5, "duration_ns": 7}]}
            """
        let doctor = try Self.examine(json)
        try check(
            doctor, "signposts",
            "no: the input has none of the app or of frameworks, only frames, run loops and other states that Instruments recorded"
        )
        let lane = try #require(doctor.lanes.first { $0.name == "signposts" })
        #expect(lane.state == .available && lane.note == "all of them rows of other tables of Instruments")
    }

    @Test func `lines of a log have times`() throws {
        let doctor = try Self.examine(
            Xctrace.table(
                "os-log", "time subsystem category message",
                "<t>1</t><s>com.apple.SwiftUI</s><s>Changed Body Properties</s><m>Row: _a changed.</m>"))
        try check(doctor, "long updates", "no: no update has a duration: lines of a log have none")
        #expect(doctor.lanes.first?.note == "all without a duration")
    }

    @Test func `samples that name no main thread tell of no body`() throws {
        let update = Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "Row.body"))
        let samples = Xctrace.table(
            "time-profile", "time stack", "<t>101</t><backtrace><frame name=\"f\"/></backtrace>")
        try check(
            try Self.examine(update, samples), "what ran",
            "no: there is a time profile, but no sample is known to come from the main thread")
    }

    @Test func `updates of another process than the one that was recorded allow no analysis`() throws {
        let contents = XctraceContentsTests.contents(XctraceContentsTests.run("", "Other", "schema=\"hitches\""))
        let doctor = try Self.examine(
            contents, Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "Row.body")))
        try check(
            doctor, "long updates",
            "no: no view update belongs to the analysed process (report --process chooses another one)")
    }

    @Test func `lines that belong to no update are evidence beside updates too`() throws {
        let log = Xctrace.table(
            "os-log", "time subsystem category message",
            "<t>1</t><s>com.apple.SwiftUI</s><s>Changed Body Properties</s><m>Row: _a changed.</m>")
        let update = Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "Other.body"))
        try check(
            try Self.examine(update, log), "unnecessary",
            "partly: 1 update says what changed, but none has a duration: those where nothing changed are unnecessary, "
                + "the others are only counted")
    }
}
