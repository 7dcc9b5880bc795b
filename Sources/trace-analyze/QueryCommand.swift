import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

let queryCommand = CommandSpec(
    name: "query",
    summary: "Runs one SQL statement that reads on a database or a trace, within a time limit.",
    arguments: "DB SQL",
    options: [
        SharedOptions.format(QueryRenderers.all.map { $0.name }),
        .init(name: "timeout", value: "SECONDS", help: "stop after this time (default 30)"),
        .init(name: "width", value: "N", help: "columns of the table (default: the terminal's)"),
    ],
    examples: [
        (
            "trace-analyze query t.sqlite \"SELECT view, red FROM view_summary ORDER BY red DESC\"",
            "the views by red updates"
        ),
        ("trace-analyze query t.sqlite \"SELECT * FROM hangs\" --format csv", "for a spreadsheet"),
    ],
    run: { arguments, console in
        let command = "query"
        guard arguments.positional.count == 2 else {
            throw UsageError("give a database and one SQL statement", command: command)
        }
        let format = try SharedOptions.format(arguments, among: QueryRenderers.all.map { $0.name }, command: command)
        let timeout = try arguments.integer("timeout", in: 1...86_400, command: command) ?? 30
        let width = try arguments.integer("width", in: 40...10_000, command: command) ?? console.width
        GuardedQuery.limitMemory()
        var pipeline = TracePipeline.Options()
        pipeline.interruption = console.interruption
        let loaded = try SharedOptions.load([arguments.positional[0]], pipeline, console)
        guard var renderer: any QueryRenderer = QueryRenderers.all.first(where: { $0.name == format })?.init() else {
            return 1
        }
        let interruption = console.interruption
        let query = GuardedQuery(loaded.store, timeLimit: Double(timeout)) { error in
            // SQLite hears nothing now, so there is nobody who could return an error.
            _ = interruption.end(waits: false)
            _ = Console.write(Array("\(error.diagnostic.text)\n".utf8), to: 2)
            _exit(2)
        }
        try query.run(
            arguments.positional[1], begin: { console.print(renderer.begin($0, width: width)) },
            row: { values in
                console.print(renderer.row(values))
                return !console.isClosed
            })
        console.print(renderer.end())
        return 0
    })
