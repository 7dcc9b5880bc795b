import Foundation
import Testing
import TraceSchema

@testable import TraceKit

/// Databases as older versions of this program wrote them (Tests/Databases): opened, they are as if imported today.
@Suite struct SchemaMigrationTests {
    private static let versions = Array(1..<Int(TraceSchema.version))

    /// A database of an older version with two traces of Tests/Databases/version-1.json.
    private func old(_ path: String, _ version: Int) throws {
        try Database(path: path, mode: .create).execute(Repository.text("Tests/Databases/version-\(version).sql"))
    }

    /// The same traces, imported by today's program.
    private func fresh() throws -> TraceStore {
        let document = Array(try Repository.text("Tests/Databases/version-1.json").utf8)
        let later = Deadlines(profile: "custom", orangeNs: 5_000_000, redNs: 10_000_000)
        return try TraceStore.write(to: .temporary) { database throws(TraceError) in
            for (deadlines, label) in [(Deadlines.frame, nil), (later, "later")] {
                var assembly = TraceAssembly(ImportOptions())
                let input = ByteInput(bytes: document, name: "version-1.json")
                try assembly.read(input, by: try TraceAssembly.importer(for: input))
                let records = try assembly.finish()
                records.metadata.label = label
                var options = AnalysisOptions()
                options.deadlines = deadlines
                _ = try TraceWriter.write(
                    records, AnalysisPasses.run(records, options), importedAt: nil, into: database)
            }
        }
    }

    /// An old database in a folder of its own.
    private func withOld(version: Int = 1, _ body: (String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try old("\(folder)/t.sqlite", version)
            try body("\(folder)/t.sqlite")
            #expect(names(in: folder).first == "t.sqlite")
        }
    }

    private static func message(_ path: String) -> String? {
        do throws(TraceError) {
            _ = try TraceStore.open(path)
            return nil
        } catch { return error.kind == .database ? error.diagnostic.text : "another kind: \(error)" }
    }

    /// Names of all tables and views with their columns, and of indexes.
    private static let schema = """
        SELECT m.type, m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema m
        LEFT JOIN pragma_table_info(m.name) c ORDER BY m.type, m.name, c.cid
        """

    @Test func `there is a step from every version that was ever released`() {
        #expect(SchemaMigration.steps.map(\.from) == Array(1..<TraceSchema.version))
    }

    @Test(arguments: versions) func `an old database has today's version, tables, views and columns once it was opened`(
        version: Int
    ) throws {
        try withOld(version: version) { path in
            let store = try TraceStore.open(path)
            #expect(store.olderVersion == Int64(version))
            #expect(try store.rows("PRAGMA user_version") == ["\(TraceSchema.version)"])
            #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
            #expect(try store.rows(Self.schema) == fresh().rows(Self.schema))
            let strict = "SELECT name, strict FROM pragma_table_list WHERE type = 'table' ORDER BY 1"
            #expect(try store.rows(strict) == fresh().rows(strict))
            #expect(try TraceStore.open(path).olderVersion == nil)
        }
    }

    @Test(arguments: versions) func `every public view gives the rows of a fresh import`(version: Int) throws {
        try withOld(version: version) { path in
            let (store, fresh) = (try TraceStore.open(path), try fresh())
            let views = try fresh.rows("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY 1")
            #expect(views.count > 15)
            for view in views {
                // When it was imported, and what an edge's row is called, is all that may differ.
                let columns = try fresh.rows("SELECT name FROM pragma_table_info('\(view)')")
                    .filter { !["traces.imported_at", "effects.id"].contains("\(view).\($0)") }
                    .map { "\"\($0)\"" }.joined(separator: ", ")
                let (found, expected) = try (
                    store.rows("SELECT \(columns) FROM \(view)").sorted(),
                    fresh.rows("SELECT \(columns) FROM \(view)").sorted()
                )
                #expect(found == expected, "\(view)")
                #expect(!expected.isEmpty || view.hasPrefix("metric"), "\(view) shows nothing")
            }
        }
    }

    @Test(arguments: versions) func `the new tables have the rows of a fresh import, in their order`(version: Int)
        throws
    {
        try withOld(version: version) { path in
            let (store, fresh) = (try TraceStore.open(path), try fresh())
            for table in ["duration_bucket", "time_slice"] {
                #expect(try store.rows("SELECT * FROM \(table)") == fresh.rows("SELECT * FROM \(table)"), "\(table)")
            }
            let sums = "SELECT * FROM signpost_summary ORDER BY id"
            #expect(try store.rows(sums) == fresh.rows(sums))
        }
    }

    @Test(arguments: versions) func `a report on an old database is that on a fresh import`(version: Int) throws {
        try withOld(version: version) { path in
            let (store, fresh) = (try TraceStore.open(path), try fresh())
            let (found, expected) = try (
                ReportBuilder.build(store, traces: [1, 2], .init()),
                ReportBuilder.build(fresh, traces: [1, 2], .init())
            )
            #expect(
                TextReport.render(found, RenderOptions()) == TextReport.render(expected, RenderOptions()))
        }
    }

    @Test(arguments: versions) func `records read back from an old database are those of a fresh import`(version: Int)
        throws
    {
        try withOld(version: version) { path in
            let (store, fresh) = (try TraceStore.open(path), try fresh())
            let (found, expected) = try (
                TraceReader.read(store.database, trace: 2), TraceReader.read(fresh.database, trace: 2)
            )
            #expect(found.edges.count == expected.edges.count)
            for row in 0..<found.edges.count {
                #expect(found.edges[row].from == expected.edges[row].from)
                #expect(found.edges[row].to == expected.edges[row].to)
                #expect(found.edges[row].at == expected.edges[row].at)
            }
        }
    }

    @Test func `an import into an old database brings it along`() throws {
        try withOld { path in
            let document = try Repository.text("Tests/Databases/version-1.json")
            let store = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(document, into: database)
            }
            #expect(try store.traceIDs() == [1, 2, 3])
            #expect(try store.rows("PRAGMA user_version") == ["\(TraceSchema.version)"])
            #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
            for view in ["body_durations", "timeline", "signpost_summary", "effects"] {
                let counts = try store.rows("SELECT count(*) FROM \(view) WHERE trace_id IN (1, 3) GROUP BY trace_id")
                #expect(counts.count == 2 && counts[0] == counts[1], "\(view): \(counts)")
            }
        }
    }

    @Test func `an import that fails leaves an old database as old as it was`() throws {
        try withOld { path in
            let before = bytes(of: path)
            #expect(throws: TraceError.self) {
                try TraceStore.write(to: .file(path)) { _ throws(TraceError) in throw TraceError(.input, "no more") }
            }
            #expect(bytes(of: path) == before)
        }
    }

    @Test func `several that open an old database at once all get it whole`() throws {
        try withOld { path in
            let results = DispatchQueue(label: "results")
            nonisolated(unsafe) var found: [String] = []
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let text: String
                do {
                    let store = try TraceStore.open(path)
                    text = try store.rows("SELECT count(*), (SELECT count(*) FROM timeline) FROM traces")[0]
                } catch { text = "\(error)" }
                results.sync { found.append(text) }
            }
            let expected = try fresh().rows("SELECT count(*), (SELECT count(*) FROM timeline) FROM traces")[0]
            #expect(found == Array(repeating: expected, count: 4))
        }
    }

    @Test func `who opens a database after a killed migration gets it whole`() throws {
        try withOld { path in
            let before = bytes(of: path)
            let writer = try Database(path: path, mode: .readWrite)
            try writer.execute("PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
            try SchemaMigration(writer, from: 1).run()
            // As the process that does this leaves them when it is killed now.
            let killed = "\(path)-killed.sqlite"
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: killed + suffix)
            }
            try writer.execute("ROLLBACK")
            #expect(bytes(of: path) == before)
            #expect(bytes(of: killed) != before)
            #expect(try Database(path: killed, mode: .readOnly).needsRollback)
            let store = try TraceStore.open(killed)
            #expect(store.olderVersion == 1)
            #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
            #expect(try store.rows(Self.schema) == fresh().rows(Self.schema))
        }
    }

    @Test func `what users added to a database stays, and what is in the way is named`() throws {
        try withOld { path in
            try Database(path: path, mode: .readWrite).execute("CREATE VIEW mine AS SELECT count(*) AS n FROM updates")
            #expect(
                try TraceStore.open(path).rows("SELECT n FROM mine") == fresh().rows("SELECT count(*) FROM updates"))
        }
        try withOld { path in
            try Database(path: path, mode: .readWrite).execute("CREATE TABLE time_slice(x)")
            let before = bytes(of: path)
            let message = try #require(Self.message(path))
            #expect(message.contains("cannot be brought from version 1 to version \(TraceSchema.version): "))
            #expect(message.contains("table time_slice already exists"))
            #expect(bytes(of: path) == before)
        }
    }

    @Test func `a version that nobody wrote is refused`() throws {
        try withOld { path in
            try Database(path: path, mode: .readWrite).execute("PRAGMA user_version = 0")
            let before = bytes(of: path)
            #expect(Self.message(path)?.contains("has version 0, which no trace-analyze has written") == true)
            #expect(bytes(of: path) == before)
        }
    }

    // Nothing keeps root from writing; scripts/resources-test looks at it as another user.
    @Test(.enabled(if: getuid() != 0)) func `an old database that cannot be written to is refused with what to do`()
        throws
    {
        try withOld { path in
            #expect(chmod(path, 0o444) == 0)
            let message = try #require(Self.message(path))
            #expect(message.contains("the database has version 1 and would have to be brought to version"))
            #expect(message.contains("fix: copy it to a folder that you may write to, or import the traces again"))
        }
    }
}
