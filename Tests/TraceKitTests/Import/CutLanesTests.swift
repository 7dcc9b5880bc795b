import Testing

@testable import TraceKit

/// Inputs that end too early: of a lane whose rows may be behind the end nobody knows whether it has any. "No hangs" would
/// be an answer that the input does not give.
@Suite struct CutLanesTests {
    private static let document = """
        {"format": "tracekit", "version": 1, "trace": {"name": "x"},
         "updates": [{"id": 1, "view": "Row", "start_ns": 0, "duration_ns": 9000000}], "hitches": [],
         "hangs": [{"start_ns": 10, "duration_ns": 300000000}]}
        """
    private static let export = """
        <?xml version="1.0"?>
        <trace-query-result><node xpath="//trace-toc[1]/run[1]/data[1]/table[6]"><schema name="potential-hangs">\
        <col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col>\
        <col><mnemonic>hang-type</mnemonic></col><col><mnemonic>thread</mnemonic></col>\
        <col><mnemonic>process</mnemonic></col></schema>\
        <row><start-time>5</start-time><duration>300000000</duration><hang-type>Hang</hang-type><sentinel/><sentinel/></row>\
        </node></trace-query-result>
        """

    private func store(_ text: Substring, _ name: String) throws -> TraceStore {
        try withTemporaryFolder { folder in
            let path = "\(folder)/\(name)"
            try String(text).write(toFile: path, atomically: true, encoding: .utf8)
            return try TracePipeline.load([path], into: .temporary, .init()).store
        }
    }

    private func upTo(_ mark: String, of text: String) throws -> Substring {
        text[..<(try #require(text.range(of: mark)).upperBound)]
    }

    /// What SQL says was lost.
    private func counted(_ store: TraceStore) throws -> [String] {
        try store.rows("SELECT detail FROM import_counters WHERE counter = 'lost-table' AND count = 1")
    }

    private func lanes(_ store: TraceStore) throws -> Set<Substring> {
        Set(try #require(try store.rows("SELECT lanes FROM traces").first).split(separator: ","))
    }

    @Test(arguments: ["\"hangs\": [", "\"hangs\": [{\"start_ns\": 1"])
    func `of a document, a list that is cut before its first whole record is not empty`(_ end: String) throws {
        let store = try store(try upTo(end, of: Self.document), "x.json")
        #expect(try lanes(store) == ["updates", "hitches"])
        let report = try ReportBuilder.build(store, traces: [1], .init())
        let hangs = try #require(report.traces[0].sections.first { $0.id == "hangs" })
        #expect(hangs.emptyNote == "its rows could not be read to their end")
        #expect(
            ReportWords.costs(report.traces[0].answer).hasSuffix("no hitches; hangs: recorded, but could not be read"))
        #expect(try Doctor.examine(store, trace: 1).lanes.first { $0.name == "hangs" }?.state == .unreadable)
        #expect(try counted(store) == ["hangs"])
    }

    @Test func `a list that is whole, and one of which rows are there, are lanes`() throws {
        let whole = try upTo("\"hitches\": []", of: Self.document)
        #expect(try lanes(try store(whole, "x.json")) == ["updates", "hitches"])
        let partial = try upTo("300000000}", of: Self.document)
        let store = try store(partial, "x.json")
        #expect(try lanes(store) == ["updates", "hitches", "hangs"])
        #expect(try counted(store) == ["hangs"], "there may be more")
        let report = try ReportBuilder.build(store, traces: [1], .init())
        #expect(ReportWords.costs(report.traces[0].answer).hasSuffix("1 hang (300 ms); no hitches"))
    }

    @Test(arguments: ["</schema>", "<row><start-time>5</start-time>"])
    func `of an export, a table that is cut before its first whole row is not empty`(_ end: String) throws {
        let hangs = String(try upTo(end, of: Self.export))
        let hitches = try Repository.text("SampleTraces/xctrace/landmarks-before/hitches.xml")
        let store = try withTemporaryFolder { folder in
            let inputs = ["\(folder)/hangs.xml", "\(folder)/hitches.xml"]
            for (path, text) in zip(inputs, [hangs, hitches]) {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            }
            return try TracePipeline.load(inputs, into: .temporary, .init()).store
        }
        #expect(try lanes(store) == ["hitches"])
        let report = try ReportBuilder.build(store, traces: [1], .init())
        #expect(ReportWords.costs(report.traces[0].answer).hasSuffix("; hangs: recorded, but could not be read"))
        #expect(try counted(store) == ["potential-hangs"])
        let doctor = try Doctor.examine(store, trace: 1)
        let lane = try #require(doctor.lanes.first { $0.name == "hangs" })
        #expect(lane.state == .unreadable && lane.note?.contains("the table potential-hangs could not be read") == true)
        #expect(doctor.abilities.first { $0.analysis == "hangs and hitches" }?.level == .partly)
    }

    /// With a table of contents `doctor` lists the tables.
    @Test func `a table that is cut in its first row is not one that was read`() throws {
        let sample = "\(Repository.root)/SampleTraces/xctrace/landmarks-before"
        let doctor = try withTemporaryFolder { folder in
            try String(try upTo("<row><start-time>5</start-time>", of: Self.export))
                .write(toFile: "\(folder)/hangs.xml", atomically: true, encoding: .utf8)
            let inputs = ["\(sample)/toc.xml", "\(folder)/hangs.xml", "\(sample)/hitches.xml"]
            var options = TracePipeline.Options()
            options.isOneTrace = true
            return try Doctor.examine(try TracePipeline.load(inputs, into: .temporary, options).store, trace: 1)
        }
        let states = Dictionary(uniqueKeysWithValues: doctor.tables.map { ($0.schema, $0.state) })
        #expect(states["potential-hangs"] == .unreadable && states["hitches"] == .read)
        #expect(states["swiftui-updates"] == .notExported)
    }

    @Test func `a whole table is a lane`() throws {
        #expect(try lanes(try store(Self.export[...], "hangs.xml")) == ["hangs"])
    }
}
