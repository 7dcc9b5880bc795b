/// A family of costly calls inside the long bodies of one view.
struct CostlyCall {
    let family: CostlyAPI
    var samples = 0
    /// All samples in the view's long bodies.
    let total: Int
    var nanoseconds: Int64 = 0
    /// The app's functions that make the calls, with samples.
    var callers: [(name: String, count: Int)] = []
    /// Names of the frames that belong to the family.
    var frames: [String] = []

    var percent: Int { RuleWords.percent(samples, of: total) }
}

extension CostlyCalls {
    /// The families that are there often enough, in their order.
    func all(in view: Int, _ context: RuleContext) -> [CostlyCall] {
        guard let body = context.bodySamples[view] else { return [] }
        var calls = CostlyAPI.all.map { CostlyCall(family: $0, total: body.samples) }
        var callers = calls.map { _ in [NameID: Int]() }
        var frames = calls.map { _ in Set<NameID>() }
        for (stack, tally) in body.byStack where stack != 0 {
            for match in matches(stack, view, context) {
                calls[match.family].samples += tally.samples
                calls[match.family].nanoseconds = calls[match.family].nanoseconds.addingSaturating(tally.nanoseconds)
                callers[match.family][match.caller, default: 0] += tally.samples
                frames[match.family].formUnion(match.frames)
            }
        }
        for family in calls.indices {
            calls[family].callers = callers[family].map { (context.placed($0.key), $0.value) }
            calls[family].frames = frames[family].map { context.name($0) }.sorted()
            guard !body.hasWeights else { continue }
            let share = Double(calls[family].samples) / Double(body.samples)
            // A sum that ends at the largest number is a larger one as `Double`.
            let total = context.longUpdates[view]?.totalNs ?? 0
            calls[family].nanoseconds = Int64(towardZero: Double(total) * share)
        }
        return calls.filter { $0.samples >= RuleThresholds.costlySamples && $0.percent >= RuleThresholds.costlyPercent }
    }

    /// The family with the most samples.
    func worst(of view: Int, _ context: RuleContext) -> CostlyCall? {
        all(in: view, context).max { $0.samples < $1.samples }
    }

    private struct Match {
        var family: Int
        var caller: NameID
        var frames: Set<NameID>
    }

    /// Deeper stacks than this are looked at from their innermost frame on only so far.
    private static let deepest = 4_096

    /// The families on a stack. A family's caller is the first app frame outwards from its outermost call in a row.
    private func matches(_ stack: UInt32, _ view: Int, _ context: RuleContext) -> [Match] {
        let nodes = context.records.stacks.nodes
        var matches: [Match] = []
        var node = stack
        var depth = 0
        while node != 0, depth < Self.deepest {
            depth += 1
            let frame = nodes[Int(node)]
            if !frame.isApp, let family = family(frame.frame) {
                if let index = matches.firstIndex(where: { $0.family == family }) {
                    matches[index].frames.insert(frame.frame)
                } else {
                    let caller = caller(of: node, family, view, context)
                    matches.append(Match(family: family, caller: caller, frames: [frame.frame]))
                }
            }
            node = frame.parent
        }
        return matches
    }

    private func caller(of node: UInt32, _ family: Int, _ view: Int, _ context: RuleContext) -> NameID {
        let nodes = context.records.stacks.nodes
        var place = nodes.parent(Int(node))
        while place != 0, !nodes[Int(place)].isApp, self.family(nodes[Int(place)].frame) == family {
            place = nodes.parent(Int(place))
        }
        let direct = nodes[Int(place)].frame
        var depth = 0
        while place != 0, depth < Self.deepest {
            if isApp(nodes[Int(place)], view, context) { return nodes[Int(place)].frame }
            place = nodes.parent(Int(place))
            depth += 1
        }
        return direct.isPresent ? direct : nodes[Int(node)].frame
    }

    /// Where the source does not say whose a frame is: one that names the view, or the getter of a body.
    private func isApp(_ node: StackTable.Node, _ view: Int, _ context: RuleContext) -> Bool {
        if node.isApp || node.binary.isPresent { return node.isApp }
        let words = Self.words(Array(context.names.bytes(of: node.frame)))
        let viewWord = Self.words(Array(context.viewName(view).utf8)).first
        if let viewWord, words.contains(where: { $0.elementsEqual(viewWord) }) { return true }
        return words.contains { $0.elementsEqual("body".utf8) } && words.contains { $0.elementsEqual("getter".utf8) }
    }
}
