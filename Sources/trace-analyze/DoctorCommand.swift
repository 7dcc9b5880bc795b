import TraceKit

let doctorCommand = CommandSpec(
    name: "doctor",
    summary: "Says what an input is, which lanes it holds, which analyses it supports, and what to export next.",
    arguments: "INPUT...",
    options: [SharedOptions.format(Doctor.renderers)] + SharedOptions.reading + SharedOptions.page,
    examples: [
        ("trace-analyze doctor exports/", "is everything there that the analysis needs?"),
        ("trace-analyze doctor capture.log", "what can be said from a log?"),
    ],
    run: { arguments, console in
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT") }
        let format = try SharedOptions.format(arguments, among: Doctor.renderers)
        var render = try SharedOptions.render(arguments, console)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        // It says which lanes these are.
        pipeline.importing.takesUnreadableLanes = true
        pipeline.importing.listsTables = true
        pipeline.unread = [.samples, .stackFrames]
        let loaded = try SharedOptions.load(arguments.positional, pipeline, console)
        let input = SharedOptions.input(arguments.positional, arguments, [loaded])
        render.isOneOfSeveral = loaded.traceIDs.count > 1
        for trace in loaded.traceIDs {
            render.input = input.of(trace)
            let doctor = try Doctor.examine(loaded.store, trace: trace)
            console.print(format.draw(doctor, render), as: SharedOptions.kind(format, render))
        }
        return 0
    })
