import Testing

@testable import TraceKit

/// Logs across a change to or from summer time: no interval ends before it began, none lasts an hour longer.
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

    private static let back = "the times have no zone, and the clock goes back by an hour"
    private static let forward = "the times have no zone, and the clock goes forward by an h"

    @Test func `the clock is set back`() throws {
        for (before, behind) in [
            ("2026-10-25 02:59:59.900", "2026-10-25 02:00:00.100"),
            ("2026-11-01 01:59:59.900", "2026-11-01 01:00:00.100"),
            ("2026-04-05 00:00:00.100", "2026-04-04 23:00:00.300"),
            ("2026-05-04 11:31:07.900", "2026-05-04 10:31:08.100"),
        ] {
            try check(Self.log([(before, "begin"), (behind, "end")]), ["0+200", Self.back])
        }
        // Ten minutes pass between the lines, and what was before and comes after counts from the same beginning.
        try check(
            Self.log([
                ("2026-10-25 02:30:00.000", "begin"), ("2026-10-25 02:30:00.100", "end"),
                ("2026-10-25 02:55:00.000", "begin"), ("2026-10-25 02:05:00.000", "end"),
                ("2026-10-25 02:30:00.000", "begin"), ("2026-10-25 02:30:00.300", "end"),
            ]), ["0+100", "1500000+600000", "3600000+300", Self.back])
    }

    @Test func `the clock is set forward`() throws {
        for (before, behind) in [
            ("2026-03-29 01:59:59.900", "2026-03-29 03:00:00.100"),
            ("2026-03-08 01:59:59.900", "2026-03-08 03:00:00.100"),
            ("2026-09-05 23:59:59.900", "2026-09-06 01:00:00.100"),
            ("2026-04-24 00:00:00.000", "2026-04-24 00:00:00.200"),
        ] {
            let isChange = before.prefix(13) != behind.prefix(13)
            try check(Self.log([(before, "begin"), (behind, "end")]), ["0+200"] + (isChange ? [Self.forward] : []))
        }
        try check(
            Self.log([
                ("2026-03-29 01:50:00.000", "begin"), ("2026-03-29 03:05:00.000", "end"),
                ("2026-03-29 03:06:00.000", "begin"), ("2026-03-29 03:06:00.100", "end"),
            ]), ["0+900000", "960000+100", Self.forward])
    }

    @Test func `an hour of silence by day, and lines out of order, are what they are`() throws {
        try check(
            Self.log([("2026-03-29 13:59:59.900", "begin"), ("2026-03-29 15:00:00.100", "end")]), ["0+3600200"])
        try check(
            Self.log([("2026-03-31 01:45:00.000", "begin"), ("2026-03-31 03:10:00.000", "end")]), ["0+5100000"])
        try check(
            Self.log([("2026-03-29 12:00:00.000", "end"), ("2026-03-29 11:20:00.000", "begin")]), ["0+2400000"])
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

    /// Each change used to be told of, and to look for the earliest of all times again.
    @Test func `a clock that is set at every line is told of a few times`() throws {
        let lines = 2_000
        let times = (0..<lines).map { index in
            let ms = String(1_000_000 + index).suffix(3)
            let second = String(100 + index / 1_000).suffix(2)
            return ("2026-10-25 02:\(index % 2 == 0 ? "59" : "00"):\(second).\(ms)", index % 2 == 0 ? "begin" : "  end")
        }
        let records = try LogFixtures.records([Array(Self.log(times).utf8)], as: UnifiedLogTextImporter.self)
        #expect(records.signposts.count == lines / 2)
        #expect(records.warnings.count == 5)
        #expect(
            records.warnings.last?.message
                == "from here on the clock goes back or forward by an hour at 996 more lines, and times are moved at each"
        )
        #expect(records.warnings.prefix(4).allSatisfy { $0.message.hasPrefix(Self.back) })
    }
}
