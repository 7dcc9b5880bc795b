/// The sums of a page over all updates, from one scan of them: by chain, view and interaction, and how long a view takes.
///
/// It has one owner: what is added to for every update must not be looked after by reference.
struct PageSums: ~Copyable {
    /// The sums of some updates. A trace has fewer rows than fit into 32 bits.
    private struct Link: BitwiseCopyable {
        var updates: Int32 = 0
        var red: Int32 = 0
        var orange: Int32 = 0
        var gray: Int32 = 0
        var unnecessary: Int32 = 0
        /// Those that are led to by an edge that has nothing but its ends.
        var unlabelled: Int32 = 0
        var totalNs: Int64 = 0
        var wastedNs: Int64 = 0

        /// The duration is zero where an update has none.
        mutating func add(_ codes: UpdateCodes.Parts, _ duration: Int64, isUnlabelled: Bool) {
            updates &+= 1
            totalNs = totalNs.addingSaturating(duration)
            if isUnlabelled { unlabelled &+= 1 }
            if codes.verdict == .unnecessary {
                unnecessary &+= 1
                wastedNs = wastedNs.addingSaturating(duration)
            }
            switch codes.severity {
            case .red: red &+= 1
            case .orange: orange &+= 1
            case .gray: gray &+= 1
            case nil: break
            }
        }

        static func += (left: inout Link, right: Link) {
            left.updates &+= right.updates
            left.red &+= right.red
            left.orange &+= right.orange
            left.gray &+= right.gray
            left.unnecessary &+= right.unnecessary
            left.unlabelled &+= right.unlabelled
            left.totalNs = left.totalNs.addingSaturating(right.totalNs)
            left.wastedNs = left.wastedNs.addingSaturating(right.wastedNs)
        }

        var values: [Int64] {
            [Int64(updates), totalNs, Int64(red), Int64(orange), Int64(gray), Int64(unnecessary), wastedNs]
        }
    }

    /// A chain with a view that is updated at its end.
    private struct Pair: BitwiseCopyable {
        let chain: Int64
        /// The place of the view.
        let view: Int32
        /// Where it was met last: the place of the interaction, and the spot.
        var interaction: Int32 = -1
        var spot: Int32 = -1
    }

    /// The updates of a pair in one interaction, or in none.
    private struct Spot: BitwiseCopyable {
        let pair: Int32
        /// Its place.
        let interaction: Int32
        var link = Link()
    }

    private let pairs = Column<Pair>()
    private let chains: ClosedRange<Int64>?
    /// By chain: its first pair, or -1. Those with a further view of the same name are in the index.
    private let firstPairs: Column<Int32>
    private var furtherIndex = KeyIndex()
    private let furtherPairs = Column<Int32>()
    private var spotIndex = PairIndex()
    private let spots = Column<Spot>()
    /// The spot of every update from the first one on; -1 = in no chain.
    private let spotOfUpdate = Column<Int32>()
    private var firstUpdate: Int64 = 0
    /// How many edges with a label lead to the updates of a chain.
    private var labels: [(chain: Int64, label: Int64, edges: Int64)] = []
    /// The chains of what is drawn.
    private var drawnChains: Set<Int64> = []
    /// Places for interactions by their ids, -1 among them, and that of the last update.
    private var interactions = DenseIndex<UInt64>()
    private var last: (interaction: Int64, place: Int32) = (.min, 0)
    /// The last bin is without an end.
    private let binEnds: [Int64]
    /// A number of updates a bin, view by view.
    private var bins: [Int64]
    /// The duration of all updates, by the place of the view.
    private var totals: [Int64]
    private let sites: SiteViews

    /// `chains`: the ids of the trace's.
    init(_ sites: SiteViews, chains: ClosedRange<Int64>?, orangeNs: Int64, redNs: Int64) {
        (self.sites, self.chains) = (sites, chains)
        firstPairs = Column(repeating: -1, count: chains?.count ?? 0)
        let twice = redNs.addingSaturating(redNs), fourfold = twice.addingSaturating(twice)
        binEnds = [
            orangeNs / 16, orangeNs / 8, orangeNs / 4, orangeNs / 2, orangeNs, orangeNs.addingSaturating(redNs) / 2,
            redNs, twice, fourfold, fourfold.addingSaturating(fourfold),
        ]
        bins = Array(repeating: 0, count: (binEnds.count + 1) * sites.views.count)
        totals = Array(repeating: 0, count: sites.views.count)
    }

    mutating func add(_ update: PageUpdate) {
        guard update.codes.phase != .check, let place = sites.place(of: update.codes.site) else { return }
        if update.duration >= 0 {
            var bin = 0
            while bin < binEnds.count, update.duration > binEnds[bin] { bin += 1 }
            bins[place * (binEnds.count + 1) + bin] += 1
            totals[place] = totals[place].addingSaturating(update.duration)
        }
        guard let pair = pair(update.chain, Int32(place)) else { return }
        // Updates come in order of time, mostly many of one interaction behind each other.
        if update.interaction != last.interaction {
            last = (update.interaction, Int32(interactions.number(of: UInt64(bitPattern: update.interaction))))
        }
        let spot = spot(pair)
        spots.base[spot].link.add(update.codes, max(0, update.duration), isUnlabelled: update.hasPlainCause)
        note(spot, of: update.id)
    }

    /// Nil where an update has no chain.
    private mutating func pair(_ chain: Int64, _ view: Int32) -> Int? {
        guard let chains, chains.contains(chain) else { return nil }
        let (place, next) = (Int(chain - chains.lowerBound), Int32(pairs.count))
        let first = firstPairs[place]
        if first >= 0, pairs[Int(first)].view == view { return Int(first) }
        if first >= 0 {
            let further = furtherIndex.number(UInt64(bitPattern: chain), UInt64(view))
            if further < furtherPairs.count { return Int(furtherPairs[further]) }
            furtherPairs.append(next)
        } else {
            firstPairs[place] = next
        }
        pairs.append(Pair(chain: chain, view: view))
        return Int(next)
    }

    /// In the last interaction.
    private mutating func spot(_ pair: Int) -> Int {
        if pairs.base[pair].interaction != last.place {
            let spot = spotIndex.number(UInt32(pair), UInt32(last.place))
            if spot == spots.count { spots.append(Spot(pair: Int32(pair), interaction: last.place)) }
            (pairs.base[pair].interaction, pairs.base[pair].spot) = (last.place, Int32(spot))
        }
        return Int(pairs.base[pair].spot)
    }

    /// Updates come in order of their ids.
    private mutating func note(_ spot: Int, of update: Int64) {
        if spotOfUpdate.count == 0 { firstUpdate = update }
        spotOfUpdate.put(Int32(spot), at: Int(update - firstUpdate), filler: -1)
    }

    mutating func draws(chain: Int64) { drawnChains.insert(chain) }

    /// Counts the labels of the edges that lead to the updates.
    mutating func readLabels(_ stored: StoredTrace) throws(TraceError) {
        let statement = try stored.database.prepare(
            "SELECT to_id, label_id FROM edge WHERE \(try stored.condition("edge")) AND label_id IS NOT NULL")
        var index = KeyIndex()
        while try statement.step() {
            let place = statement.integer(0) - firstUpdate
            guard place >= 0, place < spotOfUpdate.count, spotOfUpdate[Int(place)] >= 0 else { continue }
            let spot = spots[Int(spotOfUpdate[Int(place)])]
            let (chain, label) = (pairs[Int(spot.pair)].chain, statement.integer(1))
            let number = index.number(UInt64(bitPattern: chain), UInt64(bitPattern: label))
            if number == labels.count { labels.append((chain, label, 0)) }
            labels[number].edges += 1
        }
    }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    mutating func interactionLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        func key(_ spot: Int) -> (chain: Int64, view: Int64, interaction: Int64) {
            let (pair, place) = (pairs[Int(spots[spot].pair)], Int(spots[spot].interaction))
            return (pair.chain, sites.views[Int(pair.view)], Int64(bitPattern: interactions.keys[place]))
        }
        let order = Self.costliest(spots.count, limit, link: { spots[$0].link }) { key($0) < key($1) }
        let rows = order.map { spot in
            let key = key(spot)
            drawnChains.insert(key.chain)
            return [key.chain, key.view, key.interaction] + spots[spot].link.values
        }
        return (rows, spots.count)
    }

    /// The same without interactions, and with how many are led to by an edge without words.
    mutating func chainLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        func key(_ pair: Int) -> (chain: Int64, view: Int64) {
            (pairs[pair].chain, sites.views[Int(pairs[pair].view)])
        }
        let links = Column(repeating: Link(), count: pairs.count)
        for spot in spots.buffer { links[Int(spot.pair)] += spot.link }
        let order = Self.costliest(pairs.count, limit, link: { links[$0] }) { key($0) < key($1) }
        let rows = order.map { pair in
            drawnChains.insert(pairs[pair].chain)
            return [key(pair).chain, key(pair).view] + links[pair].values + [Int64(links[pair].unlabelled)]
        }
        return (rows, pairs.count)
    }

    /// Chain, the id of a label, and how many edges have it, the most first: of the chains that are drawn.
    func chainLabels(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let drawn = labels.filter { drawnChains.contains($0.chain) }.sorted { left, right in
            (left.chain, right.edges, left.label) < (right.chain, left.edges, right.label)
        }
        return (drawn.prefix(limit).map { [$0.chain, $0.label, $0.edges] }, drawn.count)
    }

    /// View, bin and number of updates of the views that take longest, at most so many; bins without any are left out.
    func durations(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let longest = totals.indices.sorted { left, right in
            totals[left] != totals[right] ? totals[left] > totals[right] : sites.views[left] < sites.views[right]
        }
        let width = binEnds.count + 1
        let rows = longest.prefix(limit).sorted { sites.views[$0] < sites.views[$1] }.flatMap { place in
            bins[place * width..<(place + 1) * width].enumerated().filter { $0.element > 0 }.map {
                [sites.views[place], Int64($0.offset), $0.element]
            }
        }
        return (rows, rows.count)
    }

    /// The numbers of the costliest of so many links; of those that cost the same the first by `isBefore`.
    private static func costliest(
        _ count: Int, _ limit: Int, link: (Int) -> Link, isBefore: (Int, Int) -> Bool
    ) -> [Int] {
        typealias Cost = (wasted: Int64, total: Int64, number: Int)
        return withoutActuallyEscaping(isBefore) { isBefore in
            let isCostlier = { (left: Cost, right: Cost) in
                if left.wasted != right.wasted { return left.wasted > right.wasted }
                if left.total != right.total { return left.total > right.total }
                return isBefore(left.number, right.number)
            }
            // Most links of a long trace are not among them, which one look at the cheapest so far says.
            var kept = Heap<Cost> { isCostlier($1, $0) }
            for number in 0..<count {
                let link = link(number)
                let cost = (link.wastedNs, link.totalNs, number)
                if kept.elements.count == limit {
                    guard let cheapest = kept.first, isCostlier(cost, cheapest) else { continue }
                    _ = kept.popFirst()
                }
                kept.insert(cost)
            }
            return kept.elements.sorted(by: isCostlier).map(\.number)
        }
    }
}

/// An update as a page reads it.
struct PageUpdate {
    /// Its columns in a statement over `view_update t`.
    static let columns =
        "t.id, t.start_ns, t.duration_ns, t.codes, t.interaction_id, t.chain_id, t.cause_id IS NOT NULL"

    let id: Int64
    let start: Int64
    /// -1 where it has no end; so are a missing interaction and a missing chain.
    let duration: Int64
    let code: Int64
    let codes: UpdateCodes.Parts
    let interaction: Int64
    let chain: Int64
    /// Whether it is led to by an edge that has nothing but its ends.
    let hasPlainCause: Bool

    @inline(__always)
    init(_ row: Statement) {
        (id, start, duration, code) = (row.integer(0), row.integer(1), row.whole(2), row.integer(3))
        codes = UpdateCodes.parts(code)
        (interaction, chain) = (Self.reference(row.integer(4)), Self.reference(row.integer(5)))
        hasPlainCause = row.integer(6) != 0
    }

    /// NULL is read as zero, which no row has as its id.
    private static func reference(_ id: Int64) -> Int64 { id == 0 ? -1 : id }

    var isLong: Bool { codes.severity.map { $0 != .gray } ?? false }

    /// As `PageTables.updates` has its columns.
    func values(_ sites: SiteViews) -> [Int64] {
        [id, start, duration, sites.view(of: codes.site), UpdateCodes.shownFlags(code), interaction, chain]
    }
}
