import Testing

@testable import TraceKit

/// Files of one recording in, the records and counters of the trace as lines out.
@Suite struct XctraceImporterTests {
    // MARK: Recognition

    @Test func `its files are known by their root element`() {
        func isKnown(_ head: String) -> Bool { withSlice(head) { XctraceImporter.recognizes($0) } }
        #expect(isKnown("<?xml version=\"1.0\"?>\n<trace-query-result>\n<node"))
        #expect(isKnown("\u{FEFF}<!-- saved -->\n<trace-toc>"))
        #expect(isKnown("<trace-query-result/>"))
        #expect(!isKnown("<trace-query-results>"))
        #expect(!isKnown("{\"trace-toc\": 1}"))
        #expect(!isKnown(""))
    }

    // MARK: Cells

    @Test func `columns count by place and never by tag`() {
        Xctrace.check(
            Xctrace.table(
                "hitches", "duration display start narrative-description is-system",
                "<start-time>20</start-time><duration>9</duration><duration>100</duration><a>slow</a><b fmt=\"Yes\">1</b>"
            ),
            lines: "hitch 100+20 system slow", "schema-rows hitches 1")
    }

    @Test func `a reference finds its value at any depth, in columns that nothing reads too`() {
        Xctrace.check(
            Xctrace.table(
                "potential-hangs", "extra start duration hang-type thread process",
                "<x><y id=\"1\">100</y><z><w id=\"2\" fmt=\"Severe\"/></z></x><start-time ref=\"1\"/><duration id=\"9\">7</duration>"
                    + "<hang-type ref=\"2\"/><thread id=\"3\" fmt=\"Main Thread 0x1 (A, pid: 1)\"><tid id=\"4\">1</tid></thread><p/>",
                "<x/><start-time ref=\"4\"/><duration ref=\"9\" /><hang-type ref=\"2\"></hang-type><thread ref=\"3\"/><p/>"
            ),
            lines: "hang 1+7 main Severe", "hang 100+7 main Severe", "schema-rows potential-hangs 2",
            "unknown-column potential-hangs.extra 1")
    }

    @Test func `threads and frames may be defined in columns that nothing reads`() {
        let thread = "<thread id=\"3\" fmt=\"Worker 0x2 (A, pid: 1)\"><tid id=\"4\">1</tid></thread>"
        Xctrace.check(
            Xctrace.table(
                "potential-hangs", "extra start duration thread", "\(thread)<s>1</s><d>2</d><thread ref=\"3\"/>"),
            lines: "hang 1+2 Worker 0x2 -", "schema-rows potential-hangs 1", "unknown-column potential-hangs.extra 1")
        let frame = "<frame id=\"8\" name=\"f\"><binary id=\"9\" name=\"App\"/></frame>"
        let again = "<frame name=\"g\"><binary ref=\"9\"/></frame>"
        Xctrace.check(
            Xctrace.table(
                "time-profile", "extra time stack", "\(frame)<t>1</t><backtrace><frame ref=\"8\"/>\(again)</backtrace>"),
            lines: "sample 1 (not named) - -1 [f App, g App]", "schema-rows time-profile 1",
            "unknown-column time-profile.extra 1")
    }

    @Test func `a reference to nothing rejects a row that needs it`() {
        Xctrace.check(
            Xctrace.table("hitches", "start duration", "<s ref=\"8\"/><d>5</d>", "<s>1</s><d>5</d>"),
            lines: "hitch 1+5 app -",
            "reject dangling-reference t.xml:4:1 'start' refers to a value that the file does not hold",
            "schema-rows hitches 2", "missing-references hitches.s 1",
            "warning values are missing that rows refer to: hitches.s (1)")
    }

    @Test(arguments: ["abc", "", " 2", "-1", "5.0", "99999999999999999999999", "3", "9"])
    func `what a reference does not lead to is missing, in a column of any kind`(_ ref: String) {
        let row =
            "<s id=\"1\">1</s><d id=\"2\">5</d><u>7</u><k>View Body Updates</k><string id=\"4\">A</string>"
            + "<thread id=\"5\" fmt=\"Main Thread (0x1)\"><tid>1</tid></thread>"
        let columns = "start duration id update-type description thread"
        // A name that is missing is none, a thread that is missing the main one.
        Xctrace.check(
            Xctrace.table(
                "swiftui-updates", columns, row, "<s>2</s><d ref=\"\(ref)\"/><u>8</u><k/><string ref=\"4\"/>",
                "<s>3</s><d>1</d><u>9</u><k ref=\"\(ref)\"/><string ref=\"4\"/><thread ref=\"\(ref)\"/>",
                "<s>4</s><d id=\"3\">1</d><u>10</u><k/><string ref=\"4\"/>"),
            lines: "update 7 A (A) body - update 1+5 main - -1 -1", "update 9 A (A) other - update 3+1 main - -1 -1",
            "update 10 A (A) other - update 4+1 main - -1 -1",
            "reject dangling-reference t.xml:5:1 'duration' refers to a value that the file does not hold",
            "schema-rows swiftui-updates 4", "missing-references swiftui-updates.d 1",
            "missing-references swiftui-updates.k 1", "missing-references swiftui-updates.thread 1",
            "warning values are missing that rows refer to: swiftui-updates.d (1), swiftui-updates.k (1), "
                + "swiftui-updates.thread (1)")
    }

    @Test func `what is there and empty is not missing`() {
        Xctrace.check(
            Xctrace.table(
                "time-profile", "time stack", "<t>1</t><backtrace id=\"3\"/>", "<t>2</t><backtrace ref=\"3\"/>"),
            lines: "sample 1 (not named) - -1 []", "sample 2 (not named) - -1 []", "schema-rows time-profile 2")
    }

    // MARK: Rows by another name

    /// A table of two rows, the second of them as it is to be.
    private func hitches(_ second: String) -> String {
        Xctrace.table("hitches", "start duration", "<s id=\"1\">1</s><d>5</d>")
            .replacing("</row>\n</node>", with: "</row>\n\(second)</node>")
    }

    @Test func `rows by another name are counted and named, how deep ever they stand`() {
        let cells = "<s ref=\"1\"/><d>6</d>"
        for (second, found, unknown) in [
            ("<record>\(cells)</record>", "<record>", ["record"]), ("<Row>\(cells)</Row>", "<Row>", ["Row"]),
            ("<x:row>\(cells)</x:row>", "<x:row>", ["x:row"]),
            ("<rows><row>\(cells)</row></rows>", "<row> in <rows>", ["rows"]),
            ("<a><b><record>\(cells)</record></b></a>", "<record> in <b>", ["a", "b", "record"]),
            ("<record><s>7</s><d>6</d></record>", "<record>", ["record"]),
        ] {
            let lines = Xctrace.lines([ByteInput(bytes: Array(hitches(second).utf8), name: "t.xml")])
            let tag = found.prefix { $0 != " " }
            let column = 1 + (second.components(separatedBy: tag).first?.utf8.count ?? 0)
            let place = "t.xml:5:\(column)"
            #expect(
                lines == [
                    "hitch 1+5 app -",
                    "reject unknown-record \(place) expected <row> in the <node> of a table, found \(found)",
                    "schema-rows hitches 2",
                ] + unknown.map { "unknown-element hitches.\($0) 1" }, "\(second)")
        }
    }

    @Test func `a word beside the rows is counted, and what rows refer to is none`() {
        Xctrace.check(
            hitches("<note>seen</note><backtrace id=\"9\"><frame id=\"8\" name=\"f\"/></backtrace>"),
            lines: "hitch 1+5 app -", "schema-rows hitches 1", "unknown-element hitches.note 1")
    }

    @Test func `a table by another name is no empty export`() {
        let table = hitches("").replacing("<node", with: "<table").replacing("</node", with: "</table")
        Xctrace.check(
            table,
            lines: "reject unknown-record t.xml:4:1 expected <row> in the <node> of a table, found <row> in <table>",
            "unknown-element table 1")
    }

    // MARK: Lanes that cannot be read

    /// The error of an assembly of these files, or how many rows it took.
    private func outcome(_ files: String..., options: ImportOptions = ImportOptions()) -> String {
        do throws(TraceError) {
            var assembly = TraceAssembly(options)
            for (index, text) in files.enumerated() {
                let input = ByteInput(bytes: Array(text.utf8), name: "f\(index)")
                try assembly.read(input, by: try TraceAssembly.importer(for: input))
            }
            return "\(try assembly.finish().counters.count(.rowsImported)) rows"
        } catch {
            return "\(error.diagnostic.place?.text ?? ""): \(error.diagnostic.message)"
        }
    }

    @Test func `a table or a lane with rows of which none could be taken is an error, whatever others hold`() {
        let good = Xctrace.table("potential-hangs", "start duration hang-type", "<s>1</s><d>5</d><h>Hang</h>")
        let bad = Xctrace.table("hitches", "start duration", "<s>soon</s><d>5</d>", "<s>x</s><d>5</d>")
        let why = "none of the 2 rows of the"
        #expect(
            outcome(good, bad)
                == "f1:4:1: \(why) lane 'hitches' could be taken; the first: 'start' must be a whole number, found 'soon'"
        )
        let mixed = Xctrace.table("hitches", "start duration", "<s>soon</s><d>5</d>", "<s>1</s><d>5</d>")
        #expect(outcome(good, mixed) == "2 rows")
        // Two tables of one lane are two tables.
        let updates = Xctrace.table("swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "A"))
        let filtered = Xctrace.table(
            "SwiftUIFilteredUpdates", Xctrace.updateColumns, Xctrace.update(2, "B", duration: "x"))
        #expect(outcome(updates, filtered).contains("none of the 1 rows of the table 'SwiftUIFilteredUpdates'"))
        #expect(outcome(updates, hitches("").replacing("row>", with: "r>")).contains("lane 'hitches'"))
        var options = ImportOptions()
        options.takesUnreadableLanes = true
        #expect(outcome(good, bad, options: options) == "1 rows")
    }

    @Test func `rows that were read and only do not go together with others are no such lane`() {
        let records = "\"updates\": [{\"id\": 1, \"view\": \"A\", \"start_ns\": 1}]"
        for lane in [
            "\"edges\": [{\"from\": 1, \"to\": 1}, {\"from\": 1}]", "\"edges\": [{\"from\": 1, \"to\": 2}, 7]",
            "\"causes\": [{\"id\": 1, \"name\": \"c\"}, {\"id\": 2}]",
        ] {
            #expect(outcome("{\"format\": \"tracekit\", \(records), \(lane)}") == "1 rows")
        }
    }

    @Test func `so it is in the shapes of our own format, but not where the file ends in the row`() {
        let update = "{\"record\": \"update\", \"view\": \"A\", \"start_ns\": 1}"
        let hang = "{\"record\": \"hang\", \"start_ns\": -1, \"duration_ns\": 1}"
        let first = "could be taken; the first: the start is before the trace begins (-1 ns)"
        #expect(outcome("\(update)\n\(hang)\n") == "f0:2:32: none of the 1 rows of the lane 'hangs' \(first)")
        #expect(
            outcome("record,view,start_ns,duration_ns\nupdate,A,1,\nhang,,-1,1\n")
                == "f0:3:7: none of the 1 rows of the lane 'hangs' \(first)")
        #expect(
            outcome("{\"format\": \"tracekit\", \"updates\": [\(update)], \"hangs\": [\(hang)]}")
                .contains("'hangs' \(first)"))
        #expect(
            outcome("{\"format\": \"tracekit\", \"updates\": [\(update)], \"hangs\": [{\"start_ns\": 1") == "1 rows")
        let table = Xctrace.table("hitches", "start duration", "<s>1</s><d>5</d>")
        #expect(outcome(update + "\n", String(table.prefix(table.utf8.count - 45))) == "1 rows")
    }

    @Test func `a sentinel is no value`() {
        Xctrace.check(
            Xctrace.table("hitches", "start duration", "<s>1</s><sentinel/>", "<sentinel/><d>5</d>"),
            lines: "reject missing-field t.xml:4:1 the duration is missing",
            "reject missing-field t.xml:5:1 the start is missing", "schema-rows hitches 2")
    }

    @Test func `numbers are exact or rejected`() {
        Xctrace.check(
            Xctrace.table(
                "hitches", "start duration", "<s>-4</s><d>1</d>", "<s>soon</s><d>1</d>",
                "<s>1</s><d>18446744073709551616</d>",
                "<s> 007 </s><d>1</d>"),
            lines: "hitch 7+1 app -", "reject negative t.xml:4:1 the start is before the trace begins (-4 ns)",
            "reject wrong-type t.xml:5:1 'start' must be a whole number, found 'soon'",
            "reject out-of-range t.xml:6:1 'duration' does not fit 64 bits: '18446744073709551616'",
            "schema-rows hitches 4")
    }

    @Test func `a row with more cells than columns is rejected`() {
        Xctrace.check(
            Xctrace.table("hitches", "start duration", "<s>1</s><d>2</d><e>3</e>"),
            lines: "reject malformed t.xml:4:1 the row has 3 cells, but the table has 2 columns",
            "schema-rows hitches 1")
    }

    @Test func `a reference finds its value however large its number is`() {
        Xctrace.check(
            Xctrace.table(
                "hitches", "start duration", "<s id=\"18446744073709551615\">1</s><d id=\"70000\">5</d>",
                "<s ref=\"70000\"/><d ref=\"18446744073709551615\"/>"),
            lines: "hitch 1+5 app -", "hitch 5+1 app -", "schema-rows hitches 2")
    }

    // MARK: Tables

    @Test func `a table has 4096 columns at most`() {
        func lines(_ count: Int) -> [String] {
            let columns = (2..<count).map { "c\($0)" }.joined(separator: " ")
            let text = Xctrace.table("hitches", "start duration \(columns)", "<s>1</s><d>2</d>")
            return Xctrace.lines([ByteInput(bytes: Array(text.utf8), name: "t.xml")])
        }
        #expect(lines(4096).first == "hitch 1+2 app -")
        #expect(lines(4097).first?.hasSuffix(": a table has more than 4096 columns") == true)
    }

    @Test func `an empty table says that it is there`() {
        Xctrace.check(Xctrace.table("swiftui-updates", Xctrace.updateColumns), lines: "schema-empty swiftui-updates 1")
    }

    @Test func `rows of an unknown schema are counted`() {
        Xctrace.check(
            Xctrace.table("runloop-events", "time", "<a>1</a>", "<a>2</a>"),
            lines: "rows-skipped 2", "skipped-schema-not-read runloop-events 2")
    }

    @Test func `a table without a column that it needs is an error that names both`() {
        Xctrace.check(
            Xctrace.table("swiftui-updates", "begin duration id", "<a>1</a><b>2</b><c>3</c>"),
            lines: "error: t.xml:3:54: the table swiftui-updates has no column 'start'; found: begin, duration, id")
    }

    @Test func `a schema without a name is known by its columns`() {
        Xctrace.check(
            Xctrace.table(nil, "sample-time backtrace", "<sample-time>5</sample-time><backtrace/>"),
            lines: "sample 5 (not named) - -1 []", "schema-rows time-profile 1")
    }

    @Test func `a further node without a schema continues the one before, with ids of its own`() {
        let schema = "<schema name=\"hitches\">\(Xctrace.header("start duration"))</schema>"
        Xctrace.check(
            "<trace-query-result>" + Xctrace.node(schema, ["<s id=\"1\">1</s><d id=\"2\">2</d>"])
                + Xctrace.node("", ["<s id=\"1\">11</s><d ref=\"1\"/>", "<s ref=\"1\"/><d ref=\"2\"/>"])
                + "</trace-query-result>",
            lines: "hitch 1+2 app -", "hitch 11+2 app -", "hitch 11+11 app -", "schema-rows hitches 3")
    }

    @Test func `the run asked for is read, else the first`() {
        let files = (
            Xctrace.table("hitches", "start duration", "<s>1</s><d>2</d>", run: 1),
            Xctrace.table("hitches", "start duration", "<s>3</s><d>4</d>", run: 2)
        )
        Xctrace.check(
            files.0, files.1, lines: "hitch 1+2 app -", "rows-skipped 1", "schema-rows hitches 1",
            "skipped-other-run hitches 1")
        var options = ImportOptions()
        options.run = 2
        Xctrace.check(
            files.0, files.1, options: options, lines: "hitch 3+4 app -", "rows-skipped 1", "schema-rows hitches 1",
            "skipped-other-run hitches 1")
        options.run = 3
        Xctrace.check(
            files.0, files.1, options: options, lines: "error: : no table is of run 3; the exports hold run 1, 2")
    }

    // MARK: Table of contents

    private static func contents(_ start: String) -> String {
        """
        <?xml version="1.0"?>
        <trace-toc><run number="2"><info><summary><template-name>Other</template-name></summary></info></run>
        <run number="1"><info><target>
        <device platform="iOS" model="iPhone 17" name="Test phone" os-version="26.1 (23B85)"/>
        <process type="launched" name="Landmarks" pid="42"/></target>
        <summary><start-date>\(start)</start-date><duration>12.557620</duration><template-name>SwiftUI</template-name></summary>
        </info><processes><process name="kernel" pid="0"/></processes><data><table schema="hitches"/></data></run></trace-toc>
        """
    }

    @Test func `the lowest run says what was recorded`() throws {
        let input = ByteInput(bytes: Array(Self.contents("2026-09-24T12:33:55.390+05:30").utf8), name: "t.xml")
        let metadata = try Xctrace.records([input], ImportOptions()).metadata
        #expect(metadata.name == "SwiftUI")
        #expect(metadata.app == "Landmarks")
        #expect(metadata.pid == 42)
        #expect(metadata.device == "iPhone 17 (Test phone)")
        #expect(metadata.os == "iOS 26.1 (23B85)")
        #expect(metadata.startedAt == "2026-09-24T12:33:55.390+05:30")
        #expect(metadata.durationNs == 12_557_620_000)
    }

    @Test func `what else stands in a table of contents is passed over, and rows of it are counted`() throws {
        let text = """
            <trace-toc><device name="not this"><process name="nor this"/></device><run number="1">
            <tracks><track name="Hangs"><details><detail name="List"><row><c>1</c></row><row/></detail></details></track></tracks>
            <info><target><process name="App" pid="9"/><process name="Second"/></target></info></run></trace-toc>
            """
        let records = try Xctrace.records([ByteInput(bytes: Array(text.utf8), name: "t.xml")], ImportOptions())
        #expect(records.metadata.app == "App" && records.metadata.pid == 9 && records.metadata.device == nil)
        #expect(records.counters.count(.rowsSeen) == 2)
        #expect(records.counters.count(.skippedSchema, XctraceWords.trackDetail) == 2)
    }

    @Test func `exports of two recordings are told apart`() {
        Xctrace.check(Self.contents("A"), Self.contents("A"), lines: "contents-without-tables run 2 1")
        Xctrace.check(
            Self.contents("A"), Self.contents("B"),
            lines: "contents-without-tables run 2 1",
            "warning the exports come from different recordings (begun A and B), so their times do not share a clock"
        )
    }

    // MARK: Damage

    @Test func `a cut file keeps its complete rows`() {
        let whole = Xctrace.table("hitches", "start duration", "<s>1</s><d>2</d>", "<s>3</s><d>4</d>")
        let cut = String(whole[..<(whole.firstRange(of: "<s>3")?.upperBound ?? whole.endIndex)])
        Xctrace.check(
            cut, lines: "hitch 1+2 app -", "reject malformed t.xml:5:10 the file ends inside the element 's'",
            "damage t.xml:5:10 the file ends inside the element 's'", "schema-rows hitches 2",
            "lost-table hitches 1")
        Xctrace.check("<trace-query-result><node", lines: "error: t.xml:1:26: the file ends inside a tag")
    }

    @Test func `every prefix is an error or keeps the books`() {
        let bytes = Array(
            Xctrace.table(
                "swiftui-updates", Xctrace.updateColumns, Xctrace.update(1, "A &amp; é"), Xctrace.update(2, "B")
            ).utf8)
        // Without its last line feed the document is still whole.
        for length in 0..<bytes.count - 1 {
            let lines = Xctrace.lines([ByteInput(bytes: bytes[0..<length], name: "t.xml")])
            #expect(
                lines.contains { $0.hasPrefix("error: t.xml:") || $0.hasPrefix("damage") }, "\(length) bytes: \(lines)")
        }
    }

    @Test func `a track's detail view is told for what it is`() {
        let head = "<trace-query-result><node xpath='//trace-toc[1]/run[1]/tracks[1]/track[1]'>"
        Xctrace.check(
            head + "<row size=\"1\"/><row size=\"2\"><backtrace/></row></node></trace-query-result>",
            lines: "rows-skipped 2", "skipped-schema-not-read track detail 2", "warning \(XctraceWords.isTrackDetail)")
        Xctrace.check(
            head + "<row resident-%=\"1\"/></node></trace-query-result>",
            lines:
                "error: t.xml:1:90: expected '=' after the attribute's name, found '%=\"1\"/'; \(XctraceWords.isTrackDetail)"
        )
    }

    @Test func `an export of nothing is told for what it is`() {
        Xctrace.check("<trace-query-result/>", lines: "warning the export holds no table: its --xpath matched nothing")
    }

    // MARK: The same trace in another format

    @Test(arguments: ["landmarks-before", "landmarks-after"])
    func `our samples are the same trace in JSON and in XML`(_ name: String) throws {
        let files = Repository.files(below: "SampleTraces/xctrace/\(name)", suffix: ".xml")
        let inputs = try files.map { try ByteInput(path: "\(Repository.root)/\($0)") }
        let xml = XctraceLines(try Xctrace.records(inputs, ImportOptions()))
        let json = XctraceLines(try Traces.records(try Repository.text("SampleTraces/\(name).json")))
        #expect(xml.interactions == json.interactions)
        #expect(xml.causes == json.causes)
        #expect(xml.hitches == json.hitches)
        #expect(xml.hangs == json.hangs)
        #expect(xml.updateTimes == json.updateTimes)
        #expect(xml.edgeEnds == json.edgeEnds)
    }
}
