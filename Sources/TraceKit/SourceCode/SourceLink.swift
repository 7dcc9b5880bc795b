/// An address that opens a line of a source, made from a template as
/// `https://github.com/me/app/blob/main/{path}#L{line}` or `vscode://file{file}:{line}`.
///
/// `{path}` is the path from the top of the git repository, `{file}` the whole path, `{line}` the line.
package struct SourceLink: Sendable {
    /// Web pages and editors: nothing that a page would run, and nothing that reads what it should not.
    package static let schemes = [
        "https", "http", "vscode", "vscode-insiders", "vscodium", "cursor", "windsurf", "zed", "xcode", "xed", "txmt",
        "idea", "subl", "nova", "bbedit",
    ]

    private enum Part: Sendable { case text(String), path, file, line }

    private let parts: [Part]

    /// Throws where it is no address, names no file, or could be more than an address.
    package init(_ template: String) throws(TraceError) {
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

    package func address(_ place: SourcePlace) -> String {
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

/// The app's sources, asked for what a row of a result is about.
///
/// Example: `SourceLookup(try SourceIndex(["Sources"]), link: nil).mentions(view: "LandmarkRow")`
package struct SourceLookup: Sendable {
    package let index: SourceIndex
    package let link: SourceLink?

    package init(_ index: SourceIndex, link: SourceLink?) {
        self.index = index
        self.link = link
    }

    /// `source` is a line that the recording itself names, `LandmarkRow.swift:41` or with a path of the machine that built
    /// the app: where samples were taken says more than where a view is declared, so it comes first; where that is not known,
    /// the property of a `function` as `LandmarkRow.date.getter`. Then the view, then the cause.
    package func mentions(
        view: String?, cause: String? = nil, source: String? = nil, function: String? = nil
    ) -> [SourceMention] {
        var mentions: [SourceMention] = []
        func add(_ name: String?, _ place: SourcePlace?) {
            guard let place, !mentions.contains(where: { $0.place == place }) else { return }
            mentions.append(SourceMention(name: name, place: place, address: link?.address(place)))
        }
        if let (file, line) = source.flatMap(Self.parts) { add(nil, index.place(ofFile: file, line: line)) }
        if mentions.isEmpty, let function, function.hasSuffix(".getter") {
            let property = String(function.dropLast(".getter".count))
            add(property, index.place(ofCause: property))
        }
        if let view { add(view, index.place(ofView: view)) }
        if let cause { add(cause, index.place(ofCause: cause)) }
        return mentions
    }

    /// `Views/LandmarkRow.swift:41`
    private static func parts(_ source: String) -> (file: String, line: Int)? {
        guard let colon = source.lastIndex(of: ":"), let line = Int(source[source.index(after: colon)...]), line > 0
        else { return nil }
        return (String(source[..<colon]), line)
    }
}

/// A line of the app's sources that something is said of.
package struct SourceMention: Equatable, Sendable {
    /// What stands there; nil for the line that the samples name.
    package var name: String?
    package var place: SourcePlace
    /// Opens it; nil where nobody said how.
    package var address: String?

    /// `Sources/LandmarkRow.swift:12 (LandmarkRow)`
    var words: String { name.map { "\(place.text) (\($0))" } ?? place.text }

    /// For a host that knows the repository.
    var placeInRepository: Place { Place(file: place.pathInRepository, line: place.line) }
}

extension [SourceMention] {
    var words: String { map(\.words).joined(separator: ", ") }
}
