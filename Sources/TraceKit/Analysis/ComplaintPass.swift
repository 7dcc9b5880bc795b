/// Collects framework complaints in the log by kind, subject and process (docs/analysis.md, section 13).
enum ComplaintPass: AnalysisPass {
    static let name = "complaints"
    static let reads: Results = []
    static let writes: Results = .complaints

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        var gathered = GatheredComplaints(records)
        let places = Column<Int32>()
        for row in 0..<records.logs.count {
            guard let index = gathered.add(records.logs[row]) else { continue }
            places.pad(to: records.logs.count, with: AnalysisResults.none)
            places[row] = Int32(index)
        }
        (results.complaints, results.complaintOfLog) = (gathered.summaries(), places)
    }
}

private struct GatheredComplaints {
    /// The complaint in a text; each text is examined once.
    private struct Message {
        var complaint: Int
        var subject: String?
        var length: Int64
    }

    private struct Key: Hashable {
        var complaint: Int
        var subject: String?
        var process: NameID
    }

    /// The most views per complaint.
    private static let mostViews = 8

    private let records: TraceRecords
    private let names: NameTable
    /// By text: zero = not examined yet, one = no complaint, else an index in `messages`, plus two.
    private let known: Column<UInt32>
    private var messages: [Message] = []
    private var places: [Key: Int] = [:]
    private var found: [ComplaintSummary] = []
    private var views: [[NameID: Int]] = []

    init(_ records: TraceRecords) {
        (self.records, names) = (records, records.names)
        known = Column(repeating: 0, count: records.logs.isEmpty ? 0 : records.names.count + 1)
    }

    /// The index of the complaint in `found`; nil for none.
    mutating func add(_ log: LogRecord) -> Int? {
        let number = known[log.message.index] == 0 ? examine(log.message) : known[log.message.index]
        guard number > 1, names.isOfFrameworks(subsystem: log.subsystem) else { return nil }
        let message = messages[Int(number) - 2]
        let key = Key(complaint: message.complaint, subject: message.subject, process: log.process)
        let index = places[key] ?? found.count
        if index == found.count {
            places[key] = index
            found.append(
                ComplaintSummary(
                    complaint: message.complaint, subject: message.subject, process: log.process, message: log.message))
            views.append([:])
        }
        found[index].lines += 1
        found[index].level = max(found[index].level, log.level)
        if log.start < 0 {
            found[index].untimed += 1
            found[index].longestNs = max(found[index].longestNs, message.length)
        } else {
            // Lines come in time order.
            if found[index].firstNs < 0 { found[index].firstNs = log.start }
            found[index].lastNs = log.start
        }
        let view = log.view.isPresent || log.start < 0 ? log.view : viewAround(log, message.complaint)
        if view.isPresent { views[index][view, default: 0] += 1 }
        return index
    }

    private mutating func examine(_ message: NameID) -> UInt32 {
        let bytes = names.bytes(of: message)
        guard let match = KnownComplaints.match(bytes) else {
            known[message.index] = 1
            return 1
        }
        messages.append(
            Message(
                complaint: match.complaint, subject: match.subject.map { Self.text(bytes, $0) },
                length: KnownComplaints.hang(bytes) ?? 0))
        known[message.index] = UInt32(messages.count) + 1
        return known[message.index]
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    func summaries() -> [ComplaintSummary] {
        var summaries = found
        for (place, counts) in views.enumerated() {
            let texts = counts.map { (view: $0.key, lines: $0.value, text: names.text($0.key) ?? "") }
            let sorted = texts.sorted { ($1.lines, $0.text) < ($0.lines, $1.text) }
            summaries[place].views = sorted.prefix(Self.mostViews).map { ($0.view, $0.lines) }
        }
        return summaries
    }

    // MARK: Views by time

    /// Bodies farther from a line are unrelated.
    private static let reach: Int64 = 100_000_000
    /// The most updates examined for an app body on each side of a line.
    private static let nearest = 32

    /// The view whose body ran nearest to a line with a time: for a loop after it, else before it.
    private func viewAround(_ log: LogRecord, _ complaint: Int) -> NameID {
        let starts = records.updates.start.buffer
        // Updates without a time, which have a negative start, come last.
        let next = starts.firstPlace { $0 < 0 || $0 > log.start }
        let before = view(of: (max(0, next - Self.nearest)..<next).reversed(), log)
        let after = view(of: next..<min(starts.count, next + Self.nearest), log)
        let isLoop = KnownComplaints.all[complaint].weight == .loop
        return (isLoop ? after ?? before : before ?? after) ?? .none
    }

    private func view(of rows: some Sequence<Int>, _ log: LogRecord) -> NameID? {
        let updates = records.updates
        for row in rows {
            let start = updates.start[row]
            guard start >= 0, abs(start - log.start) <= Self.reach else { return nil }
            let (view, process) = (records.views[Int(updates.view[row])], updates.process[row])
            let isOther = process.isPresent && log.process.isPresent && process != log.process
            if updates.phase[row] == .update, !isOther, AppViews.isAppBody(view, names) { return view.name }
        }
        return nil
    }
}

extension LogLevel: Comparable {
    static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
