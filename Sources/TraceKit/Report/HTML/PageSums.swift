/// The sums of a page over all updates, from one scan of them: by chain, view and interaction, and how long a view takes.
struct PageSums {
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

    /// Chains with a view, and such pairs with an interaction (-1 is none).
    private var pairs: [(chain: Int64, view: Int64, unlabelled: Int64)] = []
    private var spots: [(pair: Int, interaction: Int64, link: Link)] = []
    /// A number of updates a bin, by the place of the view.
    private var bins: [[Int64]] = []
    /// The duration of all updates, by the place of the view.
    private var totals: [Int64] = []
    private let sites: PageSites
    /// The updates that a timeline has, checks too, and those of them over a deadline.
    private(set) var drawn = (all: 0, long: 0)

    /// `statement` gives codes, chain, interaction and duration of every update that has a time, and whether it is led to
    /// by an edge that has nothing but its ends.
    static func read(
        _ statement: Statement, _ sites: PageSites, orangeNs: Int64, redNs: Int64
    ) throws(TraceError) -> PageSums {
        var sums = PageSums(sites: sites)
        let twice = redNs.addingSaturating(redNs), fourfold = twice.addingSaturating(twice)
        let ends = [
            orangeNs / 16, orangeNs / 8, orangeNs / 4, orangeNs / 2, orangeNs, orangeNs.addingSaturating(redNs) / 2,
            redNs,
            twice, fourfold, fourfold.addingSaturating(fourfold),
        ]
        sums.bins = Array(repeating: [Int64](repeating: 0, count: ends.count + 1), count: sites.views.count)
        sums.totals = Array(repeating: 0, count: sites.views.count)
        var pairIndex = KeyIndex()
        var spotIndex = KeyIndex()
        while try statement.step() {
            let codes = UpdateCodes.parts(statement.integer(0))
            guard codes.membership != .otherProcess else { continue }
            sums.drawn.all += 1
            if let severity = codes.severity, severity != .gray { sums.drawn.long += 1 }
            guard codes.phase != .check, let place = sites.place(of: codes.site) else { continue }
            let duration = statement.whole(3)
            if duration >= 0 {
                sums.bins[place][ends.firstIndex { duration <= $0 } ?? ends.count] += 1
                sums.totals[place] = sums.totals[place].addingSaturating(duration)
            }
            let chain = statement.whole(1)
            if chain < 0 { continue }
            let (view, interaction) = (sites.views[place], statement.whole(2))
            let pair = pairIndex.number(UInt64(bitPattern: chain), UInt64(bitPattern: view))
            if pair == sums.pairs.count { sums.pairs.append((chain, view, 0)) }
            sums.pairs[pair].unlabelled += statement.integer(4)
            let spot = spotIndex.number(UInt64(pair), UInt64(bitPattern: interaction))
            if spot == sums.spots.count { sums.spots.append((pair, interaction, Link())) }
            sums.spots[spot].link += Link(codes, max(0, duration))
        }
        return sums
    }

    private init(sites: PageSites) { self.sites = sites }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    func interactionLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let order = Self.costliest(spots.map(\.link), limit) { left, right in
            let (one, other) = (spots[left], spots[right])
            let (a, b) = (pairs[one.pair], pairs[other.pair])
            return (a.chain, a.view, one.interaction) < (b.chain, b.view, other.interaction)
        }
        let rows = order.map { spot in
            let pair = pairs[spots[spot].pair]
            return [pair.chain, pair.view, spots[spot].interaction] + Self.values(spots[spot].link)
        }
        return (rows, spots.count)
    }

    /// The same without interactions, and with how many are led to by an edge without words.
    func chainLinks(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        var links = [Link](repeating: Link(), count: pairs.count)
        for spot in spots { links[spot.pair] += spot.link }
        let order = Self.costliest(links, limit) { left, right in
            (pairs[left].chain, pairs[left].view) < (pairs[right].chain, pairs[right].view)
        }
        return (
            order.map { [pairs[$0].chain, pairs[$0].view] + Self.values(links[$0]) + [pairs[$0].unlabelled] },
            pairs.count
        )
    }

    /// View, bin and number of updates of the views that take longest, at most so many; bins without any are left out.
    func durations(_ limit: Int) -> (rows: [[Int64]], total: Int) {
        let longest = bins.indices.sorted { left, right in
            totals[left] != totals[right] ? totals[left] > totals[right] : sites.views[left] < sites.views[right]
        }
        let rows = longest.prefix(limit).sorted { sites.views[$0] < sites.views[$1] }.flatMap { place in
            bins[place].enumerated().filter { $0.element > 0 }.map {
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
        let order = links.indices.sorted { left, right in
            let (one, other) = (links[left], links[right])
            if one.wastedNs != other.wastedNs { return one.wastedNs > other.wastedNs }
            if one.totalNs != other.totalNs { return one.totalNs > other.totalNs }
            return isBefore(left, right)
        }
        return Array(order.prefix(limit))
    }
}

/// The views of a trace, by the sites that updates refer to.
struct PageSites {
    /// The views that have sites, each once.
    private(set) var views: [Int64] = []
    private var first: Int64 = 0
    /// The place of a site's view; -1 where there is no such site.
    private var places: [Int32] = []

    init() {}

    /// Sites with their views, by id; those of a trace stand together.
    init(_ sites: [(site: Int64, view: Int64)]) {
        guard let first = sites.first?.site, let last = sites.last?.site else { return }
        self.first = first
        places = Array(repeating: -1, count: Int(last - first) + 1)
        var known: [Int64: Int32] = [:]
        for (site, view) in sites {
            let place = known[view] ?? Int32(views.count)
            if place == views.count {
                known[view] = place
                views.append(view)
            }
            places[Int(site - first)] = place
        }
    }

    @inline(__always)
    func place(of site: Int64) -> Int? {
        let index = site - first
        guard index >= 0, index < places.count, places[Int(index)] >= 0 else { return nil }
        return Int(places[Int(index)])
    }

    @inline(__always)
    func view(of site: Int64) -> Int64 { place(of: site).map { views[$0] } ?? -1 }
}
