import TraceKit

let trendCommand = CommandSpec(
    name: "trend",
    summary: "Follows the figures over the traces of a database, and says where they stepped.",
    arguments: "DB",
    options: [
        .init(name: "view", value: "NAME", help: "only the figures of this view"),
        .init(name: "last", value: "N", help: "only the last N traces"),
        .init(name: "format", value: "FORMAT", help: "\(TrendRenderers.names.joined(separator: ", ")) (default text)"),
        .init(name: "top", value: "N", help: "rows a table lists (default 15)"),
        .init(name: "width", value: "N", help: "columns of the text (default: the terminal's)"),
        .init(name: "color", value: "WHEN", help: "auto, always or never"),
    ],
    examples: [
        ("trace-analyze import nightly.json --db t.sqlite --label 3f2a91c", "one trace more, called by its commit"),
        ("trace-analyze trend t.sqlite", "what moved, and since which commit"),
        ("trace-analyze trend t.sqlite --view LandmarkRow --last 20", "one view over the last twenty"),
    ],
    run: { arguments, console in
        let command = "trend"
        guard arguments.positional.count == 1 else { throw UsageError("give one DB", command: command) }
        let format = try SharedOptions.format(arguments, among: TrendRenderers.names, command: command)
        var render = RenderOptions()
        render.width = try arguments.integer("width", in: 40...10_000, command: command) ?? console.width
        render.usesColor = console.usesColor(try SharedOptions.color(arguments, command: command))
        render.top = try arguments.integer("top", in: 1...1_000_000, command: command) ?? render.top
        let last = try arguments.integer("last", in: 1...1_000_000, command: command)
        let loaded = try TracePipeline.load(arguments.positional, into: .temporary, TracePipeline.Options())
        for diagnostic in loaded.diagnostics { console.warn(diagnostic.text) }
        var figures = try loaded.figures()
        if let last { figures = Array(figures.suffix(last)) }
        let view = arguments.value("view")
        let trend = TrendBuilder.build(figures, view: view)
        if let view, trend.rows.isEmpty {
            let names = Set(try loaded.traceIDs.flatMap { try loaded.names(of: "view", trace: $0) })
            throw UsageError(
                "no trace has a view '\(view.prefix(80))'", command: command,
                suggestion: Spelling.nearest(view, among: names.sorted()))
        }
        console.print(TrendRenderers.render(trend, as: format, render) ?? "")
        return 0
    })
