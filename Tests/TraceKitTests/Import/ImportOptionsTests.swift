import Testing

@testable import TraceKit

/// The words that options of an import are given in.
@Suite struct ImportOptionsTests {
    @Test func `a number of rows, or a share of them`() {
        typealias Limit = ImportOptions.RejectLimit
        #expect(Limit("0") == .count(0) && Limit("20") == .count(20))
        #expect(Limit("0%") == .percent(0) && Limit("100%") == .percent(100))
        for text in ["", "%", "-1", "-1%", "101%", "1.5", "many", "5 %"] { #expect(Limit(text) == nil, "\(text)") }
    }

    @Test func `a limit allows what is on it`() {
        typealias Limit = ImportOptions.RejectLimit
        #expect(Limit.count(2).allows(2, of: 2) && !Limit.count(2).allows(3, of: 1000))
        #expect(Limit.percent(25).allows(1, of: 4) && !Limit.percent(24).allows(1, of: 4))
        #expect(Limit.percent(0).allows(0, of: 0) && !Limit.percent(0).allows(1, of: 1000))
    }

    @Test func `an offset is in milliseconds, with fractions and a sign`() {
        #expect(ImportOptions.offset(milliseconds: "2.5") == 2_500_000)
        #expect(ImportOptions.offset(milliseconds: "-1e3") == -1_000_000_000)
        #expect(ImportOptions.offset(milliseconds: "soon") == nil && ImportOptions.offset(milliseconds: "") == nil)
    }
}
