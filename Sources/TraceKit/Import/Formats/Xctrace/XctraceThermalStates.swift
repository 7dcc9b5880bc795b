/// `device-thermal-state-intervals`: how warm the device was. Where that is more than usual, a reader must know it: such a device
/// slows itself down.
final class XctraceThermalStates: XctraceTable {
    private enum Slot: Int { case duration, state }

    let schemas = ["device-thermal-state-intervals"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("duration", isNeeded: true), XctraceColumn("thermal-state", isNeeded: true),
    ]
    let otherColumns = ["start", "end", "track-label", "is-induced", "narrative"]

    /// The words of Foundation's `ProcessInfo.ThermalState`, and what Macs say.
    private static let warm = ["Fair", "Serious", "Critical"]
    private static let usual = ["Nominal", "Unknown"]
    /// By word, in nanoseconds.
    private var times: [String: Int64] = [:]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        let word = row.word(Slot.state)
        guard word.isPresent, let state = builder.names.text(word) else {
            throw RowProblem(.missingField, "the thermal state is missing")
        }
        if Self.warm.contains(state) {
            times[state] = (times[state] ?? 0).addingSaturating(max(0, duration))
        } else if !Self.usual.contains(state) {
            builder.countUnknownWord("thermal-state", word)
        }
        return .imported
    }

    func finish(_ builder: TraceBuilder) {
        let parts = Self.warm.compactMap { state in times[state].map { "\(state) for \(Self.seconds($0))" } }
        guard !parts.isEmpty else { return }
        builder.records.warnings.append(
            Diagnostic(
                .warning,
                "the device was warm (thermal state \(parts.joined(separator: ", "))): it slows itself down then",
                fix: "compare only with recordings of a device as warm, or let it cool down and record again"))
    }

    private static func seconds(_ time: Int64) -> String { "\(Decimal.text(Double(time) / 1e9, digits: 1)) s" }
}
