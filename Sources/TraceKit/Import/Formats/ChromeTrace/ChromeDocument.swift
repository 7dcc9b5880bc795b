/// Reads the outer levels of a Trace Event file and keeps its events until all are read: they come in any order, and
/// their times count from the earliest.
struct ChromeDocument: ~Copyable {
    private let builder: TraceBuilder
    /// The content read so far.
    private(set) var contents: ChromeContents
    private var eventReader: ChromeEventReader

    init(_ builder: TraceBuilder) {
        self.builder = builder
        contents = ChromeContents(builder)
        eventReader = ChromeEventReader(builder.names)
    }

    /// Counts the unknown keys of events.
    func countUnknownKeys() { eventReader.countUnknownKeys(&builder.records.counters) }

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else {
            // Writers that are killed leave the array open; the format allows that, so it is no damage.
            try reader.enterArray()
            return try readEvents(&reader, mayBeOpen: true)
        }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("traceEvents") {
                try reader.enterArray()
                try readEvents(&reader, mayBeOpen: false)
            } else if key.equals("samples") {
                try readSamples(&reader)
            } else if key.equals("stackFrames") {
                try contents.samples.readFrames(&reader)
            } else if key.equals("otherData") {
                try contents.header.read(&reader)
            } else {
                if !Self.isKnown(key) { builder.records.counters.add(.unknownKey, "document.\(key.prefix(60).text)") }
                try reader.skipValue()
            }
        }
        try reader.expectEnd()
    }

    /// Whether Chrome or Perfetto writes this key, which says nothing about the app.
    private static func isKnown(_ key: ByteSlice) -> Bool {
        key.equals("displayTimeUnit") || key.equals("metadata") || key.equals("systemTraceEvents")
            || key.equals("powerTraceAsString") || key.equals("controllerTraceDataKey")
    }

    // MARK: Events

    private mutating func readEvents(_ reader: inout JSONReader, mayBeOpen: Bool) throws(TraceError) {
        while try nextElement(&reader, mayBeOpen: mayBeOpen) {
            try readRow(&reader) { document, reader throws(TraceError) in
                let offset = reader.markOffset
                return try document.eventReader.read(&reader) ?? document.takeEvent(offset: offset)
            }
        }
        if mayBeOpen { try reader.expectEnd() }
    }

    /// Reads one event per line, perhaps followed by a comma, as copied out of an array.
    mutating func readLines(_ reader: inout JSONReader) throws(TraceError) {
        while try reader.nextLine() {
            reader.setMark()
            builder.rowsSeen += 1
            do throws(TraceError) {
                let problem = try eventReader.read(&reader)
                reader.lookAhead(1)
                if reader.cursor[0] == UInt8(ascii: ",") { reader.position += 1 }
                try reader.endLine()
                if let problem = problem ?? takeEvent(offset: reader.markOffset) {
                    builder.reject(problem, at: reader.markPlace, raw: reader.markedText)
                }
                reader.clearMark()
            } catch {
                try builder.rejectLine(error, &reader)
            }
        }
    }

    private mutating func readSamples(_ reader: inout JSONReader) throws(TraceError) {
        try reader.enterArray()
        while try nextElement(&reader, mayBeOpen: false) {
            try readRow(&reader) { document, reader throws(TraceError) in
                try document.contents.samples.read(&reader, document.contents.tracks)
            }
        }
    }

    /// Moves to the next element like `JSONReader.nextElement`, but accepts a comma before the closing bracket, and the
    /// end of the file instead of it.
    private func nextElement(_ reader: inout JSONReader, mayBeOpen: Bool) throws(TraceError) -> Bool {
        let isOver = try reader.peekByte() == nil
        if mayBeOpen, isOver { return false }
        do throws(TraceError) {
            guard try reader.nextElement() else { return false }
        } catch {
            // After a comma the reader is at the bracket and expects no other one.
            guard try reader.peekByte() == UInt8(ascii: "]"), try !reader.nextElement() else { throw error }
            return false
        }
        let isCut = try reader.peekByte() == nil
        return !(mayBeOpen && isCut)
    }

    private mutating func readRow(
        _ reader: inout JSONReader,
        _ readObject: (inout ChromeDocument, inout JSONReader) throws(TraceError) -> RowProblem?
    ) throws(TraceError) {
        guard let kind = try reader.peekKind() else { throw reader.unexpected("an event") }
        reader.setMark()
        defer { reader.clearMark() }
        builder.rowsSeen += 1
        var problem: RowProblem?
        do throws(TraceError) {
            if kind == .object {
                problem = try readObject(&self, &reader)
            } else {
                try reader.skipValue()
                problem = RowProblem(.wrongType, "an event must be an object")
            }
        } catch {
            // A truncated event counts as seen, and is rejected with the place of the cut.
            builder.reject(
                RowProblem(.malformed, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
                raw: reader.markedText)
            throw error
        }
        if let problem { builder.reject(problem, at: reader.markPlace, raw: reader.markedText) }
    }

    /// Takes the event that was read. Returns its problem, if any.
    private mutating func takeEvent(offset: Int) -> RowProblem? {
        let fields = eventReader.fields
        guard fields.phase.isPresent else { return RowProblem(.missingField, "an event needs 'ph'") }
        switch ChromePhase(builder.names.bytes(of: fields.phase)) {
        case .metadata:
            contents.tracks.takeMetadata(fields)
            contents.skippedMetadata[fields.name, default: 0] += 1
        case .other: contents.skippedPhases[fields.phase, default: 0] += 1
        case let phase:
            do throws(RowProblem) {
                contents.events.append(try ChromeEvent(phase, fields, contents.tracks, offset: offset))
            } catch {
                return error
            }
        }
        return nil
    }
}

/// The content of a Trace Event file.
struct ChromeContents {
    let events = Column<ChromeEvent>()
    let tracks: ChromeTracks
    let samples: ChromeSamples
    var header = ChromeHeader()
    /// Skipped events by the letter of their phase, and skipped metadata by name.
    var skippedPhases: [NameID: Int] = [:]
    var skippedMetadata: [NameID: Int] = [:]

    init(_ builder: TraceBuilder) {
        tracks = ChromeTracks(builder.names)
        samples = ChromeSamples(builder)
    }

    /// The times of all future records, from the earliest to the latest; nil without any.
    private var span: ClosedRange<Int64>? {
        var (first, last) = (samples.earliest ?? .max, samples.latest ?? .min)
        for event in events where !event.phase.isFlow {
            (first, last) = (min(first, event.time), max(last, event.time))
        }
        return first <= last ? first...last : nil
    }

    /// The longest time without any event in one trace.
    private static let longestGap: Int64 = 30 * 86_400_000_000_000

    /// The range of the trace's times: if groups of times are a month or more apart, that of the largest group. The
    /// time of a begin that was never set, or was set by another clock, is decades off. Nil without events.
    var plausibleTimes: ClosedRange<Int64>? {
        guard let span, span.upperBound - span.lowerBound >= Self.longestGap else { return span }
        let times = (events.lazy.filter { !$0.phase.isFlow }.map(\.time) + samples.times).sorted()
        var (best, first) = (0..<0, 0)
        for end in 1...times.count where end == times.count || times[end] - times[end - 1] >= Self.longestGap {
            if end - first >= best.count { best = first..<end }
            first = end
        }
        return times[best.lowerBound]...times[best.upperBound - 1]
    }

    func countSkipped(_ builder: TraceBuilder) {
        func count(_ counter: ImportCounters.Name, _ numbers: [NameID: Int]) {
            for (name, number) in numbers {
                builder.records.counters.add(counter, String((builder.names.text(name) ?? "").prefix(60)), by: number)
            }
        }
        count(.skippedEventType, skippedPhases)
        count(.skippedMetadataEvent, skippedMetadata)
    }
}

/// The facts about the whole recording in `otherData` of the object form.
///
/// They are only used if the file's `clock_origin` is `trace-start`: elsewhere writers use these keys for anything.
struct ChromeHeader {
    /// Whether times count from the start of the trace, not from the earliest event.
    private(set) var countsFromTraceStart = false
    private var texts: [String: String] = [:]

    private static let longestText = 200

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let key = key.prefix(Self.longestText).text
            if let text = try reader.scalar() { texts[key] = text.prefix(Self.longestText).text }
        }
        countsFromTraceStart = texts["clock_origin"] == "trace-start"
    }

    func apply(to metadata: inout TraceMetadata) {
        guard countsFromTraceStart else { return }
        var fields = TextFields(texts: texts)
        metadata.visit(&fields)
        if let duration = texts["duration_ns"].flatMap({ Int64($0) }), duration >= 0, duration < TraceBuilder.sentinel {
            metadata.durationNs = duration
        }
    }
}

/// Reads the fields of a trace from texts by their keys.
private struct TextFields: ColumnVisitor {
    let texts: [String: String]

    func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {}
    func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {}
    func text(_ text: inout String?, _ field: Field, _ role: NameRole) { text = texts[field.key] ?? text }
    func integer(_ number: inout Int64?, _ field: Field) { number = texts[field.key].flatMap { Int64($0) } ?? number }
}
