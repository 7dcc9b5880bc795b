import TraceKit

let explainCommand = CommandSpec(
    name: "explain",
    summary: "Lists the rules, or explains one: what it finds, why that matters, and what to do.",
    arguments: "[RULE]",
    options: [.init(name: "width", value: "N", help: "columns of the text (default: the terminal's)")],
    examples: [
        ("trace-analyze explain", "all rules, one per line"),
        ("trace-analyze explain fan-out", "one rule in full, with its thresholds"),
    ],
    argumentWords: RuleGuides.all.map { $0.id },
    run: { arguments, console in
        let width = try arguments.integer("width", in: 40...10_000) ?? min(console.width, 100)
        guard arguments.positional.count <= 1 else { throw UsageError("give at most one RULE") }
        guard let id = arguments.positional.first else {
            console.print(RuleGuideText.list(RuleGuides.all, width: width))
            return 0
        }
        guard let guide = RuleGuides.all.first(where: { $0.id == id }) else {
            throw UsageError("unknown rule", id, noneOf: RuleGuides.all.map { $0.id })
        }
        console.print(RuleGuideText.explain(guide, width: width))
        return 0
    })
