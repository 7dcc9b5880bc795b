/// What console lines without a time say of one view. They are in no window and have no duration, so that they are counted
/// by themselves.
struct ConsoleLines {
    let view: Int
    var count = 0
    /// Nothing had changed.
    var unchanged = 0
    /// Only the parent made the view anew.
    var parentOnly = 0
    /// First evaluations of an instance.
    var first = 0

    /// By view.
    static func collect(_ context: RuleContext) -> [ConsoleLines] {
        let (lists, changed) = (context.records.lists.lists, context.updates.changed.rows)
        let isParentOnly = lists.map { $0 == [NameID(.selfProperty)] }
        var lines: [Int: ConsoleLines] = [:]
        let roles = context.results.role.buffer
        for row in roles.indices where roles[row] == .untimed {
            let view = context.view(row)
            let list = Int(changed[row].rawValue)
            var own = lines[view] ?? ConsoleLines(view: view)
            own.count += 1
            // The first list stands for one that is not known.
            if list > 0, lists[list].isEmpty { own.unchanged += 1 }
            if isParentOnly[list] { own.parentOnly += 1 }
            if context.updates.phase[row] == .creation { own.first += 1 }
            lines[view] = own
        }
        return lines.values.sorted { $0.view < $1.view }
    }

    /// Without times there is nothing to weigh them by but their share.
    func finding(
        _ context: RuleContext, _ count: Int, title: String, evidence: String, hint: String, condition: String
    ) -> Finding {
        Finding(
            severity: 2 * count > self.count ? .medium : .low, title: title, view: context.viewName(view),
            viewIndex: view, effort: .small, sql: context.updatesSQL(view, "membership = 'untimed' AND \(condition)"),
            rows: count, costNs: 0
        ) {
            Finding.Rest(
                window: nil,
                evidence: "\(RuleWords.number(count)) of \(RuleWords.count(self.count, "body evaluation")) \(evidence)",
                hint: hint)
        }
    }
}
