/// Workflow commands of GitHub Actions: `::error title=…::…` on a line of their own.
enum GitHubCommand {
    /// `level` is error, warning or notice; `place` a file of the repository. Names may hold what would end a line or a
    /// property: it is escaped as the host's own toolkit does. Line ends of the text stay.
    static func line(_ level: String, title: String, _ text: String, at place: Place? = nil) -> String {
        let file = place.map { "file=\(property($0.file)),line=\($0.line ?? 1)," } ?? ""
        // Another host that shows the line obeys what stands inside of it.
        return CommandGuard.inside("::\(level) \(file)title=\(property(title))::\(message(text))")
    }

    /// Annotations of one level; of more than `most` the last one counts what is left out, because the host shows ten of a
    /// level a step and drops the others silently.
    static func capped(_ lines: [String], _ level: String, title: String, most: Int = most) -> [String] {
        guard lines.count > most else { return lines }
        let rest = "… and \(lines.count - most + 1) more; see the text report"
        return lines.prefix(most - 1) + [line(level, title: title, rest)]
    }

    static let most = 10

    private static func message(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { VisibleText.escape(String($0)).replacing("%", scalarsWith: "%25") }
            .joined(separator: "%0A")
    }

    /// The host splits at these bytes, whatever letters combine with them.
    private static func property(_ text: String) -> String {
        message(text).replacing(":", scalarsWith: "%3A").replacing(",", scalarsWith: "%2C")
    }
}
