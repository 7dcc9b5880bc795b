import TraceKit

let doctorCommand = CommandSpec(
    name: "doctor",
    summary: "Shows what an input is, which lanes it has, which analyses it supports, and what to export next.",
    arguments: "INPUT...",
    options: [SharedOptions.format(Doctor.renderers)] + SharedOptions.reading + SharedOptions.page,
    basics: ["format", "one-trace", "input-format", "map", "keep-exports", "native", "xcrun", "width"],
    examples: [
        ("trace-analyze doctor exports/", "is the export complete?"),
        ("trace-analyze doctor capture.log", "what can a log answer?"),
    ],
    run: { arguments, console in
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT") }
        let format = try SharedOptions.format(arguments, among: Doctor.renderers)
        var render = try SharedOptions.render(arguments, console)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        // The doctor lists unreadable lanes instead of failing on them.
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
