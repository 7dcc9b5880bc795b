/// The time profile part of the first screen.
package struct SampleAnswer: Sendable {
    package var samples: Int
    /// Samples of running threads.
    package var running: Int
    package var threads: Int
    /// Nil if the source has no time per sample, and of call trees without times, in which threads that wait are seen too.
    package var cpuMs: Double?
    /// Samples of the running main thread, and their share of the recording; nil = unknown.
    package var mainRunning: Int
    package var mainBusy: Double?
    /// The number of named threads, and whether one is called the main thread.
    package var namedThreads: Int
    package var hasMain: Bool
    /// The function with most self samples; nil = no sample has a stack.
    package var hottest: Hot?
    /// The next functions.
    package var others: [Hot]
    /// Of a call tree without times: the share of the main thread's samples in which it works; else nil.
    package var busyShare: Double?

    package struct Hot: Sendable {
        package var function: String
        package var samples: Int
        package var share: Double
    }

    private static let listed = 3
    /// Of call trees so many are read, for those that only wait are left out.
    private static let read = 40

    /// Nil if the trace has no samples.
    static func read(_ database: Database, trace: Int64) throws(TraceError) -> SampleAnswer? {
        let sums =
            try database.rows(
                """
                SELECT coalesce(sum(samples), 0), coalesce(sum(running_samples), 0), count(*),
                    CASE WHEN count(cpu_ms) = count(*) THEN sum(cpu_ms) END,
                    coalesce(sum(CASE thread WHEN 'main' THEN running_samples END), 0),
                    max(CASE thread WHEN 'main' THEN busy END),
                    coalesce(sum(thread <> '\(Keyword.unknownThread.text)'), 0),
                    coalesce(max(thread = 'main'), 0), coalesce(max(first_ms IS NULL), 0)
                FROM sample_threads WHERE trace_id = ? AND \(TargetRows.condition(trace: "\(trace)"))
                """, [.integer(trace)]
            ).first ?? []
        guard sums.count == 9, sums[0].count > 0 else { return nil }
        let (running, isUntimed) = (sums[1].count, sums[8].count > 0)
        let functions = try database.rows(
            """
            SELECT function, sum(self_samples) AS own FROM functions
            WHERE trace_id = ? AND self_samples > 0 AND \(TargetRows.condition(trace: "\(trace)"))
            GROUP BY function, binary ORDER BY own DESC, function, binary LIMIT \(isUntimed ? read : listed)
            """, [.integer(trace)]
        ).map { row in
            Hot(function: row[0].text ?? "", samples: row[1].count, share: row[1].number / Double(max(1, running)))
        }
        let hot = functions.filter { !isUntimed || !WaitKind.facts($0.function).isWait }.prefix(listed)
        func real(_ value: SQLValue) -> Double? { if case .real(let number) = value { number } else { nil } }
        let capture = try database.rows(
            """
            SELECT total(p.duration_ms) / nullif(c.duration_ms, 0) FROM stretches c LEFT JOIN stretch_parts p
                ON p.stretch_id = c.id AND p.witness = 'main-thread'
            WHERE c.trace_id = ? AND c.kind = 'capture' GROUP BY c.id
            """, [.integer(trace)])
        let busyShare = capture.first.flatMap { real($0[0]) }
        return SampleAnswer(
            samples: sums[0].count, running: running, threads: sums[2].count, cpuMs: isUntimed ? nil : real(sums[3]),
            mainRunning: sums[4].count, mainBusy: real(sums[5]), namedThreads: sums[6].count,
            hasMain: sums[7].count > 0, hottest: hot.first, others: Array(hot.dropFirst()), busyShare: busyShare)
    }

    // MARK: Text

    /// `1 096 samples of 3 threads, 1 096 ms of CPU; main thread busy 43 %`
    var counts: String {
        var text = Decimal.counted(samples, "sample")
        if namedThreads > 0 { text += " of \(Decimal.counted(namedThreads, "thread"))" }
        if namedThreads < threads { text += namedThreads > 0 ? " and of unknown ones" : " of unknown threads" }
        if running < samples { text += ", \(Decimal.grouped(running)) of them running" }
        if let cpuMs { text += ", \(Decimal.text(cpuMs, digits: cpuMs < 10 ? 1 : 0)) ms of CPU" }
        if namedThreads > 0, !hasMain { return text + "; which one is the main thread is unknown" }
        if !hasMain { return text }
        if mainRunning == 0 { return text + "; the main thread never runs in them" }
        if let busyShare { return text + "; the main thread works in \(Self.percent(busyShare)) of its samples" }
        if let mainBusy { return text + "; main thread busy \(Self.percent(mainBusy)) of the time" }
        return text + "; \(Self.percent(Double(mainRunning) / Double(max(1, running)))) of them on the main thread"
    }

    var hottestWords: String {
        if running == 0 { return "unknown: no thread runs in them" }
        guard let hottest else { return "unknown: no sample has a call stack" }
        return ([hottest] + others).map { "\(TextWidth.fit($0.function, 60)) \(Self.percent($0.share))" }.joined(
            separator: "; ")
    }

    private static func percent(_ share: Double) -> String {
        "\(Decimal.text(share * 100, digits: share < 0.1 ? 1 : 0)) %"
    }
}
