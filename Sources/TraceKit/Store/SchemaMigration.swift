import TraceSchema

/// Brings databases of older versions to the version that this program writes.
///
/// A version that changes tables needs one more entry in `steps`. Views are made anew from `schema.sql`, whatever the
/// version. A step is never changed once it was released: it stands for the tables of its time.
struct SchemaMigration {
    /// From a version to the next.
    struct Step: Sendable {
        let from: Int64
        let run: @Sendable (Database) throws(TraceError) -> Void
    }

    /// In order of their versions, without a gap.
    static let steps = [
        Step(from: 1, run: OverviewTables.add), Step(from: 2, run: SiteTables.add),
        Step(from: 3, run: SharedCodes.make), Step(from: 4, run: UntypedTables.make),
    ]

    private let database: Database
    private let version: Int64

    /// `version` as it stands in the database, lower than ours.
    init(_ database: Database, from version: Int64) {
        self.database = database
        self.version = version
    }

    /// To be called inside a transaction, which the caller takes back when this fails.
    func run(_ steps: [Step] = steps) throws(TraceError) {
        guard let first = steps.firstIndex(where: { $0.from == version }) else {
            throw TraceError(
                .database, "the database has version \(version), which no trace-analyze has written",
                at: Place(file: database.displayName), fix: "import the traces again")
        }
        let views = try Self.views()
        do throws(TraceError) {
            for name in views.names { try database.execute("DROP VIEW IF EXISTS \(name)") }
            for step in steps[first...] { try step.run(database) }
            try database.execute(views.sql)
            try database.execute("PRAGMA user_version = \(TraceSchema.version)")
        } catch {
            // A full disk and the like have words of their own.
            guard error.diagnostic.message.hasPrefix("SQLite error") else { throw error }
            throw TraceError(
                .database,
                "the database cannot be brought from version \(version) to version \(TraceSchema.version): "
                    + error.diagnostic.message, at: error.diagnostic.place, fix: "import the traces again")
        }
    }

    /// The part of the schema that makes the public views, and their names. They are made in the order in which they
    /// stand and dropped in the same: SQLite looks at what a view names only when it is read.
    private static func views() throws(TraceError) -> (sql: String, names: [String]) {
        let views = SchemaObject.all.filter { $0.type == "view" }
        guard let first = views.first else { throw TraceError(.internalError, "there is no view in the schema") }
        return (first.textOnwards, views.map(\.name))
    }
}

/// Version 2: what reports show first has tables of its own, labels stand with their interactions, and an edge may stand
/// with the node it leads to. Edges that were stored before stay where they are.
private enum OverviewTables {
    static func add(to database: Database) throws(TraceError) {
        try database.execute(tables)
        let traces = try database.rows("SELECT id, orange_ns, red_ns, duration_ns FROM trace ORDER BY id")
        for row in traces {
            guard case .integer(let id) = row[0], case .integer(let orange) = row[1], case .integer(let red) = row[2]
            else { continue }
            try addDurations(database, trace: id, DurationBuckets(orangeNs: orange, redNs: red))
            if case .integer(let length) = row[3], length > 0 { try addSlices(database, trace: id, length: length) }
        }
        try database.execute(signpostSums)
        try addLabels(database)
    }

    private static let tables = """
        CREATE TABLE duration_bucket (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            over_ns INTEGER NOT NULL,
            up_to_ns INTEGER,
            severity INTEGER NOT NULL,
            updates INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE time_slice (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            slice INTEGER NOT NULL,
            start_ns INTEGER NOT NULL,
            red INTEGER NOT NULL,
            orange INTEGER NOT NULL,
            gray INTEGER NOT NULL,
            unterminated INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE signpost_sum (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            name_id INTEGER NOT NULL,
            subsystem_id INTEGER,
            category_id INTEGER,
            intervals INTEGER NOT NULL,
            events INTEGER NOT NULL,
            unpaired INTEGER NOT NULL,
            total_ns INTEGER NOT NULL,
            max_ns INTEGER
        ) STRICT;
        ALTER TABLE view_update ADD COLUMN cause_id INTEGER;
        ALTER TABLE cause ADD COLUMN cause_id INTEGER;
        ALTER TABLE interaction ADD COLUMN label TEXT;
        """

    /// As `OverviewPass` counts them: bodies that have an end, checks left out, from the first bucket with updates to
    /// the last.
    private static func addDurations(
        _ database: Database, trace: Int64, _ buckets: DurationBuckets
    ) throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT CASE \(buckets.cases) END AS bucket, count(*)
            FROM view_update u JOIN view v ON v.id = u.view_id
            WHERE u.trace_id = ? AND v.kind = 0 AND u.kind_word_id IS NULL AND u.phase <> 2 AND u.duration_ns IS NOT NULL
            GROUP BY bucket ORDER BY bucket
            """, [.integer(trace)])
        var counts: [Int: SQLValue] = [:]
        for row in rows { if case .integer(let bucket) = row[0] { counts[Int(bucket)] = row[1] } }
        guard let first = counts.keys.min(), let last = counts.keys.max() else { return }
        let insert = try database.prepare(
            "INSERT INTO duration_bucket (trace_id, over_ns, up_to_ns, severity, updates) VALUES (?, ?, ?, ?, ?)")
        for bucket in first...last {
            try insert.run([
                .integer(trace), .integer(buckets.lowerLimit(of: bucket)),
                bucket < buckets.limits.count ? .integer(buckets.limits[bucket]) : .null,
                .integer(Int64(buckets.severity(of: bucket).rawValue)), counts[bucket] ?? .integer(0),
            ])
        }
    }

    private static func addSlices(_ database: Database, trace: Int64, length: Int64) throws(TraceError) {
        let count = TimeSlice.count
        // The same arithmetic as in the pass and the writer, to the last bit.
        let insert = try database.prepare(
            """
            INSERT INTO time_slice (trace_id, slice, start_ns, red, orange, gray, unterminated)
            SELECT ?1, slice, CAST(?2 * slice AS INTEGER), sum(severity IS 2), sum(severity IS 1), sum(severity IS 0),
                sum(severity IS NULL)
            FROM (
                SELECT min(\(count - 1), CAST(CAST(start_ns AS REAL) * ?3 AS INTEGER)) AS slice, severity
                FROM view_update WHERE trace_id = ?1 AND phase <> 2 AND start_ns IS NOT NULL
            ) GROUP BY slice ORDER BY slice
            """)
        try insert.run([
            .integer(trace), .real(Double(length) / Double(count)), .real(Double(count) / Double(length)),
        ])
    }

    /// In the order in which the signposts are met. A sum that is beyond 64 bits stands still at their end, which takes
    /// adding the halves of the durations: SQLite's own sum would be an error then.
    private static let signpostSums = """
        INSERT INTO signpost_sum (
            trace_id, name_id, subsystem_id, category_id, intervals, events, unpaired, total_ns, max_ns)
        SELECT trace_id, name_id, subsystem_id, category_id, intervals, events, unpaired,
            CASE WHEN high + (low >> 32) > 0x7FFFFFFF THEN 0x7FFFFFFFFFFFFFFF ELSE (high << 32) + low END, longest
        FROM (
            SELECT trace_id, name_id, subsystem_id, category_id, count(duration_ns) AS intervals,
                sum(duration_ns IS NULL AND pairing = 0) AS events, sum(pairing <> 0) AS unpaired,
                coalesce(sum(duration_ns >> 32), 0) AS high, coalesce(sum(duration_ns & 0xFFFFFFFF), 0) AS low,
                max(duration_ns) AS longest, min(id) AS first
            FROM signpost GROUP BY trace_id, name_id, subsystem_id, category_id
        ) ORDER BY trace_id, first;
        """

    /// Windows are few, and what makes an upper-case letter is more than SQL knows.
    private static func addLabels(_ database: Database) throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT i.id, i.kind, w.text, n.text FROM interaction i
            LEFT JOIN name w ON w.id = i.kind_word_id LEFT JOIN name n ON n.id = i.name_id
            """)
        let update = try database.prepare("UPDATE interaction SET label = ?2 WHERE id = ?1")
        for row in rows {
            guard case .integer(let code) = row[1] else { continue }
            let kind = InteractionKind(rawValue: UInt8(truncatingIfNeeded: code)) ?? .other
            try update.run([row[0], .text(NodeLabels.text(row[2].text ?? kind.word, row[3].text))])
        }
    }
}

/// Version 3: what many updates or signposts have in common stands once, and five numbers of an update share a column.
private enum SiteTables {
    static func add(to database: Database) throws(TraceError) {
        try database.execute(updates)
        try database.execute(signposts)
    }

    /// The rows wait in a temporary table: nothing can be renamed while a view of the user's has lost what it reads.
    private static let updates = """
        CREATE TEMP TABLE old_update AS SELECT * FROM main.view_update;
        DROP TABLE main.view_update;
        CREATE TABLE update_site (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            view_id INTEGER NOT NULL,
            name_id INTEGER NOT NULL,
            module_id INTEGER,
            kind INTEGER NOT NULL,
            raw_name_id INTEGER,
            kind_word_id INTEGER,
            category_id INTEGER,
            thread_id INTEGER
        ) STRICT;
        CREATE TABLE view_update (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            source_id ANY,
            site_id INTEGER NOT NULL,
            start_ns INTEGER,
            duration_ns INTEGER,
            codes INTEGER NOT NULL,
            group_id INTEGER,
            interaction_id INTEGER,
            driving_cause_id INTEGER,
            chain_id INTEGER,
            cause_id INTEGER,
            changed_id INTEGER,
            allocations INTEGER,
            instance_id INTEGER,
            instruments_severity_id INTEGER,
            downstream_ns INTEGER
        ) STRICT;
        INSERT INTO update_site (
            trace_id, view_id, name_id, module_id, kind, raw_name_id, kind_word_id, category_id, thread_id)
        SELECT u.trace_id, u.view_id, v.name_id, v.module_id, v.kind, u.raw_name_id, u.kind_word_id, u.category_id,
            u.thread_id
        FROM temp.old_update u JOIN view v ON v.id = u.view_id
        GROUP BY u.view_id, u.raw_name_id, u.kind_word_id, u.category_id, u.thread_id ORDER BY min(u.id);
        INSERT INTO view_update
        SELECT u.id, u.trace_id, u.source_id, s.id, u.start_ns, u.duration_ns,
            u.phase + (coalesce(u.membership, 3) << 2) + (coalesce(u.verdict, 0) << 5) + (coalesce(u.reason, 0) << 7)
                + (coalesce(u.severity + 1, 0) << 11),
            u.group_id, u.interaction_id, u.driving_cause_id, u.chain_id, u.cause_id, u.changed_id, u.allocations,
            u.instance_id, u.instruments_severity_id, u.downstream_ns
        FROM temp.old_update u
        JOIN update_site s ON s.view_id = u.view_id AND s.raw_name_id IS u.raw_name_id
            AND s.kind_word_id IS u.kind_word_id AND s.category_id IS u.category_id AND s.thread_id IS u.thread_id
        ORDER BY u.id;
        CREATE INDEX long_update ON view_update (trace_id, duration_ns) WHERE codes >= 4096; -- orange or red
        DROP TABLE temp.old_update;
        """

    private static let signposts = """
        CREATE TEMP TABLE old_signpost AS SELECT * FROM main.signpost;
        DROP TABLE main.signpost;
        CREATE TABLE signpost_site (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            name_id INTEGER NOT NULL,
            subsystem_id INTEGER,
            category_id INTEGER,
            process_id INTEGER,
            thread_id INTEGER,
            scope_id INTEGER
        ) STRICT;
        CREATE TABLE signpost (
            id INTEGER PRIMARY KEY,
            trace_id INTEGER NOT NULL,
            site_id INTEGER NOT NULL,
            start_ns INTEGER NOT NULL,
            duration_ns INTEGER,
            pairing INTEGER NOT NULL,
            message_id INTEGER,
            signpost_id ANY
        ) STRICT;
        INSERT INTO signpost_site (trace_id, name_id, subsystem_id, category_id, process_id, thread_id, scope_id)
        SELECT trace_id, name_id, subsystem_id, category_id, process_id, thread_id, scope_id FROM temp.old_signpost
        GROUP BY trace_id, name_id, subsystem_id, category_id, process_id, thread_id, scope_id ORDER BY min(id);
        INSERT INTO signpost
        SELECT p.id, p.trace_id, s.id, p.start_ns, p.duration_ns, p.pairing, p.message_id, p.signpost_id
        FROM temp.old_signpost p
        JOIN signpost_site s ON s.trace_id = p.trace_id AND s.name_id = p.name_id
            AND s.subsystem_id IS p.subsystem_id AND s.category_id IS p.category_id
            AND s.process_id IS p.process_id AND s.thread_id IS p.thread_id AND s.scope_id IS p.scope_id
        ORDER BY p.id;
        DROP TABLE temp.old_signpost;
        """
}

/// Version 4: the site of an update shares the column of its codes.
private enum SharedCodes {
    static func make(in database: Database) throws(TraceError) {
        try RemadeTable(
            name: "view_update",
            columns: """
                id INTEGER PRIMARY KEY, trace_id, source_id, start_ns, duration_ns, codes, group_id, interaction_id, \
                driving_cause_id, chain_id, cause_id, changed_id, allocations, instance_id, instruments_severity_id, \
                downstream_ns
                """,
            rows: """
                id, trace_id, source_id, start_ns, duration_ns, codes + (site_id << 13), group_id, interaction_id, \
                driving_cause_id, chain_id, cause_id, changed_id, allocations, instance_id, instruments_severity_id, \
                downstream_ns
                """
        ).make(in: database)
    }
}

/// Version 5: the columns of the long tables have no types, and the updates over a deadline have a table of their own
/// instead of an index.
private enum UntypedTables {
    static func make(in database: Database) throws(TraceError) {
        for table in tables { try table.make(in: database) }
        try database.execute(
            """
            CREATE TABLE long_update (
                id INTEGER PRIMARY KEY,
                trace_id INTEGER NOT NULL,
                duration_ns INTEGER NOT NULL
            ) STRICT;
            INSERT INTO long_update
            SELECT id, trace_id, duration_ns FROM view_update WHERE codes & 4096 ORDER BY id;
            CREATE INDEX longest_update ON long_update (trace_id, duration_ns);
            """)
    }

    private static let tables = [
        RemadeTable(
            name: "view_update",
            columns: """
                id INTEGER PRIMARY KEY, trace_id INTEGER, source_id, start_ns, duration_ns, codes, group_id, \
                interaction_id, driving_cause_id, chain_id, cause_id, changed_id, allocations, instance_id, \
                instruments_severity_id, downstream_ns
                """),
        RemadeTable(
            name: "cause",
            columns: """
                id INTEGER PRIMARY KEY, trace_id INTEGER, source_id, kind, kind_word_id, name_id, origin, start_ns, \
                fan_out, updates, total_ns, wasted_ns, cause_id
                """),
        RemadeTable(
            name: "edge",
            columns: "id INTEGER PRIMARY KEY, trace_id INTEGER, from_id, to_id, at_ns, label_id, changed_id"),
        RemadeTable(
            name: "update_group",
            columns: """
                id INTEGER PRIMARY KEY, trace_id INTEGER, source_id, label_id, thread_id, start_ns, duration_ns, \
                busy_ns, updates, severity, accumulated, derived, is_record
                """),
        RemadeTable(
            name: "signpost",
            columns: """
                id INTEGER PRIMARY KEY, trace_id INTEGER, site_id, start_ns, duration_ns, pairing, message_id, \
                signpost_id
                """),
        RemadeTable(
            name: "sample",
            columns: "id INTEGER PRIMARY KEY, trace_id INTEGER, start_ns, weight_ns, thread_id, state_id, stack_id"),
    ]
}

/// A table that gets other columns.
private struct RemadeTable {
    let name: String
    let columns: String
    /// What to select for them from the table as it was.
    var rows = "*"

    /// Its indexes go with the old one.
    func make(in database: Database) throws(TraceError) {
        // The rows wait in a temporary table: nothing can be renamed while a view of the user's has lost what it reads.
        try database.execute(
            """
            CREATE TEMP TABLE old_rows AS SELECT \(rows) FROM main.\(name) ORDER BY id;
            DROP TABLE main.\(name);
            CREATE TABLE \(name) (\(columns));
            INSERT INTO \(name) SELECT * FROM temp.old_rows;
            DROP TABLE temp.old_rows;
            """)
    }
}
