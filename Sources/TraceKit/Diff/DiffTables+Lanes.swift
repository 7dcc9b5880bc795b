/// The tables of other lanes than view updates.
extension DiffTables {
    // MARK: Evaluations of bodies

    /// Evaluations by view, if bodies are only known from console and log lines.
    func evaluations(_ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<EvaluationFigures>
        let views = lanes.hasEvaluationsAlone ? Set(traces.flatMap(\.evaluations.keys)).sorted() : []
        let drafts = views.map { view in
            // A log without the name of a view has no evaluation of it.
            var draft = draft([view], traces.map { $0.evaluations[view] ?? EvaluationFigures() })
            draft.sortWeight = Self.weight(draft.before, draft.after) { Double($0.evaluations) }
            return draft
        }
        func metric(_ name: String, _ title: String, _ count: @escaping (EvaluationFigures) -> Int) -> Metric {
            var metric = Metric.slow(name, title, of: name, isSameStory ? .time : .shown, drop: 0) { Double(count($0)) }
            metric.likely = { Self.likelyMore(count($0), count($1)) }
            return metric
        }
        return DraftTable(
            "evaluations", "Evaluations of bodies", names: [Self.name("view", "View")], drafts,
            [
                metric("evaluations", "Evaluations", \.evaluations),
                metric("unchanged", "Unchanged", \.unchanged),
            ], family: { _ in .times }, &judge)
    }

    /// The likely verdict if one side has twice as many and ten more: a user who repeats the same actions gets about
    /// the same number of lines.
    private static func likelyMore(_ before: Int, _ after: Int) -> DiffVerdict {
        let (least, most) = (min(before, after), max(before, after))
        guard most >= 2 * least, DiffThresholds.samples.isReached(Double(before), Double(after)) else { return .none }
        return after > before ? .worse : .better
    }

    // MARK: Signposts

    func signposts(_ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<SignpostFigures>
        let keys = lanes.allHave(.signposts) ? Set(traces.flatMap(\.signposts.keys)).sorted() : []
        let drafts = keys.map { key in
            var draft = draft([key.name, key.subsystem, key.category], traces.map { $0.signposts[key] })
            draft.sortWeight = Self.weight(draft.before, draft.after) { Double($0.totalNs) }
            return draft
        }
        func ms(_ value: @escaping (SignpostFigures) -> Int64?) -> (SignpostFigures) -> Double? {
            { value($0).map { Double($0) / 1e6 } }
        }
        var median = Metric.duration("median_ms", "Median ms", more: "slower", less: "faster", ms(\.medianNs))
        median.likely = Self.likelySlower
        return DraftTable(
            "signposts", "Signposts",
            names: [
                Self.name("signpost", "Signpost"),
                DiffColumn(name: "subsystem", title: "Subsystem", style: .text, dropOrder: 8),
                DiffColumn(name: "category", title: "Category", style: .text, dropOrder: 9),
            ], drafts,
            [
                .slow("count", "Count", of: "signposts", isSameStory ? .time : .shown, drop: 3) { Double($0.count) },
                median,
                .slower("p95_ms", "P95 ms", drop: 1, ms(\.p95Ns)),
                .shown("max_ms", "Max ms", .milliseconds, drop: 2, ms(\.maxNs)),
                .shown("total_ms", "Total ms", .milliseconds, drop: 4) { Double($0.totalNs) / 1e6 },
            ], family: { _ in .times }, &judge)
    }

    /// The likely verdict if half of one side's intervals take longer than nearly all of the other's, and twice as long
    /// as half of those.
    private static func likelySlower(_ before: SignpostFigures, _ after: SignpostFigures) -> DiffVerdict {
        guard min(before.intervals, after.intervals) >= DiffThresholds.fewestSamples,
            let (first, second) = both(before.medianNs, after.medianNs),
            let (firstP95, secondP95) = both(before.p95Ns, after.p95Ns),
            max(first, second) >= 2 * min(first, second),
            DiffThresholds.milliseconds.isReached(first, second)
        else { return .none }
        return second > firstP95 ? .worse : first > secondP95 ? .better : .none
    }

    private static func both(_ first: Int64?, _ second: Int64?) -> (Double, Double)? {
        guard let first, let second else { return nil }
        return (Double(first) / 1e6, Double(second) / 1e6)
    }

    // MARK: Functions

    /// A function in one trace, which took no time if no sample has it.
    private struct FunctionSample {
        var figures: FunctionFigures
        var running: Int

        func share(_ samples: Int) -> Double { running > 0 ? Double(samples) / Double(running) : 0 }
        var ownShare: Double { share(figures.ownSamples) }
    }

    /// Functions that are hot in some trace.
    func functions(_ judge: inout DiffJudge) -> DraftTable {
        typealias Metric = DiffMetric<FunctionSample>
        var hot: Set<FunctionKey> = []
        for trace in lanes.allHave(.samples) ? traces : [] {
            for (key, figures) in trace.functions
            where (trace.share(figures.ownSamples) ?? 0) >= DiffThresholds.hotFunction { hot.insert(key) }
        }
        let drafts = hot.sorted().map { key in
            var draft = draft(
                [key.function, key.binary],
                traces.map { trace in
                    FunctionSample(figures: trace.functions[key] ?? FunctionFigures(), running: trace.runningSamples)
                })
            draft.sortWeight = Self.weight(draft.before, draft.after, \.ownShare)
            return draft
        }
        var samples = Metric.slow(
            "self_samples", "Self samples", of: "samples", isSameStory ? .time : .shown, drop: 1
        ) {
            Double($0.figures.ownSamples)
        }
        samples.floor = DiffThresholds.samples
        samples.likely = Self.likelyHotter
        return DraftTable(
            "functions", "Functions of 1 % and more",
            names: [
                Self.name("function", "Function"),
                DiffColumn(name: "binary", title: "Binary", style: .text, dropOrder: 4),
            ], drafts,
            [
                .shown("self_share", "Self", .percent, drop: 0, \.ownShare), samples,
                .shown("total_share", "Total", .percent, drop: 2) { $0.share($0.figures.totalSamples) },
            ], family: { _ in .times }, &judge)
    }

    /// The likely verdict by samples and by their share: if one function gets faster, the shares of all others grow; in
    /// a longer recording, the samples of all grow.
    private static func likelyHotter(_ before: FunctionSample, _ after: FunctionSample) -> DiffVerdict {
        let (first, second) = (Double(before.figures.ownSamples), Double(after.figures.ownSamples))
        guard max(first, second) >= 2 * min(first, second), DiffThresholds.samples.isReached(first, second),
            abs(before.ownShare - after.ownShare) >= DiffThresholds.likelyShare,
            (before.ownShare < after.ownShare) == (first < second)
        else { return .none }
        return second > first ? .worse : .better
    }
}
