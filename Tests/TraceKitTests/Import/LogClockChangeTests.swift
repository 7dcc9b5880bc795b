import Testing

@testable import TraceKit

/// Logs across a change of the clock: what cannot be known is said.
@Suite struct LogClockChangeTests {
    /// A log of one interval between two times of the wall clock, in the compact style, which has no zones.
    private static func log(_ times: [(String, String)], zones: [String] = []) -> String {
        times.enumerated().map { index, time in
            index < zones.count
                ? "\(time.0)000\(zones[index]) 0x3d Signpost 0x0 42 0 [spid 0x1, process, \(time.1)] App: [a:b] Load"
                : "\(time.0) Sp App[42:3d] [com.example:perf] [spid 0x1, process, \(time.1)] Load"
        }.joined(separator: "\n") + "\n"
    }

    /// The intervals as `start+duration` in milliseconds, then the warnings.
    private func check(_ log: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let records = try LogFixtures.records([Array(log.utf8)], as: UnifiedLogTextImporter.self)
        let intervals = (0..<records.signposts.count).map { row in
            let signpost = records.signposts[row]
            return "\(signpost.start / 1_000_000)+\(signpost.duration / 1_000_000)"
        }
        let warnings = records.warnings.map { "\($0.message.prefix(58))" }
        #expect(intervals + warnings == expected, sourceLocation: sourceLocation)
    }

    private static let back = "the times have no zone, and go back by half an hour or mor"

    @Test func `a clock that is set back is told of, and its times are kept`() throws {
        for (before, behind, milliseconds) in [
            ("2026-10-25 02:59:59.900", "2026-10-25 02:00:00.100", 3_599_800),
            ("2026-04-05 00:00:00.100", "2026-04-04 23:00:00.300", 3_599_800),
            ("2026-05-04 11:31:07.900", "2026-05-03 11:31:07.900", 86_400_000),
        ] {
            try check(Self.log([(before, "begin"), (behind, "end")]), ["0+0", "\(milliseconds)+0", Self.back])
        }
    }

    @Test func `silence, and lines out of order, are what they are`() throws {
        try check(
            Self.log([("2026-03-29 13:59:59.900", "begin"), ("2026-03-29 15:00:00.100", "end")]), ["0+3600200"])
        try check(
            Self.log([("2026-03-29 12:00:00.000", "end"), ("2026-03-29 11:40:00.000", "begin")]), ["0+1200000"])
    }

    @Test func `zones are compared in UTC, with a word on them`() throws {
        try check(
            Self.log(
                [("2026-10-25 02:59:59.900", "begin"), ("2026-10-25 02:00:00.100", "end")], zones: ["+0200", "+0100"]),
            ["0+200", "the log's clock changes its zone (+0100, +0200), as with s"])
        try check(
            Self.log(
                [("2026-03-08 01:59:59.900", "begin"), ("2026-03-08 03:00:00.100", "end")], zones: ["-0330", "-0230"]),
            ["0+200", "the log's clock changes its zone (-0330, -0230), as with s"])
    }

    @Test func `a clock that is set at every line is told of once`() throws {
        let lines = 2_000
        let times = (0..<lines).map { index in
            let ms = String(1_000_000 + index).suffix(3)
            let second = String(100 + index / 1_000).suffix(2)
            return ("2026-10-25 02:\(index % 2 == 0 ? "59" : "00"):\(second).\(ms)", index % 2 == 0 ? "begin" : "  end")
        }
        let records = try LogFixtures.records([Array(Self.log(times).utf8)], as: UnifiedLogTextImporter.self)
        #expect(records.warnings.count == 1)
        #expect(records.warnings.first?.message.contains("here and at 999 more lines, as") == true)
    }
}
