import TraceKit

let chainsCommand = CommandSpec(
    name: "chains",
    summary: "Shows what triggered updates: the cause chains as a tree, costliest first.",
    arguments: "INPUT",
    options: [
        .init(name: "view", value: "NAME", help: "only chains that end in updates of this view"),
        .init(name: "cause", value: "NAME", help: "only chains that contain a node of this name"),
        .init(name: "interaction", value: "ID", help: "only updates inside this interaction (its id in the report)"),
        .init(name: "top", value: "N", help: "roots to show (default 15)"),
        SharedOptions.format(ChainTree.renderers),
    ] + SharedOptions.analysis + SharedOptions.redaction + SharedOptions.page,
    basics: ["view", "cause", "interaction", "top", "format", "process", "profile", "width"],
    examples: [
        ("trace-analyze chains trace.json --view LandmarkRow", "what keeps updating this view?"),
        ("trace-analyze chains trace.json --interaction 2", "what did this tap trigger?"),
        ("trace-analyze chains trace.json --format mermaid", "for a pull request"),
    ],
    run: { arguments, console in
        guard arguments.positional.count == 1 else { throw UsageError("give one INPUT") }
        let format = try SharedOptions.format(arguments, among: ChainTree.renderers)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        var filter = ChainTree.Filter()
        filter.view = arguments.value("view")
        filter.cause = arguments.value("cause")
        filter.interaction = try arguments.integer("interaction", in: 1...Int.max).map { Int64($0) }
        var render = try SharedOptions.render(arguments, console)
        pipeline.unread = [.samples, .stackFrames]
        let loaded = try SharedOptions.load(arguments.positional, pipeline, console)
        try SharedOptions.checkName(filter.view, of: "view", "no update belongs to a view", loaded)
        // Recurring work without a recorded cause has only a label.
        let labels =
            try filter.cause == nil ? [] : loaded.traceIDs.flatMap { try loaded.names(of: "recurring", trace: $0) }
        if !labels.contains(where: { $0 == filter.cause }) {
            try SharedOptions.checkName(filter.cause, of: "cause", "no chain contains", loaded)
        }
        try SharedOptions.checkInteraction(filter.interaction, loaded)
        let input = SharedOptions.input(arguments.positional, arguments, [loaded])
        render.isOneOfSeveral = loaded.traceIDs.count > 1
        for trace in loaded.traceIDs {
            let tree = try ChainTree.read(loaded.store, trace: trace, filter, top: render.top)
            render.input = input.of(trace)
            console.print(format.draw(tree, render), as: SharedOptions.kind(format, render))
        }
        return 0
    })
