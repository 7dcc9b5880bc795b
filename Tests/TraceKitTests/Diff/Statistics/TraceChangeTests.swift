import Testing

@testable import TraceKit

/// One value per trace in, what they say of a change out.
@Suite struct TraceChangeTests {
    private func change(_ before: [Double], _ after: [Double]) throws -> TraceChange {
        try #require(TraceChange(before: before, after: after, floor: ChangeFloor(percent: 10, absolute: 1)))
    }

    @Test func `the direction is that of the medians, from the floor on`() throws {
        #expect(try change([1, 2, 30], [4, 4, 4]).direction == .worse)
        #expect(try change([4, 4, 4], [1, 2, 30]).direction == .better)
        #expect(try change([2], [2.9]).direction == .none)
        #expect(try change([20], [21.5]).direction == .none)
        #expect(TraceChange(before: [], after: [1], floor: .any) == nil)
    }

    @Test func `five traces a side that all lie beyond the others are far apart, four are not`() throws {
        let before = [2.1, 2.3, 2.2, 2.6, 2.4]
        #expect(try change(before, [6.1, 5.9, 6.4, 7, 6.2]).isFarApart)
        #expect(try change([6.1, 5.9, 6.4, 7, 6.2], before).isFarApart)
        #expect(try !change(Array(before.prefix(4)), [6.1, 5.9, 6.4, 7]).isFarApart)
        #expect(try !change(before, [6.1, 5.9, 2.5, 7, 6.2]).isFarApart, "one of them is among the others")
        #expect(try !change([20, 21, 22, 23, 24], [26, 27, 28, 29, 30]).isFarApart, "half as much again at least")
    }

    @Test func `ranks are asked from four traces on, and where some dealing reaches the floor`() throws {
        #expect(try change([1, 2, 3], [7, 8, 9]).ranks == nil)
        #expect(try change([1, 1.1, 1.2, 1.3], [1.4, 1.5, 1.6, 1.7]).ranks == nil)
        #expect(try #require(try change([1, 2, 3, 4], [7, 8, 9, 10]).ranks).p < 0.03)
    }

    @Test func `three traces that do not vary are constant`() throws {
        #expect(try change([1, 1, 1], [2, 2, 2]).isConstant)
        #expect(try !change([1, 1], [2, 2]).isConstant)
    }
}
