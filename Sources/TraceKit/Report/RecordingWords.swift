/// The recording on one line; without view updates, the rows that it has instead.
struct RecordingWords {
    /// The app, device, system and other parts; details are less important.
    private var parts: [(text: String, isDetail: Bool)] = []
    private var length: [String] = []
    /// Whether tables were read experimentally.
    private(set) var isGuessed = false

    /// `TaxForm 1.0 (1), iPhone 16, iOS 26.0, template SwiftUI: 8.60 s, 740 updates`
    var full: String { Self.sentence(parts.map(\.text), length) }
    /// The line without details.
    var short: String { Self.sentence(parts.filter { !$0.isDetail }.map(\.text), length) }
    /// The details that `short` omits; nil if there are none.
    var details: String? {
        let details = parts.filter(\.isDetail).map(\.text)
        return details.isEmpty ? nil : details.joined(separator: ", ")
    }

    private static func sentence(_ parts: [String], _ length: [String]) -> String {
        let what = parts.joined(separator: ", ")
        return length.isEmpty ? what : "\(what): \(length.joined(separator: ", "))"
    }

    /// - Parameters:
    ///   - facts: columns of the view `traces`.
    ///   - holds: the size of what the trace has instead of view updates.
    static func read(
        _ stored: StoredTrace, _ facts: [String: SQLValue], _ views: ViewSums, _ subject: ReportSubject,
        _ processes: TargetProcesses, holds: String?
    ) throws(TraceError) -> RecordingWords {
        var facts = facts
        facts["updates"] = SQLValue(views.updates)
        facts["untimed"] = SQLValue(views.untimed)
        facts["timed_lines"] = SQLValue(try ConsoleAnswer.timedLines(stored.database, stored.id))
        facts["other_updates"] = SQLValue(try TargetProcesses.otherUpdates(stored))
        return RecordingWords(facts, subject, processes, holds: holds)
    }

    private init(_ facts: [String: SQLValue], _ subject: ReportSubject, _ processes: TargetProcesses, holds: String?) {
        let template = facts["template"]?.text
        // A template is not a name.
        let name = facts["name"]?.text.flatMap { $0 == template ? nil : $0 }
        let process = facts["app"]?.text ?? facts["process"]?.text ?? Self.unnamedProcess(facts)
        var what = process ?? name ?? "unnamed recording"
        if let build = facts["build"]?.text { what += " \(build)" }
        add(what)
        if process != nil, name == TraceMetadata.allProcesses { add("all processes recorded", isDetail: true) }
        add(processes.words)
        add(facts["device"]?.text)
        add(facts["os"]?.text)
        add(template.map { "template \($0)" }, isDetail: true)
        add(facts["instruments"]?.text.map { "Instruments \($0)" }, isDetail: true)
        add(Self.runs(facts), isDetail: true)
        let formats = facts["format"]?.text
        if RecordedTables.isListed(RecordedTables.nativeFormat, in: formats) {
            add("read without Xcode", isDetail: true)
        }
        isGuessed = RecordedTables.isListed(RecordedTables.guessedFormat, in: formats)
        if isGuessed { add(RecordedTables.guessWords) }
        if subject != .updates, case .integer(let rate)? = facts["refresh_hz"], rate > 0 {
            add("display \(rate) Hz", isDetail: true)
        }
        length = Self.length(facts, subject, holds: holds)
    }

    private mutating func add(_ text: String?, isDetail: Bool = false) {
        if let text { parts.append((text, isDetail)) }
    }

    private static func length(_ facts: [String: SQLValue], _ subject: ReportSubject, holds: String?) -> [String] {
        var length: [String] = []
        if case .real(let duration) = facts["duration_ms"], duration > 0 || subject != .logs {
            let slice = facts["slice_ns"]?.text.flatMap { TimeSpans($0) }
            let covered = slice.map { "a slice of \(time(Double($0.nanoseconds) / 1e6)) out of " } ?? ""
            length.append(covered + time(duration))
        }
        if let holds {
            length.append(holds)
        } else if subject == .updates, case .integer(let updates) = facts["updates"] {
            length.append(Decimal.counted(Int(updates), "update"))
        }
        // Updates that no lane of the report shows.
        if subject != .updates, subject != .nothing, let others = facts["other_updates"]?.count, others > 0 {
            length.append("\(Decimal.counted(others, "view update")) of other processes not analysed")
        }
        if case .integer(let untimed) = facts["untimed"], untimed > 0 {
            let missing = ConsoleAnswer.missing(timed: facts["timed_lines"]?.count ?? 0)
            length.append("\(Decimal.counted(Int(untimed), "body evaluation")) without \(missing)")
        }
        return length
    }

    private static func time(_ milliseconds: Double) -> String {
        milliseconds < 1000
            ? "\(Decimal.text(milliseconds, digits: 2)) ms" : "\(Decimal.text(milliseconds / 1000, digits: 2)) s"
    }

    /// The process, if rows have only its number.
    private static func unnamedProcess(_ facts: [String: SQLValue]) -> String? {
        guard case .integer(let pid)? = facts["pid"] else { return nil }
        return "process \(pid), whose name is not known"
    }

    /// For a recording with several runs: the run shown and those left out.
    private static func runs(_ facts: [String: SQLValue]) -> String? {
        guard case .integer(let run)? = facts["recording_run"] else { return nil }
        let others = CommaList.words(facts["recording_runs"]?.text).filter { $0 != "\(run)" }
        if others.isEmpty {
            // Exports of one run do not list the other runs.
            let isWhole = RecordedTables.isListed(RecordedTables.nativeFormat, in: facts["format"]?.text)
            return run == 1 ? nil : "run \(run)\(isWhole ? ", the only one" : "")"
        }
        let more = Decimal.more(of: others.count, listed: 8)
        return """
            run \(run) (not shown: \(others.count == 1 ? "run" : "runs") \
            \(others.prefix(8).joined(separator: ", "))\(more))
            """
    }
}
