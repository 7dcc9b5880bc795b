/// Sums over all updates from one scan: by chain, view and interaction, and the distribution of durations by view.
///
/// Not copyable, because it is changed for every update and must not need reference counting.
struct PageSums: ~Copyable {
    /// The updates of a view at the end of a chain, in one interaction or in none.
    private struct Spot: BitwiseCopyable {
        /// Indexes of the chain, the view and the interaction.
        let chain: Int32
        let view: Int32
        let interaction: Int32
        var sums = LinkSums()
    }

    /// The key of a spot: there are many, most of them used again long after they were made.
    private struct LastSpot: BitwiseCopyable {
        var view: Int32 = -1
        var interaction: Int32 = -1
        var place: Int32 = -1
    }

    /// The spots until all updates are read; a chain may have equal ones.
    private let spots = Column<Spot>()
    /// The spot of the last update of each chain, by chain index.
    private let lastSpots: Column<LastSpot>
    private var chainLinks = CostliestLinks(limit: 0)
    private var interactionLinks = CostliestLinks(limit: 0)
    private let stored: StoredTrace
    private let chains: ClosedRange<Int64>?
    /// Whether a chain has a drawn item, by chain index.
    private var isDrawn: [Bool]
    /// The chain index of each update from the first one; -1 = none.
    private let chainOfUpdate = Column<Int32>()
    private var firstUpdate: Int64 = 0
    /// Indexes of interactions by id, including -1, and the index of the last update's.
    private let interactions = DenseIndex<UInt64>()
    private var last: (interaction: Int64, place: Int32) = (.min, 0)
    /// The upper bounds of the bins; the last bin is unbounded.
    private let binEnds: [Int64]
    /// The number of updates per bin, view by view.
    private var bins: [Int64]
    /// The total duration of all updates, by view index.
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
            // Compares with all bounds, because the branch is unpredictable.
            var bin = 0
            for index in binEnds.indices { bin += update.duration > binEnds[index] ? 1 : 0 }
            bins[view * (binEnds.count + 1) + bin] += 1
            totals[view] = totals[view].addingSaturating(update.duration)
        }
        guard let chain = chains?.place(of: update.chain) else { return }
        // Updates come by time, mostly in runs of one interaction.
        if update.interaction != last.interaction {
            last = (update.interaction, Int32(interactions.number(of: UInt64(bitPattern: update.interaction))))
        }
        note(update, chain: chain, view: Int32(view), interaction: last.place)
        // Updates come by id.
        if chainOfUpdate.count == 0 { firstUpdate = update.id }
        chainOfUpdate.put(Int32(chain), at: Int(update.id - firstUpdate), filler: -1)
    }

    /// Updates of a chain in an interaction are mostly adjacent; then there is no lookup.
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
        if let index = chains?.place(of: chain) { isDrawn[index] = true }
    }

    /// Computes the links after all updates: the costliest of each kind, at most the given number.
    mutating func finish(mostLinks: Int) {
        (chainLinks, interactionLinks) = (CostliestLinks(limit: mostLinks), CostliestLinks(limit: mostLinks))
        let spots = spots.buffer
        let byChain = Buckets(
            spots.count, numbers: isDrawn.count, number: { Int(spots[$0].chain) }, item: { UInt32($0) })
        var own: [Spot] = []
        for chain in isDrawn.indices {
            own.removeAll(keepingCapacity: true)
            for place in byChain.places(chain) { own.append(spots[byChain[place]]) }
            // Views with equal names, for instance from several modules, and overlapping interactions.
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

    /// Rows of chain, view, interaction and sums, the costliest first.
    mutating func interactionRows() -> (rows: [[Int64]], total: Int) {
        let rows = interactionLinks.sorted.map { row in
            draw(chain: row.chain) + [row.view, row.interaction] + row.sums.values
        }
        return (rows, interactionLinks.total)
    }

    /// The same without interactions, and with the number of updates reached by an unlabelled edge.
    mutating func chainRows() -> (rows: [[Int64]], total: Int) {
        let rows = chainLinks.sorted.map { row in
            draw(chain: row.chain) + [row.view] + row.sums.values + [Int64(row.sums.unlabelled)]
        }
        return (rows, chainLinks.total)
    }

    /// Marks a chain as drawn and returns its id.
    private mutating func draw(chain place: Int32) -> [Int64] {
        isDrawn[Int(place)] = true
        return [(chains?.lowerBound ?? 0) + Int64(place)]
    }

    /// Rows of drawn chain, label id and number of edges with it, the most frequent first.
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

    /// Rows of view, bin and number of updates for the views with most total time; empty bins are left out.
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

/// An update in the form for a page.
struct PageUpdate {
    /// The columns read from `view_update`.
    static let columns = ["id", "start_ns", "duration_ns", "codes", "interaction_id", "chain_id", "cause_id"]

    let id: Int64
    let start: Int64
    /// -1 without an end; likewise for a missing interaction or chain.
    let duration: Int64
    let code: Int64
    let codes: UpdateCodes.Parts
    let interaction: Int64
    let chain: Int64
    /// Whether it is reached by an edge with only its ends.
    let hasPlainCause: Bool

    @inline(__always)
    init(_ row: ScannedRow) {
        (id, start, duration, code) = (row.integer(0), row.integer(1), row.whole(2), row.integer(3))
        codes = UpdateCodes.parts(code)
        (interaction, chain) = (Self.reference(row.integer(4)), Self.reference(row.integer(5)))
        hasPlainCause = !row.isNull(6)
    }

    /// NULL is read as zero, which is no id.
    private static func reference(_ id: Int64) -> Int64 { id == 0 ? -1 : id }

    var isLong: Bool { codes.severity.map { $0 != .gray } ?? false }

    /// The values in the column order of `PageTables.updates`.
    func values(_ sites: SiteViews) -> [Int64] {
        [id, start, duration, sites.view(of: codes.site), UpdateCodes.shownFlags(code), interaction, chain]
    }
}
