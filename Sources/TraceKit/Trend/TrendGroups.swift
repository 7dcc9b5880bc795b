/// The comparable traces of a trend: those of one device, system, display, build configuration and profile of
/// deadlines. A step is only searched within a group.
struct TrendGroups {
    /// The indexes of the traces of each group, ascending; groups in the order of their first trace.
    private(set) var members: [[Int]] = []
    /// The changes from one trace to the next, reported first.
    private(set) var changes: [String] = []

    /// A property that changed, by its number in `TraceEnvironment.properties`, with the first traces with another
    /// value.
    private struct Change {
        let property: Int
        var traces: [Int64] = []
        var values: [String] = []
    }

    /// Groups traces in order of import.
    init(_ traces: [TraceFigures]) {
        // The known properties of each group: a trace without a known device may be of any.
        var known: [[String?]] = []
        var last: (group: Int, values: [String?])?
        var changed = TraceEnvironment.properties.indices.map { Change(property: $0) }
        for (index, trace) in traces.enumerated() {
            let values = TraceEnvironment.properties.map { $0.value(trace.environment) }
            func isLike(_ group: Int) -> Bool {
                zip(known[group], values).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
            }
            let candidates = (last.map { [$0.group] } ?? []) + known.indices.reversed()
            let group = candidates.first(where: isLike) ?? known.count
            if group == known.count {
                known.append(values)
                members.append([])
            }
            known[group] = zip(known[group], values).map { $0 ?? $1 }
            members[group].append(index)
            if let last {
                for property in TraceEnvironment.properties.indices {
                    guard let old = last.values[property], let new = values[property], old != new else { continue }
                    changed[property].traces.append(trace.id)
                    changed[property].values += changed[property].values.isEmpty ? [old, new] : [new]
                }
            }
            last = (group, zip(values, last?.values ?? values).map { $0 ?? $1 })
        }
        changes = changed.filter { !$0.traces.isEmpty }.map(Self.words)
    }

    /// `the device changed at #41: iPhone 15 → iPhone 17 Pro; …`
    private static func words(_ change: Change) -> String {
        let what = TraceEnvironment.properties[change.property].what
        let ids = change.traces.prefix(mostTold).map { "#\($0)" }.joined(separator: ", ")
        guard change.traces.count > 1 else {
            return "the \(what) changed at \(ids): \(change.values.joined(separator: " → ")); "
                + "steps are looked for before and after it, not across"
        }
        var different: [String] = []
        for value in change.values where !different.contains(value) { different.append(value) }
        let more = change.traces.count > mostTold ? ", …" : ""
        return "the \(what) changed \(change.traces.count) times, at \(ids)\(more): "
            + different.prefix(mostTold).joined(separator: ", ") + (different.count > mostTold ? ", …" : "")
            + "; steps are looked for among the traces of each"
    }

    private static let mostTold = 4

    /// The values of each group; nil for all other traces.
    func masked(_ values: [Double?]) -> [[Double?]] {
        members.map { group in
            var own = [Double?](repeating: nil, count: values.count)
            for index in group { own[index] = values[index] }
            return own
        }
    }

    /// Throws if the traces are of several apps, because their figures do not compare.
    ///
    /// - Parameter input: the database as named by the user.
    static func checkApp(_ traces: [TraceFigures], input: String) throws(TraceError) {
        var apps: [(name: String, ids: [Int64])] = []
        for trace in traces {
            guard let app = trace.environment.app else { continue }
            if let index = apps.firstIndex(where: { $0.name == app }) {
                apps[index].ids.append(trace.id)
            } else {
                apps.append((app, [trace.id]))
            }
        }
        guard apps.count > 1 else { return }
        let told = apps.prefix(mostTold).map { "\($0.name) (#\(Decimal.ranges($0.ids, most: mostTold)))" }
        let more = apps.count > mostTold ? ", …" : ""
        let path = CommandInput.splitTraces(input)?.path ?? input
        var fix = "import the traces of each app into a database of its own"
        if let most = apps.max(by: { $0.ids.count < $1.ids.count }), let first = most.ids.min(),
            let last = most.ids.max(),
            // There may be traces of another app in between.
            !traces.contains(where: { trace in
                (first...last).contains(trace.id) && trace.environment.app.map { $0 != most.name } ?? false
            })
        {
            fix = "name those of one: \(path)#\(first == last ? "\(first)" : "\(first)..\(last)")"
        }
        throw TraceError(
            .input, "the traces are of different apps: \(told.joined(separator: ", "))\(more)", at: Place(file: input),
            fix: fix)
    }
}
