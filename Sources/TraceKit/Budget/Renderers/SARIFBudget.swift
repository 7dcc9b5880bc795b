/// The result as SARIF 2.1.0: a rule a figure, a result a breach; what could not be checked is a notification.
///
/// A breach has no line of code. It stands at its limit in the budget, and names what it is about as its logical
/// location.
enum SARIFBudget {
    static func render(_ result: BudgetResult, _ options: RenderOptions) -> String {
        let used = BudgetMeasure.allCases.filter { measure in result.outcomes.contains { $0.measure == measure } }
        var json = JSONText()
        json.object { json in
            json.value(
                "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
            json.value("version", "2.1.0")
            json.array("runs") { json in
                json.object { json in
                    json.object("tool") { json in
                        json.object("driver") { json in
                            json.value("name", "trace-analyze")
                            json.array("rules") { json in for measure in used { rule(measure, &json) } }
                        }
                    }
                    json.array("invocations") { json in invocation(result, &json) }
                    json.array("results") { json in
                        for outcome in result.breaches { breach(outcome, used, &json) }
                    }
                }
            }
        }
        return json.text + "\n"
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
                for gap in result.gaps {
                    json.object { json in
                        json.value("level", "error")
                        json.object("message") { $0.value("text", message("\(gap.sentence). Fix: \(gap.fix ?? "")")) }
                        json.array("locations") { location(gap, &$0) }
                    }
                }
            }
        }
    }

    private static func breach(_ outcome: BudgetOutcome, _ rules: [BudgetMeasure], _ json: inout JSONText) {
        json.object { json in
            json.value("ruleId", id(outcome.measure))
            json.value("ruleIndex", rules.firstIndex(of: outcome.measure) ?? 0)
            json.value("level", "error")
            json.object("message") { $0.value("text", message("\(outcome.sentence). Look: \(outcome.next)")) }
            json.array("locations") { location(outcome, &$0) }
            json.object("partialFingerprints") { json in
                json.value("traceAnalyzeLimit/v1", identity(outcome))
            }
        }
    }

    private static func location(_ outcome: BudgetOutcome, _ json: inout JSONText) {
        json.object { json in
            json.object("physicalLocation") { json in
                json.object("artifactLocation") { $0.value("uri", uri(outcome.place.file)) }
                json.object("region") { $0.value("startLine", outcome.place.line ?? 1) }
            }
            json.array("logicalLocations") { json in
                json.object { json in
                    json.value("name", outcome.subject)
                    json.value("fullyQualifiedName", "\(outcome.scope.rawValue)/\(outcome.subject)")
                    json.value("kind", outcome.scope == .views ? "type" : "module")
                }
            }
        }
    }

    /// The same from run to run, whatever the figures are.
    private static func identity(_ outcome: BudgetOutcome) -> String {
        let kind = outcome.basis == nil ? "" : "/baseline"
        return "\(outcome.scope.rawValue)/\(outcome.subject)/\(outcome.measure.rawValue)\(kind)"
    }

    /// A plain text message: braces would be placeholders and brackets links (SARIF 2.1.0, 3.11.5 and 3.11.6).
    static func message(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text).unicodeScalars {
            switch scalar {
            case "{", "}": result += "\(scalar)\(scalar)"
            case "[", "]", "\\": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A path as a URI reference (RFC 3986): relative ones stay relative.
    static func uri(_ path: String) -> String {
        var result = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            let isPlain =
                isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                || "-._~/".utf8.contains(byte)
            let code = String(byte, radix: 16, uppercase: true)
            result += isPlain ? String(UnicodeScalar(byte)) : "%" + (code.count < 2 ? "0" : "") + code
        }
        return result
    }
}
