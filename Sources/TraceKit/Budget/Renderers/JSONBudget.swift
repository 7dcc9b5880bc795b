/// The result as JSON: stable keys, a schema version, worst first.
enum JSONBudget {
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        var json = JSONText()
        json.object { json in
            json.value("schema", "trace-analyze/check")
            json.value("schema_version", BudgetResult.schemaVersion)
            json.value("answer", result.answer)
            json.value("exit_code", Int(result.exitCode))
            json.value("trace", result.trace)
            if let baseline = result.baseline { json.value("baseline", baseline) }
            json.value("budget", result.budget)
            json.value("limits", result.limits)
            json.value("breached", result.breached)
            json.value("unchecked", result.unchecked)
            json.array("caveats") { json in for caveat in result.caveats { json.value(nil, caveat) } }
            json.objects("groups", result.groups) { group, json in
                json.value("title", group.title)
                json.value("breaches", group.outcomes.count)
                guard let problem = group.problem else { return }
                json.value("problem", problem.key)
                json.value("kind", problem.kind)
                json.value("why", problem.whyWithConfidence)
                json.value("fix", problem.fix)
                json.value("cost_ms", problem.costMs.map { .real($0) } ?? .null)
            }
            json.array("outcomes") { json in
                for outcome in result.outcomes {
                    json.row(
                        [
                            ("state", .text(outcome.state.rawValue)), ("scope", .text(outcome.scope.rawValue)),
                            ("subject", .text(outcome.subject)), ("limit", .text(outcome.measure.rawValue)),
                            ("bound", .text(outcome.bound.key)), ("allowed", outcome.limit.map { .real($0) } ?? .null),
                            ("now", outcome.now.map { .real($0) } ?? .null),
                            ("over", outcome.over.map { .real($0) } ?? .null),
                            ("basis", outcome.basis.map { .text($0) } ?? .null),
                            ("detail", outcome.detail.map { .text($0) } ?? .null),
                            ("note", outcome.note.map { .text($0) } ?? .null),
                            ("cause", outcome.cause.map { .text($0.title) } ?? .null),
                            ("chance", outcome.chance.map { .text($0) } ?? .null),
                            ("line", outcome.place.line.map { .integer(Int64($0)) } ?? .null),
                            ("next", .text(outcome.next)),
                        ] + place(outcome.source))
                }
            }
        }
        return json.text + "\n"
    }

    /// The declaration of the view, if sources were given.
    private static func place(_ source: SourceMention?) -> [(String, SQLValue)] {
        guard let source else { return [] }
        return [
            ("source_file", .text(source.place.path)), ("source_line", SQLValue(source.place.line)),
            ("source_url", source.address.map { .text($0) } ?? .null),
        ]
    }
}
