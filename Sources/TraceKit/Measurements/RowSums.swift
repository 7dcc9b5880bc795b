/// The updates of a row – a view, a chain – added up as they come: in all, by kind of interaction, and by window.
struct RowSums {
    /// Of updates in no interaction.
    private var outside = UpdateCounts()
    /// Kinds are numbered as they are met in the trace; most rows are updated in a few of them.
    private(set) var byKind: [(kind: Int, counts: UpdateCounts)] = []
    private(set) var byWindow: [WindowCounts] = []
    /// Where a kind stands, once there are too many to look through.
    private var places: [Int: Int] = [:]
    private var last = 0

    private static let looksThrough = 8

    /// In all.
    var counts: UpdateCounts { byKind.reduce(outside) { $0 + $1.counts } }

    /// `window` and its kind are nil for an update in no interaction.
    @inline(__always)
    mutating func add(_ one: UpdateCounts, window: Int?, kind: Int?) {
        guard let window, let kind else { return outside += one }
        byKind[place(of: kind)].counts += one
        byWindow.add(one, window: window)
    }

    /// Adds those of later updates.
    mutating func add(_ later: RowSums) {
        outside += later.outside
        for part in later.byKind { byKind[place(of: part.kind)].counts += part.counts }
        byWindow += later.byWindow
    }

    /// Updates come in order of time, mostly many of one interaction behind each other.
    private mutating func place(of kind: Int) -> Int {
        if last < byKind.count, byKind[last].kind == kind { return last }
        if let place = places.isEmpty ? byKind.firstIndex(where: { $0.kind == kind }) : places[kind] {
            last = place
            return place
        }
        last = byKind.count
        byKind.append((kind, UpdateCounts()))
        if !places.isEmpty {
            places[kind] = last
        } else if byKind.count > Self.looksThrough {
            for (place, kind) in byKind.enumerated() { places[kind.kind] = place }
        }
        return last
    }
}
