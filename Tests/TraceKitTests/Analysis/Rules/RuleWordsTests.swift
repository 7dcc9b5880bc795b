import Testing

@testable import TraceKit

/// Numbers in, words of findings out.
@Suite struct RuleWordsTests {
    @Test func `three names are listed, the others counted`() {
        let counts = [("a", 1), ("b", 3), ("c", 2), ("d", 3), ("e", 1)].map { (name: $0.0, count: $0.1) }
        #expect(RuleWords.top([]) == "")
        #expect(RuleWords.top(Array(counts.prefix(2))) == "b 3, a 1")
        #expect(RuleWords.top(Array(counts.prefix(3))) == "b 3, c 2, a 1")
        #expect(RuleWords.top(Array(counts.prefix(4))) == "b 3, d 3, c 2 and 1 other")
        #expect(RuleWords.top(counts) == "b 3, d 3, c 2 and 2 others")
    }

    @Test func `of equal counts those whose names come first are listed`() {
        #expect(RuleWords.top(["b", "c", "d", "a"].map { (name: $0, count: 1) }) == "a 1, b 1, c 1 and 1 other")
    }

    @Test func `nouns have their plural but for one`() {
        #expect(RuleWords.count(0, "hitch") == "0 hitches" && RuleWords.count(2, "tap") == "2 taps")
        #expect(RuleWords.count(1, "hitch") == "1 hitch" && RuleWords.count(1_234, "tap") == "1,234 taps")
    }

    @Test func `percents are rounded down, of nothing there are none`() {
        #expect(RuleWords.percent(199, of: 200) == 99 && RuleWords.percent(200, of: 200) == 100)
        #expect(RuleWords.percent(1, of: 1) == 100 && RuleWords.percent(0, of: 0) == 0)
    }

    @Test func `a range of equal numbers is one number`() {
        #expect(RuleWords.range([]) == "0" && RuleWords.range([4]) == "4" && RuleWords.range([4, 4]) == "4")
        #expect(RuleWords.range([5, 4, 6]) == "4 to 6")
    }

    @Test func `windows of one kind are called by it`() {
        #expect(RuleWords.windows([.tap]) == "1 tap" && RuleWords.windows([.type, .type]) == "2 keystrokes")
        #expect(RuleWords.windows([.tap, .type]) == "2 interactions")
    }

    @Test func `times are written to a tenth of a millisecond and a millisecond`() {
        #expect(RuleWords.ms(1_260_000) == "1.3 ms" && RuleWords.at(1_234_567_890) == "1.235 s")
        #expect(RuleWords.deadline(8_300_000) == "8.3 ms" && RuleWords.deadline(16_666_666) == "16.67 ms")
    }
}
