/// An address that opens a line of a source, made from a template as
/// `https://github.com/me/app/blob/main/{path}#L{line}` or `vscode://file{file}:{line}`.
///
/// `{path}` is the path from the top of the git repository, `{file}` the whole path, `{line}` the line.
public struct SourceLink: Sendable {
    /// Web pages and editors: nothing that a page would run, and nothing that reads what it should not.
    public static let schemes = [
        "https", "http", "vscode", "vscode-insiders", "vscodium", "cursor", "windsurf", "zed", "xcode", "xed", "txmt",
        "idea", "subl", "nova", "bbedit",
    ]

    private enum Part: Sendable { case text(String), path, file, line }

    private let parts: [Part]

    /// Throws where it is no address, names no file, or could be more than an address.
    public init(_ template: String) throws(TraceError) {
        let scheme = template.prefix { $0 != ":" }.lowercased()
        guard Self.schemes.contains(scheme), template.utf8.count > scheme.utf8.count else {
            throw Self.failure("its scheme is not one of \(Self.schemes.joined(separator: ", "))")
        }
        var parts: [Part] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let text = rest[..<open]
            parts.append(.text(String(text)))
            switch rest[rest.index(after: open)..<close] {
            case "path": parts.append(.path)
            case "file": parts.append(.file)
            case "line": parts.append(.line)
            default: throw Self.failure("{path}, {file} and {line} are what can be put in")
            }
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(rest)))
        for case .text(let text) in parts where !AddressText.isPlain(text) {
            throw Self.failure("it holds a character that no address has; write it as %20 and the like")
        }
        guard parts.contains(where: { if case .path = $0 { true } else if case .file = $0 { true } else { false } })
        else { throw Self.failure("it has neither {path} nor {file}") }
        self.parts = parts
    }

    public func address(_ place: SourcePlace) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .path: AddressText.path(place.pathInRepository)
            case .file: AddressText.path(place.absolutePath)
            case .line: "\(place.line)"
            }
        }.joined()
    }

    private static func failure(_ why: String) -> TraceError {
        TraceError(
            .usage, "'--source-url' is no address of a line: \(why)",
            fix: "write it as 'https://github.com/OWNER/APP/blob/main/{path}#L{line}' or 'vscode://file{file}:{line}'")
    }
}
