import Foundation
import Testing

@testable import TraceKit
@testable import trace_generate

/// Traces that are read back from a database.
@Suite struct TraceReaderTests {
    private func text(_ records: TraceRecords) throws -> String {
        var text = ""
        try TraceExporters.write(ExportSource(.records(records)), as: "json") { piece in
            text += piece
            return true
        }
        return text
    }

    /// Of every shape, because each is long in another table.
    @Test(arguments: StreamShape.all.map(\.name)) func `what was imported is read back`(name: String) throws {
        let shape = try #require(StreamShape.all.first { $0.name == name }).shape
        try withTemporaryFolder { folder in
            let (trace, database) = ("\(folder)/trace.ndjson", "\(folder)/traces.sqlite")
            try StreamFormat.ndjson.write(shape, records: 2000, seed: 7, to: try OutputFile(creating: trace))
            let store = try TracePipeline.load([trace], into: .file(database), .init()).store
            let one = try text(try TraceReader.read(store.database, trace: 1))
            let imported = try TracePipeline.exported([trace], as: "json", .init()).source.records()
            #expect(try one == text(imported))
        }
    }

    @Test(arguments: [
        "UPDATE edge SET to_id = (SELECT max(id) + 1 FROM view_update) WHERE id = (SELECT max(id) FROM edge)",
        "UPDATE view_update SET start_ns = 0 WHERE id = (SELECT max(id) FROM view_update)",
        "UPDATE view_update SET id = 1 << 39 WHERE id = (SELECT max(id) FROM view_update)",
        "UPDATE signpost SET start_ns = 0 WHERE id = (SELECT max(id) FROM signpost)",
    ]) func `damage is told of`(damage: String) throws {
        try withTemporaryFolder { folder in
            let (trace, path) = ("\(folder)/trace.ndjson", "\(folder)/traces.sqlite")
            try StreamFormat.ndjson.write(StreamShape(), records: 2000, seed: 7, to: try OutputFile(creating: trace))
            _ = try TracePipeline.load([trace], into: .file(path), .init())
            let database = try Database(path: path, mode: .readWrite)
            try database.execute(damage)
            let error = #expect(throws: TraceError.self) { try TraceReader.read(database, trace: 1) }
            #expect(error?.kind == .database && error?.diagnostic.message.contains("damaged") == true)
        }
    }
}
