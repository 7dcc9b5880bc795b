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
