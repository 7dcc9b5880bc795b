/// State that is written again by what it updates: the main thread loops.
enum UpdateLoopRule: FindingRule {
    static let depth = RuleDepth.writes
    static let needs: [RuleNeed] = [.bodies, .verdicts]
    static let guide = RuleGuide(
        "update-loop", "An update writes the state that updates it again",
        finds:
            "State changes in whose own chain of causes the same state changed just before, \(leastRounds) times or more.",
        matters:
            """
            Layout measures a size, the size is written to state, the state triggers layout again: each frame goes \
            round many times, and if the values never converge, the app hangs.
            """,
        fix:
            """
            Update the state only when the measured value has changed, and don't use a measured size to lay out the \
            view that was measured. onGeometryChange reports a size once it has changed; a preference is written with \
            each layout.
            """,
        limits:
            """
            The graph of causes separates the rounds. A list that loads page after page loops too, but slowly: rounds \
            that are more than \(RuleWords.ms(mostNs)) apart do not count.
            """,
        severity: "high from \(manyRounds) rounds on, else medium", effort: .small,
        thresholds: ["\(leastRounds) rounds, each at most \(RuleWords.ms(mostNs)) after the one before"],
        before: #"""
            .onPreferenceChange(WidthKey.self) { width = $0; runID = UUID() }
            """#,
        after: #"""
            .onGeometryChange(for: CGFloat.self) { $0.size.width } action: { new in
                if new != width { width = new }
            }
            """#)

    private static let (leastRounds, manyRounds) = (50, 500)
    private static let mostNs: Int64 = 100_000_000
    /// How many records further up the same state is looked for.
    private static let reach = 4

    private struct Loop {
        var name: NameID
        var rounds = 0
        var first: Int64 = .max
        var last: Int64 = .min
        /// The updates between the last two writes.
        var between: [Int] = []
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let (records, results) = (context.records, context.results)
        let (causes, first) = (records.causes, records.firstCauseNode)
        var loops: [NameID: Loop] = [:]
        var loopOfCause: [Int: NameID] = [:]
        for row in 0..<causes.count where causes[row].name.isPresent && isWritten(causes[row].kind) {
            var (node, steps) = (Int(results.recordAbove[first + row]), 0)
            while node >= first, steps < reach, causes[node - first].name != causes[row].name {
                node = Int(results.recordAbove[node])
                steps += 1
            }
            guard node >= first, steps < reach, isSoon(causes[row].start, after: causes[node - first].start) else {
                continue
            }
            var loop = loops[causes[row].name] ?? Loop(name: causes[row].name)
            loop.rounds += 1
            loop.first = min(loop.first, causes[node - first].start)
            loop.last = max(loop.last, causes[row].start)
            if loop.between.isEmpty { loop.between = updates(above: first + row, to: node, context) }
            loops[causes[row].name] = loop
            loopOfCause[first + row] = causes[row].name
        }
        let kept = loops.values.filter { $0.rounds >= leastRounds }
        guard !kept.isEmpty else { return [] }
        let rows = rows(loopOfCause, context)
        // Of the states written in one round, the one with most updates represents the loop.
        return Dictionary(grouping: kept) { $0.between.map(context.view) }.values.compactMap { alike in
            let most = alike.max { left, right in
                let (one, other) = (rows[left.name]?.count ?? 0, rows[right.name]?.count ?? 0)
                return one == other ? context.names.isText(right.name, before: left.name) : one < other
            }
            return most.map { finding($0, rows[$0.name] ?? [], context) }
        }
    }

    /// Causes without a time follow nothing.
    private static func isSoon(_ time: Int64, after other: Int64) -> Bool {
        time >= 0 && other >= 0 && time - other <= mostNs
    }

    private static func isWritten(_ kind: CauseKind) -> Bool {
        switch kind {
        case .state, .observable, .defaults, .environmentWriter: true
        default: false
        }
    }

    /// The updates on the way up from a node to another one, nearest first.
    private static func updates(above node: Int, to end: Int, _ context: RuleContext) -> [Int] {
        var (node, found) = (Int(context.results.parent[node]), [Int]())
        while node != end, node >= 0, found.count < 100 {
            if node >= context.records.firstUpdateNode { found.append(node - context.records.firstUpdateNode) }
            node = Int(context.results.parent[node])
        }
        return found
    }

    /// The updates directly below the causes of each loop.
    private static func rows(_ loopOfCause: [Int: NameID], _ context: RuleContext) -> [NameID: [UInt32]] {
        var rows: [NameID: [UInt32]] = [:]
        let first = context.records.firstUpdateNode
        for row in 0..<context.updates.count where context.isCounted(row) {
            let above = Int(context.results.recordAbove[first + row])
            if above >= 0, let name = loopOfCause[above] { rows[name, default: []].append(UInt32(row)) }
        }
        return rows
    }

    private static func finding(_ loop: Loop, _ rows: [UInt32], _ context: RuleContext) -> Finding {
        let name = context.shortName(loop.name)
        let total = rows.reduce(Int64(0)) { $0.addingSaturating(context.duration(Int($1))) }
        let writer = loop.between.first.map { context.shortViewName(context.view($0)) }
        let body = loop.between.map(context.view).first { !context.isFramework[$0] }
        let through = writer.map { ", through \($0)" } ?? ""
        return Finding(
            severity: loop.rounds >= manyRounds ? .high : .medium,
            title: "\(name) is written again by what it updates (\(RuleWords.number(loop.rounds)) times)\(through)",
            view: body.map(context.viewName), cause: context.names.text(loop.name), viewIndex: body, effort: .small,
            sql: sql(name), rows: rows.count, costNs: total
        ) {
            let path = loop.between.reversed().map { context.shortViewName(context.view($0)) }
            return Finding.Rest(
                window: nil,
                evidence:
                    """
                    \(RuleWords.number(loop.rounds)) rounds from \(RuleWords.at(loop.first)) to \
                    \(RuleWords.at(loop.last)): \(([name] + path + [name]).prefix(8).joined(separator: " → ")); \
                    \(RuleWords.count(rows.count, "update")) of \(RuleWords.ms(total))
                    """,
                hint:
                    """
                    Break the loop: update \(name) only when the measured value has changed (onGeometryChange reports \
                    just that), and don't use a measured size to lay out the view that was measured.
                    """,
                about: rows.isEmpty ? .itself : .rows(rows))
        }
    }

    private static func sql(_ name: String) -> String {
        """
        SELECT id, name, kind, start_ms, fan_out, updates, total_ms
        FROM causes
        WHERE trace_id = :trace AND name = \(RuleSQL.literal(name))
        ORDER BY start_ns, id
        """
    }
}
