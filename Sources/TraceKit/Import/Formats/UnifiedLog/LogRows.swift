/// Turns the objects of one file into events.
struct LogRows {
    private let builder: TraceBuilder
    private let signposts: LogSignposts
    private var fields: LogFields
    /// The number of other rows than signposts, by type.
    private var others: [NameID: Int] = [:]

    init(_ builder: TraceBuilder) {
        self.builder = builder
        signposts = LogSignposts(builder)
        fields = LogFields(builder.names)
    }

    func finish(file: String) {
        for (type, count) in others {
            let word = (builder.names.text(type) ?? "").prefix(60)
            builder.records.counters.add(.skippedLogLine, String(word), by: count)
        }
        fields.countUnknownKeys(&builder.records.counters)
        signposts.finish(file: file)
    }

    /// Takes a line that is no JSON: a heading is skipped, anything else rejected. Returns false if an object or array
    /// begins.
    func readHeading(_ reader: inout JSONReader) throws(TraceError) -> Bool {
        let byte = try reader.peekByte()
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return false }
        builder.rowsSeen += 1
        reader.lookAhead(200)
        let place = reader.input.place(of: reader.position)
        let raw = reader.input.excerpt(from: reader.position)
        let slice = ByteSlice(reader.input.base + reader.position, reader.input.count - reader.position)
        let isHeading = LogHeading.isHeading(slice)
        let line = String(raw.prefix { !$0.isNewline })
        if isHeading {
            builder.records.counters.add(.skippedHeading)
        } else {
            builder.reject(
                RowProblem(.malformed, "expected an object, found '\(line.prefix(40))'"), at: place, raw: line)
        }
        _ = try reader.skipLine()
        return true
    }

    /// Reads `[{…},{…}]`. A fault ends the file, because no line end shows where the next event begins.
    mutating func readArray(_ reader: inout JSONReader) throws(TraceError) {
        try reader.enterArray()
        while try reader.nextElement() { try readElement(&reader) }
    }

    private mutating func readElement(_ reader: inout JSONReader) throws(TraceError) {
        reader.setMark()
        defer { reader.clearMark() }
        builder.rowsSeen += 1
        var isObject = false
        do throws(TraceError) {
            isObject = try reader.peekKind() == .object
            if isObject { try fields.read(&reader) } else { try reader.skipValue() }
        } catch {
            builder.reject(
                RowProblem(reader.fault, error.diagnostic.message), at: error.diagnostic.place ?? reader.markPlace,
                raw: reader.markedText)
            throw error
        }
        guard isObject else {
            return builder.reject(
                RowProblem(.wrongType, "an event must be an object"), at: reader.markPlace, raw: reader.markedText)
        }
        take(reader)
    }

    /// Reads one object cut out of an array, or the separator between two; `cut`: the range of an object without its
    /// beginning.
    mutating func readPiece(_ reader: inout JSONReader, _ cut: Range<Int>?) throws(TraceError) {
        if let cut, reader.offset == cut.lowerBound { return skipCut(&reader, cut.count) }
        let byte = try reader.peekByte()
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
            reader.position += 1
        } else if try !readHeading(&reader) {
            try readElement(&reader)
        }
    }

    /// Skips an object whose beginning is missing. It is among the first bytes, which are in the window.
    private func skipCut(_ reader: inout JSONReader, _ length: Int) {
        builder.rowsSeen += 1
        builder.reject(
            RowProblem(.malformed, "the log begins within an event; it is read from the first whole one on"),
            at: reader.input.place(of: reader.position),
            raw: ByteSlice(reader.input.base + reader.position, min(length, 200)).text)
        reader.position += length
    }

    /// Reads one object of `ndjson`. A line that cannot be read is one reject; without a line end, the file was cut.
    mutating func readLine(_ reader: inout JSONReader) throws(TraceError) {
        reader.setMark()
        builder.rowsSeen += 1
        do throws(TraceError) {
            try fields.read(&reader)
            try reader.endLine()
        } catch {
            return try builder.rejectLine(error, &reader)
        }
        take(reader)
        reader.clearMark()
    }

    /// Takes the object that was read as an event, a skipped row or a reject.
    private mutating func take(_ reader: borrowing JSONReader) {
        let problem: RowProblem
        switch fields.kind {
        case .trailer: return builder.records.counters.add(.skippedHeading)
        case .foreign: problem = RowProblem(.unknownRecord, "the object has none of the keys of a log event")
        case .other:
            others[fields.eventType, default: 0] += 1
            return
        default:
            do throws(RowProblem) {
                try fields.check()
                return append(at: reader.markOffset)
            } catch {
                problem = error
            }
        }
        builder.reject(problem, at: reader.place(ofOffset: fields.problemOffset), raw: reader.markedText)
    }

    private func append(at offset: Int) {
        var event = fields.event
        if !fields.hasTicks { event.context.boot = .none }
        event.byte = offset
        if fields.kind == .signpost {
            event.message = fields.message.isEmpty ? .none : builder.names.intern(fields.message)
            event.context.level = nil
        } else {
            (event.kind, event.name, event.id) = (.line, .none, 0)
            (event.context.scope, event.context.hasID) = (.none, false)
            event.context.level = event.context.level ?? .unknown
            event.message = builder.names.intern(fields.message)
            if builder.names.isSwiftUILog(event.context.subsystem, event.context.category),
                let changes = PrintChangesLine(fields.message)
            {
                event.take(changes, builder)
            }
        }
        signposts.append(event, written: fields.written)
    }
}
