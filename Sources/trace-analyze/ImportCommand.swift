import TraceKit

let importCommand = CommandSpec(
    name: "import",
    summary: "Analyses traces and adds them to a database, except those that it already has.",
    arguments: "INPUT... --db FILE",
    options: [
        .init(name: "db", value: "FILE", help: "the database, created if it does not exist"),
        .init(name: "label", value: "TEXT", help: "label of the traces: a commit, a build, a step of a fix"),
        .init(name: "again", value: nil, help: "add a trace even if the database already has it"),
    ] + SharedOptions.analysis + SharedOptions.redaction,
    basics: [
        "db", "label", "again", "one-trace", "input-format", "map", "keep-exports", "process", "profile", "quiet",
    ],
    examples: [
        ("trace-analyze import before.json after.json --db t.sqlite", "two traces in one database"),
        ("trace-analyze import nightly.json --db t.sqlite --label 3f2a91c", "for 'trace-analyze trend t.sqlite'"),
        ("trace-analyze import exports/ --db t.sqlite", "a directory of xctrace exports, one trace"),
    ],
    run: { arguments, console in
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT") }
        guard let path = arguments.value("db") else {
            throw UsageError("give the database with --db FILE")
        }
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        pipeline.label = arguments.value("label")
        pipeline.addsAgain = arguments.has("again")
        let loaded = try SharedOptions.load(arguments.positional, into: .file(path), pipeline, console)
        for summary in try loaded.summaries() { console.print("\(VisibleText.escape(summary))\n") }
        return 0
    })
