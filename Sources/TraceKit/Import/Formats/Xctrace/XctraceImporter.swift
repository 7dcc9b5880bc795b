/// The output of `xcrun xctrace export`: tables (`--xpath`) and the table of contents (`--toc`).
///
/// The files of one recording are parts of one trace and come in any order. Steps that need all of them (repeated
/// lanes, the pairing of signposts, nodes of the cause graph that are no updates) run in `finish`.
struct XctraceImporter: Importer {
    static let name = "xctrace-xml"
    static let summary = "tables and table of contents written by xctrace export"
    static let example = #"<trace-query-result><node xpath='…'><schema name="swiftui-updates">…"#
    static var fields: [String] { XctraceTables.guide }
    static let isPartial = true

    private let readers = XctraceTables.make()
    private var state = XctraceState()

    init() {}

    /// Whether there is a root element `trace-query-result` or `trace-toc`, after declaration, comments and white
    /// space.
    static func recognizes(_ head: ByteSlice) -> Bool {
        let rest = XMLHead.behindProlog(head)
        // The reader rejects a document type; its content does not matter.
        let isOurs = XMLHead.isDocumentType(rest) ? hasRoot : isRoot
        return [StaticString("<trace-query-result"), "<trace-toc"].contains { isOurs(rest, $0) }
    }

    private static func isRoot(_ text: ByteSlice, _ root: StaticString) -> Bool {
        guard text.hasPrefix(root) else { return false }
        let next = text.dropFirst(root.utf8CodeUnitCount)
        return next.isEmpty || isSpace(next[0]) || next[0] == UInt8(ascii: ">") || next[0] == UInt8(ascii: "/")
    }

    /// Whether the text has the root anywhere.
    private static func hasRoot(_ text: ByteSlice, _ root: StaticString) -> Bool {
        var from = 0
        while let tag = text.firstIndex(of: UInt8(ascii: "<"), from: from) {
            if isRoot(text.dropFirst(tag), root) { return true }
            from = tag + 1
        }
        return false
    }

    /// The number of the run: the table of the lowest run is read first and decides which run is shown.
    static func turn(_ head: ByteSlice) -> Int { XctraceRun.number(inPath: head.prefix(4096).text) ?? 0 }

    /// The tables by schema and run.
    static func tables(in head: ByteSlice, _ options: ImportOptions) -> Set<String> {
        let rest = XMLHead.behindProlog(head)
        if isRoot(rest, "<trace-toc") { return ["the table of contents"] }
        let run = turn(head)
        var (tables, from): (Set<String>, Int) = ([], 0)
        while let tag = rest.firstIndex(of: UInt8(ascii: "<"), from: from) {
            from = tag + 1
            let text = rest.dropFirst(from).prefix(200)
            guard text.hasPrefix("schema "), let name = XctraceRun.schema(inTag: text.text) else { continue }
            tables.insert(run > 1 ? "\(name) of run \(run)" : name)
        }
        return tables
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = XMLReader(input)
        var document = XctraceDocument(readers, builder, file: file, state)
        defer { state = document.state }
        do throws(TraceError) {
            try document.read(&reader)
        } catch {
            document.loseTable()
            // Complete rows are kept; the error's place is where the file becomes unreadable.
            guard error.kind == .input, !document.isUnusable, !reader.hasDocumentType, document.hasContent else {
                throw document.explained(error)
            }
            builder.noteDamage(error.diagnostic)
        }
    }

    /// Reads a recording itself instead of its exports.
    mutating func read(_ recording: BundleFiles, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = BundleReader(recording, readers, builder, file: file, state)
        defer { state = reader.state }
        try reader.read()
    }

    mutating func finish(_ builder: TraceBuilder) throws(TraceError) {
        if let run = builder.options.run, !state.runs.isEmpty {
            let runs = state.runs.sorted().map { "\($0)" }.joined(separator: ", ")
            guard state.runs.contains(run) else {
                throw TraceError(
                    .usage, "no table is of run \(run); the exports hold run \(runs)", fix: "ask for one of these")
            }
            builder.options.matches.note(.run, "\(run)")
        }
        for reader in readers { try reader.table.finish(builder) }
        XctraceContents.settle(state, builder)
        if state.documentCount > 0, state.documentCount == state.contentsCount {
            builder.contentsAlone = XctraceContents.isAlone(state, builder)
        }
        builder.unreadTables = state.unreadTables
    }
}

/// The state shared by the files of one trace.
struct XctraceState {
    /// The run whose tables are read: the requested one, otherwise that of the first table with rows.
    var run: Int?
    /// All runs that had tables.
    var runs: Set<Int> = []
    /// The number of tables begun.
    var tableCount = 0
    /// The runs of the first table of contents, and the one that described the trace.
    var contents: [XctraceContents.Run] = []
    var describedRun: XctraceContents.Run?
    /// The number of files read, and how many of them were tables of contents.
    var documentCount = 0
    var contentsCount = 0
    /// The number of rows and of rejected rows in the tables read, by schema.
    private var tables: [String: (rows: Int, rejected: Int)] = [:]
    var hasWarned = false

    /// The run that is shown, as far as it is known: the exported or requested one, otherwise that of the tables.
    func shownRun(_ options: ImportOptions) -> Int? {
        options.exportedRun ?? options.run ?? run ?? (runs.count == 1 ? runs.first : nil)
    }

    mutating func note(_ schema: String, rows: Int, rejected: Int) {
        let known = tables[schema] ?? (rows: 0, rejected: 0)
        tables[schema] = (rows: known.rows + rows, rejected: known.rejected + rejected)
    }

    /// The number of rows of every table whose rows were all rejected.
    var unreadTables: [String: Int] {
        tables.filter { $0.value.rows > 0 && $0.value.rejected == $0.value.rows }.mapValues { $0.rows }
    }
}
