/// `hitches-updates`, `hitches-renders` and their like: how long each stage of a frame took, in the app, in the render
/// server, on the GPU. They stand among the signposts: the category is the table, the id is that of the frame's swap, which
/// hitches have too.
final class XctraceFrames: XctraceTable {
    private enum Slot: Int { case start, duration, swap, process, label }

    let schemas = FrameStage.allCases.map(\.schema)
    let lanes: [String] = []
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true), XctraceColumn("swap-id"),
        XctraceColumn("process", shape: .shown), XctraceColumn("label"),
    ]
    let otherColumns = [
        "display", "surface-id", "offscreen-passes", "frame-color", "containment-level", "layout-qualifier",
    ]
    private var stage = FrameStage.app

    func begin(_ table: XctraceTableInfo) {
        stage = FrameStage.allCases.first { $0.schema == table.schema } ?? .app
    }

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let swap = try row.unsigned(Slot.swap)
        builder.records.signposts.append(
            SignpostRecord(
                name: stage.name.nameID, category: stage.category.nameID, process: row.process(Slot.process),
                message: row.word(Slot.label), hasID: swap != nil, signpostID: swap ?? 0, start: start,
                duration: try builder.duration(try row.integer(Slot.duration))))
        return .imported
    }
}
