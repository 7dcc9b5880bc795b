import Testing

@testable import TraceKit

/// The table of contents: which run is shown, and what the recording has.
@Suite struct XctraceContentsTests {
    static func run(_ number: String, _ name: String, _ tables: String...) -> String {
        """
        <run\(number)><info><target><device platform="iOS" model="iPhone 11" name="Lab" os-version="18.7 (22H352)"/>
        <process type="attached" name="\(name)" pid="9"/></target><summary><duration>2</duration>
        <instruments-version>16.0 (17F42)</instruments-version><template-name>Blank \(name)</template-name></summary></info>
        <data>\(tables.map { "<table \($0)/>" }.joined())</data></run>
        """
    }

    static func contents(_ runs: String...) -> String { "<trace-toc>\(runs.joined())</trace-toc>" }

    private static func records(_ files: String..., run: Int? = nil) throws -> TraceRecords {
        var options = ImportOptions()
        options.run = run
        return try Xctrace.records(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, options)
    }

    private static let two = contents(
        run(" number=\"1\"", "First", "schema=\"tick\"", "schema=\"hitches\" row-count=\"7\""),
        run(
            " number=\"2\"", "Second", "schema=\"potential-hangs\" hangs-threshold=\"250\"", "schema=\"kdebug\"",
            "hangs-threshold=\"100\" schema=\"potential-hangs\"", "swift-table=\"OSSignpostIntervals(layoutScope: 1)\"",
            "schema=\"kdebug\" rows=\"-4\"", "target=\"ALL\""))

    @Test func `tables are kept by run and schema, with what is said of their rows`() throws {
        let tables = try Self.records(Self.two).recordedTables
        #expect(
            tables == [
                RecordedTable(run: 1, schema: "tick"), RecordedTable(run: 1, schema: "hitches", rows: 7),
                RecordedTable(run: 2, schema: "potential-hangs", tables: 2),
                RecordedTable(run: 2, schema: "kdebug", tables: 2),
                RecordedTable(run: 2, schema: "OSSignpostIntervals"),
            ])
    }

    @Test func `the run of the tables is described, whichever file comes first`() throws {
        let hangs = Xctrace.table("potential-hangs", "start duration", "<s>1</s><d>2</d>", run: 2)
        for files in [[Self.two, hangs], [hangs, Self.two]] {
            let metadata = try Self.records(files[0], files[1]).metadata
            #expect(metadata.app == "Second" && metadata.template == "Blank Second" && metadata.name == "Blank Second")
            #expect(metadata.recordingRun == 2 && metadata.recordingRuns == "1,2" && metadata.hangsThresholdMs == 100)
            #expect(metadata.instruments == "16.0 (17F42)")
        }
        let first = try Self.records(Self.two).metadata
        #expect(first.app == "First" && first.recordingRun == 1 && first.hangsThresholdMs == nil)
        let wanted = try Self.records(Self.two, run: 2).metadata
        #expect(wanted.app == "Second" && wanted.recordingRun == 2)
        // An empty table is of a run too.
        let empty = Xctrace.table("potential-hangs", "start duration", run: 2)
        #expect(try Self.records(Self.two, empty).metadata.app == "Second")
    }

    @Test func `runs without a number are counted`() throws {
        let text = Self.contents(Self.run("", "A", "schema=\"a\""), Self.run("", "B", "schema=\"b\""))
        let records = try Self.records(text)
        #expect(records.metadata.recordingRuns == "1,2" && records.recordedTables.map(\.run) == [1, 2])
    }

    @Test func `exports say their run without a table of contents too`() throws {
        let rows = Xctrace.table("hitches", "start duration", "<s>1</s><d>2</d>", run: 3)
        let metadata = try Self.records(rows).metadata
        #expect(metadata.recordingRun == 3 && metadata.recordingRuns == "3")
    }

    @Test func `a table of contents alone is refused with what to export`() throws {
        func refusal(_ files: String..., run: Int? = nil) throws -> Diagnostic? {
            var options = ImportOptions()
            options.run = run
            var assembly = TraceAssembly(options)
            for text in files {
                try assembly.read(ByteInput(bytes: Array(text.utf8), name: "toc.xml"), by: XctraceImporter.self)
            }
            do throws(TraceError) {
                _ = try assembly.finish()
                return nil
            } catch {
                return error.diagnostic
            }
        }
        let first = try #require(try refusal(Self.two))
        #expect(first.message == "this is a table of contents; export the tables that it names")
        #expect(first.fix?.contains("/trace-toc/run[@number=\"1\"]/data/table[@schema=\"hitches\"]") == true)
        #expect(first.fix?.contains("potential-hangs") == false && first.fix?.contains("--run N") == true)
        let second = try #require(try refusal(Self.two, run: 2))
        #expect(second.fix?.contains("run[@number=\"2\"]/data/table[@schema=\"potential-hangs\"]") == true)
        #expect(second.fix?.contains("OSSignpostIntervals") == true && second.fix?.contains("tick") == false)
        let none = try #require(try refusal(Self.contents(Self.run("", "A", "schema=\"tick\""))))
        #expect(none.fix?.contains("--template SwiftUI") == true)
        #expect(try refusal("<trace-toc/>") != nil)
        #expect(try refusal(Self.two, Xctrace.table("hitches", "start duration")) == nil)
    }

    private static func threads(_ pid: Int, _ start: Int) -> String {
        Xctrace.table(
            "time-profile", "time thread process",
            "<t>\(start)</t><sentinel/><process fmt=\"First (\(pid))\"><pid>\(pid)</pid></process>")
    }

    @Test func `rows long after the stated end are told, and the trace is as long as they are`() throws {
        let contents = Self.contents(Self.run(" number=\"1\"", "First", "schema=\"time-profile\""))
        let late = try Self.records(contents, Self.threads(9, 3_500_000_000))
        #expect(
            late.warnings.map(\.message) == [
                "the recording is stated to last 2.00 s, but 1 row begins later, the last at 3.50 s; "
                    + "the rows are kept, and the trace is taken to be as long as they are"
            ])
        #expect(late.warnings.first?.fix?.contains("another recording") == true && late.metadata.durationNs == nil)
        // Recordings stop a little later than they say.
        let near = try Self.records(contents, Self.threads(9, 2_900_000_000))
        #expect(near.warnings.isEmpty && near.metadata.durationNs == 2_000_000_000)
    }

    @Test func `a process of the stated name and another number is told`() throws {
        let contents = Self.contents(Self.run(" number=\"1\"", "First", "schema=\"time-profile\""))
        let other = try Self.records(contents, Self.threads(10, 5))
        #expect(
            other.warnings.map(\.message) == [
                "the recording is stated to be of First (9), but no row is: they are of First (10)"
            ])
        #expect(try Self.records(contents, Self.threads(9, 5), Self.threads(10, 6)).warnings.isEmpty)
    }

    @Test func `what is worth exporting does not repeat itself`() {
        #expect(RecordedTables.worth(of: ["time-sample", "time-profile", "tick"]) == ["time-profile"])
        #expect(RecordedTables.worth(of: ["time-sample", "cpu-profile"]) == ["time-sample"])
        #expect(
            RecordedTables.worth(of: ["SwiftUIFilteredUpdates", "swiftui-causes", "os-signpost", "OSSignpostIntervals"])
                == ["os-signpost", "OSSignpostIntervals", "SwiftUIFilteredUpdates", "swiftui-causes"])
        #expect(RecordedTables.worth(of: []).isEmpty)
    }

    @Test func `contents stay when a database is read back, and their foreign names are redacted`() throws {
        let records = try Self.records(Self.two)
        records.recordedTables.append(RecordedTable(run: 2, schema: "com-example-secret"))
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let results = AnalysisPasses.run(records, AnalysisOptions())
            _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
        }
        let again = try TraceReader.read(store.database, trace: 1)
        #expect(again.recordedTables == records.recordedTables && again.metadata == records.metadata)
        _ = Redaction.apply(to: again, key: "", AnalysisOptions())
        #expect(again.recordedTables.map(\.schema).filter { $0.contains("secret") } == [])
        #expect(again.recordedTables.map(\.schema).contains("potential-hangs"))
        #expect(again.metadata.recordingRuns == "1,2" && again.metadata.instruments == "16.0 (17F42)")
        #expect(again.metadata.template?.contains("First") == false)
    }

    @Test func `the view counts the rows of the input`() throws {
        let hangs = Xctrace.table("potential-hangs", "start duration", "<s>1</s><d>2</d>", run: 2)
        let records = try Self.records(Self.two, hangs, Xctrace.table("kdebug", "time", "<t>1</t>", "<t>2</t>", run: 2))
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let results = AnalysisPasses.run(records, AnalysisOptions())
            _ = try TraceWriter.write(records, results, importedAt: nil, into: database)
        }
        #expect(
            try store.rows("SELECT run, schema, tables, stated_rows, input_rows FROM recorded_tables ORDER BY id") == [
                "1|tick|1|-|-", "1|hitches|1|7|-", "2|potential-hangs|2|-|1", "2|kdebug|2|-|2",
                "2|OSSignpostIntervals|1|-|-",
            ])
    }
}
