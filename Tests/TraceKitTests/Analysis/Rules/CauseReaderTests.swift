import Testing

@testable import TraceKit

/// Who reads a cause, who only runs with a reader, and the advice for it.
@Suite struct CauseReaderTests {
    private static let tap = (
        "interactions", ["{\"id\": 900, \"kind\": \"tap\", \"start_ms\": 900, \"duration_ms\": 400}"]
    )

    private static func cause(_ kind: String, _ name: String, _ more: String = "") -> (String, [String]) {
        (
            "causes",
            ["{\"id\": 800, \"kind\": \"\(kind)\", \"name\": \"\(name)\", \"start_ms\": 950, \"cause\": 900\(more)}"]
        )
    }

    /// A list that the cause re-runs, and its rows: below the list, or told of the cause themselves too.
    private static func list(_ rowsReadIt: Bool) -> [(String, [String])] {
        let rows = RuleTraces.updates(12, "Row", from: 10, lasting: 900, "\"instance\": \"r#\", \"cause\": 9")
        let list = RuleTraces.update(
            9, "ListScreen", at: 960_000, lasting: 3_000, "\"instance\": \"l\", \"cause\": 800")
        let edges = rowsReadIt ? (10..<22).map { "{\"from\": 800, \"to\": \($0)}" } : []
        return [("updates", [list] + rows), ("edges", edges)]
    }

    private static func fanOut(_ cause: (String, [String]), rowsReadIt: Bool) throws -> Finding? {
        let lanes = list(rowsReadIt)
        return try RuleTraces.findings(RuleTraces.document(tap, cause, lanes[0], lanes[1]))
            .first { $0.rule == "fan-out" && $0.view == "Row" }
    }

    @Test func `rows below the body of a reader are its children`() throws {
        let found = try #require(try Self.fanOut(Self.cause("state", "ListScreen.offset"), rowsReadIt: false))
        #expect(found.title == "Each change of ListScreen.offset re-runs ListScreen, and with it every Row")
        #expect(
            found.hint.hasPrefix("Move ListScreen.offset into a view of its own that shows it; or make Row Equatable"))
        #expect(found.hint.contains("or make Row Equatable"))
    }

    @Test func `rows that read it themselves are readers, though a parent re-runs them too`() throws {
        let found = try #require(try Self.fanOut(Self.cause("state", "ListScreen.offset"), rowsReadIt: true))
        #expect(found.title == "Each Row depends on the whole ListScreen.offset")
        #expect(found.hint.hasPrefix("Pass each Row only its part of ListScreen.offset"))
    }

    @Test(arguments: [
        ("state", "@State", "Move @State store into a view of its own"),
        (
            "observable", "@EnvironmentObject",
            "Split store (a separate object for what changes so often), or make it @Observable"
        ),
        ("observable", "@Observable", "Read @Observable store only where it is shown"),
        ("environment", "@Environment", "Make @Environment store once"),
    ])
    func `the advice is by the kind of cause`(_ kind: String, _ wrapper: String, _ advice: String) throws {
        let cause = Self.cause(kind, "store", ", \"wrapper\": \"\(wrapper)\"")
        let found = try #require(try Self.fanOut(cause, rowsReadIt: false))
        #expect(found.title.hasPrefix("Each change of \(wrapper) store re-runs ListScreen"), "\(found.title)")
        #expect(found.hint.hasPrefix(advice), "\(found.hint)")
    }

    @Test func `what changes with every frame is to be written less often`() throws {
        func hint(_ every: Int) throws -> String {
            let causes = (0..<30).map {
                "{\"id\": \(800 + $0), \"kind\": \"state\", \"name\": \"Board.offset\", \"origin\": \"app\", \"start_ms\": \($0 * every)}"
            }
            let updates = (0..<30).flatMap { change in
                [
                    RuleTraces.update(
                        1_000 + change * 10, "Board", at: change * every * 1_000 + 10, lasting: 12_000,
                        "\"cause\": \(800 + change)")
                ]
            }
            let found = try RuleTraces.findings(RuleTraces.document(("causes", causes), ("updates", updates)))
            return try #require(found.first { $0.rule == "long-body" }).hint
        }
        #expect(
            try hint(17).contains(
                "Throttle what writes Board.offset (up to 30 times a second), or move Board.offset into a view")
        )
        #expect(try !hint(500).contains("Throttle"))
    }

    @Test func `a wrapper is kept with its cause`() throws {
        let store = try Traces.store(
            RuleTraces.document(
                (
                    "causes",
                    [
                        "{\"id\": 1, \"kind\": \"observable\", \"name\": \"vm\", \"wrapper\": \"@StateObject\"}",
                        "{\"id\": 2, \"kind\": \"state\", \"name\": \"page\"}",
                    ]
                )))
        #expect(try store.rows("SELECT name, wrapper FROM causes ORDER BY name") == ["page|-", "vm|@StateObject"])
    }
}

/// Causes that only the order of a log tells.
@Suite struct ProbableParentTests {
    private static func findings(_ lines: [String]) throws -> [Finding] {
        let rows = lines.enumerated().map { number, line in
            let parts = line.split(separator: " ")
            return "{\"view\": \"\(parts[0])\", \"changed\": [\"\(parts[1])\"]}"
        }
        return try RuleTraces.findings("{\"format\": \"tracekit\", \"updates\": [\(rows.joined(separator: ","))]}")
    }

    @Test func `the view that names a change right before is told as the parent`() throws {
        let own = (0..<4).flatMap {
            ["Screen _vm", "Filters _model", "Rows @self", "Rows @self", "Rows @self"].dropFirst($0 % 2)
        }
        let found = try #require(try Self.findings(Array(own)).first { $0.rule == "parent-only-updates" })
        #expect(
            found.evidence.contains("right before it Filters ran for its own _model (4 of 4 times)"),
            "\(found.evidence)")
        #expect(found.hint.hasPrefix("Move _model out of Filters into a view of its own"))
    }
}

/// Long bodies of which only lines without a time tell.
@Suite struct UntimedBodiesTests {
    private static func logs(_ view: String, _ milliseconds: [Double]) -> (String, [String]) {
        ("logs", milliseconds.map { "{\"message\": \"⏱ \(view).body \($0) ms\"}" })
    }

    @Test func `bodies that mostly miss a deadline are told by view`() throws {
        try expectFindings(
            LongBodyRule.self, Self.logs("TrendsView", [33.6, 31, 30.25, 2]),
            find: [
                "high TrendsView.body is too long for a frame | 4 lines of the log without a time: median 30.3 ms, longest 33.6 "
                    + "ms, 96.9 ms in all"
            ])
    }

    @Test func `short ones, and one or two, are not`() throws {
        try expectFindings(LongBodyRule.self, Self.logs("Row", [0.4, 0.5, 40, 0.3]), find: [])
        try expectFindings(LongBodyRule.self, Self.logs("Row", [40, 50]), find: [])
    }
}
