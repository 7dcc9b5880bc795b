import Testing

@testable import TraceKit

/// What reports say of exports that hold few tables, or tables without rows.
@Suite struct ExportReportTests {
    private static func report(_ files: String..., change: (inout ReportBuilder.Options) -> Void = { _ in }) throws
        -> TraceReport
    {
        let records = try Xctrace.records(
            files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let results = AnalysisPasses.run(records, AnalysisOptions())
            _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
        }
        var options = ReportBuilder.Options()
        change(&options)
        return try #require(try ReportBuilder.build(store, traces: [1], options).traces.first)
    }

    private static func line(_ label: String, _ report: TraceReport) -> String? {
        ReportWords.lines(report.answer).first { $0.label == label }?.text
    }

    private static func text(_ report: TraceReport) -> String {
        TextReport.render(Report(traces: [report], showsSQL: false), RenderOptions())
    }

    // MARK: Lines that tell of bodies

    private static func log(_ message: String) -> String {
        Xctrace.table(
            "os-log", "time subsystem category message",
            "<t>1000</t><s>com.apple.SwiftUI</s><s>Changed Body Properties</s><m>\(message)</m>")
    }

    @Test func `lines of a log have times, and are not said to have none`() throws {
        let report = try Self.report(Self.log("Row: _item changed."))
        #expect(
            Self.line("Bodies", report)
                == "1 body evaluation, with times, without durations; none ran unchanged")
        #expect(report.answer.recording.hasSuffix("1 body evaluation without a duration"))
        #expect(!Self.text(report).contains("without times") && !Self.text(report).contains("without a time"))
    }

    // MARK: Samples

    private static func profile(_ columns: String, _ rows: String...) -> String {
        Xctrace.table(
            "time-profile", columns, rows.joined(separator: "</row><row>"))
    }

    private static let stack = "<backtrace><frame name=\"f\"/></backtrace>"

    @Test func `samples without a thread are of none, the main one neither`() throws {
        let report = try Self.report(
            Self.profile(
                "time weight stack", "<t>1</t><w>1000000</w>\(Self.stack)", "<t>2</t><w>1000000</w>\(Self.stack)"))
        #expect(Self.line("Samples", report) == "2 samples of unknown threads, 2.0 ms of CPU")
        #expect(report.answer.samples?.hasMain == false && report.answer.samples?.mainRunning == 0)
    }

    @Test(arguments: [
        (
            "<thread fmt=\"find  0xe9f21 (find, pid: 7)\"/>",
            "1 sample of 1 thread; which one is the main thread is unknown"
        ),
        ("<thread fmt=\"Main Thread 0x1 (find, pid: 7)\"/>", "1 sample of 1 thread; 100 % of them on the main thread"),
    ])
    func `of threads the main one is told only where it is called so`(_ thread: String, _ words: String) throws {
        let report = try Self.report(Self.profile("time thread stack", "<t>1</t>\(thread)\(Self.stack)"))
        #expect(Self.line("Samples", report) == words)
    }

    // MARK: Hangs

    private static func hangs(_ process: String, run: Int = 1) -> String {
        Xctrace.table(
            "potential-hangs", "start duration thread process",
            "<s>1</s><d>700000000</d><thread fmt=\"Main Thread 0x1 (\(process), pid: 9)\"/><p fmt=\"\(process) (9)\"/>",
            run: run)
    }

    private static func contents(_ tables: String..., run: Int = 1) -> String {
        XctraceContentsTests.contents(
            XctraceContentsTests.run(
                " number=\"\(run)\"", "App", tables.map { "schema=\"\($0)\"" }.joined(separator: "/><table ")))
    }

    private static func fix(_ files: [String]) throws -> String {
        let report =
            files.count == 1
            ? try Self.report(files[0]) : try Self.report(files[0], files[1], files.count > 2 ? files[2] : files[1])
        let findings = try #require(report.sections.first { $0.id == "findings" })
        let hint = try #require(findings.columns.firstIndex { $0.name == "hint" })
        return try #require(findings.rows.first?[hint].text)
    }

    @Test func `samples that were recorded are to be exported, others to be recorded`() throws {
        let hangs = Self.hangs("App", run: 3)
        #expect(
            try Self.fix([Self.contents("time-sample", "time-profile", "potential-hangs", run: 3), hangs]).hasPrefix(
                "Export the table time-profile of the recording, which is not in this input "
                    + "(--xpath '/trace-toc/run[@number=\"3\"]/data/table[@schema=\"time-profile\"]'): the samples say")
        )
        #expect(
            try Self.fix([Self.contents("tick", "potential-hangs", run: 3), hangs]).hasPrefix(
                "Record again with the Time Profiler instrument and export its time-profile table with the others: "))
        #expect(
            try Self.fix([hangs]).hasPrefix("Export the time-profile table of the recording with the others, or record")
        )
        let empty = Xctrace.table("time-profile", "time thread stack", run: 3)
        #expect(
            try Self.fix([Self.contents("time-profile", "potential-hangs", run: 3), hangs, empty]).contains(
                "(the one that is here has no rows)"))
    }

    // MARK: Whose recording it is

    private static let all = XctraceContentsTests.contents(
        "<run number=\"1\"><info><target><device platform=\"macOS\" model=\"MacBook Pro\"/><all-processes/></target><summary>"
            + "<template-name>Blank</template-name></summary></info><data><table schema=\"potential-hangs\"/></data></run>"
    )

    @Test func `a recording of all processes is called so, and its process by its rows`() throws {
        #expect(try Self.report(Self.hangs("Safari")).answer.recording.hasPrefix("Safari"))
        #expect(
            try Self.report(Self.all, Self.hangs("Safari")).answer.recording.hasPrefix(
                "Safari, all processes recorded, MacBook Pro, macOS, template Blank"))
        #expect(
            try Self.report(Self.all, Self.hangs("Unknown")).answer.recording.hasPrefix(
                "process 9, whose name is not known, all processes recorded"))
        let empty = Xctrace.table("potential-hangs", "start duration")
        #expect(try Self.report(Self.all, empty).answer.recording.hasPrefix("all processes, MacBook Pro"))
    }

    // MARK: Inputs without anything to report on

    @Test func `tables without rows are there and empty, and nothing is advised that was done`() throws {
        let report = try Self.report(
            Xctrace.table("swiftui-updates", Xctrace.updateColumns),
            Xctrace.table("swiftui-full-causes", Xctrace.causeColumns))
        #expect(
            Self.line("Holds", report)?.hasSuffix("recorded, and empty: swiftui-full-causes, swiftui-updates") == true)
        #expect(report.answer.caveats.contains { $0.hasPrefix("the lane of view updates is empty") })
        #expect(report.answer.next == "trace-analyze doctor INPUT")
        #expect(!Self.text(report).contains("0 updates") && !Self.text(report).contains("Interactions"))
    }

    @Test func `causes alone are counted, and no update is`() throws {
        let report = try Self.report(
            Xctrace.table(
                "swiftui-causes", Xctrace.causeColumns, Xctrace.edge(1, Xctrace.array("A"), 2, Xctrace.array("B"))))
        #expect(Self.line("Holds", report)?.contains("cause") == true)
        #expect(!report.answer.recording.contains("update") && !report.answer.next.contains("swiftui-causes"))
        #expect(!report.sections.contains { $0.id == "interactions" || $0.id == "views" })
    }

    @Test func `a table of risks without rows is no log that was not recorded`() throws {
        let risks = Xctrace.table("hang-risks", "time process message severity event-type backtrace thread")
        let contents = Self.contents("hang-risks")
        let report = try Self.report(contents, risks) { $0.showsLogs = true }
        let log = try #require(report.sections.first { $0.id == "logs" })
        #expect(log.emptyNote == "the table hang-risks has no rows")
        let other = try Self.report(Self.contents("hang-risks", "os-log"), risks) { $0.showsLogs = true }
        #expect(
            other.sections.first { $0.id == "logs" }?.emptyNote
                == "recorded, but not in this input: export the table os-log")
    }

    // MARK: Whose rows, and which threads ran

    @Test func `a main thread that was sampled and never ran was blocked`() throws {
        let thread = "<thread fmt=\"Main Thread 0x1 (App, pid: 9)\"/>"
        let rows = (0..<9).map {
            "<t>\(100_000_000 + $0 * 1_000_000)</t>\(thread)<s>Blocked</s><w>1000000</w>\(Self.stack)"
        }
        let profile = Xctrace.table(
            "time-profile", "time thread thread-state weight stack", rows.joined(separator: "</row><row>"))
        let report = try Self.report(Self.hangs("App"), profile)
        #expect(Self.line("Samples", report)?.hasSuffix("the main thread never runs in them") == true)
        #expect(Self.line("Hottest", report) == "unknown: no thread runs in them")
        let findings = try #require(report.sections.first { $0.id == "findings" }?.rows.first)
        #expect(findings.contains(.text("hang-blocked")), "\(findings)")
    }

    @Test func `where nobody knows whose hitches they are, they have no ratio`() throws {
        let rows = ["App (7)", "Mail (8)"].enumerated().map {
            "<s>\($0 * 50_000_000)</s><d>33000000</d><p fmt=\"\($1)\"/>"
        }
        let hitches = Xctrace.table("hitches", "start duration process", rows.joined(separator: "</row><row>"))
        #expect(Self.line("Stalls", try Self.report(hitches))?.contains("a second") == false)
    }
}
