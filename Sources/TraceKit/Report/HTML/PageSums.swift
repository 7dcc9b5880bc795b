/// The sums of a page over all updates, from one scan of them: by chain, view and interaction, and how long a view takes.
///
/// It has one owner: what is added to for every update must not be looked after by reference.
struct PageSums: ~Copyable {
    /// The updates of a view at the end of a chain in one interaction, or in none.
    private struct Spot: BitwiseCopyable {
        /// Places of the chain, the view and the interaction.
        let chain: Int32
        let view: Int32
        let interaction: Int32
        var sums = LinkSums()
    }

    /// A spot by what makes it one: spots are many, and most are looked at long after they were made.
    private struct LastSpot: BitwiseCopyable {
        var view: Int32 = -1
        var interaction: Int32 = -1
        var place: Int32 = -1
    }

    /// Until all updates are in. A chain may have the same one several times.
    private let spots = Column<Spot>()
    /// Where the last update of every chain went to, by the chain's place.
    private let lastSpots: Column<LastSpot>
    private var chainLinks = CostliestLinks(limit: 0)
    private var interactionLinks = CostliestLinks(limit: 0)
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
        lastSpots = Column(repeating: LastSpot(), count: isDrawn.count)
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
            // All ends are looked at: which is the first is not foreseen.
            var bin = 0
            for index in binEnds.indices { bin += update.duration > binEnds[index] ? 1 : 0 }
            bins[view * (binEnds.count + 1) + bin] += 1
            totals[view] = totals[view].addingSaturating(update.duration)
        }
        guard let chain = chains?.place(of: update.chain) else { return }
        // Updates come in order of time, mostly many of one interaction behind each other.
        if update.interaction != last.interaction {
            last = (update.interaction, Int32(interactions.number(of: UInt64(bitPattern: update.interaction))))
        }
        note(update, chain: chain, view: Int32(view), interaction: last.place)
        // In order of their ids.
        if chainOfUpdate.count == 0 { firstUpdate = update.id }
        chainOfUpdate.put(Int32(chain), at: Int(update.id - firstUpdate), filler: -1)
    }

    /// The updates of a chain in an interaction mostly come one behind the other: then nothing is looked up.
    @inline(__always)
    private func note(_ update: PageUpdate, chain: Int, view: Int32, interaction: Int32) {
        var last = lastSpots[chain]
        if last.view != view || last.interaction != interaction {
            last = LastSpot(view: view, interaction: interaction, place: Int32(spots.count))
            lastSpots[chain] = last
            spots.append(Spot(chain: Int32(chain), view: view, interaction: interaction))
        }
        spots[Int(last.place)].sums.add(update)
    }

    mutating func draws(chain: Int64) {
        if let place = chains?.place(of: chain) { isDrawn[place] = true }
    }

    /// Adds up, when all updates are in: of each kind of link the costliest, at most so many.
    mutating func finish(mostLinks: Int) {
        (chainLinks, interactionLinks) = (CostliestLinks(limit: mostLinks), CostliestLinks(limit: mostLinks))
        let spots = spots.buffer
        let byChain = Buckets(
            spots.count, numbers: isDrawn.count, number: { Int(spots[$0].chain) }, item: { UInt32($0) })
        var own: [Spot] = []
        for chain in isDrawn.indices {
            own.removeAll(keepingCapacity: true)
            for place in byChain.places(chain) { own.append(spots[byChain[place]]) }
            // Views of one name, in several modules for instance, and interactions that overlap.
            own.sort { ($0.view, $0.interaction) < ($1.view, $1.interaction) }
            var (ofView, ofSpot) = (LinkSums(), LinkSums())
            for (index, spot) in own.enumerated() {
                ofView.add(spot.sums)
                ofSpot.add(spot.sums)
                let next = index + 1 < own.count ? own[index + 1] : nil
                let isLastOfView = next?.view != spot.view
                if isLastOfView || next?.interaction != spot.interaction {
                    interactionLinks.add(
                        ofSpot, chain: spot.chain, view: sites.views[Int(spot.view)],
                        interaction: Int64(bitPattern: interactions.keys[Int(spot.interaction)]))
                    ofSpot = LinkSums()
                }
                if isLastOfView {
                    chainLinks.add(
                        ofView, chain: spot.chain, view: sites.views[Int(spot.view)], interaction: -1)
                    ofView = LinkSums()
                }
            }
        }
        self.spots.free()
        lastSpots.free()
    }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    mutating func interactionRows() -> (rows: [[Int64]], total: Int) {
        let rows = interactionLinks.sorted.map { row in
            draw(chain: row.chain) + [row.view, row.interaction] + row.sums.values
        }
        return (rows, interactionLinks.total)
    }

    /// The same without interactions, and with how many are led to by an edge without words.
    mutating func chainRows() -> (rows: [[Int64]], total: Int) {
        let rows = chainLinks.sorted.map { row in
            draw(chain: row.chain) + [row.view] + row.sums.values + [Int64(row.sums.unlabelled)]
        }
        return (rows, chainLinks.total)
    }

    /// A chain's id, which is a row's first value.
    private mutating func draw(chain place: Int32) -> [Int64] {
        isDrawn[Int(place)] = true
        return [(chains?.lowerBound ?? 0) + Int64(place)]
    }

    /// Chain, the id of a label, and how many of the edges that lead to its updates have it, the most first: of the chains that
    /// are drawn.
    func chainLabels(_ limit: Int) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        let index = KeyIndex()
        var labels: [(chain: Int32, label: Int64, edges: Int64)] = []
        try stored.database.scan(
            ["to_id", "label_id"], of: "edge", where: "\(try stored.condition("edge")) AND label_id IS NOT NULL"
        ) { row in
            let place = row.integer(0) - firstUpdate
            guard place >= 0, place < chainOfUpdate.count, case let chain = chainOfUpdate[Int(place)], chain >= 0,
                isDrawn[Int(chain)]
            else { return }
            let label = row.integer(1)
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
}

/// An update as a page reads it.
struct PageUpdate {
    /// Its columns of `view_update`.
    static let columns = ["id", "start_ns", "duration_ns", "codes", "interaction_id", "chain_id", "cause_id"]

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
    init(_ row: ScannedRow) {
        (id, start, duration, code) = (row.integer(0), row.integer(1), row.whole(2), row.integer(3))
        codes = UpdateCodes.parts(code)
        (interaction, chain) = (Self.reference(row.integer(4)), Self.reference(row.integer(5)))
        hasPlainCause = !row.isNull(6)
    }

    /// NULL is read as zero, which no row has as its id.
    private static func reference(_ id: Int64) -> Int64 { id == 0 ? -1 : id }

    var isLong: Bool { codes.severity.map { $0 != .gray } ?? false }

    /// As `PageTables.updates` has its columns.
    func values(_ sites: SiteViews) -> [Int64] {
        [id, start, duration, sites.view(of: codes.site), UpdateCodes.shownFlags(code), interaction, chain]
    }
}
