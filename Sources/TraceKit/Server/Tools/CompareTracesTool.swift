/// `compare_traces`: what a change made better or worse.
enum CompareTracesTool {
    static let tool = ServerTool(
        name: "compare_traces",
        summary: """
            Better, worse, likely, different or no difference, per view, interaction and cause. 'different' may be \
            chance. Times need six or more traces per side.
            """,
        input: [
            ToolProperty("before", .texts, "paths or handles", isRequired: true),
            ToolProperty("after", .texts, "paths or handles", isRequired: true),
        ],
        output: [
            ToolOutput("verdict", .text), ToolOutput("answer", .texts), ToolOutput("warnings", .texts),
            ToolOutput("worse", .texts), ToolOutput("better", .texts), ToolOutput("likely_worse", .texts),
            ToolOutput("likely_better", .texts), ToolOutput("rows", .objects),
            ToolOutput("occurrences_to_tell", .integer, always: false),
            ToolOutput("no_significant_change", .object), ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        try compare(call)
    }

    /// The most traces per side; more add little.
    private static let mostTraces = 16

    private static func compare(_ call: ToolCall) throws(TraceError) -> ToolAnswer {
        let (before, after) = (call.arguments.texts("before"), call.arguments.texts("after"))
        guard before.count <= mostTraces, after.count <= mostTraces else {
            throw TraceError(.usage, "give at most \(mostTraces) traces a side")
        }
        var traces: [OpenTrace] = []
        var figures: [TraceFigures] = []
        for (index, word) in (before + after).enumerated() {
            call.progress.begin(part: index, of: before.count + after.count)
            let trace = try call.session.traces.compared(word, call)
            trace.store.database.watch(call.interruption)
            figures.append(try trace.figures(chains: false))
            traces.append(trace)
        }
        var options = DiffOptions()
        options.before = .init(label: before.joined(separator: ", "))
        options.after = .init(label: after.joined(separator: ", "))
        // Rows without a verdict are only counted.
        options.listedRows = 0
        // The sources of the later side, which match the current code.
        options.sources = traces.last { $0.sources != nil }?.sources
        if options.sources == nil { options.sources = try call.session.sources.read(nil) }
        let diff = try DiffBuilder.build(
            before: Array(figures.prefix(before.count)), after: Array(figures.dropFirst(before.count)), options,
            chains: ChainSource(traces.map(\.loaded)))
        return answer(diff)
    }

    private static func answer(_ diff: TraceDiff) -> ToolAnswer {
        var answer = ToolAnswer()
        answer["verdict"] = .text(diff.conclusion.word.rawValue)
        let lines = ["Verdict: \(DiffText.verdict(diff))"] + diff.answer.map { "\($0.label): \($0.text)" }
        answer["answer"] = .texts(lines.map { $0.clipped(400) })
        let warnings = diff.warnings + [diff.trouble, diff.missingUpdates].compactMap { $0 }
        answer["warnings"] = .texts(warnings.map(AgentWords.note).clipped)
        answer["worse"] = .texts(diff.worse.leading)
        answer["better"] = .texts(diff.better.leading)
        answer["likely_worse"] = .texts(diff.likelyWorse.leading)
        answer["likely_better"] = .texts(diff.likelyBetter.leading)
        if let occurrences = diff.occurrencesToTell { answer["occurrences_to_tell"] = .count(occurrences) }
        var rows: [JSONValue] = []
        var same: [JSONValue.Member] = []
        for table in diff.tables {
            let changed = table.rows.filter { $0.verdict != .none || $0.likely != .none }
            rows += changed.map { row(table, $0) }
            same.append(.init(table.id, .count(table.differing - changed.count + table.unchanged)))
        }
        answer["rows"] = .array(rows)
        answer["no_significant_change"] = .object(same)
        answer.fit()
        return answer
    }

    private static func row(_ table: DiffTable, _ row: DiffRow) -> JSONValue {
        let names = zip(table.columns, row.cells).compactMap { column, cell -> String? in
            guard case .name = column.style, case .text(let text) = cell else { return nil }
            return text
        }
        let verdict = row.verdict == .none ? "likely \(row.likely.rawValue)" : row.verdict.rawValue
        var members: [JSONValue.Member] = [
            .init("table", .text(table.id)), .init("name", .text(names.joined(separator: ", ").clipped(200))),
            .init("verdict", .text(verdict)), .init("details", .text(row.details.clipped(200))),
        ]
        let places = table.columns.firstIndex { $0.name == "where" }
        if let places, case .text(let text?) = row.cells[places], !text.isEmpty {
            members.append(.init("sources", .text(text)))
        }
        return .object(members)
    }
}

extension [String] {
    /// Sentences truncated to a readable length.
    fileprivate var clipped: [String] { map { $0.clipped(300) } }

    /// The most important ones; `rows` has all.
    fileprivate var leading: [String] { Array(prefix(8)).clipped }
}
