/// SwiftUI's clock, which drives schedules and animations: `External: Time`.
///
/// It is no value that the app puts anywhere: a view that reads it has asked for each tick.
struct ViewClock {
    /// The name that Instruments has for it, whatever kind a source gives it.
    private static let name = "External: Time"

    /// A schedule of `TimelineView` is one too: `TimelineView: PeriodicTimelineSchedule`.
    static func contains(_ kind: CauseKind, _ name: String) -> Bool {
        name == Self.name || kind == .externalEnvironment && name == "Time" || name.hasPrefix("TimelineView")
    }

    static let hint =
        """
        Let it tick less often (TimelineView(.periodic(from:by:)), .animation(minimumInterval:)), pause the schedule \
        while its view is hidden or nothing moves, and let a small view of its own follow it, so that what is around is \
        not laid out each time.
        """

    private let records: TraceRecords
    private let results: AnalysisResults
    /// The names of its causes; none in a trace without it.
    private let names: (clock: NameID, time: NameID)

    init(_ records: TraceRecords, _ results: AnalysisResults) {
        (self.records, self.results) = (records, results)
        names = (
            ByteSlice.with(Self.name.utf8, records.names.find), ByteSlice.with("Time".utf8, records.names.find)
        )
    }

    /// Whether it is the driving cause of an update.
    func drives(_ row: Int) -> Bool {
        guard names.clock.isPresent || names.time.isPresent else { return false }
        let cause = Int(results.drivingCause.buffer[row]) - records.firstCauseNode
        guard cause >= 0, cause < records.causes.count else { return false }
        let (name, kind) = (records.causes[cause].name, records.causes[cause].kind)
        guard name.isPresent else { return false }
        return name == names.clock || kind == .externalEnvironment && name == names.time
    }

    /// Whether an update that it drives reads it itself; others only run below such a view.
    func isRead(_ row: Int) -> Bool {
        results.parent[records.firstUpdateNode + row] == results.drivingCause.buffer[row]
    }
}
