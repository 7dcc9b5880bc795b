/// The result as SARIF 2.1.0: one rule per figure, one result per breach; limits that were not checked or skipped are
/// notifications.
///
/// The location of a breach is its view in the app's sources if known, otherwise its limit in the budget; the subject
/// is its logical location.
enum SARIFBudget {
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        let used = BudgetMeasure.all.filter { measure in result.outcomes.contains { $0.measure == measure } }
        return SARIFText.log(rules: { json in for measure in used { rule(measure, &json) } }) { json in
            json.array("invocations") { json in invocation(result, &json) }
            json.array("results") { json in
                for outcome in result.breaches { breach(outcome, used, &json) }
            }
        }
    }

    private static func id(_ measure: BudgetMeasure) -> String { "budget/\(measure.rawValue)" }

    private static func rule(_ measure: BudgetMeasure, _ json: inout JSONText) {
        json.object { json in
            json.value("id", id(measure))
            json.object("shortDescription") { $0.value("text", "Over budget: \(measure.rawValue)") }
            json.object("fullDescription") { $0.value("text", measure.meaning) }
            json.object("help") {
                $0.value("text", "Run the command in the message to see where the figure comes from.")
            }
            json.object("defaultConfiguration") { $0.value("level", "error") }
        }
    }

    private static func invocation(_ result: BudgetResult, _ json: inout JSONText) {
        json.object { json in
            json.value("executionSuccessful", result.unchecked == 0)
            json.value("exitCode", Int(result.exitCode))
            json.array("toolExecutionNotifications") { json in
                for gap in result.gaps { notification("error", "\(gap.sentence). Fix: \(gap.fix ?? "")", gap, &json) }
                for skipped in result.skipped { notification("warning", skipped.sentence, skipped, &json) }
            }
        }
    }

    private static func notification(
        _ level: String, _ message: String, _ outcome: BudgetOutcome, _ json: inout JSONText
    ) {
        json.object { json in
            json.value("level", level)
            json.object("message") { $0.value("text", SARIFText.message(message)) }
            json.array("locations") { location(outcome, &$0) }
        }
    }

    private static func breach(_ outcome: BudgetOutcome, _ rules: [BudgetMeasure], _ json: inout JSONText) {
        json.object { json in
            json.value("ruleId", id(outcome.measure))
            json.value("ruleIndex", rules.firstIndex(of: outcome.measure) ?? 0)
            json.value("level", "error")
            json.object("message") { $0.value("text", SARIFText.message("\(outcome.sentence). Look: \(outcome.next)")) }
            json.array("locations") { location(outcome, &$0) }
            // The limit itself, if the breach is located at its view.
            if outcome.source != nil {
                json.array("relatedLocations") { $0.object { SARIFText.location(outcome.place, &$0) } }
            }
            json.object("partialFingerprints") { json in
                json.value("traceAnalyzeLimit/v1", identity(outcome))
            }
        }
    }

    private static func location(_ outcome: BudgetOutcome, _ json: inout JSONText) {
        json.object { json in
            SARIFText.location(outcome.source?.placeInRepository ?? outcome.place, &json)
            json.array("logicalLocations") { json in
                json.object { json in
                    json.value("name", outcome.subject)
                    json.value("fullyQualifiedName", "\(outcome.scope.rawValue)/\(outcome.subject)")
                    json.value("kind", outcome.scope == .views ? "type" : "module")
                }
            }
        }
    }

    /// An identity that is stable from run to run, independent of the figures.
    private static func identity(_ outcome: BudgetOutcome) -> String {
        let kind = outcome.basis == nil ? "" : "/baseline"
        return "\(outcome.scope.rawValue)/\(outcome.subject)/\(outcome.measure.rawValue)\(kind)"
    }
}
