/// Signpost intervals of the app inside the long bodies of a view: what it measured there itself.
struct BodyIntervals {
    /// One signpost by name.
    struct Tally {
        var name: NameID
        /// Long bodies with such an interval.
        var bodies = 0
        var totalNs: Int64 = 0
        /// The long body that was counted last.
        fileprivate var last = -1
    }

    /// By view: those that lie in half of its long bodies or more, with most time first.
    static func collect(_ context: RuleContext) -> [Int: [Tally]] {
        let (updates, severity) = (context.updates, context.results.severity.buffer)
        let signposts = context.records.signposts
        guard signposts.count > 0 else { return [:] }
        let bodies = severity.indices.filter { row in
            severity[row] > 0 && context.isCounted(row) && updates.duration[row] > 0
                && context.results.views[context.view(row)].kind == .body
        }
        guard !bodies.isEmpty else { return [:] }
        var tallies: [Int: [NameID: Tally]] = [:]
        var (next, open) = (0, [Int]())
        // Bodies and signposts come in order of their starts.
        for index in 0..<signposts.count where signposts[index].duration > 0 {
            let signpost = signposts[index]
            let end = signpost.start.addingSaturating(signpost.duration)
            while next < bodies.count, updates.start[bodies[next]] <= signpost.start {
                open.append(bodies[next])
                next += 1
            }
            while let last = open.last, updates.start[last].addingSaturating(updates.duration[last]) <= signpost.start {
                open.removeLast()
            }
            guard let body = open.last, updates.start[body].addingSaturating(updates.duration[body]) >= end,
                isSameThread(signpost, body, context)
            else { continue }
            tallies[context.view(body), default: [:]][signpost.name, default: Tally(name: signpost.name)].add(
                signpost.duration, body)
        }
        return tallies.reduce(into: [:]) { found, entry in
            let count = context.longUpdates[entry.key]?.count ?? 0
            let most = entry.value.values.filter { $0.bodies * 2 >= count }
            if !most.isEmpty { found[entry.key] = most.sorted { isFirst($0, $1, context) } }
        }
    }

    private static func isFirst(_ left: Tally, _ right: Tally, _ context: RuleContext) -> Bool {
        left.totalNs == right.totalNs
            ? context.names.isText(left.name, before: right.name) : left.totalNs > right.totalNs
    }

    /// Bodies of logs are on the main thread, whose signposts have a number there.
    private static func isSameThread(_ signpost: SignpostRecord, _ body: Int, _ context: RuleContext) -> Bool {
        let updates = context.updates
        let isNumber = context.name(signpost.thread).hasPrefix("0x") && updates.thread[body] == NameID(.main)
        let isOneThread = !signpost.thread.isPresent || isNumber || signpost.thread == updates.thread[body]
        let scope = context.results.scope
        return isOneThread && scope.owner(signpost.process) == scope.owner(updates.process[body])
    }
}

extension BodyIntervals.Tally {
    fileprivate mutating func add(_ duration: Int64, _ body: Int) {
        totalNs = totalNs.addingSaturating(duration)
        if last != body {
            last = body
            bodies += 1
        }
    }
}
