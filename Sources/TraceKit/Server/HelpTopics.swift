/// The texts of `help`, the server's resources and the skill's references, generated from the schema, the rules and the
/// list of tables.
package enum HelpTopics {
    struct Topic: Sendable {
        /// `schema`, `view:updates`, `rule:fan-out`, `recording`
        let name: String
        let title: String
        let lines: [String]

        var uri: String { HelpTopics.scheme + name.replacing(":", with: "/") }
    }

    static let scheme = "tracekit://help/"

    /// All topics in the order of the resource list.
    static func all(_ schema: SchemaGuide) -> [Topic] {
        [
            Topic(name: "schema", title: "The views of the database and their columns", lines: schemaLines(schema)),
            Topic(name: "recording", title: "How to record what the tools need", lines: recording),
        ]
            + schema.views.map { view in
                Topic(name: "view:\(view.name)", title: view.meaning.clipped(80), lines: viewLines(view))
            }
            + RuleGuides.all.map { guide in
                Topic(name: "rule:\(guide.id)", title: guide.title, lines: ruleLines(guide))
            }
    }

    private static func schemaLines(_ schema: SchemaGuide) -> [String] {
        [
            """
            SQLite. Columns end in their unit: _ms milliseconds, _ns nanoseconds. Times count from the start of the \
            trace. Every view has trace_id; is_target = 0 marks rows of other processes. help with topic view:NAME explains \
            a view.
            """
        ] + schema.views.map { "\($0.name): \($0.columns.joined(separator: ", "))" }
    }

    private static func viewLines(_ view: SchemaGuide.View) -> [String] {
        let values = CodedColumns.of(view.name).map { "Values of \($0.line)" }
        return [view.meaning, "Columns: \(view.columns.joined(separator: ", "))"] + values
    }

    private static func ruleLines(_ guide: RuleGuide) -> [String] {
        RuleGuideText.explain(guide, width: 10_000).split(separator: "\n").map { AgentWords.of(String($0)) }
    }

    private static var recording: [String] {
        [
            """
            On a Mac with Xcode 26 and a device: launch the app through xctrace (attached to a running app the SwiftUI \
            tables may stay empty, in simulators they always do), a release build, half a minute, one thing at a time:
            """,
            RecordedTables.recordAgain(on: nil),
            "Open the recording itself (App.trace), or export its tables into one folder and open the folder:",
            RecordedTables.exportContents,
        ] + RecordedTables.usual.map { RecordedTables.export($0, run: 1) } + [
            """
            swiftui-updates says which views are slow; swiftui-full-causes what triggered them; hitches and \
            potential-hangs what users noticed; time-profile what ran inside a slow body.
            """,
            """
            Which property changed: Self._logChanges() in a body (DEBUG), and the table os-log or `log stream`, or \
            lines of _printChanges() from the console. Only this makes an unnecessary update proven.
            """,
            """
            What one tap costs: signpost intervals of a subsystem and category of your own around it, or gestures in \
            swiftui-full-causes.
            """,
        ]
    }

    // MARK: The references of the skill

    /// `skill/tracekit-swiftui-performance/references/schema.md`
    package static func schemaReference() throws(TraceError) -> String {
        var lines = [
            "# Views of the database", "",
            "Generated from schema.sql (`UPDATE_GOLDEN=1 swift test`). Columns end in their unit: `_ms` milliseconds, `_ns`",
            "nanoseconds; times count from the start of the trace. `is_target = 0` are rows of other processes.",
        ]
        for view in try SchemaGuide.read().views {
            lines += ["", "## \(view.name)", ""] + TextWidth.wrap(view.meaning, width: 120, indent: 0)
            lines += [""] + TextWidth.wrap("`\(view.columns.joined(separator: "`, `"))`", width: 120, indent: 0)
            let coded = CodedColumns.of(view.name)
            if !coded.isEmpty { lines.append("") }
            for column in coded { lines += TextWidth.wrap("- \(column.line)", width: 120, indent: 2) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `skill/tracekit-swiftui-performance/references/rules.md`
    package static func rulesReference() -> String {
        var lines = [
            "# Rules", "",
            "Generated from the texts of `trace-analyze explain` (`UPDATE_GOLDEN=1 swift test`), which has the thresholds too.",
        ]
        for guide in RuleGuides.all {
            lines +=
                ["", "## \(guide.id)", ""] + TextWidth.wrap("\(guide.title). \(guide.finds)", width: 120, indent: 0)
            lines += [""] + TextWidth.wrap("Fix (\(guide.effort)): \(guide.fix)", width: 120, indent: 0)
            lines += [""] + TextWidth.wrap("Limits: \(guide.limits)", width: 120, indent: 0)
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
