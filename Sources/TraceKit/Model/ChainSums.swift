/// Sums over the updates of each chain.
///
/// Only the table of chains needs them, and a trace has nearly as many chains as updates, so they are computed when it
/// is written.
final class ChainSums {
    /// Values that most chains do not have.
    struct Marks: BitwiseCopyable {
        var red: Int32 = 0
        var orange: Int32 = 0
        /// Updates without a duration.
        var unrated: Int32 = 0
        var unnecessary: Int32 = 0
        /// The own duration of the unnecessary ones.
        var wastedNs: Int64 = 0
    }

    let updates: Column<Int32>
    let totalNs: Column<Int64>
    /// Updates inside windows whose verdict is not `unnecessary`.
    let necessary: Column<Int32>
    let unknown: Column<Int32>
    /// The index of each chain's marks.
    private let places: Column<UInt32>
    /// The first is shared by all chains without marks.
    private let marks = Column(repeating: Marks(), count: 1)

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        let chains = results.chains.count
        updates = Column(repeating: 0, count: chains)
        totalNs = Column(repeating: 0, count: chains)
        necessary = Column(repeating: 0, count: chains)
        unknown = Column(repeating: 0, count: chains)
        places = Column(repeating: 0, count: chains)
        let (durations, chainOf) = (records.updates.duration.buffer, results.chain.buffer)
        let (severities, verdicts) = (results.severity.buffer, results.verdict.buffer)
        let (counts, totals) = (updates.buffer, totalNs.buffer)
        for row in chainOf.indices where chainOf[row] >= 0 {
            let (chain, duration) = (Int(chainOf[row]), max(0, durations[row]))
            counts[chain] &+= 1
            totals[chain] = totals[chain].addingSaturating(duration)
            switch verdicts[row] {
            case .necessary: necessary.buffer[chain] &+= 1
            case .unknown: unknown.buffer[chain] &+= 1
            case .none, .unnecessary: break
            }
            let severity = Severity(rawValue: Int(severities[row]))
            if severity != .gray || verdicts[row] == .unnecessary {
                mark(chain, severity, wastedNs: verdicts[row] == .unnecessary ? duration : nil)
            }
        }
    }

    private func mark(_ chain: Int, _ severity: Severity?, wastedNs: Int64?) {
        if places[chain] == 0 {
            places[chain] = UInt32(marks.count)
            marks.append(Marks())
        }
        let own = marks.base + Int(places[chain])
        switch severity {
        case .red: own.pointee.red &+= 1
        case .orange: own.pointee.orange &+= 1
        case .gray: break
        case nil: own.pointee.unrated &+= 1
        }
        guard let wastedNs else { return }
        own.pointee.unnecessary &+= 1
        own.pointee.wastedNs = own.pointee.wastedNs.addingSaturating(wastedNs)
    }

    func marks(_ chain: Int) -> Marks { marks[Int(places[chain])] }

    func gray(_ chain: Int) -> Int32 {
        let marks = marks(chain)
        return updates[chain] - marks.red - marks.orange - marks.unrated
    }
}
