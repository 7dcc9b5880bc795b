import TraceKit

let doctorCommand = CommandSpec(
    name: "doctor",
    summary: "Says what an input is, which lanes it holds, which analyses it supports, and what to export next.",
    arguments: "INPUT...",
    options: [
        SharedOptions.format(["text", "json"])
    ] + SharedOptions.reading + SharedOptions.page,
    examples: [
        ("trace-analyze doctor exports/", "is everything there that the analysis needs?"),
        ("trace-analyze doctor capture.log", "what can be said from a log?"),
    ],
    run: { arguments, console in
        let command = "doctor"
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT", command: command) }
        let format = try SharedOptions.format(arguments, among: ["text", "json"], command: command)
        var render = try SharedOptions.render(arguments, console, command: command)
        if arguments.positional.count == 1 { render.input = arguments.positional[0] }
        var pipeline = try SharedOptions.pipelineOptions(arguments, console, command: command)
        // It says which lanes these are.
        pipeline.importing.takesUnreadableLanes = true
        let loaded = try SharedOptions.load(arguments.positional, pipeline, console)
        for trace in loaded.traceIDs {
            let doctor = try Doctor.examine(loaded.store, trace: trace)
            console.print(format == "json" ? doctor.json : doctor.text(render))
        }
        return 0
    })
