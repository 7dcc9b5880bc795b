/// The tables that are exported, in the style of Xcode 27.
extension XctraceTable {
    /// In the order of the table of contents.
    static let all = [updates, fullCauses, causes, groups, hitches, hangs, signposts, samples, log]

    private static let start = ("start", "Start", "start-time")
    private static let duration = ("duration", "Duration", "duration")
    private static let process = ("process", "Process", "process")
    private static let thread = ("thread", "Thread", "thread")

    // MARK: SwiftUI

    /// Checks are left out: their bodies did not run, so they are nodes of the cause tables only.
    static let updates = XctraceTable(
        schema: "swiftui-updates",
        columns: [
            start, duration, ("id", "ID", "uint32"), ("update-type", "Update Type", "swiftui-update"),
            ("allocations", "Allocations", "event-count"), ("description", "Description", "string"),
            ("category", "Category", "string"), ("view-hierarchy", "View Hierarchy", "view-hierarchy"),
            ("module", "Module", "string"), ("view-name", "View Name", "string"), process, thread,
            ("root-causes", "Root Causes", "description-set"), ("severity", "Severity", "event-concept"),
            ("downstream-cost", "Downstream Cost", "duration"),
            ("downstream-events", "Downstream Events", "cause-set"),
            ("cause-graph-node", "Cause Graph Node", "typed-array"),
            ("full-cause-graph-node", "Full Cause Graph Node", "typed-array"),
        ]
    ) { source, rows in
        for (update, details) in source.detailedUpdates() {
            rows.add([
                .time("start-time", update.start), update.duration.map { .duration($0) } ?? .unterminated,
                .number("uint32", update.id), .text("swiftui-update", InstrumentsWords.updateType(of: update)),
                .number("event-count", update.allocations), .string(InstrumentsWords.description(of: update)),
                .string(InstrumentsWords.category(of: update)), details.hierarchy, .string(update.module),
                // Real exports leave the name of the view empty on bodies.
                .string(""), rows.process, rows.thread, details.rootCauses,
                .text("event-concept", InstrumentsWords.severity(of: update)), .duration(update.downstream),
                details.downstreamEvents, details.node, details.fullNode,
            ])
        }
    }

    static let fullCauses = causes("swiftui-full-causes", Cell.fullNode)
    static let causes = causes("swiftui-causes", Cell.node)

    /// Every edge of the cause graph, with its ends either in short or in full.
    private static func causes(_ schema: String, _ cell: @escaping @Sendable (CauseNode) -> Cell) -> XctraceTable {
        XctraceTable(
            schema: schema,
            columns: [
                ("timestamp", "Timestamp", "event-time"), ("source-node-event-id", "Source Node Event ID", "uint32"),
                ("source-node", "Source Node", "typed-array"),
                ("destination-node-event-id", "Destination Node Event ID", "uint32"),
                ("destination-node", "Destination Node", "typed-array"), ("label", "Label", "string"),
                ("value-type", "Value Type", "string"), ("changed-properties", "Changed Properties", "string"),
                ("layout-info", "Layout Info", "string"), process,
            ]
        ) { source, rows in
            for link in source.links() {
                rows.add([
                    .time("event-time", link.edge.at), .number("uint32", link.source.id), cell(link.source),
                    .number("uint32", link.target.id), cell(link.target),
                    .string(link.edge.label == .creation ? "Creation" : "Update"), .none,
                    .string(link.edge.changed?.joined(separator: ", ")), .none, rows.process,
                ])
            }
        }
    }

    private static let groups = XctraceTable(
        schema: "swiftui-update-groups",
        columns: [
            start, duration, ("label", "Label", "string"), ("cause-backtrace", "Cause Backtrace", "backtrace"),
            ("backtrace", "Backtrace", "backtrace"), process, thread,
        ]
    ) { source, rows in
        for case .group(let group) in source.records() {
            rows.add([
                .time("start-time", group.start), .duration(group.duration), .string("Transaction"), .none, .none,
                rows.process, rows.thread,
            ])
        }
    }

    // MARK: Beside SwiftUI

    static let hitches = XctraceTable(
        schema: "hitches",
        columns: [
            start, duration, process, ("is-system", "Is System", "boolean"), ("swap-id", "Swap ID", "uint32"),
            ("label", "Swap ID", "string"), ("display", "Display", "display-name"),
            ("narrative-description", "Potential Issue", "string"),
        ]
    ) { source, rows in
        for case .hitch(let hitch) in source.records() {
            let swap = 0x4a1c0 + hitch.start / 8_333_333
            rows.add([
                .time("start-time", hitch.start), .duration(hitch.duration), rows.process,
                .shown("boolean", raw: hitch.isSystem ? "1" : "0", fmt: hitch.isSystem ? "Yes" : "No"),
                .number("uint32", swap), .text("string", "0x" + String(swap, radix: 16), .none),
                .text("display-name", "Display 1"), .string(hitch.narrative),
            ])
        }
    }

    private static let hangs = XctraceTable(
        schema: "potential-hangs", columns: [start, duration, ("hang-type", "Hang Type", "hang-type"), thread, process]
    ) { source, rows in
        for case .hang(let hang) in source.records() {
            rows.add([
                .time("start-time", hang.start), .duration(hang.duration), .text("hang-type", hang.kind), rows.thread,
                rows.process,
            ])
        }
    }

    /// Intervals only: single events have no row in this table.
    static let signposts = XctraceTable(
        schema: "OSSignpostIntervals",
        columns: [
            start, duration, ("layout-qualifier", "Layout ID", "layout-id"), ("name", "Name", "signpost-name"),
            ("category", "Category", "category"), ("subsystem", "Subsystem", "subsystem"),
            ("identifier", "Identifier", "os-signpost-identifier"), ("process", "Start Process", "process"),
            ("end-process", "End Process", "process"), ("start-thread", "Start Thread", "thread"),
            ("end-thread", "End Thread", "thread"), ("start-message", "Start Message", "os-log-metadata"),
            ("end-message", "End Message", "os-log-metadata"),
            ("start-backtrace", "Start Backtrace", "text-backtrace"),
            ("end-backtrace", "End Backtrace", "text-backtrace"),
            ("start-emit-location", "Start Emit Location", "return-location"),
            ("end-emit-location", "End Emit Location", "return-location"),
            ("signature", "Signature", "os-log-metadata"),
        ]
    ) { source, rows in
        for case .signpost(let signpost) in source.records() {
            guard let duration = signpost.duration else { continue }
            rows.add([
                .time("start-time", signpost.start), .duration(duration), .number("layout-id", 0),
                .text("signpost-name", signpost.name), .text("category", signpost.category),
                .text("subsystem", LandmarksStory.subsystem), identifier(signpost.signpostID), rows.process,
                rows.process, rows.thread, rows.thread, .text("os-log-metadata", signpost.message), .none, .none,
                .none, .none, .none, .none,
            ])
        }
    }

    private static func identifier(_ id: UInt64) -> Cell {
        guard id == Signpost.exclusive else { return .hexadecimal("os-signpost-identifier", id) }
        return .shown("os-signpost-identifier", raw: String(id), fmt: "OS_SIGNPOST_ID_EXCLUSIVE")
    }

    private static let log = XctraceTable(
        schema: "os-log",
        columns: [
            ("time", "Timestamp", "event-time"), thread, process, ("message-type", "Message Type", "string"),
            ("subsystem", "Subsystem", "subsystem"), ("category", "Category", "category"),
            ("message", "Message", "os-log-metadata"),
        ]
    ) { _, rows in
        for line in LandmarksStory.log {
            rows.add([
                .time("event-time", line.time), rows.thread, rows.process, .string(line.level),
                .text("subsystem", LandmarksStory.subsystem), .text("category", line.category),
                .text("os-log-metadata", line.message),
            ])
        }
    }

    private static let samples = XctraceTable(
        schema: "time-profile",
        columns: [
            ("time", "Sample Time", "sample-time"), thread, process, ("core", "Core", "core"),
            ("thread-state", "State", "thread-state"), ("weight", "Weight", "weight"),
            ("stack", "Backtrace", "tagged-backtrace"),
        ]
    ) { source, rows in
        for case .sample(let sample) in source.records() {
            let core = 4 + sample.start / 211_000_000 % 2
            rows.add([
                .time("sample-time", sample.start), rows.thread, rows.process,
                .shown("core", raw: String(core), fmt: "CPU \(core) (P Core)"), .text("thread-state", "Running"),
                .duration(sample.weight, tag: "weight"), .backtrace(sample.frames),
            ])
        }
    }
}
