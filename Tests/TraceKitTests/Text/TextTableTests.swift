import Testing

@testable import TraceKit

/// Rows in, aligned lines out, never wider than the page.
@Suite struct TextTableTests {
    private func lines(_ columns: [ReportColumn], _ rows: [[SQLValue]], width: Int) -> [String] {
        var options = RenderOptions()
        options.width = width
        return TextTable(columns, rows, options).lines { _, _, padded in padded }
    }

    private let columns = [
        ReportColumn("view", "View", .name), ReportColumn("severity", "Severity", .word),
        ReportColumn("duration_ms", "Duration ms", .milliseconds), ReportColumn("module", "Module", .text, drop: 1),
        ReportColumn("allocations", "Allocs", .count, drop: 2),
    ]

    @Test func `numbers stand to the right, words to the left, colours in capitals`() {
        let rows: [[SQLValue]] = [
            [.text("Row"), .text("red"), .real(17.25), .text("App"), .integer(12345)],
            [.text("LandmarkList"), .text("gray"), .real(8), .null, .null],
        ]
        #expect(
            lines(columns, rows, width: 80) == [
                "  View          Severity  Duration ms  Module  Allocs",
                "  Row           RED             17.25  App     12,345",
                "  LandmarkList  GRAY             8.00",
            ])
    }

    @Test func `a narrow page loses the columns that matter least`() {
        let rows: [[SQLValue]] = [[.text("Row"), .text("red"), .real(17.25), .text("App"), .integer(12345)]]
        #expect(
            lines(columns, rows, width: 40).prefix(2) == [
                "                  Duration", "  View  Severity        ms  Module",
            ])
        #expect(lines(columns, rows, width: 32)[1] == "  View  Severity        ms")
    }

    @Test func `titles and texts are wrapped before anything is left out`() {
        let columns = [
            ReportColumn("message", "Message", .text, smallest: 12),
            ReportColumn("group_ms", "Group ms", .milliseconds),
            ReportColumn("count", "Count", .count, drop: 1),
        ]
        let rows: [[SQLValue]] = [
            [.text("one two three four five"), .real(1), .integer(3)], [.text("six"), .real(20), .null],
        ]
        #expect(
            lines(columns, rows, width: 30) == [
                "                  Group", "  Message            ms  Count", "  one two three    1.00      3",
                "  four five", "  six             20.00",
            ])
    }

    @Test func `numbers go before what they may not be read without`() {
        let columns = [
            ReportColumn("name", "Name", .name),
            ReportColumn("unnecessary", "Unnec.", .count, drop: 1, needs: ["unknown"]),
            ReportColumn("unknown", "Unknown", .count, drop: 9),
            ReportColumn("red", "Red", .count, drop: 2, needs: ["deadline"]),
            ReportColumn("deadline", "Deadline", .word, drop: 8),
        ]
        func titles(_ unknown: Int, _ deadline: String, width: Int) -> [Substring] {
            let row: [SQLValue] = [.text("A"), .integer(0), .integer(Int64(unknown)), .integer(0), .text(deadline)]
            return lines(columns, [row], width: width)[0].split(separator: " ")
        }
        #expect(titles(7, "red", width: 40) == ["Name", "Unnec.", "Unknown", "Red", "Deadline"])
        #expect(titles(7, "red", width: 36) == ["Name", "Unnec.", "Unknown", "Deadline"])
        #expect(titles(7, "red", width: 28) == ["Name", "Unnec.", "Unknown"])
        #expect(titles(7, "red", width: 20) == ["Name", "Unknown"])
        // Where there is nothing to say, the numbers alone are the truth.
        #expect(titles(0, "met", width: 28) == ["Name", "Unnec.", "Red"])
    }

    @Test(arguments: [40, 50, 60, 70, 80, 100]) func `no width makes a zero of what is unknown or missed together`(
        _ width: Int
    ) throws {
        // A tap with many short updates that miss the deadline together, of which nothing says why they ran.
        let updates = (0..<60).map {
            "{\"id\": \(10 + $0), \"view\": \"FeedCard\", \"start_ns\": \(1_000_000 + $0 * 500_000), \"duration_ns\": 500000}"
        }
        let store = try Traces.store(
            """
            {"format": "tracekit", "interactions": [{"id": 1, "kind": "tap", "name": "A very long name of a button", "start_ns": 0}],
            "updates": [\(updates.joined(separator: ",\n"))]}
            """)
        var options = RenderOptions()
        options.width = width
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let section = try #require(report.traces[0].sections.first { $0.id == "interactions" })
        let table = TextTable(section.columns, section.rows, options)
        let titles = table.head().joined(separator: " ")
        #expect(table.lines().allSatisfy { TextWidth.of($0) <= width })
        #expect(!titles.contains("Unnec.") || titles.contains("Unknown"), "\(titles)")
        #expect(!titles.contains("Red") || titles.contains("Deadline"), "\(titles)")
        let shown = ReportColumn.shown(section.columns, section.rows, dropOrder: 2).map { section.columns[$0].title }
        #expect(shown.contains("Unknown") && shown.contains("Deadline"))
    }

    @Test func `a column without a value is left out where it may be`() {
        let rows: [[SQLValue]] = [[.text("Row"), .text("red"), .real(17.25), .null, .null]]
        #expect(lines(columns, rows, width: 200)[0] == "  View  Severity  Duration ms")
    }

    @Test func `long names are cut in the middle, where they differ least`() {
        let rows: [[SQLValue]] = [
            [.text("ModifiedContent<LandmarkList, _PaddingLayout>"), .text("red"), .real(1), .null, .null]
        ]
        #expect(lines(columns, rows, width: 50)[2] == "  ModifiedContent<La…ngLayout>  RED           1.00")
    }

    @Test func `no line of a report's table is wider than the page`() throws {
        let long = String(repeating: "Very", count: 50)
        let wide = String(repeating: "長い名前", count: 20)
        let updates = [long, wide, "Row"].flatMap { name in
            ["body", "representable", long].map {
                "{\"view\": \"\(name)\", \"module\": \"\(wide)\", \"kind\": \"\($0)\", \"instance\": \"\(name)\", "
                    + "\"\(name)\": 1, \"allocations\": 461168601842, "
                    + "\"start_ns\": 4611686018427, \"duration_ns\": 4611686018427}"
            }
        }
        let store = try Traces.store(
            """
            {"format": "tracekit", "updates": [\(updates.joined(separator: ",\n")), {"view": 1.5}],
            "hitches": [{"start_ns": 1, "duration_ns": 4611686018427, "narrative": "\(long)"}],
            "hangs": [{"start_ns": 1, "duration_ns": 4611686018427, "kind": "\(long)", "thread": "\(wide)"}]}
            """)
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        for section in report.traces[0].sections {
            for width in [60, 72, 80, 100, 120, 200] {
                let widest = lines(section.columns, section.rows, width: width).max {
                    TextWidth.of($0) < TextWidth.of($1)
                }
                #expect(TextWidth.of(widest ?? "") <= width, "\(section.id) at \(width): \(widest ?? "")")
            }
        }
    }
}
