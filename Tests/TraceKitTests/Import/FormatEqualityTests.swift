import Foundation
import Testing

@testable import TraceKit

/// What a trace looks like through the public views, without what differs between two imports of the same records:
/// rows refer to each other by the exporter's ids and names instead of the database's own.
///
/// Formats that carry less compare fewer views or columns: give `views` and `dropping`.
enum TraceDump {
    /// Each view as the query that lists it; columns are called by name, so that one can be left out.
    static let views = [
        "updates", "causes", "effects", "interactions", "update_groups", "signposts", "hitches", "hangs", "samples",
    ]

    /// Columns that hold ids of the database.
    private static let ids = ["id", "trace_id", "group_id", "interaction_id", "node_id", "chain_id", "stack_id"]

    /// The rows of a view, one line a row with `column=value` for what is not NULL, in a fixed order.
    static func rows(_ store: TraceStore, _ view: String, dropping: [String] = []) throws -> [String] {
        let columns = try store.database.rows("SELECT name FROM pragma_table_info('\(view)') ORDER BY cid")
            .map { $0[0].plain }.filter { !(ids + dropping).contains($0) }
        let shown = columns.map { column in
            switch column {
            // Edges lead from and to nodes: those are told by the exporter's ids.
            case "from_id", "to_id": "(SELECT n.source_id FROM (\(nodes)) n WHERE n.id = v.\(column))"
            default: "v.\"\(column)\""
            }
        }
        let found = try store.database.rows("SELECT \(shown.joined(separator: ", ")) FROM \(view) v")
        return found.map { row in
            zip(columns, row).filter { $1 != .null }.map { "\($0)=\($1.plain)" }.joined(separator: " ")
        }.sorted()
    }

    private static let nodes = """
        SELECT id, source_id FROM updates UNION ALL SELECT id, source_id FROM causes
        UNION ALL SELECT id, source_id FROM interactions WHERE id NOT IN (SELECT id FROM causes)
        """

    /// The inputs as the command would load them, in a temporary database.
    static func store(_ inputs: String..., options: TracePipeline.Options = .init()) throws -> TraceStore {
        try TracePipeline.load(inputs, into: .temporary, options).store
    }

    /// Expects both stores to show the same rows in these views.
    static func expectEqual(
        _ left: TraceStore, _ right: TraceStore, views: [String] = views, dropping: [String] = [],
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for view in views {
            let first = try rows(left, view, dropping: dropping)
            let second = try rows(right, view, dropping: dropping)
            #expect(first.count == second.count, "\(what): rows of \(view)", sourceLocation: sourceLocation)
            #expect(!first.isEmpty, "\(what): \(view) is empty", sourceLocation: sourceLocation)
            // The first row that differs says more than two whole tables.
            let place = (0..<min(first.count, second.count)).first { first[$0] != second[$0] }
            guard let place else { continue }
            #expect(first[place] == second[place], "\(what): \(view)", sourceLocation: sourceLocation)
        }
    }
}

/// The same story in every shape of our own format, and in what other formats carry of it.
@Suite struct FormatEqualityTests {
    private static func sample(_ path: String) -> String { "\(Repository.root)/SampleTraces/\(path)" }

    private static let traceColumns = [
        "name", "app", "process", "pid", "device", "os", "build", "configuration", "refresh_hz", "started_at",
        "duration_ms", "updates",
    ]

    private func check(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let json = try TraceDump.store(Self.sample("landmarks-before.json"))
        let other = try TraceDump.store(Self.sample(path))
        try TraceDump.expectEqual(json, other, "\(path)", sourceLocation: sourceLocation)
        let columns = "SELECT \(Self.traceColumns.joined(separator: ", ")) FROM traces"
        #expect(try json.rows(columns) == other.rows(columns), sourceLocation: sourceLocation)
        #expect(try other.rows("SELECT * FROM import_rejects").isEmpty, sourceLocation: sourceLocation)
    }

    @Test func `NDJSON holds what JSON holds`() throws { try check("ndjson/landmarks-before.ndjson") }

    @Test func `one mixed table holds what JSON holds`() throws { try check("csv/landmarks-before.csv") }

    @Test func `one table a kind of record holds what JSON holds`() throws { try check("csv/landmarks-before") }

    @Test func `a table copied out of Instruments holds the updates to the precision that it shows`() throws {
        let json = try TraceDump.store(Self.sample("landmarks-before.json"))
        let table = try TraceDump.store(Self.sample("csv/instruments-updates.tsv"))
        let columns = """
            SELECT source_id, view, module, kind, phase, category, thread, instruments_severity, allocations,
                start_ns / 1000, CASE WHEN duration_ns < 1000000 THEN (duration_ns + 5) / 1000 END
            FROM updates WHERE phase <> 'check' ORDER BY CAST(source_id AS INTEGER)
            """
        let (expected, found) = (try json.rows(columns), try table.rows(columns))
        #expect(expected.count == 484)
        #expect(expected == found)
    }

    /// xctrace has no instances and no changed properties of an update, spells views in its own way, and its groups
    /// have labels instead of ids; verdicts that rest on these are its own too.
    @Test(arguments: ["before", "after"])
    func `xctrace tables hold what both can carry`(_ story: String) throws {
        let json = try TraceDump.store(Self.sample("landmarks-\(story).json"))
        let xml = try TraceDump.store(Self.sample("xctrace/landmarks-\(story)"))
        try TraceDump.expectEqual(
            json, xml, views: ["updates"],
            dropping: ["raw_view", "instance", "changed", "verdict", "reason", "confidence", "module", "process"],
            "xctrace")
        try TraceDump.expectEqual(
            json, xml, views: ["causes"],
            dropping: ["necessary", "unnecessary", "unknown", "wasted_ms", "process", "wrapper"], "xctrace")
        // A cause table has a time on every edge, a shorthand cause has none; our samples have no thread state.
        try TraceDump.expectEqual(
            json, xml, views: ["effects", "samples"], dropping: ["at_ns", "at_ms", "changed", "state", "process"],
            "xctrace")
        try TraceDump.expectEqual(
            json, xml, views: ["interactions"],
            dropping: ["necessary", "unnecessary", "unknown", "wasted_ms", "proven", "likely", "possible"], "xctrace")
        try TraceDump.expectEqual(json, xml, views: ["hitches"], dropping: ["process", "swap_id"], "xctrace")
        try TraceDump.expectEqual(
            json, xml, views: ["update_groups"], dropping: ["source_id", "label", "process"], "xctrace")
        // Checks come from the cause tables, which have no module column; all other updates have theirs.
        let modules = "SELECT source_id, module FROM updates WHERE phase <> 'check' ORDER BY id"
        #expect(try json.rows(modules) == xml.rows(modules))
    }

    /// The processes of rows come from the exports; our own formats hold them too.
    @Test(arguments: TraceExporters.all.filter { $0.isOwnFormat }.map { $0.name })
    func `an export is written in our own formats with the processes of its rows`(_ shape: String) throws {
        let xml = try TraceDump.store(Self.sample("xctrace/landmarks-before"))
        var text = ""
        try TraceExporters.write(xml, trace: 1, as: shape) { piece in
            text += piece
            return true
        }
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(text.utf8), name: "again.\(shape)")
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        let records = try assembly.finish()
        let again = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            _ = try TraceWriter.write(
                records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
        }
        try TraceDump.expectEqual(xml, again, views: ["updates", "hitches", "samples", "causes", "processes"], shape)
        #expect(try again.rows("SELECT DISTINCT process FROM updates") == ["Landmarks (4242)"])
    }

    /// A log has no ids, causes, instances or phases, its clock counts microseconds from its own first event, and
    /// only bodies are logged.
    @Test func `signpost text holds the bodies to the microsecond`() throws {
        let json = try TraceDump.store(Self.sample("landmarks-before.json"))
        let log = try TraceDump.store(Self.sample("signposts/landmarks-before.default.log"))
        func bodies(_ store: TraceStore) throws -> [(view: String, start: Int64, duration: Int64)] {
            try store.database.rows(
                """
                SELECT view, start_ns, coalesce(duration_ns, -1000) FROM updates
                WHERE kind = 'body' AND phase <> 'check' ORDER BY start_ns, view
                """
            ).compactMap { row in
                guard case .integer(let start) = row[1], case .integer(let duration) = row[2] else { return nil }
                return (row[0].plain, start, duration)
            }
        }
        let (expected, found) = (try bodies(json), try bodies(log))
        #expect(expected.count == 453 && found.count == 453)
        let shift = expected[0].start - found[0].start
        for (left, right) in zip(expected, found) {
            #expect(left.view == right.view)
            // Begin and end are each cut to the microsecond.
            #expect(abs(left.start - right.start - shift) <= 1_000 && abs(left.duration - right.duration) <= 1_000)
        }
    }
}
