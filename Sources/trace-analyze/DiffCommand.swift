import TraceKit

let diffCommand = CommandSpec(
    name: "diff",
    summary: "Says what a change made better or worse: two traces, or several runs a side.",
    arguments: "BEFORE AFTER | --before BEFORE... --after AFTER...",
    options: [
        .init(name: "before", value: "INPUT...", help: "the traces of the before side", isList: true),
        .init(name: "after", value: "INPUT...", help: "the traces of the after side", isList: true),
        .init(name: "pair", value: "REGEX", help: "what to leave out of names before they are paired (repeat it)"),
        .init(
            name: "generics", value: "keep|drop", help: "whether generic arguments tell views apart (default keep)",
            words: ["keep", "drop"]),
        .init(
            name: "fail-on", value: "WHAT,...",
            help: "exit with 3 on: \(TraceDiff.Gate.allCases.map(\.rawValue).joined(separator: ", "))",
            words: TraceDiff.Gate.allCases.map(\.rawValue)),
        SharedOptions.format(DiffRenderers.names), SharedOptions.output("the result"),
        .init(name: "top", value: "N", help: "rows a table lists (default 15)"),
    ] + SharedOptions.analysis + SharedOptions.redaction + SharedOptions.page,
    examples: [
        ("trace-analyze diff before.json after.json", "did the fix help?"),
        ("trace-analyze diff traces.sqlite#1 traces.sqlite#2", "two traces of a database"),
        (
            "trace-analyze diff --before a1.json a2.json a3.json a4.json --after b1.json b2.json b3.json b4.json",
            "several runs a side"
        ),
        ("trace-analyze diff main.json branch.json --fail-on regression --format github", "in CI"),
        ("trace-analyze diff before.json after.json --format html --output diff.html", "a page with both timelines"),
    ],
    run: { arguments, console in
        let command = "diff"
        let (before, after) = try sides(arguments, command)
        let format = try SharedOptions.format(arguments, among: DiffRenderers.names, command: command)
        let gates = try gates(arguments, command)
        let pipeline = try SharedOptions.pipelineOptions(arguments, console, command: command)
        var options = try diffOptions(arguments, command)
        options.before = .init(label: before.joined(separator: ", "))
        options.after = .init(label: after.joined(separator: ", "))
        if after.count == 1 { options.afterArgument = after[0] }
        if pipeline.redactionKey != nil {
            options.before = .init(label: "BEFORE")
            options.after = .init(label: "AFTER")
            options.afterArgument = nil
        }
        let render = try SharedOptions.render(arguments, console, command: command)
        let output = try arguments.value("output").map { try OutputFile($0, console.interruption) }
        var isFinished = false
        defer { if !isFinished { output?.discard() } }
        let hasPage = DiffRenderers.drawsPage(format)
        let left = try read(before, hasPage, pipeline, console), right = try read(after, hasPage, pipeline, console)
        var timelines: (before: TraceTimeline, after: TraceTimeline)?
        if let before = left.timeline, let after = right.timeline { timelines = (before, after) }
        let diff = DiffBuilder.build(before: left.figures, after: right.figures, options, timelines: timelines)
        let text = DiffRenderers.render(diff, as: format, render) ?? ""
        isFinished = true
        if let output { try output.finish(text) } else { console.print(text, holdsCommands: format == "github") }
        if let trouble = diff.trouble, !gates.isEmpty {
            console.warn("trace-analyze: error: the sides cannot be compared: \(trouble)")
            console.warn(
                "  fix: export the table swiftui-updates of both; 'trace-analyze doctor INPUT' says what is there")
            return 2
        }
        let breached = gates.compactMap { gate in diff.reason(for: gate).map { "\(gate.rawValue): \($0)" } }
        for reason in breached { console.fail("trace-analyze: failed on \(VisibleText.escape(reason))") }
        return breached.isEmpty ? 0 : 3
    })

/// Both sides as the user named them: two inputs, or lists.
private func sides(_ arguments: Arguments, _ command: String) throws(UsageError) -> ([String], [String]) {
    if arguments.has("before") || arguments.has("after") {
        let (before, after) = (arguments.values("before"), arguments.values("after"))
        guard arguments.positional.isEmpty, !before.isEmpty, !after.isEmpty else {
            throw UsageError("give the inputs of both sides: --before A1 A2 --after B1 B2", command: command)
        }
        return (before, after)
    }
    guard arguments.positional.count == 2 else {
        throw UsageError(
            "give BEFORE and AFTER, found \(arguments.positional.count) inputs; several a side go behind --before and --after",
            command: command)
    }
    return ([arguments.positional[0]], [arguments.positional[1]])
}

/// The figures of every trace that the inputs hold, and for a page the timeline of the first; each database is closed
/// again before the next is made.
private func read(
    _ inputs: [String], _ hasPage: Bool, _ options: TracePipeline.Options, _ console: Console
) throws(TraceError) -> (figures: [TraceFigures], timeline: TraceTimeline?) {
    var figures: [TraceFigures] = []
    var timeline: TraceTimeline?
    for input in inputs {
        let loaded = try SharedOptions.load([input], options, console)
        figures += try loaded.figures()
        if hasPage, timeline == nil { timeline = try loaded.timeline() }
    }
    return (figures, timeline)
}

private func gates(_ arguments: Arguments, _ command: String) throws(UsageError) -> [TraceDiff.Gate] {
    var gates: [TraceDiff.Gate] = []
    for word in arguments.values("fail-on").flatMap({ $0.split(separator: ",").map(String.init) }) {
        guard let gate = TraceDiff.Gate(rawValue: word) else {
            let words = TraceDiff.Gate.allCases.map(\.rawValue)
            throw UsageError(
                "'--fail-on' knows \(words.joined(separator: ", ")), found '\(word.prefix(40))'", command: command,
                suggestion: Spelling.nearest(word, among: words))
        }
        gates.append(gate)
    }
    return gates
}

private func diffOptions(_ arguments: Arguments, _ command: String) throws(UsageError) -> DiffOptions {
    var options = DiffOptions()
    switch arguments.value("generics") {
    case nil, "keep": break
    case "drop": options.dropsGenerics = true
    case let word?:
        throw UsageError("'--generics' must be keep or drop, found '\(word.prefix(40))'", command: command)
    }
    for pattern in arguments.values("pair") {
        do {
            try options.leaveOutOfNames(pattern)
        } catch {
            throw UsageError("'--pair' is no regular expression: '\(pattern.prefix(40))'", command: command)
        }
    }
    return options
}
