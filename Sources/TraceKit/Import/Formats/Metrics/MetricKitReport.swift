/// Reads the parts that only reports of iOS 27 (`MetricReport`, `DiagnosticReport`) have: entries, their time, and the
/// environment.
///
/// An entry for a state, or for a part of the day, repeats events of the whole day: its rows have a category of their
/// own, so that they are not added up.
struct MetricKitReport {
    private let builder: TraceBuilder
    private let rows: MetricRows
    private let payload: MetricKitPayload

    init(_ payload: MetricKitPayload) { (builder, rows, self.payload) = (payload.builder, payload.rows, payload) }

    // MARK: Entries

    /// The rows of an entry, and the facts about them.
    private struct Entry {
        var rows: Range<MetricRows.Mark>
        var duration: Double?
        var states: [String]
    }

    /// Reads the array `intervalEntries` or `stateEntries`.
    func readEntries(ofState isOfState: Bool, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .array else {
            reader.setMark()
            defer { reader.clearMark() }
            try reader.skipValue()
            let problem = "expected an array of entries, as JSONEncoder writes a MetricReport in its default format"
            return rows.reject(RowProblem(.wrongType, problem), reader)
        }
        var entries: [Entry] = []
        try reader.enterArray()
        while try reader.nextElement() {
            if let entry = try readEntry(&reader) { entries.append(entry) }
        }
        let wholeDay = entries.indices.max { (entries[$0].duration ?? 0, $1) < (entries[$1].duration ?? 0, $0) }
        for (place, entry) in entries.enumerated() where isOfState || place != wholeDay {
            let part = isOfState ? [] : ["\(Self.number(entry.duration ?? 0)) s of the day"]
            let category = (part + entry.states).joined(separator: ", ")
            rows.complete(since: entry.rows.lowerBound, until: entry.rows.upperBound) {
                $0.category = [category, $0.category].compactMap { $0 }.joined(separator: "; ")
            } _: {
                $0.category = [category, $0.category].compactMap { $0 }.joined(separator: "; ")
            }
        }
    }

    private static func number(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

    /// Reads an entry; nil if the value is no entry.
    private func readEntry(_ reader: inout JSONReader) throws(TraceError) -> Entry? {
        guard try reader.peekKind() == .object else {
            try payload.rejectObject("an entry", &reader)
            return nil
        }
        let first = rows.mark
        var (duration, states) = (Double?.none, [String]())
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let kind = try reader.peekKind()
            if key.equals("duration") {
                duration = try Self.seconds(&reader)
            } else if key.equals("state"), kind == .object {
                let state = try Self.readState(&reader)
                states.append(state.words)
                if let duration = state.duration {
                    rows.take(
                        MetricRecord(
                            source: MetricKitImporter.name, name: "state", metric: "duration", unit: "s",
                            value: duration))
                }
            } else if key.equals("states"), kind == .array {
                states += try Self.readStates(&reader)
            } else if key.equals("values"), kind == .array {
                try reader.enterArray()
                while try reader.nextElement() { try readValue(&reader) }
            } else {
                builder.records.counters.add(.unknownKey, "entry.\(key.prefix(60).text)")
                try reader.skipValue()
            }
        }
        return Entry(rows: first..<rows.mark, duration: duration, states: states)
    }

    /// Reads `{"hitchTimeMetric": {"ratio": {"value": 7.5, "unit": "ms per s"}, …}}`.
    private func readValue(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try payload.rejectObject("a metric", &reader) }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let (section, first) = (key.prefix(100).text, rows.mark)
            var figures = MetricKitFigures(rows, section: section, isReport: true)
            if try reader.peekKind() == .object {
                try figures.read(&reader)
            } else {
                try figures.readValue(section, &reader)
            }
            // The figures belong to the signpost with the name; other texts, such as a layer, distinguish rows.
            let texts = figures.texts.sorted { $0.key < $1.key }
            let name = texts.first { Self.isName($0.key) }?.text
            let others = texts.filter { !Self.isName($0.key) }.map(\.text)
            rows.complete(since: first) {
                $0.name = name ?? $0.name
                if !others.isEmpty { $0.category = others.joined(separator: ", ") }
            } _: {
                $0.name = name ?? $0.name
                if !others.isEmpty { $0.category = others.joined(separator: ", ") }
            }
        }
    }

    private static func isName(_ key: String) -> Bool { key == "name" || key == "signpostName" }

    private static func seconds(_ reader: inout JSONReader) throws(TraceError) -> Double? {
        guard let quantity = try MetricRows.quantityText(&reader).flatMap({ MetricQuantity($0) }) else { return nil }
        return MetricQuantity.milliseconds(in: quantity.unit).map { quantity.value * $0 / 1000 }
    }

    // MARK: States

    private static func readStates(_ reader: inout JSONReader) throws(TraceError) -> [String] {
        var states: [String] = []
        try reader.enterArray()
        while try reader.nextElement() {
            if try reader.peekKind() == .object {
                states.append(try readState(&reader).words)
            } else {
                try reader.skipValue()
            }
        }
        return states
    }

    /// Reads a state, `com.example.screen: checkout`, and how long the app was in it.
    private static func readState(_ reader: inout JSONReader) throws(TraceError) -> (words: String, duration: Double?) {
        var (domain, label, duration) = (String?.none, String?.none, Double?.none)
        var metadata: [String] = []
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("domain") {
                domain = try MetricRows.text(&reader)
            } else if key.equals("label") {
                label = try MetricRows.text(&reader)
            } else if key.equals("duration") {
                duration = try seconds(&reader)
            } else if key.equals("stableMetadata"), try reader.peekKind() == .object {
                try reader.enterObject()
                while let key = try reader.nextKey() {
                    let key = key.prefix(100).text
                    metadata.append(try MetricRows.text(&reader).map { "\(key) \($0)" } ?? key)
                }
            } else {
                try reader.skipValue()
            }
        }
        let state = [domain, label].compactMap { $0 }.joined(separator: ": ")
        return (metadata.isEmpty ? state : "\(state) (\(metadata.sorted().joined(separator: ", ")))", duration)
    }

    // MARK: The report

    /// Reads the time range: seconds since 2001, as `JSONEncoder` writes dates, become UTC; a text is kept unchanged.
    static func readTimeRange(_ reader: inout JSONReader) throws(TraceError) -> (begin: String?, end: String?) {
        var dates: [String: String] = [:]
        try reader.enterObject()
        while let key = try reader.nextKey()?.prefix(100).text { dates[key] = try date(&reader) }
        return (dates["begin"], dates["end"])
    }

    /// The seconds from 1970 to 2001.
    private static let secondsTo2001 = 978_307_200.0

    private static func date(_ reader: inout JSONReader) throws(TraceError) -> String? {
        let isNumber = try reader.peekKind() == .number
        guard let text = try MetricRows.text(&reader) else { return nil }
        guard isNumber, let seconds = Double(text).map({ $0 + secondsTo2001 }), (0..<1e10).contains(seconds) else {
            return text
        }
        let milliseconds = UInt64((seconds * 1000).rounded())
        return milliseconds % 1000 == 0
            ? UTCTime.text(secondsSince1970: Int(milliseconds / 1000))
            : UTCTime.text(nanosecondsSince1970: milliseconds * 1_000_000)
    }

    /// Reads the environment: app and device go to the trace, signposts are counted as skipped.
    func readEnvironment(_ reader: inout JSONReader) throws(TraceError) -> (device: String?, states: [String]) {
        var texts: [String: String] = [:]
        var (states, system) = ([String](), [String: String]())
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let (key, kind) = (key.prefix(100).text, try reader.peekKind())
            switch (key, kind) {
            case ("osVersion", .object): system = try MetricRows.texts(&reader)
            case ("states", .array): states = try Self.readStates(&reader)
            case ("signpostData", .array):
                var count = 0
                try reader.enterArray()
                while try reader.nextElement() {
                    try reader.skipValue()
                    count += 1
                }
                rows.skipDetails(MetricKitDiagnostic.signposts, by: count)
            default: texts[key] = try MetricRows.text(&reader)
            }
        }
        var metadata = builder.records.metadata
        metadata.device = metadata.device ?? texts["deviceType"]
        metadata.app = metadata.app ?? texts["bundleIdentifier"]
        metadata.build =
            metadata.build ?? texts["applicationVersion"] ?? texts["latestApplicationVersion"]
            ?? texts["applicationBuildVersion"]
        let build = system["buildNumber"].map { "(\($0))" }
        let os = [system["platform"], system["number"], build].compactMap { $0 }.joined(separator: " ")
        if !os.isEmpty { metadata.os = metadata.os ?? os }
        builder.records.metadata = metadata
        return (texts["deviceType"], states)
    }
}

/// Reads one diagnostic of a payload (`MXHangDiagnostic`) or of a report (`HangDiagnostic`): its quantities become
/// metrics, its call stacks are counted as skipped.
struct MetricKitDiagnostic {
    /// The detail of the counter for signposts from before a diagnostic.
    static let signposts = "signpostData"

    private let payload: MetricKitPayload
    private var rows: MetricRows { payload.rows }

    init(_ payload: MetricKitPayload) { self.payload = payload }

    /// - Parameter section: the plural name, as in payloads.
    func read(_ section: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try payload.rejectObject("a diagnostic", &reader) }
        let first = rows.mark
        var figures = MetricKitFigures(rows, section: section, isReport: true)
        var ownDevice: String?
        var stack = MetricKitStack()
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let kind = try reader.peekKind()
            if key.equals("diagnosticMetaData"), kind == .object {
                let (device, quantities) = try payload.readAttributes(&reader)
                ownDevice = device
                take(quantities, section)
            } else if key.equals("callStackTree") {
                rows.skipDetails("\(section).callStackTree", by: try Self.countStacks(&reader, &stack))
            } else if kind == .object {
                try figures.readValue(key.prefix(100).text, &reader)
            } else {
                try reader.skipValue()
            }
        }
        if rows.mark == first { rows.skip(section) }
        let path = stack.text
        rows.complete(since: first) { ($0.device, $0.stack) = (ownDevice, path) }
    }

    private func take(_ quantities: [(metric: String, MetricQuantity)], _ section: String) {
        for (metric, quantity) in quantities {
            rows.take(
                MetricRecord(
                    source: MetricKitImporter.name, name: section, metric: metric, unit: quantity.unit,
                    value: quantity.value))
        }
    }

    /// Counts the call stacks of a tree that are not read: all but the heaviest path of the diagnostic's thread. A tree
    /// of another shape counts as one.
    private static func countStacks(_ reader: inout JSONReader, _ stack: inout MetricKitStack) throws(TraceError) -> Int
    {
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            return 1
        }
        var (count, isKnown, isEmpty) = (0, false, true)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            isEmpty = false
            guard key.equals("callStacks") || key.equals("callStackThreads"), try reader.peekKind() == .array else {
                try reader.skipValue()
                continue
            }
            isKnown = true
            try reader.enterArray()
            while try reader.nextElement() {
                try stack.read(&reader)
                count += 1
            }
        }
        return isKnown || isEmpty ? max(0, count - (stack.frames.isEmpty ? 0 : 1)) : 1
    }
}
