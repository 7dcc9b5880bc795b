import TraceKit

let mcpCommand = CommandSpec(
    name: "mcp",
    summary: "Serves coding agents: the Model Context Protocol on standard input and output.",
    arguments: "",
    options: [
        .init(
            name: "root", value: "DIR",
            help: "a folder that files may be read from (repeat it; default: the working directory)"),
        .init(
            name: "source-root", value: "DIR",
            help: "a folder below it with the app's Swift sources: answers say file:line (repeat it)"),
    ] + SharedOptions.ofProject,
    examples: [
        ("claude mcp add tracekit -- trace-analyze mcp", "in the folder of the app"),
        ("trace-analyze mcp --root ~/Traces --root .", "with a folder of traces"),
        ("trace-analyze mcp --source-root App", "with the lines of the app's sources in problems"),
    ],
    run: { arguments, console in
        guard arguments.positional.isEmpty else {
            throw UsageError("'mcp' takes no arguments; the folders that it may read go behind --root")
        }
        // Before anything opens a database.
        GuardedQuery.limitMemory()
        var options = AnalysisServer.Options()
        options.roots = arguments.values("root")
        if options.roots.isEmpty { options.roots = ["."] }
        options.sourceRoots = arguments.values("source-root")
        options.reading = try SharedOptions.pipelineOptions(arguments, console)
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.version = TraceAnalyze.version
        options.interruption = console.interruption
        let server = try AnalysisServer(options) { bytes in Console.write(bytes, to: 1) }
        try server.run(input: 0, output: 1)
        return 0
    })
