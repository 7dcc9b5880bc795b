/// Writes a story as `log show --signpost` prints it, in its three styles of text.
enum LogText {
    enum Style: String, CaseIterable {
        case compact, standard = "default", syslog
    }

    static func write(_ story: Story, _ style: Style, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        let clock = WallClock(story.trace)
        file.append(heading(style))
        // What bodies changed is logged at a level that `log show` leaves out unless it is asked for.
        for event in LogStory(story).events where event.kind != .changes {
            file.append(line(event, story.trace, clock, style) + "\n")
        }
        try file.finish()
    }

    /// Bodies and signposts in the compact style, up to a number of lines behind the heading.
    static func write(_ source: some TraceSource, lines: Int, to file: OutputFile) {
        let clock = WallClock(source.trace)
        file.append(heading(.compact))
        var left = lines
        let records = source.records()
        while left > 0, let record = records.next() {
            for event in events(of: record, source.trace).prefix(left) {
                file.append(line(event, source.trace, clock, .compact))
                file.append("\n")
                left -= 1
            }
        }
    }

    private static func events(of record: Record, _ trace: Recording) -> [LogEvent] {
        switch record {
        case .signpost(let signpost): LogEvent.span(signpost)
        case .update(let update) where update.kind == .body && update.phase != .check: LogEvent.span(update, trace)
        default: []
        }
    }

    private static func heading(_ style: Style) -> String {
        switch style {
        case .compact: "Timestamp               Ty Process[PID:TID]\n"
        case .standard: "Timestamp                       Thread     Type        Activity             PID    TTL  \n"
        case .syslog: "Timestamp                       (process)[PID]    \n"
        }
    }

    private static func line(
        _ event: LogEvent, _ trace: Recording, _ clock: WallClock, _ style: Style
    ) -> String {
        let isNote = event.kind == .note
        let group = "[\(LandmarksStory.subsystem):\(event.category)]"
        let text = isNote ? event.message : event.message.isEmpty ? event.name : "\(event.name): \(event.message)"
        let thread = String(trace.mainThread, radix: 16)
        switch style {
        case .compact:
            let time = "\(clock.text(event.time, digits: 3)) \(isNote ? "Df" : "Sp")"
            let head = "\(time) \(trace.app)[\(trace.pid):\(thread)]"
            return isNote ? "\(head) \(group) \(text)" : "\(head) \(group) \(signpost(event)) \(text)"
        case .standard:
            let type = isNote ? "Default" : "Signpost"
            let columns = [("0x" + thread, 11), (type, 12), ("0x0", 21), ("\(trace.pid)", 7), ("0", 5)]
            let head = columns.map { padded($0.0, $0.1) }.joined()
            let time = clock.text(event.time, digits: 6) + WallClock.zone
            return "\(time) \(head)\(isNote ? "" : signpost(event) + " ")\(trace.app): \(group) \(text)"
        case .syslog:
            let head = "\(clock.text(event.time, digits: 6))\(WallClock.zone)  localhost \(trace.app)[\(trace.pid)]:"
            return isNote ? "\(head) \(group) \(text)" : "\(head) \(signpost(event)) \(group) \(text)"
        }
    }

    /// `[spid excl, process,   end]`: kinds are right-aligned.
    private static func signpost(_ event: LogEvent) -> String {
        let id = event.id == Signpost.exclusive ? "excl" : "0x" + String(event.id, radix: 16)
        let kind = event.kind.rawValue
        return "[spid \(id), process, \(String(repeating: " ", count: 5 - kind.count))\(kind)]"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
