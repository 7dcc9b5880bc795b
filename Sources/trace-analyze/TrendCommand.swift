import TraceKit

let trendCommand = CommandSpec(
    name: "trend",
    summary: "Shows how figures develop over the traces of a database, and where they stepped.",
    arguments: "DB",
    options: [
        .init(name: "view", value: "NAME", help: "only the figures of this view"),
        .init(name: "last", value: "N", help: "only the last N traces"),
        SharedOptions.format(TraceTrend.renderers),
        .init(name: "top", value: "N", help: "rows per table (default 15)"),
    ] + SharedOptions.page,
    examples: [
        ("trace-analyze import nightly.json --db t.sqlite --label 3f2a91c", "add a trace, labelled with its commit"),
        ("trace-analyze trend t.sqlite", "what changed, and since which commit"),
        ("trace-analyze trend t.sqlite --view LandmarkRow --last 20", "one view over the last 20 traces"),
    ],
    run: { arguments, console in
        guard arguments.positional.count == 1 else { throw UsageError("give one DB") }
        let format = try SharedOptions.format(arguments, among: TraceTrend.renderers)
        var render = try SharedOptions.render(arguments, console)
        let last = try arguments.integer("last", in: 1...1_000_000)
        var pipeline = TracePipeline.Options()
        pipeline.lastTraces = last
        let loaded = try SharedOptions.load(arguments.positional, pipeline, console)
        render.input = SharedOptions.input(arguments.positional, arguments, [loaded])
        let (figures, leftOut) = try loaded.knownFigures()
        let view = arguments.value("view")
        var trend = try TrendBuilder.build(figures, view: view, input: arguments.positional[0])
        trend.warnings += leftOut
        if trend.rows.isEmpty {
            try SharedOptions.checkName(view, of: "view", "no trace has a view", loaded)
        }
        console.print(format.draw(trend, render), as: SharedOptions.kind(format, render))
        return 0
    })
