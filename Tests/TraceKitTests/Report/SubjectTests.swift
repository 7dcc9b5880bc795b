import Testing

@testable import TraceKit

/// What a trace without view updates is about.
@Suite struct SubjectTests {
    private static let samples =
        #""samples": [{"start_ns": 1, "weight_ns": 1000000, "thread": "main", "frames": ["f"]}]"#

    private static func subject(_ lanes: String...) throws -> ReportSubject {
        let store = try Traces.store("{\"format\": \"tracekit\", \(lanes.joined(separator: ", "))}")
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        return try #require(report.traces.first).answer.subject
    }

    private static func signpost(_ category: String, _ subsystem: String = "") -> String {
        #""signposts": [{"name": "A", "category": "\#(category)", \#(subsystem)"start_ns": 1, "duration_ns": 5}]"#
    }

    @Test(arguments: RecordedTables.signpostCategories)
    func `what Instruments noted beside samples is not what the trace is about`(_ category: String) throws {
        #expect(try Self.subject(Self.signpost(category), Self.samples) == .samples)
        #expect(try Self.subject(Self.signpost(category)) == .signposts)
        #expect(try Self.subject(Self.signpost(category, #""subsystem": "a.b", "#), Self.samples) == .signposts)
    }

    @Test func `signposts of the app come before samples`() throws {
        #expect(try Self.subject(Self.signpost("networking"), Self.samples) == .signposts)
    }
}
