import Dispatch
import Foundation
import Testing
import TraceKitLogger

@testable import TraceKit

/// What the logger writes goes through the importer of our own NDJSON.
@Suite struct TraceKitLoggerTests {
    private func store(_ fill: (TraceKitLogger) -> Void) throws -> TraceStore {
        try withTemporaryFolder { folder in
            let log = try #require(TraceKitLogger(path: "\(folder)/app.ndjson", app: "Landmarks"))
            fill(log)
            log.close()
            #expect(log.lost == 0)
            return try TracePipeline.load(["\(folder)/app.ndjson"], into: .temporary, TracePipeline.Options()).store
        }
    }

    @Test func `a logged tap is a trace with causes, instances and verdicts`() throws {
        let store = try store { log in
            log.update("LandmarkList", module: "Landmarks", isCreation: true, from: log.now)
            let tap = log.interaction("tap", "Favorite")
            let change = log.cause("observable", "ModelData.favorites", by: tap)
            log.update("LandmarkRow", instance: "1", changed: ["_isFavorite"], by: change, from: log.now)
            log.update("LandmarkRow", instance: "2", changed: [], by: change, from: log.now)
        }
        let columns =
            "SELECT view, module, instance, phase, changed, verdict, reason, root_cause FROM updates ORDER BY id"
        #expect(
            try store.rows(columns) == [
                "LandmarkList|Landmarks|-|creation|-|-|-|LandmarkList.body",
                "LandmarkRow|-|1|update|_isFavorite|necessary|changed-input|Tap \"Favorite\"",
                "LandmarkRow|-|2|update||unnecessary|unchanged|Tap \"Favorite\"",
            ])
        #expect(
            try store.rows("SELECT chain, updates FROM cause_chains ORDER BY updates DESC LIMIT 1")
                == ["Tap \"Favorite\" → ModelData.favorites → LandmarkRow.body|2"])
        #expect(try store.rows("SELECT app FROM traces") == ["Landmarks"])
        #expect(try store.rows("SELECT count(*) FROM import_rejects") == ["0"])
    }

    @Test func `names may hold anything`() throws {
        for name in ["\"", "\\", "a\nb", "\u{1}\u{1f}", "é\u{301}🎈", ""] {
            let store = try store { $0.interaction("tap", name, from: $0.now) }
            #expect(try store.rows("SELECT name FROM interactions WHERE kind = 'tap'") == [name])
        }
    }

    @Test func `records of many threads are whole`() throws {
        let store = try store { log in
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for _ in 0..<500 { log.update("Row\(thread)", from: log.now, thread: "t\(thread)") }
            }
        }
        #expect(try store.rows("SELECT count(*), count(DISTINCT source_id) FROM updates") == ["4000|4000"])
    }

    @Test func `without a file there is no logger, and after closing records are counted as lost`() throws {
        #expect(TraceKitLogger(path: "/no/such/folder/app.ndjson", app: "A") == nil)
        try withTemporaryFolder { folder in
            let log = try #require(TraceKitLogger(path: "\(folder)/app.ndjson", app: "A"))
            log.close()
            log.interaction("tap", "x")
            log.close()
            #expect(log.lost == 1)
        }
    }
}
