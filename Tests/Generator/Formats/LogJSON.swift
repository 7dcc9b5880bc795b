/// Writes a story as `log show --signpost` does with `--style json` (one array) and `--style ndjson` (lines).
enum LogJSON {
    static func write(_ story: Story, asLines: Bool, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        let events = LogStory(story).events
        let clock = WallClock(story.trace)
        for (index, event) in events.enumerated() {
            let fields = fields(event, story.trace, clock, index: UInt64(index))
            if asLines {
                file.append("{" + fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}\n")
            } else {
                file.append(index == 0 ? "[{\n" : ",{\n")
                file.append(fields.map { "  \"\($0.key)\" : \($0.value)" }.joined(separator: ",\n") + "\n}")
            }
        }
        file.append(asLines ? "{\"count\":\(events.count),\"finished\":1}\n" : "]\n")
        try file.finish()
    }

    private struct Field {
        var key: String
        /// As it stands in the file.
        var value: String

        init(_ key: String, raw value: String) { (self.key, self.value) = (key, value) }

        init(_ key: String, _ text: String) {
            self.init(key, raw: "\"" + text.flatMap { $0 == "/" || $0 == "\"" ? ["\\", $0] : [$0] } + "\"")
        }

        init(_ key: String, _ number: UInt64) { self.init(key, raw: String(number)) }
    }

    /// In the order in which `log` prints them.
    private static func fields(_ event: LogEvent, _ trace: Recording, _ clock: WallClock, index: UInt64) -> [Field] {
        let isSignpost = event.kind != .changes && event.kind != .note
        let isOurs = event.kind != .changes
        let uuid = isOurs ? "7B4D9C1E-30A5-3C1F-8E55-0D2B9F6A4C11" : "C0E7A1B2-5D46-3F0A-9B7C-61E8F2D4A905"
        let offset = 81_204 + index % 7 * 164
        var fields = [
            Field("traceID", 140_737_488_355_328 + index),
            Field("eventType", isSignpost ? "signpostEvent" : "logEvent"),
        ]
        if isSignpost {
            fields += [Field("signpostID", event.id), Field("signpostScope", "process")]
        } else {
            fields.append(Field("messageType", isOurs ? "Default" : "Info"))
        }
        fields += [
            Field("source", raw: "null"), Field("formatString", isSignpost ? "%{public}s" : "%{public}@"),
            Field("activityIdentifier", 0),
            Field("subsystem", isOurs ? LandmarksStory.subsystem : "com.apple.SwiftUI"),
            Field("category", event.category), Field("threadID", trace.mainThread), Field("senderImageUUID", uuid),
        ]
        if isSignpost { fields.append(Field("signpostType", event.kind.rawValue)) }
        let binary = isOurs ? Binary.landmarks.path : "/System/Library/Frameworks/SwiftUI.framework/SwiftUI"
        fields += [
            Field("backtrace", raw: "{\"frames\":[{\"imageOffset\":\(offset),\"imageUUID\":\"\(uuid)\"}]}"),
            Field("bootUUID", "2F0C4B1A-9D7E-4E43-A6C3-5B8F71D2E690"), Field("processImagePath", Binary.landmarks.path),
            Field("timestamp", clock.text(event.time, digits: 6) + WallClock.zone), Field("senderImagePath", binary),
        ]
        if isSignpost { fields.append(Field("signpostName", event.name)) }
        return fields + [
            Field("machTimestamp", ticks(event.time)), Field("eventMessage", event.message),
            Field("processImageUUID", "7B4D9C1E-30A5-3C1F-8E55-0D2B9F6A4C11"), Field("processID", trace.pid),
            Field("senderProgramCounter", offset), Field("parentActivityIdentifier", 0),
            Field("timezoneName", ""),
        ]
    }

    /// The phone's clock ticks every 125/3 ns, and had been up for four hours and a bit.
    private static func ticks(_ time: Nanoseconds) -> UInt64 {
        353_904_180_617 + time / 125 * 3 + time % 125 * 3 / 125
    }
}
