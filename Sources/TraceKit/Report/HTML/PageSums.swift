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

    /// An interaction of -1 is none.
    private struct Key: Hashable {
        var chain: Int64
        var view: Int64
        var interaction: Int64
    }

    private var links: [Key: Link] = [:]
    /// A number of updates a bin, by view.
    private var bins: [Int64: [Int64]] = [:]

    /// `sql` gives view, chain, interaction, duration, severity and verdict of every update that counts.
    static func read(_ statement: Statement, orangeNs: Int64, redNs: Int64) throws(TraceError) -> PageSums {
        var sums = PageSums()
        let twice = redNs.addingSaturating(redNs), fourfold = twice.addingSaturating(twice)
        let ends = [
            orangeNs / 16, orangeNs / 8, orangeNs / 4, orangeNs / 2, orangeNs, orangeNs.addingSaturating(redNs) / 2,
            redNs,
            twice, fourfold, fourfold.addingSaturating(fourfold),
        ]
        while try statement.step() {
            let view = statement.integer(0)
            let duration = statement.isNull(3) ? nil : statement.integer(3)
            if let duration {
                let bin = ends.firstIndex { duration <= $0 } ?? ends.count
                sums.bins[view, default: [Int64](repeating: 0, count: ends.count + 1)][bin] += 1
            }
            if statement.isNull(1) { continue }
            let isUnnecessary = Verdict(code: statement.integer(5)) == .unnecessary
            var one = Link(updates: 1, totalNs: duration ?? 0, unnecessary: isUnnecessary ? 1 : 0)
            one.wastedNs = isUnnecessary ? one.totalNs : 0
            switch Severity(code: statement.integer(4)) {
            case .red: one.red = 1
            case .orange: one.orange = 1
            case .gray: one.gray = 1
            case nil: break
            }
            let interaction = statement.isNull(2) ? -1 : statement.integer(2)
            sums.links[Key(chain: statement.integer(1), view: view, interaction: interaction), default: Link()] += one
        }
        return sums
    }

    /// Chain, view, interaction and the sums of a row each, the costliest first.
    func interactionLinks() -> [[Int64]] {
        Self.sorted(links).map { key, link in [key.chain, key.view, key.interaction] + Self.values(link) }
    }

    /// The same without interactions.
    func chainLinks() -> [[Int64]] {
        var sums: [Key: Link] = [:]
        for (key, link) in links {
            sums[Key(chain: key.chain, view: key.view, interaction: -1), default: Link()] += link
        }
        return Self.sorted(sums).map { key, link in [key.chain, key.view] + Self.values(link) }
    }

    /// View, bin and number of updates; bins without any are left out.
    func durations() -> [[Int64]] {
        bins.keys.sorted().flatMap { view in
            (bins[view] ?? []).enumerated().filter { $0.element > 0 }.map { [view, Int64($0.offset), $0.element] }
        }
    }

    private static func values(_ link: Link) -> [Int64] {
        [link.updates, link.totalNs, link.red, link.orange, link.gray, link.unnecessary, link.wastedNs]
    }

    private static func sorted(_ links: [Key: Link]) -> [(key: Key, value: Link)] {
        func order(_ row: (key: Key, value: Link)) -> (Int64, Int64, Int64, Int64, Int64) {
            (-row.value.wastedNs, -row.value.totalNs, row.key.chain, row.key.view, row.key.interaction)
        }
        return links.map { ($0.key, $0.value) }.sorted { order($0) < order($1) }
    }
}
