import Testing

@testable import TraceKit

/// Hitches and hangs in, what their time went to out (docs/analysis.md, section 6).
@Suite struct LateTimeTests {
    private static let causes = (
        "causes", ["{\"id\": 1, \"name\": \"Feed.items\"}", "{\"id\": 2, \"name\": \"Clock.now\"}"]
    )

    private func body(_ view: String, _ start: Double, _ ms: Double, cause: Int? = nil) -> String {
        "{\"view\": \"\(view)\", \"start_ms\": \(start), \"duration_ms\": \(ms)\(cause.map { ", \"cause\": \($0)" } ?? "")}"
    }

    private func hitch(_ start: Double, frames: Double, _ more: String = "") -> (String, [String]) {
        ("hitches", ["{\"start_ms\": \(start), \"duration_ns\": \(Int(frames * 16_666_667))\(more)}"])
    }

    private func check(
        _ lanes: (String, [String])..., find expected: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let json =
            "{\"format\": \"tracekit\", \(lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ","))]" }.joined(separator: ", "))}"
        let rows = try Traces.store(json).rows(
            "SELECT event || ' ' || part || coalesce(' ' || subject, '') || ' ' || round(late_ms, 2) FROM late_time ORDER BY id"
        )
        #expect(rows == expected, sourceLocation: sourceLocation)
    }

    // MARK: Hitches

    @Test func `a frame is late by whole frames for work that takes longer than one`() throws {
        try check(
            Self.causes, ("updates", [body("Row", 70, 40, cause: 1)]), hitch(100, frames: 2),
            find: "hitch updates Feed.items 33.33")
        // What is more than the work explains has another reason.
        try check(
            Self.causes, ("updates", [body("Row", 70, 20, cause: 1)]), hitch(100, frames: 3),
            find: "hitch updates Feed.items 16.67", "hitch unexplained 33.33")
        try check(
            ("updates", [body("Row", 70, 16)]), hitch(100, frames: 2), find: "hitch unexplained 33.33")
    }

    @Test func `work without a pause shares what is late by how long each part took`() throws {
        try check(
            Self.causes, ("updates", [body("Row", 70, 10, cause: 2), body("Row", 80.5, 30, cause: 1)]),
            hitch(100, frames: 2), find: "hitch updates Clock.now 8.33", "hitch updates Feed.items 25.0")
        // After a pause it is other work, and the longer one counts.
        try check(
            Self.causes, ("updates", [body("Row", 70, 10, cause: 2), body("Row", 82, 30, cause: 1)]),
            hitch(100, frames: 2), find: "hitch updates Feed.items 16.67", "hitch unexplained 16.67")
    }

    @Test func `only what runs before the frame should be shown can make it late`() throws {
        try check(
            ("updates", [body("Row", 10, 50), body("Row", 120, 50)]), hitch(100, frames: 2),
            find: "hitch unexplained 33.33")
    }

    @Test func `commits and sampled work are parts`() throws {
        let commit =
            "{\"name\": \"Commit\", \"subsystem\": \"com.apple.coreanimation\", \"category\": \"CoreAnimation\", \"start_ms\": 80, \"duration_ms\": 20}"
        let samples = (0..<20).map {
            "{\"start_ms\": \(101 + $0), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": [\"decode\"]}"
        }
        try check(
            ("updates", []), ("signposts", [commit]), ("samples", samples), hitch(110, frames: 2),
            find: "hitch commit 16.67", "hitch main-thread 16.67")
    }

    @Test func `what the recording says of the stage decides first`() throws {
        let work = ("updates", [body("Row", 70, 40)])
        try check(
            work, hitch(100, frames: 2, ", \"narrative\": \"12 offscreen passes\""), find: "hitch render 33.33")
        try check(
            work, hitch(100, frames: 4, ", \"narrative\": \"Potentially expensive app update(s)\""),
            find: "hitch updates Row.body 66.67")
        try check(
            hitch(100, frames: 4, ", \"narrative\": \"Potentially expensive app update(s)\""),
            find: "hitch main-thread 66.67")
    }

    @Test func `the display says how long a frame is, and hitches of the system are not divided`() throws {
        let json = """
            {"format": "tracekit", "version": 1, "trace": {"refresh_hz": 100},
             "updates": [{"view": "Row", "start_ms": 82, "duration_ms": 14}],
             "hitches": [{"start_ms": 100, "duration_ms": 10}, {"start_ms": 500, "duration_ms": 10, "system": true}]}
            """
        #expect(
            try Traces.store(json).rows("SELECT part, subject, late_ms FROM late_time") == ["updates|Row.body|10.0"])
    }

    // MARK: Hangs

    private let hang = ("hangs", ["{\"start_ms\": 100, \"duration_ms\": 300}"])

    @Test func `a hang is updates, other work and waiting`() throws {
        let samples = (0..<150).map {
            "{\"start_ms\": \(101 + $0), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": [\"f\"]}"
        }
        try check(
            Self.causes, ("updates", [body("Row", 50, 150, cause: 1)]), ("samples", samples), hang,
            find: "hang updates Feed.items 100.0", "hang main-thread 50.0", "hang blocked 150.0")
    }

    @Test func `without samples nothing says what the rest of a hang was`() throws {
        try check(
            Self.causes, ("updates", [body("Row", 150, 30, cause: 1), body("Row", 155, 5, cause: 1)]), hang,
            find: "hang updates Feed.items 30.0", "hang unexplained 270.0")
    }

    // MARK: Costs

    @Test func `a problem costs the frames that are late for its updates, and its other updates what they took`() throws
    {
        let json = """
            {"format": "tracekit", "version": 1,
             "updates": [{"view": "Row", "start_ms": 70, "duration_ms": 40}, {"view": "Row", "start_ms": 500, "duration_ms": 20}],
             "hitches": [{"start_ms": 100, "duration_ns": 33333334}]}
            """
        #expect(
            try Traces.store(json).rows("SELECT title, round(cost_ms, 2) FROM problems") == [
                "Row.body is too long for a frame|53.33"
            ])
    }

    @Test func `hitches that overlap without end are not walked over again and again`() throws {
        let updates = (0..<2_000).map { body("Row", Double($0), 1) }
        let hitches = (0..<2_000).map { "{\"start_ms\": \(100 + $0 % 3), \"duration_ms\": 2000}" }
        let json =
            "{\"format\": \"tracekit\", \"updates\": [\(updates.joined(separator: ","))], \"hitches\": [\(hitches.joined(separator: ","))]}"
        #expect(try Traces.store(json).rows("SELECT round(sum(late_ms)) FROM late_time") == ["4000000.0"])
    }
}
