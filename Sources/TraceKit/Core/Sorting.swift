extension Column {
    /// Sorts stably; does nothing (and copies nothing) if the elements are already sorted, as in most exports.
    func sort(by isBefore: (Element, Element) -> Bool) {
        guard indices.dropFirst().contains(where: { isBefore(self[$0], self[$0 - 1]) }) else { return }
        var elements = buffer
        elements.sort(by: isBefore)
    }

    /// Moves element `order[i]` to place `i`; elements that `order` does not name are removed.
    func pick(_ order: [UInt32]) {
        let old = array
        for (place, element) in order.enumerated() { self[place] = old[Int(element)] }
        if order.count < count { keep { $0 < order.count } }
    }
}

/// The indexes 0 ..< count in order; `isBefore` returns nil for equal elements, which keep their order.
func sortedIndexes(count: Int, by isBefore: (Int, Int) -> Bool?) -> [UInt32] {
    (0..<UInt32(count)).sorted { isBefore(Int($0), Int($1)) ?? false }
}

extension RandomAccessCollection where Index == Int {
    /// The first index from which a condition holds, if it never holds before; the end if it never holds.
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Sequence<Range<Int64>> {
    /// The ranges in order; those that overlap or touch are joined.
    func merged() -> [Range<Int64>] {
        var merged: [Range<Int64>] = []
        for span in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }
}

/// A priority queue: the first element in order comes out first, equal ones in any order.
struct Heap<Element> {
    /// The first element, then the others in no order to rely on.
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
