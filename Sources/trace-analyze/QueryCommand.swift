import TraceKit

let queryCommand = CommandSpec(
    name: "query",
    summary: "Runs one read-only SQL statement on a database or a trace, within a time limit.",
    arguments: "DB SQL",
    options: [
        SharedOptions.format(GuardedQuery.renderers),
        SharedOptions.output("the rows, unescaped,"),
        .init(name: "no-formulas", value: nil, help: "csv: put a ' before text that a spreadsheet would run"),
        .init(name: "timeout", value: "SECONDS", help: "stop after this time (default 30)"),
        .init(name: "width", value: "N", help: "columns of the table (default: the terminal's, else unlimited)"),
        .init(name: "wide", value: nil, help: "draw the table in full, however long its lines get"),
    ],
    examples: [
        ("trace-analyze query t.sqlite - < question.sql", "the statement from a file"),
        (
            "trace-analyze query t.sqlite \"SELECT view, red FROM view_summary WHERE red > 0 ORDER BY red DESC\"",
            "the views by red updates"
        ),
        ("trace-analyze query t.sqlite \"SELECT * FROM hangs\" --format csv --no-formulas", "for a spreadsheet"),
    ],
    run: { arguments, console in
        guard arguments.positional.count == 2 else {
            throw UsageError("give a database and one SQL statement")
        }
        let request = try QueryRequest(arguments, console)
        let sql = try statement(arguments.positional)
        // Must run before a database is opened.
        GuardedQuery.limitMemory()
        var pipeline = TracePipeline.Options()
        pipeline.interruption = console.interruption
        let inputs = [arguments.positional[0]]
        let output = try SharedOptions.outputFile(arguments, inputs: inputs, pipeline, console)
        let loaded = try SharedOptions.load(inputs, pipeline, console)
        return try request.run(sql, loaded.store, output, console)
    })

/// The statement: the argument, or the content of standard input if that is `-`.
private func statement(_ words: [String]) throws -> String {
    guard words[1] == "-" else { return words[1] }
    guard words[0] != "-" else { throw UsageError("standard input can be the trace or the statement, not both") }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= 1 << 20 {
        let count = read(0, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// How a query is run and drawn.
private struct QueryRequest {
    private let format: Renderer<@Sendable () -> any QueryRenderer>
    private let guardsFormulas: Bool
    private let timeout: Int
    private let options: RenderOptions

    init(_ arguments: Arguments, _ console: Console) throws {
        format = try SharedOptions.format(arguments, among: GuardedQuery.renderers)
        guardsFormulas = arguments.has("no-formulas")
        if guardsFormulas, format.name != "csv" {
            throw UsageError("'--no-formulas' needs --format csv")
        }
        timeout = try arguments.integer("timeout", in: 1...86_400) ?? 30
        options = try SharedOptions.table(arguments, console)
    }

    /// - Parameter output: where the rows go; nil: standard output.
    func run(
        _ sql: String, _ store: TraceStore, _ output: OutputFile?, _ console: Console
    ) throws -> Int32 {
        var renderer = format.draw()
        let kind = TerminalText(mediaType: format.mediaType)
        let interruption = console.interruption
        /// Returns whether the reader accepts more.
        func write(_ text: String) -> Bool {
            if let output { return output.write(text, as: kind) }
            console.print(text, as: kind)
            return !console.isClosed
        }
        var takesMore = true
        let query = GuardedQuery(store, timeLimit: Double(timeout)) { error in
            // SQLite does not poll for interruption now and cannot return an error, so the process ends here.
            _ = interruption.end(waits: false)
            Console.printError(error.diagnostic.text)
            _exit(2)
        }
        try query.run(
            sql,
            begin: { columns in
                let columns = guardsFormulas ? columns.map(FormulaGuard.text) : columns
                takesMore = write(renderer.begin(columns, options))
            },
            row: { values in
                let text = renderer.row(guardsFormulas ? values.map(FormulaGuard.value) : values)
                if !text.isEmpty { takesMore = write(text) }
                return takesMore
            })
        try SharedOptions.write(renderer.end(), as: kind, output, console)
        return 0
    }
}
