import Testing

@testable import TraceKit

/// The tree of chains sums up the same updates whichever way it is asked for.
@Suite struct ChainTreeTests {
    @Test func `the sums of the whole tree are those of its updates`() throws {
        let store = try Traces.store(
            DiffTraces.json([
                DiffTraces.Tap(updates: [("Row", 3, 9), ("Cell", 2, 20)]),
                DiffTraces.Tap(name: "Other", updates: [("Row", 4, 1)]),
            ]))
        let tree = try ChainTree.read(store, trace: 1, ChainTree.Filter())
        let updates = try store.database.rows(
            """
            SELECT count(*), sum(verdict = 'unnecessary'), sum(severity = 'red'), sum(severity = 'orange'),
                sum(severity = 'gray'), total(duration_ms) FROM updates WHERE chain_id IS NOT NULL
            """)[0]
        let roots = tree.roots.map { tree.nodes[$0].sums }
        #expect(roots.count == 2)
        #expect(roots.map(\.updates) == [5, 4])
        #expect(roots.reduce(0) { $0 + $1.updates } == updates[0].count)
        #expect(roots.reduce(0) { $0 + $1.unnecessary } == updates[1].count)
        #expect(roots.reduce(0) { $0 + $1.red } == updates[2].count)
        #expect(roots.reduce(0) { $0 + $1.orange } == updates[3].count)
        #expect(roots.reduce(0) { $0 + $1.gray } == updates[4].count)
        #expect(abs(roots.reduce(0) { $0 + $1.totalMs } - updates[5].number) < 1e-9)
    }

    @Test func `an interaction's chains and those of all interactions say the same of it`() throws {
        let store = try Traces.store(DiffTraces.json([DiffTraces.Tap(updates: [("Row", 3, 9), ("Cell", 2, 20)])]))
        var filter = ChainTree.Filter()
        let whole = try ChainTree.read(store, trace: 1, filter)
        filter.interaction = 1
        let part = try ChainTree.read(store, trace: 1, filter)
        #expect(
            ChainTree.renderers.render(whole, as: "json", RenderOptions())
                == ChainTree.renderers.render(part, as: "json", RenderOptions()))
        #expect(!whole.nodes.isEmpty)
    }

    @Test func `the costliest roots alone are drawn as they are among all`() throws {
        let taps = (0..<30).map { tap in
            DiffTraces.Tap(
                name: "Tap\(tap % 20)", updates: [("Row", 1 + tap % 4, 9), ("Cell\(tap)", 2, Double(tap % 7))])
        }
        let store = try Traces.store(DiffTraces.json(taps))
        for cause in [nil, "Row.body"] {
            var filter = ChainTree.Filter()
            filter.cause = cause
            let all = try ChainTree.read(store, trace: 1, filter)
            for top in [1, 3, 19, 100] {
                let some = try ChainTree.read(store, trace: 1, filter, top: top)
                #expect(some.rootCount == all.roots.count && some.chains == all.chains)
                #expect(
                    some.roots.count == min(top, all.roots.count) && (top > 19 || some.nodes.count < all.nodes.count))
                var options = RenderOptions()
                options.top = top
                for format in ["text", "json"] {
                    let drawn = ChainTree.renderers.render(some, as: format, options)
                    #expect(drawn == ChainTree.renderers.render(all, as: format, options), "\(format) \(top)")
                }
            }
        }
    }

    @Test func `of thousands of steps the costliest are drawn, and the others are summed up`() throws {
        let many = (0..<2_000).map { (view: "Row\($0)", count: 1, ms: 1 + Double($0) / 1_000) }
        let store = try Traces.store(DiffTraces.json([DiffTraces.Tap(updates: many)]))
        var options = RenderOptions()
        options.top = 2
        let text = try #require(
            ChainTree.renderers.render(try ChainTree.read(store, trace: 1, ChainTree.Filter()), as: "text", options))
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.contains("└ Row") } == 39)
        #expect(lines.count { $0.contains("Row1999.body") } == 1)
        let rest = try #require(lines.first { $0.contains("… 1,961 more") })
        #expect(rest.split(separator: " ").first == "1,961")
    }
}
