/// `swiftui-updates`: every update of a view, one row each.
final class XctraceUpdates: XctraceTable {
    let schemas = ["swiftui-updates"]
    let lanes = ["updates"]
    let columns = XctraceUpdateColumns.all
    let otherColumns = XctraceUpdateColumns.others
    let signature = ["update-type", "duration"]
    private let lane = XctraceUpdateLane()
    private let roots: XctraceRootCauses

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var update = try lane.update(row, builder)
        if let id = update.sourceID { update.id = try builder.define(id, as: .update) }
        builder.append(update)
        roots.note(update.rootCauses, builder)
        return .imported
    }
}
