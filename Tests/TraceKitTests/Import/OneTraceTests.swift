import Foundation
import Testing

@testable import TraceKit

/// Files of different formats as one trace, laid over each other by their clocks.
@Suite struct OneTraceTests {
    private static let trace = """
        {"format": "tracekit", "version": 1, "trace": {"started_at": "2026-05-04T09:31:07.500Z"},
         "updates": [{"id": 1, "view": "Row", "start_ns": 1000, "duration_ns": 2000}]}
        """
    private static let log = """
        Timestamp                       Thread     Type        Activity             PID    TTL
        2026-05-04 11:31:08.500000+0200 0x1 Signpost 0x0 7 0 [spid 0x1, process, begin] App: [s:c] Load
        2026-05-04 11:31:08.750000+0200 0x1 Signpost 0x0 7 0 [spid 0x1, process, end] App: [s:c] Load

        """

    private static func signposts(_ options: ImportOptions, order: [Int]) throws -> [String] {
        try withTemporaryFolder { folder in
            try trace.write(toFile: "\(folder)/a", atomically: true, encoding: .utf8)
            try log.write(toFile: "\(folder)/b", atomically: true, encoding: .utf8)
            var pipeline = TracePipeline.Options()
            pipeline.isOneTrace = true
            pipeline.importing = options
            if let offset = options.offsets["b"] { pipeline.importing.offsets = ["\(folder)/b": offset] }
            let files = ["\(folder)/a", "\(folder)/b"]
            let loaded = try TracePipeline.load(order.map { files[$0] }, into: .temporary, pipeline)
            #expect(loaded.traceIDs.count == 1)
            return try loaded.store.rows("SELECT name, start_ms, duration_ms FROM signposts")
        }
    }

    @Test func `a log is laid over a trace by the wall clock, in whatever order they are given`() throws {
        for order in [[0, 1], [1, 0]] {
            #expect(try Self.signposts(ImportOptions(), order: order) == ["Load|1000.0|250.0"])
        }
    }

    @Test func `an offset of the user's own beats the clocks`() throws {
        var options = ImportOptions()
        options.offsets = ["b": 5_000_000]
        #expect(try Self.signposts(options, order: [0, 1]) == ["Load|5.0|250.0"])
    }
}
