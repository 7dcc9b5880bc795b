import Testing

@testable import TraceKit

/// Recordings of several devices and apps in one trend.
@Suite struct TrendGroupsTests {
    /// A trace with a tap that updates so many rows, of a device (nil = not recorded).
    private static func figures(_ nights: [(rows: Int, device: String?)], app: String = "Feed") throws -> [TraceFigures]
    {
        let documents = nights.map { night in
            let device = night.device.map { ", \"device\": \"\($0)\"" } ?? ""
            return DiffTraces.json(
                [.init(updates: [("Row", night.rows, 1)])], facts: "\"trace\": {\"app\": \"\(app)\"\(device)}")
        }
        var all = try DiffTraces.figures(documents)
        for index in all.indices { all[index].id = Int64(index + 1) }
        return all
    }

    private static func steps(_ trend: TraceTrend) -> Set<Int> { Set(trend.rows.compactMap(\.step?.index)) }

    @Test func `what a new device changes is no step, and said first`() throws {
        let nights = [3, 3, 3, 3, 40, 40, 40, 40].enumerated().map { ($1, $0 < 4 ? "iPhone 12" : "iPhone 17") }
        let trend = try TrendBuilder.build(Self.figures(nights))
        #expect(Self.steps(trend) == [])
        #expect(
            trend.warnings == [
                "the device changed at #5: iPhone 12 → iPhone 17; steps are looked for before and after it, "
                    + "not across"
            ])
        let same = try TrendBuilder.build(Self.figures(nights.map { ($0.0, "iPhone 12") }))
        #expect(Self.steps(same) == [4] && same.warnings == [])
    }

    @Test func `a step on one side of it is found`() throws {
        let rows = [3, 3, 3, 3, 9, 9, 9, 50, 50, 50]
        let trend = try TrendBuilder.build(
            Self.figures(rows.enumerated().map { ($1, $0 < 4 ? "iPhone 12" : "iPhone 17") }))
        #expect(Self.steps(trend) == [7])
        var render = RenderOptions()
        render.input.database = "t.sqlite"
        #expect(TrendText.next(trend, render) == "trace-analyze diff t.sqlite#5..7 t.sqlite#8..10")
    }

    @Test func `devices that take turns are followed each by itself`() throws {
        let nights = (0..<12).map { night -> (Int, String?) in
            let isPhone = night % 2 == 0
            return ((isPhone ? 3 : 20) + (night >= 6 ? 30 : 0), isPhone ? "iPhone" : "iPad")
        }
        let trend = try TrendBuilder.build(Self.figures(nights))
        #expect(Self.steps(trend).isSubset(of: [6, 7]) && !Self.steps(trend).isEmpty)
        #expect(
            trend.warnings.first?.hasPrefix("the device changed 11 times, at #2, #3, #4, #5, …: iPhone, iPad") == true)
    }

    @Test func `a trace that does not say which device it is of may be of any`() throws {
        let trend = try TrendBuilder.build(Self.figures([(3, "iPhone"), (3, nil), (40, nil), (40, "iPhone")]))
        #expect(Self.steps(trend) == [2] && trend.warnings == [])
    }

    @Test func `traces of two apps are no trend`() throws {
        var figures = try Self.figures([(3, nil), (3, nil)])
        var others = try Self.figures([(9, nil)], app: "Maps")
        others[0].id = 3
        figures += others
        let error = #expect(throws: TraceError.self) { try TrendBuilder.build(figures, input: "t.sqlite") }
        #expect(error?.diagnostic.message == "the traces are of different apps: Feed (#1, 2), Maps (#3)")
        #expect(error?.diagnostic.fix == "name those of one: t.sqlite#1..2")
    }

    @Test func `a range of traces is named by its ends`() {
        #expect(CommandInput.splitTraces("a.sqlite#2")?.traces == 2...2)
        #expect(CommandInput.splitTraces("a.sqlite#2..9")?.traces == 2...9)
        #expect(CommandInput.splitTraces("a#1/b.sqlite#2..9")?.path == "a#1/b.sqlite")
        for wrong in ["a.sqlite", "a.sqlite#", "a.sqlite#9..2", "a.sqlite#..2", "a.sqlite#x"] {
            #expect(CommandInput.splitTraces(wrong) == nil, "\(wrong)")
        }
    }
}
