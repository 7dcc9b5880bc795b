import TraceKit

let doctorCommand = CommandSpec(
    name: "doctor",
    summary: "Says what an input is, which lanes it holds, which analyses it supports, and what to export next.",
    arguments: "INPUT...",
    options: [
        .init(name: "format", value: "FORMAT", help: "text or json (default text)"),
        .init(name: "width", value: "N", help: "columns of the text (default: the terminal's)"),
    ] + SharedOptions.reading,
    examples: [
        ("trace-analyze doctor exports/", "is everything there that the analysis needs?"),
        ("trace-analyze doctor capture.log", "what can be said from a log?"),
    ],
    run: { arguments, console in
        let command = "doctor"
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT", command: command) }
        let format = try SharedOptions.format(arguments, among: ["text", "json"], command: command)
        let width = try arguments.integer("width", in: 40...10_000, command: command) ?? console.width
        let pipeline = try SharedOptions.pipelineOptions(arguments, console, command: command)
        let loaded = try TracePipeline.load(arguments.positional, into: .temporary, pipeline)
        for diagnostic in loaded.diagnostics { console.warn(diagnostic.text) }
        for trace in loaded.traceIDs {
            let doctor = try Doctor.examine(loaded.store, trace: trace)
            console.print(format == "json" ? doctor.json : doctor.text(width: width))
        }
        return 0
    })
