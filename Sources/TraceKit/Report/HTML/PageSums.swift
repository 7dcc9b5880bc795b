/// The sums of a page over all updates, from one scan of them: by chain, view and interaction, and how long a view takes.
///
/// It has one owner: what is added to for every update must not be looked after by reference.
struct PageSums: ~Copyable {
    struct Link {
        var updates: Int64 = 0
        var totalNs: Int64 = 0
        var red: Int64 = 0
        var orange: Int64 = 0
        var gray: Int64 = 0
        var unnecessary: Int64 = 0
        var wastedNs: Int64 = 0

        init() {}

        /// One update; the duration is zero where it has none.
        init(_ codes: UpdateCodes.Parts, _ duration: Int64) {
            (updates, totalNs) = (1, duration)
            if codes.verdict == .unnecessary { (unnecessary, wastedNs) = (1, duration) }
            switch codes.severity {
            case .red: red = 1
            case .orange: orange = 1
            case .gray: gray = 1
            case nil: break
            }
        }

        static func += (left: inout Link, right: Link) {
            left.updates += right.updates
            left.totalNs = left.totalNs.addingSaturating(right.totalNs)
            left.red += right.red
            left.orange += right.orange
            left.gray += right.gray
            left.unnecessary += right.unnecessary
            left.wastedNs = left.wastedNs.addingSaturating(right.wastedNs)
        }
    }

    /// Updates of one view with one chain in one interaction (-1 is none). `unlabelled` are led to by an edge that has
    /// nothing but its ends.
    private struct Spot {
        let chain: Int64
        let view: Int64
        let interaction: Int64
        var link = Link()
        var unlabelled: Int64 = 0
    }

    private var spots: [Spot] = []
    private var spotIndex = KeyIndex()
    /// The place of the spot of every update from the first one on; -1 = in no chain.
    private var spotOfUpdate: [Int32] = []
    private var firstUpdate: Int64 = 0
    /// How many edges with a label lead to the updates of a chain.
    private var labels: [(chain: Int64, label: Int64, edges: Int64)] = []
    /// The chains of what is drawn.
    private var drawnChains: Set<Int64> = []
    /// A place for every interaction, and that of the last update.
    private var interactions = KeyIndex()
    private var last: (interaction: Int64, place: Int) = (.min, 0)
    /// The last bin is without an end.
    private let binEnds: [Int64]
    /// A number of updates a bin, view by view.
    private var bins: [Int64]
    /// The duration of all updates, by the place of the view.
    private var totals: [Int64]
    private let sites: SiteViews

    init(_ sites: SiteViews, orangeNs: Int64, redNs: Int64) {
        self.sites = sites
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
        guard update.chain >= 0 else { return }
        // Updates come in order of time, mostly many of one interaction behind each other.
        if update.interaction != last.interaction {
            last = (update.interaction, interactions.number(UInt64(bitPattern: update.interaction), 0))
        }
        let spot = spotIndex.number(UInt64(bitPattern: update.chain), UInt64(place) << 32 | UInt64(last.place))
        if spot == spots.count {
            spots.append(Spot(chain: update.chain, view: sites.views[place], interaction: update.interaction))
        }
        spots[spot].link += Link(update.codes, max(0, update.duration))
        if update.hasPlainCause { spots[spot].unlabelled += 1 }
        note(spot, of: update.id)
    }

    /// Updates come in order of their ids.
    private mutating func note(_ spot: Int, of update: Int64) {
        if spotOfUpdate.isEmpty { firstUpdate = update }
        let place = Int(update - firstUpdate)
        while spotOfUpdate.count < place { spotOfUpdate.append(-1) }
        spotOfUpdate.append(Int32(spot))
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
            let (chain, label) = (spots[Int(spotOfUpdate[Int(place)])].chain, statement.integer(1))
            let number = index.number(UInt64(bitPattern: chain), UInt64(bitPattern: label))
            if number == labels.count { labels.append((chain, label, 0)) }
            labels[number].edges += 1
        }
    }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    mutating func interactionLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let order = Self.costliest(spots.map(\.link), limit) { left, right in
            let (one, other) = (spots[left], spots[right])
            return (one.chain, one.view, one.interaction) < (other.chain, other.view, other.interaction)
        }
        for spot in order { drawnChains.insert(spots[spot].chain) }
        let rows = order.map { spot in
            [spots[spot].chain, spots[spot].view, spots[spot].interaction] + Self.values(spots[spot].link)
        }
        return (rows, spots.count)
    }

    /// The same without interactions, and with how many are led to by an edge without words.
    mutating func chainLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        var index = KeyIndex()
        var pairs: [Spot] = []
        for spot in spots {
            let pair = index.number(UInt64(bitPattern: spot.chain), UInt64(bitPattern: spot.view))
            if pair == pairs.count {
                pairs.append(spot)
            } else {
                pairs[pair].link += spot.link
                pairs[pair].unlabelled += spot.unlabelled
            }
        }
        let order = Self.costliest(pairs.map(\.link), limit) { left, right in
            (pairs[left].chain, pairs[left].view) < (pairs[right].chain, pairs[right].view)
        }
        for pair in order { drawnChains.insert(pairs[pair].chain) }
        return (
            order.map { [pairs[$0].chain, pairs[$0].view] + Self.values(pairs[$0].link) + [pairs[$0].unlabelled] },
            pairs.count
        )
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

    private static func values(_ link: Link) -> [Int64] {
        [link.updates, link.totalNs, link.red, link.orange, link.gray, link.unnecessary, link.wastedNs]
    }

    /// The places of the costliest; of those that cost the same the first by `isBefore`.
    private static func costliest(_ links: [Link], _ limit: Int, isBefore: (Int, Int) -> Bool) -> [Int] {
        typealias Cost = (wasted: Int64, total: Int64, place: Int)
        return withoutActuallyEscaping(isBefore) { isBefore in
            let isCostlier = { (left: Cost, right: Cost) in
                if left.wasted != right.wasted { return left.wasted > right.wasted }
                if left.total != right.total { return left.total > right.total }
                return isBefore(left.place, right.place)
            }
            // Most links of a long trace are not among them, which one look at the cheapest so far says.
            var kept = Heap<Cost> { isCostlier($1, $0) }
            for (place, link) in links.enumerated() {
                let cost = (link.wastedNs, link.totalNs, place)
                if kept.elements.count == limit {
                    guard let cheapest = kept.first, isCostlier(cost, cheapest) else { continue }
                    _ = kept.popFirst()
                }
                kept.insert(cost)
            }
            return kept.elements.sorted(by: isCostlier).map(\.place)
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
