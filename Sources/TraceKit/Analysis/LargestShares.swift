/// Finds the keys with the largest shares of an interval, where each key has intervals of its own: views by the time of
/// their updates in a hang, frames by their samples (a sample is an interval of one nanosecond).
///
/// Hangs and hitches may overlap, so that walking over the content of each would take time for every pair. Here a key's
/// share is a difference of two sums, and a tree over the keys bounds it: the search opens only nodes that may contain
/// a larger share than those found.
final class LargestShares {
    struct Share: Equatable {
        var key: Int
        var sum: Int64
    }

    /// The sum of a key up to a time.
    private struct Point: BitwiseCopyable {
        var time: Int64
        // The sum in 96 bits, which no number of intervals exceeds; hostile input exceeds 64 bits.
        var low: UInt64 = 0
        var high: UInt32 = 0
        /// Intervals of the key that are open from here on.
        var open: Int32

        /// The sum up to a later time.
        func sum(until time: Int64) -> (high: UInt32, low: UInt64) {
            let length = UInt64(bitPattern: time &- self.time)
            let more = length.multipliedFullWidth(by: UInt64(UInt32(bitPattern: open)))
            let (low, carries) = low.addingReportingOverflow(more.low)
            return (high &+ UInt32(truncatingIfNeeded: more.high) &+ (carries ? 1 : 0), low)
        }
    }

    /// A key, or several of them.
    private struct Node: BitwiseCopyable {
        var start: Int64
        var end: Int64
        /// The largest sum of any of the keys, and the most open intervals of one at once.
        var total: Int64
        var open: Int64
        /// The smallest key.
        var key: Int

        static let nothing = Node(start: .max, end: .min, total: 0, open: 0, key: .max)

        func joined(with other: Node) -> Node {
            Node(
                start: min(start, other.start), end: max(end, other.end), total: max(total, other.total),
                open: max(open, other.open), key: min(key, other.key))
        }

        /// An upper bound for the share of any of its keys.
        func bound(_ from: Int64, _ to: Int64) -> Int64 {
            let (first, last) = (max(start, from), min(end, to))
            guard first < last else { return 0 }
            let (length, isWide) = last.subtractingReportingOverflow(first)
            let (product, isLarge) = length.multipliedReportingOverflow(by: open)
            return isWide || isLarge ? total : min(total, product)
        }
    }

    /// A node that may contain the next largest share, or a key with a known share.
    private struct Candidate {
        var bound: Int64
        var key: Int
        /// Nil if the bound is the share.
        var node: Int?

        func isBefore(_ other: Candidate) -> Bool { bound != other.bound ? bound > other.bound : key < other.key }
    }

    /// The points of each key by time; those of key k begin at `firsts[k]`.
    private let points: Column<Point>
    private let firsts: [Int]
    /// The children of node n are 2n + 1 and 2n + 2; the last level has single keys, by their first start.
    private var nodes: [Node] = []
    private let firstLeaf: Int
    /// Sums and nodes examined, for tests.
    private(set) var steps = 0

    /// `interval` is called for 0 ..< `count` and returns nil for what does not count. Ties prefer the lower key.
    init(keys: Int, count: Int, _ interval: (Int) -> (key: Int, start: Int64, end: Int64)?) {
        let byKey = Buckets(count, numbers: keys) { place in
            interval(place).map { $0.end > $0.start ? $0.key : -1 } ?? -1
        } item: {
            UInt32($0)
        }
        points = Column(capacity: 2 * byKey.count)
        var firsts = [0]
        var (starts, ends): ([Int64], [Int64]) = ([], [])
        for key in 0..<keys {
            starts.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            for place in byKey.places(key) {
                guard let interval = interval(byKey[place]) else { continue }
                starts.append(interval.start)
                ends.append(interval.end)
            }
            // Mostly sorted already.
            starts.sort()
            ends.sort()
            Self.add(starts, ends, to: points, from: points.count)
            firsts.append(points.count)
        }
        self.firsts = firsts
        let used = (0..<keys).filter { firsts[$0] < firsts[$0 + 1] }
            .sorted { [points] in (points[firsts[$0]].time, $0) < (points[firsts[$1]].time, $1) }
        var leaves = 1
        while leaves < used.count { leaves *= 2 }
        firstLeaf = leaves - 1
        nodes = Array(repeating: .nothing, count: 2 * leaves - 1)
        for (place, key) in used.enumerated() { nodes[firstLeaf + place] = leaf(key) }
        for node in (0..<firstLeaf).reversed() { nodes[node] = nodes[2 * node + 1].joined(with: nodes[2 * node + 2]) }
    }

    /// `starts` and `ends` belong to the same intervals, each ascending.
    private static func add(_ starts: [Int64], _ ends: [Int64], to points: Column<Point>, from first: Int) {
        var next = 0
        for end in ends {
            while next < starts.count, starts[next] <= end {
                add(starts[next], 1, to: points, from: first)
                next += 1
            }
            add(end, -1, to: points, from: first)
        }
    }

    private static func add(_ time: Int64, _ change: Int32, to points: Column<Point>, from first: Int) {
        guard points.count > first else { return points.append(Point(time: time, open: change)) }
        let last = points[points.count - 1]
        if last.time == time {
            points[points.count - 1].open += change
        } else {
            let (high, low) = last.sum(until: time)
            points.append(Point(time: time, low: low, high: high, open: last.open + change))
        }
    }

    private func leaf(_ key: Int) -> Node {
        let own = firsts[key]..<firsts[key + 1]
        let (start, end) = (points[own.lowerBound].time, points[own.upperBound - 1].time)
        let open = own.reduce(0) { max($0, Int64(points[$1].open)) }
        return Node(start: start, end: end, total: share(of: key, from: start, to: end), open: open, key: key)
    }

    // MARK: Sums

    private func sum(of key: Int, until time: Int64) -> (high: UInt32, low: UInt64) {
        let own = points.buffer[firsts[key]..<firsts[key + 1]]
        let next = own.firstPlace { $0.time > time }
        return next == own.startIndex ? (0, 0) : own[next - 1].sum(until: time)
    }

    /// The share of one key, clamped.
    private func share(of key: Int, from start: Int64, to end: Int64) -> Int64 {
        let (before, after) = (sum(of: key, until: start), sum(of: key, until: end))
        let (low, borrows) = after.low.subtractingReportingOverflow(before.low)
        return after.high &- before.high &- (borrows ? 1 : 0) == 0 ? Int64(clamping: low) : .max
    }

    // MARK: Search

    /// The largest shares of an interval, the largest first; nil if that takes more than `most` steps.
    func largest(_ limit: Int, from start: Int64, to end: Int64, most: Int) -> [Share]? {
        var queue = Heap<Candidate> { $0.isBefore($1) }
        var found: [Share] = []
        func insert(_ node: Int) {
            let bound = nodes[node].bound(start, end)
            if bound > 0 { queue.insert(Candidate(bound: bound, key: nodes[node].key, node: node)) }
        }
        var left = most
        insert(0)
        while found.count < limit, let next = queue.popFirst() {
            guard let node = next.node else {
                found.append(Share(key: next.key, sum: next.bound))
                continue
            }
            steps += 1
            left -= 1
            guard left >= 0 else { return nil }
            if node < firstLeaf {
                insert(2 * node + 1)
                insert(2 * node + 2)
            } else {
                let share = share(of: next.key, from: start, to: end)
                if share > 0 { queue.insert(Candidate(bound: share, key: next.key, node: nil)) }
            }
        }
        return found
    }
}

/// Limits how many rows are walked over one by one before an index pays off: rows that do not overlap are walked over
/// once and never need one.
struct WalkAllowance {
    /// For this many rows an index is not faster.
    private static let few = 64
    private var left: Int
    /// Rows walked over, for tests.
    private(set) var walked = 0

    init(rows: Int) { left = 4 * rows }

    mutating func allows(_ rows: Int) -> Bool {
        guard rows <= max(Self.few, left) else { return false }
        spend(rows)
        return true
    }

    mutating func spend(_ rows: Int) {
        walked += rows
        left = max(0, left - rows)
    }
}
