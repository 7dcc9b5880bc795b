/// `open_trace`: imports and analyses a trace, and summarises its content.
enum OpenTraceTool {
    static let tool = ServerTool(
        name: "open_trace",
        summary: "Imports a trace and returns a handle for the other tools, the headline, and what it can answer.",
        input: [
            ToolProperty(
                "inputs", .texts,
                "files or folders: .trace, exports, logs, JSON, DB#ID; several are parts of one trace",
                isRequired: true),
            ToolProperty("one_trace", .flag, "read inputs of any formats as one trace"),
            ToolProperty("run", .integer(1...1_000_000), "run of the recording"),
            ToolProperty("profile", .text, "deadlines", words: profiles),
            ToolProperty("process", .text, "name, PID or all"),
            ToolProperty("interactions", .texts, "SUBSYSTEM:CATEGORY[:NAME] of signposts"),
            ToolProperty("ignore", .texts, "views (glob)"),
            ToolProperty("source_root", .text, "Swift sources"),
        ],
        output: [
            ToolOutput("trace", .text), ToolOutput("trace_id", .text), ToolOutput("answers", .objects),
            ToolOutput("headline", .texts), ToolOutput("caveats", .texts), ToolOutput("interactions", .objects),
            ToolOutput("interactions_total", .integer), ToolOutput("rejects", .object), ToolOutput("next", .texts),
        ]
    ) { (call) throws(TraceError) in
        var request = OpenTraces.Request(inputs: call.arguments.texts("inputs"))
        request.isOneTrace = call.arguments.flag("one_trace")
        request.run = call.arguments.integer("run")
        request.profile = call.arguments.text("profile")
        request.process = call.arguments.text("process")
        request.interactions = call.arguments.texts("interactions")
        request.ignore = call.arguments.texts("ignore")
        if let text = request.interactions.first(where: { SignpostFilter($0) == nil }) {
            throw TraceError(
                .usage, "'interactions' are SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME, found '\(text.clipped(80))'")
        }
        let sources = try call.session.sources.read(call.arguments.text("source_root"))
        let trace = try call.session.traces.open(request, call).trace
        trace.sources = sources ?? trace.sources
        return try answer(trace)
    }

    static let profiles = Deadlines.named.map(\.profile) + [Deadlines.deviceProfile]

    /// The most interactions listed; a query returns all.
    private static let mostInteractions = 12

    private static func answer(_ trace: OpenTrace) throws(TraceError) -> ToolAnswer {
        if trace.opened == nil { trace.opened = try describe(trace) }
        var answer = trace.opened ?? ToolAnswer()
        // Caveats about the sources as just read.
        if let sources = trace.sources, let caveats = answer["caveats"]?.items {
            answer["caveats"] = .array(caveats + sources.index.diagnostics.map { .text($0.message.clipped(300)) })
        }
        answer.fit()
        return answer
    }

    /// The part of the answer that does not change while the trace is open.
    private static func describe(_ trace: OpenTrace) throws(TraceError) -> ToolAnswer {
        var options = ReportBuilder.Options()
        options.top = 1
        options.hasStrip = false
        let report = try ReportBuilder.build(trace.store, traces: [trace.id], options)
        let doctor = try trace.doctor()
        var answer = ToolAnswer()
        answer["trace"] = .text(trace.handle)
        answer["trace_id"] = .text("\(trace.id)")
        answer["answers"] = .array(abilities(doctor))
        if let screen = report.traces.first?.answer {
            let lines = ReportWords.lines(screen).map { "\($0.label): \(AgentWords.of($0.text))" }
            answer["headline"] = .texts(["Recorded: \(screen.recording)"] + lines)
            // Notes on the trace itself are already there, with their position.
            let others = trace.loaded.diagnostics.map(\.message).filter { message in
                !screen.caveats.contains { $0.hasSuffix(message) }
            }
            let advice =
                screen.updates > 0 ? [] : doctor.next.prefix(2).compactMap { AgentWords.advice($0.clipped(300)) }
            answer["caveats"] = .texts(
                (screen.caveats + others.map { $0.clipped(300) }).map(AgentWords.note) + advice)
        }
        let (interactions, total) = try interactions(trace)
        answer["interactions"] = .array(interactions)
        answer["interactions_total"] = .count(total)
        answer["rejects"] = try rejects(trace)
        let hasUpdates = (report.traces.first?.answer.updates ?? 0) > 0
        answer["next"] = .texts(try FirstCalls(trace).all(hasUpdates: hasUpdates))
        return answer
    }

    /// What the trace can answer, then what it can in part, and what not; those with the same reason together.
    private static func abilities(_ doctor: Doctor) -> [JSONValue] {
        let levels: [Doctor.Ability.Level] = [.yes, .partly, .no]
        return levels.flatMap { level -> [JSONValue] in
            let abilities = doctor.abilities.filter { $0.level == level }
            var reasons: [String] = []
            for ability in abilities where !reasons.contains(ability.why) { reasons.append(ability.why) }
            return reasons.map { why in
                let analyses = abilities.filter { $0.why == why }.map(\.analysis)
                return .object([
                    .init("analysis", .text(analyses.joined(separator: "; "))), .init("level", .text(level.rawValue)),
                    .init("why", .text(AgentWords.of(why))),
                ])
            }
        }
    }

    private static func interactions(_ trace: OpenTrace) throws(TraceError) -> ([JSONValue], Int) {
        let rows = try trace.store.database.rows(
            """
            SELECT id, kind, name, start_ms, updates, unnecessary, wasted_ms, red, orange FROM interactions
            WHERE trace_id = ? AND kind <> 'trace' ORDER BY coalesce(wasted_ms, 0) DESC, red + orange DESC, start_ns, id
            LIMIT \(mostInteractions)
            """, [.integer(trace.id)])
        let total = try trace.store.database.integer(
            "SELECT count(*) FROM interactions WHERE trace_id = ? AND kind <> 'trace'", .integer(trace.id))
        let list = rows.map { row in
            JSONValue.object([
                .init("id", .text("\(row[0].whole)")),
                .init(
                    "title", .text([row[1].text, row[2].text].compactMap { $0 }.joined(separator: " ").clipped(120))),
                .init("start_ms", .milliseconds(row[3].number)), .init("updates", .count(row[4].count)),
                .init("unnecessary", row[5] == .null ? .null : .count(row[5].count)),
                .init("wasted_ms", row[6] == .null ? .null : .milliseconds(row[6].number)),
                .init("red", .count(row[7].count)), .init("orange", .count(row[8].count)),
            ])
        }
        return (list, Int(total ?? 0))
    }

    private static func rejects(_ trace: OpenTrace) throws(TraceError) -> JSONValue {
        let counts = try trace.store.database.rows(
            """
            SELECT counter, sum(count) FROM import_counters
            WHERE trace_id = ? AND counter IN ('rows-seen', 'rows-rejected', 'rows-skipped') GROUP BY counter
            """, [.integer(trace.id)])
        func count(_ name: String) -> Int { counts.first { $0[0].text == name }?[1].count ?? 0 }
        let first = try trace.store.database.rows(
            "SELECT message, file, line FROM import_rejects WHERE trace_id = ? ORDER BY id LIMIT 3",
            [.integer(trace.id)])
        return .object([
            .init("rows_seen", .count(count("rows-seen"))), .init("rejected", .count(count("rows-rejected"))),
            .init("skipped", .count(count("rows-skipped"))),
            .init(
                "first",
                .texts(
                    first.map { row in
                        let line = row[2] == .null ? "" : ":\(row[2].whole)"
                        return "\(row[1].text ?? "")\(line): \(row[0].text ?? "")".clipped(300)
                    })),
        ])
    }
}
