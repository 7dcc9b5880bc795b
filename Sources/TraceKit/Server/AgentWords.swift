/// Sentences that the command line shares, as an agent can follow them: options are arguments of `open_trace`, commands are
/// tools.
enum AgentWords {
    /// In this order; names of traces hold none of these.
    private static let replacements: [(words: String, by: String)] = [
        (" (--logs)", ""), (", --all)", ")"), ("report --process", "--process"),
        (
            "choose another one with --process NAME, or all with --process all",
            "open_trace takes the process NAME, or all"
        ),
        ("choose one with --process NAME, or all with --process all", "open_trace takes the process NAME, or all"),
        ("trace-analyze schema lists", "help with topic schema lists"),
        (", or give more time with --timeout SECONDS", ""), ("--timeout SECONDS", "max_rows"),
        ("trace-analyze chains", "trace_causes"), ("trace-analyze doctor", "open_trace"),
        ("trace-analyze report", "open_trace"), ("trace-analyze diff", "compare_traces"),
        ("trace-analyze check", "check_budget"), ("trace-analyze query", "query"),
        ("trace-analyze explain ", "help topic rule:"),
    ]
    /// Commands that a person runs to record or to unpack: their options are kept.
    private static let programs = [
        "xcrun ", "log show", "log stream", "log collect", "gunzip ", "unxz ", "bunzip2 ", "unpack it:",
    ]

    static func of(_ text: String) -> String {
        var text = text
        for (words, other) in replacements where text.contains(words) { text = text.replacing(words, with: other) }
        for property in OpenTraceTool.tool.input {
            let option = "--\(property.name.replacing("_", with: "-"))"
            if text.contains(option) { text = text.replacing(option, with: "open_trace's \(property.name)") }
        }
        return text
    }

    /// An advice; nil where no tool can follow it.
    static func advice(_ text: String) -> String? {
        let text = of(text)
        if programs.contains(where: text.contains) { return text }
        return text.contains(" --") || text.hasPrefix("--") || text.contains("'--") || text.contains("trace-analyze ")
            ? nil : text
    }

    /// What went wrong, with what to do only where that can be done.
    static func of(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.message = of(diagnostic.message)
        diagnostic.fix = diagnostic.fix.flatMap(advice)
        return diagnostic
    }
}
