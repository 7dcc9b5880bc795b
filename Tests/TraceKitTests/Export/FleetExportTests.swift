import Foundation
import Testing

@testable import TraceKit

@Suite struct FleetExportTests {
    private func load(_ folder: String) throws -> TracePipeline.Loaded {
        let path = "\(folder)/trace.json"
        try SmallTrace.json.write(toFile: path, atomically: true, encoding: .utf8)
        return try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
    }

    private func export(_ loaded: TracePipeline.Loaded, _ root: String, facts: Set<String>? = nil)
        throws -> FleetExport
    {
        try FleetFolder.open(root)
        return try FleetExport(
            loaded.store.database, trace: loaded.traceIDs.first ?? 0, root: root, facts: facts)
    }

    @Test func `every fact has the rows of its view, read back`() throws {
        try withTemporaryFolder { folder in
            let loaded = try load(folder)
            let export = try export(loaded, "\(folder)/out")
            #expect(try export.run() == .written)
            for fact in FactTable.all {
                let file = try #require(bytes(of: export.layout.file(fact.name)))
                let read = try ParquetReader(Array(file))
                let same = FactTable.constants.count
                #expect(read.names == (FactTable.constants + fact.columns.map(\.parquet)).map(\.name))
                let rows = try loaded.store.database.rows(fact.sql, [.integer(loaded.traceIDs[0])])
                for column in fact.columns.indices {
                    #expect(read.columns[same + column] == rows.map { $0[column] }, "\(fact.name) \(column)")
                }
                #expect(
                    read.columns[2].allSatisfy { $0 == .text("1.4") }
                        && read.columns[3].allSatisfy { $0 == .text("812") })
            }
            #expect(names(in: "\(folder)/out/v1/traces/app=Landmarks") == ["day=2026-05-04"])
        }
    }

    @Test func `a trace of a database with others has the same bytes as its file`() throws {
        try withTemporaryFolder { folder in
            let inputs = ["before", "after"].map { "\(Repository.root)/SampleTraces/landmarks-\($0).json" }
            let both = try TracePipeline.load(inputs, into: .temporary, TracePipeline.Options())
            let alone = try TracePipeline.load([inputs[1]], into: .temporary, TracePipeline.Options())
            let first = try export(alone, "\(folder)/alone")
            #expect(try first.run() == .written)
            try FleetFolder.open("\(folder)/both")
            let second = try FleetExport(
                both.store.database, trace: try #require(both.traceIDs.last), root: "\(folder)/both")
            #expect(try second.run() == .written)
            for fact in FactTable.all {
                let (left, right) = (bytes(of: first.layout.file(fact.name)), bytes(of: second.layout.file(fact.name)))
                #expect(left != nil && left == right, "\(fact.name)")
            }
        }
    }

    @Test func `keys stand for the texts of the view in every row group`() throws {
        try withTemporaryFolder { folder in
            let input = "\(Repository.root)/SampleTraces/landmarks-before.json"
            let loaded = try TracePipeline.load([input], into: .temporary, TracePipeline.Options())
            let same = FactTable.constants.count
            var export = try export(loaded, "\(folder)/out")
            export.options.groupRows = 50
            #expect(try export.run() == .written)
            for fact in FactTable.all {
                let read = try ParquetReader(Array(try #require(bytes(of: export.layout.file(fact.name)))))
                let rows = try loaded.store.database.rows(fact.sql, [.integer(loaded.traceIDs[0])])
                #expect(read.groups.reduce(0, +) == rows.count && read.groups.allSatisfy { $0 <= 50 })
                for column in fact.columns.indices {
                    #expect(read.columns[same + column] == rows.map { $0[column] }, "\(fact.name) \(column)")
                }
            }
        }
    }

    @Test func `a trace without interactions has all facts, its window behind its updates`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/updates.ndjson"
            let updates = (1...9).map {
                #"{"record": "update", "id": \#($0), "view": "Row", "start_ns": \#($0)000000, "duration_ns": 5, "cause": \#($0 - 1)}"#
            }
            try ([#"{"format": "tracekit", "version": 1}"#] + updates).joined(separator: "\n")
                .write(toFile: path, atomically: true, encoding: .utf8)
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            let export = try export(loaded, "\(folder)/out")
            #expect(try export.run() == .written)
            for name in ["updates", "effects", "causes", "interactions"] {
                let fact = try #require(FactTable.all.first { $0.name == name })
                let read = try ParquetReader(Array(try #require(bytes(of: export.layout.file(name)))))
                let rows = try loaded.store.database.rows(fact.sql, [.integer(loaded.traceIDs[0])])
                for column in fact.columns.indices {
                    #expect(read.columns[FactTable.constants.count + column] == rows.map { $0[column] }, "\(name)")
                }
            }
        }
    }

    /// Interactions that were recorded, gestures among the causes and intervals of a signpost, as far as each is wanted, with
    /// effects that lead from every one of them.
    private static func mixed(recorded: Bool, gestures: Bool) -> String {
        let cause = gestures ? "gesture" : "state"
        let taps = """
            {"id": 41, "kind": "tap", "name": "Save", "start_ns": 2000000000, "duration_ns": 5000000},
            {"id": 7, "kind": "swipe", "name": "Away", "start_ns": 5000000000}
            """
        return """
            {"format": "tracekit", "interactions": [\(recorded ? taps : "")],
            "causes": [
            {"id": 12, "kind": "\(cause)", "name": "Open", "start_ns": 1000000000},
            {"id": 13, "kind": "state", "name": "Model.count", "start_ns": 1000500000},
            {"id": 14, "kind": "\(cause)", "name": "Pinch", "start_ns": 9000000000}],
            "updates": [
            {"id": 23, "view": "Row", "start_ns": 1001000000, "duration_ns": 20000000, "cause": 13},
            {"id": 24, "view": "Cell", "start_ns": 2001000000, "duration_ns": 3000000\(recorded ? ", \"cause\": 41" : "")},
            {"id": 25, "view": "Row", "start_ns": 5001000000, "duration_ns": 9000000\(recorded ? ", \"cause\": 7" : "")},
            {"id": 26, "view": "Footer", "start_ns": 9001000000, "duration_ns": 1000000, "cause": 14}],
            "edges": [{"from": 12, "to": 13}, {"from": 23, "to": 24, "at_ns": 1500000000}],
            "signposts": [
            {"subsystem": "com.example", "category": "taps", "name": "Buy", "start_ns": 3000000000, "duration_ns": 8000000},
            {"subsystem": "com.example", "category": "taps", "name": "Buy", "start_ns": 100, "duration_ns": 8000000},
            {"subsystem": "com.example", "category": "other", "name": "Load", "start_ns": 4000000000, "duration_ns": 5}]}
            """
    }

    @Test(arguments: [
        "recorded, gestures, signposts", "recorded, gestures", "recorded, signposts", "gestures, signposts",
    ])
    func `interactions of every origin have all facts, alone and behind another trace`(origins: String) throws {
        let (recorded, gestures, signposts) = (
            origins.contains("recorded"), origins.contains("gestures"), origins.contains("signposts")
        )
        try withTemporaryFolder { folder in
            let path = "\(folder)/mixed.json"
            try Self.mixed(recorded: recorded, gestures: gestures).write(
                toFile: path, atomically: true, encoding: .utf8)
            var options = TracePipeline.Options()
            if signposts, let filter = SignpostFilter("com.example:taps") {
                options.analysis.interactionSignposts = [filter]
                options.hasExplicitAnalysis = true
            }
            let loaded = try TracePipeline.load([path], into: .temporary, options)
            let kinds = try loaded.store.database.rows("SELECT kind FROM interactions").compactMap { $0.first?.text }
            #expect(kinds.count == (recorded ? 2 : 0) + (gestures ? 2 : 0) + (signposts ? 2 : 0), "\(kinds)")
            let alone = try export(loaded, "\(folder)/alone")
            #expect(try alone.run() == .written)
            for fact in FactTable.all {
                let read = try ParquetReader(Array(try #require(bytes(of: alone.layout.file(fact.name)))))
                let rows = try loaded.store.database.rows(fact.sql, [.integer(loaded.traceIDs[0])])
                for column in fact.columns.indices {
                    let name = "\(fact.name) \(fact.columns[column].parquet.name)"
                    #expect(read.columns[FactTable.constants.count + column] == rows.map { $0[column] }, "\(name)")
                }
            }
            let effects = try loaded.store.database.rows("SELECT cause FROM effects ORDER BY 1").map {
                $0[0].text ?? ""
            }
            #expect(effects.contains("Tap \"Save\"") == recorded && effects.contains("Pinch"), "\(effects)")
            let both = try TracePipeline.load(
                ["\(Repository.root)/SampleTraces/landmarks-before.json", path], into: .temporary, options)
            try FleetFolder.open("\(folder)/both")
            let second = try FleetExport(
                both.store.database, trace: try #require(both.traceIDs.last), root: "\(folder)/both")
            #expect(try second.run() == .written)
            for fact in FactTable.all {
                let (left, right) = (bytes(of: alone.layout.file(fact.name)), bytes(of: second.layout.file(fact.name)))
                #expect(left != nil && left == right, "\(fact.name)")
            }
        }
    }

    @Test func `an effect of an interaction that is not there is an error`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/mixed.json"
            try Self.mixed(recorded: true, gestures: true).write(toFile: path, atomically: true, encoding: .utf8)
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            try loaded.store.database.execute("DELETE FROM interaction WHERE source_id = 7")
            let error = #expect(throws: TraceError.self) { try export(loaded, "\(folder)/out").run() }
            #expect(error?.diagnostic.message.contains("damaged") == true)
        }
    }

    @Test func `what a row refers to and is not there is an error, and no file is left`() throws {
        try withTemporaryFolder { folder in
            for sql in [
                "DELETE FROM name WHERE id = (SELECT instance_id FROM view_update WHERE instance_id IS NOT NULL)",
                "DELETE FROM view_update WHERE id = (SELECT max(id) - 1 FROM view_update)",
            ] {
                let loaded = try load(folder)
                try loaded.store.database.execute(sql)
                let export = try export(loaded, "\(folder)/out")
                #expect(throws: TraceError.self) { try export.run() }
                #expect(!FileManager.default.fileExists(atPath: export.layout.file("traces")))
                for fact in FactTable.all {
                    #expect(!names(in: export.layout.folder(fact.name)).contains { $0.hasSuffix(".tmp") })
                }
            }
        }
    }

    @Test func `again it is known, and what is missing comes with the same bytes`() throws {
        try withTemporaryFolder { folder in
            let first = try export(try load(folder), "\(folder)/out")
            #expect(try first.run() == .written)
            #expect(try first.run() == .known)
            let path = first.layout.file("updates")
            let before = bytes(of: path)
            for fact in ["updates", "traces"] {
                try FileManager.default.removeItem(atPath: first.layout.file(fact))
            }
            let second = try export(try load(folder), "\(folder)/out")
            #expect(try second.run() == .written)
            #expect(bytes(of: path) == before && before != nil)
            for fact in FactTable.all {
                let name = "\(first.layout.key).parquet"
                #expect(names(in: first.layout.folder(fact.name)) == [name], "no temporary file is left")
            }
        }
    }

    @Test func `chosen facts come with the traces, and the others later`() throws {
        try withTemporaryFolder { folder in
            let loaded = try load(folder)
            #expect(try export(loaded, "\(folder)/out", facts: ["hitches"]).run() == .written)
            #expect(names(in: "\(folder)/out/v1") == ["hitches", "traces"])
            #expect(names(in: "\(folder)/out") == ["_tracekit", "v1"])
            #expect(try export(loaded, "\(folder)/out").run() == .written)
            #expect(names(in: "\(folder)/out/v1").count == FactTable.all.count)
        }
    }

    @Test func `a folder of something else is refused and stays as it is`() throws {
        try withTemporaryFolder { folder in
            let loaded = try load(folder)
            #expect(throws: TraceError.self) { try export(loaded, folder).run() }
            #expect(names(in: folder) == ["trace.json"])
            // What an empty disk has.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/out/lost+found", withIntermediateDirectories: true)
            #expect(try export(loaded, "\(folder)/out").run() == .written)
        }
    }

    @Test func `a folder that vanishes is not made again`() throws {
        try withTemporaryFolder { folder in
            let first = try export(try load(folder), "\(folder)/a/b/out")
            try FileManager.default.removeItem(atPath: "\(folder)/a/b/out")
            #expect(throws: TraceError.self) { try first.run() }
            #expect(names(in: "\(folder)/a/b") == [])
        }
    }

    @Test func `a folder that cannot be made is an error`() throws {
        try withTemporaryFolder { folder in
            let loaded = try load(folder)
            for root in ["\(folder)/trace.json", "\(folder)/trace.json/x", "/proc/none"] {
                #expect(throws: TraceError.self) { try export(loaded, root).run() }
            }
        }
    }
}
