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
        return TrendBuilder.build(figures, view: view)
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

    @Test func `what got better is told as well`() throws {
        let trend = try Self.trend([40, 40, 1])
        #expect(trend.rows.compactMap(\.step).allSatisfy { !$0.isWorse })
        #expect(TrendText.verdict(trend).contains("better 40 → 1 since night 3 (#3)"))
    }

    @Test func `nothing moved`() throws {
        let trend = try Self.trend([5, 5, 5])
        #expect(trend.rows.allSatisfy { $0.step == nil })
        #expect(
            TrendText.verdict(trend)
                == "no figure moved by more than 10 % and 1 ms or 2 updates, in enough of the traces")
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
