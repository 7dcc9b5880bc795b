import TraceKit

/// The options that name the app's sources, in whose lines results say where something stands.
enum SourceOptions {
    static let all: [CommandSpec.Option] = [
        .init(
            name: "source-root", value: "DIR", help: "say file:line of views and causes, from Swift sources (repeat it)"
        ),
        .init(
            name: "source-url", value: "TEMPLATE",
            help: "link them: 'https://…/{path}#L{line}', 'vscode://file{file}:{line}'"),
    ]

    /// The sources, read; nil where none are named. To be called before anything is imported: what is wrong with them is
    /// said at once.
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
        let index = try SourceIndex(roots, jobs: arguments.integer("jobs", in: 1...256) ?? ProcessorCount.available)
        for diagnostic in index.diagnostics { console.tell(diagnostic) }
        return SourceLookup(index, link: link)
    }
}
