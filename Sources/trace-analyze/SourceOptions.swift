import TraceKit

/// The options that name the app's sources, from which results get their `file:line`.
enum SourceOptions {
    static let all = CommandSpec.Option.list(under: "Sources", options)

    private static let options: [CommandSpec.Option] = [
        .init(
            name: "source-root", value: "DIR",
            help: "show file:line of views and causes from these Swift sources (repeatable)"),
        .init(
            name: "source-url", value: "TEMPLATE",
            help: "links to source lines: 'https://…/{path}#L{line}', 'vscode://file{file}:{line}'"),
    ]

    /// Reads the sources; nil if none are named. Call it before importing, so that bad paths are reported at once.
    static func lookup(_ arguments: Arguments, _ console: Console) throws -> SourceLookup? {
        let roots = arguments.values("source-root")
        let link = try arguments.value("source-url").map { (text) throws(TraceError) in try SourceLink(text) }
        guard !roots.isEmpty else {
            if link != nil { throw UsageError("'--source-url' needs the sources: --source-root DIR") }
            return nil
        }
        for option in ["redact", "redact-key"] where arguments.has(option) {
            throw UsageError("'--source-root' would give away the names that '--\(option)' replaces")
        }
        let index = try SourceIndex(roots)
        for diagnostic in index.diagnostics { console.show(diagnostic) }
        return SourceLookup(index, link: link)
    }
}
