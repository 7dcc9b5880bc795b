import TraceKit

let checkCommand = CommandSpec(
    name: "check",
    summary: "Holds a trace against a budget of limits, for CI; --init writes one from today's numbers.",
    arguments: "INPUT... --budget FILE | --init INPUT...",
    options: [
        .init(name: "budget", value: "FILE", help: "the limits: JSON, comments allowed (see docs/check.md)"),
        .init(name: "baseline", value: "BEFORE", help: "the trace that limits like \"+10 %\" are relative to"),
        .init(name: "init", value: nil, help: "write a budget from the input's numbers, with head-room"),
        .init(name: "full", value: nil, help: "--init: limits of views and chains too, and of what else there is"),
        .init(name: "force", value: nil, help: "--init: write over a budget that is there"),
        SharedOptions.format(BudgetResult.renderers), SharedOptions.output("the result, or the budget,"),
        .init(name: "allow-incomplete", value: nil, help: "take a trace that was cut off as it is"),
    ] + SourceOptions.all + SharedOptions.analysis + SharedOptions.page,
    examples: [
        ("trace-analyze check --init trace.json --output budget.json", "today's numbers and some head-room"),
        ("trace-analyze check trace.json --budget budget.json", "exit code 3 where a limit is breached"),
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

/// One run of `check`, its arguments checked.
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
                throw UsageError("'--init' and '--\(other)' do not go together")
            }
        } else if !arguments.has("budget") {
            throw UsageError("give the limits with --budget FILE, or have them written with --init")
        } else if let option = ["force", "full"].first(where: { arguments.has($0) }) {
            throw UsageError("'--\(option)' is for --init")
        }
        for name in ["budget", "baseline"] where arguments.values(name).count > 1 {
            throw UsageError("give one --\(name), found \(arguments.values(name).count)")
        }
        format = try SharedOptions.format(arguments, among: BudgetResult.renderers)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        // What is about one of the traces only matches nothing of the baseline.
        pipeline.unread = [.stackFrames]
        pipeline.defersMatches = arguments.has("baseline")
        self.pipeline = pipeline
        render = try SharedOptions.render(arguments, console)
        sources = try SourceOptions.lookup(arguments, console)
        options.allowsIncomplete = arguments.has("allow-incomplete")
        options.isFull = arguments.has("full")
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.input = SharedOptions.input(arguments.positional, arguments, [])
    }

    /// What the result, or the budget, is where it goes to a terminal.
    var kind: TerminalText { arguments.has("init") ? .json : SharedOptions.kind(format, render) }

    /// Where the result goes. Budgets are edited by hand: one that is there is replaced only where the user says so.
    func outputFile() throws -> OutputFile? {
        let others = [arguments.value("budget"), arguments.value("baseline")].compactMap { $0 }
        let output = try SharedOptions.outputFile(
            arguments, inputs: arguments.positional + others, sources: sources, pipeline, console)
        if output?.replacesFile == true, arguments.has("init"), !arguments.has("force") {
            throw TraceError(
                .usage, "there is a file already", at: Place(file: arguments.value("output") ?? ""),
                fix: "give the budget another name, or have it replaced with --force")
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
        if pipeline.defersMatches { for diagnostic in try pipeline.checkMatches() { console.tell(diagnostic) } }
        var result = try BudgetCheck.run(budget, now, baseline: before, options) { problems throws(TraceError) in
            try loaded.figures(of: now.id, leavingOut: problems, chains: budget.readsChains)
        }
        if let sources { result.locate(sources) }
        for diagnostic in result.diagnostics { console.tell(diagnostic) }
        return (format.draw(result, render), result.exitCode)
    }

    /// The one trace of an input. Its chains are many: they are read where something is said of them.
    private func figures(
        _ inputs: [String], chains: Bool
    ) throws -> (trace: TraceFigures, loaded: TracePipeline.Loaded) {
        let loaded = try SharedOptions.load(inputs, pipeline, console)
        if inputs == arguments.positional { try SharedOptions.checkAccepted(arguments.project, loaded, console) }
        let figures = try loaded.figures(chains: chains)
        guard figures.count == 1, let trace = figures.first else {
            throw TraceError(
                .input, "check takes one trace, this input holds \(figures.count)",
                at: inputs.count == 1 ? Place(file: inputs[0]) : nil,
                fix: "name one trace (of a database: FILE#\(loaded.traceIDs.last ?? 1)), or give --one-trace")
        }
        return (trace, loaded)
    }
}
