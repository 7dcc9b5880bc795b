/// The views of all traces of a comparison, each once, with where its figures stand in every trace. There may be as many
/// as updates: none is looked up twice.
struct ViewPairs: Sendable {
    private let traces: [FigureTable<ViewFigureKey, ViewFigures>]
    private let tracesBefore: Int
    /// By view, one a trace; -1 where a trace does not have it.
    private var places: [Int32] = []
    /// Views of one side alone: those that are gone, and those that are new.
    private(set) var oneSided: (gone: [Int], new: [Int]) = ([], [])

    /// Those of one trace behind those of the other, in their order.
    init(before: [TraceFigures], after: [TraceFigures]) {
        traces = (before + after).map(\.views)
        tracesBefore = before.count
        var isPaired = traces.map { [Bool](repeating: false, count: $0.count) }
        for (number, views) in traces.enumerated() {
            for (place, key) in views.keys.enumerated() where !isPaired[number][place] {
                let row = count
                for _ in 0..<number { places.append(-1) }
                places.append(Int32(truncatingIfNeeded: place))
                for later in number + 1..<traces.count {
                    let other = traces[later].place(of: key)
                    if let other { isPaired[later][other] = true }
                    places.append(Int32(truncatingIfNeeded: other ?? -1))
                }
                if number >= tracesBefore {
                    oneSided.new.append(row)
                } else if self.places(row).dropFirst(tracesBefore).allSatisfy({ $0 < 0 }) {
                    oneSided.gone.append(row)
                }
            }
        }
    }

    var count: Int { traces.isEmpty ? 0 : places.count / traces.count }

    func key(_ row: Int) -> ViewFigureKey {
        for (views, place) in zip(traces, places(row)) where place >= 0 { return views.keys[Int(place)] }
        return ViewFigureKey(view: "", kind: .other)
    }

    /// One a trace.
    func figures(_ row: Int) -> [ViewFigures?] {
        zip(traces, places(row)).map { views, place in place < 0 ? nil : views.values[Int(place)] }
    }

    private func places(_ row: Int) -> ArraySlice<Int32> {
        places[row * traces.count..<(row + 1) * traces.count]
    }

    /// What to say where hardly any view pairs, as names that hold an id or a file differ from run to run; nil where they do.
    var warning: String? {
        let (gone, new) = oneSided
        let both = count - gone.count - new.count
        let fewer = both + min(gone.count, new.count)
        guard fewer >= 20, 20 * both <= fewer, let example = gone.map(key).min() else { return nil }
        let pairing = both == 0 ? "none has" : "only \(both) have"
        return
            "of \(Decimal.grouped(fewer)) views \(pairing) the same name on both sides (\(example.view) is not there "
            + "after): leave out of names what changes from run to run with --pair REGEX"
    }
}
