/// The analyses that a trace allows. `yes` only if the rows themselves have the data that the analysis reads.
struct DoctorAbilities {
    let facts: DoctorFacts
    let lanes: [Lane: Doctor.LaneState]
    private var updates: DoctorUpdates { facts.updates }

    func all() throws(TraceError) -> [Doctor.Ability] {
        [
            longUpdates, groups, chains, try windows(), unnecessary, stalls, try hotFrames(), try mainThread(),
            functions, try signposts(), try logs(),
        ] + metrics
    }

    /// The figures of MetricKit and XCTest; empty for a trace without such data.
    private var metrics: [Doctor.Ability] {
        guard let lane = lanes[.metrics] else { return [] }
        return [ability("figures of MetricKit and XCTest", lane.rows > 0 ? .yes : .no, lane.note ?? "")]
    }

    // MARK: Words

    /// Whether a lane has rows.
    private func has(_ name: Lane) -> Bool { lanes[name]?.state == .available }

    /// The reason why a lane with rows gives no answer: all of them are of processes that are not analysed.
    private func ofOthersAlone(_ lane: Lane) -> String? {
        guard let state = lanes[lane], facts.isOfOthersAlone(state), let words = facts.others.counts(lane) else {
            return nil
        }
        return "\(words) alone, not analysed (report --process chooses another one)"
    }

    /// Whether a lane was read, with or without rows.
    private func isRead(_ name: Lane) -> Bool { has(name) || lanes[name]?.state == .empty }

    /// The ability from these lanes; partial if some of their rows could not be read.
    private func ability(
        _ analysis: String, _ level: Doctor.Ability.Level, _ why: String, of names: Lane...
    ) -> Doctor.Ability {
        let lost = names.compactMap { lanes[$0] }.filter { $0.rejected > 0 && $0.state != .unreadable }
        guard level != .no, !lost.isEmpty else { return Doctor.Ability(analysis: analysis, level: level, why: why) }
        let words = lost.map { "\(Decimal.counted($0.rejected, "row")) of \($0.name) could not be read" }
        return Doctor.Ability(
            analysis: analysis, level: .partly, why: ([why] + words).joined(separator: "; "))
    }

    private func counted(_ part: Int, of all: Int, _ word: String) -> String {
        "\(Decimal.grouped(part)) of \(Decimal.counted(all, word))"
    }

    private var untimed: String {
        facts.hasTimedLines
            ? "no update has a duration: lines of a log have none"
            : "no update has a time: lines of a console have none"
    }
    private var noUpdates: String {
        has(.updates) && facts.hasOthers
            ? "no view update belongs to the analysed process (report --process chooses another one)"
            : "the input has no view updates"
    }

    // MARK: Analyses

    private var longUpdates: Doctor.Ability {
        let analysis = "long updates against the deadlines"
        if updates.all == 0 { return ability(analysis, .no, noUpdates) }
        if updates.timed == 0 {
            return ability(analysis, .no, updates.started == 0 ? untimed : "no update has an end")
        }
        if updates.timed == updates.all {
            return ability(analysis, .yes, "every update has a start and a duration", of: .updates)
        }
        // Every recording has a few updates without an end, which ran when it stopped.
        return ability(
            analysis, updates.started == updates.all ? .yes : .partly,
            "\(counted(updates.timed, of: updates.all, "update")) have a start and an end", of: .updates)
    }

    private var groups: Doctor.Ability {
        let analysis = "update groups"
        if updates.all == 0 { return ability(analysis, .no, noUpdates) }
        if has(.groups) { return ability(analysis, .yes, "recorded", of: .groups, .updates) }
        if isRead(.groups) { return ability(analysis, .no, "the table of update groups is there, and has no rows") }
        if updates.timed == 0 { return ability(analysis, .no, untimed) }
        return ability(analysis, .partly, "not recorded: derived from gaps of at most 1 ms", of: .updates)
    }

    private var chains: Doctor.Ability {
        let analysis = "chains of causes"
        if !has(.edges) { return ability(analysis, .no, "the input has no edges of the cause graph") }
        if updates.all == 0 {
            return ability(analysis, .no, "the input has the cause graph, but no view updates that it leads to")
        }
        if updates.driven == 0 {
            return ability(analysis, .partly, "no cause of the graph leads to an update", of: .edges)
        }
        if facts.namedRoots > 0 {
            return ability(
                analysis, .partly,
                "no cause table has rows: updates name their root causes, and the steps between are unknown",
                of: .updates)
        }
        return ability(analysis, .yes, "the input has the cause graph", of: .edges, .causes)
    }

    private func windows() throws(TraceError) -> Doctor.Ability {
        let analysis = "interaction windows"
        let least = try facts.database.integer(
            "SELECT min(kind) FROM interaction WHERE trace_id = ?", .integer(facts.trace))
        let kind = least ?? Int64.max
        let signpost = Int64(InteractionKind.signpost.rawValue)
        if kind < signpost {
            return ability(analysis, .yes, "interactions or gestures were recorded", of: .interactions)
        }
        if kind == signpost {
            return ability(analysis, .partly, "signpost intervals serve as windows", of: .signposts)
        }
        return ability(analysis, .no, "no interaction: the whole trace is one window")
    }

    private var unnecessary: Doctor.Ability {
        let analysis = "unnecessary updates"
        if updates.all == 0 { return ability(analysis, .no, noUpdates) }
        let known = updates.withChanges
        if known > 0 {
            let isWhole = known == updates.bodies
            let why =
                isWhole
                ? "\(Decimal.counted(known, "update")) \(known == 1 ? "says" : "say") what changed"
                : "\(counted(known, of: updates.bodies, "update")) of bodies say what changed"
            return ability(analysis, isWhole ? .yes : .partly, why, of: .updates)
        }
        if updates.evidence > 0 {
            return ability(
                analysis, .partly,
                """
                \(Decimal.counted(updates.evidence, "update")) \(updates.evidence == 1 ? "says" : "say") what changed, \
                but none has \(facts.missingOfLines): those where nothing changed are unnecessary, the others are only \
                counted
                """)
        }
        if updates.driven > 0 {
            return ability(analysis, .partly, "only by fan-out: no update says what changed", of: .updates)
        }
        return ability(analysis, .no, "nothing says what changed or what caused it")
    }

    private var stalls: Doctor.Ability {
        let read = Lane.ofStalls.filter { isRead($0) }
        let why = Lane.ofStalls.compactMap { lanes[$0] }.map { lane in
            if let others = ofOthersAlone(lane.lane) { return "\(lane.name): \(others)" }
            let isKnown = lane.state == .empty || lane.state == .absent && lane.note == DoctorFacts.notRecorded
            return "\(lane.name): \(isKnown ? lane.note ?? "none" : lane.state.rawValue)"
        }
        return ability(
            "hangs and hitches", read.count == 2 ? .yes : read.isEmpty ? .no : .partly, why.joined(separator: ", "),
            of: .hangs, .hitches)
    }

    /// The ability for a recording whose tables were only listed: they have rows, but these were not read.
    private func unread(_ analysis: String, _ lane: Lane) -> Doctor.Ability {
        let rows = Decimal.counted(lanes[lane]?.rows ?? 0, "row")
        return Doctor.Ability(
            analysis: analysis, level: .partly, why: "\(rows), not looked into here: report reads them")
    }

    private func hotFrames() throws(TraceError) -> Doctor.Ability {
        let analysis = "what ran inside long bodies"
        if has(.samples), facts.isListed, has(.updates) { return unread(analysis, .samples) }
        if has(.samples), updates.timed == 0 {
            return ability(analysis, .no, "there is a time profile, but no view update with a time to look into")
        }
        return try ofMainThread(analysis)
    }

    /// The work of the main thread in hangs, late frames, busy runs and captures.
    private func mainThread() throws(TraceError) -> Doctor.Ability {
        let analysis = "what the main thread did"
        if has(.samples), facts.isListed { return unread(analysis, .samples) }
        return try ofMainThread(analysis)
    }

    private func ofMainThread(_ analysis: String) throws(TraceError) -> Doctor.Ability {
        if has(.samples), !(try facts.hasMainSamples()) {
            return ability(
                analysis, .no, "there is a time profile, but no sample is known to come from the main thread")
        }
        return profile(analysis)
    }

    private var functions: Doctor.Ability { profile("hottest functions and call tree") }

    private func signposts() throws(TraceError) -> Doctor.Ability {
        let analysis = "signposts"
        if !has(.signposts) { return ability(analysis, .no, absence(of: .signposts, "signposts")) }
        if let others = ofOthersAlone(.signposts) { return ability(analysis, .no, others) }
        if facts.isListed { return unread(analysis, .signposts) }
        if facts.hasOtherTablesSignpostsAlone {
            return ability(
                analysis, .no,
                """
                the input has none of the app or of frameworks, only frames, run loops and other states that \
                Instruments recorded
                """)
        }
        let row =
            try facts.database.rows(
                """
                SELECT coalesce(sum(intervals), 0), coalesce(sum(events), 0), coalesce(sum(open + without_begin), 0)
                FROM signpost_summary WHERE trace_id = ?
                """, [.integer(facts.trace)]
            ).first?.map(\.count) ?? []
        guard row.count == 3, row[0] + row[1] > 0 else {
            return ability(analysis, .partly, "no interval has both its ends", of: .signposts)
        }
        let parts = [(row[0], "interval"), (row[1], "event")].filter { $0.0 > 0 }.map { Decimal.counted($0.0, $0.1) }
        let open = row[2] > 0 ? ["\(Decimal.grouped(row[2])) without one of their ends"] : []
        return ability(analysis, .yes, (parts + open).joined(separator: ", "), of: .signposts)
    }

    private func logs() throws(TraceError) -> Doctor.Ability {
        let analysis = "lines of the log"
        if !has(.logs) { return ability(analysis, .no, absence(of: .logs, "lines of a log")) }
        if let others = ofOthersAlone(.logs) { return ability(analysis, .no, others) }
        if facts.isListed { return unread(analysis, .logs) }
        let lines = try facts.database.integer(
            "SELECT sum(lines) FROM log_level WHERE trace_id = ?", .integer(facts.trace))
        return ability(analysis, .yes, Decimal.counted(Int(lines ?? 0), "line"), of: .logs)
    }

    /// The reason why a lane has no rows.
    private func absence(of lane: Lane, _ what: String) -> String {
        lanes[lane]?.note ?? "the input has no \(what)"
    }

    private func profile(_ analysis: String) -> Doctor.Ability {
        if !has(.samples) {
            let lost = lanes[.samples].flatMap { $0.state == .unreadable ? $0.note : nil }
            return ability(
                analysis, .no,
                lost ?? (isRead(.samples) ? "the time profile has no samples" : "the input has no time profile"))
        }
        if facts.isListed { return unread(analysis, .samples) }
        if let others = ofOthersAlone(.samples) { return ability(analysis, .no, others) }
        if facts.samples.running == 0 {
            return ability(analysis, .no, "all samples of the time profile are of threads that wait")
        }
        let functions = facts.functions
        if functions.all == 0 { return ability(analysis, .no, "the samples of the time profile have no call stacks") }
        if functions.named * 2 < functions.all {
            let bare = counted(functions.all - functions.named, of: functions.all, "function")
            return ability(
                analysis, functions.named == 0 ? .no : .partly,
                "the input has a time profile, but \(bare) are bare addresses", of: .samples)
        }
        return ability(analysis, .yes, "the input has a time profile", of: .samples)
    }
}

/// The next steps: commands or advice, most useful first.
struct DoctorAdvice {
    let facts: DoctorFacts
    let lanes: [Lane: Doctor.LaneState]

    var all: [String] { proposedBodies + others }

    private var proposedBodies: [String] {
        let proposed = (try? BodyProposals.read(StoredTrace(facts.database, facts.trace))) ?? []
        guard !proposed.isEmpty else { return [] }
        let files = (facts.text("source_file") ?? "").split(separator: "\n").map(String.init)
        let command = CommandInput(files).command("report", proposed)
        return ["if the signposts that are named like views measure their bodies: \(command)"]
    }

    private var others: [String] {
        guard facts.formats.contains("xctrace") else { return otherFormats }
        let advice = facts.hasContents ? withContents : withoutContents
        guard lanes[.updates]?.state == .empty else { return advice }
        let why = RecordedTables.whyEmpty(recordedAs: facts.text("recorded_as"), on: facts.text("os"))
        return advice + ["\(why.advice) (SwiftUI's tables are empty: \(why.reason))"]
    }

    private var otherFormats: [String] {
        if lanes[.updates]?.state == .available {
            // Such lines say why bodies ran, but not for how long.
            guard facts.hasLinesAlone else { return [] }
            return [
                "how long the updates take, and what caused them, a recording says: "
                    + RecordedTables.recordAgain(on: facts.text("os"))
            ]
        }
        if facts.hasUntimedLogAlone {
            return [
                "write the time in each line of the log (a date formatter with milliseconds, or Logger and log show): then bodies and "
                    + "durations in it have a place in time, and are judged"
            ]
        }
        return [
            "record with the SwiftUI template of Instruments and export the table swiftui-updates: "
                + RecordedTables.export("swiftui-updates", run: facts.run)
        ]
    }

    // MARK: With a table of contents

    /// Advice about tables that this recording has.
    private var withContents: [String] {
        let shown = facts.tables.filter { $0.run == facts.run }
        let open = Set(shown.filter { $0.state == .notExported }.map(\.schema))
        let read = Set(shown.filter { $0.state == .read }.map(\.schema))
        // Tables that repeat one in the input add nothing.
        let worth = RecordedTables.worth(of: open.union(read)).filter { open.contains($0) }
        var advice = worth.map { RecordedTables.export($0, run: facts.run) }
        let isAlone = !facts.tables.contains { $0.state == .read || $0.state == .notRead }
        if isAlone, !advice.isEmpty {
            advice.insert("this is a table of contents; export the tables that it names:", at: 0)
        }
        if !shown.contains(where: { RecordedTables.isSwiftUI($0.schema) }) { advice += recordAgain }
        return advice
    }

    private var recordAgain: [String] {
        let others = Set(facts.tables.filter { $0.run != facts.run && RecordedTables.isSwiftUI($0.schema) }.map(\.run))
        if let run = others.min() {
            return [
                "run \(facts.run) has no SwiftUI tables, run \(run) has some: export them, and add --run \(run): "
                    + RecordedTables.export("swiftui-updates", run: Int64(run))
            ]
        }
        let what = lanes[.updates]?.state == .available ? "" : ": it cannot say which views were updated, or why"
        let command = RecordedTables.recordAgain(on: facts.text("os"))
        return ["this recording has no SwiftUI tables\(what); for that record again, on a 26 OS or newer: \(command)"]
    }

    // MARK: Without a table of contents

    /// Tables that a recording usually has; the SwiftUI instrument of Xcode 11 to 16 had others.
    private var usual: [String] {
        guard facts.input.read["swiftui-body-interval"] != nil else { return RecordedTables.usual }
        return ["swiftui-link-event"] + RecordedTables.usual.filter { !RecordedTables.isSwiftUI($0) }
    }

    private var withoutContents: [String] {
        let missing = usual.filter { table in
            if table == "swiftui-full-causes", facts.namedRoots > 0 { return true }
            if table == "swiftui-link-event" { return facts.input.read[table] == nil }
            return lanes.values.contains {
                $0.state == .absent && RecordedTables.schemas(ofLane: $0.lane).contains(table)
            }
        }
        let hasNoSignposts = lanes[.signposts]?.state == .absent || facts.hasOtherTablesSignpostsAlone
        let signposts = hasNoSignposts ? ["os-signpost"] : []
        if missing.isEmpty, signposts.isEmpty { return [] }
        return [
            "the table of contents says which tables the recording has; export it first, next to the others: "
                + RecordedTables.exportContents
        ] + (missing + signposts).map { "where it has \($0): \(RecordedTables.export($0, run: facts.run))" }
    }
}
