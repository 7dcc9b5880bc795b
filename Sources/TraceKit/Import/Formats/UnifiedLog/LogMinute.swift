/// The minute that the line before was written in: most lines of a log share it, and only seconds are left to read then.
struct LogMinute {
    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    private var isKnown = false
    /// Its text, `2026-10-04 02:43`.
    private var text: (UInt64, UInt64) = (0, 0)
    /// Where it begins, as the clock showed.
    private var start: Int64 = 0

    /// As `LogTime.clock`.
    @inline(__always)
    mutating func clock(_ line: ByteSlice) -> (nanoseconds: Int64, length: Int)? {
        guard line.count >= 19 else { return nil }
        if isKnown, line.word(0) == text.0, line.word(8) == text.1, line[16] == UInt8(ascii: ":") {
            let (tens, ones) = (line[17] &- 0x30, line[18] &- 0x30)
            var index = 19
            if tens < 6, ones < 10, let fraction = LogTime.fraction(line, &index) {
                return (start + Int64(tens &* 10 &+ ones) * Self.nanosecondsPerSecond + fraction, index)
            }
        }
        return newClock(line)
    }

    @inline(never)
    private mutating func newClock(_ line: ByteSlice) -> (nanoseconds: Int64, length: Int)? {
        guard let found = LogTime.clock(line) else { return nil }
        let seconds = Int64(line[17] &- 0x30) * 10 + Int64(line[18] &- 0x30)
        // A leap second belongs to no minute that others could share.
        guard seconds < 60 else { return found }
        var index = 19
        let fraction = LogTime.fraction(line, &index) ?? 0
        start = found.nanoseconds - seconds * Self.nanosecondsPerSecond - fraction
        text = (line.word(0), line.word(8))
        isKnown = true
        return found
    }
}
