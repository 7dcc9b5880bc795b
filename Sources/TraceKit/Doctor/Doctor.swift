/// The kind of an input, its lanes, the analyses that it supports, and the exports that would help next.
package struct Doctor: Sendable {
    /// A kind of data that an analysis needs.
    package struct LaneState: Sendable {
        package enum State: String, Sendable {
            case available, empty, unreadable
            case absent = "not in this file"
        }

        package var lane: Lane
        package var state: State
        package var rows: Int
        /// Rows that could not be read.
        package var rejected: Int
        /// A remark; nil = none.
        package var note: String?

        package var name: String { lane.rawValue }
    }

    /// An analysis, and whether the lanes allow it.
    package struct Ability: Sendable {
        package enum Level: String, Sendable { case yes, partly, no }

        package var analysis: String
        package var level: Level
        package var why: String
    }

    /// A kind of table of the recording, from its table of contents.
    package struct Table: Sendable {
        package enum State: String, Sendable {
            case read
            case notRead = "not read by this version"
            case notExported = "not in this file"
            case unreadable = "cannot be read"
            case otherRun = "of another run"
        }

        package var run: Int
        package var schema: String
        /// The number of tables of this schema in the run.
        package var tables: Int
        /// The number of rows; nil if neither the input nor the table of contents has it.
        package var rows: Int?
        package var state: State
        /// Whether the analysis could use it.
        package var isUseful: Bool
    }

    package var trace: String
    package var formats: String
    /// The recorded device, app and time on one line.
    package var recording: String
    package var files: [String]
    /// Tables of the recording; empty without a table of contents.
    package var tables: [Table]
    package var lanes: [LaneState]
    package var abilities: [Ability]
    /// Unknown tables, keys, columns and words, each with its count.
    package var unknowns: [String]
    /// Commands or advice, most useful first.
    package var next: [String]

    package static func examine(_ store: TraceStore, trace: Int64) throws(TraceError) -> Doctor {
        let facts = try DoctorFacts(store.database, trace)
        let lanes = try facts.lanes()
        let states = Dictionary(lanes.map { ($0.lane, $0) }) { first, _ in first }
        return Doctor(
            trace: facts.text("name") ?? "", formats: facts.formats, recording: facts.recording,
            files: (facts.text("source_file") ?? "").split(separator: "\n").map(String.init), tables: facts.tables,
            lanes: lanes, abilities: try DoctorAbilities(facts: facts, lanes: states).all(),
            unknowns: try facts.unknowns(),
            next: DoctorAdvice(facts: facts, lanes: states).all)
    }
}

extension Doctor {
    /// The output formats.
    package static let renderers = Renderers<Drawing<Doctor>>([
        Renderer("text", "text/plain", TextDoctor.render), Renderer("json", "application/json", JSONDoctor.render),
    ])
}
