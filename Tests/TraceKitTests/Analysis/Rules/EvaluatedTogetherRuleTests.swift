import Testing

@testable import TraceKit

/// Lines that say that bodies ran, and not why.
@Suite struct EvaluatedTogetherRuleTests {
    private func lines(_ rounds: [[String]]) -> [String] {
        rounds.flatMap { $0 }.map { "{\"message\": \"\($0) body\"}" }
    }

    private func expect(_ rounds: [[String]], find: [String]) throws {
        try expectFindings(EvaluatedTogetherRule.self, ("logs", lines(rounds)), find: find)
    }

    @Test func `views that follow the same one each time are one finding`() throws {
        let rounds = [["RootView"]] + Array(repeating: ["RouterView", "HomeView", "ListView", "DetailView"], count: 25)
        try expect(
            rounds,
            find: [
                "low RouterView is evaluated 25 times, together with 3 other views | DetailView 24, HomeView 24, ListView 24 of 24 times "
                    + "follow it in the log, 100 evaluations in all; why they ran is not recorded"
            ])
    }

    @Test func `views in no order, few rounds and rows of a list are none`() throws {
        try expect(Array(repeating: ["RouterView", "HomeView", "ListView"], count: 19), find: [])
        try expect((0..<60).map { [["AView", "BView", "CView", "DView", "EView"][$0 * 7 % 5]] }, find: [])
        // The list is above its rows: which of them to change is not known.
        let rows = Array(repeating: ["FeedRow", "TitleView", "BadgeView"], count: 8).flatMap { $0 }
        try expect(Array(repeating: ["ListView"] + rows, count: 10), find: [])
        try expect(Array(repeating: ["ClockView"], count: 200), find: [])
    }
}
