/// One thing to change in the app, with its evidence, its fix and its cost: a row of the view `problems`.
public struct StoredProblem: Equatable, Sendable {
    let id: Int64
    /// Its key in budgets and lists of accepted problems, stable across recordings.
    public let key: String
    /// Its leading rule; `trace-analyze explain KIND` describes it.
    public let kind: String
    /// The worst severity of its findings.
    public let severity: ProblemSeverity
    public let title: String
    /// The evidence as a sentence.
    public internal(set) var why: String
    public let fix: String
    /// The gain of fixing only this; nil if it is unknown.
    public let gain: String?
    /// The view; nil if it is not about a single one.
    public let view: String?
    public let cause: String?
    /// `FILE:LINE` of the app function with most of its samples; nil if it is unknown.
    public let source: String?
    /// Milliseconds of late frames and main-thread work; nil if they were not measured.
    public let costMs: Double?
    /// The part of the cost of all problems of its recording, from 0 to 1; nil if its cost was not measured.
    public let share: Double?
    /// The interaction with all of its rows; nil if they are in several or in none.
    let interaction: Int64?
    /// The number of interactions with rows of it.
    let interactions: Int
    /// The confidence that its updates are unnecessary; nil if it is based on durations alone.
    let confidence: Confidence?
    /// The id of the finding that leads it.
    let lead: Int64
    /// Why and when it was accepted; nil if it was not, or has grown since.
    var accepted: String?

    /// The reason with its confidence: `700 of 740 updates are unnecessary [likely]`
    var whyWithConfidence: String { withConfidence(why) }

    func withConfidence(_ text: String) -> String { confidence.map { "\(text) [\($0.word)]" } ?? text }

    /// Whether it is slow code or a hang, so that it is about durations.
    var isMeasured: Bool { kind.hasPrefix("long-") || kind.hasPrefix("hang-") || kind == "expensive-call" }
    /// Whether it is about the number of updates, not only about durations.
    var isWaste: Bool { confidence != nil || !isMeasured }
}

extension StoredProblem {
    /// A row of the statement with all columns.
    init(_ row: [SQLValue]) {
        func text(_ column: Int) -> String { row[column].text ?? "" }
        func number(_ column: Int) -> Double? { row[column] == .null ? nil : row[column].number }
        (costMs, share, severity) = (number(0), number(1), ProblemSeverity(rawValue: text(2)) ?? .low)
        (title, kind, interactions) = (text(3), text(4), row[5].count)
        confidence = Confidence.allCases.first { $0.word == row[6].text }
        (view, cause, source) = (row[7].text, row[8].text, row[9].text)
        (id, key, why, fix, gain) = (row[10].whole, text(11), text(12), text(13), row[14].text)
        (interaction, lead) = (row[15] == .null ? nil : row[15].whole, row[16].whole)
    }

    /// The columns of a report.
    var cells: [SQLValue] {
        func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
        func number(_ number: Double?) -> SQLValue { number.map { .real($0) } ?? .null }
        return [
            number(costMs), number(share), .text(severity.rawValue), .text(title), .text(kind), SQLValue(interactions),
            text(confidence?.word), text(view), text(cause), text(source), .integer(id), .text(key), .text(why),
            .text(fix), text(gain),
        ]
    }
}

extension [StoredProblem] {
    /// Moves accepted problems to the end, with the reason; the reason of one that has grown begins with its accepted
    /// cost.
    mutating func setApart(_ accepted: [AcceptedNote]) {
        guard !accepted.isEmpty else { return }
        let notes = accepted.byKey
        for index in indices {
            guard let note = notes[self[index].key] else { continue }
            if note.covers(self[index].costMs ?? 0) {
                self[index].accepted = note.words
            } else {
                let was = note.costMs.map { "\(Decimal.text($0, digits: 2)) ms" } ?? ""
                // At the front, because the confidence is at the end.
                self[index].why = "(it was accepted at \(was) and has grown) \(self[index].why)"
            }
        }
        self = filter { $0.accepted == nil } + filter { $0.accepted != nil }
    }
}

/// A result of a rule, with its evidence: a row of the view `findings`.
struct StoredFinding: Hashable, Sendable {
    let id: Int64
    /// The id of the problem that it is evidence of.
    let problem: Int64
    let rule: String
    let severity: ProblemSeverity
    let title: String
    let view: String?
    /// The cause that distinguishes it from others of its rule and view.
    let cause: String?
    let evidence: String
    let fix: String
    let effort: String
    /// The statement that lists its rows.
    let sql: String
    let rows: Int
    /// The cost in milliseconds; zero if it was not measured.
    let costMs: Double
    /// The interaction that it is about; nil if it is in several or in none.
    let interaction: Int64?

    /// A row of the statements in `read` and `readSmaller`.
    init(_ row: [SQLValue]) {
        func text(_ column: Int) -> String { row[column].text ?? "" }
        (id, problem, rule) = (row[0].whole, row[1].whole, text(2))
        (severity, title) = (ProblemSeverity(rawValue: text(3)) ?? .low, text(4))
        (view, cause, evidence, fix) = (row[5].text, row[6].text, text(7), text(8))
        (effort, sql, rows, costMs) = (text(9), text(10), row[11].count, row[12].number)
        interaction = row[13] == .null ? nil : row[13].whole
    }
}

extension StoredFinding {
    /// The key of a problem that it leads.
    var key: String {
        // Slow code is identified by its view, a hang by its title.
        if rule == "expensive-call", let view { return ProblemKey.text(rule, view, nil, title: title) }
        if rule.hasPrefix("hang-") { return ProblemKey.text(rule, nil, nil, title: title) }
        return ProblemKey.text(rule, view, cause, title: title)
    }
}
