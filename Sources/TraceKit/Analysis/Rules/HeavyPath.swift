/// Where most samples are: the call path from the outermost frame inwards, as long as one call holds most of them.
struct HeavyPath {
    /// Outermost first; never empty.
    let frames: [NameID]
    /// Samples in the innermost of them, of all.
    let samples: Int
    let total: Int

    var percent: Int { RuleWords.percent(samples, of: total) }

    /// Nil where no call holds enough of the samples.
    init?(_ samplesByStack: [UInt32: Int], total: Int, _ context: RuleContext) {
        let nodes = context.records.stacks.nodes
        var counts: [UInt32: Int] = [:]
        for (leaf, count) in samplesByStack {
            counts[leaf, default: 0] += count
            // Callers that another stack has entered already are in.
            var node = nodes.parent(Int(leaf))
            while node != 0, counts[node] == nil {
                counts[node] = 0
                node = nodes.parent(Int(node))
            }
        }
        var children: [UInt32: [UInt32]] = [:]
        // Callers have lower numbers than what they call.
        for node in counts.keys.sorted(by: >) where node != 0 {
            let parent = nodes.parent(Int(node))
            children[parent, default: []].append(node)
            if parent != 0 { counts[parent, default: 0] += counts[node] ?? 0 }
        }
        var path: [NameID] = []
        var held = 0
        var place: UInt32 = 0
        while let heaviest = Self.heaviest(children[place] ?? [], counts, context),
            let count = counts[heaviest], count * 100 >= total * RuleThresholds.heavyPathPercent, count > 0
        {
            path.append(nodes[Int(heaviest)].frame)
            held = count
            place = heaviest
        }
        guard !path.isEmpty else { return nil }
        (frames, samples, self.total) = (path, held, total)
    }

    /// For paths that were found in another way.
    init(frames: [NameID], samples: Int, total: Int) {
        (self.frames, self.samples, self.total) = (frames, samples, total)
    }

    private static func heaviest(_ nodes: [UInt32], _ counts: [UInt32: Int], _ context: RuleContext) -> UInt32? {
        nodes.max { left, right in
            let (first, second) = (counts[left] ?? 0, counts[right] ?? 0)
            return first != second ? first < second : comesFirst(right, before: left, context)
        }
    }

    /// Of two callees with as many samples, the one whose name comes first is taken.
    static func comesFirst(_ left: UInt32, before right: UInt32, _ context: RuleContext) -> Bool {
        let table = context.records.stacks.nodes
        let (one, other) = (table[Int(left)], table[Int(right)])
        if one.frame != other.frame { return context.names.isText(one.frame, before: other.frame) }
        return context.names.isText(one.binary, before: other.binary)
    }

    /// The innermost frames: `ModelData.load(_:) → JSONDecoder.decode(_:from:)`; nil for nothing but the entry point.
    func words(_ context: RuleContext, _ limit: Int) -> String? {
        guard frames.count > 1 else { return nil }
        return frames.suffix(min(limit, frames.count - 1)).map { context.placed($0) }.joined(separator: " → ")
    }
}

extension HeavyPath {
    /// The path inside a body: what stands behind its getter; nil where most samples are in the body itself.
    func inBody(_ context: RuleContext) -> String? {
        let getter = frames.lastIndex { frame in
            let words = CostlyCalls.words(Array(context.names.bytes(of: frame)))
            return words.contains { $0.elementsEqual("body".utf8) }
                && words.contains { $0.elementsEqual("getter".utf8) }
        }
        let inner = getter.map { frames[($0 + 1)...] } ?? frames.dropFirst()
        guard !inner.isEmpty else { return nil }
        return inner.suffix(2).map { context.placed($0) }.joined(separator: " → ")
    }
}
