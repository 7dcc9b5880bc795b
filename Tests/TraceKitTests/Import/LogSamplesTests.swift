import Testing

@testable import TraceKit

/// The sample logs tell the story of the sample trace, as far as their formats can.
@Suite struct LogSamplesTests {
    private func records(_ paths: String...) throws -> TraceRecords {
        try LogFixtures.records(paths.map { Array(try Repository.text("SampleTraces/\($0)").utf8) })
    }

    /// View and duration of each body that ran, in order; durations as `precision` keeps them.
    private func bodies(_ records: TraceRecords, cutTo precision: Int64 = 1) -> [String] {
        let updates = records.updates
        return (0..<updates.count).compactMap { row in
            let view = records.views[Int(updates.view[row])]
            guard view.kind == .body, updates.phase[row] != .check else { return nil }
            return "\(records.names.text(view.name) ?? "") \(updates.duration[row] / precision)"
        }
    }

    @Test func `array and lines hold the same`() throws {
        let (array, lines) = (
            try records("unified-log/landmarks-before.json"), try records("unified-log/landmarks-before.ndjson")
        )
        #expect(array.updateLines == lines.updateLines && array.signpostLines == lines.signpostLines)
        #expect(array.rejects.isEmpty && lines.rejects.isEmpty)
        #expect(array.counters.count(.evidenceJoined) == array.updates.count)
    }

    @Test func `default and syslog style hold the same, compact the same less finely`() throws {
        let standard = try records("signposts/landmarks-before.default.log")
        let syslog = try records("signposts/landmarks-before.syslog.log")
        let compact = try records("signposts/landmarks-before.compact.log")
        #expect(standard.updateLines == syslog.updateLines)
        #expect(standard.updates.count == compact.updates.count && standard.signposts.count == compact.signposts.count)
        for records in [standard, syslog, compact] {
            #expect(records.rejects.isEmpty && records.counters.count(.unpairedSignpost) == 0)
        }
    }

    @Test func `bodies and their durations are those of the trace`() throws {
        let trace = try records("landmarks-before.json")
        let log = try records("unified-log/landmarks-before.json")
        let (expected, found) = (bodies(trace), bodies(log))
        #expect(expected.map { $0.split(separator: " ")[0] } == found.map { $0.split(separator: " ")[0] })
        // A tick is 41 ns and two thirds, at either end.
        for (left, right) in zip(expected, found) {
            let (exact, ticked) = (Int64(left.split(separator: " ")[1]), Int64(right.split(separator: " ")[1]))
            #expect(abs((exact ?? 0) - (ticked ?? 0)) <= 42, "\(left) and \(right)")
        }
    }

    @Test func `the console's lines join the bodies of the trace`() throws {
        let joined = try records("landmarks-before.json", "print-changes/landmarks-before.log")
        let own = joined.counters.count(.evidenceJoined, "the update keeps its own list")
        #expect(joined.counters.count(.evidenceJoined) == 144 && own == 309)
        #expect(joined.counters.count(.evidenceKept) == 0 && joined.counters.count(.untimed) == 0)
    }
}
