/// What an input is, what it holds, which analyses it supports, and what to export next.
public struct Doctor: Sendable {
    /// A kind of data that an analysis needs.
    public struct Lane: Sendable {
        public enum State: String, Sendable {
            case available, empty, unreadable
            case absent = "not in this file"
        }

        public var name: String
        public var state: State
        public var rows: Int
        /// Rows that could not be taken.
        public var rejected: Int
        /// What else there is to know; nil = nothing.
        public var note: String?
    }

    /// An analysis and whether the lanes allow it.
    public struct Ability: Sendable {
        public enum Level: String, Sendable { case yes, partly, no }

        public var analysis: String
        public var level: Level
        public var why: String
    }

    /// A kind of table that the recording has, by its table of contents.
    public struct Table: Sendable {
        public enum State: String, Sendable {
            case read
            case notRead = "not read by this version"
            case notExported = "not in this file"
            case unreadable = "cannot be read"
            case otherRun = "of another run"
        }

        public var run: Int
        public var schema: String
        /// How many tables of this schema the run has.
        public var tables: Int
        /// Nil where neither the input nor the table of contents says.
        public var rows: Int?
        public var state: State
        /// Whether it can tell something of what the analysis wants to know.
        public var isUseful: Bool
    }

    public var trace: String
    public var formats: String
    /// What was recorded, in one line.
    public var recording: String
    public var files: [String]
    /// Empty where there is no table of contents.
    public var tables: [Table]
    public var lanes: [Lane]
    public var abilities: [Ability]
    /// What is not understood: tables, keys, columns and words, each with its count.
    public var unknowns: [String]
    /// Commands or advice, most useful first.
    public var next: [String]

    public static func examine(_ store: TraceStore, trace: Int64) throws(TraceError) -> Doctor {
        try store.database.narrowed(to: store.stored(trace)) { () throws(TraceError) in try read(store, trace) }
    }

    private static func read(_ store: TraceStore, _ trace: Int64) throws(TraceError) -> Doctor {
        let facts = try DoctorFacts(store.database, trace)
        let lanes = try facts.lanes()
        return Doctor(
            trace: facts.text("name") ?? "", formats: facts.formats, recording: facts.recording,
            files: (facts.text("source_file") ?? "").split(separator: "\n").map(String.init), tables: facts.tables,
            lanes: lanes, abilities: try DoctorAbilities(facts, lanes).all(), unknowns: try facts.unknowns(),
            next: DoctorAdvice(facts, lanes).all)
    }
}

extension Doctor {
    /// The formats of what an input is.
    public static let renderers = Renderers<Drawing<Doctor>>([
        Renderer("text", "text/plain", TextDoctor.render), Renderer("json", "application/json", JSONDoctor.render),
    ])
}
