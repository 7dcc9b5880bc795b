import TraceKit

let diffCommand = CommandSpec(
    name: "diff",
    summary: "Compares two traces, or several runs of each side, and reports what got better or worse.",
    arguments: "BEFORE AFTER | --before BEFORE... --after AFTER...",
    options: [
        .init(name: "before", value: "INPUT...", help: "the runs before the change", isList: true),
        .init(name: "after", value: "INPUT...", help: "the runs after the change", isList: true),
        .init(
            name: "pair", value: "TEXT",
            help: "remove TEXT from names before pairing; '*' is any text (repeatable)"),
        .init(
            name: "generics", value: "keep|drop", help: "whether generic arguments distinguish views (default keep)",
            words: ["keep", "drop"]),
        .init(
            name: "fail-on", value: "WHAT,...",
            help: "exit with 3 on: \(TraceDiff.Gate.allCases.map(\.rawValue).joined(separator: ", "))",
            words: TraceDiff.Gate.allCases.map(\.rawValue)),
        .init(
            name: "allow-incomplete", value: nil,
            help: "with --fail-on: accept traces that are truncated or lack view updates"),
        SharedOptions.format(TraceDiff.renderers), SharedOptions.output("the result"), PageOpener.option,
        .init(name: "top", value: "N", help: "rows per table (default 15)"),
    ] + SourceOptions.all + SharedOptions.analysis + SharedOptions.redaction + SharedOptions.page,
    basics: [
        "before", "after", "pair", "fail-on", "format", "output", "open", "top", "source-root", "process", "profile",
    ],
    examples: [
        ("trace-analyze diff before.json after.json", "did the fix help?"),
        ("trace-analyze diff traces.sqlite#1 traces.sqlite#2", "two traces of a database"),
        (
            "trace-analyze diff --before a?.json --after b?.json",
            "several runs a side; six are enough to judge times"
        ),
        ("trace-analyze diff main.json branch.json --fail-on regression --format github", "in CI"),
        ("trace-analyze diff before.json after.json --format html --output diff.html", "a page with both timelines"),
    ],
    run: { arguments, console in
        let (before, after) = try sides(arguments)
        let format = try SharedOptions.format(arguments, among: TraceDiff.renderers)
        try SharedOptions.checkTerminal(format, arguments, console)
        try PageOpener.check(arguments)
        let gates = try gates(arguments)
        var pipeline = try SharedOptions.pipelineOptions(arguments, console)
        // An option may concern one side only; check its matches after both are read.
        pipeline.defersMatches = true
        var options = try diffOptions(arguments)
        options.sources = try SourceOptions.lookup(arguments, console)
        options.accepted = arguments.project?.accepted.map(\.note) ?? []
        options.before = .init(label: before.joined(separator: ", "))
        options.after = .init(label: after.joined(separator: ", "))
        if pipeline.redactionKey != nil {
            options.before = .init(label: "BEFORE")
            options.after = .init(label: "AFTER")
        }
        let render = try SharedOptions.render(arguments, console)
        let output = try SharedOptions.outputFile(
            arguments, inputs: before + after, sources: options.sources, pipeline, console)
        let hasPage = format.drawsPage
        // The page draws stacks.
        if !hasPage { pipeline.unread = [.stackFrames] }
        let inputs = try SharedOptions.showing(console) { watch throws(TraceError) in
            try DiffInputs.read(before: before, after: after, hasPage: hasPage, pipeline, watch: watch)
        }
        let (left, right) = (inputs.before, inputs.after)
        for diagnostic in inputs.diagnostics { console.show(diagnostic) }
        for diagnostic in try pipeline.checkMatches() { console.show(diagnostic) }
        let loaded = left.loaded + right.loaded
        try SharedOptions.checkAccepted(arguments.project, loaded, console)
        options.input = SharedOptions.input(after, arguments, Array(right.loaded.prefix(1)))
        if let first = right.loaded.first?.traceIDs.first { options.input = options.input.of(first) }
        for pattern in try options.unmatchedPatterns(in: loaded) {
            console.warn("note: '--pair \(VisibleText.escape(String(pattern.prefix(80))))' matches no name")
        }
        var timelines: (before: TraceTimeline, after: TraceTimeline)?
        if let before = left.timeline, let after = right.timeline { timelines = (before, after) }
        let diff = try DiffBuilder.build(
            before: left.figures, after: right.figures, options, timelines: timelines,
            chains: ChainSource(loaded))
        let text = format.draw(diff, render)
        try SharedOptions.write(
            text, as: SharedOptions.kind(format, render), output, console, holdsCommands: format.name == "github")
        PageOpener.open(output, arguments, console)
        if !gates.isEmpty {
            let allows = arguments.has("allow-incomplete")
            if let trouble = diff.trouble ?? (allows ? nil : diff.missingUpdates) {
                console.fail("trace-analyze: error: the sides cannot be compared: \(VisibleText.escape(trouble))")
                console.fail(
                    "  fix: \(diff.fix)" + (diff.trouble == nil ? "; or compare the rest with --allow-incomplete" : ""))
                return 2
            }
            let damaged = (left.figures + right.figures).compactMap(\.incompleteness)
            if !damaged.isEmpty, !allows {
                for what in damaged {
                    console.fail(
                        "trace-analyze: error: \(VisibleText.escape(what)): what is missing cannot be compared")
                }
                console.fail("  fix: record or export it again, or accept it with --allow-incomplete")
                return 2
            }
        }
        let breached = gates.compactMap { gate in diff.reason(for: gate).map { "\(gate.rawValue): \($0)" } }
        for reason in breached { console.fail("trace-analyze: failed on \(VisibleText.escape(reason))") }
        return breached.isEmpty ? 0 : 3
    })

/// The inputs of both sides: two arguments, or two lists.
private func sides(_ arguments: Arguments) throws(UsageError) -> ([String], [String]) {
    if arguments.has("before") || arguments.has("after") {
        let (before, after) = (arguments.values("before"), arguments.values("after"))
        guard arguments.positional.isEmpty, !before.isEmpty, !after.isEmpty else {
            throw UsageError("give the inputs of both sides: --before A1 A2 --after B1 B2")
        }
        return (before, after)
    }
    guard arguments.positional.count == 2 else {
        throw UsageError(
            """
            give BEFORE and AFTER, found \(arguments.positional.count) inputs; to compare several runs, use \
            --before A… --after B…
            """)
    }
    return ([arguments.positional[0]], [arguments.positional[1]])
}

private func gates(_ arguments: Arguments) throws(UsageError) -> [TraceDiff.Gate] {
    var gates: [TraceDiff.Gate] = []
    let words = arguments.values("fail-on").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for word in words.map(String.init) {
        guard let gate = TraceDiff.Gate(rawValue: word) else {
            let known = TraceDiff.Gate.allCases.map(\.rawValue)
            throw UsageError(
                "'--fail-on' accepts \(known.joined(separator: ", ")); found '\(word.prefix(40))'",
                suggestion: NearestWord.to(word, among: known))
        }
        gates.append(gate)
    }
    return gates
}

private func diffOptions(_ arguments: Arguments) throws(UsageError) -> DiffOptions {
    var options = DiffOptions()
    let generics = ["keep": false, "drop": true]
    options.dropsGenerics = try arguments.value("generics", "keep or drop") { generics[$0] } ?? false
    for pattern in arguments.values("pair") where !options.leaveOutOfNames(pattern) {
        throw UsageError(
            "'--pair' must be text of at most 200 bytes in which '*' is any text, found '\(pattern.prefix(40))'")
    }
    return options
}
