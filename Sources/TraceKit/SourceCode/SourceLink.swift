/// A template for the URL of a source line, such as `https://github.com/me/app/blob/main/{path}#L{line}` or
/// `vscode://file{file}:{line}`.
///
/// `{path}` is the path relative to the git repository, `{file}` the absolute path, `{line}` the line.
package struct SourceLink: Sendable {
    /// Schemes of web pages and editors, which run nothing and read no other files.
    package static let schemes = [
        "https", "http", "vscode", "vscode-insiders", "vscodium", "cursor", "windsurf", "zed", "xcode", "xed", "txmt",
        "idea", "subl", "nova", "bbedit",
    ]

    private enum Part: Sendable { case text(String), path, file, line }

    private let parts: [Part]

    /// Throws if the template is no URL, names no file, or could be more than a URL.
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

/// Finds the source lines for a row of a result.
///
/// Example: `SourceLookup(try SourceIndex(["Sources"]), link: nil).mentions(view: "LandmarkRow")`
package struct SourceLookup: Sendable {
    package let index: SourceIndex
    package let link: SourceLink?
    private let known: KnownLines

    package init(_ index: SourceIndex, link: SourceLink?) {
        self.index = index
        self.link = link
        known = KnownLines(index)
    }

    /// Where a row's work is declared: the lines with most samples, as recorded (`LandmarkRow.swift:41` or a path on the
    /// build machine); if none is known, the properties and functions that hold the samples, such as
    /// `LandmarkRow.date.getter`; then the view, then the cause.
    package func mentions(
        view: String?, cause: String? = nil, sources: [String] = [], functions: [String] = []
    ) -> [SourceMention] {
        var mentions: [SourceMention] = []
        func add(_ name: String?, _ place: SourcePlace?) {
            guard let place, !mentions.contains(where: { $0.place == place }) else { return }
            mentions.append(SourceMention(name: name, place: place, address: link?.address(place)))
        }
        for (file, line) in sources.compactMap(Self.parts) { add(nil, index.place(ofFile: file, line: line)) }
        var missing: [String] = []
        for function in mentions.isEmpty ? functions : [] {
            let isGetter = function.hasSuffix(".getter")
            let name = isGetter ? String(function.dropLast(".getter".count)) : function
            add(name, isGetter ? index.place(ofMember: name) : index.place(ofFunction: name))
            if index.lacks(name) { missing.append(name) }
        }
        if let view {
            let lack = missing.isEmpty ? "" : "; these sources have no \(missing.joined(separator: ", "))"
            add(view + lack, index.place(ofView: view))
        }
        if let cause { add(cause, index.place(ofCause: cause)) }
        return mentions
    }

    /// Where views read what updates them and where that is written: an answer for each pair of a view and a cause.
    func uses(_ subjects: [(view: String, cause: String)?]) -> [[SourceMention]] {
        let asked = subjects.map { $0.map { PropertyReads.Question(view: $0.view, cause: $0.cause) } }
        let answers = known.reads(asked.compactMap { $0 })
        return asked.map { ($0.flatMap { answers[$0] } ?? []).map(mention) }
    }

    /// Where views are made, or functions called: an answer for each name.
    func callSites(_ names: [String?]) -> [[SourceMention]] {
        let answers = known.callSites(names.compactMap { $0 })
        return names.map { ($0.flatMap { answers[$0] } ?? []).map(mention) }
    }

    private func mention(_ found: SourceFinding) -> SourceMention {
        let place = index.place(file: found.file, line: found.line)
        return SourceMention(name: found.words, place: place, address: link?.address(place), relation: found.relation)
    }

    /// `Views/LandmarkRow.swift:41`
    private static func parts(_ source: String) -> (file: String, line: Int)? {
        guard let colon = source.lastIndex(of: ":"), let line = Int(source[source.index(after: colon)...]), line > 0
        else { return nil }
        return (String(source[..<colon]), line)
    }
}

/// The answers so far: the sections of a report ask the same, and an answer may read all sources.
private final class KnownLines: @unchecked Sendable {
    private let index: SourceIndex
    private let monitor = Monitor()
    /// Guarded by the monitor.
    private var reads: [PropertyReads.Question: [SourceFinding]] = [:]
    private var callSites: [String: [SourceFinding]] = [:]

    init(_ index: SourceIndex) { self.index = index }

    func reads(_ questions: [PropertyReads.Question]) -> [PropertyReads.Question: [SourceFinding]] {
        monitor.locked {
            Self.answer(questions, &reads) {
                var reads = PropertyReads(index)
                return reads.answers($0)
            }
        }
    }

    func callSites(_ names: [String]) -> [String: [SourceFinding]] {
        monitor.locked {
            Self.answer(names, &callSites) {
                var sites = CallSites(index)
                return sites.answers($0)
            }
        }
    }

    private static func answer<Question: Hashable>(
        _ questions: [Question], _ known: inout [Question: [SourceFinding]], _ ask: ([Question]) -> [[SourceFinding]]
    ) -> [Question: [SourceFinding]] {
        let new = questions.filter { known[$0] == nil }
        if !new.isEmpty { for (question, found) in zip(new, ask(new)) { known[question] = found } }
        return known
    }
}

/// A source line that a result mentions.
package struct SourceMention: Equatable, Sendable {
    /// What the line does.
    package enum Relation: String, Sendable {
        case declares, reads, writes
        case neverRead = "never-read"
        /// Makes a view, or calls a function.
        case calls
    }

    /// The declaration on that line; nil for a sampled line. Of other relations, the sentence: `reads favorites`.
    package var name: String?
    package var place: SourcePlace
    /// The URL that opens it; nil without a template.
    package var address: String?
    package var relation = Relation.declares

    /// `Sources/LandmarkRow.swift:12 (LandmarkRow)`, `Sources/LandmarkRow.swift:19 reads favorites`
    var words: String {
        guard let name else { return place.text }
        return relation == .declares ? "\(place.text) (\(name))" : "\(place.text) \(name)"
    }

    /// The form for a host that knows the repository.
    var placeInRepository: Place { Place(file: place.pathInRepository, line: place.line) }
}

extension [SourceMention] {
    /// The sentences one after another; what further lines of a file do alike is said once.
    var words: String {
        var parts: [String] = []
        var index = startIndex
        while index < endIndex {
            let first = self[index]
            var others: [Int] = []
            index += 1
            while index < endIndex, self[index].name == first.name, self[index].place.path == first.place.path {
                others.append(self[index].place.line)
                index += 1
            }
            let more = others.map { ":\($0)" }.joined(separator: ", ")
            parts.append(others.isEmpty ? first.words : "\(first.words) (also \(more))")
        }
        return parts.joined(separator: ", ")
    }

    /// Its lines of notes by what they say. Declarations are left out where something says more: no one edits them.
    var notes: [(label: String, words: String)] {
        func note(_ label: String, _ relations: Set<SourceMention.Relation>) -> [(label: String, words: String)] {
            let found = filter { relations.contains($0.relation) }
            return found.isEmpty ? [] : [(label, found.words)]
        }
        let reads = note("Reads", [.reads, .neverRead])
        return (reads.isEmpty ? note("Where", [.declares]) : reads) + note("Writes", [.writes]) + note("Used", [.calls])
    }
}
