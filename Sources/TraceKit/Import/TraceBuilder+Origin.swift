/// The start of a trace that consists of logs only: a line is written at the end of what it reports, which began
/// earlier.
extension TraceBuilder {
    /// Makes all times count from `earliest`, the first start reported in log lines, if it is before the first line.
    /// Returns the shift of all times: 0 if another file, or the user, states when the trace begins.
    func moveOrigin(to earliest: Int64?) -> Int64 {
        guard let earliest, earliest < 0, earliest > -Self.sentinel, ownClocks == records.sourceFiles.count else {
            return 0
        }
        records.countTimes(from: earliest, least: 0)
        evidence.delay(by: -earliest)
        if let text = records.metadata.startedAt { records.metadata.startedAt = Self.moved(text, by: earliest) }
        return -earliest
    }

    /// Moves a time in its own zone by some nanoseconds; returns any other text unchanged.
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
