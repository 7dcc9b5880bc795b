import Foundation
import Testing

@testable import TraceKit

/// Logs that apps write as JSON, with the keys of the usual loggers.
@Suite struct AppLogJSONImporterTests {
    private func records(_ log: String) throws -> TraceRecords {
        try LogFixtures.records([Array(log.utf8)], as: AppLogJSONImporter.self)
    }

    private func format(_ text: String) throws -> String? {
        (try? TraceAssembly.importer(for: ByteInput(bytes: Array(text.utf8), name: "x.json"))).map { $0.name }
    }

    @Test(arguments: [
        #"{"timestamp":"2026-02-03T10:30:45.103Z","level":"warning","logger":"net","message":"slow"}"#,
        #"{"msg":"slow","time":1770114645103,"level":40,"module":"net"}"#,
        #"{"ts":1770114645.103,"severity":"WARN","msg":"slow","category":"net","screen":{"a":[1]}}"#,
        #"{"@timestamp":"2026-02-03 10:30:45,103","@l":"Warning","@m":"slow","tag":"net"}"#,
        #"{"date":791807445.103,"level":"notice","composedMessage":"slow","category":"net"}"#,
    ])
    func `a line is a time, a level, a category and a message`(_ line: String) throws {
        #expect(try format("\(line)\n\(line)\n") == "app-log-json" && format("[\n\(line),\n\(line)]") == "app-log-json")
        let records = try records(line)
        #expect(records.logLines == ["0 default [-:net] -/- slow"], "\(records.logLines)")
    }

    @Test func `a time of day behind the last date is rejected, and the next line is read`() throws {
        let times = ["2200-12-31 23:00:00", "00:00:00.1", "23:00:01.5"]
        let records = try records(times.map { #"{"t":"\#($0)","msg":"a"}"# }.joined(separator: "\n"))
        #expect(records.logs.count == 2 && records.rejects.map(\.kind) == [.outOfRange])
        #expect(records.logs[1].start == 1_500_000_000)
    }

    @Test(arguments: [
        ("1770114645", "1770114646500", 1_500_000_000), ("1770114645000000", "1770114645000250", 250_000),
        ("1770114645000000000", "1770114645000000001", 1), ("0.5", "2", 1_500_000_000),
        (#""10:30:45.5""#, #""10:30:46""#, 500_000_000),
        (#""03.02.2026 10:30:45""#, #""03.02.2026 10:30:47""#, 2_000_000_000),
    ])
    func `times are dates, or numbers of any unit`(_ first: String, _ second: String, _ gap: Int64) throws {
        let records = try records(#"{"t":\#(first),"msg":"a"}"# + "\n" + #"{"t":\#(second),"msg":"b"}"#)
        guard records.logs.count == 2 else { return }
        #expect(records.logs[1].start - records.logs[0].start == gap)
    }

    @Test func `milliseconds of a key are part of the message`() throws {
        #expect(
            try records(#"{"t":1,"msg":"FeedCell body","duration_ms":12.5,"retryMs":3}"#).logLines == [
                // It was written when the body had run.
                "12500000 - [-:-] -/- FeedCell body, duration: 12.5 ms, retry: 3 ms"
            ])
    }

    @Test func `what bodies log is evidence with its time`() throws {
        let records = try records(#"{"t":1,"message":"Row: @self, _item changed."}"#)
        #expect(records.updateLines == ["Row ?+? [@self _item]"], "\(records.updateLines)")
    }

    @Test func `a line without a time or that is no JSON is rejected, one without a message counted`() throws {
        let records = try records(
            """
            {"t":1,"msg":"a"}
            {"msg":"no time"}
            {"t":"soon","msg":"no time"}
            {"t":2,"m
            {"t":3,"other":1}
            {"t":4,"msg":"b"}
            """)
        #expect(records.logs.count == 2 && records.skipLines == ["skipped-other-line 1"])
        #expect(records.rejects.map(\.place.line) == [2, 3, 4])
    }

    @Test func `an array that was cut keeps its whole lines`() throws {
        let records = try records(#"[{"t":1,"msg":"a"},{"t":2,"msg":"b"},{"t":3,"#)
        #expect(records.logs.count == 2 && records.damage != nil)
    }

    /// So far that the reader has long moved on from where the file begins.
    @Test func `a reject far behind the beginning of an array has its place`() throws {
        try withTemporaryFolder { folder in
            let text = String(repeating: "text ", count: 200)
            let lines = (0..<4_000).map { "{\"t\":\($0),\"msg\":\"\(text)\"}" } + ["{\"msg\":\"no time\"}"]
            let path = "\(folder)/log.json"
            try Data("[\n\(lines.joined(separator: ",\n"))\n]".utf8).write(to: URL(fileURLWithPath: path))
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            #expect(try loaded.store.rows("SELECT line FROM import_rejects") == ["4002"])
        }
    }

    /// What others read, and what is no log.
    @Test func `rows with views and durations are no lines of a log`() throws {
        let row = #"{"ts":1,"view":"Row","dur":2,"message":"x"}"# + "\n"
        #expect(try format(row + row) == "tracekit-ndjson")
        let event = #"{"timestamp":"2026-05-04 11:31:07.704597+0200","eventMessage":"a","processID":1}"# + "\n"
        #expect(try format(event + event) == "unified-log-json")
        #expect(try format(#"{"title":"a","text":"b"}"# + "\n") == nil)
        #expect(try format(#"[{"name":"a","message":"b"},{"name":"c"}]"#) == nil)
    }
}
