import Testing

@testable import TraceKit

@Suite struct TimeSpansTests {
    @Test func `spans are joined, and read back as they are written`() {
        let spans = TimeSpans([30..<40, 10..<20, 15..<22, 50..<50])
        #expect(spans.text == "10..22,30..40" && spans.nanoseconds == 22)
        #expect(TimeSpans(spans.text) == spans)
    }

    @Test(arguments: ["", "5", "5..", "..5", "9..5", "-3..5", "1..2,", "1..2;3..4", "1..99999999999999999999"])
    func `other texts are none`(_ text: String) { #expect(TimeSpans(text) == nil) }

    @Test func `an interval overlaps what it shares time with`() {
        let spans = TimeSpans([10..<20, 30..<40])
        #expect(spans.contains(10) && !spans.contains(20) && !spans.contains(9) && spans.contains(39))
        #expect(spans.overlaps(5, 6) && !spans.overlaps(5, 5) && !spans.overlaps(20, 10) && spans.overlaps(20, 11))
        #expect(!spans.overlaps(.min, -1) && spans.overlaps(0, .max))
    }

    @Test func `of too many spans the nearest are joined`() {
        let all = (0..<300).map { (index: Int64) -> Range<Int64> in
            index * 100..<index * 100 + (index < 150 ? 10 : 90)
        }
        let spans = TimeSpans(all)
        #expect(spans.spans.count == TimeSpans.most)
        #expect(all.allSatisfy { spans.contains($0.lowerBound) && spans.contains($0.upperBound - 1) })
        #expect(!spans.contains(10) && spans.contains(20_095))
    }
}
