/// The signposts of a trace by name, subsystem and category, and which of them measure bodies.
final class SignpostKinds {
    struct Key: DenseKey {
        var (name, subsystem, category): (NameID, NameID, NameID)

        var hash: UInt64 { HashMixer.mix(name.rawValue, subsystem.rawValue, category.rawValue, 0) }
    }

    /// What the intervals of one signpost have in common.
    struct Kind {
        let key: Key
        /// Whether Instruments or a framework of the system wrote them: no bodies of the app.
        let isOfFrameworks: Bool
        var intervals = 0
        /// Whose message names a view, and one that ends as views do.
        var named = 0
        var ending = 0
        /// That last longer than bodies do.
        var long = 0
        /// Places of the views that messages name.
        var views: Set<Int32> = []
        /// How many of the views end as views do.
        var endingViews = 0
        /// Whether two intervals overlap and neither lies in the other, or they are of several threads: bodies do not.
        var isConcurrent = false
        /// Whether the intervals are bodies; asked: because an option says so.
        var isTaken = false
        var isAsked = false
        /// Whether the view is that of the message.
        var isByMessage = false
        /// Intervals that are bodies.
        var taken = 0
    }

    /// What may be bodies, and the values of the option that says so.
    struct Proposal {
        struct Option {
            var value: String
            var intervals: Int
        }

        var names: [String]
        var options: [Option]
        var isByMessage: Bool
    }

    private struct MessageView {
        var raw: NameID
        var name: NameID
        var endsAsView: Bool
    }

    private(set) var all: [Kind] = []
    private let builder: TraceBuilder
    private let names: NameTable
    private let index = DenseIndex<Key>()
    /// By row of the signposts; -1 for what is no interval.
    private let kinds: Column<Int32>
    /// By message: the place of the view that it names, or `none`.
    private let viewOfMessage = NameMemo<Int32>()
    private var messageViews: [MessageView] = []
    private let placeOfView = Memo<NameID, Int32>()

    /// Bodies of two seconds and more are so rare that such intervals are taken for something else.
    private static let longest: Int64 = 2_000_000_000
    private static let none: Int32 = -1

    init(_ builder: TraceBuilder) {
        (self.builder, names) = (builder, builder.names)
        let signposts = builder.signposts
        kinds = Column(repeating: -1, count: signposts.count)
        for row in 0..<signposts.count {
            let signpost = signposts[row]
            guard signpost.duration >= 0 || signpost.pairing == .beginOnly else { continue }
            let key = Key(name: signpost.name, subsystem: signpost.subsystem, category: signpost.category)
            let number = index.number(of: key)
            if number == all.count { all.append(Kind(key: key, isOfFrameworks: isOfFrameworks(key))) }
            kinds[row] = Int32(number)
            if !all[number].isOfFrameworks { count(signpost, number) }
        }
    }

    private func isOfFrameworks(_ key: Key) -> Bool {
        if key.subsystem.isPresent { return names.text(key.subsystem)?.hasPrefix("com.apple.") == true }
        return RecordedTables.signpostCategories.contains(names.text(key.category) ?? "")
    }

    private func count(_ signpost: SignpostRecord, _ number: Int) {
        all[number].intervals += 1
        if signpost.duration > Self.longest { all[number].long += 1 }
        let place = view(inMessage: signpost.message)
        guard place >= 0 else { return }
        let endsAsView = messageViews[Int(place)].endsAsView
        all[number].named += 1
        if endsAsView { all[number].ending += 1 }
        if all[number].views.insert(place).inserted, endsAsView { all[number].endingViews += 1 }
    }

    /// The place of the view that a message names.
    private func view(inMessage message: NameID) -> Int32 {
        guard message.isPresent else { return Self.none }
        return viewOfMessage(message) {
            guard let view = SignpostWords.view(inMessage: names.text(message) ?? "") else { return Self.none }
            let raw = names.intern(view.raw)
            return placeOfView(raw) {
                messageViews.append(MessageView(raw: raw, name: builder.viewNames[raw], endsAsView: view.endsAsView))
                return Int32(messageViews.count - 1)
            }
        }
    }

    /// The names of the views that the messages of a kind name.
    func views(of kind: Kind) -> [String] {
        Set(kind.views.map { messageViews[Int($0)].name }).map { names.text($0) ?? "" }.sorted()
    }

    // MARK: Judging

    /// Decides which kinds are bodies. `measured`: views whose bodies are measured elsewhere in the input, which a wrapper
    /// around them would repeat.
    func judge(_ measured: Set<NameID>) {
        noteConcurrent()
        for place in all.indices {
            let kind = all[place]
            let isWrapper = isWrapper(kind)
            if isAsked(kind.key) {
                let isNamedByMessages = calledView(kind) == nil && Self.areMost(kind.named, of: kind.intervals)
                (all[place].isTaken, all[place].isAsked) = (true, true)
                all[place].isByMessage = isWrapper || isNamedByMessages
            } else if isWrapper, isCertain(kind),
                !kind.views.contains(where: { measured.contains(messageViews[Int($0)].name) })
            {
                (all[place].isTaken, all[place].isByMessage) = (true, true)
            }
        }
    }

    /// Whether the views are those of the messages.
    private func isWrapper(_ kind: Kind) -> Bool {
        guard Self.areMost(kind.named, of: kind.intervals), kind.views.count >= 2 else { return false }
        if calledView(kind)?.endsAsView == true { return false }
        return SignpostWords.speaksOfBodiesAlone(words(kind))
            || kind.endingViews >= 2 && kind.ending * 2 >= kind.intervals
    }

    private func isCertain(_ kind: Kind) -> Bool {
        let category = SignpostWords.words(names.text(kind.key.category) ?? "")
        return !kind.isConcurrent && Self.areMost(kind.intervals - kind.long, of: kind.intervals)
            && !SignpostWords.speaksOfOthers(words(kind).union(category))
    }

    private func words(_ kind: Kind) -> Set<String> { SignpostWords.words(names.text(kind.key.name) ?? "") }

    private func calledView(_ kind: Kind) -> SignpostWords.Name? {
        SignpostWords.view(called: names.text(kind.key.name) ?? "")
    }

    /// Nine of ten.
    private static func areMost(_ part: Int, of all: Int) -> Bool { part * 10 >= all * 9 }

    /// The view whose body the interval of a row is, as it is written; nil where it is none.
    func body(_ row: Int) -> NameID? {
        guard kinds[row] >= 0, case let number = Int(kinds[row]), all[number].isTaken else { return nil }
        let signpost = builder.signposts[row]
        let isLong = signpost.duration > Self.longest
        let place = all[number].isByMessage ? view(inMessage: signpost.message) : Self.none
        if !all[number].isAsked, place < 0 || isLong { return nil }
        all[number].taken += 1
        return place >= 0 ? messageViews[Int(place)].raw : signpost.name
    }

    // MARK: What the user says

    private func isAsked(_ key: Key) -> Bool {
        let filters = builder.options.bodySignposts
        guard !filters.isEmpty else { return false }
        let matches = builder.options.matches
        let signpost = filter(key)
        let meant = filters.filter { $0.includes(signpost) }
        for filter in meant { matches.note(.bodySignposts, filter.text) }
        matches.offer(.bodySignposts, ["\(signpost.subsystem):\(signpost.category)"])
        return !meant.isEmpty
    }

    /// A category may carry the subsystem before a colon, as some writers have it.
    private func filter(_ key: Key) -> SignpostFilter {
        let (subsystem, category) = (names.text(key.subsystem) ?? "", names.text(key.category) ?? "")
        let joined = subsystem.isEmpty && !category.hasPrefix(":") ? SignpostFilter(category) : nil
        let name = names.text(key.name) ?? ""
        guard let joined, joined.name == nil else {
            return SignpostFilter(subsystem: subsystem, category: category, name: name)
        }
        return SignpostFilter(subsystem: joined.subsystem, category: joined.category, name: name)
    }

    // MARK: Proposals

    private static let mostProposed = 8

    /// What may be bodies and was not taken for some: by messages, or by names in one category.
    func proposals() -> [Proposal] {
        let open = all.indices.filter { place in
            let kind = all[place]
            return !kind.isOfFrameworks && !kind.isTaken && !kind.isConcurrent && kind.long * 2 <= kind.intervals
        }
        let wrappers = open.filter { isPerhapsWrapper(all[$0]) }
        var proposals = wrappers.compactMap { proposal([$0], isByMessage: true) }
        let called = open.filter { !wrappers.contains($0) && calledView(all[$0]) != nil }
        let groups = Dictionary(grouping: called) { [all[$0].key.subsystem, all[$0].key.category] }
        for group in groups.values.sorted(by: { $0[0] < $1[0] }) {
            let ending = group.filter { calledView(all[$0])?.endsAsView == true }
            let category = SignpostWords.words(names.text(all[group[0]].key.category) ?? "")
            let isForViews = SignpostWords.speaksOfViews(category) && (group.count > 1 || !ending.isEmpty)
            guard isForViews || ending.count > 1 else { continue }
            if let proposal = proposal(isForViews ? group : ending, isByMessage: false) { proposals.append(proposal) }
        }
        return proposals
    }

    private func isPerhapsWrapper(_ kind: Kind) -> Bool {
        guard Self.areMost(kind.named, of: kind.intervals), calledView(kind)?.endsAsView != true,
            !SignpostWords.speaksOfOthers(words(kind))
        else { return false }
        return kind.ending > 0 || SignpostWords.speaksOfBodiesAlone(words(kind))
    }

    /// Nil where the option cannot say it.
    private func proposal(_ places: [Int], isByMessage: Bool) -> Proposal? {
        let kinds = places.map { all[$0] }.sorted { $0.intervals > $1.intervals }.prefix(Self.mostProposed)
        guard let key = kinds.first?.key else { return nil }
        let isWhole =
            all.filter { $0.key.subsystem == key.subsystem && $0.key.category == key.category }.count == kinds.count
        let parts = isWhole ? [kinds[...]] : kinds.map { [$0] }
        var options: [Proposal.Option] = []
        for part in parts {
            guard let key = part.first?.key, case let meant = filter(key) else { continue }
            let value = isWhole ? "\(meant.subsystem):\(meant.category)" : meant.text
            guard SignpostFilter(value)?.includes(meant) == true else { return nil }
            options.append(Proposal.Option(value: value, intervals: part.reduce(0) { $0 + $1.intervals }))
        }
        return Proposal(
            names: kinds.map { names.text($0.key.name) ?? "" }, options: options, isByMessage: isByMessage)
    }

    // MARK: Concurrency

    private struct Span {
        let (start, end): (Int64, Int64)
        let (process, thread): (NameID, NameID)
    }

    /// Bodies run one after the other or inside one another, on one thread of a process; what is asynchronous does not.
    private func noteConcurrent() {
        let isLookedAt = all.map { !$0.isOfFrameworks && ($0.named > 0 || calledView($0) != nil) }
        var spans: [[Span]] = Array(repeating: [], count: all.count)
        for row in 0..<kinds.count where kinds[row] >= 0 && isLookedAt[Int(kinds[row])] {
            let signpost = builder.signposts[row]
            guard signpost.duration >= 0 else { continue }
            spans[Int(kinds[row])].append(
                Span(
                    start: signpost.start, end: signpost.start.addingSaturating(signpost.duration),
                    process: signpost.process, thread: signpost.thread))
        }
        for place in all.indices where spans[place].count > 1 {
            all[place].isConcurrent = Self.areConcurrent(spans[place])
        }
    }

    private static func areConcurrent(_ spans: [Span]) -> Bool {
        var threads: [NameID: NameID] = [:]
        var open: [NameID: [Int64]] = [:]
        for span in spans.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) {
            let thread = threads[span.process] ?? span.thread
            if thread.isPresent, span.thread.isPresent, thread != span.thread { return true }
            threads[span.process] = thread.isPresent ? thread : span.thread
            var ends = open[span.process] ?? []
            while let end = ends.last, end <= span.start { ends.removeLast() }
            if let end = ends.last, end < span.end { return true }
            ends.append(span.end)
            open[span.process] = ends
        }
        return false
    }
}
