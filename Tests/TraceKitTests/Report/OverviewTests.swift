import Testing

@testable import TraceKit

/// A trace in; the lines of its strip out.
@Suite struct OverviewTests {
    private func lines(_ json: String, width: Int, ascii: Bool = false) throws -> [String] {
        guard let strip = try Overview.read(try Traces.store(json).database, trace: 1) else { return [] }
        var options = RenderOptions()
        options.width = width
        options.isASCII = ascii
        return TextPage.text(TextStrip.lines(strip, options), options).split(separator: "\n").map(String.init)
    }

    /// 3 s on 30 columns: a tenth of a second each.
    @Test func `a column shows the worst that begins in it, and what else happens then`() throws {
        let lines = try lines(SmallTrace.json, width: 40)
        #expect(lines[0] == "Timeline   █        █         ▅        █")
        #expect(lines[1] == "          HHHH      ^")
        #expect(
            lines[2...].map { $0.drop { $0 == " " } }.joined(separator: " ")
                == "█ RED, ▅ ORANGE, ^ interaction, H hang; a column is 100 ms")
    }

    @Test func `in ASCII it says the same`() throws {
        let lines = try lines(SmallTrace.json, width: 40, ascii: true)
        #expect(lines[0] == "Timeline   #        #         =        #")
        #expect(lines[2].hasPrefix("          # RED, = ORANGE, ^"))
    }

    @Test func `no line is wider than the page, and the strip ends at 120 columns`() throws {
        for width in [40, 60, 80, 120, 500] {
            let lines = try lines(SmallTrace.json, width: width)
            #expect(lines.allSatisfy { TextWidth.of($0) <= min(width, 130) }, "\(width): \(lines)")
        }
    }

    @Test func `where nothing has a time there is none`() throws {
        #expect(try lines("{\"format\": \"tracekit\", \"trace\": {\"app\": \"x\"}, \"hangs\": []}", width: 80) == [])
    }

    @Test func `a part of a trace has none`() throws {
        var options = ReportBuilder.Options()
        options.zoom.view = "LandmarkRow"
        let store = try Traces.store(SmallTrace.json)
        #expect(try ReportBuilder.build(store, traces: [1], options).traces[0].strip == nil)
    }
}
