/// The wording for one recurring cause.
struct RecurringWords {
    private let cause: RecurringCause
    private let context: RuleContext
    private let drivers: ArraySlice<RecurringLink>
    private let reached: ArraySlice<RecurringLink>

    init(_ cause: RecurringCause, _ context: RuleContext) {
        (self.cause, self.context) = (cause, context)
        let links = context.results.links[cause.links]
        let firstReached = links.firstIndex { !$0.isDriver } ?? links.endIndex
        drivers = context.results.drivers(of: cause)[...]
        reached = links[firstReached...]
    }

    func finding() -> Finding {
        Finding(
            severity: severity, title: title, view: context.viewName(cause.view), cause: name,
            viewIndex: cause.view, effort: .medium, sql: sql, rows: cause.updates, costNs: cause.costNs
        ) {
            let rows = rows
            return Finding.Rest(
                window: nil, evidence: evidence, hint: hint, about: rows.isEmpty || heavy != nil ? .itself : .rows(rows)
            )
        }
    }

    private var severity: Finding.Severity {
        guard cause.totalNs > 0 else { return cause.updates >= RuleThresholds.manyReruns ? .medium : .low }
        let percent = cause.percent ?? 0
        if percent < 25, heavy?.long ?? 0 >= RuleThresholds.manyLongUpdates { return .medium }
        return percent >= 25 ? .high : percent >= 10 ? .medium : .low
    }

    /// Rows with a time, which other findings can be about.
    private var rows: [UInt32] {
        guard cause.totalNs > 0, let own = context.results.links[cause.links].first?.cause else { return [] }
        return context.recurringRows[own]
    }

    private var isRecorded: Bool { cause.root.isPresent }

    private var isClock: Bool { ViewClock.contains(cause.kind, context.name(cause.root)) }

    /// `, re-run by each change of Model.x every 0.50 s` for a recurring long body; otherwise empty.
    static func drives(_ view: Int, _ context: RuleContext) -> String {
        guard let driver = context.longUpdates[view]?.driver(of: view, context) else { return "" }
        return ", \(driver.isReached ? "re-run by each change of" : "and runs for") \(driver.name)\(driver.pace)"
    }

    // MARK: Names

    private func view(_ link: RecurringLink) -> String { context.shortViewName(link.view) }

    private var first: String { context.shortViewName(cause.view) }

    /// Nil for an unrecorded parent.
    var name: String? {
        guard cause.isSeen else { return nil }
        return isRecorded ? context.causeName(cause.root) : context.short(cause.label)
    }

    /// What a view names that is one of several drivers of an inferred cause; else the name of the cause.
    func name(of link: RecurringLink) -> String? {
        guard !isRecorded, link.isDriver, link.view != cause.view else { return name }
        return context.recurringNames.properties(link.property, of: link.view).first.map(context.short) ?? name
    }

    /// The pace of the runs that include a view.
    func pace(of link: RecurringLink) -> String? {
        if link.runs * 10 >= cause.runs * 9 { return pace }
        return Recurrence(
            runs: link.runs, firstNs: cause.first < 0 ? nil : cause.first, lastNs: cause.last < 0 ? nil : cause.last,
            periodNs: nil
        ).pace
    }

    /// `what it observes and its own _height change`, for a view that nothing else runs with.
    private var ownChanges: String {
        var names: [String] = []
        for list in drivers.first?.named ?? [cause.property] {
            for item in context.records.lists[list]
            where item != NameID(.selfProperty) && item != NameID(.identityProperty) {
                let text =
                    item == NameID(.dependenciesProperty) ? "what it observes" : "its own \(context.shortName(item))"
                if !names.contains(text) { names.append(text) }
            }
        }
        if names.count == 1 { return "\(names[0]) changes" }
        return names.count == 2
            ? "\(names[0]) or \(names[1]) changes"
            : "\(names.prefix(2).joined(separator: ", ")) or another value changes"
    }

    /// The property that each of several drivers has under the same name.
    private var sharedProperty: String? {
        let names = Set(drivers.map { context.records.lists[$0.property] })
        guard names.count == 1, let list = names.first, list.count == 1, let name = list.first else { return nil }
        return context.name(name).hasPrefix("@") ? nil : context.shortName(name)
    }

    private var often: String { cause.recurrence.often }

    /// `every 0.50 s`, `about 30 times a second`; nil if it is neither regular nor fast.
    var pace: String? { cause.recurrence.pace }

    /// The view that takes part in most of its runs.
    private var mostReached: RecurringLink? {
        if isRecorded { return reader ?? reached.first }
        return reached.first { $0.runs * 2 >= cause.runs && $0.view != cause.view }
    }

    /// Of a recorded cause: the view with the most time that reads it, not only runs below one that does.
    private var reader: RecurringLink? {
        guard let own = reached.first?.cause else { return nil }
        var firstRows: [Int: Int] = [:]
        for row in context.recurringRows[own] {
            let view = context.view(Int(row))
            if firstRows[view] == nil { firstRows[view] = Int(row) }
        }
        return reached.first { link in
            guard isAppBody(link), let row = firstRows[link.view] else { return false }
            let driver = context.results.drivingCause.buffer[row]
            return driver >= 0 && context.reads(row, context.drivers.number(driver))
        }
    }

    /// An interval that takes longer than the bodies.
    private var heavy: RecurringInterval? { cause.intervals.first { $0.totalNs > cause.totalNs } }

    private func isAppBody(_ link: RecurringLink) -> Bool {
        context.results.views[link.view].kind == .body && !context.isFramework[link.view]
    }

    /// `45 BlockRowView and 2 other views`
    private var below: String? {
        guard let most = mostReached else {
            return heavy.map { "\(first) and \(context.shortName($0.name))" }
        }
        let atOnce = (most.updates + most.runs / 2) / max(1, most.runs)
        let name = atOnce > 1 ? RuleWords.views(atOnce, view(most)) : view(most)
        let others = reached.count { $0.view != most.view && (isRecorded ? isAppBody($0) : $0.view != cause.view) }
        return others > 0 ? "\(name) and \(RuleWords.count(others, "other view"))" : name
    }

    private var title: String {
        if isClock { return "A clock updates \(below ?? "views") \(often)" }
        if drivers.count > 1 {
            let others = RuleWords.count(drivers.count - 1, "other view")
            let property = sharedProperty.map { $0.hasPrefix("_") ? "its own \($0)" : $0 } ?? "a property of its own"
            return "\(first) and \(others) run together \(often), each because \(property) changed"
        }
        if let name {
            return below.map { "Each change of \(name) re-runs \($0) \(often)" }
                ?? "\(first) runs whenever \(ownChanges) \(often)"
        }
        let others = reached.count { $0.view != cause.view }
        let more = others > 0 ? " and \(RuleWords.count(others, "other view"))" : ""
        return "Something above \(first) re-runs it\(more) \(often)"
    }

    // MARK: Evidence

    private var evidence: String {
        let noun = isRecorded ? "update" : "evaluation"
        let counts = context.results.links[cause.links].map { (name: view($0), count: $0.updates) }
        var parts = ["\(RuleWords.count(cause.updates, noun))\(when): \(RuleWords.top(counts))"]
        if let heavy {
            parts.insert(
                """
                \(context.shortName(heavy.name)) follows \(RuleWords.number(heavy.count)) of its \
                \(RuleWords.count(cause.runs, "run")) and takes \(RuleWords.ms(heavy.totalNs / Int64(heavy.count))) \
                each time
                """, at: 0)
        }
        if drivers.count > 1 {
            let named = drivers.flatMap { context.recurringNames.properties($0.property, of: $0.view).prefix(1) }
            parts.insert("each time for \(named.prefix(5).joined(separator: ", "))", at: 0)
        } else if let link = drivers.first, link.runs < cause.runs {
            parts.append("\(view(link)) names \(name ?? "it") in \(RuleWords.number(link.runs))")
        }
        if cause.totalNs > 0 {
            let share = cause.percent.map { ", \($0) % of the time between" } ?? ""
            parts.append("\(RuleWords.ms(cause.costNs)) of work\(share)")
        }
        let interactions = interactions
        if let interactions { parts[0] = "in \(interactions): \(parts[0])" }
        if isRecorded {
            if interactions != nil { return parts.joined(separator: "; ") }
            parts[0] = "no interaction started it: \(isClock ? "\(context.shortName(cause.root)), " : "")\(parts[0])"
            return parts.joined(separator: "; ")
        }
        if !cause.isSeen {
            parts.append("none of them names what changed: a parent that does not log, or a closure that it passes")
        }
        return parts.joined(separator: "; ") + "; inferred from the order of the evaluations"
    }

    /// `1 scroll`: the interactions that its runs stay inside; nil if they do not.
    private var interactions: String? {
        let results = context.results
        guard let own = results.links[cause.links].first?.cause, results.answers.indices.contains(own),
            results.answers[own]
        else { return nil }
        var cursor = WindowCursor(results.windows)
        let starts = results.runs.filter { $0.cause == Int32(own) }.map(\.start).sorted()
        let windows = Set(starts.compactMap { cursor.window(holding: $0) }).sorted()
        return windows.isEmpty ? nil : RuleWords.windows(windows.map { results.windows[$0].kind })
    }

    private var when: String {
        guard cause.first >= 0 else { return "" }
        return " from \(RuleWords.at(cause.first)) to \(RuleWords.at(cause.last))"
    }

    // MARK: Fix

    private var hint: String {
        if isClock { return ViewClock.hint }
        if drivers.count > 1, cause.periodNs > 0 {
            return
                """
                Look for what changes every \(Recurrence.seconds(cause.periodNs)) (a timer, a clock, a stream of values), and \
                let one small view read it instead of \(RuleWords.count(drivers.count, "view")). Let it change less \
                often, or only where its value differs.
                """
        }
        if drivers.count > 1, let property = sharedProperty, property.hasPrefix("_") {
            return
                """
                All of them seem to observe one object: give what changes so often an object of its own, or make it \
                @Observable (an ObservableObject reports every change of any of its properties), and read it only in \
                the smaller view that shows it.
                """
        }
        if drivers.count > 1 {
            return
                """
                Find what invalidates all of them at once: a store that publishes as a whole, or queries (@Query, \
                @FetchRequest) that fetch again with each save. Give a query a predicate and a fetchLimit, and let \
                each view read only what it shows.
                """
        }
        guard let name else {
            let pace = cause.periodNs > 0 ? "every \(Recurrence.seconds(cause.periodNs))" : "each time"
            return
                """
                Look above \(first) for what changes \(pace) (a timer, a clock, state of the app or a scene) and move \
                it into a smaller view of its own; pass \(first) values instead of closures and make it Equatable. \
                Self._printChanges() in the parents says which one runs.
                """
        }
        if isRecorded {
            guard let most = mostReached else {
                return "Let \(name) change less often, or only where its value differs."
            }
            return CauseAdvice(cause.root, cause.kind, context).sparing(view(most))
        }
        if let value = EnvironmentActions.name(in: context.records.lists[cause.property], context) {
            return
                """
                \(value) is a value of the environment that something above \(first) sets anew each time: set it once, \
                outside of a body that runs often (an action is never equal to the one before), or read it only in the \
                small view that uses it.
                """
        }
        guard let most = mostReached else {
            if let heavy {
                return
                    """
                    Make \(context.shortName(heavy.name)) cheaper (change only what differs), and read \(name) in a \
                    smaller view of its own, so that it does not run each time\(model).
                    """
            }
            // With several values, the names are in the title.
            let values = (drivers.first?.named ?? []).count > 1 ? "what changes" : name
            return
                """
                Read \(values) in a smaller view of its own, or pass only the value that is shown (of an object: make \
                it @Observable), so that the rest of \(first) does not run each time.
                """
        }
        return
            """
            Read \(name) in a smaller view of its own, so that \(first) does not run each time, and make \(view(most)) \
            Equatable with plain values (no closures, no arrays made in body)\(model).
            """
    }

    /// For a property that is stored by a wrapper: most are objects.
    private var model: String {
        let isWrapped = context.records.lists[cause.property].contains { context.name($0).hasPrefix("_") }
        return isWrapped
            ? """
            ; if it is an object, make it @Observable or split it (an ObservableObject reports every change of any of its \
            properties)
            """ : ""
    }

    private var sql: String {
        let name = RuleSQL.equals(context.names.text(cause.root))
        return """
            SELECT id, run_id, view, coalesce(start_ms, evaluated_ms) AS at_ms, duration_ms, changed
            FROM updates
            WHERE trace_id = :trace AND recurring_id IN (
                SELECT id FROM recurring
                WHERE trace_id = :trace AND name \(name) AND is_seen = \(cause.isSeen ? 1 : 0) AND view = \(RuleSQL.literal(context.viewName(cause.view))))
            ORDER BY id
            """
    }
}
