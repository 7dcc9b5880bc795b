/// What `xcrun xctrace export` writes: tables (`--xpath`) and the table of contents (`--toc`).
///
/// The files of one recording are parts of one trace and come in any order. What needs all of them (repeated
/// lanes, the pairing of signposts, nodes of the cause graph that are no updates) is settled in `finish`.
struct XctraceImporter: Importer {
    static let name = "xctrace-xml"
    static let summary = "tables and table of contents written by xctrace export"
    static let example = #"<trace-query-result><node xpath='…'><schema name="swiftui-updates">…"#
    static let isPartial = true

    private let tables = XctraceTables.make()
    private var state = XctraceState()

    init() {}

    /// A root element `trace-query-result` or `trace-toc`, after declaration, comments and white space.
    static func recognizes(_ head: ByteSlice) -> Bool {
        if isWide(head) { return true }
        var rest = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head
        while true {
            while rest.count > 0, isSpace(rest[0]) { rest = rest.dropFirst(1) }
            if rest.hasPrefix("<?") {
                rest = after("?>", rest)
            } else if rest.hasPrefix("<!--") {
                rest = after("-->", rest.dropFirst(4))
            } else {
                break
            }
        }
        return [StaticString("<trace-query-result"), "<trace-toc"].contains { root in
            guard rest.hasPrefix(root) else { return false }
            let next = rest.dropFirst(root.utf8CodeUnitCount)
            return next.isEmpty || isSpace(next[0]) || next[0] == UInt8(ascii: ">") || next[0] == UInt8(ascii: "/")
        }
    }

    private static func after(_ mark: StaticString, _ text: ByteSlice) -> ByteSlice {
        var rest = text
        while rest.count > 0 {
            if rest.hasPrefix(mark) { return rest.dropFirst(mark.utf8CodeUnitCount) }
            rest = rest.dropFirst(1)
        }
        return rest
    }

    /// The same in UTF-16, which the reader then refuses by name.
    private static func isWide(_ head: ByteSlice) -> Bool {
        guard head.count >= 4, head[0] == 0 || head[1] == 0 || head[0] >= 0xFE else { return false }
        let narrow = head.prefix(2048).buffer.filter { $0 != 0 && $0 < 0x80 }
        let text = String(decoding: narrow, as: UTF8.self)
        return text.contains("<trace-query-result") || text.contains("<trace-toc")
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = XMLReader(input)
        var document = XctraceDocument(tables, builder, file: file, state)
        defer { state = document.state }
        do throws(TraceError) {
            try document.read(&reader)
        } catch {
            document.closeTable()
            // What was complete is kept; the reader's place says from where on the file could not be used.
            guard error.kind == .input, !document.isUnusable, document.hasContent else {
                throw document.explained(error)
            }
            if builder.records.damage == nil {
                builder.records.metadata.truncatedAt = error.diagnostic.place
                builder.records.damage = error.diagnostic
            }
        }
        builder.records.counters.add(.missingReference, by: document.missingReferences)
    }

    mutating func finish(_ builder: TraceBuilder) throws(TraceError) {
        if let run = builder.options.run, state.runs.contains(run) { builder.options.matches.note(.run, "\(run)") }
        if let run = builder.options.run, !state.runs.isEmpty, !state.runs.contains(run) {
            let runs = state.runs.sorted().map { "\($0)" }.joined(separator: ", ")
            throw TraceError(
                .usage, "no table is of run \(run); the exports hold run \(runs)", fix: "ask for one of these")
        }
        for table in tables { try table.finish(builder) }
    }
}

/// What the files of one trace have to know of each other.
struct XctraceState {
    /// The run whose tables are read: the one asked for, else that of the first table with rows.
    var run: Int?
    /// All runs that tables were of.
    var runs: Set<Int> = []
    /// How many tables were begun.
    var tableCount = 0
    /// When the recording of the first table of contents began.
    var startedAt: String?
    var hasContents = false
    var hasWarned = false
}
