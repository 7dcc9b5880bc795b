/// Signpost intervals that stand for evaluations of a view's body: those named `LandmarkRow.body`, and those of a
/// subsystem and category that the user names (`--body-signposts`). They become updates and are no signposts then.
struct BodySignposts {
    private struct Filter {
        var subsystem: NameID
        var category: NameID
        /// None = any.
        var name: NameID
    }

    private let builder: TraceBuilder
    private let filters: [Filter]
    /// Index into the trace's views, plus two, by name: zero = not looked at yet, one = no name of a body.
    private let views = SparseColumn<UInt32>(absent: 0)
    private let filteredViews = SparseColumn<UInt32>(absent: 0)
    /// The process whose bodies were seen, while it is only one.
    private(set) var process: (name: NameID, pid: UInt64)?
    private var hasSeveralProcesses = false

    init(_ builder: TraceBuilder) {
        self.builder = builder
        let names = builder.names
        filters = builder.options.bodySignposts.map {
            Filter(
                subsystem: names.intern($0.subsystem), category: names.intern($0.category),
                name: $0.name.map { names.intern($0) } ?? .none)
        }
    }

    /// Appends an update where the interval that `begin` opened is one. Whether it was.
    mutating func append(_ begin: LogEvent, start: Int64, duration: Int64) -> Bool {
        guard let view = view(begin) else { return false }
        let updates = builder.records.updates
        updates.start.append(start)
        updates.duration.append(duration)
        updates.view.append(view)
        updates.id.append(0)
        updates.thread.append(NameID(.main))
        updates.phase.append(.update)
        note(begin)
        return true
    }

    private mutating func note(_ begin: LogEvent) {
        guard begin.process.isPresent, !hasSeveralProcesses else { return }
        if let process, process.name != begin.process || process.pid != begin.pid {
            hasSeveralProcesses = true
            self.process = nil
        } else {
            process = (begin.process, begin.pid)
        }
    }

    private func view(_ begin: LogEvent) -> UInt32? {
        let known = views[begin.name.index]
        if known > 1 { return known - 2 }
        if known == 0 {
            let text = builder.names.text(begin.name) ?? ""
            let isBody = text.utf8.count > 5 && text.hasSuffix(".body")
            views[begin.name.index] = isBody ? newView(begin.name) + 2 : 1
            if isBody { return views[begin.name.index] - 2 }
        }
        let isNamed = filters.contains {
            $0.subsystem == begin.subsystem && $0.category == begin.category
                && (!$0.name.isPresent || $0.name == begin.name)
        }
        guard isNamed else { return nil }
        if filteredViews[begin.name.index] == 0 { filteredViews[begin.name.index] = newView(begin.name) + 2 }
        return filteredViews[begin.name.index] - 2
    }

    private func newView(_ name: NameID) -> UInt32 {
        let normalised = builder.names.intern(ViewName.normalised(builder.names.text(name) ?? ""))
        return builder.view(ViewKey(name: normalised, rawName: name, module: .none, kind: .body, kindWord: .none))
    }
}
