import TraceKit

let mcpCommand = CommandSpec(
    name: "mcp",
    summary: "Serves coding agents over the Model Context Protocol on standard input and output.",
    arguments: "",
    options: [
        .init(
            name: "root", value: "DIR",
            help: "folder whose files may be read (repeatable; default: the working directory)"),
        .init(
            name: "source-root", value: "DIR",
            help: "folder below a root with Swift sources, for file:line in answers (repeatable)"),
    ] + SharedOptions.ofProject,
    examples: [
        ("claude mcp add tracekit -- trace-analyze mcp", "in the folder of the app"),
        ("trace-analyze mcp --root ~/Traces --root .", "with a folder of traces"),
        ("trace-analyze mcp --source-root App", "problems show lines of the app's sources"),
    ],
    run: { arguments, console in
        guard arguments.positional.isEmpty else {
            throw UsageError("'mcp' takes no arguments; name the folders that it may read with --root")
        }
        // Must run before a database is opened.
        GuardedQuery.limitMemory()
        var options = AnalysisServer.Options()
        options.roots = arguments.values("root")
        if options.roots.isEmpty { options.roots = ["."] }
        options.sourceRoots = arguments.values("source-root")
        options.reading = try SharedOptions.pipelineOptions(arguments, console)
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.version = TraceAnalyze.version
        options.interruption = console.interruption
        let server = try AnalysisServer(options) { console.send($0) }
        try server.run(input: 0, output: 1)
        return 0
    })
