/// One event on a track of a timeline.
struct PerfettoEvent {
    enum Shape { case interval, moment, begin }

    var id: Int64
    var lane: TrackBook.Lane
    var thread: String?
    var name: String
    var category: String
    var start: Int64
    /// Nanoseconds; zero for a moment.
    var duration: Int64
    var shape: Shape
    /// Whether it is a node of the cause graph, which arrows may touch.
    var isNode: Bool
    var arguments: [(key: String, value: SQLValue)]

    var end: Int64 { shape == .begin ? .max : start.addingSaturating(max(0, duration)) }
}

/// An edge of the cause graph.
struct PerfettoEdge {
    var label: String
    /// The list of changed properties, as text.
    var changed: String?
}

/// Writes Trace Event JSON, an event a line.
struct PerfettoWriter {
    enum Direction { case leaves, arrives }

    private let process: Int64
    private var separator = "\n"
    /// What was written and not handed on yet.
    private var text: String

    init(process: Int64, header: String) {
        self.process = process
        text = "{\n\"displayTimeUnit\": \"ns\",\n\"otherData\": \(header),\n\"traceEvents\": ["
    }

    /// What was written since the last call.
    mutating func take() -> String {
        defer { text = "" }
        return text
    }

    mutating func end() { text += "\n]\n}\n" }

    mutating func name(process name: String) {
        metadata("process_name", "\"pid\": \(process)", "\"name\": \(JSONText.quote(name))")
    }

    mutating func name(_ track: TrackBook.Track, _ index: Int) {
        let place = self.place(index)
        metadata("thread_name", place, "\"name\": \(JSONText.quote(track.title))")
        metadata("thread_sort_index", place, "\"sort_index\": \(track.lane.rawValue * 1000 + track.number)")
        // Readers pass over metadata that they do not know; ours takes the thread from here.
        if let thread = track.thread { metadata("tracekit_thread", place, "\"name\": \(JSONText.quote(thread))") }
    }

    private mutating func metadata(_ name: String, _ place: String, _ arguments: String) {
        line("{\"ph\": \"M\", \"name\": \"\(name)\", \(place), \"args\": {\(arguments)}}")
    }

    mutating func write(_ event: PerfettoEvent, _ track: Int) {
        let phase =
            switch event.shape {
            case .interval: "\"X\""
            case .moment: "\"i\", \"s\": \"t\""
            case .begin: "\"B\""
            }
        var text =
            "{\"ph\": \(phase), \"name\": \(JSONText.quote(event.name)), \"cat\": \(JSONText.quote(event.category)), "
            + "\(place(track)), \"ts\": \(Self.microseconds(event.start))"
        if event.shape == .interval { text += ", \"dur\": \(Self.microseconds(event.duration))" }
        let arguments = event.arguments.filter { $0.value != .null }
        if !arguments.isEmpty {
            let pairs = arguments.map { "\"\($0.key)\": \(JSONText.literal($0.value))" }
            text += ", \"args\": {\(pairs.joined(separator: ", "))}"
        }
        line(text + "}")
    }

    /// One end of a flow; the interval that begins at this time on the track is the one it touches.
    mutating func arrow(_ edge: PerfettoEdge, id: Int, _ direction: Direction, _ track: Int, at start: Int64) {
        let phase = direction == .leaves ? "\"s\"" : "\"f\", \"bp\": \"e\""
        let changed = direction == .leaves ? edge.changed : nil
        let arguments = changed.map { ", \"args\": {\"changed\": \(JSONText.quote($0))}" } ?? ""
        line(
            "{\"ph\": \(phase), \"name\": \(JSONText.quote(edge.label)), \"cat\": \"cause\", \"id\": \(id + 1), "
                + "\(place(track)), \"ts\": \(Self.microseconds(start))\(arguments)}")
    }

    private mutating func line(_ text: String) {
        self.text += separator + text
        separator = ",\n"
    }

    /// A thread with the process' id would be its main thread.
    private func place(_ track: Int) -> String {
        let thread = Int64(track) + 1
        return "\"pid\": \(process), \"tid\": \(thread >= process ? thread + 1 : thread)"
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
    /// Of a number with a point: without the zeros at its end.
    fileprivate var trimmingZeros: String {
        var text = self
        while text.last == "0" { text.removeLast() }
        return text
    }
}
