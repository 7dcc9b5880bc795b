/// A cause by name, with its frequency and reach.
struct CauseStorm {
    let name: NameID
    let kind: CauseKind
    /// Of its writes, in order.
    var times: [Int64] = []
    var writes = 0
    /// The causes of this name: a write may be told to several places, by a cause each.
    var notices = 0
    var updates = 0
    var checks = 0
    /// The time of updates and checks.
    var nanoseconds: Int64 = 0
    var unnecessary = 0
    /// The time of unnecessary updates and checks.
    var wastedNs: Int64 = 0
    var window = CommonWindow()

    /// Average updates and checks per write, rounded down.
    var reach: Int { (updates + checks) / writes }

    /// Sums over causes of some kinds, by name and kind. An update belongs to the nearest of them in its chain.
    /// - Parameters: both take rows of causes; `write` returns the first cause of the same write.
    static func collect(
        _ context: RuleContext, isWanted: (Int) -> Bool, write: (Int) -> Int = { $0 }
    ) -> [CauseStorm] {
        let causes = context.records.causes
        let index = KeyIndex()
        let writes = KeyIndex()
        var known = 0
        var storms: [CauseStorm] = []
        let stormOfCause = Column<Int32>(repeating: -1, count: causes.count)
        let scope = context.results.scope
        for row in 0..<causes.count where !scope.isOther(causes[row].process) && isWanted(row) {
            let cause = causes[row]
            let number = index.number(UInt64(cause.name.rawValue), UInt64(cause.kind.rawValue))
            if number == storms.count { storms.append(CauseStorm(name: cause.name, kind: cause.kind)) }
            stormOfCause[row] = Int32(number)
            storms[number].notices += 1
            guard writes.number(UInt64(number), UInt64(write(row))) == known else { continue }
            known += 1
            storms[number].writes += 1
            // Causes come in time order.
            if cause.start != UpdateColumns.untimed { storms[number].times.append(cause.start) }
        }
        guard !storms.isEmpty else { return [] }
        let first = context.records.firstCauseNode
        let nearest = RecordsAbove.nearest(
            context.results.recordAbove, firstUpdateNode: context.records.firstUpdateNode
        ) { node in node >= first && stormOfCause[node - first] >= 0 }
        for (record, sum) in context.results.ownSums.buffer.enumerated() where nearest[record] >= 0 {
            storms[Int(stormOfCause[Int(nearest[record]) - first])].add(sum)
        }
        return storms
    }

    private mutating func add(_ sum: RecordSum) {
        updates += Int(sum.updates)
        checks += Int(sum.checks)
        unnecessary += Int(sum.unnecessary)
        nanoseconds = nanoseconds.addingSaturating(sum.updatesNs).addingSaturating(sum.checksNs)
        wastedNs = wastedNs.addingSaturating(sum.wastedNs).addingSaturating(sum.checksNs)
        window.add(sum.window)
    }

    /// `75 updates and 30 checks (88.1 ms); 65 of the updates are unnecessary`
    var reached: String {
        var text = RuleWords.count(updates, "update")
        if checks > 0 { text += " and \(RuleWords.count(checks, "check")) (notified, body not run)" }
        text += ", \(RuleWords.ms(nanoseconds))"
        return unnecessary > 0 ? "\(text); \(RuleWords.number(unnecessary)) of the updates are unnecessary" : text
    }

    /// Lists the causes of this name.
    func sql(_ context: RuleContext) -> String {
        """
        SELECT id, name, kind, start_ms, fan_out, updates, total_ms, wasted_ms
        FROM causes
        WHERE trace_id = :trace AND kind = \(RuleSQL.literal(kind.word))
            AND name = \(RuleSQL.literal(context.name(name)))
        ORDER BY start_ns, id
        """
    }

    /// - Parameter rows: its updates, if all of them are its cost; otherwise the unnecessary ones are.
    func finding(
        _ context: RuleContext, title: String, evidence: String, hint: String, effort: Finding.Effort,
        rows: (() -> [UInt32])? = nil
    ) -> Finding {
        Finding(
            severity: context.severity(ofTime: nanoseconds / Int64(writes)), title: title, view: nil,
            cause: context.name(name), effort: effort, sql: sql(context), rows: notices,
            costNs: rows == nil ? wastedNs : nanoseconds
        ) {
            Finding.Rest(
                window: window.window, evidence: evidence, hint: hint,
                about: rows.map { FindingSubject.rows($0()) } ?? .below(cause: name, kind: kind))
        }
    }

    static let severityWords =
        """
        by the time that one write costs on average: high where it is longer than the red deadline, medium where it is \
        longer than the orange one, low otherwise
        """
}
