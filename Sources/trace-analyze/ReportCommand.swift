import TraceKit

let reportCommand = CommandSpec(
    name: "report",
    summary: "Reports which views miss their deadline, what hung or hitched, and why.",
    arguments: "INPUT...",
    options: [
        SharedOptions.format(Report.renderers), SharedOptions.output("the report"), PageOpener.option,
        .init(name: "db", value: "FILE", help: "keep the database (default: a private temporary one)"),
        .init(name: "all", value: nil, help: "show all tables, not only problems and interactions"),
        .init(name: "top", value: "N", help: "rows per list (default 15; 5 problems without --all)"),
        .init(name: "view", value: "NAME", help: "only updates of this view"),
        .init(name: "window", value: "START..END", help: "only updates that start in this range of milliseconds"),
    ]
        + CommandSpec.Option.list(
            under: "What is shown",
            [
                .init(
                    name: "interaction", value: "ID",
                    help: "only updates inside this interaction (its id in the report)"),
                .init(name: "during", value: "SIGNPOST", help: "only updates that start during signposts of this name"),
                .init(
                    name: "signposts", value: "NAME", help: "list every interval of these signposts (glob: * and ?)"),
                .init(
                    name: "functions", value: nil,
                    help: "show sampled functions and their call tree even with view updates"),
                .init(name: "logs", value: nil, help: "show log lines within 1 s of hangs and red bodies, else all"),
                .init(name: "sql", value: nil, help: "print the SQL statement of each section"),
            ])
        + SourceOptions.all + SharedOptions.analysis + SharedOptions.redaction + SharedOptions.page,
    basics: [
        "format", "output", "open", "db", "all", "top", "view", "window", "source-root", "process", "profile",
    ],
    examples: [
        ("trace-analyze report trace.json", "a trace in our own format"),
        ("trace-analyze report exports/", "a directory of xctrace exports, one trace"),
        ("trace-analyze report trace.json --profile instruments", "0.5 and 1 ms, the limits of Instruments"),
        ("trace-analyze report trace.json --format html --output report.html", "an interactive page in one file"),
        ("trace-analyze report trace.json --format markdown", "for a pull request; --format github annotates it"),
        ("trace-analyze report trace.json --source-root Sources", "with file:line of the views in the findings"),
        ("trace-analyze report app.log --signposts 'Load*'", "every interval and event of these signposts"),
        ("trace-analyze report traces.sqlite#2 --format json", "the second trace of a database"),
    ],
    run: { arguments, console in try ReportRun(arguments, console).run() })

/// A report to make. What is wrong with its options is said when this is made, before any input is read.
struct ReportRun {
    private let arguments: Arguments
    private let console: Console
    private let format: Renderer<Drawing<Report>>
    private let render: RenderOptions
    private(set) var pipeline: TracePipeline.Options
    private var options = ReportBuilder.Options()

    init(_ arguments: Arguments, _ console: Console) throws {
        (self.arguments, self.console) = (arguments, console)
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT") }
        format = try SharedOptions.format(arguments, among: Report.renderers)
        try SharedOptions.checkTerminal(format, arguments, console)
        try PageOpener.check(arguments)
        pipeline = try SharedOptions.pipelineOptions(arguments, console)
        render = try SharedOptions.render(arguments, console)
        if arguments.has("top") || format.leastRows > 0 { options.top = max(render.top, format.leastRows) }
        options.showsSQL = arguments.has("sql")
        options.isBrief = format.isBrief && !arguments.has("all") && !options.showsSQL
        options.showsFunctions = arguments.has("functions")
        options.showsLogs = arguments.has("logs")
        options.zoom = try zoom(arguments)
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.project = arguments.project?.words
        options.sources = try SourceOptions.lookup(arguments, console)
        options.hasStrip = format.drawsStrip
        options.hasPage = format.drawsPage
        if format.drawsPage { pipeline.isForPage = true } else { pipeline.unread = [.samples, .stackFrames] }
    }

    /// Reads the inputs and writes the report. Returns the exit code.
    func run() throws -> Int32 {
        var options = options
        let output = try SharedOptions.outputFile(
            arguments, inputs: arguments.positional, sources: options.sources, pipeline, console)
        let target: StoreTarget = arguments.value("db").map { .file($0) } ?? .temporary
        let loaded = try SharedOptions.load(arguments.positional, into: target, pipeline, console)
        try check(options.zoom, loaded)
        try SharedOptions.checkAccepted(arguments.project, [loaded], console)
        options.input = SharedOptions.input(arguments.positional, arguments, [loaded])
        let shown = ["top", "functions", "logs", "sql", "source-root", "source-url"]
        if pipeline.redactionKey == nil {
            options.shownOptions = SharedOptions.given(
                reportCommand.options.filter { shown.contains($0.name) }, arguments)
        }
        let report = try ReportBuilder.build(loaded.store, traces: loaded.traceIDs, options)
        try SharedOptions.write(
            format.draw(report, render), as: SharedOptions.kind(format, render), output, console,
            holdsCommands: format.name == "github")
        PageOpener.open(output, arguments, console)
        return 0
    }
}

/// Throws if the options select nothing: an empty report would look like good news.
private func check(_ zoom: ReportZoom, _ loaded: TracePipeline.Loaded) throws {
    try SharedOptions.checkName(zoom.view, of: "view", "no update belongs to a view", loaded)
    try SharedOptions.checkName(zoom.during, of: "signpost", "no signpost is called", loaded)
    try SharedOptions.checkPattern(zoom.signposts, of: "signpost", "no signpost is called", loaded)
    try SharedOptions.checkInteraction(zoom.interaction, loaded)
    if let start = zoom.fromNs {
        let end = try loaded.endNs()
        guard start <= end else {
            throw UsageError("'--window' starts after the end of the trace, which is \(end / 1_000_000) ms long")
        }
    }
}

/// The part of the trace that the options select.
private func zoom(_ arguments: Arguments) throws(UsageError) -> ReportZoom {
    var zoom = ReportZoom()
    zoom.view = arguments.value("view")
    zoom.during = arguments.value("during")
    zoom.signposts = arguments.value("signposts")
    for option in ["view", "interaction"] where zoom.signposts != nil && arguments.has(option) {
        throw UsageError("'--signposts' lists signposts and '--\(option)' selects updates: give one of them")
    }
    zoom.interaction = try arguments.integer("interaction", in: 1...Int.max).map { Int64($0) }
    let window = try arguments.value("window", "START..END in milliseconds with START < END") { ReportZoom.window($0) }
    if let window { (zoom.fromNs, zoom.toNs) = window }
    return zoom
}
