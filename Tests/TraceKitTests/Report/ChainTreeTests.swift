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

    // MARK: What recurs

    private func drawn(_ json: String, as format: String = "text", _ filter: ChainTree.Filter = .init()) throws
        -> String
    {
        let tree = try ChainTree.read(try Traces.store(json), trace: 1, filter)
        return ChainTree.renderers.render(tree, as: format, RenderOptions()) ?? ""
    }

    @Test func `a root that recurs says how often`() throws {
        let timer = RecurringPassTests.timer(20, lasting: 7)
        let text = try drawn(timer)
        #expect(text.contains(" Feed.tick\n"), "\(text)")
        #expect(text.contains("  recurs every 0.25 s (20 times)\n") && text.components("recurs").count == 2)
        let json = try drawn(timer, as: "json")
        #expect(json.contains("\"recurring_runs\": 20, \"recurring_period_ms\": 250"), "\(json)")
        // Twice is no recurrence, and no key.
        let twice = RecurringPassTests.timer(2, lasting: 7)
        #expect(try !drawn(twice).contains("recurs") && !drawn(twice, as: "json").contains("recur"))
    }

    @Test func `the app's cause behind the framework's is the one that recurs`() throws {
        let rows = (0..<12).map { tick in
            (
                "{\"id\": \(100 + tick), \"kind\": \"external-environment\", \"name\": \"External: Time\", \"start_ms\": \(tick * 500)}",
                "{\"id\": \(200 + tick), \"kind\": \"state\", \"name\": \"Clock.now\", \"origin\": \"app\", \"start_ms\": \(tick * 500), \"cause\": \(100 + tick)}",
                "{\"view\": \"Hand\", \"start_ms\": \(tick * 500 + 1), \"duration_ms\": 2, \"cause\": \(200 + tick)}"
            )
        }
        let causes = rows.flatMap { [$0.0, $0.1] }.joined(separator: ",")
        let text = try drawn(
            "{\"format\": \"tracekit\", \"causes\": [\(causes)], \"updates\": [\(rows.map(\.2).joined(separator: ","))]}"
        )
        #expect(text.contains("└ Clock.now\n") && text.contains("    recurs every 0.50 s (12 times)\n"), "\(text)")
        #expect(text.contains("External: Time\n"))
    }

    /// A body that a state updates and that writes the state again, so many rounds, with a view below it in each.
    private static func loop(_ rounds: Int) -> String {
        var (causes, updates): ([String], [String]) = ([], [])
        for round in 0..<rounds {
            let (state, body, time) = (10_000 + round, 20_000 + round, round * 1_000)
            let above = round == 0 ? "" : ", \"cause\": \(body - 1)"
            causes.append(
                "{\"id\": \(state), \"kind\": \"state\", \"name\": \"Strip.width\", \"start_us\": \(time)\(above)}")
            updates.append(RuleTraces.update(body, "Strip", at: time + 1, lasting: 500, "\"cause\": \(state)"))
            updates.append(
                RuleTraces.update(30_000 + round, "Leaf", at: time + 600, lasting: 100, "\"cause\": \(body)"))
        }
        return RuleTraces.document(("causes", causes), ("updates", updates))
    }

    @Test func `a loop is drawn once, with its rounds and the sums of all`() throws {
        let text = try drawn(Self.loop(120))
        #expect(text.hasPrefix("2 chains of causes"), "\(text)")
        #expect(text.components("Strip.width\n").count == 2 && text.components("Leaf.body\n").count == 2, "\(text)")
        #expect(text.contains("a loop of 119 rounds, drawn once"), "\(text)")
        #expect(text.contains("    240 ") && text.contains("    120 "), "\(text)")
        #expect(try drawn(Self.loop(120), as: "json").contains("\"rounds\": 119"))
        // A few rounds are a chain like any other.
        let few = try drawn(Self.loop(5))
        #expect(few.hasPrefix("10 chains of causes") && !few.contains("a loop of"), "\(few)")
        #expect(try !drawn(Self.loop(5), as: "json").contains("rounds"))
    }

    @Test func `what the order of evaluations tells stands below, and says that it is inferred`() throws {
        let lines = (0..<6).flatMap { _ in
            ["Editor", "Row", "Row"].map {
                "{\"view\": \"\($0)\", \"changed\": [\"\($0 == "Row" ? "@self" : "_frames")\"]}"
            }
        }
        let log = "{\"format\": \"tracekit\", \"updates\": [\(lines.joined(separator: ","))]}"
        let text = try drawn(log)
        #expect(text.hasPrefix("no recorded chain of causes matches\n\nInferred from the order of evaluations"))
        #expect(text.contains("Editor._frames → Row     (6 times)  6 of 6       12\n"), "\(text)")
        #expect(text.contains("Editor._frames → Editor  (6 times)  6 of 6        6\n"), "\(text)")
        let json = try drawn(log, as: "json")
        #expect(json.contains("\"inferred_links\": 2"))
        #expect(
            json.contains("\"cause\": \"Editor._frames\", \"is_seen\": 1, \"view\": \"Row\", \"is_driver\": 0"),
            "\(json)")
        var filter = ChainTree.Filter()
        filter.view = "Row"
        #expect(try !drawn(log, as: "text", filter).contains("→ Editor"))
        filter = ChainTree.Filter()
        filter.cause = "Editor._frames"
        #expect(try drawn(log, as: "text", filter).contains("→ Row"))
        filter.cause = "Other"
        #expect(try drawn(log, as: "text", filter) == "no chain of causes matches\n")
        // A parent that is not seen.
        let unseen = try drawn(log.replacing("_frames", with: "@self"))
        #expect(unseen.contains("(above Editor) → Row"), "\(unseen)")
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
