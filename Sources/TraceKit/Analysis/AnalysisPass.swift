/// What the user can set about an analysis.
package struct AnalysisOptions: Equatable, Sendable {
    package var deadlines = Deadlines.frame
    /// Whether the deadlines are one and two refreshes of the display that the trace was recorded on instead.
    package var usesDisplayRate = false
    /// Signpost intervals that begin interaction windows; empty = category PointsOfInterest, and only where the
    /// trace has neither interaction records nor gestures.
    package var interactionSignposts: [SignpostFilter] = []
    /// Views (globs over their names) whose updates are never called unnecessary.
    package var ignoredViews: [String] = []
    /// The least confidence with which an update is called unnecessary.
    package var leastConfidence = Confidence.possible
    /// Whose rows are analysed, where the recording holds several processes.
    package var process = ProcessChoice.automatic
    /// Whether of the frames of call stacks only those are stored that a page draws.
    var needsDrawnFramesOnly = false

    package init() {}
}

/// One step of the analysis: records (and what other passes found) to results.
///
/// Adding a pass is one file with one of these and one line in `AnalysisPasses.all`. Passes run over the columns
/// in memory, in time linear in the records, and never touch the database. When a pass runs, and which tables are written
/// at the same time, follows from what it says that it reads and writes: a test runs it with everything else spoiled.
protocol AnalysisPass {
    /// Lower-case with dashes, after the trouble it finds.
    static var name: String { get }
    static var reads: Results { get }
    static var writes: Results { get }
    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults)
}

enum AnalysisPasses {
    /// All passes. Of those that could run next, the first one does: what long tables need stands first.
    static var all: [any AnalysisPass.Type] {
        [
            ProcessPass.self,
            DrawnFramesPass.self,
            ViewsPass.self,
            SeverityPass.self,
            GroupPass.self,
            ChainPass.self,
            RecurringPass.self,
            WindowPass.self,
            VerdictPass.self,
            ViewSummaryPass.self,
            OverviewPass.self,
            SignpostSummaryPass.self,
            ComplaintPass.self,
            LogGroupPass.self,
            ProfilePass.self,
            RoundTripPass.self,
            SummaryPass.self,
            StallPass.self,
            LateTimePass.self,
            HotFramePass.self,
            FindingsPass.self,
        ]
    }

    /// The passes so that each comes behind those that write what it reads.
    static func ordered(_ passes: [any AnalysisPass.Type]) -> [any AnalysisPass.Type] {
        var (left, order) = (passes, [any AnalysisPass.Type]())
        while !left.isEmpty {
            // Where passes wait for each other, the first one cannot be helped; a test holds that none do.
            let next = left.firstIndex { pass in left.allSatisfy { $0.writes.isDisjoint(with: pass.reads) } } ?? 0
            order.append(left.remove(at: next))
        }
        return order
    }

    /// Runs all passes, one after the other.
    static func run(_ records: TraceRecords, _ options: AnalysisOptions) -> AnalysisResults {
        let results = AnalysisResults(deadlines: options.deadlines)
        for pass in ordered(all) { pass.run(records, options, results) }
        return results
    }
}
