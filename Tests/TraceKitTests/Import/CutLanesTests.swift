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

    private func lanes(_ store: TraceStore) throws -> Set<Substring> {
        Set(try #require(try store.rows("SELECT lanes FROM traces").first).split(separator: ","))
    }

    @Test(arguments: ["\"hangs\": [", "\"hangs\": [{\"start_ns\": 1"])
    func `of a document, a list that is cut before its first whole record is not empty`(_ end: String) throws {
        let store = try store(try upTo(end, of: Self.document), "x.json")
        #expect(try lanes(store) == ["updates", "hitches"])
        let report = try ReportBuilder.build(store, traces: [1], .init())
        let hangs = try #require(report.traces[0].sections.first { $0.id == "hangs" })
        #expect(hangs.emptyNote.hasPrefix("the input has no hangs lane"))
    }

    @Test func `a list that is whole, and one of which rows are there, are lanes`() throws {
        let whole = try upTo("\"hitches\": []", of: Self.document)
        #expect(try lanes(try store(whole, "x.json")) == ["updates", "hitches"])
        let partial = try upTo("300000000}", of: Self.document)
        #expect(try lanes(try store(partial, "x.json")) == ["updates", "hitches", "hangs"])
    }

    @Test(arguments: ["</schema>", "<row><start-time>5</start-time>"])
    func `of an export, a table that is cut before its first whole row is not empty`(_ end: String) throws {
        let hangs = String(try upTo(end, of: Self.export))
        let hitches = "\(Repository.root)/SampleTraces/xctrace/landmarks-before/hitches.xml"
        let store = try withTemporaryFolder { folder in
            try hangs.write(toFile: "\(folder)/hangs.xml", atomically: true, encoding: .utf8)
            return try TracePipeline.load(["\(folder)/hangs.xml", hitches], into: .temporary, .init()).store
        }
        #expect(try lanes(store) == ["hitches"])
        let report = try ReportBuilder.build(store, traces: [1], .init())
        #expect(!ReportWords.costs(report.traces[0].answer).contains("hang"))
        let doctor = try Doctor.examine(store, trace: 1)
        let lane = try #require(doctor.lanes.first { $0.name == "hangs" })
        #expect(lane.state != .empty && lane.note?.contains("none") != true, "\(lane)")
        #expect(doctor.abilities.first { $0.analysis == "hangs and hitches" }?.level == .partly)
    }

    @Test func `a whole table is a lane`() throws {
        #expect(try lanes(try store(Self.export[...], "hangs.xml")) == ["hangs"])
    }
}
