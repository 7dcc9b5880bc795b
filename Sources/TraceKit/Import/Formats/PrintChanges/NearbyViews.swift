/// The views whose bodies the lines of a console around a complaint name: many of these lines have no time.
final class NearbyViews {
    /// A line of the log that waits for the next evaluation.
    enum Place {
        /// Row of `TraceRecords.logs`.
        case printed(Int)
        /// Index of an event of the log.
        case logged(Int)
    }

    /// Other lines between a complaint and an evaluation that has to do with it.
    private static let reach = 10

    private let names: NameTable
    private var normalised: [NameID: NameID] = [:]
    /// Lines so far that are neither evaluations nor complaints.
    private var others = 0
    private var last: (view: NameID, others: Int)?
    private var waiting: [(place: Place, others: Int)] = []

    init(_ names: NameTable) { self.names = names }

    func passOther() { others += 1 }

    /// Notes the evaluation of a body, and calls `give` for every complaint before it that it is the next one of.
    func pass(type: NameID, _ give: (Place, NameID) -> Void) {
        let view = name(type)
        for line in waiting where others - line.others <= Self.reach { give(line.place, view) }
        waiting.removeAll(keepingCapacity: true)
        last = (view, others)
    }

    /// The view for a complaint, as far as it is known; a later one takes its place. What loops runs a view behind the line that says so, what a
    /// body does wrong is said while it runs.
    func view(of complaint: KnownComplaint, at place: Place) -> NameID {
        let before = last.flatMap { others - $0.others <= Self.reach ? $0.view : nil }
        if let before, complaint.weight != .loop { return before }
        waiting.append((place, others))
        return before ?? .none
    }

    private func name(_ type: NameID) -> NameID {
        if let known = normalised[type] { return known }
        let name = names.intern(ViewName.normalised(names.text(type) ?? ""))
        normalised[type] = name
        return name
    }
}
