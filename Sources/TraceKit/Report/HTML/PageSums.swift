/// The sums of a page over all updates, from one scan of them: by chain, view and interaction, and how long a view takes.
///
/// It has one owner: what is added to for every update must not be looked after by reference.
struct PageSums: ~Copyable {
    /// An update with a chain.
    private struct Row: BitwiseCopyable {
        /// Places of the chain, the view and the interaction.
        let chain: Int32
        let view: Int32
        let interaction: Int32
        let severity: Severity?
        let isUnnecessary: Bool
        /// Whether it is led to by an edge that has nothing but its ends.
        let isUnlabelled: Bool
        /// Zero where it has no end.
        let duration: Int64
    }

    /// The sums of some updates. A trace has fewer rows than fit into 32 bits.
    private struct Link: BitwiseCopyable {
        var updates: Int32 = 0
        var red: Int32 = 0
        var orange: Int32 = 0
        var gray: Int32 = 0
        var unnecessary: Int32 = 0
        var unlabelled: Int32 = 0
        var totalNs: Int64 = 0
        var wastedNs: Int64 = 0

        mutating func add(_ row: Row) {
            updates &+= 1
            totalNs = totalNs.addingSaturating(row.duration)
            if row.isUnlabelled { unlabelled &+= 1 }
            if row.isUnnecessary {
                unnecessary &+= 1
                wastedNs = wastedNs.addingSaturating(row.duration)
            }
            switch row.severity {
            case .red: red &+= 1
            case .orange: orange &+= 1
            case .gray: gray &+= 1
            case nil: break
            }
        }

        var values: [Int64] {
            [Int64(updates), totalNs, Int64(red), Int64(orange), Int64(gray), Int64(unnecessary), wastedNs]
        }
    }

    /// A chain with a view that is updated at its end.
    private struct Pair: BitwiseCopyable {
        /// Their places.
        let chain: Int32
        let view: Int32
        var link = Link()
    }

    /// The updates of a pair in one interaction, or in none.
    private struct Spot: BitwiseCopyable {
        let pair: Int32
        /// Its place.
        let interaction: Int32
        var link = Link()
    }

    /// Until all updates are in: a trace may have a chain an update, and to look each up is slower than to sort them.
    private let rows = Column<Row>()
    private let pairs = Column<Pair>()
    private let spots = Column<Spot>()
    private let stored: StoredTrace
    private let chains: ClosedRange<Int64>?
    /// Whether a chain has something that is drawn, by its place.
    private var isDrawn: [Bool]
    /// The place of the chain of every update from the first one on; -1 = none.
    private let chainOfUpdate = Column<Int32>()
    private var firstUpdate: Int64 = 0
    /// Places for interactions by their ids, -1 among them, and that of the last update.
    private let interactions = DenseIndex<UInt64>()
    private var last: (interaction: Int64, place: Int32) = (.min, 0)
    /// The last bin is without an end.
    private let binEnds: [Int64]
    /// A number of updates a bin, view by view.
    private var bins: [Int64]
    /// The duration of all updates, by the place of the view.
    private var totals: [Int64]
    private let sites: SiteViews

    init(_ sites: SiteViews, _ stored: StoredTrace, orangeNs: Int64, redNs: Int64) throws(TraceError) {
        (self.sites, self.stored, chains) = (sites, stored, try stored.rows(of: "cause_chain"))
        isDrawn = Array(repeating: false, count: chains?.count ?? 0)
        let twice = redNs.addingSaturating(redNs), fourfold = twice.addingSaturating(twice)
        binEnds = [
            orangeNs / 16, orangeNs / 8, orangeNs / 4, orangeNs / 2, orangeNs, orangeNs.addingSaturating(redNs) / 2,
            redNs, twice, fourfold, fourfold.addingSaturating(fourfold),
        ]
        bins = Array(repeating: 0, count: (binEnds.count + 1) * sites.views.count)
        totals = Array(repeating: 0, count: sites.views.count)
    }

    mutating func add(_ update: PageUpdate) {
        guard update.codes.phase != .check, let view = sites.place(of: update.codes.site) else { return }
        if update.duration >= 0 {
            var bin = 0
            while bin < binEnds.count, update.duration > binEnds[bin] { bin += 1 }
            bins[view * (binEnds.count + 1) + bin] += 1
            totals[view] = totals[view].addingSaturating(update.duration)
        }
        guard let chain = chains?.place(of: update.chain) else { return }
        // Updates come in order of time, mostly many of one interaction behind each other.
        if update.interaction != last.interaction {
            last = (update.interaction, Int32(interactions.number(of: UInt64(bitPattern: update.interaction))))
        }
        rows.append(
            Row(
                chain: Int32(chain), view: Int32(view), interaction: last.place, severity: update.codes.severity,
                isUnnecessary: update.codes.verdict == .unnecessary, isUnlabelled: update.hasPlainCause,
                duration: max(0, update.duration)))
        // In order of their ids.
        if chainOfUpdate.count == 0 { firstUpdate = update.id }
        chainOfUpdate.put(Int32(chain), at: Int(update.id - firstUpdate), filler: -1)
    }

    mutating func draws(chain: Int64) {
        if let place = chains?.place(of: chain) { isDrawn[place] = true }
    }

    /// Adds up, when all updates are in.
    mutating func finish() {
        let rows = rows.buffer
        let byInteraction = Buckets(
            rows.count, numbers: interactions.count, number: { Int(rows[$0].interaction) }, item: { UInt32($0) })
        let byChain = Buckets(
            rows.count, numbers: isDrawn.count, number: { Int(rows[byInteraction[$0]].chain) },
            item: { UInt32(byInteraction[$0]) })
        var own: [Row] = []
        for chain in isDrawn.indices {
            own.removeAll(keepingCapacity: true)
            for place in byChain.places(chain) { own.append(rows[byChain[place]]) }
            // Views of one name, in several modules for instance.
            if own.contains(where: { $0.view != own[0].view }) {
                own.sort { ($0.view, $0.interaction) < ($1.view, $1.interaction) }
            }
            for (index, row) in own.enumerated() {
                let isNewPair = index == 0 || own[index - 1].view != row.view
                if isNewPair { pairs.append(Pair(chain: row.chain, view: row.view)) }
                if isNewPair || own[index - 1].interaction != row.interaction {
                    spots.append(Spot(pair: Int32(pairs.count - 1), interaction: row.interaction))
                }
                pairs[pairs.count - 1].link.add(row)
                spots[spots.count - 1].link.add(row)
            }
        }
        self.rows.free()
    }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    mutating func interactionLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let (spots, pairs) = (spots.buffer, pairs.buffer)
        let ids = interactions.keys
        func key(_ spot: Int) -> (chain: Int32, view: Int64, interaction: Int64) {
            let pair = pairs[Int(spots[spot].pair)]
            return (pair.chain, sites.views[Int(pair.view)], Int64(bitPattern: ids[Int(spots[spot].interaction)]))
        }
        let order = Self.costliest(spots.count, limit, link: { spots[$0].link }) { key($0) < key($1) }
        let rows = order.map { spot in
            let key = key(spot)
            return draw(chain: key.chain) + [key.view, key.interaction] + spots[spot].link.values
        }
        return (rows, spots.count)
    }

    /// The same without interactions, and with how many are led to by an edge without words.
    mutating func chainLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let pairs = pairs.buffer
        func key(_ pair: Int) -> (chain: Int32, view: Int64) {
            (pairs[pair].chain, sites.views[Int(pairs[pair].view)])
        }
        let order = Self.costliest(pairs.count, limit, link: { pairs[$0].link }) { key($0) < key($1) }
        let rows = order.map { pair in
            let (key, link) = (key(pair), pairs[pair].link)
            return draw(chain: key.chain) + [key.view] + link.values + [Int64(link.unlabelled)]
        }
        return (rows, pairs.count)
    }

    /// A chain's id, which is a row's first value.
    private mutating func draw(chain place: Int32) -> [Int64] {
        isDrawn[Int(place)] = true
        return [(chains?.lowerBound ?? 0) + Int64(place)]
    }

    /// Chain, the id of a label, and how many of the edges that lead to its updates have it, the most first: of the chains that
    /// are drawn.
    func chainLabels(_ limit: Int) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let statement = try stored.database.prepare(
            "SELECT to_id, label_id FROM edge WHERE \(try stored.condition("edge")) AND label_id IS NOT NULL")
        let index = KeyIndex()
        var labels: [(chain: Int32, label: Int64, edges: Int64)] = []
        while try statement.step() {
            let place = statement.integer(0) - firstUpdate
            guard place >= 0, place < chainOfUpdate.count, case let chain = chainOfUpdate[Int(place)], chain >= 0,
                isDrawn[Int(chain)]
            else { continue }
            let label = statement.integer(1)
            let number = index.number(UInt64(chain), UInt64(bitPattern: label))
            if number == labels.count { labels.append((chain, label, 0)) }
            labels[number].edges += 1
        }
        labels.sort { left, right in
            (left.chain, right.edges, left.label) < (right.chain, left.edges, right.label)
        }
        let first = chains?.lowerBound ?? 0
        return (labels.prefix(limit).map { [first + Int64($0.chain), $0.label, $0.edges] }, labels.count)
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
