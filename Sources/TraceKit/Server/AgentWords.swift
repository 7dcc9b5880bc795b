/// Rewrites sentences of the command line for agents: options become arguments of `open_trace`, commands become tools.
enum AgentWords {
    /// Applied in this order; names in traces contain none of these.
    private static let replacements: [(words: String, by: String)] = [
        (" (--logs)", ""), (" (--all)", ""), (", --all)", ")"), ("report --process", "--process"),
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
    /// Commands that a person runs to record or unpack; their options are kept.
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

    /// A note without the clauses that advise what no tool can do: `…; to keep them: OPTION`.
    static func note(_ text: String) -> String {
        var text = of(text)
        while let option = otherOption(text), let end = clauseEnd(text[..<option]) { text = String(text[..<end]) }
        return text
    }

    /// An advice; nil if no tool can follow it.
    static func advice(_ text: String) -> String? {
        let text = of(text)
        if isOfProgram(text) { return text }
        return otherOption(text) == nil && !text.contains("trace-analyze ") ? text : nil
    }

    private static func isOfProgram(_ text: String) -> Bool { programs.contains(where: text.contains) }

    /// The position of the last option of the command line that no tool has.
    private static func otherOption(_ text: String) -> String.Index? {
        if isOfProgram(text) { return nil }
        let isFirst = text.hasPrefix("--")
        return [" --", "'--", "(--"].compactMap { text.ranges(of: $0).last?.lowerBound }.max()
            ?? (isFirst ? text.startIndex : nil)
    }

    /// The end of what precedes the last clause of a text; nil if there is only one.
    private static func clauseEnd(_ text: Substring) -> String.Index? {
        let sentences = [". ", "? "].compactMap { text.ranges(of: $0).last }.map { text.index(after: $0.lowerBound) }
        let end = (sentences + [text.ranges(of: "; ").last?.lowerBound].compactMap { $0 }).max()
        return end ?? text.ranges(of: ": ").last?.lowerBound
    }

    /// A diagnostic, with its fix only if a tool can follow it.
    static func of(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.message = of(diagnostic.message)
        diagnostic.fix = diagnostic.fix.flatMap(advice)
        return diagnostic
    }
}
