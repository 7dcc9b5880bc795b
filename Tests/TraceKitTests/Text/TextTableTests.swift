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
        #expect(lines(columns, rows, width: 40)[0] == "  View  Severity  Duration ms  Module")
        #expect(lines(columns, rows, width: 34)[0] == "  View  Severity  Duration ms")
    }

    @Test func `a column without a value is left out where it may be`() {
        let rows: [[SQLValue]] = [[.text("Row"), .text("red"), .real(17.25), .null, .null]]
        #expect(lines(columns, rows, width: 200)[0] == "  View  Severity  Duration ms")
    }

    @Test func `long names are cut in the middle, where they differ least`() {
        let rows: [[SQLValue]] = [
            [.text("ModifiedContent<LandmarkList, _PaddingLayout>"), .text("red"), .real(1), .null, .null]
        ]
        #expect(lines(columns, rows, width: 50)[1] == "  ModifiedContent<…gLayout>  RED              1.00")
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
