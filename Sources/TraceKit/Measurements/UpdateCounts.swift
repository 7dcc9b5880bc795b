/// Updates added up: how many, how bad, how many of them in vain. Checks and untimed evidence are in none of it.
struct UpdateCounts: Equatable, Sendable {
    var updates = 0
    /// Updates by verdict; only those inside interaction windows have one.
    var necessary = 0
    var unnecessary = 0
    var unknown = 0
    var red = 0
    var orange = 0
    /// Updates of which it is not known whether they met their deadlines: without an end.
    var open = 0
    /// Unnecessary ones without an end.
    var openUnnecessary = 0
    /// Lines that tell of a body, not of how long it took.
    var lines = 0
    /// Of all that have an end, in nanoseconds.
    var totalNs: Int64 = 0
    /// Of the unnecessary ones.
    var wastedNs: Int64 = 0
    /// As the exporter counted them; zero where it did not.
    var allocations: Int64 = 0

    /// Updates over a deadline.
    var long: Int { red + orange }
    var totalMs: Double { Double(totalNs) / 1e6 }
    var wastedMs: Double { Double(wastedNs) / 1e6 }
    /// Whether it is known of any update in a window if it was necessary. Unknown is not zero: where it is of none, `unnecessary`
    /// and the time wasted are no figures.
    var isWasteKnown: Bool { unknown == 0 || necessary + unnecessary > 0 }
    var knownUnnecessary: Double? { isWasteKnown ? Double(unnecessary) : nil }
    var knownWastedMs: Double? { isWasteKnown ? wastedMs : nil }

    static func + (left: UpdateCounts, right: UpdateCounts) -> UpdateCounts {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout UpdateCounts, right: UpdateCounts) {
        left.updates += right.updates
        left.necessary += right.necessary
        left.unnecessary += right.unnecessary
        left.unknown += right.unknown
        left.red += right.red
        left.orange += right.orange
        left.open += right.open
        left.openUnnecessary += right.openUnnecessary
        left.lines += right.lines
        left.totalNs = left.totalNs.addingSaturating(right.totalNs)
        left.wastedNs = left.wastedNs.addingSaturating(right.wastedNs)
        left.allocations = left.allocations.addingSaturating(right.allocations)
    }
}

/// What one interaction window had of a row that is compared: a view, a chain, or everything.
struct WindowCounts: Equatable, Sendable {
    /// Its place in `TraceFigures.windows`.
    var window: Int
    var updates: Int
    var unnecessary: Int
}

extension [WindowCounts] {
    /// Joins the last entry where that is the same window, as it mostly is: updates come in order of time.
    mutating func add(_ counts: UpdateCounts, window: Int) {
        if let last = indices.last, self[last].window == window {
            self[last].updates += counts.updates
            self[last].unnecessary += counts.unnecessary
        } else {
            append(WindowCounts(window: window, updates: counts.updates, unnecessary: counts.unnecessary))
        }
    }
}

extension RandomAccessCollection where Self: MutableCollection, Element == WindowCounts, Index == Int {
    /// Puts one entry a window to the front, in their order; returns how many these are.
    mutating func settle() -> Int {
        guard !zip(self, dropFirst()).allSatisfy({ $0.window < $1.window }) else { return count }
        sort { $0.window < $1.window }
        var last = startIndex
        for place in indices.dropFirst() {
            if self[place].window == self[last].window {
                self[last].updates += self[place].updates
                self[last].unnecessary += self[place].unnecessary
            } else {
                last += 1
                self[last] = self[place]
            }
        }
        return last + 1 - startIndex
    }
}

extension RangeReplaceableCollection
where Self: MutableCollection & RandomAccessCollection, Element == WindowCounts, Index == Int {
    /// The same, and removes all others.
    mutating func join() {
        let all = count
        removeLast(all - settle())
    }
}
