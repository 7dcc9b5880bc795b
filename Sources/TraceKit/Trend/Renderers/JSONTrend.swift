/// A trend as JSON: all figures with all their values.
enum JSONTrend {
    static func render(_ trend: TraceTrend, _ options: RenderOptions) -> String {
        JSONText.document("trend", version: TraceTrend.schemaVersion) { json in
            json.texts("warnings", trend.warnings)
            json.rows("traces", trend.traces) { trace in
                [
                    ("id", .integer(trace.id)), ("label", .text(trace.label)), ("build", SQLValue(trace.build)),
                    ("device", SQLValue(trace.device)), ("date", SQLValue(trace.date)),
                    ("updates", SQLValue(trace.updates)), ("interactions", SQLValue(trace.interactions)),
                ]
            }
            json.objects("figures", trend.rows) { row, json in
                json.value("group", row.group.rawValue)
                json.value("subject", row.subject)
                json.value("figure", row.figure)
                json.array("values") { json in for value in row.values { json.value(nil, SQLValue(value)) } }
                guard let step = row.step else { return }
                json.value("step_trace", .integer(trend.traces[step.index].id))
                json.value("step_before", step.before)
                json.value("step_after", step.after)
            }
        }
    }
}
