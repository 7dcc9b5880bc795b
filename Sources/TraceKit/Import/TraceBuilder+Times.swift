/// Conclusions from the times of all rows: their origin, and whether their unit is plausible.
extension TraceBuilder {
    // MARK: Ends

    /// Computes the duration of a row with an end.
    func settleEnd(_ fields: RecordFields) throws(RowProblem) {
        guard let end = fields.integer(.end), end < Self.sentinel else { return }
        guard let start = fields.integer(.start), start < Self.sentinel else { return }
        let (lasted, isTooLong) = end.subtractingReportingOverflow(start)
        guard lasted >= 0, !isTooLong else {
            throw RowProblem(.negative, "the end is \(start - end) ns before the start", .end)
        }
        guard let duration = fields.integer(.duration) else {
            fields.set(.duration, bits: UInt64(bitPattern: lasted))
            return fields.note(.duration, offset: fields.offset(of: .end))
        }
        // Both may be rounded.
        if duration < Self.sentinel, (duration &- lasted).magnitude > max(1_000_000, lasted.magnitude / 100) {
            contradictingEnds += 1
        }
    }

    // MARK: Wall-clock times

    /// Converts times since 1970 to times since the earliest row, or since the start of the trace if it is known.
    func settleWallClock() {
        guard !timeNames.isEmpty else { return }
        guard let times = wallClockTimes() else { return settleOwnClock() }
        guard times.others == 0 || records.metadata.startedAt != nil else {
            return warn(
                "\(Decimal.counted(times.count, "row")) of \(Decimal.grouped(times.count + times.others)) "
                    + "\(times.count == 1 ? "has a wall-clock time" : "have wall-clock times"), and the others count from "
                    + "the start of the trace: their times do not compare")
        }
        var origin = times.earliest
        if let start = records.metadata.startedAt.flatMap(LogTime.utc), !hasLocalTimes,
            start <= origin, origin - start < 86_400_000_000_000
        {
            origin = start
        }
        if records.metadata.startedAt == nil, !hasLocalTimes {
            records.metadata.startedAt = UTCTime.text(nanosecondsSince1970: UInt64(origin))
        }
        records.countTimes(from: origin, least: TimeText.firstWallClock)
    }

    /// Moves times of own rows whose clock began with the device, or at midnight: a trace does not begin with an empty
    /// time of a minute or more that is longer than the rest.
    private func settleOwnClock() {
        guard hasOwnRows else { return }
        var (first, last) = (Int64.max, Int64(0))
        records.forEachRow { start, _ in
            guard start != UpdateColumns.untimed else { return }
            (first, last) = (min(first, start), max(last, start))
        }
        guard first != .max, first >= 60_000_000_000, last - first < first else { return }
        records.countTimes(from: first, least: first)
    }

    private func wallClockTimes() -> (count: Int, others: Int, earliest: Int64)? {
        var (count, others, earliest) = (0, 0, Int64.max)
        func take(_ time: Int64, _: Int64) {
            if time >= TimeText.firstWallClock {
                count += 1
                earliest = min(earliest, time)
            } else if time != UpdateColumns.untimed {
                others += 1
            }
        }
        records.forEachRow(take)
        for row in 0..<records.causes.count { take(records.causes[row].start, 0) }
        return count > 0 ? (count, others, earliest) : nil
    }

    // MARK: Units

    /// The fewest updates that show the unit of their times.
    private static let leastUpdates = 3
    /// The shortest duration of a body; updates are at least a tenth of it apart.
    private static let shortest: Int64 = 1_000

    /// Warns if no duration is as long as a body takes, or starts are closer than possible: the unit is another one, or
    /// another column has the times.
    func noteUnits() {
        guard !timeNames.isEmpty else { return }
        let (durations, starts) = (doubtfulDurations, doubtfulStarts)
        var (said, options): ([String], [String]) = ([], [])
        if let durations {
            said.append(durations.words)
            let field = timeNames[.duration] == nil && timeNames[.end] != nil ? Field.end : .duration
            options.append(option(field, isZero: durations.isZero))
        }
        if let starts, starts.spanNs > 0 {
            said.append("\(starts.words) within \(Decimal.grouped(Int(starts.spanNs))) ns")
            options.append(option(.start, isZero: durations?.isZero == true))
        }
        if !said.isEmpty {
            let unit = options[0].contains("_s=") ? "seconds" : "milliseconds"
            warn("\(said.joined(separator: ", and ")): are they \(unit)? Give \(options.joined(separator: " "))")
        }
        if let starts, starts.spanNs == 0 {
            warn("\(starts.words) at the same time: if another column or key holds the start, give --map start_ms=NAME")
        }
    }

    /// The option that sets the most likely unit: times that are far too short in nanoseconds are in milliseconds;
    /// those that are all zero, or are in a larger unit already, are in seconds.
    private func option(_ field: Field, isZero: Bool) -> String {
        let name = timeNames[field] ?? field.exportedKey
        let unit = FieldHeading(name[...], readsWords: true).unit ?? .nanoseconds
        return "--map \(ShellWord.quote("\(field.key)_\(isZero || unit != .nanoseconds ? "s" : "ms")=\(name)"))"
    }

    private var doubtfulDurations: (words: String, isZero: Bool)? {
        let durations = records.updates.duration.buffer
        var (count, longest): (Int, Int64) = (0, 0)
        for duration in durations where duration >= 0 {
            guard duration < Self.shortest else { return nil }
            count += 1
            longest = max(longest, duration)
        }
        guard count >= Self.leastUpdates else { return nil }
        let what = longest == 0 ? "are 0 ns" : "are below 1 µs (the longest is \(longest) ns)"
        return ("all \(Decimal.grouped(count)) durations \(what)", longest == 0)
    }

    private var doubtfulStarts: (words: String, spanNs: Int64)? {
        var (count, first, last): (Int64, Int64, Int64) = (0, .max, 0)
        for start in records.updates.start.buffer where start != UpdateColumns.untimed {
            count += 1
            (first, last) = (min(first, start), max(last, start))
        }
        guard count >= Self.leastUpdates, (last - first) / count < Self.shortest / 10 else { return nil }
        return ("all \(Decimal.grouped(Int(count))) updates start", last - first)
    }

    func noteContradictingEnds() {
        guard contradictingEnds > 0 else { return }
        let rows = Decimal.counted(contradictingEnds, "row")
        warn(
            "\(rows) \(contradictingEnds == 1 ? "has" : "have") an end that is not start + duration; durations were taken"
        )
    }

    private func warn(_ message: String) { tell(.warning, at: firstPlace, message) }
}

extension TraceRecords {
    /// Makes times of at least `least` count from `origin`.
    func countTimes(from origin: Int64, least: Int64) {
        func change(_ time: inout Int64) { if time >= least { time -= origin } }
        for row in 0..<updates.count { change(&updates.start[row]) }
        if !updates.evaluated.isEmpty { for row in 0..<updates.count { change(&updates.evaluated[row]) } }
        for index in interactions.indices { change(&interactions[index].start) }
        for row in 0..<causes.count { change(&causes[row].start) }
        for row in 0..<groups.count { change(&groups[row].start) }
        for row in signposts.indices { change(&signposts[row].start) }
        for index in hitches.indices { change(&hitches[index].start) }
        for index in hangs.indices { change(&hangs[index].start) }
        for row in samples.indices { change(&samples[row].start) }
        for row in logs.indices { change(&logs[row].start) }
        for row in 0..<edges.count {
            var edge = edges[row]
            change(&edge.at)
            edges[row] = edge
        }
    }
}
