import Testing

@testable import TraceKit

/// The small trace through every renderer, as it stands in Tests/Golden. `UPDATE_GOLDEN=1` rewrites the files.
@Suite struct ReportGoldenTests {
    private func check(
        _ renderer: Renderer<Drawing<Report>>, width: Int, _ file: String, showsSQL: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var options = ReportBuilder.Options()
        options.input = CommandInput(["trace.json"])
        options.showsSQL = showsSQL
        let report = try ReportBuilder.build(try Traces.store(SmallTrace.json), traces: [1], options)
        var render = RenderOptions()
        render.width = width
        try expectGolden(renderer.draw(report, render), file, sourceLocation: sourceLocation)
    }

    /// Of a page, its data have one (HTMLReportTests): the rest of it stands in the sources.
    private static let names = Report.renderers.all.filter { !$0.drawsPage }.map(\.name)

    @Test(arguments: names) func `every renderer has its golden file`(_ name: String) throws {
        let renderer = try #require(Report.renderers[name])
        try check(renderer, width: 80, "report.\(name)")
    }

    @Test func `a wider page shows more columns`() throws {
        try check(Report.renderers.all[0], width: 120, "report-wide.text")
    }
}
