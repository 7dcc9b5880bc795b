import TraceKit

private let targets = TraceExporters.names + [FleetRun.name]

private let sliceOptions = CommandSpec.Option.list(
    under: "A slice",
    [
        .init(
            name: "window", value: "START..END", help: "only what is in this range of milliseconds, interactions whole"),
        .init(name: "interaction", value: "ID", help: "only this interaction (its id in the report)"),
        .init(name: "problem", value: "KEY", help: "only the interactions with rows of this problem (its key)"),
    ])

/// The part to export; nil = all.
private func slice(_ arguments: Arguments) throws(UsageError) -> TraceSlice.Part? {
    let given = sliceOptions.map(\.name).filter { arguments.has($0) }
    if given.count > 1 {
        throw UsageError("'--\(given[0])' and '--\(given[1])' each name a slice: give one of them")
    }
    if let key = arguments.value("problem") { return .problem(key) }
    if let id = try arguments.integer("interaction", in: 1...Int.max) { return .interaction(Int64(id)) }
    let window = try arguments.value("window", "START..END in milliseconds with START < END") { ReportZoom.window($0) }
    return window.map { .window(fromNs: $0.0, toNs: $0.1) }
}

let exportCommand = CommandSpec(
    name: "export",
    summary: "Converts a trace for another tool, or to TraceKit's own formats.",
    arguments: "INPUT...",
    options: [
        .init(
            name: "to", value: "TARGET", help: "\(targets.joined(separator: ", ")) (default json)", words: targets),
        SharedOptions.output("the result"),
    ] + sliceOptions + FleetRun.options + SourceOptions.all + SharedOptions.reading + SharedOptions.redaction,
    basics: [
        "to", "output", "window", "interaction", "problem", "inputs", "facts", "one-trace", "redact",
        "redact-key", "source-root",
    ],
    examples: [
        ("trace-analyze export exports/ --to ndjson", "xctrace tables as one record per line"),
        ("trace-analyze export trace.json --to perfetto --output trace.perfetto.json", "for ui.perfetto.dev"),
        ("trace-analyze export exports/ --to speedscope --output profile.speedscope.json", "for speedscope.app"),
        ("trace-analyze export trace.json --to parquet --output facts", "tables for Spark, DuckDB, ClickHouse"),
        ("trace-analyze export trace.json --interaction 3 --redact", "one interaction, to pass on with a question"),
        ("trace-analyze export traces.sqlite#2 --to csv --output two.csv", "one trace of a database as a table"),
    ],
    run: { arguments, console in
        let shape = arguments.value("to") ?? targets[0]
        guard targets.contains(shape) else { throw UsageError(unknown: "shape", shape, among: targets) }
        let slice = try slice(arguments)
        if slice != nil, shape == FleetRun.name {
            throw UsageError("a slice is not a trace of a fleet: use another --to")
        }
        if shape == FleetRun.name { return try FleetRun(arguments, console).run(arguments) }
        for option in FleetRun.options where arguments.has(option.name) {
            throw UsageError("'--\(option.name)' needs --to parquet")
        }
        guard arguments.positional.count == 1 else { throw UsageError("give one INPUT") }
        let pipeline = try SharedOptions.pipelineOptions(arguments, console)
        let sources = try SourceOptions.lookup(arguments, console)
        let output = try SharedOptions.outputFile(
            arguments, inputs: arguments.positional, sources: sources, pipeline, console)
        var source = try SharedOptions.exported(arguments.positional, slice, as: shape, pipeline, console)
        source.sources = sources
        let kind = TerminalText(mediaType: TraceExporters.mediaType(shape))
        try TraceExporters.write(source, as: shape) { piece in
            if let output { return output.write(piece, as: kind) }
            console.print(piece, as: kind)
            return !console.isClosed
        }
        try output?.finish("")
        return 0
    })
