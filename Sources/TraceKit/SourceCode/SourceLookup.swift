/// The app's sources, asked for what a row of a result is about.
///
/// Example: `SourceLookup(try SourceIndex(["Sources"]), link: nil).mentions(view: "LandmarkRow")`
public struct SourceLookup: Sendable {
    public let index: SourceIndex
    public let link: SourceLink?

    public init(_ index: SourceIndex, link: SourceLink?) {
        self.index = index
        self.link = link
    }

    /// `source` is a line that the recording itself names, `LandmarkRow.swift:41` or with a path of the machine that built
    /// the app: where samples were taken says more than where a view is declared, so it comes first; where that is not known,
    /// the property of a `function` as `LandmarkRow.date.getter`. Then the view, then the cause.
    public func mentions(
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
public struct SourceMention: Equatable, Sendable {
    /// What stands there; nil for the line that the samples name.
    public var name: String?
    public var place: SourcePlace
    /// Opens it; nil where nobody said how.
    public var address: String?

    /// `Sources/LandmarkRow.swift:12 (LandmarkRow)`
    var words: String { name.map { "\(place.text) (\($0))" } ?? place.text }

    /// For a host that knows the repository.
    var placeInRepository: Place { Place(file: place.pathInRepository, line: place.line) }
}

extension [SourceMention] {
    var words: String { map(\.words).joined(separator: ", ") }
}
