/// The report as JSON: stable keys with units, in a stable order, and a schema version.
enum JSONReport: ReportRenderer {
    static let name = "json"

    static func render(_ report: Report, _ options: RenderOptions) -> String {
        var json = JSONText()
        json.object { json in
            json.value("schema", "trace-analyze/report")
            json.value("schema_version", Report.schemaVersion)
            json.array("traces") { json in
                for trace in report.traces {
                    json.object { json in self.trace(trace, showsSQL: report.showsSQL, &json) }
                }
            }
        }
        return json.text + "\n"
    }

    private static func trace(_ trace: TraceReport, showsSQL: Bool, _ json: inout JSONText) {
        json.object("trace") { json in
            for fact in trace.trace { json.value(fact.key, fact.value) }
        }
        json.object("answer") { json in answer(trace.answer, &json) }
        json.object("sections") { json in
            for section in trace.sections {
                json.object(section.id.map { $0 == "-" ? "_" : String($0) }.joined()) { json in
                    json.value("title", section.title)
                    json.value("total", section.total)
                    if showsSQL { json.value("sql", section.sql) }
                    json.array("rows") { json in
                        for row in section.rows { json.row(zip(section.columns, row).map { ($0.name, $1) }) }
                    }
                }
            }
        }
    }

    private static func answer(_ answer: ReportAnswer, _ json: inout JSONText) {
        json.value("recording", answer.recording)
        json.array("caveats") { json in for caveat in answer.caveats { json.value(nil, caveat) } }
        json.value("updates", answer.updates)
        json.value("checks", answer.checks)
        json.value("body_updates", answer.bodyUpdates)
        json.value("red", answer.red)
        json.value("orange", answer.orange)
        json.value("gray", answer.gray)
        json.value("unterminated", answer.unterminated)
        json.value("profile", answer.profile)
        json.value("orange_ms", answer.orangeMs)
        json.value("red_ms", answer.redMs)
        json.array("worst_views") { json in
            for view in answer.worstViews {
                json.row([
                    ("view", .text(view.view)), ("red", .integer(Int64(view.red))),
                    ("orange", .integer(Int64(view.orange))),
                    ("max_ms", .real(view.maxMs)), ("total_ms", .real(view.totalMs)),
                ])
            }
        }
        json.value("hangs", answer.hangs)
        json.value("hang_ms", answer.hangMs)
        json.value("longest_hang_ms", answer.longestHangMs)
        json.value("hitches", answer.hitches)
        json.value("hitch_ms", answer.hitchMs)
        json.value("necessary", answer.necessary)
        json.value("unnecessary", answer.unnecessary)
        json.value("unknown", answer.unknown)
        json.value("wasted_ms", answer.wastedMs)
        if let zoom = answer.zoom { json.value("zoom", zoom) }
        json.value("next", answer.next)
    }
}
