/// Sums over some updates. A trace has fewer rows than fit in 32 bits.
struct LinkSums: BitwiseCopyable {
    private(set) var updates: Int32 = 0
    private var red: Int32 = 0
    private var orange: Int32 = 0
    private var gray: Int32 = 0
    private var unnecessary: Int32 = 0
    /// Updates reached by an edge with only its ends.
    private(set) var unlabelled: Int32 = 0
    private(set) var totalNs: Int64 = 0
    private(set) var wastedNs: Int64 = 0

    @inline(__always)
    mutating func add(_ update: PageUpdate) {
        updates &+= 1
        let duration = max(0, update.duration)
        totalNs = totalNs.addingSaturating(duration)
        if update.hasPlainCause { unlabelled &+= 1 }
        if update.codes.verdict == .unnecessary {
            unnecessary &+= 1
            wastedNs = wastedNs.addingSaturating(duration)
        }
        switch update.codes.severity {
        case .red: red &+= 1
        case .orange: orange &+= 1
        case .gray: gray &+= 1
        case nil: break
        }
    }

    mutating func add(_ other: Self) {
        updates &+= other.updates
        red &+= other.red
        orange &+= other.orange
        gray &+= other.gray
        unnecessary &+= other.unnecessary
        unlabelled &+= other.unlabelled
        totalNs = totalNs.addingSaturating(other.totalNs)
        wastedNs = wastedNs.addingSaturating(other.wastedNs)
    }

    var values: [Int64] {
        [Int64(updates), totalNs, Int64(red), Int64(orange), Int64(gray), Int64(unnecessary), wastedNs]
    }
}

/// Keeps the costliest of very many sums, as many as fit on a page.
struct CostliestLinks {
    /// The sums of the updates at the end of a chain.
    struct Row: BitwiseCopyable {
        /// The index of the chain.
        let chain: Int32
        /// Ids; -1 = none, or all together.
        let view: Int64
        let interaction: Int64
        let sums: LinkSums
    }

    let limit: Int
    /// The number of all rows.
    private(set) var total = 0
    private var kept: [Row] = []
    /// Rows with less wasted time are not kept.
    private var least = Int64.min

    init(limit: Int) { self.limit = limit }

    /// The closure makes the row, because few rows are kept.
    @inline(__always)
    mutating func add(
        _ sums: LinkSums, chain: Int32, view: @autoclosure () -> Int64, interaction: @autoclosure () -> Int64
    ) {
        total += 1
        if sums.wastedNs >= least {
            keep(Row(chain: chain, view: view(), interaction: interaction(), sums: sums))
        }
    }

    private mutating func keep(_ row: Row) {
        kept.append(row)
        // Sorts only now and then.
        if kept.count >= 4 * limit + 1000 {
            kept = cut()
            least = kept.reduce(.max) { min($0, $1.sums.wastedNs) }
        }
    }

    /// The costliest first; ties in the order of chain, view and interaction.
    var sorted: [Row] {
        cut().sorted { left, right in
            if left.sums.wastedNs != right.sums.wastedNs { return left.sums.wastedNs > right.sums.wastedNs }
            if left.sums.totalNs != right.sums.totalNs { return left.sums.totalNs > right.sums.totalNs }
            return Self.isBefore(left, right)
        }
    }

    private static func isBefore(_ left: Row, _ right: Row) -> Bool {
        (left.chain, left.view, left.interaction) < (right.chain, right.view, right.interaction)
    }

    /// The kept rows, at most `limit`, in any order.
    private func cut() -> [Row] {
        let (most, like) = Self.largest(limit, of: kept) { $0.sums.wastedNs }
        let (more, alike) = Self.largest(limit - most.count, of: like) { $0.sums.totalNs }
        return most + more + alike.sorted(by: Self.isBefore).prefix(limit - most.count - more.count)
    }

    /// The rows with the largest values, at most the given number, and those tied with the last one.
    private static func largest(
        _ limit: Int, of rows: [Row], value: (Row) -> Int64
    ) -> (above: [Row], like: [Row]) {
        guard rows.count > limit else { return (rows, []) }
        var values = rows.map(value)
        let next = values.withUnsafeMutableBufferPointer { Percentile.largest(limit + 1, of: $0) }
        guard let next else { return ([], []) }
        return (rows.filter { value($0) > next }, rows.filter { value($0) == next })
    }
}
