/// The user's options for an analysis.
package struct AnalysisOptions: Equatable, Sendable {
    package var deadlines = Deadlines.frame
    /// Whether the deadlines are one and two refreshes of the recorded display instead.
    package var usesDisplayRate = false
    /// Signpost intervals that begin interaction windows; empty = category PointsOfInterest, and only in traces with
    /// neither interaction records nor gestures.
    package var interactionSignposts: [SignpostFilter] = []
    /// Views (globs over their names) whose updates are never called unnecessary.
    package var ignoredViews: [String] = []
    /// The least confidence at which an update is called unnecessary.
    package var leastConfidence = Confidence.possible
    /// The analysed process, if the recording has several.
    package var process = ProcessChoice.automatic
    /// Whether only those frames of call stacks are stored that a page draws.
    var needsDrawnFramesOnly = false

    package init() {}
}

/// One step of the analysis: computes results from records and earlier results.
///
/// To add a pass, write one file with this protocol and one line in `AnalysisPasses.all`. Passes run on columns in
/// memory, in linear time, and never use the database. The declared reads and writes decide when a pass runs, and which
/// tables are written at the same time; a test runs it with everything else spoiled.
protocol AnalysisPass {
    /// Lower-case with dashes.
    static var name: String { get }
    static var reads: Results { get }
    static var writes: Results { get }
    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults)
}

enum AnalysisPasses {
    /// All passes. Ties keep the order of the list: results for long tables come first.
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
            StretchPass.self,
            HotFramePass.self,
            FindingsPass.self,
            GainPass.self,
        ]
    }

    /// Orders the passes so that each follows the writers of what it reads.
    static func ordered(_ passes: [any AnalysisPass.Type]) -> [any AnalysisPass.Type] {
        var (left, order) = (passes, [any AnalysisPass.Type]())
        while !left.isEmpty {
            // A cycle of dependencies runs in list order; a test checks that there is none.
            let next = left.firstIndex { pass in left.allSatisfy { $0.writes.isDisjoint(with: pass.reads) } } ?? 0
            order.append(left.remove(at: next))
        }
        return order
    }

    /// Runs all passes, one after another.
    static func run(_ records: TraceRecords, _ options: AnalysisOptions) -> AnalysisResults {
        let results = AnalysisResults(deadlines: options.deadlines)
        for pass in ordered(all) { pass.run(records, options, results) }
        return results
    }
}
