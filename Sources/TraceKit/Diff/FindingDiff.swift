/// Which findings a change fixed, which it brought, and which remain.
enum FindingDiff {
    enum Status: String, CaseIterable {
        case new, fixed, remaining
        /// In some traces of a side only.
        case sometimes
        /// On one side only, where the other lacks what the rule reads.
        case notCompared = "not compared"
    }

    struct Entry {
        var finding: FindingFigures
        var status: Status
        /// Traces of each side that have it.
        var before: Int
        var after: Int
    }

    /// What makes two findings the same: the rule and the view, or the words of the title without their numbers.
    private struct Key: Hashable {
        var rule: String
        var subject: String

        init(_ finding: FindingFigures) {
            rule = finding.rule
            subject = finding.view.map(ViewName.withoutMarkers) ?? String(finding.title.filter { !$0.isNumber })
        }
    }

    /// In the order of the findings: those of the after side first, as ranked there.
    static func entries(_ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes) -> [Entry] {
        var order: [Key] = []
        var first: [Key: FindingFigures] = [:]
        for trace in after + before {
            for finding in trace.findings where first[Key(finding)] == nil {
                order.append(Key(finding))
                first[Key(finding)] = finding
            }
        }
        func count(_ key: Key, _ traces: [TraceFigures]) -> Int {
            traces.filter { $0.findings.contains { Key($0) == key } }.count
        }
        return order.compactMap { key in
            guard let finding = first[key] else { return nil }
            let (left, right) = (count(key, before), count(key, after))
            let comparable = lanes.canHave(rule: finding.rule) || left > 0 && right > 0
            return Entry(
                finding: finding, status: !comparable ? .notCompared : status(left, before.count, right, after.count),
                before: left, after: right)
        }
    }

    private static func status(_ before: Int, _ tracesBefore: Int, _ after: Int, _ tracesAfter: Int) -> Status {
        if before == 0, after * 2 >= tracesAfter { return .new }
        if after == 0, before * 2 >= tracesBefore { return .fixed }
        return before > 0 && after > 0 ? .remaining : .sometimes
    }

    static func table(_ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes) -> DiffTable {
        let entries = entries(before, after, lanes)
        let changed = entries.filter { $0.status != .remaining || isMoved($0, before, after) }
        let rows = Status.allCases.flatMap { status in changed.filter { $0.status == status } }.map { entry in
            let verdict: DiffVerdict = entry.status == .new ? .worse : entry.status == .fixed ? .better : .none
            return DiffRow(
                verdict: verdict, words: entry.status.rawValue, shortWords: entry.status.rawValue,
                details: entry.status.rawValue,
                cells: [
                    .text(entry.finding.title), .text(entry.finding.severity), .text(entry.finding.rule),
                    .change(DiffChange(before: Double(entry.before), after: Double(entry.after))),
                    .text(entry.finding.evidence),
                ])
        }
        return DiffTable(
            id: "findings", title: "Findings",
            columns: [
                DiffTables.name("title", "Finding"),
                DiffColumn(name: "severity", title: "Severity", style: .text, dropOrder: 2),
                DiffColumn(name: "rule", title: "Rule", style: .text, dropOrder: 1),
                DiffColumn(name: "traces", title: "In traces", style: .count, dropOrder: 3),
                DiffColumn(name: "evidence", title: "Why", style: .note, dropOrder: 0),
            ], rows: rows, unchanged: entries.count - changed.count)
    }

    /// Whether the evidence of a remaining finding differs.
    private static func isMoved(_ entry: Entry, _ before: [TraceFigures], _ after: [TraceFigures]) -> Bool {
        func evidence(_ traces: [TraceFigures]) -> [String] {
            traces.flatMap { $0.findings.filter { Key($0) == Key(entry.finding) }.map(\.evidence) }.sorted()
        }
        return Set(evidence(before)) != Set(evidence(after))
    }
}
