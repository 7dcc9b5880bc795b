/// Views whose bodies run one after the other each time, in a log that names no reason.
enum EvaluatedTogetherRule: FindingRule {
    static let depth = RuleDepth.change
    static let needs: [RuleNeed] = [.bodies, .whole]
    static let guide = RuleGuide(
        "evaluated-together", "Views that are evaluated together each time",
        finds: """
            Lines of a console or log that say that bodies ran, and nothing of why, in which the same views follow one another \
            again and again.
            """,
        matters: """
            SwiftUI evaluates a view before the views in it. Where the first one reads a value that changes often, or all of a store, \
            the others run with it each time, whether they show that value or not.
            """,
        fix: """
            Let the first view read less: only what it shows itself, in small views of its own. Of a store, observe the part that \
            the view shows (WithViewStore with `observe:`, `removeDuplicates`, a scoped store).
            """,
        limits: """
            The order is all that such lines show: they may all read the same value. What changed is not known, nor whether each run \
            was needed; Self._printChanges() in the first body tells it.
            """,
        severity: "medium from \(RuleThresholds.manyReruns) evaluations on, else low", effort: .small,
        thresholds: [
            """
            \(leastRounds) rounds that begin with the same view, \(leastFollowers) others in four of five of them, and no view \
            that begins others
            """
        ])

    private static let (leastRounds, leastFollowers) = (20, 2)

    static func findings(_ context: RuleContext) -> [Finding] {
        let rounds = Rounds(context)
        let leaders = rounds.byLeader.filter { $0.value.count >= RuleThresholds.occurrences }
        guard leaders.count == 1, let (leader, round) = leaders.first, round.count >= leastRounds,
            // A list before its first row comes last in a round of rows: which of them to change is not known.
            !round.last.contains(where: { $0.value >= RuleThresholds.occurrences && !isOften($0.key, round) })
        else { return [] }
        let followers = round.followers.filter { $0.key != leader && isOften($0.key, round) }
        guard followers.count >= leastFollowers else { return [] }
        let others = followers.map { (name: context.shortViewName($0.key), count: $0.value) }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        let name = context.shortViewName(leader)
        let views = [leader] + followers.keys
        let all = views.reduce(0) { $0 + (rounds.evaluations[$1] ?? 0) }
        return [
            Finding(
                severity: all >= RuleThresholds.manyReruns ? .medium : .low,
                title: """
                    \(name) is evaluated \(RuleWords.count(rounds.evaluations[leader] ?? 0, "time")), together with \
                    \(RuleWords.count(others.count, "other view"))
                    """,
                view: context.viewName(leader), viewIndex: leader, effort: .small, sql: sql(views, context), rows: all,
                costNs: 0
            ) {
                Finding.Rest(
                    window: nil,
                    evidence: """
                        \(RuleWords.top(others)) of \(RuleWords.number(round.count)) times follow it in the log, \
                        \(RuleWords.count(all, "evaluation")) in all; why they ran is not recorded
                        """,
                    hint: """
                        Let \(name), which runs first, read only what it shows itself (of a store: WithViewStore with observe: and \
                        removeDuplicates, or a scoped store); Self._printChanges() in its body says what changes.
                        """)
            }
        ]
    }

    /// Whether a view is in four of five rounds.
    private static func isOften(_ view: Int, _ round: Rounds.Round) -> Bool {
        (round.followers[view] ?? 0) * 5 >= round.count * 4
    }

    private static func sql(_ views: [Int], _ context: RuleContext) -> String {
        """
        SELECT id, view, evaluated_ms, changed FROM updates
        WHERE trace_id = :trace AND is_target = 1 AND membership = 'untimed' AND changed IS NULL AND kind = 'body'
            AND view IN (\(RuleSQL.list(views.map(context.viewName).sorted())))
        ORDER BY id
        """
    }
}

/// Evaluations without a reason, in the order of the log: a round ends before a view that was in it already, but for another one right
/// after itself.
private struct Rounds {
    struct Round {
        var count = 0
        /// By view: the rounds that it is in.
        var followers: [Int: Int] = [:]
        /// By view: the rounds that end with it.
        var last: [Int: Int] = [:]
    }

    /// By the view that begins them.
    private(set) var byLeader: [Int: Round] = [:]
    /// By view.
    private(set) var evaluations: [Int: Int] = [:]

    init(_ context: RuleContext) {
        let (roles, changed) = (context.results.role.buffer, context.updates.changed)
        let rows = roles.indices.filter {
            roles[$0] == .untimed && !changed[$0].isPresent && context.results.views[context.view($0)].kind == .body
        }
        let evaluated = context.updates.evaluated
        let order = sortedIndexes(count: rows.count) {
            let (one, other) = (evaluated[rows[$0]], evaluated[rows[$1]])
            return one == other ? nil : one < other
        }
        var (met, leader, last): (Set<Int>, Int, Int?) = ([], 0, nil)
        for place in order {
            let view = context.view(rows[Int(place)])
            if last == nil || view != last && met.contains(view) {
                end(leader, met, last)
                (met, leader) = ([], view)
            }
            met.insert(view)
            evaluations[view, default: 0] += 1
            last = view
        }
        end(leader, met, last)
    }

    private mutating func end(_ leader: Int, _ views: Set<Int>, _ last: Int?) {
        guard let last else { return }
        byLeader[leader, default: Round()].count += 1
        byLeader[leader]?.last[last, default: 0] += 1
        for view in views { byLeader[leader]?.followers[view, default: 0] += 1 }
    }
}
