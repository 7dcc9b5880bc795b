/// The common part of the formats for people: tables whose cells are texts.
enum DiffText {
    /// The columns of a table, the verdict first.
    static func columns(_ table: DiffTable) -> [ReportColumn] {
        let verdict = ReportColumn("change", "Change", .text, smallest: 14)
        let columns = shown(table).map { index in
            let column = table.columns[index]
            return ReportColumn(column.name, column.title, style(column.style), drop: column.dropOrder, smallest: 20)
        }
        let p = ReportColumn("p", "p", .change, drop: 5)
        return [verdict] + columns + (hasP(table) ? [p] : [])
    }

    private static func style(_ style: DiffColumn.Style) -> ReportColumn.Style {
        switch style {
        case .name: .name
        case .text: .text
        case .note: .note
        case .count, .milliseconds, .percent, .figure, .probability: .change
        }
    }

    /// The indexes of the shown columns. The column of traces is left out if each side has one.
    static func shown(_ table: DiffTable) -> [Int] {
        table.columns.indices.filter { index in
            table.columns[index].name != "traces"
                || table.rows.contains { row in
                    guard case .change(let change) = row.cells[index] else { return false }
                    return max(change.before ?? 0, change.after ?? 0) > 1
                }
        }
    }

    private static func hasP(_ table: DiffTable) -> Bool { table.rows.contains { p($0) != nil } }

    /// The smallest p of its figures.
    static func p(_ row: DiffRow) -> Double? {
        row.cells.compactMap { if case .change(let change) = $0 { change.p } else { nil } }.min()
    }

    /// The rows as texts, numbers of both sides aligned at their arrow; NULL for an empty cell.
    static func rows(_ table: DiffTable, _ limit: Int) -> [[SQLValue]] {
        let rows = table.rows.prefix(limit)
        let (columns, hasP) = (shown(table), hasP(table))
        let widths = columns.map { column in
            rows.reduce(into: (before: 0, after: 0)) { widths, row in
                guard case .change(let change) = row.cells[column], !change.isEqual else { return }
                widths.before = max(widths.before, number(change.before, table.columns[column].style).count)
                widths.after = max(widths.after, number(change.after, table.columns[column].style).count)
            }
        }
        return rows.map { row in
            let cells = zip(columns, widths).map { column, widths in
                text(row.cells[column], table.columns[column].style, widths)
            }
            let p = p(row).map { SQLValue.text(probability($0)) } ?? .null
            return [.text(row.shortWords)] + cells + (hasP ? [p] : [])
        }
    }

    private static func text(
        _ cell: DiffCell, _ style: DiffColumn.Style, _ widths: (before: Int, after: Int)
    ) -> SQLValue {
        switch cell {
        case .text(let text): return text.map { .text($0) } ?? .null
        case .change(let change):
            if change.before == nil, change.after == nil { return .null }
            if change.isEqual { return .text(number(change.after, style)) }
            func padded(_ text: String, _ width: Int) -> String {
                String(repeating: " ", count: max(0, width - text.count)) + text
            }
            return .text(
                padded(number(change.before, style), widths.before) + " → "
                    + padded(number(change.after, style), widths.after))
        }
    }

    static func number(_ value: Double?, _ style: DiffColumn.Style) -> String {
        guard let value else { return "–" }
        switch style {
        case .milliseconds: return Decimal.text(value, digits: 2)
        case .percent: return "\(Decimal.text(100 * value, digits: 1)) %"
        case .probability: return probability(value)
        case .figure where value != value.rounded():
            return abs(value) < 1000 ? Decimal.text(value, digits: 2) : Decimal.grouped(Int(value.rounded()))
        default:
            return value == value.rounded()
                ? Decimal.grouped(Int(value)) : Decimal.text(value, digits: abs(value) < 0.095 ? 2 : 1)
        }
    }

    static func probability(_ p: Double) -> String { p < 0.001 ? "< 0.001" : Decimal.text(p, digits: 3) }

    /// `LIKELY BETTER: hangs 2,310 → 0 ms, hitches 4,208 → 0 ms; record 6 traces a side to be sure`
    static func verdict(_ diff: TraceDiff) -> String { verdictWord(diff) + verdictReasons(diff) }

    /// `LIKELY BETTER`
    static func verdictWord(_ diff: TraceDiff) -> String {
        let isGuessed = diff.trouble == nil && (diff.before.isGuessed || diff.after.isGuessed)
        return diff.conclusion.word.text + (isGuessed ? ReportWords.guessed : "")
    }

    /// The rest of the sentence, from the colon on.
    static func verdictReasons(_ diff: TraceDiff) -> String {
        let conclusion = diff.conclusion
        if let trouble = diff.trouble { return ": \(trouble)" }
        // With view updates on both sides, those outside interactions are still compared.
        let what = min(diff.before.updates, diff.after.updates) > 0 ? "updates per interaction" : "view updates"
        let gap = diff.missingUpdates.map { "; \(what) not compared: \($0)" } ?? ""
        let (moved, compared) = (conclusion.movementText, " in \(list(diff.compared))")
        let reasons: [String]
        switch conclusion.word {
        case .better, .worse, .mixed: reasons = [moved, rowCounts(diff)]
        case .likelyMixed: reasons = [moved, "some figures better, some worse", conclusion.toDecide ?? ""]
        case .likelyBetter, .likelyWorse, .different: reasons = [moved, conclusion.toDecide ?? ""]
        case .noDifference where diff.isSameRecording: return ": the same recording is on both sides"
        case .noDifference, .notCompared:
            return compared + (diff.isEmpty ? "" : ": nothing moved by enough to count") + gap
        }
        let told = reasons.filter { !$0.isEmpty }.joined(separator: "; ")
        return (told.isEmpty ? "" : ": \(told)") + gap
    }

    /// `2 interactions and 1 view better, none worse`; empty if no row of the tables has a verdict.
    private static func rowCounts(_ diff: TraceDiff) -> String {
        switch (rows(diff, .worse, \.verdict), rows(diff, .better, \.verdict)) {
        case (nil, nil): ""
        case (nil, let better?): "\(better) better, none worse"
        case (let worse?, nil): "\(worse) worse, none better"
        case (let worse?, let better?): "\(worse) worse, \(better) better"
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last else { return "every figure" }
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }

    /// `2 interactions and 1 view`; nil for none.
    private static func rows(
        _ diff: TraceDiff, _ verdict: DiffVerdict, _ which: (DiffRow) -> DiffVerdict
    ) -> String? {
        let counts = DiffWords.roots.compactMap { root -> String? in
            let rows = diff.tables.filter { $0.id == root.table }.flatMap(\.rows)
            let count = rows.filter { which($0) == verdict || which($0) == .mixed }.count
            return count == 0 ? nil : Decimal.counted(count, root.row)
        }
        guard let last = counts.last else { return nil }
        return counts.count == 1 ? last : "\(counts.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// `before.json: Landmarks 1.4, iPhone, 484 updates, 12.5 s`
    static func side(_ side: DiffSide) -> String {
        var text = side.label
        if !side.environment.isEmpty { text += ": \(side.environment)" }
        if side.traces > 1 { text += ", \(side.traces) traces" }
        let counts = [
            (side.updates, "update"), (side.signposts, "signpost"), (side.samples, "sample"),
            (side.evaluations, "body evaluation"), (side.rows, "row"),
        ]
        let shown = counts.first { $0.0 > 0 } ?? counts[0]
        let length = side.seconds >= 0.05 ? ", \(Decimal.text(side.seconds, digits: 1)) s" : ""
        return "\(text), \(Decimal.counted(shown.0, shown.1))\(length)"
    }

    /// `Views (3 of 12 that differ; 20 equal)`
    static func title(_ table: DiffTable, shown: Int) -> String {
        var counts =
            shown < table.differing
            ? "\(shown) of \(Decimal.grouped(table.differing)) that differ" : Decimal.grouped(table.differing)
        if table.unchanged > 0 { counts += "; \(Decimal.grouped(table.unchanged)) equal" }
        return "\(table.title) (\(counts))"
    }
}
