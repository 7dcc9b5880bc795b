import Testing

@testable import TraceKit

/// Where the times of logs count from: a line is written when what it tells of is over.
@Suite struct LogOriginTests {
    private static func updates(_ log: String) throws -> [String] { try LogFixtures.records(log).updateLines }

    @Test func `bodies end with their lines, and the trace begins with the earliest start`() throws {
        let log = """
            09:15:00.200 CartRow.body took 5 ms
            09:15:00.210 CartView.body took 30 ms
            09:15:00.250 CartRow.body took 8 ms

            """
        #expect(
            try Self.updates(log) == ["CartView 0+30000000", "CartRow 15000000+5000000", "CartRow 62000000+8000000"])
        let lines = try LogFixtures.records(log).logLines.map { $0.prefix { $0 != " " } }
        #expect(lines == ["20000000", "30000000", "70000000"])
    }

    @Test func `a log whose first body fits behind its first line keeps its times`() throws {
        let log = "09:15:00.200 start\n09:15:00.230 CartView.body took 30 ms\n"
        #expect(try Self.updates(log) == ["CartView 0+30000000"])
        #expect(
            try Self.updates("09:15:00.200 start\n09:15:00.240 CartView.body took 30 ms\n") == [
                "CartView 10000000+30000000"
            ])
    }

    @Test func `the stated start moves with the times, in its own zone`() throws {
        func start(_ time: String) throws -> String? {
            try LogFixtures.records("\(time) CartView.body took 40 ms\n\(time) CartRow.body took 4 ms\n").metadata
                .startedAt
        }
        #expect(try start("2026-03-01T09:15:00.240Z") == "2026-03-01T09:15:00.200Z")
        #expect(try start("2026-03-01T00:00:00.020+0200") == "2026-02-28T23:59:59.980+0200")
        #expect(try start("01.03.2026 09:15:00.240") == "2026-03-01T09:15:00.200")
    }

    @Test func `hangs, late frames and rates end with their lines too`() throws {
        let hang = try LogFixtures.records("0:01.000 Main thread blocked for 400 ms\n0:01.300 tick\n")
        #expect(hang.hangs.map { [$0.start, $0.duration] } == [[0, 400_000_000]])
        #expect(hang.logLines.map { $0.prefix { $0 != " " } } == ["400000000", "700000000"])
        let hitch = try LogFixtures.records("0:01.000 Dropped 5 frames (80 ms)\n0:01.300 tick\n")
        #expect(hitch.hitches.map { [$0.start, $0.duration] } == [[0, 80_000_000]])
        let rate = try LogFixtures.records("0:01.000 CartRow body evaluated 5 times in 1.0 s\n0:03.000 CartRow body\n")
        let evaluated = (0..<rate.updates.count).map { rate.updates.evaluated[$0] / 1_000_000 }
        #expect(evaluated.sorted() == [0, 200, 400, 600, 800, 2800])
    }

    @Test func `a trace that another file has begun keeps its start`() throws {
        let json = """
            {"format": "tracekit", "version": 1, "trace": {"started_at": "2026-03-01T09:15:00Z"},
             "hitches": [{"start_ns": 5000000, "duration_ns": 20000000}]}
            """
        let log = "2026-03-01T09:15:00.010Z CartView.body took 40 ms\n2026-03-01T09:15:01Z CartRow.body took 4 ms\n"
        let records = try LogFixtures.records(json, log)
        #expect(records.hitches.map(\.start) == [5_000_000])
        #expect(records.updateLines == ["CartView 0+40000000", "CartRow 996000000+4000000"])
    }

    @Test func `an offset moves the log of an app, with and without dates`() throws {
        let json = """
            {"format": "tracekit", "version": 1, "updates": [{"view": "CartRow", "start_ns": 0, "duration_ns": 2000000}]}
            """
        for (format, times) in [("time of day", ["09:15:00.200", "09:15:01.200"]), ("JSON", ["", ""])] {
            let log =
                format == "JSON"
                ? "{\"ts\": 1.5, \"msg\": \"a\"}\n{\"ts\": 2.5, \"msg\": \"b\"}\n"
                : "\(times[0]) a\n\(times[1]) b\n"
            var options = ImportOptions()
            options.offsets = ["file-1": 500_000_000]
            let records = try LogFixtures.records(json, log, options: options)
            #expect(records.logLines.map { $0.prefix { $0 != " " } } == ["500000000", "1500000000"], "\(format)")
            try options.matches.check(options, interactions: [], process: .automatic, hidesNames: false)
        }
        // A console without times cannot be moved.
        var options = ImportOptions()
        options.offsets = ["file-1": 500_000_000]
        _ = try LogFixtures.records(json, "CartRow: @self changed.\n", options: options)
        #expect(throws: TraceError.self) {
            try options.matches.check(options, interactions: [], process: .automatic, hidesNames: false)
        }
    }
}
