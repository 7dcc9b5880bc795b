/// The summary of an import: the recording and its caveats. Reads only the rows of this trace, however many the
/// database has.
struct TraceSummary {
    var recording: String
    var caveats: [String]

    private static let facts = [
        "name", "app", "process", "pid", "build", "device", "os", "template", "instruments", "recording_run",
        "recording_runs", "refresh_hz", "duration_ms", "slice_ns", "lanes",
    ]

    static func read(_ database: Database, trace: Int64) throws(TraceError) -> TraceSummary {
        let stored = StoredTrace(database, trace)
        let columns = facts.joined(separator: ", ")
        let row = try database.rows("SELECT \(columns) FROM traces WHERE id = ?", [.integer(trace)]).first ?? []
        let facts = Dictionary(zip(Self.facts, row).map { ($0, $1) }) { first, _ in first }
        let lanes = Lane.set(facts["lanes"]?.text)
        let views = try ViewSums(stored)
        let (subject, holds) = try ReportSubject.read(stored, views, lanes)
        let recorded = try RecordingWords.read(
            stored, facts, views, subject, try TargetProcesses.read(stored), holds: holds)
        let caveats = try losses(stored) + reservations(stored, subject, lanes)
        return TraceSummary(recording: recorded.full, caveats: caveats)
    }

    /// The first word of a report on a partial input.
    static let incomplete = "incomplete"

    /// What was left out or is uncertain, besides what could not be read.
    static func reservations(
        _ stored: StoredTrace, _ subject: ReportSubject, _ lanes: Set<Lane>
    ) throws(TraceError) -> [String] {
        let database = stored.database
        var caveats: [String] = []
        let trace = try database.rows("SELECT warnings, slice_ns FROM traces WHERE id = ?", [.integer(stored.id)]).first
        caveats += (trace?[0].text ?? "").split(separator: "\n").map(String.init)
        if trace?[1].text != nil {
            caveats.append(
                """
                a slice of a longer recording: \(FindingRules.ofWholes.joined(separator: ", ")) can miss what they find in \
                the whole
                """)
        }
        if let caveat = try ProcessCaveat.read(stored) { caveats.append(caveat.text) }
        if let chosen = try ProcessCaveat.chosenByHangs(stored) { caveats.append(chosen) }
        // Lanes that were recorded but are empty.
        if subject != .updates, lanes.contains(.updates), try stored.rows(of: "view_update") == nil {
            let facts =
                try database.rows(
                    "SELECT recorded_as, os, format FROM traces WHERE id = ?", [.integer(stored.id)]
                ).first ?? []
            let isExport = facts.count == 3 && facts[2].text?.contains("xctrace") == true
            let why = RecordedTables.whyEmpty(recordedAs: facts.first?.text, on: facts.count > 1 ? facts[1].text : nil)
            let note = isExport ? "SwiftUI's tables are empty: \(why.reason)" : ReportSections.viewSummary.emptyNote
            caveats.append(subject == .nothing ? note : "\(note); the report is about the other lanes")
        }
        return caveats
    }

    /// What of the input could not be read.
    static func losses(_ stored: StoredTrace) throws(TraceError) -> [String] {
        let database = stored.database
        var losses: [String] = []
        let trace = try database.rows(
            "SELECT truncated_byte, truncated_file, damage FROM traces WHERE id = ?", [.integer(stored.id)])
        if let row = trace.first, case .integer(let byte) = row[0] {
            losses.append(
                """
                \(incomplete): \(row[1].text ?? "the input") could not be read from byte \(byte) on \
                (\(row[2].text ?? "cut off")); the report covers what is before it
                """)
        }
        let counts = try database.rows(
            """
            SELECT coalesce(sum(CASE counter WHEN 'rows-seen' THEN count END), 0),
                coalesce(sum(CASE counter WHEN 'rows-rejected' THEN count END), 0)
            FROM import_counters WHERE \(try stored.condition("import_counter"))
            """)
        if let row = counts.first, row[1].count > 0 {
            losses.append(
                """
                \(row[1].count) of \(row[0].count) rows could not be read and are not counted (section Rejected rows, \
                --all)
                """)
        }
        return losses
    }
}
