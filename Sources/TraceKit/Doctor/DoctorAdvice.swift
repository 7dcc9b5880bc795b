/// What to do next: commands or advice, most useful first.
struct DoctorAdvice {
    private let facts: DoctorFacts
    private let lanes: [String: Doctor.Lane]

    init(_ facts: DoctorFacts, _ lanes: [Doctor.Lane]) {
        self.facts = facts
        self.lanes = Dictionary(lanes.map { ($0.name, $0) }) { first, _ in first }
    }

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
        guard lanes["updates"]?.state == .empty else { return advice }
        return advice + [RecordedTables.recordEmptyAgain(on: facts.text("os"))]
    }

    private var otherFormats: [String] {
        if lanes["updates"]?.state == .available {
            // Lines say why bodies ran, and never for how long.
            guard facts.hasLinesAlone else { return [] }
            return [
                "how long the updates take, and what caused them, a recording says: "
                    + RecordedTables.recordAgain(on: facts.text("os"))
            ]
        }
        return [
            "record with the SwiftUI template of Instruments and export the table swiftui-updates: "
                + RecordedTables.export("swiftui-updates", run: facts.run)
        ]
    }

    // MARK: With a table of contents

    /// Only what this recording has.
    private var withContents: [String] {
        let shown = facts.tables.filter { $0.run == facts.run }
        let open = Set(shown.filter { $0.state == .notExported }.map(\.schema))
        let read = Set(shown.filter { $0.state == .read }.map(\.schema))
        // What would repeat a table that is here adds nothing.
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
        let what = lanes["updates"]?.state == .available ? "" : ": it cannot say which views were updated, or why"
        let command = RecordedTables.recordAgain(on: facts.text("os"))
        return ["this recording has no SwiftUI tables\(what); for that record again, on a 26 OS or newer: \(command)"]
    }

    // MARK: Without one

    /// What a recording has as a rule; the SwiftUI instrument of Xcode 11 to 16 had other tables.
    private var usual: [String] {
        guard facts.input.read["swiftui-body-interval"] != nil else { return RecordedTables.usual }
        return ["swiftui-link-event"] + RecordedTables.usual.filter { !RecordedTables.isSwiftUI($0) }
    }

    private var withoutContents: [String] {
        let missing = usual.filter { table in
            if table == "swiftui-full-causes", facts.namedRoots > 0 { return true }
            if table == "swiftui-link-event" { return facts.input.read[table] == nil }
            return lanes.values.contains {
                $0.state == .absent && RecordedTables.schemas(ofLane: $0.name).contains(table)
            }
        }
        let hasNoSignposts = lanes["signposts"]?.state == .absent || facts.hasOtherTablesSignpostsAlone
        let signposts = hasNoSignposts ? ["os-signpost"] : []
        if missing.isEmpty, signposts.isEmpty { return [] }
        return [
            "the table of contents says which tables the recording has; export it first, beside the others: "
                + RecordedTables.exportContents
        ] + (missing + signposts).map { "where it has \($0): \(RecordedTables.export($0, run: facts.run))" }
    }
}
