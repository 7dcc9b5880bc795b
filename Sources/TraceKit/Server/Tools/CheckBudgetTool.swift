/// `check_budget`: checks a trace against a budget file.
enum CheckBudgetTool {
    static let tool = ServerTool(
        name: "check_budget",
        summary:
            "Checks a trace against a budget file: passes, or lists limits that are breached or cannot be checked.",
        input: [.trace, ToolProperty("budget", .text, "path of the budget (JSON)", isRequired: true)],
        output: [
            ToolOutput("status", .text), ToolOutput("answer", .text), ToolOutput("breaches", .objects),
            ToolOutput("unchecked", .texts), ToolOutput("caveats", .texts),
            ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        let trace = try call.trace()
        let path = try call.session.roots.resolve(call.arguments.text("budget") ?? "")
        let budget = try BudgetFile.read(path)
        if let error = budget.errors.first {
            let more = budget.errors.count - 1
            throw TraceError(
                .usage, error.message + (more > 0 ? " (and \(more) more errors in this file)" : ""), at: error.place,
                fix: error.fix ?? #"a budget is JSON: {"version": 1, "trace": {"red": 0}}"#)
        }
        guard !budget.isRelative else {
            throw TraceError(
                .usage, "the budget has limits like \"+10 %\", which need a baseline", at: Place(file: path),
                fix: "compare_traces compares two traces")
        }
        let figures = try trace.figures(chains: budget.readsChains)
        var options = BudgetCheck.Options()
        options.input = CommandInput(trace.inputs)
        options.accepted = call.session.accepted
        var result = try BudgetCheck.run(budget, figures, baseline: nil, options) { problems throws(TraceError) in
            try trace.loaded.figures(of: trace.id, leavingOut: problems, chains: budget.readsChains)
        }
        if let sources = trace.sources { result.locate(sources) }
        return answer(result)
    }

    private static func answer(_ result: BudgetResult) -> ToolAnswer {
        var answer = ToolAnswer()
        answer["status"] = .text([2: "unchecked", 3: "breached"][result.exitCode] ?? "pass")
        answer["answer"] = .text(result.answer)
        answer["breaches"] = .array(
            result.breaches.map { breach in
                .object(
                    [
                        .init("subject", .text(breach.subject.clipped(200))),
                        .init("limit", .text(breach.measure.rawValue)),
                        .init("allowed", breach.limit.map { .real($0) } ?? .null),
                        .init("now", breach.now.map { .milliseconds($0) } ?? .null),
                        .init("cause", breach.cause.map { .text($0.title.clipped(200)) } ?? .null),
                        .init("sentence", .text(breach.sentence.clipped(300))),
                    ] + (breach.source.map { [.init("file_line", .text($0.place.text))] } ?? []))
            })
        answer["unchecked"] = .texts(result.gapSentences.map { AgentWords.of($0.message).clipped(300) })
        // First, because a mistyped name is a limit that does not hold anything.
        let caveats = result.skippedSentences.map(\.message) + result.caveats.map(AgentWords.note)
        answer["caveats"] = .texts(caveats.map { $0.clipped(300) })
        answer.fit()
        return answer
    }
}
