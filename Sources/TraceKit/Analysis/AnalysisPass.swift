/// What the user can set about an analysis.
public struct AnalysisOptions: Equatable, Sendable {
    public var deadlines = Deadlines.frame
    /// Signpost intervals that begin interaction windows; empty = category PointsOfInterest, and only where the
    /// trace has neither interaction records nor gestures.
    public var interactionSignposts: [SignpostFilter] = []
    /// Views (globs over their names) whose updates are never called unnecessary.
    public var ignoredViews: [String] = []
    /// The least confidence with which an update is called unnecessary.
    public var leastConfidence = Confidence.possible

    public init() {}
}

/// One step of the analysis: records (and what earlier passes found) to results.
///
/// Adding a pass is one file with one of these and one line in `AnalysisPasses.all`. Passes run over the columns
/// in memory, in time linear in the records, and never touch the database.
protocol AnalysisPass {
    /// Lower-case with dashes, after the trouble it finds.
    static var name: String { get }
    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults)
}

enum AnalysisPasses {
    /// All passes, in the order in which they run.
    static var all: [any AnalysisPass.Type] { ofGroups + ofChains + ofUpdates + ofSums + ofTrouble }

    /// What is said of every update by itself, and of those that run together.
    static var ofGroups: [any AnalysisPass.Type] {
        [
            ViewsPass.self,
            SeverityPass.self,
            GroupPass.self,
        ]
    }

    /// The chains of causes. These passes and all that follow say nothing more of a group.
    static var ofChains: [any AnalysisPass.Type] { [ChainPass.self] }

    /// What else is said of every update. These passes and all that follow say nothing more of a step of a chain.
    static var ofUpdates: [any AnalysisPass.Type] {
        [
            WindowPass.self,
            VerdictPass.self,
        ]
    }

    /// What that adds up to. These passes and all that follow say nothing more of a single update.
    static var ofSums: [any AnalysisPass.Type] {
        [
            ViewSummaryPass.self,
            OverviewPass.self,
            SignpostSummaryPass.self,
            RoundTripPass.self,
            SummaryPass.self,
        ]
    }

    /// What is found in all of that. These passes say nothing more of a sum.
    static var ofTrouble: [any AnalysisPass.Type] {
        [
            StallPass.self,
            HotFramePass.self,
            FindingsPass.self,
        ]
    }

    static func run(_ records: TraceRecords, _ options: AnalysisOptions) -> AnalysisResults {
        let results = AnalysisResults(deadlines: options.deadlines)
        run(all, records, options, results)
        return results
    }

    static func run(
        _ passes: [any AnalysisPass.Type], _ records: TraceRecords, _ options: AnalysisOptions,
        _ results: AnalysisResults
    ) {
        for pass in passes { pass.run(records, options, results) }
    }
}
