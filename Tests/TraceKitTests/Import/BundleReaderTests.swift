import Foundation
import Testing

@testable import TraceKit
@testable import trace_generate

/// Recordings of Instruments, read without Instruments.
@Suite struct BundleReaderTests {
    private static func sample(_ path: String) -> String { "\(Repository.root)/SampleTraces/\(path)" }

    @Test func `a recording holds what the exports of the same story hold, lane by lane`() throws {
        let bundle = try TraceDump.store(Self.sample("bundle/landmarks-before.trace"))
        let xml = try TraceDump.store(Self.sample("xctrace/landmarks-before"))
        try TraceDump.expectEqual(bundle, xml, views: ["signposts", "samples", "logs"], "bundle")
        // What SwiftUI did meanwhile only the exports say.
        try TraceDump.expectEqual(
            bundle, xml, views: ["hitches", "hangs"], dropping: ["overlapping_views", "swiftui_idle"], "bundle")
        // A table of contents has microseconds.
        let columns = """
            SELECT name, app, process, pid, device, os, template, instruments, started_at,
                CAST(duration_ms * 1000 AS INTEGER), recording_run, recording_runs, hangs_over_ms FROM traces
            """
        #expect(try bundle.rows(columns) == xml.rows(columns))
        let stacks = """
            SELECT f.text, b.text, s.is_app FROM stack_frame s JOIN name f ON f.id = s.frame_id
            LEFT JOIN name b ON b.id = s.binary_id ORDER BY 1, 2
            """
        #expect(try Set(bundle.rows(stacks)) == Set(xml.rows(stacks)))
    }

    @Test func `the sample is what its writer writes`() throws {
        for (path, bytes) in Bundles.landmarks {
            let written = FileManager.default.contents(atPath: Self.sample("bundle/landmarks-before.trace/\(path)"))
            #expect(written.map { [UInt8]($0) } == bytes, "\(path)")
        }
    }

    @Test func `a recording in a zip file is read as the recording`() throws {
        try withTemporaryFolder { folder in
            var parts = Bundles.landmarks.map { file in
                PackedFiles.Part(name: "App.trace/\(file.path)", bytes: file.bytes, isDeflated: true)
            }
            parts.append(.init(name: "__MACOSX/App.trace/corespace/._x", bytes: [0]))
            let path = "\(folder)/App.trace.zip"
            try Data(PackedFiles.zip(parts)).write(to: URL(fileURLWithPath: path))
            let zip = try TraceDump.store(path)
            let plain = try TraceDump.store(Self.sample("bundle/landmarks-before.trace"))
            try TraceDump.expectEqual(zip, plain, views: ["signposts", "hitches", "hangs", "samples"], "zip")
        }
    }

    /// The warnings of a recording that can be read.
    private func warnings(_ files: Bundles.Files) throws -> (store: TraceStore, text: String) {
        let loaded = try Bundles.load(files).get()
        return (loaded.store, loaded.diagnostics.map(\.text).joined(separator: "\n"))
    }

    @Test(
        arguments: [
            ("form.template", "device, dates, template", 1),
            ("strings", "columns that are lost: os-signpost-interval.name", 0),
            ("arrayUniquer/integeruniquer.data", "potential-hangs.thread, potential-hangs.process", 1),
            ("typedArrayUniquer/integeruniquer.index", "os-signpost-interval.start-message", 1),
            ("open.creq", "its version is not checked", 1),
            ("indexed-store-2/bulkstore", "0 of ", 0),
            ("indexed-store-2/schema.xml", "the table os-signpost-interval is left out", 0),
        ])
    func `a file that is missing is named with what it costs`(_ file: String, _ cost: String, _ hasSignposts: Int)
        throws
    {
        let (store, text) = try warnings(Bundles.changed { path, bytes in path.hasSuffix(file) ? nil : bytes })
        #expect(text.contains("\(file): warning: the recording lacks this file"), "\(text)")
        #expect(text.contains(cost), "\(text)")
        #expect(try store.rows("SELECT count(*) > 0 FROM signposts") == ["\(hasSignposts)"])
    }

    /// The folders of the sample's tables of hangs and hitches.
    private static let stalls = ["potential-hangs": "indexed-store-3", "hitches": "indexed-store-4"]

    @Test(arguments: ["bulkstore_descriptor", "schema.xml", "bulkstore"])
    func `a table that cannot be read does not say that nothing happened`(_ file: String) throws {
        for (schema, folder) in Self.stalls {
            let lane = schema == "hitches" ? "hitches" : "hangs"
            let files = Bundles.changed { path, bytes in path.hasSuffix("\(folder)/\(file)") ? nil : bytes }
            let (store, _) = try warnings(files)
            let lanes = try store.rows("SELECT ',' || lanes || ',' FROM traces")
            #expect(lanes.first?.contains(",\(lane),") == false && lanes.first?.contains(",samples,") == true)
            let trace = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0]
            #expect(ReportWords.costs(trace.answer).contains("\(lane): recorded, but could not be read"))
            #expect(
                trace.answer.stalls.lanes.contains(.hangs) == (lane != "hangs")
                    && trace.answer.stalls.lanes.contains(.hitches) == (lane != "hitches"))
            let doctor = try Doctor.examine(store, trace: 1)
            #expect(doctor.lanes.first { $0.name == lane }?.state == .unreadable, "\(file)")
            #expect(doctor.tables.first { $0.schema == schema }?.state == .unreadable, "\(file)")
            #expect(
                try store.rows("SELECT detail FROM import_counters WHERE counter = 'lost-table'") == [schema], "\(file)"
            )
        }
    }

    @Test func `beside view updates too, a lane that cannot be read is not one that was not exported`() throws {
        let files = Bundles.changed { path, bytes in path.hasSuffix("indexed-store-3/bulkstore") ? nil : bytes }
        let export = Self.sample("xctrace/landmarks-before/swiftui-updates.xml")
        let report = try withTemporaryFolder { folder in
            try Bundles.write(files, to: "\(folder)/x.trace")
            var options = TracePipeline.Options()
            (options.isOneTrace, options.recordingReader) = (true, .native)
            let loaded = try TracePipeline.load(["\(folder)/x.trace", export], into: .temporary, options)
            return try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, ReportBuilder.Options())
        }
        let hangs = try #require(report.traces[0].sections.first { $0.id == "hangs" })
        #expect(hangs.emptyNote == "the table potential-hangs could not be read")
    }

    @Test func `where neither hangs nor hitches can be read, their costs are not said to be none`() throws {
        let files = Bundles.changed { path, bytes in
            Self.stalls.values.contains { path.hasSuffix("\($0)/bulkstore_descriptor") } ? nil : bytes
        }
        let store = try warnings(files).store
        let trace = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options()).traces[0]
        #expect(ReportWords.costs(trace.answer) == "hangs and hitches: recorded, but could not be read")
    }

    @Test func `a list of tables that is missing is made from the tables`() throws {
        let (store, _) = try warnings(Bundles.changed { path, bytes in path.hasSuffix("tables.plist") ? nil : bytes })
        let plain = try TraceDump.store(Self.sample("bundle/landmarks-before.trace"))
        try TraceDump.expectEqual(store, plain, views: ["signposts", "samples"], "no list")
    }

    /// Replaces bytes of the descriptor, the rows or the columns of the signposts; what is told.
    private func told(_ file: String, _ change: (inout [UInt8]) -> Void) throws -> String {
        try warnings(
            Bundles.changed { path, bytes in
                guard path.hasSuffix("indexed-store-2/\(file)") else { return bytes }
                var bytes = bytes
                change(&bytes)
                return bytes
            }
        ).text
    }

    @Test func `rows that do not fit their description leave the table out`() throws {
        #expect(try told("bulkstore") { $0[0] = 0 }.contains("do not begin as those of Instruments do"))
        #expect(try told("bulkstore") { $0[16] = 0 }.contains("where the table says"))
        #expect(try told("bulkstore") { $0 = Array($0.prefix(4200)) }.contains("the file ends after "))
        #expect(try told("bulkstore") { $0.removeLast() }.contains("inside of a segment"))
        let unknown = try told("schema.xml") { bytes in
            bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\"process\"", with: "\"other\"").utf8)
        }
        #expect(unknown.contains("the column 'other' has no field in the rows"))
    }

    @Test(arguments: ["arrayUniquer", "typedArrayUniquer"])
    func `a list of arrays that points far beyond its file costs the columns that need it`(_ folder: String) throws {
        func text(_ changed: Range<Int>, _ byte: UInt8) throws -> String {
            try warnings(
                Bundles.changed { path, bytes in
                    guard path.hasSuffix("/\(folder)/integeruniquer.index") else { return bytes }
                    return bytes.enumerated().map { changed.contains($0.offset) ? byte : $0.element }
                }
            ).text
        }
        // Blocks of 4 GB, of no bytes, and of a little more than 1 GB.
        for text in [try text(28..<32, 0xFF), try text(28..<32, 0), try text(28..<32, 0x40)] {
            #expect(text.contains("does not begin as that of Instruments does"), "\(text)")
        }
        // Every array in the last block that can be named, with the longest blocks that are read.
        let all = Bundles.changed { path, bytes in
            guard path.hasSuffix("/\(folder)/integeruniquer.index") else { return bytes }
            return bytes.enumerated().map { place, byte in
                (28..<32).contains(place) ? (place == 31 ? 0x40 : 0) : place >= 40 ? 0xFF : byte
            }
        }
        #expect(try warnings(all).store.rows("SELECT count(*) > 0 FROM traces") == ["1"])
    }

    @Test(arguments: [44, 48, 200]) func `a list of arrays with bytes too many ends where they are`(_ place: Int) throws
    {
        let files = Bundles.changed { path, bytes in
            path.hasSuffix("arrayUniquer/integeruniquer.index") ? bytes[..<place] + [7, 7, 7] + bytes[place...] : bytes
        }
        let store = try warnings(files).store
        // Rows that refer to what is behind them are counted, and get nothing else instead.
        #expect(
            try store.rows(
                "SELECT count(*) > 0 FROM import_counters WHERE counter = 'missing-references' AND detail LIKE 'time-profile.%'"
            )
                == ["1"])
    }

    /// As version control or a full disk leaves it: then it looks like that of a run without messages.
    @Test func `messages that an empty list of arrays does not hold are said to be missing`() throws {
        let files = Bundles.changed { path, bytes in
            path.hasSuffix("typedArrayUniquer/integeruniquer.index") ? [] : bytes
        }
        let (store, words) = try warnings(files)
        let column = "os-log.message"
        let lost = try store.rows("SELECT count FROM import_counters WHERE detail = '\(column)'")
        #expect(lost == ["3"] && words.contains("values are missing that rows refer to: \(column) (3)"), "\(words)")
    }

    /// As Instruments writes more than a megabyte of them: no array crosses the end of a block.
    @Test func `arrays in several blocks are found, the last one too`() throws {
        let loaded = try load { values in
            var table = BundleTable(
                schema: "potential-hangs",
                columns: [
                    .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                    .init("process", "Process"),
                ])
            // 3 MB in arrays of 1 KB, with a process behind each tenth of them.
            for number in UInt64(0)..<3000 {
                _ = values.array((0..<128).map { 1 << 40 | number << 8 | $0 })
                if number % 10 == 0 { table.rows.append([number, 1000, values.process(100_000 + number)]) }
            }
            return table
        }
        let rows = try loaded.store.rows(
            "SELECT count(*), sum(process = 'Unknown (' || (100000 + start_ns) || ')') FROM interaction_delays WHERE process LIKE '%(10%'"
        )
        #expect(rows == ["300|300"], "\(rows)")
        #expect(
            try loaded.store.rows("SELECT count(*) FROM import_counters WHERE counter = 'missing-references'") == ["0"])
    }

    /// A few bytes would otherwise be part of very many arrays.
    @Test func `an array that reaches into the next one is none`() throws {
        func hangs(_ longer: Int) throws -> [String] {
            var place = 32
            let files = Bundles.changed { path, bytes in
                guard path.hasSuffix("arrayUniquer/integeruniquer.data") else { return bytes }
                var bytes = bytes
                // Those of processes come first and have two numbers.
                while bytes[place] != 2 { place += 4 + 8 * Int(bytes[place]) }
                bytes[place] += UInt8(longer)
                return bytes
            }
            return try warnings(files).store.rows(
                "SELECT counter, detail FROM import_counters WHERE counter = 'missing-references'")
        }
        #expect(try hangs(0).isEmpty)
        #expect(try !hangs(1).isEmpty)
    }

    @Test func `how many functions have no name is said where some have none`() throws {
        #expect(try !warnings(Bundles.landmarks).text.contains("have no name"))
        let none = Bundles.landmarks.filter { !$0.path.hasSuffix(".symbolsarchive") }
        let (store, text) = try warnings(none)
        let count = try store.rows("SELECT count(DISTINCT frame || binary) FROM stack_frames")[0]
        #expect(
            text.contains("x.trace/symbols: note: \(count) of \(count) functions on call stacks have no name"),
            "\(text)")
        #expect(try store.rows("SELECT count(*) FROM stack_frames WHERE frame NOT LIKE '% + 0x%'") == ["0"])
    }

    @Test func `raw samples beside a profile are counted, not read`() throws {
        let loaded = try load { values in
            BundleTable(
                schema: "time-sample",
                columns: [
                    .init("time", "SampleTimestamp", .time), .init("thread", "Thread", .category1),
                    .init("kperf-bt", "CoreProfileCallstack"),
                ], rows: [[5, values.thread(1, of: 4242), 0xFFFF], [6, values.thread(1, of: 4242), 0xFFFF]])
        }
        let counters = try loaded.store.rows(
            "SELECT counter, count FROM import_counters WHERE detail LIKE 'time-sample%' ORDER BY 1")
        #expect(counters == ["schema-rows|2", "skipped-repeated-lane|2"], "\(counters)")
        #expect(try loaded.store.rows("SELECT count(*) FROM samples WHERE start_ns < 10") == ["0"])
    }

    @Test func `a column of a kind that is not known is refused by name, and no number is guessed`() throws {
        let files = Bundles.changed { path, bytes in
            guard path.hasSuffix("indexed-store-2/schema.xml") else { return bytes }
            let text = String(decoding: bytes, as: UTF8.self)
            return Array(text.replacing("XROSLogSubsystemTypeID", with: "XRNobodyKnowsTypeID").utf8)
        }
        let store = try warnings(files).store
        #expect(try store.rows("SELECT count(*) FROM signposts WHERE subsystem IS NOT NULL") == ["0"])
        #expect(
            try store.rows("SELECT detail FROM import_counters WHERE counter = 'unknown-column' AND detail LIKE '%(%'")
                == ["os-signpost-interval.subsystem (XRNobodyKnowsTypeID: unsupported)"])
    }

    // MARK: Tables of their own

    private func load(_ table: @escaping (inout BundleValues) -> BundleTable) throws -> TracePipeline.Loaded {
        let files = BundleStory.files(LandmarksStory.told(fixed: true)) { [table(&$0.values)] }
        return try Bundles.load(files).get()
    }

    /// Lines of the log: time, process, subsystem, category, message.
    private func osLog(_ rows: [[UInt64]]) -> BundleTable {
        BundleTable(
            schema: "os-log",
            columns: [
                .init("time", "RecordedEventTimestamp", .time), .init("process", "Process"),
                .init("subsystem", "OSLogSubsystem"), .init("category", "OSLogCategory"),
                .init("message", "OSLogMetadata"),
            ], rows: rows)
    }

    /// Samples: time, thread, process, weight, stack.
    private func timeProfile(_ rows: [[UInt64]]) -> BundleTable {
        BundleTable(
            schema: "time-profile",
            columns: [
                .init("time", "SampleTimestamp", .time), .init("thread", "Thread", .category1),
                .init("process", "Process"), .init("weight", "TimeSampleWeight", .long),
                .init("stack", "Backtrace"),
            ], rows: rows)
    }

    /// Processes cost a few bytes each, and every one could ask for all frames of a long list of its own.
    @Test func `one long list of addresses for many processes is looked at so often only as its length allows`() throws
    {
        let loaded = try load { values in
            let list = values.array((0..<5_000).map { 0x1_0000_4000 + 64 * $0 })
            return timeProfile(
                (0..<UInt64(500)).map { number in
                    let process = values.process(50_000 + number)
                    let stack = values.array([process << 32 | list])
                    return [number * 1_000, values.thread(number, of: 50_000), process, 1_000_000, stack]
                })
        }
        let samples = try loaded.store.rows("SELECT count(*) FROM samples WHERE process LIKE '%(5____)'")
        #expect(samples == ["500"], "\(samples)")
        let missing = try loaded.store.rows("SELECT count FROM import_counters WHERE detail = 'time-profile.stack'")
        #expect((450..<499).contains(Int(missing.first ?? "") ?? 0), "\(missing)")
    }

    @Test func `phases of the launch are intervals, and a warm device is told of`() throws {
        let loaded = try load { values in
            BundleTable(
                schema: "life-cycle-period",
                columns: [
                    .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                    .init("group", "PrototypeString", .category1), .init("lane", "LayoutID", .category2),
                    .init("process", "Process"), .init("period", "ApplicationPeriod"),
                    .init("narrative", "NarrativeEntry"),
                ],
                rows: [
                    [5, 100, 0, 0, values.process(4242), values.text("Initializing - Process Creation"), 0],
                    [105, 50, 0, 0, values.process(4242), BundleTable.none, 0],
                ])
        }
        let rows = try loaded.store.rows(
            "SELECT name, category, subsystem, start_ns, duration_ms * 1e6, process FROM signposts "
                + "WHERE category = 'life-cycle-period'")
        #expect(rows == ["Initializing - Process Creation|life-cycle-period|-|5|100.0|Unknown (4242)"], "\(rows)")
        #expect(try loaded.store.rows("SELECT count(*) FROM import_rejects") == ["1"])
        func caveat(_ states: [String]) throws -> String {
            let loaded = try load { values in
                BundleTable(
                    schema: "device-thermal-state-intervals",
                    columns: [
                        .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                        .init("end", "StartTime", .long), .init("thermal-state", "ThermalState"),
                    ], rows: states.map { [0, 1_500_000_000, 0, values.text($0)] })
            }
            return loaded.diagnostics.map(\.text).joined()
        }
        #expect(try !caveat(["Nominal", "Unknown"]).contains("warm"))
        let warm = try caveat(["Serious", "Nominal", "Fair", "Serious"])
        #expect(warm.contains("the device was warm (thermal state Fair for 1.5 s, Serious for 3.0 s)"), "\(warm)")
    }

    @Test func `an interval that was open at the end of the recording has no duration`() throws {
        let loaded = try load { values in
            let (process, name) = (values.process(7), values.text("Open"))
            return BundleTable(
                schema: "os-signpost-interval",
                columns: [
                    .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                    .init("name", "PrototypeString", .category1), .init("process", "Process"),
                    .init("end-process", "Process"),
                ],
                rows: [[1000, 500, name, process, process], [3000, 9_000_000, name, process, BundleTable.none]])
        }
        func count(_ condition: String) throws -> [String] {
            try loaded.store.rows("SELECT count(*) FROM signposts WHERE name = 'Open' AND \(condition)")
        }
        #expect(try count("start_ns = 1000 AND duration_ms IS NOT NULL AND unpaired IS NULL") == ["1"])
        #expect(try count("start_ns = 3000 AND duration_ms IS NULL AND unpaired = 'begin'") == ["1"])
    }

    /// As in `take-open-and-system-intervals.xml`, which is an export of such tables.
    @Test func `intervals that another process ends, and open ones, are joined to their ends`() throws {
        let files = BundleStory.files(LandmarksStory.told(fixed: true)) { story in
            let (app, server) = (story.values.process(7), story.values.process(9))
            let (draw, load) = (story.values.text("Draw"), story.values.text("Load"))
            let (begin, end) = (story.values.text("Begin"), story.values.text("End"))
            let (system, process) = (story.values.text("System"), story.values.text("Process"))
            let events = BundleTable(
                schema: "os-signpost",
                columns: [
                    .init("time", "RecordedEventTimestamp", .time), .init("process", "Process"),
                    .init("event-type", "OSLogEvent", .category1), .init("scope", "PrototypeString"),
                    .init("identifier", "OSSignpostIdentifier", .long), .init("name", "SignpostName"),
                ],
                rows: [
                    [100, app, begin, system, 4, draw], [120, app, begin, process, 5, load],
                    [160, server, end, system, 4, draw], [900, app, end, process, 5, load],
                ])
            let intervals = BundleTable(
                schema: "os-signpost-interval",
                columns: [
                    .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                    .init("name", "PrototypeString", .category1), .init("identifier", "OSSignpostIdentifier", .long),
                    .init("process", "Process"), .init("end-process", "Process"),
                ],
                rows: [[100, 60, draw, 4, app, server], [120, 380, load, 5, app, BundleTable.none]])
            return [events, intervals]
        }
        let store = try Bundles.load(files).get().store
        #expect(
            try store.rows(
                "SELECT name, start_ns, CAST(round(duration_ms * 1e6) AS INTEGER), unpaired FROM signposts "
                    + "WHERE name IN ('Draw', 'Load') ORDER BY start_ns") == ["Draw|100|60|-", "Load|120|780|-"])
    }

    @Test func `lines of the log say why bodies ran, their parts one behind the other`() throws {
        let loaded = try load { values in
            let message = values.typed([
                ("NarrativeText", values.text("LandmarkRow: ")), ("PrototypeString", values.text("_favorites")),
                ("NarrativeText", values.text(" changed.")),
            ])
            let other = values.typed([("PrototypeValue", 42), ("NobodyKnows", 1)])
            let (subsystem, category) = (values.text("com.apple.SwiftUI"), values.text("Changed Body Properties"))
            let process = values.process(7)
            return osLog(
                [[10, process, subsystem, category, message], [20, process, subsystem, category, other]])
        }
        #expect(
            try loaded.store.rows("SELECT view, changed FROM updates").map { "\($0)" }.joined().contains("_favorites"))
        #expect(try loaded.store.rows("SELECT count(*) FROM logs WHERE category = 'Changed Body Properties'") == ["2"])
    }

    @Test func `tables of SwiftUI are named with their rows, and not read`() throws {
        let loaded = try load { _ in
            BundleTable(
                schema: "swiftui-updates",
                columns: [.init("start", "StartTime", .time), .init("duration", "Duration", .duration)],
                rows: [[1, 2], [3, 4]])
        }
        let text = loaded.diagnostics.map(\.text).joined()
        #expect(text.contains("swiftui-updates (2 rows)") && text.contains("xcrun xctrace export"), "\(text)")
        #expect(try loaded.store.rows("SELECT count(*) FROM updates") == ["0"])
    }

    /// A recording with updates, and causes that need a kind of column that is not known.
    private func swiftUI(guesses: Bool) throws -> TracePipeline.Loaded {
        let files = BundleStory.files(LandmarksStory.told(fixed: true)) { story in
            let (process, thread) = (story.values.process(4377), story.values.thread(0x103, of: 4377))
            let (body, name) = (story.values.text("View Body Updates"), story.values.text("LandmarkRow"))
            return [
                BundleTable(
                    schema: "swiftui-updates",
                    columns: [
                        .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                        .init("id", "GenericUInt32"), .init("update-type", "SwiftUIUpdate", .category1),
                        .init("allocations", "EventCount"), .init("description", "PrototypeString"),
                        .init("module", "PrototypeString"), .init("view-name", "PrototypeString"),
                        .init("root-causes", "CauseSet"), .init("process", "Process"), .init("thread", "Thread"),
                    ],
                    rows: (1...4).map { number in
                        [
                            number * 1_000_000_000, number * 9_000_000, number, body, 12,
                            story.values.text("LandmarkRow.body"),
                            story.values.text("Landmarks"), name, 7, process, thread,
                        ]
                    }),
                BundleTable(
                    schema: "swiftui-full-causes",
                    columns: [
                        .init("timestamp", "RecordedEventTimestamp", .time), .init("source-node", "ObjectGraphNode"),
                        .init("destination-node", "ObjectGraphNode"),
                    ], rows: [[5, 1, 2], [6, 1, 2], [7, 1, 2]]),
            ]
        }
        var options = TracePipeline.Options()
        options.importing.guessesSwiftUI = guesses
        return try Bundles.load(files, options).get()
    }

    @Test func `asked for, plain columns of SwiftUI's tables are read, and what rests on them is marked`() throws {
        let loaded = try swiftUI(guesses: true)
        #expect(
            try loaded.store.rows(
                "SELECT view, kind, module, start_ns, duration_ms, severity, allocations FROM updates")
                == [
                    "LandmarkRow|body|Landmarks|1000000000|9.0|orange|12",
                    "LandmarkRow|body|Landmarks|2000000000|18.0|red|12",
                    "LandmarkRow|body|Landmarks|3000000000|27.0|red|12",
                    "LandmarkRow|body|Landmarks|4000000000|36.0|red|12",
                ])
        let told = loaded.diagnostics.map(\.text).joined(separator: "\n")
        #expect(told.contains("not verified on any recording: swiftui-updates (4 rows); compare"), "\(told)")
        #expect(
            told.contains("the table swiftui-full-causes is left out with 3 rows")
                && told.contains("needs 'source-node', 'destination-node'"), "\(told)")
        let unknown = try loaded.store.rows("SELECT detail FROM import_counters WHERE counter = 'unknown-column'")
        #expect(
            unknown.contains { $0.contains("swiftui-updates.root-causes (XRCauseSetTypeID: unsupported)") },
            "\(unknown)")
        var render = RenderOptions()
        render.width = 160
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, ReportBuilder.Options())
        let text = TextReport.render(report, render)
        #expect(text.split { $0.isWhitespace }.joined(separator: " ").contains("SwiftUI's tables read by guess:"))
        let lines = text.split(separator: "\n")
        for start in ["Bodies ", "Worst ", "Problems", "View updates", "Interactions", "          r red"] {
            let found = lines.filter { $0.hasPrefix(start) }
            #expect(found.allSatisfy { $0.contains("(experimental)") }, "\(start): \(found)")
        }
        // Hangs and hitches have tables of their own.
        let cost = try #require(lines.first { $0.hasPrefix("Waste ") || $0.hasPrefix("Stalls ") })
        #expect(cost.contains("(experimental)") == cost.contains("necessary"), "\(cost)")
        #expect(lines.filter { $0.contains("(experimental)") }.count >= 6, "\(lines.joined(separator: "\n"))")
        #expect(!lines.contains { $0.hasPrefix("Signposts") && $0.contains("(experimental)") })
        var brief = ReportBuilder.Options()
        brief.isBrief = true
        let short = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, brief)
        for width in [80, 120] {
            render.width = width
            // A line goes on below its label.
            let text = TextReport.render(short, render)
                .replacing("\n" + String(repeating: " ", count: TextLine.labelWidth), with: " ")
            for start in ["Bodies ", "Worst ", "Others "] {
                let found = text.split(separator: "\n").filter { $0.hasPrefix(start) }
                #expect(found.allSatisfy { $0.contains("(experimental)") }, "\(width): \(found)")
            }
        }
    }

    @Test func `a recording without SwiftUI's tables has nothing to guess`() throws {
        var options = TracePipeline.Options()
        options.importing.guessesSwiftUI = true
        let loaded = try Bundles.load(Bundles.landmarks, options).get()
        #expect(loaded.diagnostics.contains { $0.text.contains("--experimental-swiftui reads nothing") })
        #expect(try loaded.store.rows("SELECT format FROM traces") == ["instruments-trace"])
        let silent = try swiftUI(guesses: false)
        #expect(try silent.store.rows("SELECT count(*) FROM updates") == ["0"])
    }

    @Test func `a reference that leads nowhere is counted, and the row goes without it`() throws {
        let loaded = try load { values in
            let name = values.text("Lost")
            return BundleTable(
                schema: "os-signpost-interval",
                columns: [
                    .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                    .init("name", "PrototypeString", .category1), .init("process", "Process"),
                    .init("start-message", "OSLogMetadata"),
                ], rows: [[1000, 500, name, 4_000_000, 3_000_000], [2000, 500, 5_000_000, 0, 0]])
        }
        #expect(try loaded.store.rows("SELECT count(*) FROM signposts WHERE name = 'Lost'") == ["1"])
        #expect(try loaded.store.rows("SELECT count(*) FROM import_rejects") == ["1"])
        let counters = try loaded.store.rows("SELECT detail FROM import_counters WHERE counter = 'missing-references'")
        #expect(counters.contains { $0.contains("os-signpost-interval.process") }, "\(counters)")
    }

    @Test func `functions are named as their sources spell them`() {
        #expect(SymbolName.shown("main") == "main")
        #expect(SymbolName.shown("-[NSDateFormatter init]") == "-[NSDateFormatter init]")
        #expect(SymbolName.shown("_ZN8TGAImage14write_tga_fileEPKcb") == "TGAImage::write_tga_file(char const*, bool)")
        #expect(SymbolName.shown("$s4main3fooyyF") == "main.foo() -> ()")
        #expect(SymbolName.shown("__ZN1A1bEv_block_invoke_2") == "invocation function for block in A::b()")
        #expect(SymbolName.shown("___ZNK1A1bEv_block_invoke.209") == "invocation function for block in A::b() const")
        #expect(SymbolName.shown("___main_block_invoke") == "___main_block_invoke")
        #expect(SymbolName.shown("___Z_block_invoke") == "___Z_block_invoke")
        #expect(SymbolName.shown("_Znonsense") == "_Znonsense" && SymbolName.shown("$snonsense") == "$snonsense")
    }

    // MARK: Hostile ones

    @Test func `a recording of another age is refused by name`() throws {
        let old = Bundles.changed { path, bytes in
            guard path == "open.creq" else { return bytes }
            return Array(String(decoding: bytes, as: UTF8.self).replacing(">5<", with: ">0<").utf8)
        }
        guard case .failure(let error) = try Bundles.load(old) else {
            Issue.record("an old recording was read")
            return
        }
        #expect(error.kind == .input)
        #expect(
            error.diagnostic.message
                == "this is a recording of an old Instruments (11 or older): its rows are packed in an older way "
                + "(layout 0; layout 5 is read), which is not read")
    }

    /// As recordings of Instruments 11 and older are: without a folder for stores.
    private static func old(_ version: String, layout: Int = 0) -> Bundles.Files {
        let list =
            "<plist version=\"1.0\"><dict><key>com.apple.dt.trace</key><array><integer>\(layout)</integer>"
            + "<string>saved by a newer version</string></array></dict></plist>"
        let parts = Archived.list([.text("other"), .text("Instruments: \(version)")])
        return [
            ("open.creq", Array(list.utf8)), ("form.template", KeyedArchiveWriter.bytes(root: parts)),
            ("Trace1.run/RunIssues.storedata", []),
        ]
    }

    @Test(arguments: ["9.3 (9E145)", "11.5 (11E608c)"]) func `an old recording says its version first`(
        version: String
    ) throws {
        let words = "this is a recording of Instruments \(version): its rows are packed in an older way"
        try withTemporaryFolder { folder in
            let path = "\(folder)/x.trace"
            try Bundles.write(Self.old(version), to: path)
            // Whoever has xcrun is told the same.
            #expect(!RecordingReader.automatic.exports(path) && RecordingReader.xcrun.exports(path))
            let error = #expect(throws: TraceError.self) { try TraceDump.store(path) }
            #expect(error?.diagnostic.message.hasPrefix(words) == true, "\(error?.diagnostic.text ?? "")")
            for prefix in ["x.trace/", ""] {
                let parts = Self.old(version).map {
                    PackedFiles.Part(name: prefix + $0.path, bytes: $0.bytes, isDeflated: true)
                }
                try Data(PackedFiles.zip(parts)).write(to: URL(fileURLWithPath: "\(folder)/x.zip"))
                let error = #expect(throws: TraceError.self) { try TraceDump.store("\(folder)/x.zip") }
                #expect(error?.diagnostic.message.hasPrefix(words) == true, "\(error?.diagnostic.text ?? "")")
            }
        }
        // One of a layout that is read is only not whole.
        guard case .failure(let error) = try Bundles.load(Self.old(version, layout: 5)) else {
            Issue.record("a recording without runs was read")
            return
        }
        #expect(error.diagnostic.message == "the recording holds no run")
    }

    @Test func `a recording that holds run 2 only says so`() throws {
        func second(_ files: Bundles.Files) -> Bundles.Files {
            files.map { file in
                let bytes = file.path.hasSuffix("tables.plist") ? Bundles.unpacked(file.bytes) : file.bytes
                return (file.path.replacing("corespace/run1/", with: "corespace/run2/"), bytes)
            }
        }
        // The list of tables names the folders; without it every store says what it is.
        let files = second(Bundles.landmarks).filter { !$0.path.hasSuffix("tables.plist") }
        for files in [files, files + [("corespace/run1/core/core-config/exposedTableInfo.plist", [1])]] {
            let (store, text) = try warnings(files)
            #expect(try store.rows("SELECT recording_run, recording_runs FROM traces") == ["2|2"])
            #expect(!text.contains("run 1"), "\(text)")
            let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
            #expect(report.traces[0].answer.recorded.details?.contains("run 2, the only one") == true)
            let doctor = try Doctor.examine(store, trace: 1)
            #expect(doctor.recording.hasSuffix("run 2, the only one"), "\(doctor.recording)")
        }
    }

    @Test func `a run of which nothing can be known is refused, not called empty`() throws {
        func message(_ list: @escaping ([UInt8]) -> [UInt8]) throws -> String {
            let files = Bundles.changed { path, bytes in path.hasSuffix("tables.plist") ? list(bytes) : bytes }
            guard case .failure(let error) = try Bundles.load(files) else { return "it was read" }
            return "\(error.kind): \(error.diagnostic.text)"
        }
        let damaged = try message { Array($0.prefix(40)) }
        #expect(damaged.hasPrefix("input: ") && damaged.contains("tables.plist: error: "), "\(damaged)")
        // As recordings of Instruments 7 are, which have no list of requirements either.
        let empty = Archived.object([("nextTableID", .integer(0)), ("tableDetails", .map([]))])
        let old = try message { _ in KeyedArchiveWriter.bytes(root: empty) }
        #expect(old.hasPrefix("input: ") && old.contains("run 1 of the recording lists no tables"), "\(old)")
    }

    @Test func `a run that was deleted is left out beside one that can be read`() throws {
        let files = Bundles.landmarks + [("corespace/run2/core/table-manager/tables.plist", [1, 2, 3])]
        let (store, text) = try warnings(files)
        #expect(text.contains("run 2 is left out"), "\(text)")
        #expect(try store.rows("SELECT count(*) > 0 FROM signposts") == ["1"])
        var options = TracePipeline.Options()
        options.importing.run = 2
        guard case .failure(let error) = try Bundles.load(files, options) else {
            Issue.record("a run that is damaged was read")
            return
        }
        #expect(error.diagnostic.text.contains("run2/core/table-manager/tables.plist"))
    }

    @Test func `stacks and messages that hold themselves over and over are refused`() throws {
        let loaded = try load { values in
            let process = values.process(7)
            let list = values.array((1...40_000).map { $0 })
            let stack = values.array([UInt64](repeating: process << 32 | list, count: 40_000))
            return timeProfile((1...1000).map { [$0 * 1_000_000, values.thread(8, of: 7), process, 1_000_000, stack] })
        }
        let lost = "SELECT detail FROM import_counters WHERE counter = 'missing-references'"
        #expect(try loaded.store.rows(lost).contains { $0.contains("time-profile.stack") })
        let log = try load { values in
            var message = values.message("x")
            // 200 messages in each, seven deep.
            for _ in 0..<7 { message = values.typed(Array(repeating: ("OSLogMetadata", message), count: 200)) }
            return osLog(
                (1...1000).map { [$0, values.process(7), values.text("a"), values.text("b"), message] })
        }
        #expect(try log.store.rows(lost).contains { $0.contains("os-log.message") })
    }

    /// A file of some hundred kilobytes could ask for more text than there is memory for.
    @Test func `one long message in very many others is written out so often only as its length allows`() throws {
        let rows = 2_000
        let log = try load { values in
            let line = values.text(String(repeating: "x", count: 500))
            let long = values.typed(Array(repeating: ("NarrativeText", line), count: 200))
            return osLog(
                (1...UInt64(rows)).map { number in
                    let message = values.typed([("NarrativeText", values.text("\(number) ")), ("OSLogMetadata", long)])
                    return [number, values.process(7), values.text("a"), values.text("b"), message]
                })
        }
        let whole = try log.store.rows("SELECT count(*) FROM logs WHERE length(message) > 100000")
        let missing = try log.store.rows("SELECT count FROM import_counters WHERE detail = 'os-log.message'")
        let lost = Int(missing.first ?? "") ?? 0
        #expect((1_500..<1_800).contains(lost), "\(missing)")
        #expect(whole == ["\(rows - lost)"], "\(whole)")
    }

    @Test func `a run that the recording does not have is an error of usage`() throws {
        var options = TracePipeline.Options()
        options.importing.run = 7
        guard case .failure(let error) = try Bundles.load(Bundles.landmarks, options) else {
            Issue.record("run 7 was read")
            return
        }
        #expect(error.kind == .usage && error.diagnostic.message == "the recording has no run 7")
    }

    /// Whatever bytes change in whatever file: an error of the input at worst, and every row accounted for.
    @Test(arguments: 0..<24) func `a damaged recording never does harm`(_ seed: Int) throws {
        var random = SeededNumbers(seed)
        var files = Bundles.landmarks
        let place = Int.random(in: 0..<files.count, using: &random)
        // Half of the time behind the packing, whose checksum would find it.
        var bytes = seed % 2 == 0 ? files[place].bytes : Bundles.unpacked(files[place].bytes)
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<min(bytes.count, 6000), using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] = 0xFF
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 40))
            default: bytes = Array(bytes.prefix(index))
            }
        }
        files[place].bytes = bytes
        if case .failure(let error) = try Bundles.load(files) {
            #expect(error.kind == .input, "\(files[place].path): \(error.diagnostic.text)")
        }
    }
}
