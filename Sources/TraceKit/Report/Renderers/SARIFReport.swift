/// The problems as SARIF 2.1.0 for hosts that show results in code: one rule per kind, one result per problem. Its
/// location comes from `--source-root`, else it is the first line of the input, since hosts drop results without one.
enum SARIFReport {
    private struct Result {
        var problem: StoredProblem
        /// Stable between runs, independent of figures and wording.
        var key: String
        var places: [SourceMention]
        /// The input.
        var file: String

        var level: String {
            switch problem.severity {
            case .high: "error"
            case .medium: "warning"
            case .low: "note"
            }
        }
    }

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        let results = report.traces.flatMap(results)
        var rules: [String] = []
        for result in results where !rules.contains(result.problem.kind) { rules.append(result.problem.kind) }
        return SARIFText.log(rules: { json in for id in rules { rule(id, &json) } }) { json in
            json.array("results") { json in
                for result in results { self.result(result, rules, &json) }
            }
        }
    }

    private static func results(_ trace: TraceReport) -> [Result] {
        guard let section = trace.sections.first(where: { $0.id == "problems" }) else { return [] }
        var nameless: [String: Int] = [:]
        return section.problems.enumerated().map { index, problem in
            var key = problem.key
            // The key of a problem without a view or a cause contains its title, which may have figures.
            if problem.view == nil, problem.cause == nil {
                nameless[problem.kind, default: 0] += 1
                key = "\(problem.kind)#\(nameless[problem.kind] ?? 0)"
            }
            return Result(
                problem: problem, key: key, places: index < section.places.count ? section.places[index] : [],
                file: trace.file)
        }
    }

    private static func rule(_ id: String, _ json: inout JSONText) {
        json.object { json in
            json.value("id", id)
            guard let guide = RuleGuides.all.first(where: { $0.id == id }) else { return }
            json.object("shortDescription") { $0.value("text", SARIFText.message(guide.title)) }
            json.object("fullDescription") { $0.value("text", SARIFText.message(guide.finds)) }
            json.object("help") { $0.value("text", SARIFText.message(guide.fix)) }
        }
    }

    private static func result(_ result: Result, _ rules: [String], _ json: inout JSONText) {
        json.object { json in
            let problem = result.problem
            json.value("ruleId", problem.kind)
            json.value("ruleIndex", rules.firstIndex(of: problem.kind) ?? 0)
            json.value("level", result.level)
            let text = "\(problem.title). \(problem.why). Fix: \(problem.fix)"
            json.object("message") { $0.value("text", SARIFText.message(text)) }
            json.array("locations") { json in
                let place = result.places.first?.placeInRepository ?? Place(file: result.file, line: 1)
                json.object { SARIFText.location(place, &$0) }
            }
            let others = result.places.dropFirst()
            if !others.isEmpty {
                json.array("relatedLocations") { json in
                    for other in others { json.object { SARIFText.location(other.placeInRepository, &$0) } }
                }
            }
            if let accepted = problem.accepted {
                json.array("suppressions") { json in
                    json.object { json in
                        json.value("kind", "external")
                        json.value("justification", VisibleText.escape(accepted))
                    }
                }
            }
            json.object("partialFingerprints") { json in
                json.value("traceAnalyzeProblem/v2", VisibleText.escape(result.key))
            }
        }
    }
}
