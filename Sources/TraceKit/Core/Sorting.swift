extension Column {
    /// Stable sort; does nothing (and copies nothing) where the order is right already, as in most exports.
    func sort(by isBefore: (Element, Element) -> Bool) {
        var index = 1
        while index < count, !isBefore(self[index], self[index - 1]) { index += 1 }
        guard index < count else { return }
        // `sort(by:)` of the standard library is stable in practice but does not promise it: sort indexes.
        permute(
            sortedIndexes(count: count, sorted: index) {
                isBefore(self[$0], self[$1])
            } orAll: {
                isBefore(self[$0], self[$1]) ? true : isBefore(self[$1], self[$0]) ? false : nil
            })
    }

    /// Moves element `order[i]` to place `i`, both counted from `first`. Element by element, each to where the one before was
    /// taken from: a copy would be as long as the column.
    func permute(_ order: [UInt32], from first: Int = 0) {
        precondition(first >= 0 && order.count <= count - first, "an order of more elements than there are")
        let elements = base + first
        var isPlaced = [Bool](repeating: false, count: order.count)
        for start in order.indices where !isPlaced[start] && order[start] != start {
            let taken = elements[start]
            var place = start
            while case let next = Int(order[place]), next != start {
                elements[place] = elements[next]
                isPlaced[place] = true
                place = next
            }
            elements[place] = taken
            isPlaced[place] = true
        }
    }

    func swap(_ left: Int, _ right: Int) {
        let value = self[left]
        self[left] = self[right]
        self[right] = value
    }
}

extension SparseColumn {
    func permute(_ order: [UInt32], from first: Int = 0) {
        guard !isEmpty else { return }
        let copy = order.map { self[first + Int($0)] }
        for (place, value) in copy.enumerated() { self[first + place] = value }
    }

    func swap(_ left: Int, _ right: Int) {
        guard !isEmpty else { return }
        let value = self[left]
        self[left] = self[right]
        self[right] = value
    }
}

/// The indexes 0 ..< count in order; `isBefore` answers nil for equal elements, which keep their order. The first
/// `sorted` elements are known to be in order.
@inline(__always)
func sortedIndexes(count: Int, sorted: Int = 1, by isBefore: (Int, Int) -> Bool?) -> [UInt32] {
    sortedIndexes(count: count, sorted: sorted) {
        isBefore($0, $1) == true
    } orAll: {
        isBefore($0, $1)
    }
}

/// Most files are nearly in order: late elements are inserted before what they precede, with `isBefore` as long as that
/// is fast, then with `orAll`.
@inline(__always)
private func sortedIndexes(
    count: Int, sorted: Int, by isBefore: (Int, Int) -> Bool, orAll isFirst: (Int, Int) -> Bool?
) -> [UInt32] {
    var order = (0..<UInt32(count)).map { $0 }
    let isSorted = order.withUnsafeMutableBufferPointer { order in
        var movesLeft = 4 * count
        for place in min(sorted, count)..<count where movesLeft > 0 {
            let late = order[place]
            var free = place
            while free > 0, isBefore(Int(late), Int(order[free - 1])) {
                order[free] = order[free - 1]
                free -= 1
            }
            order[free] = late
            movesLeft -= place - free
        }
        return movesLeft > 0
    }
    if !isSorted { order.sort { isFirst(Int($0), Int($1)) ?? ($0 < $1) } }
    return order
}

extension RandomAccessCollection where Index == Int {
    /// The first place from which on a condition holds, which it does not before; behind the last one where it never
    /// does.
    @inline(__always)
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// Elements of which the first in order is taken out first. Of equal ones any may come first.
struct Heap<Element> {
    /// In no order but that the first comes first.
    private(set) var elements: [Element] = []
    private let isBefore: (Element, Element) -> Bool

    init(_ isBefore: @escaping (Element, Element) -> Bool) { self.isBefore = isBefore }

    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0 {
            let parent = (place - 1) / 2
            guard isBefore(elements[place], elements[parent]) else { return }
            elements.swapAt(place, parent)
            place = parent
        }
    }

    mutating func popFirst() -> Element? {
        guard let first = elements.first else { return nil }
        let last = elements.removeLast()
        guard !elements.isEmpty else { return first }
        elements[0] = last
        var place = 0
        while true {
            var next = place
            for child in [2 * place + 1, 2 * place + 2] where child < elements.count {
                if isBefore(elements[child], elements[next]) { next = child }
            }
            guard next != place else { return first }
            elements.swapAt(place, next)
            place = next
        }
    }
}
