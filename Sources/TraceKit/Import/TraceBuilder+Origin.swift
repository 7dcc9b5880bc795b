/// Where a trace begins that logs alone are of: a line is written when what it tells of is over, so that this began before it.
extension TraceBuilder {
    /// Makes all times count from `earliest`, the first start that lines of the log tell of, if that is before the first line. Returns by how
    /// much times have become later: 0 where another file, or the user, has said when the trace begins.
    func moveOrigin(to earliest: Int64?) -> Int64 {
        guard let earliest, earliest < 0, earliest > -Self.sentinel, ownClocks == records.sourceFiles.count else {
            return 0
        }
        records.countTimes(from: earliest, least: 0)
        evidence.delay(by: -earliest)
        if let text = records.metadata.startedAt { records.metadata.startedAt = Self.moved(text, by: earliest) }
        return -earliest
    }

    /// A time in the zone that it is written in, by some nanoseconds earlier or later; any other text as it is.
    private static func moved(_ text: String, by nanoseconds: Int64) -> String {
        ByteSlice.with(text.utf8) { slice in
            guard let read = AppLogTime.parse(slice), read.length == slice.count, read.time.hasDate else { return text }
            let zone = read.time.time.zone
            let shown = read.time.time.nanoseconds + (zone ?? 0) + nanoseconds
            guard shown >= 0 else { return text }
            let clock = UTCTime.text(nanosecondsSince1970: UInt64(shown)).dropLast()
            return "\(clock)\(zone.map { $0 == 0 ? "Z" : LogTime.text(zone: $0) } ?? "")"
        }
    }
}
