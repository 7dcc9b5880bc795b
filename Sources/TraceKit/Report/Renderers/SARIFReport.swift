/// The problems as SARIF 2.1.0 for hosts that show results in code: one rule per kind, one result per problem. Its
/// location comes from `--source-root`, else it is the first line of the input, since hosts drop results without one.
enum SARIFReport {
    private struct Result {
        var rule: String
        var level: String
        /// Stable between runs, independent of figures and wording.
        var key: String
        var text: String
        var places: [SourceMention]
        /// The input.
        var file: String
        /// Why it was accepted; nil if it was not.
        var accepted: String?
    }

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        let results = report.traces.flatMap(results)
        var rules: [String] = []
        for result in results where !rules.contains(result.rule) { rules.append(result.rule) }
        return SARIFText.log(rules: { json in for id in rules { rule(id, &json) } }) { json in
            json.array("results") { json in
                for result in results { self.result(result, rules, &json) }
            }
        }
    }

    /// Results from the problems if the report has them, else from the findings.
    private static func results(_ trace: TraceReport) -> [Result] {
        let ids = ["problems", "findings"]
        guard let section = ids.lazy.compactMap({ id in trace.sections.first { $0.id == id } }).first else { return [] }
        var nameless: [String: Int] = [:]
        return section.rows.enumerated().map { index, row in
            let cells = Dictionary(zip(section.columns.map(\.name), row)) { first, _ in first }
            func text(_ names: String...) -> String { names.lazy.compactMap { cells[$0]?.text }.first ?? "" }
            // The key of a problem without a view or a cause contains its title, which may have figures.
            let rule = text("kind", "rule")
            var key = text("key")
            if text("view", "cause").isEmpty {
                nameless[rule, default: 0] += 1
                key = "\(rule)#\(nameless[rule] ?? 0)"
            }
            return Result(
                rule: rule, level: level(text("severity")), key: key,
                text: "\(text("title")). \(text("why", "evidence")). Fix: \(text("fix", "hint"))",
                places: index < section.places.count ? section.places[index] : [], file: trace.file,
                accepted: cells["accepted"]?.text)
        }
    }

    private static func level(_ severity: String) -> String {
        switch severity {
        case "high": "error"
        case "medium": "warning"
        default: "note"
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
            json.value("ruleId", result.rule)
            json.value("ruleIndex", rules.firstIndex(of: result.rule) ?? 0)
            json.value("level", result.level)
            json.object("message") { $0.value("text", SARIFText.message(result.text)) }
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
            if let accepted = result.accepted {
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
