import Testing

@testable import TraceKit

/// Deadlines: durations in nanoseconds in, colours out.
@Suite struct SeverityTests {
    private func check(
        _ deadlines: Deadlines?, _ duration: Int64, _ severity: Severity,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(deadlines?.severity(ofDuration: duration) == severity, sourceLocation: sourceLocation)
    }

    @Test func `a duration equal to a deadline has met it`() {
        check(.frame, 0, .gray)
        check(.frame, 8_300_000, .gray)
        check(.frame, 8_300_001, .orange)
        check(.frame, 16_670_000, .orange)
        check(.frame, 16_670_001, .red)
        check(.frame, .max, .red)
    }

    @Test func `the instruments profile colours from half a millisecond on`() {
        check(.instruments, 500_000, .gray)
        check(.instruments, 500_001, .orange)
        check(.instruments, 1_000_000, .orange)
        check(.instruments, 1_000_001, .red)
    }

    @Test func `a refresh rate means one and two refreshes, rounded down`() throws {
        let deadlines = try #require(Deadlines(refreshRate: 60))
        #expect(deadlines.profile == "60 Hz")
        check(deadlines, 16_666_666, .gray)
        check(deadlines, 16_666_667, .orange)
        check(deadlines, 33_333_333, .orange)
        check(deadlines, 33_333_334, .red)
        check(Deadlines(refreshRate: 1), 1_000_000_000, .gray)
        check(Deadlines(refreshRate: 1), 1_000_000_001, .orange)
        check(Deadlines(refreshRate: 1), 2_000_000_000, .orange)
        check(Deadlines(refreshRate: 1), 2_000_000_001, .red)
        #expect(Deadlines(refreshRate: 1) != nil && Deadlines(refreshRate: 1000) != nil)
        #expect(Deadlines(refreshRate: 0) == nil && Deadlines(refreshRate: 1001) == nil)
        #expect(Deadlines(refreshRate: -60) == nil)
    }

    @Test func `the user's own deadlines are exact decimals of milliseconds`() throws {
        let deadlines = try #require(Deadlines(milliseconds: "8.3,16.67"))
        #expect(deadlines.orangeNs == Deadlines.frame.orangeNs && deadlines.redNs == Deadlines.frame.redNs)
        #expect(deadlines.profile == "custom")
        check(Deadlines(milliseconds: "5,5"), 5_000_001, .red)
        check(Deadlines(milliseconds: "0.000001,2"), 2, .orange)
    }

    @Test(arguments: [
        "", ",", "5", "5,", ",5", "5,4", "0,5", "-1,5", "5,6,7", "a,b", "5;6", " 5,6", "5, 6", "5,1e400", "nan,inf",
        "0x5,6", "0.0000001,1",
    ])
    func `anything else is refused`(_ text: String) {
        #expect(Deadlines(milliseconds: text) == nil)
    }

    @Test func `the words in the database are those of docs/analysis.md`() {
        #expect(Severity.allCases.map(\.word) == ["gray", "orange", "red"])
        #expect(Severity.allCases.map(\.rawValue) == [0, 1, 2])
    }
}
