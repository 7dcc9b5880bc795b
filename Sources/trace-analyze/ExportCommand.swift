import TraceKit

private let targets = TraceExporters.names + [FleetRun.name]

let exportCommand = CommandSpec(
    name: "export",
    summary: "Writes a trace for another tool, or in the project's own format.",
    arguments: "INPUT...",
    options: [
        .init(
            name: "to", value: "TARGET", help: "\(targets.joined(separator: ", ")) (default json)", words: targets),
        SharedOptions.output("it"),
    ] + FleetRun.options + SourceOptions.all + SharedOptions.reading + SharedOptions.redaction,
    examples: [
        ("trace-analyze export exports/ --to ndjson", "xctrace tables as one record a line"),
        ("trace-analyze export trace.json --to perfetto --output trace.perfetto.json", "for ui.perfetto.dev"),
        ("trace-analyze export exports/ --to speedscope --output profile.speedscope.json", "for speedscope.app"),
        ("trace-analyze export trace.json --to parquet --output facts", "tables for Spark, DuckDB, ClickHouse"),
        ("trace-analyze export traces.sqlite#2 --to csv --output two.csv", "a trace of a database as a table"),
    ],
    run: { arguments, console in
        let shape = arguments.value("to") ?? targets[0]
        guard targets.contains(shape) else { throw UsageError(unknown: "shape", shape, among: targets) }
        if shape == FleetRun.name { return try FleetRun(arguments, console).run(arguments) }
        for option in FleetRun.options where arguments.has(option.name) {
            throw UsageError("'--\(option.name)' is for --to parquet")
        }
        guard arguments.positional.count == 1 else { throw UsageError("give one INPUT") }
        let pipeline = try SharedOptions.pipelineOptions(arguments, console)
        let output = try SharedOptions.outputFile(arguments, inputs: arguments.positional, pipeline, console)
        let sources = try SourceOptions.lookup(arguments, console)
        let loaded = try SharedOptions.load(arguments.positional, pipeline, console)
        guard loaded.traceIDs.count == 1, let trace = loaded.traceIDs.first else {
            throw UsageError(
                """
                the input holds \(loaded.traceIDs.count) traces; name one, as in \
                db.sqlite#\(loaded.traceIDs.first ?? 1)
                """)
        }
        try TraceExporters.write(loaded.store, trace: trace, as: shape, sources: sources) { piece in
            if let output { return output.write(piece) }
            console.print(piece)
            return !console.isClosed
        }
        try output?.finish("")
        return 0
    })
