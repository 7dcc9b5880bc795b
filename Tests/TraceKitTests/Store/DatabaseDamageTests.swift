import CSQLite
import Foundation
import Testing

@testable import TraceKit

/// Databases in which something is not as it was written: every column of every table with values that do not belong
/// there, rows that are gone, and bytes that changed.
///
/// Whatever reads such a database may find nothing wrong, or say that it is damaged; nothing may crash. `TRACEKIT_DAMAGE=all`
/// tries every value in every column, else each column gets one of them, in turn; `Tests/Torture/database-test` tries many more
/// files on the tool itself and looks at its memory and time.
@Suite struct DatabaseDamageTests {
    private static let isExhaustive = ProcessInfo.processInfo.environment["TRACEKIT_DAMAGE"] == "all"

    /// A database with rows in as many tables as one trace can fill, and a second trace behind the first.
    private static func write(_ path: String) throws {
        let everything = try Repository.text("Tests/Reference/everything.json")
        _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
            let small = Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 9000000}")
            for document in [everything, small] { try Traces.write(document, into: database) }
        }
    }

    private static func load(_ path: String, again: Bool = false) throws -> TracePipeline.Loaded {
        var options = TracePipeline.Options()
        options.jobs = again ? 2 : 1
        options.hasExplicitAnalysis = again
        return try TracePipeline.load([path], into: .temporary, options)
    }

    private static func report(_ path: String) throws {
        let loaded = try load(path)
        var options = ReportBuilder.Options()
        options.hasPage = true
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, options)
        for format in Report.renderers.names {
            #expect(Report.renderers.render(report, as: format, RenderOptions()) != nil)
        }
    }

    private static func readAll(_ path: String) throws {
        let loaded = try load(path)
        for trace in loaded.traceIDs {
            _ = try ChainTree.read(loaded.store, trace: trace, ChainTree.Filter())
            _ = try Doctor.examine(loaded.store, trace: trace)
            for target in ["ndjson", "perfetto"] {
                do throws(TraceError) {
                    try TraceExporters.write(loaded.store, trace: trace, as: target) { _ in true }
                } catch {
                    // A trace that lost its rows has nothing to export, and that is said.
                    guard error.kind == .input, error.diagnostic.fix?.contains("--to ") == true else { throw error }
                }
            }
        }
        _ = try loaded.timeline()
        _ = try loaded.figures()
    }

    private static func append(_ path: String) throws {
        _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
            try Traces.write(Traces.updates("{\"view\": \"Row\", \"start_ns\": 5}"), into: database)
        }
    }

    /// What is said by everything that reads a database.
    private static func use(_ path: String) throws -> [TraceError] {
        var errors: [TraceError] = []
        for use in [report, readAll, { _ = try load($0, again: true) }, append] {
            do { try use(path) } catch let error as TraceError { errors.append(error) }
        }
        return errors
    }

    /// The database is damaged by `change` and used; returns what was said.
    @discardableResult
    private func check(_ base: String, _ told: String, _ change: (String) throws -> Void) throws -> [TraceError] {
        let path = base + ".damaged"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: base, toPath: path)
        try change(path)
        let errors = try Self.use(path)
        // A trace whose rows are no longer its own has nothing to export.
        for error in errors where !error.diagnostic.text.contains("the trace has nothing") {
            #expect(error.kind == .database, "\(told): \(error.diagnostic.text)")
        }
        return errors
    }

    private static let values = [
        "NULL", "-1", "0", "256", "2147483648", "4294967296", "1099511627777", "9223372036854775807",
        "-9223372036854775808", "1.5", "1e300", "'text'", "'9223372036854775808'", "x'00ff'", "''",
    ]

    @Test func `wild values in any column are told of or do no harm`() throws {
        try withTemporaryFolder { folder in
            let base = "\(folder)/base"
            try Self.write(base)
            var (turn, told) = (0, 0)
            for table in StoredTable.all {
                for column in [table.key, table.traceColumn] + table.columns.map(\.name) {
                    turn += 1
                    let values = Self.isExhaustive ? Self.values : [Self.values[turn % Self.values.count]]
                    for value in values {
                        let row = "SELECT \(turn % 2 == 0 ? "min" : "max")(rowid) FROM \(table.name)"
                        let errors = try check(base, "\(table.name).\(column) = \(value)") { path in
                            // A value that the table itself refuses is no damage.
                            try? Database(path: path, mode: .readWrite).execute(
                                "UPDATE \(table.name) SET \"\(column)\" = \(value) WHERE rowid = (\(row))")
                        }
                        told += errors.isEmpty ? 0 : 1
                    }
                }
            }
            #expect(told > 60)
        }
    }

    /// Strict: what a later row refers to, or counts, is not there any more.
    @Test(arguments: [
        "interaction", "cause", "view_update", "name", "chain_step", "update_site", "view", "property_list",
    ])
    func `a row that is gone is missed`(table: String) throws {
        try withTemporaryFolder { folder in
            let base = "\(folder)/base"
            try Self.write(base)
            for place in 0...1 {
                let errors = try check(base, "\(table), row \(place)") { path in
                    try Database(path: path, mode: .readWrite).execute(
                        "DELETE FROM \(table) WHERE id = (SELECT id FROM \(table) ORDER BY id LIMIT 1 OFFSET \(place))")
                }
                #expect(!errors.isEmpty, "\(table), row \(place)")
            }
        }
    }

    @Test func `what is wrong is said with its table, row and column`() throws {
        try withTemporaryFolder { folder in
            let base = "\(folder)/base"
            try Self.write(base)
            let errors = try check(base, "edge.to_id") { path in
                try Database(path: path, mode: .readWrite).execute(
                    "UPDATE edge SET to_id = 2000 WHERE id = (SELECT min(id) FROM edge)")
            }
            #expect(
                errors.map(\.diagnostic.text).contains(
                    """
                    \(base).damaged: error: the database is damaged: row 1 of the table 'edge' has 2000 in 'to_id'
                      fix: import the trace again, into a new file
                    """))
        }
    }

    @Test(arguments: 0..<(isExhaustive ? 40 : 4)) func `changed bytes are told of or do no harm`(seed: Int) throws {
        try withTemporaryFolder { folder in
            let base = "\(folder)/base"
            try Self.write(base)
            let bytes = Array(try #require(FileManager.default.contents(atPath: base)))
            var numbers = SeededNumbers(seed)
            for _ in 0..<10 {
                try check(base, "seed \(seed)") { path in
                    var damaged = bytes
                    for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                        // The pages behind the header are mostly empty: half of the changes go where something stands.
                        var place = Int.random(in: 0..<damaged.count, using: &numbers)
                        if Bool.random(using: &numbers), let next = damaged[place...].firstIndex(where: { $0 != 0 }) {
                            place = next
                        }
                        damaged[place] = UInt8.random(in: 0...255, using: &numbers)
                    }
                    try Data(damaged).write(to: URL(fileURLWithPath: path))
                }
            }
        }
    }

    @Test func `a cut database is told of or does no harm`() throws {
        try withTemporaryFolder { folder in
            let base = "\(folder)/base"
            try Self.write(base)
            let size = try #require(FileManager.default.contents(atPath: base)).count
            for length in stride(from: 100, to: size, by: Self.isExhaustive ? 4096 : 40_000) {
                try check(base, "cut at \(length)") { path in
                    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                    try handle.truncate(atOffset: UInt64(length))
                }
            }
        }
    }
}
