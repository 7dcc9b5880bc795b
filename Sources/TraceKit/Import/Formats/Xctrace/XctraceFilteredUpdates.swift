/// `SwiftUIFilteredUpdates`: the same rows with some lanes left out; a trace has up to three of these tables
/// beside the full one. What the full table has too is skipped; the files may come in any order.
final class XctraceFilteredUpdates: XctraceTable {
    let schemas = ["SwiftUIFilteredUpdates"]
    let lanes = ["updates"]
    let columns = XctraceUpdateColumns.all
    let otherColumns = XctraceUpdateColumns.others
    private let lane = XctraceUpdateLane()
    private let roots: XctraceRootCauses
    private let held = Column<XctraceUpdate>()
    /// By handle: whether an update of this id is held.
    private let isHeld = SparseColumn<Bool>(absent: false)

    init(_ roots: XctraceRootCauses) { self.roots = roots }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        var update = try lane.update(row, builder)
        guard let id = update.sourceID else {
            append(update, builder)
            return .imported
        }
        update.id = builder.handle(id)
        if isHeld[Int(update.id)] || builder.definitions[Int(update.id)] == .update {
            return .skipped(.skippedRepeatedLane)
        }
        isHeld[Int(update.id)] = true
        held.append(update)
        return .held
    }

    private func append(_ update: XctraceUpdate, _ builder: TraceBuilder) {
        builder.append(update)
        roots.note(update.rootCauses, builder)
    }

    func finish(_ builder: TraceBuilder) {
        for index in 0..<held.count {
            let update = held[index]
            if builder.definitions[Int(update.id)] == .update {
                builder.records.counters.add(.skippedRepeatedLane, schemas[0])
            } else {
                builder.definitions[Int(update.id)] = .update
                append(update, builder)
                builder.rowsImported += 1
            }
        }
    }
}
