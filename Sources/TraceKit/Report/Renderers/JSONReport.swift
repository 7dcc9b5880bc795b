/// The report as JSON: stable keys with units, in a stable order, and a schema version.
enum JSONReport {
    static func render(_ report: Report, _ options: RenderOptions) -> String {
        JSONText.document("report", version: Report.schemaVersion) { json in
            json.objects("traces", report.traces) { trace, json in
                self.trace(trace, showsSQL: report.showsSQL, &json)
            }
        }
    }

    private static func trace(_ trace: TraceReport, showsSQL: Bool, _ json: inout JSONText) {
        if let input = trace.input { json.value("input", input) }
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
                    json.rows("rows", section.rows) { row in zip(section.columns, row).map { ($0.name, $1) } }
                    if !section.places.isEmpty { self.places(section, &json) }
                    if let smaller = section.smaller { self.smaller(smaller, &json) }
                }
            }
        }
    }

    /// The source locations of rows, by row number from 0.
    private static func places(_ section: ReportSection, _ json: inout JSONText) {
        let places = zip(section.rows.indices, section.places).flatMap { row, mentions in mentions.map { (row, $0) } }
        json.rows("places", places) { row, mention in
            [
                ("row", SQLValue(row)), ("relation", .text(mention.relation.rawValue)),
                ("name", mention.name.map { .text($0) } ?? .null),
                ("file", .text(mention.place.path)), ("line", SQLValue(mention.place.line)),
                ("url", mention.address.map { .text($0) } ?? .null),
            ]
        }
    }

    private static func smaller(_ smaller: ReportSection.Smaller, _ json: inout JSONText) {
        json.object("smaller") { json in
            json.value("total", smaller.total)
            json.rows("counts", smaller.counts) { count in
                [("rule", .text(count.of)), ("count", SQLValue(count.count))]
            }
            json.value("sql", smaller.sql)
        }
    }

    private static func answer(_ answer: ReportAnswer, _ json: inout JSONText) {
        json.value("recording", answer.recording)
        json.texts("caveats", answer.caveats)
        json.value("updates", answer.updates)
        bodies(answer.bodies, &json)
        stalls(answer.stalls, &json)
        waste(answer.waste, &json)
        if let signposts = answer.signposts {
            json.object("signposts") { json in self.signposts(signposts, &json) }
        }
        if let samples = answer.samples {
            json.object("samples") { json in self.samples(samples, &json) }
        }
        if let logs = answer.logs {
            json.object("logs") { json in
                json.value("lines", logs.lines)
                json.value("errors", logs.errors)
                json.value("faults", logs.faults)
                json.value("processes", logs.processes)
            }
        }
        if let project = answer.project { json.value("project", project) }
        if let zoom = answer.zoom { json.value("zoom", zoom) }
        json.value("next", answer.next)
    }

    private static func bodies(_ bodies: BodyAnswer, _ json: inout JSONText) {
        json.value("checks", bodies.sums.checks)
        json.value("body_updates", bodies.sums.bodies)
        json.value("red", bodies.sums.red)
        json.value("orange", bodies.sums.orange)
        json.value("gray", bodies.sums.gray)
        json.value("unterminated", bodies.sums.unterminated)
        json.value("profile", bodies.profile)
        json.value("orange_ms", bodies.orangeMs)
        json.value("red_ms", bodies.redMs)
        json.rows("worst_views", bodies.worst) { view in
            [
                ("view", .text(view.view)), ("red", SQLValue(view.red)), ("orange", SQLValue(view.orange)),
                ("max_ms", .real(view.maxMs)), ("total_ms", .real(view.totalMs)),
            ]
        }
        json.value("missed_groups", bodies.missedGroups)
    }

    private static func stalls(_ stalls: StallAnswer, _ json: inout JSONText) {
        json.value("hangs", stalls.hangs)
        json.value("hang_ms", stalls.hangMs)
        json.value("longest_hang_ms", stalls.longestHangMs)
        json.value("hitches", stalls.hitches)
        json.value("hitch_ms", stalls.hitchMs)
        json.value("system_hitches", stalls.systemHitches)
        for lane in Lane.ofStalls where stalls.others.rows(lane) > 0 {
            json.object("other_\(lane.rawValue)") { json in
                json.value("count", stalls.others.rows(lane))
                json.value("total_ms", .real(stalls.others.milliseconds(lane) ?? 0))
                json.texts("processes", stalls.others.processes(lane))
            }
        }
    }

    private static func waste(_ waste: WasteAnswer, _ json: inout JSONText) {
        json.value("necessary", waste.necessary)
        json.value("unnecessary", waste.isKnown ? SQLValue(waste.unnecessary) : .null)
        json.value("unknown", waste.unknown)
        json.value("wasted_ms", waste.isKnown ? .real(waste.wastedMs) : .null)
        for confidence in Confidence.allCases.reversed() {
            json.value(confidence.word, waste.byConfidence[confidence] ?? 0)
        }
        if let recurring = waste.recurring {
            json.object("recurring") { json in
                json.value("necessary", recurring.necessary)
                json.value("unnecessary", recurring.unnecessary)
                json.value("unknown", recurring.unknown)
            }
        }
    }

    private static func signposts(_ signposts: SignpostAnswer, _ json: inout JSONText) {
        json.value("signposts", signposts.signposts)
        json.value("intervals", signposts.intervals)
        json.value("events", signposts.events)
        json.value("open", signposts.open)
        json.value("without_begin", signposts.withoutBegin)
        json.rows("slowest", signposts.slowest) { slow in
            [
                ("name", .text(slow.name)), ("intervals", SQLValue(slow.intervals)),
                ("median_ms", .real(slow.medianMs)),
                ("p95_ms", .real(slow.p95Ms)), ("max_ms", .real(slow.maxMs)), ("start_ms", .real(slow.startMs)),
            ]
        }
    }

    private static func samples(_ samples: SampleAnswer, _ json: inout JSONText) {
        json.value("samples", samples.samples)
        json.value("running", samples.running)
        json.value("threads", samples.threads)
        json.value("cpu_ms", SQLValue(samples.cpuMs))
        json.value("main_running", samples.hasMain ? SQLValue(samples.mainRunning) : .null)
        json.value("main_busy", SQLValue(samples.mainBusy))
        json.rows("hottest", (samples.hottest.map { [$0] } ?? []) + samples.others) { hot in
            [("function", .text(hot.function)), ("samples", SQLValue(hot.samples)), ("share", .real(hot.share))]
        }
    }
}
