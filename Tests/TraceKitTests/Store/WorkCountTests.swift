import CSQLite
import Testing

@testable import TraceKit

/// Counts work instead of time: what an import of ten times the rows may do ten times as often, and what only once.
@Suite struct WorkCountTests {
    /// What SQLite was asked to do.
    private final class Work {
        /// How often SQLite asked whether what it compiles is allowed: as often as statements are prepared, times what
        /// stands in them.
        var compiled = 0
        /// How many statements were run.
        var run = 0
        /// Rows that were visited in full scans.
        var scanSteps = 0
        var virtualMachineSteps = 0
    }

    private static func document(updates: Int) -> String {
        let rows = (0..<updates).map { row in
            let start = 1_000_000_000 + row * 1_000_000
            return """
                {"record":"update","id":\(row + 10),"cause":2,"view":"Row\(row % 30)","instance":"row-\(row % 7)",\
                "start_ns":\(start),"duration_ns":\(100_000 + row * 7919 % 900_000)}
                """
        }
        return """
            {"record":"interaction","id":1,"kind":"tap","name":"Favorite","start_ns":1000000000,"duration_ns":80000000}
            {"record":"cause","id":2,"cause":1,"kind":"state","name":"isOn","origin":"app","start_ns":1000000000}
            \(rows.joined(separator: "\n"))

            """
    }

    private static func records(_ text: String) throws -> TraceRecords {
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(text.utf8), name: "trace.ndjson")
        try assembly.read(input, by: TraceKitNDJSONImporter.self)
        return try assembly.finish()
    }

    /// Writes a trace of so many updates and counts what SQLite did for it.
    private static func write(updates: Int) throws -> Work {
        let records = try records(document(updates: updates))
        let work = Work()
        _ = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let context = Unmanaged.passUnretained(work).toOpaque()
            sqlite3_trace_v2(database.handle, UInt32(SQLITE_TRACE_PROFILE), countRun, context)
            sqlite3_set_authorizer(database.handle, countCompiled, context)
            defer {
                sqlite3_trace_v2(database.handle, 0, nil, nil)
                sqlite3_set_authorizer(database.handle, nil, nil)
            }
            _ = try TraceWriter.write(
                records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
        }
        return work
    }

    private static func work(_ context: UnsafeMutableRawPointer) -> Work {
        Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
    }

    private static let countCompiled:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { context, _, _, _, _, _ in
            if let context { WorkCountTests.work(context).compiled += 1 }
            return SQLITE_OK
        }

    private static let countRun:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                _, context, statement, _ in
                guard let context, let statement else { return 0 }
                let work = WorkCountTests.work(context)
                let handle = OpaquePointer(statement)
                work.run += 1
                work.scanSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
                work.virtualMachineSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
                return 0
            }

    @Test func `ten times the updates prepare no statement more often`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.compiled > 50)
        #expect(large.compiled == small.compiled)
    }

    @Test func `what SQLite does for a row does not grow with the rows`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.virtualMachineSteps > 1_000)
        // A step for every pair of rows would make a hundred times as many.
        #expect(large.virtualMachineSteps < 11 * small.virtualMachineSteps)
        #expect(large.scanSteps < 11 * max(small.scanSteps, 1_000))
    }

    @Test(arguments: [
        "landmarks-before.json", "ndjson/landmarks-before.ndjson", "csv/landmarks-before.csv",
        "xctrace/landmarks-before/swiftui-updates.xml",
    ])
    func `every byte of a file is read once`(_ sample: String) throws {
        let path = "\(Repository.root)/SampleTraces/\(sample)"
        let input = try ByteInput(path: path)
        var read = 0
        input.onRead = { read += $0 }
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        _ = try assembly.finish()
        #expect(read == input.size)
    }

    // MARK: What every pair could have to do with each other

    /// Ten times as much may take ten times the steps, and a little more where something is sorted.
    private static func expectNoPairs(_ small: Int, _ large: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(small > 0 && large < 20 * small, "\(small) → \(large)", sourceLocation: sourceLocation)
    }

    /// What hangs hold, where all of them hold much of all: nested, one behind the other, or the same.
    @Test(arguments: ["nested", "staggered", "equal"])
    func `hangs that overlap do not walk over what they hold one by one`(_ shape: String) throws {
        func steps(_ count: Int) throws -> [Int] {
            let hangs = (0..<count).map { row in
                let (start, length) =
                    switch shape {
                    case "nested": (row, 2 * (count - row))
                    case "staggered": (row, count)
                    default: (0, 2 * count)
                    }
                return "{\"start_us\": \(start), \"duration_us\": \(length)}"
            }
            let updates = (0..<count).map { row in
                "{\"view\": \"Row\(row)\", \"start_us\": \(2 * row), \"duration_us\": \(1 + row * 7919 % count)}"
            }
            let samples = (0..<count).map { row in
                "{\"start_us\": \(2 * row), \"frames\": [\"leaf\(row)\", \"call\(row % 3)\", \"main\"]}"
            }
            let records = try Traces.records(
                RuleTraces.document(("hangs", hangs), ("updates", updates), ("samples", samples)))
            let results = AnalysisPasses.run(records, AnalysisOptions())
            let stalls = StallLookup(records, results)
            let context = RuleContext(records, AnalysisOptions(), results)
            var main = MainSamples(context)
            for hang in records.hangs {
                _ = stalls.summary(from: hang.start, duration: hang.duration)
                _ = main.heavyPath(from: hang.start, to: hang.start + hang.duration, context)
            }
            return [stalls.steps, main.steps]
        }
        for (small, large) in zip(try steps(300), try steps(3_000)) { Self.expectNoPairs(small, large) }
    }

    /// What SQLite does for a report.
    private static func reportSteps(_ store: TraceStore, _ zoom: ReportZoom = ReportZoom()) throws -> Int {
        let (work, database) = (Work(), store.database.handle)
        sqlite3_trace_v2(
            database, UInt32(SQLITE_TRACE_PROFILE), countRun, Unmanaged.passUnretained(work).toOpaque())
        defer { sqlite3_trace_v2(database, 0, nil, nil) }
        var options = ReportBuilder.Options()
        (options.hasPage, options.zoom) = (true, zoom)
        _ = try ReportBuilder.build(store, traces: [1], options)
        return work.virtualMachineSteps
    }

    /// Whatever reads one trace of a database.
    @Test func `a trace is read as quickly beside fifty others`() throws {
        let document = DiffTraces.json([.init(updates: (0..<40).map { ("Row\($0)", 4, 9) })])
        func steps(_ traces: Int) throws -> Int {
            let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                for _ in 0..<traces { try Traces.write(document, into: database) }
            }
            let work = Work()
            sqlite3_trace_v2(
                store.database.handle, UInt32(SQLITE_TRACE_PROFILE), Self.countRun,
                Unmanaged.passUnretained(work).toOpaque())
            defer { sqlite3_trace_v2(store.database.handle, 0, nil, nil) }
            var options = ReportBuilder.Options()
            options.hasPage = true
            _ = try ReportBuilder.build(store, traces: [2], options)
            options.zoom.view = "Row7"
            _ = try ReportBuilder.build(store, traces: [2], options)
            _ = try Doctor.examine(store, trace: 2)
            _ = try store.database.reading { () throws(TraceError) in
                try FigureReader.read(store, trace: 2)
            }
            return work.virtualMachineSteps
        }
        let (few, many) = (try steps(2), try steps(50))
        #expect(few > 1_000 && Double(many) < 1.3 * Double(few), "\(few) → \(many)")
    }

    @Test func `what begins during a signpost is not held against each of its intervals`() throws {
        func steps(_ count: Int) throws -> Int {
            func rows(_ more: String) -> String {
                (0..<count).map { "{\(more), \"start_ns\": \($0 * 10), \"duration_ns\": 5}" }.joined(separator: ", ")
            }
            var zoom = ReportZoom()
            zoom.during = "Load"
            let store = try Traces.store(
                """
                {"format": "tracekit", "version": 1, "updates": [\(rows(#""view": "Row""#))],
                 "signposts": [\(rows(#""name": "Load""#))], "hangs": [\(rows(#""thread": "main""#))]}
                """)
            return try Self.reportSteps(store, zoom)
        }
        Self.expectNoPairs(try steps(100), try steps(1_000))
    }

    @Test func `runs of recurring causes on a page are not held against each other`() throws {
        func steps(_ count: Int) throws -> Int {
            let rows = (0..<count).map { #"{"view": "Row", "start_ns": \#($0 * 10), "duration_ns": 5}"# }
            let store = try Traces.store(Traces.document("updates", rows))
            try store.database.execute(
                """
                INSERT INTO recurring_cause (id, trace_id, label, is_seen, view_id, runs, updates, total_ns, necessary,
                    unnecessary, unknown, wasted_ns) VALUES (1, 1, 'Timer', 1, 1, \(count), \(count), 0, 0, 0, 0, 0);
                INSERT INTO recurring_run (id, trace_id, cause_id, start_ns, updates)
                    SELECT row_number() OVER (ORDER BY id), 1, 1, start_ns, 1 FROM view_update;
                UPDATE view_update SET run_id = id - (SELECT min(id) FROM view_update) + 1
                """)
            return try Self.reportSteps(store)
        }
        Self.expectNoPairs(try steps(200), try steps(2_000))
    }

    /// Recordings of all processes have some hundred, and tens of thousands of rows of them.
    @Test(arguments: [nil, "P1"])
    func `a report does not go through all processes for every row`(_ process: String?) throws {
        func steps(_ count: Int) throws -> Int {
            let lanes = ["hitches", "hangs", "signposts", "logs"].map { lane in
                let rows = (0..<count).map { row in
                    #"{"name": "load", "message": "m", "level": "error", "process": "P\#(row)", "start_ns": \#(row), "duration_ns": 9}"#
                }
                return "\"\(lane)\": [\(rows.joined(separator: ", "))]"
            }
            let trace = process.map { "{\"process\": \"\($0)\"}" } ?? "{}"
            let store = try Traces.store(
                "{\"format\": \"tracekit\", \"version\": 1, \"trace\": \(trace), \(lanes.joined(separator: ", "))}")
            return try Self.reportSteps(store)
        }
        Self.expectNoPairs(try steps(100), try steps(1_000))
    }

    @Test func `intervals that cannot share a track do not try all of them`() {
        func steps(_ count: Int64) -> Int {
            var book = TrackBook()
            for row in 0..<count {
                _ = book.place(.signposts, thread: nil, start: row * 1_000, end: 1_000_000_000 + row * 3_000)
            }
            return book.steps
        }
        Self.expectNoPairs(steps(1_000), steps(10_000))
    }

    @Test func `patterns of a budget are not held against every name`() {
        func comparisons(_ count: Int) -> Int {
            var trace = TraceFigures(id: 1)
            trace.all.updates = count
            for view in 0..<count {
                trace.views[ViewFigureKey(view: "View\(view)Row", kind: .body), default: UpdateFigures()].counts
                    .updates = 1
            }
            let limits = (0..<count).map { row in
                BudgetLimit(
                    scope: .views, subject: row % 2 == 0 ? "View\(row)R*" : "*w\(row)Row", measure: .red,
                    bound: .most(0), place: Place(file: "b.json"))
            }
            let now = BudgetFigures(trace)
            let run = BudgetRun(limits: limits, now: now, before: nil, next: BudgetNext(CommandInput()))
            for limit in limits { _ = run.outcomes(of: limit) }
            return now.comparisons
        }
        Self.expectNoPairs(comparisons(400), comparisons(4_000))
    }

    @Test func `the places in a budget are counted once`() throws {
        func counted(_ keys: Int) -> Int {
            let text = (0..<keys).map { "\"View\($0)\": 1,\n" }.joined()
            let input = ByteInput(bytes: Array(text.utf8), name: "b.json")
            var counted = 0
            input.onCount = { counted += $0 }
            for offset in stride(from: 0, to: text.utf8.count, by: 10) { _ = input.place(of: offset) }
            return counted
        }
        Self.expectNoPairs(counted(1_000), counted(10_000))
    }

    @Test func `the paths of a long chain are not walked over from each of its ends`() throws {
        func walked(_ count: Int) throws -> Int {
            let updates = (0..<count).map { row in
                let cause = row > 0 ? ", \"cause\": \(row)" : ""
                return "{\"id\": \(row + 1)\(cause), \"view\": \"Row\(row)\", \"start_ns\": \(row), \"duration_ns\": 1}"
            }
            let records = try Traces.records(RuleTraces.document(("updates", updates)))
            let paths = PathTree(AnalysisPasses.run(records, AnalysisOptions()).parent, records.labels)
            var steps = PathSteps(paths)
            for path in paths.pathOfNode.buffer { _ = steps.chain(Int(path), paths) }
            return steps.walked
        }
        Self.expectNoPairs(try walked(1_000), try walked(10_000))
    }

    /// Lines that tell of one body or of many, of one property each or of all in one line.
    @Test(arguments: ["properties of one view", "views", "one line"])
    func `why bodies ran is told without holding every row against all lines`(_ shape: String) throws {
        func steps(_ count: Int) throws -> Int {
            func line(_ view: String, _ changed: some Sequence<String>) -> String {
                let list = changed.map { "\"\($0)\"" }.joined(separator: ", ")
                return "{\"view\": \"\(view)\", \"changed\": [\(list)]}"
            }
            let all = (0..<count).map { "_p\($0)" }
            let lines =
                switch shape {
                case "properties of one view": all.map { line("Row", [$0]) }
                case "views": all.map { line("Row\($0)", ["@self"]) }
                default: [line("Row", all)]
                }
            return try Self.reportSteps(try Traces.store(RuleTraces.document(("updates", lines))))
        }
        Self.expectNoPairs(try steps(300), try steps(3_000))
    }

    /// Counts from closures that may run anywhere; here they do not.
    private final class Counter: @unchecked Sendable { var count = 0 }

    @Test func `names that many chains share are paired once`() {
        func paired(_ count: Int) -> Int {
            var trace = TraceFigures(id: 1)
            let names = (0..<count).map { "View\($0).body" }
            for end in 1...count {
                var chain = UpdateFigures()
                chain.byInteraction[InteractionKey(kind: "tap", name: nil)] = UpdateCounts()
                trace.chains[names[max(0, end - 20)..<end].joined(separator: " → ")] = chain
            }
            let counter = Counter()
            var options = DiffOptions()
            options.pairingName = { name in
                counter.count += 1
                return name
            }
            _ = ChainPairs(
                DiffNames(before: [trace], after: [], options), DiffRoots(interactions: [], views: []), [trace.chains])
            return counter.count
        }
        #expect(paired(2_000) == 2_000)
    }

    /// Looking for each of them in all traces took minutes here.
    @Test func `views that one trace alone has are not looked for in the others`() throws {
        let traces = (0..<2_000).map { id in
            var trace = TraceFigures(id: Int64(id + 1))
            (trace.lanes, trace.all.updates) = ([.updates], 20)
            trace.interactions[InteractionKey(kind: "tap", name: nil)] = InteractionFigures(count: 20)
            for view in 0..<20 {
                let key = ViewFigureKey(view: "View\(id)x\(view)", kind: .body)
                trace.views[key, default: UpdateFigures()].counts.updates = 1
            }
            return trace
        }
        let trend = try withinAMinute { try TrendBuilder.build(traces) }
        #expect(
            trend.warnings.contains("40,000 views of a single trace with less than 2 updates an interaction: no rows"))
    }
}
