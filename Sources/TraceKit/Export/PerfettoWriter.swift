/// Writes Trace Event JSON for ui.perfetto.dev, chrome://tracing and speedscope: lanes as tracks, causes as flow
/// arrows.
///
/// The process is the app. docs/export.md describes the mapping; our Chrome importer reads back updates, causes and
/// interactions. Times are microseconds with all digits of the nanoseconds. The time profile is left out, because
/// speedscope would show only the samples of a file that has some.
enum PerfettoExporter: TraceExporter {
    static let name = "perfetto"
    static let isOwnFormat = false

    static var lack: (message: String, remedy: String?) {
        ("the trace has nothing with a time, and a timeline shows nothing else", nil)
    }

    static func hasContent(_ trace: StoredTrace) throws(TraceError) -> Bool {
        let timed = ["view_update", "cause", "update_group", "hitch", "hang", "signpost"]
        if try has("start_ns IS NOT NULL", in: timed, trace) { return true }
        return try has("kind <> \(InteractionKind.trace.sql)", in: ["interaction"], trace)
    }

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        let store = try source.stored().store
        try store.database.reading { () throws(TraceError) in
            var timeline = try PerfettoTimeline(source)
            try timeline.write(sink)
        }
    }
}

/// An event on a track of the timeline.
struct PerfettoEvent {
    enum Shape { case interval, moment, begin }

    var id: Int64
    var lane: TrackBook.Lane
    var thread: String?
    var name: String
    var category: String
    var start: Int64
    /// Nanoseconds; zero for an instant.
    var duration: Int64
    var shape: Shape
    /// Whether it is a node of the cause graph, which arrows may start or end at.
    var isNode: Bool
    var arguments: [(key: String, value: SQLValue)]

    var end: Int64 { shape == .begin ? .max : start.addingSaturating(max(0, duration)) }
}

/// Writes Trace Event JSON, one event per line.
struct PerfettoWriter {
    enum Direction { case leaves, arrives }

    let out = TextBytes(capacity: 1 << 17)
    private let process: Int64
    private var separator = "\n"

    init(process: Int64, header: String) {
        self.process = process
        out.append("{\n\"displayTimeUnit\": \"ns\",\n\"otherData\": \(header),\n\"traceEvents\": [")
    }

    mutating func end() { out.append("\n]\n}\n") }

    mutating func name(process name: String) {
        metadata("process_name", nil, "\"name\":\(JSONText.quote(name))")
    }

    /// Written after the events, when the number of tracks per lane is known.
    mutating func name(_ track: TrackBook.Track, _ index: Int) {
        metadata("thread_name", index, "\"name\":\(JSONText.quote(track.title))")
        metadata("thread_sort_index", index, "\"sort_index\":\(track.lane.rawValue * 1000 + track.number)")
        // Readers ignore unknown metadata; our importer reads the thread from here.
        if let thread = track.thread { metadata("tracekit_thread", index, "\"name\":\(JSONText.quote(thread))") }
    }

    private mutating func metadata(_ name: String, _ track: Int?, _ arguments: String) {
        beginLine()
        out.append("\"ph\":\"M\",\"name\":\"\(name)\"")
        if let track { place(track) } else { out.append(",\"pid\":\(process)") }
        out.append(",\"args\":{\(arguments)}}")
    }

    mutating func write(_ event: PerfettoEvent, _ track: Int) {
        begin(event.shape)
        out.append(JSONText.quote(event.name))
        out.append(",\"cat\":")
        out.append(JSONText.quote(event.category))
        time(track, event.start, event.shape == .interval ? event.duration : nil)
        var separator = ",\"args\":{\""
        for (key, value) in event.arguments where value != .null {
            out.append(separator)
            out.append(key)
            out.append("\":")
            out.append(JSONText.literal(value))
            separator = ",\""
        }
        out.append(separator == ",\"" ? "}}" : "}")
    }

    /// Writes an event up to its name, which the caller adds.
    mutating func begin(_ shape: PerfettoEvent.Shape) {
        beginLine()
        switch shape {
        case .interval: out.append("\"ph\":\"X\",\"name\":")
        case .moment: out.append("\"ph\":\"i\",\"s\":\"t\",\"name\":")
        case .begin: out.append("\"ph\":\"B\",\"name\":")
        }
    }

    /// Writes the track and the time.
    mutating func time(_ track: Int, _ start: Int64, _ duration: Int64?) {
        place(track)
        out.append(",\"ts\":")
        microseconds(start)
        guard let duration else { return }
        out.append(",\"dur\":")
        microseconds(duration)
    }

    /// Writes one end of a flow, which binds to the interval that begins at this time on the track. `label` and
    /// `changed` are JSON texts.
    mutating func arrow(
        id: Int, _ direction: Direction, _ track: Int, at start: Int64, label: (TextBytes) -> Void,
        changed: ((TextBytes) -> Void)?
    ) {
        beginLine()
        out.append(direction == .leaves ? "\"ph\":\"s\",\"name\":" : "\"ph\":\"f\",\"bp\":\"e\",\"name\":")
        label(out)
        out.append(",\"cat\":\"cause\",\"id\":")
        out.append(Int64(id + 1))
        time(track, start, nil)
        if let changed {
            out.append(",\"args\":{\"changed\":")
            changed(out)
            out.append("}}")
        } else {
            out.append("}")
        }
    }

    private mutating func beginLine() {
        out.append(separator)
        out.append("{")
        separator = ",\n"
    }

    /// A thread with the id of the process would be its main thread.
    private func place(_ track: Int) {
        let thread = Int64(track) + 1
        out.append(",\"pid\":")
        out.append(process)
        out.append(",\"tid\":")
        out.append(thread >= process ? thread + 1 : thread)
    }

    private func microseconds(_ nanoseconds: Int64) {
        guard nanoseconds >= 0 else { return out.append(Self.microseconds(nanoseconds)) }
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        out.append(whole)
        guard rest != 0 else { return }
        out.append(byte: UInt8(ascii: "."))
        var (digits, place) = (rest, Int64(100))
        while digits > 0 {
            out.append(byte: UInt8(ascii: "0") + UInt8(digits / place))
            digits %= place
            place /= 10
        }
    }

    /// Nanoseconds as microseconds, exactly: 1234567 is `1234.567`.
    static func microseconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest != 0 else { return "\(whole)" }
        let digits = String(rest.magnitude)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        let sign = nanoseconds < 0 && whole == 0 ? "-" : ""
        return "\(sign)\(whole).\(fraction)".trimmingZeros
    }
}

extension String {
    /// A decimal number without trailing zeros.
    fileprivate var trimmingZeros: String {
        var text = self
        while text.last == "0" { text.removeLast() }
        return text
    }
}
