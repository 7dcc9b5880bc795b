/// Adds up the intervals and events of each signpost.
enum SignpostSummaryPass: AnalysisPass {
    static let name = "signpost-summary"

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let signposts = records.signposts
        var index = KeyIndex()
        for row in 0..<signposts.count {
            let signpost = signposts[row]
            let names = UInt64(signpost.name.rawValue) << 32 | UInt64(signpost.subsystem.rawValue)
            let number = index.number(names, UInt64(signpost.category.rawValue))
            if number == results.signposts.count {
                results.signposts.append(
                    SignpostSummary(name: signpost.name, subsystem: signpost.subsystem, category: signpost.category))
            }
            add(signpost, to: &results.signposts[number])
        }
    }

    private static func add(_ signpost: SignpostRecord, to summary: inout SignpostSummary) {
        if signpost.pairing != .complete { summary.unpaired += 1 }
        if signpost.duration >= 0 {
            summary.intervals += 1
            summary.totalNs = summary.totalNs.addingUpTo(signpost.duration)
            summary.maxNs = max(summary.maxNs, signpost.duration)
        } else if signpost.pairing == .complete {
            summary.events += 1
        }
    }
}
