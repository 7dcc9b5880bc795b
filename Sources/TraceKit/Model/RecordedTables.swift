/// A kind of table that a recording has, as its table of contents lists it.
struct RecordedTable: Equatable {
    /// The number of the run.
    var run: Int64
    var schema: String
    /// How many tables of this schema the run has: they differ in what they were recorded for.
    var tables: Int64 = 1
    /// How many rows they have together, where the table of contents says so.
    var rows: Int64?
}

/// The tables of Instruments that are worth exporting, and how that is done.
enum RecordedTables {
    private struct Entry {
        let schema: String
        /// The lane that it fills; nil = it says something of the recording as a whole.
        let lane: String?
        /// Adds nothing where the recording has one of these.
        let unless: [String]

        init(_ schema: String, _ lane: String?, unless: String...) {
            (self.schema, self.lane, self.unless) = (schema, lane, unless)
        }
    }

    /// Most important first.
    private static let entries = [
        Entry("swiftui-updates", "updates"), Entry("swiftui-full-causes", "edges"),
        Entry("swiftui-update-groups", "groups"), Entry("hitches", "hitches"), Entry("potential-hangs", "hangs"),
        Entry("time-profile", "samples"), Entry("hitches-summary", "hitches"),
        Entry("os-signpost-interval", "signposts"), Entry("OSSignpostIntervals", "signposts"),
        Entry("PointsOfInterestEvents", "signposts"),
        Entry("os-signpost", "signposts", unless: "os-signpost-interval", "OSSignpostIntervals"),
        Entry("time-sample", "samples", unless: "time-profile"),
        Entry("cpu-profile", "samples", unless: "time-profile", "time-sample"),
        Entry("SwiftUIFilteredUpdates", "updates", unless: "swiftui-updates"),
        Entry("swiftui-causes", "edges", unless: "swiftui-full-causes"), Entry("swiftui-body-interval", "updates"),
        Entry("swiftui-link-event", nil, unless: "swiftui-updates", "SwiftUIFilteredUpdates"),
        Entry("os-log", "logs"), Entry("device-display-info", nil), Entry("hang-risks", "logs"),
        Entry("life-cycle-period", nil), Entry("device-thermal-state-intervals", nil),
    ]

    /// Tables that are not read, with what they would tell.
    private static let unread = [
        "runloop-intervals": "when the main thread was busy, without a profiler",
        "runloop-events": "when the main thread was busy, without a profiler",
        "core-animation-commits": "commits of frames (those that CoreAnimation marks by signposts are read)",
        "hitches-renders": "how long the render server took for a frame",
        "hitches-updates": "how long the app took for a frame",
        "hitches-frame-lifetimes": "which frames were late, and by whom",
        "hitches-gpu": "how long the GPU took for a frame", "hitches-framewait": "what a frame waited for",
        "view-hierarchy": "the views around an update",
        "swiftui-changes": "what changed in SwiftUI's graph, with call stacks",
        "swiftui-layout-updates": "layouts of views, their own time and whether they were cached",
        "SwiftUILayoutUpdates2": "layouts of views, their own time and whether they were cached",
        "thread-state": "what threads waited for",
        "displayed-surfaces-interval": "which frames were shown",
    ]

    /// What a table that is not read would tell, where that is known.
    static func wouldTell(_ schema: String) -> String? { unread[schema] }

    static let schemas = entries.map(\.schema)
    /// What a recording with the SwiftUI template has.
    static let usual = Array(schemas.prefix(6))

    /// Those of a run's tables that are worth exporting, most important first.
    static func worth(of run: Set<String>) -> [String] {
        entries.filter { run.contains($0.schema) && run.isDisjoint(with: $0.unless) }.map(\.schema)
    }

    /// The tables that fill a lane.
    static func schemas(ofLane lane: String) -> [String] { entries.filter { $0.lane == lane }.map(\.schema) }

    /// Whether a table is one of the SwiftUI instrument.
    static func isSwiftUI(_ schema: String) -> Bool { schema.lowercased().hasPrefix("swiftui") }

    // MARK: Commands

    static func path(_ schema: String, run: Int64) -> String {
        "/trace-toc/run[@number=\"\(run)\"]/data/table[@schema=\"\(schema)\"]"
    }

    static func export(_ schema: String, run: Int64) -> String {
        let file = run == 1 ? schema : "run-\(run)-\(schema)"
        return "xcrun xctrace export --input App.trace --xpath '\(path(schema, run: run))' --output \(file).xml"
    }

    static let exportContents = "xcrun xctrace export --input App.trace --toc --output toc.xml"
    static let recordAgain =
        "xcrun xctrace record --template SwiftUI --device 'My iPhone' --time-limit 30s --launch com.example.App "
        + "--output App.trace"
}
