import Testing

@testable import TraceKit

/// Figures over several traces, and how they are shown.
@Suite struct TrendBuilderTests {
    private typealias Tap = DiffTraces.Tap

    /// A trace a night: the rows that a tap updates.
    private static func trend(_ rows: [Int], view: String? = nil) throws -> TraceTrend {
        var figures = try DiffTraces.figures(rows.map { DiffTraces.json([Tap(updates: [("Row", $0, 1)])]) })
        for index in figures.indices {
            figures[index].id = Int64(index + 1)
            figures[index].label = "night \(index + 1)"
        }
        return try TrendBuilder.build(figures, view: view)
    }

    @Test func `a figure that stepped says since which trace`() throws {
        let trend = try Self.trend([1, 1, 1, 40, 40])
        let row = try #require(
            trend.rows.first { $0.subject == "Tap \"Favorite\"" && $0.figure == "updates per interaction" })
        #expect(row.values == [1, 1, 1, 40, 40])
        #expect(row.step == TrendStep(index: 3, before: 1, after: 40))
        #expect(TrendText.step(row, trend) == "WORSE 1 → 40 since night 4 (#4)")
        #expect(TrendText.sparkline(row.values, width: 30) == "▁▁▁██")
    }

    /// A view that taps update, and nothing else: interactions that have nothing to do with it do not make its rate smaller.
    @Test func `a view has the same updates per interaction as in a comparison`() throws {
        func trace(_ others: Int) -> String {
            let own = [Tap(name: "A", updates: [("Row", 9, 1)]), Tap(name: "B", updates: [("Row", 3, 1)])]
            return DiffTraces.json(own + Array(repeating: Tap(name: "C", updates: [("Map", 1, 1)]), count: others))
        }
        var figures = try DiffTraces.figures([trace(1), trace(10)])
        figures[1].id = 2
        let trend = try TrendBuilder.build(figures, view: nil)
        let row = trend.rows.first { $0.subject.hasPrefix("Row") && $0.figure == "updates per interaction" }
        #expect(row?.values == [6, 6])
        let diff = try DiffBuilder.build(before: [figures[0]], after: [figures[1]], DiffOptions())
        #expect(diff.rows("views").filter { $0.contains("Row |") }.allSatisfy { $0.contains(" 6.000 ") })
    }

    @Test func `what got better is told as well`() throws {
        let trend = try Self.trend([40, 40, 1])
        #expect(trend.rows.compactMap(\.step).allSatisfy { !$0.isWorse })
        #expect(TrendText.verdict(trend).contains("BETTER 40 → 1 since night 3 (#3)"))
    }

    @Test func `nothing moved`() throws {
        let trend = try Self.trend([5, 5, 5])
        #expect(trend.rows.allSatisfy { $0.step == nil })
        #expect(
            TrendText.verdict(trend)
                == "no figure moved by more than 10 % and 1 ms or 2 updates, in enough of the traces")
    }

    /// A database with a trace a night, each with one more update; `damaged` have a duration that no row of ours has.
    private static func database(_ path: String, nights: Int, damaged: [Int]) throws {
        for night in 1...nights {
            _ = try TraceStore.write(to: .file(path)) { database throws(TraceError) in
                try Traces.write(DiffTraces.json([Tap(updates: [("Row", night, 1)])]), into: database)
            }
        }
        let connection = try Database(path: path, mode: .readWrite)
        for trace in damaged {
            try connection.execute("UPDATE view_update SET duration_ns = -5 WHERE trace_id = \(trace)")
        }
    }

    @Test(arguments: [[], [3, 6], [5, 4], [9], [2]])
    func `many traces are read by two threads, which changes nothing`(damaged: [Int]) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.sqlite"
            try Self.database(path, nights: 9, damaged: damaged)
            func trend(_ jobs: Int) throws -> String {
                var options = TracePipeline.Options()
                options.jobs = jobs
                do throws(TraceError) {
                    let figures = try TracePipeline.load([path], into: .temporary, options).knownFigures().figures
                    return JSONTrend.render(try TrendBuilder.build(figures), RenderOptions())
                } catch {
                    return error.diagnostic.message
                }
            }
            let alone = try trend(1)
            #expect(alone.contains("is damaged") == !damaged.isEmpty, "\(alone)")
            #expect(try trend(2) == alone)
        }
    }

    @Test func `the order of kinds of interactions changes nothing`() throws {
        let lengths = [0.1, 0.2, 0.7, 1.1, 3.3, 5.9, 13.37, 47.11]
        let taps = lengths.enumerated().map { Tap(name: "Tap \($0)", updates: [("Row", 1, 1)], hitchMs: $1) }
        let document = DiffTraces.json(taps)
        // Added up one after the other in milliseconds, these sums differ in their last digits.
        let sum = lengths.reduce(0) { $0 + Int64(($1 * 1e6)) }
        for _ in 0..<20 {
            let trend = try TrendBuilder.build(try DiffTraces.figures([document]))
            let row = try #require(trend.rows.first { $0.figure == "hitch ms per interaction" })
            #expect(row.values == [Double(sum) / 1e6 / 8])
        }
    }

    @Test func `one trace is no trend`() throws {
        #expect(TrendText.verdict(try Self.trend([5])).hasPrefix("one trace is no trend"))
    }

    @Test func `one view alone`() throws {
        let trend = try Self.trend([1, 40], view: "Row")
        #expect(Set(trend.rows.map(\.subject)) == ["Row"])
        #expect(try Self.trend([1, 40], view: "None").rows.isEmpty)
    }

    @Test func `sparklines scale from least to most, with gaps`() {
        #expect(TrendText.sparkline([0, 1, 2, 3, 4, 5, 6, 7], width: 8) == "▁▂▃▄▅▆▇█")
        #expect(TrendText.sparkline([0, nil, 7], width: 8) == "▁·█")
        #expect(TrendText.sparkline([0, 0], width: 8) == "▁▁")
        #expect(TrendText.sparkline([1, 2, 3], width: 2) == "▁█")
    }

    @Test(arguments: TraceTrend.renderers.names) func `every renderer has its golden file`(_ name: String) throws {
        var render = RenderOptions()
        render.width = 100
        let renderer = try #require(TraceTrend.renderers[name])
        try expectGolden(renderer.draw(try Self.trend([3, 3, 3, 40, 41]), render), "trend.\(name)")
    }
}
