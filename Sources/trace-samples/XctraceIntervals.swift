/// The tables beside SwiftUI's: hitches, hangs, signposts and profiler samples.
enum XctraceIntervals {
    private static let start = Column("start", "Start", "start-time")
    private static let duration = Column("duration", "Duration", "duration")
    private static let process = Column("process", "Process", "process")
    private static let thread = Column("thread", "Thread", "thread")

    static func writeHitches(_ story: Story, index: Int, in directory: String) throws {
        let columns = [
            start, duration, process, Column("is-system", "Is System", "boolean"),
            Column("swap-id", "Swap ID", "uint32"), Column("label", "Swap ID", "string"),
            Column("display", "Display", "display-name"),
            Column("narrative-description", "Potential Issue", "string"),
        ]
        let table = try XctraceTable("hitches", columns: columns, index: index, in: directory)
        for hitch in story.hitches {
            let swap = 0x4a1c0 + hitch.start / 8_333_333
            table.row([
                .time("start-time", hitch.start), .duration(hitch.duration), .process(story.trace),
                .shown("boolean", raw: hitch.isSystem ? "1" : "0", fmt: hitch.isSystem ? "Yes" : "No"),
                .number("uint32", swap), .string("0x" + String(swap, radix: 16)), .text("display-name", "Display 1"),
                .string(hitch.narrative),
            ])
        }
        try table.finish()
    }

    static func writeHangs(_ story: Story, index: Int, in directory: String) throws {
        let columns = [start, duration, Column("hang-type", "Hang Type", "hang-type"), thread, process]
        let table = try XctraceTable("potential-hangs", columns: columns, index: index, in: directory)
        for hang in story.hangs {
            table.row([
                .time("start-time", hang.start), .duration(hang.duration), .text("hang-type", hang.kind),
                .mainThread(story.trace), .process(story.trace),
            ])
        }
        try table.finish()
    }

    /// Intervals only: single events have no row in this table.
    static func writeSignposts(_ story: Story, index: Int, in directory: String) throws {
        let columns = [
            start, duration, Column("layout-qualifier", "Layout ID", "layout-id"),
            Column("name", "Name", "signpost-name"), Column("category", "Category", "category"),
            Column("subsystem", "Subsystem", "subsystem"),
            Column("identifier", "Identifier", "os-signpost-identifier"),
            Column("process", "Start Process", "process"), Column("end-process", "End Process", "process"),
            Column("start-thread", "Start Thread", "thread"), Column("end-thread", "End Thread", "thread"),
            Column("start-message", "Start Message", "os-log-metadata"),
            Column("end-message", "End Message", "os-log-metadata"),
            Column("start-backtrace", "Start Backtrace", "text-backtrace"),
            Column("end-backtrace", "End Backtrace", "text-backtrace"),
            Column("start-emit-location", "Start Emit Location", "return-location"),
            Column("end-emit-location", "End Emit Location", "return-location"),
            Column("signature", "Signature", "os-log-metadata"),
        ]
        let table = try XctraceTable("OSSignpostIntervals", columns: columns, index: index, in: directory)
        let process = Cell.process(story.trace)
        let thread = Cell.mainThread(story.trace)
        for signpost in story.signposts {
            guard let duration = signpost.duration else { continue }
            table.row([
                .time("start-time", signpost.start), .duration(duration), .number("layout-id", 0),
                .text("signpost-name", signpost.name), .text("category", signpost.category),
                .text("subsystem", LandmarksStory.subsystem), identifier(signpost.signpostID), process, process, thread,
                thread, .text("os-log-metadata", signpost.message), .none, .none, .none, .none, .none, .none,
            ])
        }
        try table.finish()
    }

    static func writeSamples(_ story: Story, index: Int, in directory: String) throws {
        let columns = [
            Column("time", "Sample Time", "sample-time"), thread, process, Column("core", "Core", "core"),
            Column("thread-state", "State", "thread-state"), Column("weight", "Weight", "weight"),
            Column("stack", "Backtrace", "tagged-backtrace"),
        ]
        let table = try XctraceTable("time-profile", columns: columns, index: index, in: directory)
        let process = Cell.process(story.trace)
        let thread = Cell.mainThread(story.trace)
        for sample in story.samples {
            let core = 4 + sample.start / 211_000_000 % 2
            table.row([
                .time("sample-time", sample.start), thread, process,
                .shown("core", raw: String(core), fmt: "CPU \(core) (P Core)"), .text("thread-state", "Running"),
                .duration(sample.weight, tag: "weight"), .backtrace(sample.frames),
            ])
        }
        try table.finish()
    }

    /// 0xEEEEB0B5B2B2EEEE is what `OSSignpostID.exclusive` stands for.
    private static func identifier(_ id: UInt64) -> Cell {
        guard id == 0xEEEE_B0B5_B2B2_EEEE else { return .hexadecimal("os-signpost-identifier", id) }
        return .shown("os-signpost-identifier", raw: String(id), fmt: "OS_SIGNPOST_ID_EXCLUSIVE")
    }
}
