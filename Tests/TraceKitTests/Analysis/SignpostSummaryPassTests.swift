import Testing

@testable import TraceKit

/// Signposts in, one line for each name, subsystem and category out.
@Suite struct SignpostSummaryPassTests {
    @Test func `intervals, events and what is unpaired are counted by name, subsystem and category`() throws {
        func signpost(_ name: String, _ more: String, at start: Int = 1) -> String {
            "{\"name\": \"\(name)\", \"start_ns\": \(start), \(more)}"
        }
        let net = "\"subsystem\": \"app\", \"category\": \"net\""
        let records = try Traces.records(
            Traces.document(
                "signposts",
                [
                    signpost("Load", "\(net), \"duration_ns\": 5"),
                    signpost("Load", "\(net), \"duration_ns\": 7", at: 2),
                    signpost("Load", "\(net), \"duration_ns\": 0", at: 3), signpost("Load", net, at: 4),
                    signpost("Load", "\(net), \"unpaired\": \"begin\"", at: 5),
                    signpost("Load", "\(net), \"unpaired\": \"end\"", at: 6),
                    signpost("app", "\"subsystem\": \"Load\", \"category\": \"net\"", at: 7),
                    signpost("Load", "\"subsystem\": \"app\", \"category\": \"disk\", \"duration_ns\": 9", at: 8),
                ]))
        let found = AnalysisPasses.run(records, AnalysisOptions()).signposts.map { summary in
            let names = [summary.name, summary.subsystem, summary.category].map { records.names.text($0) ?? "-" }
            return
                "\(names.joined(separator: " ")): \(summary.intervals) of \(summary.totalNs), longest \(summary.maxNs); "
                + "\(summary.events) events, \(summary.open) open, \(summary.withoutBegin) without begin"
        }
        #expect(
            found.sorted() == [
                "Load app disk: 1 of 9, longest 9; 0 events, 0 open, 0 without begin",
                "Load app net: 3 of 12, longest 7; 1 events, 1 open, 1 without begin",
                "app Load net: 0 of 0, longest -1; 1 events, 0 open, 0 without begin",
            ])
    }
}
