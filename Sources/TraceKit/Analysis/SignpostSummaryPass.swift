/// Adds up the intervals and events of each signpost.
enum SignpostSummaryPass: AnalysisPass {
    static let name = "signpost-summary"
    static let reads: Results = []
    static let writes: Results = .signpostSums

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        var index = KeyIndex()
        var sums: [SignpostSummary] = []
        for signpost in records.signposts.buffer {
            let names = UInt64(signpost.name.rawValue) << 32 | UInt64(signpost.subsystem.rawValue)
            let number = index.number(names, UInt64(signpost.category.rawValue))
            if number == sums.count {
                sums.append(
                    SignpostSummary(name: signpost.name, subsystem: signpost.subsystem, category: signpost.category))
            }
            add(signpost, to: &sums[number])
        }
        results.signposts = sums
    }

    private static func add(_ signpost: SignpostRecord, to summary: inout SignpostSummary) {
        if signpost.pairing != .complete { summary.unpaired += 1 }
        if signpost.duration >= 0 {
            summary.intervals += 1
            summary.totalNs = summary.totalNs.addingSaturating(signpost.duration)
            summary.maxNs = max(summary.maxNs, signpost.duration)
        } else if signpost.pairing == .complete {
            summary.events += 1
        }
    }
}
