/// A kind of table in a recording, as its table of contents lists it.
struct RecordedTable: Equatable {
    /// The number of the run.
    var run: Int64
    var schema: String
    /// The number of tables of this schema in the run; they differ in their parameters.
    var tables: Int64 = 1
    /// Their total number of rows, if the table of contents has it.
    var rows: Int64?
}

/// The tables of Instruments worth exporting, and the commands for that.
enum RecordedTables {
    private struct Entry {
        let schema: String
        /// The lane that it fills; nil = it describes the recording as a whole.
        let lane: Lane?
        /// Schemas that make it superfluous if the recording has one of them.
        let unless: [String]
        /// Whether it is long and rarely useful: read if it was exported.
        var isDetail = false

        init(_ schema: String, _ lane: Lane?, unless: String...) {
            (self.schema, self.lane, self.unless) = (schema, lane, unless)
        }

        init(detail schema: String) { (self.schema, lane, unless, isDetail) = (schema, nil, [], true) }
    }

    /// Most important first.
    private static let entries = [
        Entry("swiftui-updates", .updates), Entry("swiftui-full-causes", .edges),
        Entry("swiftui-update-groups", .groups), Entry("hitches", .hitches), Entry("potential-hangs", .hangs),
        Entry("time-profile", .samples), Entry("hitches-summary", .hitches),
        // The tables of intervals are incomplete, and single events are only in the first table.
        Entry("os-signpost", .signposts), Entry("os-signpost-interval", .signposts),
        Entry("OSSignpostIntervals", .signposts), Entry("PointsOfInterestEvents", .signposts),
        Entry("time-sample", .samples, unless: "time-profile"),
        Entry("cpu-profile", .samples, unless: "time-profile", "time-sample"),
        Entry("counters-profile", .samples, unless: "time-profile", "time-sample", "cpu-profile"),
        Entry("SwiftUIFilteredUpdates", .updates, unless: "swiftui-updates"),
        Entry("swiftui-causes", .edges, unless: "swiftui-full-causes"), Entry("swiftui-body-interval", .updates),
        Entry("swiftui-link-event", nil, unless: "swiftui-updates", "SwiftUIFilteredUpdates"),
        Entry("os-log", .logs), Entry("device-display-info", nil), Entry("hang-risks", .logs),
        Entry("runloop-intervals", nil), Entry("hitches-updates", nil), Entry("hitches-renders", nil),
        Entry("hitches-gpu", nil), Entry("hitches-framewait", nil), Entry("hitches-frame-lifetimes", nil),
        Entry("life-cycle-period", nil), Entry("device-thermal-state-intervals", nil),
        Entry(detail: "SwiftUILayoutUpdates2"), Entry(detail: "swiftui-layout-updates"),
        Entry(detail: "swiftui-changes"),
    ]

    /// Tables that are not read, with their content.
    private static let unread = [
        "runloop-events": "when the main thread was busy (`runloop-intervals`, which is read, has it)",
        "hitches-commit-interval": "how long the app took for a frame, on iOS 18 and earlier",
        "hitches-render-interval": "how long the render server took for a frame, on iOS 18 and earlier",
        "hitches-gpu-interval": "how long the GPU took for a frame, on iOS 18 and earlier",
        "hitches-lifetime-interval": "how long frames took in all, on iOS 18 and earlier",
        "core-animation-commits": "commits of frames (those that CoreAnimation marks by signposts are read)",
        "thread-state": "what threads waited for",
        "displayed-surfaces-interval": "which frames were shown",
        "core-animation-fps-estimate": "about how many frames a second were shown",
        "display-vsyncs-interval": "when the display refreshed, and so how often",
    ]

    /// The content of a table that is not read, if known.
    static func unreadContent(_ schema: String) -> String? { unread[schema] }

    /// The categories of signposts made from such tables, which are Instruments' own, not the app's.
    static let signpostCategories =
        FrameStage.allCases.map(\.schema)
        + [Keyword.layouts, .cachedLayouts, .changes, .runLoopIntervals].map(\.text) + ["life-cycle-period"]

    /// Whether a row of `signpost_summary` comes from the app or a framework, as SQL.
    static let isOwnSignpost: String = {
        let made = signpostCategories.map { "'\($0)'" }.joined(separator: ", ")
        return "(subsystem IS NOT NULL OR category IS NULL OR category NOT IN (\(made)))"
    }()

    static let schemas = entries.map(\.schema)
    /// The tables of a recording with the SwiftUI template.
    static let usual = Array(schemas.prefix(6))

    /// The tables of a run worth exporting, most important first.
    static func worth(of run: Set<String>) -> [String] {
        entries.filter { !$0.isDetail && run.contains($0.schema) && run.isDisjoint(with: $0.unless) }.map(\.schema)
    }

    /// The tables that fill a lane. Those of edges contain the causes too.
    static func schemas(ofLane lane: Lane) -> [String] {
        let lane = lane == .causes ? .edges : lane
        return entries.filter { $0.lane == lane }.map(\.schema)
    }

    /// The lane that a table fills.
    static func lane(of schema: String) -> Lane? { entries.first { $0.schema == schema }?.lane }

    static func isOfSamples(_ schema: String) -> Bool { schemas(ofLane: .samples).contains(schema) }

    /// The format of a recording that was read directly, not exported.
    static let nativeFormat = "instruments-trace"
    /// Added if rows of SwiftUI's tables were read experimentally; derived results are labelled.
    static let guessedFormat = "experimental-swiftui"
    static let guessWords = "SwiftUI's tables read by guess"

    /// Whether a name is among the comma-separated ones in `traces.format`.
    static func isListed(_ format: String, in formats: String?) -> Bool {
        CommaList.words(formats).contains(format)
    }

    /// Whether a table belongs to the SwiftUI instrument.
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

    /// The command to record with the SwiftUI template. `system`: the recorded system, such as `iOS 26.0`; nil =
    /// unknown.
    static func recordAgain(on system: String?) -> String {
        let record = "xcrun xctrace record --template SwiftUI"
        guard let device = device(system) else {
            return "\(record) --time-limit 30s --output App.trace --launch -- /Applications/App.app"
        }
        // The program and its arguments follow `--launch --`, so they come last.
        return "\(record) --device '\(device)' --time-limit 30s --output App.trace --launch -- com.example.App"
    }

    /// The reason for empty SwiftUI tables, as far as the recording says how it was made, and what
    /// to do then.
    /// - Parameters:
    ///   - recordedAs: `traces.recorded_as`.
    ///   - system: the recorded system, such as `iOS 26.0`.
    static func whyEmpty(recordedAs: String?, on system: String?) -> (reason: String, advice: String) {
        let (how, place) = (recordedAs?.lowercased() ?? "", device(system) == nil ? "" : " on a device")
        if system?.lowercased().contains("simulator") == true {
            return ("a simulator does not fill them", "record again on a device")
        }
        if how.hasPrefix("attached") {
            return (
                "the recording attached to the app, which does not always fill them",
                "record again with --launch\(place): then Instruments starts the app"
            )
        }
        if how.hasPrefix("launched"), how.contains("target app exited") {
            return (
                "possibly their rows were lost because the app ended before the recording did",
                "record again, and stop the recording before the app ends"
            )
        }
        return ("why is not known from this file", "record again\(place), and see whether they stay empty")
    }

    /// A placeholder for the device; nil for the Mac itself.
    private static func device(_ system: String?) -> String? {
        let platform = (system?.prefix { $0.isLetter } ?? "").lowercased()
        switch platform {
        case "macos": return nil
        case "watchos": return "My Apple Watch"
        case "tvos": return "My Apple TV"
        case "visionos", "xros": return "My Apple Vision Pro"
        case "ipados": return "My iPad"
        default: return "My iPhone"
        }
    }
}
