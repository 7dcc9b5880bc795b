/// `swiftui-changes`: what changed in SwiftUI's graph, and who changed it. They are events among the signposts: the name is what
/// changed, the message is the app's own function that is closest to the change, where one is on the stack.
final class XctraceChanges: XctraceTable {
    private enum Slot: Int { case time, description, stack, process, thread }

    let schemas = ["swiftui-changes"]
    let lanes: [String] = []
    let columns = [
        XctraceColumn("timestamp", isNeeded: true), XctraceColumn("description", isNeeded: true),
        XctraceColumn("backtrace", shape: .stack), XctraceColumn("process", shape: .shown),
        XctraceColumn("thread", shape: .shown),
    ]
    let otherColumns = ["id"]

    func read(_ row: XctraceRow, _ builder: TraceBuilder) throws(RowProblem) -> XctraceRowFate {
        let time = try builder.start(try row.integer(Slot.time))
        let description = row.word(Slot.description)
        guard description.isPresent else { throw RowProblem(.missingField, "the description is missing", .name) }
        let stack = row.value(Slot.stack)
        builder.records.signposts.append(
            SignpostRecord(
                name: description, category: NameID(.changes), process: row.process(Slot.process, thread: .thread),
                thread: row.thread(Slot.thread),
                message: stack.tag == .stack ? caller(UInt32(truncatingIfNeeded: stack.payload), builder) : .none,
                start: time))
        return .imported
    }

    private func caller(_ stack: UInt32, _ builder: TraceBuilder) -> NameID {
        let nodes = builder.records.stacks.nodes
        var node = stack
        while node != 0 {
            if nodes[Int(node)].isApp { return nodes[Int(node)].frame }
            node = nodes.parent(Int(node))
        }
        return .none
    }
}
