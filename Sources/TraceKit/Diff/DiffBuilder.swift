/// Reads the chains of traces whose figures were read without them.
package struct ChainSource {
    let read: (_ trace: Int) throws(TraceError) -> [String: UpdateFigures]

    /// - Parameter traces: the databases of both sides, before first.
    package init(_ traces: [TracePipeline.Loaded]) {
        let places = traces.flatMap { loaded in loaded.traceIDs.map { (loaded, $0) } }
        read = { (trace) throws(TraceError) in
            try FigureReader.readChains(places[trace].0.store, trace: places[trace].1)
        }
    }
}

/// Compares two sides of traces (docs/analysis.md, section 8).
package enum DiffBuilder {
    /// Compares the sides; each needs at least one trace. `timelines` are those of the first trace of each side, if a
    /// page is drawn. If figures were read without their chains, `chains` reads those of a trace, counted through both
    /// sides.
    package static func build(
        before: [TraceFigures], after: [TraceFigures], _ options: DiffOptions,
        timelines: (before: TraceTimeline, after: TraceTimeline)? = nil, chains: ChainSource? = nil
    ) throws(TraceError) -> TraceDiff {
        let names = DiffNames(before: before, after: after, options)
        var (left, right) = (before.map { $0.renamed(by: names) }, after.map { $0.renamed(by: names) })
        if DiffLanes(left, right).hasEvaluationsAlone {
            (left, right) = (left.map(\.withUpdatesAsEvaluations), right.map(\.withUpdatesAsEvaluations))
        }
        let tables = DiffTables(
            before: left, after: right, sources: options.sources, listedRows: options.listedRows,
            accepted: options.accepted)
        let (all, occurrencesToTell) = try tables.all { (roots) throws(TraceError) in
            let traces = before + after
            var all: [[String: UpdateFigures]] = []
            for (place, trace) in traces.enumerated() { all.append(try chains?.read(place) ?? trace.chains) }
            return ChainPairs(names, roots, all)
        }
        let newFindings = tables.findings.filter { $0.status == .new }
        var diff = TraceDiff(
            before: side("before", before, options.before), after: side("after", after, options.after),
            warnings: DiffWarnings.all(left, right, names: names) + [tables.pairs.warning].compactMap { $0 },
            answer: [], method: DiffWords.method(tables), tables: all,
            worse: list(all, .worse, \.verdict), better: list(all, .better, \.verdict),
            likelyWorse: list(all, .worse, \.likely), likelyBetter: list(all, .better, \.likely),
            occurrencesToTell: occurrencesToTell,
            newFindings: FindingDiff.titles(newFindings),
            newLongBodies: marked(all, "new long bodies"), compared: tables.lanes.compared,
            trouble: tables.lanes.trouble, missingUpdates: tables.lanes.missingUpdates ?? tables.lanes.uncommonUpdates,
            fix: tables.lanes.fix, conclusion: DiffConclusion(), next: "")
        diff.newFindingPlaces = FindingDiff.places(newFindings, options.sources)
        diff.tracesToTell = tables.tracesToTell
        conclude(&diff, left, right, tables)
        if diff.isEmpty, diff.trouble == nil, let words = DiffWords.otherDifferences(left, right) {
            diff.otherDifferences = words
            diff.answer.append(DiffAnswerLine(label: "Differs", text: words))
        }
        if diff.before.label == diff.after.label, options.before.label != options.after.label {
            diff.before.label += " (\(options.before.label))"
            diff.after.label += " (\(options.after.label))"
        }
        diff.next = next(diff, newFindings, options)
        if let timelines {
            let paired = DiffTimelines(names: names, tables: all)
            diff.page = DiffPage(
                before: paired.timeline(timelines.before, of: before),
                after: paired.timeline(timelines.after, of: after))
        }
        return diff
    }

    /// Adds the conclusion and the movements to the lists of better and worse.
    private static func conclude(
        _ diff: inout TraceDiff, _ before: [TraceFigures], _ after: [TraceFigures], _ tables: DiffTables
    ) {
        let movements = Movements(before: before, after: after, tables.lanes)
        let moved = movements.all()
        let isOfUpdates = diff.missingUpdates != nil && tables.lanes.unlikeInteractions == nil
        if diff.trouble != nil, !isOfUpdates, movements.canTell { diff.trouble = nil }
        // Late time decides before counts of updates that last as long as a scroll.
        if movements.lateTimeFell, isWorseByScrollsAlone(diff.tables) { diff.worse = [] }
        let views = timesOfViews(diff.tables)
        let rank = views.first?.rank ?? 0
        diff.conclusion = DiffConclusion(
            moved.filter { $0.rank <= rank } + views + moved.filter { $0.rank > rank }, isBetter: !diff.better.isEmpty,
            isWorse: !diff.worse.isEmpty, isCompared: diff.trouble == nil,
            tracesToTell: tables.tracesToTell,
            doubt: tables.lanes.otherScreens.map { "\($0): compare the same screen" })
        if !tables.lanes.silentLanes.isEmpty, let decides = diff.conclusion.toDecide {
            diff.conclusion.toDecide = "if both builds log them; \(decides)"
        }
        let hasUpdates = diff.compared.contains(Lane.updates.words)
        diff.compared += movements.compared.filter { $0 != Movements.longBodies || !hasUpdates }
        diff.isSameRecording = Set((before + after).map(\.environment.contentHash)).count == 1
        diff.answer = DiffWords.answer(before, after, tables)
        if diff.trouble != nil {
            diff.answer.insert(DiffAnswerLine(label: "Figures", text: movements.sideBySide), at: 0)
        }
        func texts(_ certainty: Movement.Certainty, isBetter: Bool) -> [String] {
            moved.filter { $0.certainty == certainty && $0.isBetter == isBetter }.map(\.text)
        }
        diff.better += texts(.certain, isBetter: true)
        diff.worse += texts(.certain, isBetter: false)
        diff.likelyBetter = texts(.likely, isBetter: true) + diff.likelyBetter
        diff.likelyWorse = texts(.likely, isBetter: false) + diff.likelyWorse
    }

    /// The views that take more or less time, each with the first of its times that has a verdict.
    private static func timesOfViews(_ tables: [DiffTable]) -> [Movement] {
        tables.filter { $0.id == "views" }.flatMap { table in
            table.rows.compactMap { row -> Movement? in
                for (cell, column) in zip(row.cells, table.columns) where column.style == .milliseconds {
                    guard case .change(let change) = cell, let before = change.before, let after = change.after,
                        change.verdict != .none || change.likely != .none, let view = row.name
                    else { continue }
                    let figure = ["median_ms": "median of", "p95_ms": "P95 of"][column.name] ?? "time in"
                    return Movement(
                        figure: column.name, subject: view, words: "\(figure) \(view)", isTime: true, before: before,
                        after: after, rowsBefore: 1, rowsAfter: 1,
                        certainty: change.verdict != .none ? .certain : .likely, rank: 2)
                }
                return nil
            }
        }
    }

    /// Whether only counts of updates in scrolls, drags, pinches and swipes, and of the views in them, are worse.
    private static func isWorseByScrollsAlone(_ tables: [DiffTable]) -> Bool {
        func worse(_ table: String) -> [DiffRow] {
            tables.filter { $0.id == table }.flatMap(\.rows).filter { $0.verdict == .worse || $0.verdict == .mixed }
        }
        let (interactions, others) = (worse("interactions"), DiffWords.roots.map(\.table).flatMap(worse))
        return !interactions.isEmpty
            && interactions.allSatisfy { Movements.isContinuous($0.name?.lowercased() ?? "") }
            && others.allSatisfy { row in
                row.words.split(separator: ", ").allSatisfy {
                    ["more updates", "more unnecessary"].contains($0)
                }
            }
    }

    private static func side(_ role: String, _ traces: [TraceFigures], _ side: DiffOptions.Side) -> DiffSide {
        let labels = traces.compactMap(\.label)
        var environments: [String] = []
        for trace in traces where !environments.contains(trace.environment.words) && !trace.environment.words.isEmpty {
            environments.append(trace.environment.words)
        }
        return DiffSide(
            role: role, label: labels.count == traces.count ? labels.joined(separator: ", ") : side.label,
            environment: environments.joined(separator: "; "), traces: traces.count,
            updates: traces.reduce(0) { $0 + $1.all.updates },
            interactions: traces.reduce(0) { $0 + $1.interactionCount },
            signposts: traces.reduce(0) { $0 + $1.signposts.values.reduce(0) { $0 + $1.count } },
            samples: traces.reduce(0) { $0 + $1.runningSamples },
            evaluations: traces.reduce(0) { $0 + $1.allEvaluations.evaluations },
            rows: traces.reduce(0) { $0 + $1.rowsSeen }, seconds: traces.reduce(0) { $0 + $1.durationMs } / 1000,
            isGuessed: traces.contains { $0.environment.isGuessed })
    }

    /// The rows with that verdict in words, interactions first, without the tables below them. Findings have their own
    /// list.
    private static func list(
        _ tables: [DiffTable], _ verdict: DiffVerdict, _ which: (DiffRow) -> DiffVerdict
    ) -> [String] {
        DiffWords.roots.flatMap { root in
            tables.filter { $0.id == root.table }.flatMap { table in
                table.rows.filter { which($0) == verdict || which($0) == .mixed }.map { "\($0.title): \($0.details)" }
            }
        }
    }

    private static func marked(_ tables: [DiffTable], _ mark: String) -> [String] {
        tables.filter { $0.id == "views" }.flatMap { $0.rows.filter { $0.words.contains(mark) }.map(\.title) }
    }

    private static func next(_ diff: TraceDiff, _ newFindings: [FindingDiff.Entry], _ options: DiffOptions) -> String {
        let input = options.input
        if diff.trouble != nil {
            // `doctor` explains lanes, a report shows interactions.
            let haveUpdates = min(diff.before.updates, diff.after.updates) > 0
            return input.command(haveUpdates ? "report" : "doctor", analyses: haveUpdates)
        }
        if let rule = newFindings.first?.finding.rule, diff.newLongBodies.count > 0 || !diff.worse.isEmpty {
            return "trace-analyze explain \(rule)"
        }
        let worst = diff.tables.first { $0.id == "views" }?.rows.first { $0.verdict == .worse || $0.verdict == .mixed }
        if let view = worst?.title { return input.command("report", [.init("view", view)]) }
        // A budget is made from a good state.
        switch diff.conclusion.word {
        case .better: return input.command("check", [.init("init"), .init("output", "budget.json")])
        default: return input.command("report")
        }
    }
}

extension DiffRow {
    /// The first name.
    var name: String? { if case .text(let text)? = cells.first { text } else { nil } }

    /// All names, joined.
    var title: String {
        cells.prefix { if case .text = $0 { true } else { false } }.compactMap { cell in
            if case .text(let text) = cell { text } else { nil }
        }.filter { $0 != "body" }.joined(separator: ", ")
    }
}

/// Warnings about differences between the recordings of the two sides.
enum DiffWarnings {
    static func all(_ before: [TraceFigures], _ after: [TraceFigures], names: DiffNames) -> [String] {
        let lanes = DiffLanes(before, after)
        var warnings =
            environment(before, after) + interactions(before, after, lanes) + lanes.warnings
            + [lengths(before, after)].compactMap { $0 }
        for kind in names.namelessKinds.sorted() {
            warnings.append(
                "no \(kind) has the same name on both sides: all of them are compared as one kind of interaction")
        }
        warnings += caveats(before, after)
        let hashes = Set(before.map(\.environment.contentHash)).intersection(after.map(\.environment.contentHash))
        if !hashes.isEmpty { warnings.append("the same recording is on both sides") }
        return warnings
    }

    /// The caveats of either side; one that both have, even if about other rows, is listed once, without the name of a
    /// file.
    private static func caveats(_ before: [TraceFigures], _ after: [TraceFigures]) -> [String] {
        func message(_ caveat: String) -> String {
            guard let colon = caveat.firstRange(of: ": "), !caveat[..<colon.lowerBound].contains(" ") else {
                return caveat
            }
            return String(caveat[colon.upperBound...])
        }
        func kind(_ caveat: String) -> [UInt8] { LogTemplate(message(caveat)).text }
        let sides = [before, after].map { $0.flatMap(\.caveats) }
        let common = Set(sides[0].map(kind)).intersection(sides[1].map(kind))
        var told: Set<[UInt8]> = []
        var words: [String] = []
        for (role, caveats) in zip(["before", "after"], sides) {
            for caveat in caveats {
                let isCommon = common.contains(kind(caveat))
                if isCommon, !told.insert(kind(caveat)).inserted { continue }
                let text = isCommon ? "both sides: \(message(caveat))" : "\(role): \(caveat)"
                if !words.contains(text) { words.append(text) }
            }
        }
        return words
    }

    /// The values of a side in words; nil if none are known.
    private static func values(_ traces: [TraceFigures], _ value: (TraceEnvironment) -> String?) -> String? {
        let known = Set(traces.compactMap { value($0.environment) }).sorted()
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    private static func environment(_ before: [TraceFigures], _ after: [TraceFigures]) -> [String] {
        return older(before, after)
            + TraceEnvironment.properties.compactMap { check in
                guard let left = values(before, check.value), let right = values(after, check.value), left != right
                else {
                    return nil
                }
                return "the \(check.what) differs: \(left) before, \(right) after"
            }
    }

    /// Warns that the sides may be exchanged: every build of the after side is older than every one of the before side.
    private static func older(_ before: [TraceFigures], _ after: [TraceFigures]) -> [String] {
        func builds(_ side: [TraceFigures]) -> [[Int]] {
            side.compactMap { trace in
                trace.environment.build.map { $0.split { !$0.isNumber }.compactMap { Int($0) } }
            }
        }
        let (left, right) = (builds(before), builds(after))
        guard left.count == before.count, right.count == after.count,
            let oldest = left.min(by: { $0.lexicographicallyPrecedes($1) }),
            let newest = right.max(by: { $0.lexicographicallyPrecedes($1) }),
            newest.lexicographicallyPrecedes(oldest), Set((before + after).map(\.environment.app)).count == 1
        else { return [] }
        let (old, new) = (before.first?.environment.build ?? "", after.first?.environment.build ?? "")
        return [
            "the build of the after side (\(new)) is older than that of the before side (\(old)): are the sides exchanged?"
        ]
    }

    /// Warns that one side is much longer than the other: occasional events are not gone if a short recording has none.
    private static func lengths(_ before: [TraceFigures], _ after: [TraceFigures]) -> String? {
        let seconds = [before, after].map { side in side.reduce(0) { $0 + $1.durationMs } / 1000 }
        guard let least = seconds.min(), let most = seconds.max(), least > 0, most >= max(1, 5 * least) else {
            return nil
        }
        return "the before side is \(Decimal.text(seconds[0], digits: 1)) s long, the after side "
            + "\(Decimal.text(seconds[1], digits: 1)) s: record about the same time"
    }

    private static func interactions(
        _ before: [TraceFigures], _ after: [TraceFigures], _ lanes: DiffLanes
    ) -> [String] {
        // Signposts used as interactions do not compare with recorded interactions.
        guard lanes.haveSameInteractions else { return [] }
        func counts(_ traces: [TraceFigures], _ key: InteractionKey) -> String {
            let counts = traces.map { $0.interactions[key]?.count ?? 0 }
            let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
            return least == most ? "\(least)" : "\(least) to \(most)"
        }
        let keys = Set((before + after).flatMap(\.interactions.keys)).sorted()
        let differing = keys.filter { counts(before, $0) != counts(after, $0) }
        guard !differing.isEmpty else { return [] }
        let shown = differing.prefix(5).map { "\($0.title) \(counts(before, $0)) → \(counts(after, $0))" }
        let rest = differing.count > 5 ? ", … \(Decimal.grouped(differing.count - 5)) more" : ""
        return [
            "the sides performed different interactions (\(shown.joined(separator: ", "))\(rest)): "
                + "compare per interaction, not the totals"
        ]
    }
}
