/// The names of the interactions and views that differ. Only their chains are compared.
struct DiffRoots {
    var interactions: Set<String>
    var views: Set<String>

    var isEmpty: Bool { interactions.isEmpty && views.isEmpty }
}

/// The chains of all traces of a comparison that end at a view that differs or run in such an interaction, by their
/// paired texts.
struct ChainPairs {
    /// The paired texts, sorted. Chains outside of interactions are left out.
    let texts: [String]
    private let traces: [[String: UpdateFigures]]

    init(_ names: DiffNames, _ roots: DiffRoots, _ traces: [[String: UpdateFigures]]) {
        var texts: Set<String> = []
        self.traces = traces.map { chains in
            var paired: [String: UpdateFigures] = [:]
            for (path, figures) in chains where !figures.byInteraction.isEmpty {
                let text = names.chain(path)
                let runsInRoot = figures.byInteraction.keys.contains {
                    roots.interactions.contains(names.interaction($0).title)
                }
                guard runsInRoot || roots.views.contains(Self.lastView(text)) else { continue }
                var figures = figures
                figures.byInteraction = names.renamed(figures.byInteraction)
                paired.add(figures, text)
                texts.insert(text)
            }
            return paired
        }
        self.texts = texts.sorted()
    }

    /// The figures of a chain, one per trace; nil for a trace without the chain.
    func figures(_ chain: Int) -> [UpdateFigures?] { traces.map { $0[texts[chain]] } }

    /// The view at which a chain ends: `Row` of `Tap → Row.body`.
    private static func lastView(_ text: String) -> String {
        let last = text.ranges(of: " → ").last.map { text[$0.upperBound...] } ?? text[...]
        return String(last.hasSuffix(".body") ? last.dropLast(5) : last)
    }
}

/// The views of all traces of a comparison, each once, in order.
struct ViewPairs: Sendable {
    let keys: [ViewFigureKey]
    private let traces: [[ViewFigureKey: UpdateFigures]]
    /// Views of only the before side, and of only the after side.
    let gone: [ViewFigureKey]
    let new: [ViewFigureKey]

    init(before: [TraceFigures], after: [TraceFigures]) {
        func names(_ side: [TraceFigures]) -> Set<ViewFigureKey> {
            side.reduce(into: []) { $0.formUnion($1.views.keys) }
        }
        let (left, right) = (names(before), names(after))
        keys = left.union(right).sorted()
        (gone, new) = (left.subtracting(right).sorted(), right.subtracting(left).sorted())
        traces = (before + after).map(\.views)
    }

    /// The figures of a view, one per trace; nil for a trace without the view.
    func figures(_ row: Int) -> [UpdateFigures?] { traces.map { $0[keys[row]] } }

    /// A warning if hardly any view pairs, which happens if names contain an id or a file name; otherwise nil.
    var warning: String? {
        let both = keys.count - gone.count - new.count
        let fewer = both + min(gone.count, new.count)
        guard fewer >= 20, 20 * both <= fewer, let example = gone.first else { return nil }
        let pairing = both == 0 ? "none has" : "only \(both) have"
        return
            "of \(Decimal.grouped(fewer)) views \(pairing) the same name on both sides (\(example.view) is not there "
            + "after): leave out of names what changes from run to run with --pair TEXT"
    }
}

/// Text that is removed from names before they are paired. `*` matches any text, as little as possible; a `^` at the
/// start matches the start of the name, a `$` at the end its end.
struct PairPattern: Sendable {
    /// The condition before the first or after the last part of a match.
    private enum Edge { case nothing, edgeOfName, anyText }

    /// The most bytes of a pattern: a match takes at most this many steps for each byte of the name.
    static let longest = 200

    let text: String
    /// The literal text between the stars; none of it is empty.
    private let parts: [String]
    private let (start, end): (Edge, Edge)

    /// Returns nil for a pattern without literal text, and if it is too long.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        self.text = text
        var body = text[...]
        let (isAtStart, isAtEnd) = (body.hasPrefix("^"), body.hasSuffix("$"))
        if isAtStart { body = body.dropFirst() }
        if isAtEnd { body = body.dropLast() }
        start = body.hasPrefix("*") ? .anyText : isAtStart ? .edgeOfName : .nothing
        end = body.hasSuffix("*") ? .anyText : isAtEnd ? .edgeOfName : .nothing
        parts = body.split(separator: "*").map(String.init)
        if parts.isEmpty { return nil }
    }

    /// The name without the matches of the pattern.
    func removed(from name: String) -> String {
        var (rest, place) = ("", name.startIndex)
        while let match = match(in: name, from: place) {
            rest += name[place..<match.lowerBound]
            place = match.upperBound
        }
        return rest + name[place...]
    }

    func matches(in name: String) -> Bool { match(in: name, from: name.startIndex) != nil }

    private func match(in name: String, from place: String.Index) -> Range<String.Index>? {
        var (first, next) = (start == .anyText ? place : nil, place)
        for index in parts.indices {
            guard let found = range(ofPart: index, in: name[next...].utf8) else { return nil }
            first = first ?? found.lowerBound
            next = found.upperBound
        }
        guard let first, start != .edgeOfName || first == name.startIndex else { return nil }
        return first..<(end == .anyText ? name.endIndex : next)
    }

    private func range(ofPart index: Int, in rest: Substring.UTF8View) -> Range<String.Index>? {
        let part = parts[index].utf8
        if index == parts.count - 1, end == .edgeOfName {
            let first = rest.index(rest.endIndex, offsetBy: -part.count, limitedBy: rest.startIndex)
            return first.flatMap { rest[$0...].elementsEqual(part) ? $0..<rest.endIndex : nil }
        }
        if index == 0, start == .edgeOfName {
            return rest.starts(with: part)
                ? rest.startIndex..<rest.index(rest.startIndex, offsetBy: part.count) : nil
        }
        return rest.firstRange(of: part)
    }
}
