import TraceKit

let checkCommand = CommandSpec(
    name: "check",
    summary: "Checks a trace against a budget of limits, for CI; --init writes one from today's numbers.",
    arguments: "INPUT... --budget FILE | --init INPUT...",
    options: [
        .init(name: "budget", value: "FILE", help: "the limits as JSON, comments allowed (see docs/check.md)"),
        .init(name: "baseline", value: "BEFORE", help: "the trace that limits like \"+10 %\" are relative to"),
        .init(name: "init", value: nil, help: "write a budget from the input's numbers, with headroom"),
        .init(name: "full", value: nil, help: "with --init: also limit views, chains and all other figures"),
        .init(name: "counts", value: nil, help: "with --init: how often each body ran, and nothing else"),
        .init(name: "force", value: nil, help: "with --init: overwrite an existing budget"),
        SharedOptions.format(BudgetResult.renderers), SharedOptions.output("the result, or the budget,"),
        .init(name: "allow-incomplete", value: nil, help: "accept a truncated trace"),
    ] + SourceOptions.all + SharedOptions.analysis + SharedOptions.page,
    basics: [
        "budget", "baseline", "init", "full", "counts", "format", "output", "allow-incomplete", "source-root",
        "process",
        "profile",
    ],
    examples: [
        ("trace-analyze check --init trace.json --output budget.json", "today's numbers plus headroom"),
        ("trace-analyze check trace.json --budget budget.json", "exit code 3 if a limit is breached"),
        (
            "trace-analyze check --init --counts app.ndjson --output counts.json",
            "how often bodies run, from a debug build"
        ),
        ("trace-analyze check new.json --budget budget.json --baseline old.json", "with limits like \"+10 %\""),
    ],
    run: { arguments, console in
        let request = try CheckRequest(arguments, console)
        let output = try request.outputFile()
        let (text, code) = try arguments.has("init") ? request.writeBudget() : request.check()
        if !text.isEmpty {
            try SharedOptions.write(
                text, as: request.kind, output, console, holdsCommands: arguments.value("format") == "github")
        }
        return code
    })

/// A validated run of `check`.
private struct CheckRequest {
    private static let shownErrors = 20
    private let arguments: Arguments
    private let console: Console
    private let format: Renderer<Drawing<BudgetResult>>
    private let pipeline: TracePipeline.Options
    private let render: RenderOptions
    private let sources: SourceLookup?
    private var options = BudgetCheck.Options()

    init(_ arguments: Arguments, _ console: Console) throws {
        self.arguments = arguments
        self.console = console
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT") }
        if arguments.has("init") {
            for other in ["budget", "baseline", "format"] where arguments.has(other) {
                throw UsageError("'--init' and '--\(other)' exclude each other")
            }
        } else if !arguments.has("budget") {
            throw UsageError("give the limits with --budget FILE, or write them with --init")
        } else if let option = ["force", "full", "counts"].first(where: { arguments.has($0) }) {
            throw UsageError("'--\(option)' needs --init")
        }
        for name in ["budget", "baseline"] where arguments.values(name).count > 1 {
            throw UsageError("give one --\(name), found \(arguments.values(name).count)")
        }
        format = try SharedOptions.format(arguments, among: BudgetResult.renderers)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        // An option may concern one of the two traces only; check its matches after both are read.
        pipeline.unread = [.stackFrames]
        pipeline.defersMatches = arguments.has("baseline")
        self.pipeline = pipeline
        render = try SharedOptions.render(arguments, console)
        sources = try SourceOptions.lookup(arguments, console)
        options.allowsIncomplete = arguments.has("allow-incomplete")
        options.isFull = arguments.has("full")
        options.isOfCounts = arguments.has("counts")
        if options.isFull, options.isOfCounts { throw UsageError("'--full' and '--counts' exclude each other") }
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.input = SharedOptions.input(arguments.positional, arguments, [])
    }

    /// How a terminal must treat the result or the budget.
    var kind: TerminalText { arguments.has("init") ? .json : SharedOptions.kind(format, render) }

    /// The output file. Budgets are edited by hand, so an existing one is replaced only with `--force`.
    func outputFile() throws -> OutputFile? {
        let others = [arguments.value("budget"), arguments.value("baseline")].compactMap { $0 }
        let output = try SharedOptions.outputFile(
            arguments, inputs: arguments.positional + others, sources: sources, pipeline, console)
        if output?.replacesFile == true, arguments.has("init"), !arguments.has("force") {
            throw TraceError(
                .usage, "the file already exists", at: Place(file: arguments.value("output") ?? ""),
                fix: "choose another name for the budget, or replace the file with --force")
        }
        return output
    }

    func writeBudget() throws -> (text: String, code: Int32) {
        (try BudgetWriter.write(try figures(arguments.positional, chains: arguments.has("full")).trace, options), 0)
    }

    func check() throws -> (text: String, code: Int32) {
        let budget = try BudgetFile.read(arguments.value("budget") ?? "")
        if !budget.errors.isEmpty {
            for error in budget.errors.prefix(Self.shownErrors) { console.fail(error.text) }
            let more = budget.errors.count - Self.shownErrors
            if more > 0 { console.fail("and \(more) more errors in this file; is it a budget?") }
            return ("", 2)
        }
        let (now, loaded) = try figures(arguments.positional, chains: budget.readsChains)
        let before = try arguments.value("baseline").map { try figures([$0], chains: budget.readsChains).trace }
        if pipeline.defersMatches { for diagnostic in try pipeline.checkMatches() { console.show(diagnostic) } }
        var result = try BudgetCheck.run(budget, now, baseline: before, options) { problems throws(TraceError) in
            try loaded.figures(of: now.id, leavingOut: problems, chains: budget.readsChains)
        }
        if let sources { result.locate(sources) }
        for diagnostic in result.diagnostics { console.show(diagnostic) }
        return (format.draw(result, render), result.exitCode)
    }

    /// The figures of the only trace of an input. Chains are many and are read on request only.
    private func figures(
        _ inputs: [String], chains: Bool
    ) throws -> (trace: TraceFigures, loaded: TracePipeline.Loaded) {
        let loaded = try SharedOptions.load(inputs, pipeline, console)
        if inputs == arguments.positional { try SharedOptions.checkAccepted(arguments.project, [loaded], console) }
        let figures = try loaded.figures(chains: chains)
        guard figures.count == 1, let trace = figures.first else {
            throw TraceError(
                .input, "check needs exactly one trace, this input holds \(figures.count)",
                at: inputs.count == 1 ? Place(file: inputs[0]) : nil,
                fix: "name one trace (in a database: FILE#\(loaded.traceIDs.last ?? 1)), or add --one-trace")
        }
        return (trace, loaded)
    }
}
