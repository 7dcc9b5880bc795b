/// `swiftui-body-interval`, the SwiftUI instrument of Xcode 11 to 16: bodies only, without ids or threads.
final class XctraceBodyIntervals: XctraceTable {
    private enum Slot: Int { case start, duration, module, view }

    let schemas = ["swiftui-body-interval"]
    let lanes = ["updates"]
    let columns = [
        XctraceColumn("start", isNeeded: true), XctraceColumn("duration", isNeeded: true),
        XctraceColumn("view-module"), XctraceColumn("view-type", isNeeded: true),
    ]
    let signature = ["view-type", "duration"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let start = try builder.start(try row.integer(Slot.start))
        let duration = try builder.optionalDuration(try row.integer(Slot.duration))
        let raw = row.word(Slot.view)
        guard raw.isPresent else { throw RowProblem(.missingField, "the view's type is missing") }
        let key = ViewKey(
            name: builder.names.intern(ViewName.normalised(builder.names.text(raw) ?? "")), rawName: raw,
            module: row.word(Slot.module), kind: .body, kindWord: .none)
        builder.append(XctraceUpdate(start: start, duration: duration, view: builder.view(key)))
        return .imported
    }
}
