/// The tables of the SwiftUI instrument's lanes: single updates and groups of them.
enum XctraceUpdates {
    private static let updateColumns = [
        Column("start", "Start", "start-time"), Column("duration", "Duration", "duration"),
        Column("id", "ID", "uint32"), Column("update-type", "Update Type", "swiftui-update"),
        Column("allocations", "Allocations", "event-count"), Column("description", "Description", "string"),
        Column("category", "Category", "string"), Column("view-hierarchy", "View Hierarchy", "view-hierarchy"),
        Column("module", "Module", "string"), Column("view-name", "View Name", "string"),
        Column("process", "Process", "process"), Column("thread", "Thread", "thread"),
        Column("root-causes", "Root Causes", "description-set"), Column("severity", "Severity", "event-concept"),
        Column("downstream-cost", "Downstream Cost", "duration"),
        Column("downstream-events", "Downstream Events", "cause-set"),
        Column("cause-graph-node", "Cause Graph Node", "typed-array"),
        Column("full-cause-graph-node", "Full Cause Graph Node", "typed-array"),
    ]

    private static let groupColumns = [
        Column("start", "Start", "start-time"), Column("duration", "Duration", "duration"),
        Column("label", "Label", "string"), Column("cause-backtrace", "Cause Backtrace", "backtrace"),
        Column("backtrace", "Backtrace", "backtrace"), Column("process", "Process", "process"),
        Column("thread", "Thread", "thread"),
    ]

    /// Checks are left out: their bodies did not run, so they are nodes of the cause tables only.
    static func writeUpdates(_ story: Story, index: Int, in directory: String) throws {
        let table = try XctraceTable("swiftui-updates", columns: updateColumns, index: index, in: directory)
        let process = Cell.process(story.trace)
        let thread = Cell.mainThread(story.trace)
        for update in story.updates where update.phase != .check {
            table.row([
                .time("start-time", update.start), update.duration.map { .duration($0) } ?? .unterminated,
                .number("uint32", update.id), .text("swiftui-update", InstrumentsWords.updateType(of: update)),
                update.allocations.map { .number("event-count", $0) } ?? .none,
                .string(InstrumentsWords.description(of: update)), .string(InstrumentsWords.category(of: update)),
                .none, .string(update.module), .string(""), process, thread, .none,
                InstrumentsWords.severity(of: update).map { .text("event-concept", $0) } ?? .none,
                .optionalDuration(update.downstream), .none, .none, .none,
            ])
        }
        try table.finish()
    }

    static func writeGroups(_ story: Story, index: Int, in directory: String) throws {
        let table = try XctraceTable("swiftui-update-groups", columns: groupColumns, index: index, in: directory)
        let process = Cell.process(story.trace)
        let thread = Cell.mainThread(story.trace)
        for group in story.groups {
            table.row([
                .time("start-time", group.start), .duration(group.duration), .string("Transaction"), .none, .none,
                process, thread,
            ])
        }
        try table.finish()
    }
}
