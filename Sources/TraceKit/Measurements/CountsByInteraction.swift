/// The updates of a row – a view, a chain – inside interactions, by what these were.
///
/// Like a dictionary, but of some elements of an array that many rows share: a trace may have a row an update.
struct CountsByInteraction: Sequence, Sendable {
    /// The kinds of interactions of a trace, numbered.
    final class Kinds: Sendable {
        let keys: [InteractionKey]
        private let places: [InteractionKey: Int32]

        /// Each of them once.
        init(_ keys: [InteractionKey]) {
            self.keys = keys
            places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, Int32($0)) })
        }

        func place(of key: InteractionKey) -> Int32? { places[key] }
    }

    private let kinds: Kinds
    /// Ascending by kind.
    private var parts: ArraySlice<KindCounts>

    private static let none = Kinds([])

    init() { self.init(Self.none, []) }

    /// `parts`: ascending by kind, none of them outside of interactions.
    init(_ kinds: Kinds, _ parts: ArraySlice<KindCounts>) { (self.kinds, self.parts) = (kinds, parts) }

    init(_ counts: [InteractionKey: UpdateCounts]) {
        let keys = counts.keys.sorted()
        self.init(
            Kinds(keys),
            keys.enumerated().map { KindCounts(kind: Int32($0), counts: counts[$1] ?? UpdateCounts()) }[...])
    }

    var isEmpty: Bool { parts.isEmpty }
    var keys: some Sequence<InteractionKey> { lazy.map(\.key) }
    var values: some Sequence<UpdateCounts> { parts.lazy.map(\.counts) }

    subscript(key: InteractionKey) -> UpdateCounts? {
        guard !parts.isEmpty, let kind = kinds.place(of: key) else { return nil }
        let place = parts.firstPlace { $0.kind >= kind }
        return place < parts.endIndex && parts[place].kind == kind ? parts[place].counts : nil
    }

    func makeIterator() -> some IteratorProtocol<(key: InteractionKey, value: UpdateCounts)> {
        parts.lazy.map { (key: kinds.keys[Int($0.kind)], value: $0.counts) }.makeIterator()
    }

    static func += (left: inout CountsByInteraction, right: CountsByInteraction) {
        if left.kinds === right.kinds {
            let parts = (left.parts + right.parts).sorted { $0.kind < $1.kind }
            left.parts = parts.reduce(into: []) { joined, part in
                if let last = joined.indices.last, joined[last].kind == part.kind {
                    joined[last].counts += part.counts
                } else {
                    joined.append(part)
                }
            }
            return
        }
        var sum = Dictionary(uniqueKeysWithValues: left.map { ($0.key, $0.value) })
        for (key, counts) in right { sum[key, default: UpdateCounts()] += counts }
        left = CountsByInteraction(sum)
    }
}
