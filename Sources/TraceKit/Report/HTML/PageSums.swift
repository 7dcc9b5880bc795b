/// Sums over all updates from one scan: by chain, view and interaction, and the distribution of durations by view.
struct PageSums {
    /// The updates of a view at the end of a chain, in one interaction or in all.
    private struct Link: Hashable {
        /// The index of the chain.
        let chain: Int32
        /// Ids; -1 = in none, or all together.
        let view: Int64
        var interaction: Int64 = -1
    }

    private var chainLinks: [Link: LinkSums] = [:]
    private var interactionLinks: [Link: LinkSums] = [:]
    private let mostLinks: Int
    private let stored: StoredTrace
    private let chains: ClosedRange<Int64>?
    /// Whether a chain has a drawn item, by chain index.
    private var isDrawn: [Bool]
    /// The chain index of each update from the first one; -1 = none.
    private let chainOfUpdate = Column<Int32>()
    private var firstUpdate: Int64 = 0
    /// The upper bounds of the bins; the last bin is unbounded.
    private let binEnds: [Int64]
    /// The number of updates per bin, view by view.
    private var bins: [Int64]
    /// The total duration of all updates, by view index.
    private var totals: [Int64]
    private let sites: SiteViews

    init(_ page: PageBuilder.Place, orangeNs: Int64, redNs: Int64) throws(TraceError) {
        (sites, stored, chains) = (page.sites, page.stored, try page.stored.rows(of: "cause_chain"))
        mostLinks = page.limit(PageTables.links)
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
            let bin = binEnds.firstIndex { update.duration <= $0 } ?? binEnds.count
            bins[view * (binEnds.count + 1) + bin] += 1
            totals[view] = totals[view].addingSaturating(update.duration)
        }
        guard let chain = chains?.place(of: update.chain) else { return }
        var link = Link(chain: Int32(chain), view: sites.views[view])
        chainLinks[link, default: LinkSums()].add(update)
        link.interaction = update.interaction
        interactionLinks[link, default: LinkSums()].add(update)
        // Updates come by id.
        if chainOfUpdate.count == 0 { firstUpdate = update.id }
        chainOfUpdate.put(Int32(chain), at: Int(update.id - firstUpdate), filler: -1)
    }

    mutating func draws(chain: Int64) {
        if let index = chains?.place(of: chain) { isDrawn[index] = true }
    }

    /// Rows of chain, view, interaction and sums, the costliest first.
    mutating func interactionRows() -> (rows: [[Int64]], total: Int) {
        rows(interactionLinks) { link, sums in [link.view, link.interaction] + sums.values }
    }

    /// The same without interactions, and with the number of updates reached by an unlabelled edge.
    mutating func chainRows() -> (rows: [[Int64]], total: Int) {
        rows(chainLinks) { link, sums in [link.view] + sums.values + [sums.unlabelled] }
    }

    /// Marks the chains of the rows as drawn.
    private mutating func rows(
        _ links: [Link: LinkSums], _ values: (Link, LinkSums) -> [Int64]
    ) -> (rows: [[Int64]], total: Int) {
        let sorted = links.sorted { left, right in
            if left.value.wastedNs != right.value.wastedNs { return left.value.wastedNs > right.value.wastedNs }
            if left.value.totalNs != right.value.totalNs { return left.value.totalNs > right.value.totalNs }
            return (left.key.chain, left.key.view, left.key.interaction)
                < (right.key.chain, right.key.view, right.key.interaction)
        }
        let rows = sorted.prefix(mostLinks).map { link, sums in
            isDrawn[Int(link.chain)] = true
            return [(chains?.lowerBound ?? 0) + Int64(link.chain)] + values(link, sums)
        }
        return (rows, links.count)
    }

    /// Rows of drawn chain, label id and number of edges with it, the most frequent first.
    func chainLabels(_ limit: Int) throws(TraceError) -> (rows: [[Int64]], total: Int) {
        struct Label: Hashable { let chain: Int32, label: Int64 }
        var edges: [Label: Int64] = [:]
        try stored.database.scan(
            ["to_id", "label_id"], of: "edge", where: "\(try stored.condition("edge")) AND label_id IS NOT NULL"
        ) { row in
            let place = row.integer(0) - firstUpdate
            guard place >= 0, place < chainOfUpdate.count, case let chain = chainOfUpdate[Int(place)], chain >= 0,
                isDrawn[Int(chain)]
            else { return }
            edges[Label(chain: chain, label: row.integer(1)), default: 0] += 1
        }
        let labels = edges.sorted { left, right in
            (left.key.chain, right.value, left.key.label) < (right.key.chain, left.value, right.key.label)
        }
        let first = chains?.lowerBound ?? 0
        return (labels.prefix(limit).map { [first + Int64($0.key.chain), $0.key.label, $0.value] }, labels.count)
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

    init(id: Int64, start: Int64, duration: Int64, code: Int64, interaction: Int64, chain: Int64) {
        (self.id, self.start, self.duration, self.code) = (id, start, duration, code)
        (self.interaction, self.chain, codes, hasPlainCause) = (interaction, chain, UpdateCodes.parts(code), false)
    }

    init(_ row: Statement) {
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

/// Sums over some updates.
struct LinkSums {
    private var updates: Int64 = 0
    private var red: Int64 = 0
    private var orange: Int64 = 0
    private var gray: Int64 = 0
    private var unnecessary: Int64 = 0
    /// Updates reached by an edge with only its ends.
    private(set) var unlabelled: Int64 = 0
    private(set) var totalNs: Int64 = 0
    private(set) var wastedNs: Int64 = 0

    mutating func add(_ update: PageUpdate) {
        updates += 1
        let duration = max(0, update.duration)
        totalNs = totalNs.addingSaturating(duration)
        if update.hasPlainCause { unlabelled += 1 }
        if update.codes.verdict == .unnecessary {
            unnecessary += 1
            wastedNs = wastedNs.addingSaturating(duration)
        }
        switch update.codes.severity {
        case .red: red += 1
        case .orange: orange += 1
        case .gray: gray += 1
        case nil: break
        }
    }

    var values: [Int64] { [updates, totalNs, red, orange, gray, unnecessary, wastedNs] }
}
