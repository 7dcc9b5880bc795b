/// Containers that create all their rows at once.
enum EagerContainerRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.lane(.updates)]
    static let guide = RuleGuide(
        "eager-container", "A container that creates all its rows at once",
        finds: """
            Views that appear for the first time \(RuleThresholds.eagerCreations) times or more in one window (the \
            launch counts as one).
            """,
        matters: """
            A VStack, HStack or Grid creates every child before the first frame, seen or not. The time and the memory \
            grow with the data.
            """,
        fix: """
            Use List, LazyVStack, LazyHStack or LazyVGrid, each row one view from ForEach. Inside a lazy container, \
            avoid what makes it eager: rows without a fixed structure (AnyView, if without else), a ScrollView inside \
            the other way round, scrollTo far away.
            """,
        limits: """
            A long scroll through a lazy container legitimately creates as many rows, one after the other: the \
            evidence says how long it took.
            """,
        severity: "by the time in those creations: \(RuleContext.severityOfTime)", effort: .small,
        thresholds: ["\(RuleThresholds.eagerCreations) creations or more of one view's body in one window"],
        before: #"""
            ScrollView { VStack { ForEach(items) { Row(item: $0) } } }
            """#,
        after: #"""
            ScrollView { LazyVStack { ForEach(items) { Row(item: $0) } } }
            """#)

    /// Creations of one view in one window.
    private struct Spot {
        var view: Int
        var place: Int
        var rows: [UInt32] = []
        var totalNs: Int64 = 0
        var first: Int64
        var last: Int64

        var count: Int { rows.count }
    }

    static func findings(_ context: RuleContext) -> [Finding] {
        let index = KeyIndex()
        var spots: [Spot] = []
        let updates = context.updates
        let phases = updates.phase.buffer
        for row in phases.indices where phases[row] == .creation && context.isCounted(row) {
            let view = context.view(row)
            guard context.results.views[view].kind == .body, let place = context.place(row) else { continue }
            let number = index.number(UInt64(view), UInt64(place + 1))
            let start = updates.start[row]
            if number == spots.count { spots.append(Spot(view: view, place: place, first: start, last: start)) }
            spots[number].rows.append(UInt32(row))
            spots[number].totalNs = spots[number].totalNs.addingSaturating(context.duration(row))
            spots[number].last = start
        }
        return together(spots.filter { $0.count >= RuleThresholds.eagerCreations }).map { finding($0, context) }
    }

    /// Spots by view, merged for views of one container, which are created together. The most frequently created view
    /// leads; ties prefer the outermost.
    private static func together(_ eager: [Spot]) -> [[[Spot]]] {
        var clusterOf: [Int: Int] = [:]
        for (number, spot) in eager.enumerated() where clusterOf[spot.view] == nil { clusterOf[spot.view] = number }
        for spots in Dictionary(grouping: eager, by: \.place).values {
            let ordered = spots.sorted { ($0.first, $0.rows[0]) < ($1.first, $1.rows[0]) }
            var last = Int64.min
            for (spot, before) in zip(ordered, [ordered[0]] + ordered) {
                last = max(last, before.last)
                guard spot.first <= last, let own = clusterOf[spot.view], let other = clusterOf[before.view] else {
                    continue
                }
                for (view, cluster) in clusterOf where cluster == own { clusterOf[view] = other }
            }
        }
        let clusters = Dictionary(grouping: eager) { clusterOf[$0.view] ?? -1 }
        return clusters.sorted { $0.key < $1.key }.map { _, spots in
            Dictionary(grouping: spots, by: \.view).values.sorted { left, right in
                let counts = (left.reduce(0) { $0 + $1.count }, right.reduce(0) { $0 + $1.count })
                // A surrounding view is created before the inner one, also the last time.
                if counts.0 != counts.1 { return counts.0 > counts.1 }
                return (left[0].last, left[0].rows[0]) < (right[0].last, right[0].rows[0])
            }
        }
    }

    private static func finding(_ views: [[Spot]], _ context: RuleContext) -> Finding {
        let (spots, all) = (views[0], views.flatMap { $0 })
        let (view, name) = (spots[0].view, context.shortViewName(spots[0].view))
        let count = spots.reduce(0) { $0 + $1.count }
        let total = all.reduce(Int64(0)) { $0.addingSaturating($1.totalNs) }
        // Spots are ordered by first creation; ties prefer the first.
        let largest = spots.dropFirst().reduce(spots[0]) { $1.count > $0.count ? $1 : $0 }
        let windows = context.results.windows
        let isWindow = windows.indices.contains(largest.place)
        let place =
            isWindow
            ? "one \(windows[largest.place].kind.noun)"
            : largest.place < 0 ? "the launch" : "one run of a recurring cause"
        let others = views.dropFirst().map { spots in
            (name: context.shortViewName(spots[0].view), count: spots.reduce(0) { $0 + $1.count })
        }
        let worst = Dictionary(grouping: all, by: \.place).values.map { spots in
            spots.reduce(Int64(0)) { $0.addingSaturating($1.totalNs) }
        }.max()
        let title = "All \(name)\(name.hasSuffix("View") ? "s" : " views") are created at once"
        return Finding(
            severity: context.severity(ofTime: worst ?? 0),
            title: others.isEmpty ? title : "\(title), with \(others.prefix(2).map(\.name).joined(separator: " and "))",
            view: context.viewName(view), viewIndex: view, effort: .small,
            sql: sql(views.map { $0[0].view }, context), rows: all.reduce(0) { $0 + $1.count }, costNs: total
        ) {
            Finding.Rest(
                window: all.count == 1 && isWindow ? largest.place : nil,
                evidence: RuleWords.count(count, "first appearance")
                    + (largest.count < count ? ", \(RuleWords.number(largest.count)) of them" : "")
                    + " in \(place) within \(RuleWords.ms(largest.last - largest.first)); \(RuleWords.ms(total)) in all"
                    + (others.isEmpty ? "" : "; created with them: \(RuleWords.top(others))"),
                hint: """
                    Put \(name) into a List or a LazyVStack (not a VStack in a ScrollView), one \(name) for each \
                    element of ForEach, so that only visible ones are made.
                    """,
                about: .rows(all.flatMap(\.rows)))
        }
    }

    private static func sql(_ views: [Int], _ context: RuleContext) -> String {
        let isView = views.map { context.isView($0) }.joined(separator: " OR ")
        let condition = """
            trace_id = :trace AND (\(isView))
                AND phase = 'creation' AND \(RuleSQL.isPlaced)
            """
        let key = "\(RuleSQL.place), view, coalesce(module, ''), kind"
        return """
            SELECT id, view, start_ms, duration_ms, severity, instance, interaction_id, driving_cause
            FROM updates
            WHERE \(condition)
                AND (\(key)) IN (
                    SELECT \(key) FROM updates
                    WHERE \(condition)
                    GROUP BY 1, 2, 3, 4 HAVING count(*) >= \(RuleThresholds.eagerCreations))
            ORDER BY start_ns, id
            """
    }
}
