/// The signposts of a trace by name, subsystem and category, and which of them measure bodies.
final class SignpostKinds {
    struct Key: DenseKey {
        var (name, subsystem, category): (NameID, NameID, NameID)

        var hash: UInt64 { HashMixer.mix(name.rawValue, subsystem.rawValue, category.rawValue, 0) }
    }

    /// The common properties of the intervals of one signpost.
    struct Kind {
        let key: Key
        /// Whether Instruments or a system framework wrote them, so that they are no bodies of the app.
        let isOfFrameworks: Bool
        var intervals = 0
        /// Intervals whose message names a view, and those whose view has a typical ending.
        var named = 0
        var ending = 0
        /// Intervals that are too long for bodies.
        var long = 0
        /// Indexes of the views named in messages.
        var views: Set<Int32> = []
        /// The number of views with a typical ending.
        var endingViews = 0
        /// Whether two intervals overlap without nesting, or they are on several threads: bodies do neither.
        var isConcurrent = false
        /// Whether the intervals are bodies, and whether an option says so.
        var isTaken = false
        var isAsked = false
        /// Whether the messages name the views.
        var isByMessage = false
        /// The number of intervals that are bodies.
        var taken = 0
    }

    /// Signposts that may be bodies, and the option values that declare them so.
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
    /// The kind by row of the signposts; -1 for other rows than intervals.
    private let kinds: Column<Int32>
    /// The index of the view that a message names, or `none`.
    private let viewOfMessage = NameMemo<Int32>()
    private var messageViews: [MessageView] = []
    private let placeOfView = Memo<NameID, Int32>()

    /// Bodies of two seconds and more are so rare that such intervals are assumed to be something else.
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

    /// The index of the view that a message names.
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

    /// The names of the views in the messages of a kind.
    func views(of kind: Kind) -> [String] {
        Set(kind.views.map { messageViews[Int($0)].name }).map { names.text($0) ?? "" }.sorted()
    }

    // MARK: Judging

    /// Decides which kinds are bodies. `measured`: views whose bodies are measured elsewhere in the input, so that a
    /// wrapper's signposts would repeat them.
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

    /// Whether the messages name the views.
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

    /// Whether a part is at least nine tenths.
    private static func areMost(_ part: Int, of all: Int) -> Bool { part * 10 >= all * 9 }

    /// The view, as written, whose body is the interval of a row; nil if it is no body.
    func body(_ row: Int) -> NameID? {
        guard kinds[row] >= 0, case let number = Int(kinds[row]), all[number].isTaken else { return nil }
        let signpost = builder.signposts[row]
        let isLong = signpost.duration > Self.longest
        let place = all[number].isByMessage ? view(inMessage: signpost.message) : Self.none
        if !all[number].isAsked, place < 0 || isLong { return nil }
        all[number].taken += 1
        return place >= 0 ? messageViews[Int(place)].raw : signpost.name
    }

    // MARK: The user's options

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

    /// The filter for a signpost. A category may begin with the subsystem and a colon, as some writers have it.
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

    /// Returns signposts that may be bodies but were not taken as such: by messages, or by names in one category.
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

    /// Returns nil if the option cannot express it.
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

    /// Finds concurrent intervals. Bodies run one after the other or nested, on one thread of a process; asynchronous
    /// work does not.
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
