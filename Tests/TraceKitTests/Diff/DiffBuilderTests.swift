import Testing

@testable import TraceKit

/// What a comparison says of small traces that differ in one thing.
@Suite struct DiffBuilderTests {
    private typealias Tap = DiffTraces.Tap

    private func diff(_ before: [Tap], _ after: [Tap], _ options: DiffOptions = DiffOptions()) throws -> TraceDiff {
        try DiffTraces.diff([DiffTraces.json(before)], [DiffTraces.json(after)], options)
    }

    private static func rows(_ count: Int, ms: Double = 1, taps: Int = 1) -> [Tap] {
        Array(repeating: Tap(updates: [("Row", count, ms)]), count: taps)
    }

    @Test func `where hardly any view pairs a note says so`() throws {
        func trace(_ end: String, _ views: Int) -> String {
            DiffTraces.json([.init(updates: (0..<views).map { (view: "Row\($0)\(end)", count: 1, ms: 1) })])
        }
        let words = "of 40 views none has the same name on both sides (Row0a is not there after)"
        let warnings = try DiffTraces.diff([trace("a", 40)], [trace("b", 50)]).warnings
        #expect(warnings.contains { $0.hasPrefix(words) })
        for (before, after) in [(trace("a", 40), trace("a", 50)), (trace("a", 5), trace("b", 5))] {
            #expect(try DiffTraces.diff([before], [after]).warnings.contains { $0.contains("same name") } == false)
        }
    }

    @Test func `the same trace on both sides has no differing row, and a warning`() throws {
        let diff = try diff(Self.rows(5), Self.rows(5))
        #expect(diff.isEmpty && diff.worse.isEmpty && diff.better.isEmpty)
        #expect(diff.warnings == ["the same recording is on both sides"])
        #expect(TraceDiff.Gate.allCases.filter { $0 != .warning }.compactMap { diff.reason(for: $0) } == [])
    }

    @Test func `counts are compared per interaction, not per recording`() throws {
        let diff = try diff(
            [Tap(updates: [("Row", 10, 1)])],
            [Tap(updates: [("Row", 10, 1)]), Tap(updates: [("Row", 10, 1)]), Tap(updates: [("Row", 10, 1)])])
        #expect(diff.worse == [] && diff.better == [])
        #expect(diff.rows("views-by-interaction") == [])
        #expect(diff.warnings.contains { $0.contains("Tap \"Favorite\" 1 → 3") })
    }

    /// Updates before, after, and what is said of six taps.
    @Test(arguments: [
        (10, 13, "more updates, more unnecessary"), (13, 10, "fewer updates, fewer unnecessary"), (10, 12, "~"),
        (12, 10, "~"), (4, 5, "~"), (4, 6, "more updates, more unnecessary"), (40, 49, "~"), (49, 40, "~"),
        (40, 50, "more updates, more unnecessary"), (50, 40, "fewer updates, fewer unnecessary"),
    ]) func `a count changes from 25 percent and two updates on`(_ before: Int, _ after: Int, _ words: String) throws {
        let rows = try diff(Self.rows(before, taps: 6), Self.rows(after, taps: 6)).rows("interactions")
        #expect(
            rows.count == 1 && rows[0].hasPrefix("\(words): Tap \"Favorite\" | 6.000 | \(before).000 → \(after).000"))
    }

    @Test func `two taps tell only of counts that double, one tap of none`() throws {
        #expect(try diff(Self.rows(10, taps: 2), Self.rows(18, taps: 2)).worse == [])
        let twice = try diff(Self.rows(10, taps: 2), Self.rows(20, taps: 2))
        #expect(twice.worse.first == "Tap \"Favorite\": more updates 10 → 20, more unnecessary 9 → 19")
        #expect(
            DiffText.verdict(twice)
                == "WORSE: unnecessary updates per tap \"Favorite\" 9 → 19, updates per tap \"Favorite\" 10 → 20; 1 interaction and 1 view worse, none better"
        )
        let once = try diff(Self.rows(10), Self.rows(40))
        #expect(once.worse == [] && once.reason(for: .regression) == nil)
        #expect(once.likelyWorse.first == "Tap \"Favorite\": more updates? 10 → 40, more unnecessary? 9 → 39")
        #expect(
            DiffText.verdict(once)
                == "DIFFERENT: unnecessary updates per tap \"Favorite\" 9 → 39, updates per tap \"Favorite\" 10 → 40; one event: record 3 traces a side"
        )
        #expect(once.reason(for: .likelyRegression) != nil)
    }

    /// Traces of ten kinds of taps, each performed ten times; of the first kind `count` updates, of which some are very many.
    private static func outlying(_ count: Int, traces: Int, seed: Int) -> [String] {
        var random = SeededNumbers(seed)
        return (0..<traces).map { _ in
            DiffTraces.json(
                (0..<100).map { tap in
                    let kind = tap % 10
                    let updates = (kind == 0 ? count : 10) * (Int.random(in: 0..<30, using: &random) == 0 ? 10 : 1)
                    return Tap(name: "Kind\(kind)", updates: [("Row\(kind)", updates, 0.01)])
                })
        }
    }

    /// Ranks of four whole traces tell no row of ten from chance, and sums of whole traces hang on few large counts.
    @Test(arguments: [3, 4, 5, 6, 8])
    func `counts of several traces are told by their interactions, however many traces there are`(_ traces: Int) throws
    {
        let before = Self.outlying(10, traces: traces, seed: 1)
        let worse = try DiffTraces.diff(before, Self.outlying(20, traces: traces, seed: 2)).worse
        #expect(worse.contains { $0.hasPrefix("Tap \"Kind0\": more updates") }, "\(worse)")
        #expect(worse.allSatisfy { $0.contains("Kind0") || $0.contains("Row0") }, "\(worse)")
        let equal = try DiffTraces.diff(before, Self.outlying(10, traces: traces, seed: 3))
        #expect(equal.worse == [] && equal.better == [])
    }

    @Test(arguments: [4, 5, 6]) func `what is equal in every trace of a side needs no test`(_ traces: Int) throws {
        func side(_ count: Int) -> [String] { Array(repeating: DiffTraces.json(Self.rows(count)), count: traces) }
        #expect(try DiffTraces.diff(side(10), side(13)).worse.first?.contains("more updates 10 → 13") == true)
        #expect(try DiffTraces.diff(side(40), side(43)).worse == [])
    }

    @Test func `a row that only more recordings can judge does not look unchanged`() throws {
        func hitches(_ ms: Double) -> [Tap] { [Tap(updates: [("Row", 5, 1)], hitchMs: ms)] }
        let rows = try diff(hitches(267), hitches(17)).rows("hangs-and-hitches")
        #expect(rows.first { $0.contains("Hitch ms |") } == "too few runs to judge: Hitch ms | 267.000 → 17.000")
        // A figure that is only shown, and one that hardly moved.
        #expect(rows.first { $0.contains("Longest") }?.hasPrefix("not judged: ") == true)
        let less = try diff(hitches(267), hitches(266.5)).rows("hangs-and-hitches")
        #expect(less.first { $0.contains("Hitch ms |") } == "~: Hitch ms | 267.000 → 266.500")
        // Six a side judge it, whatever they say.
        func side(_ ms: [Double]) -> [String] { ms.map { DiffTraces.json(hitches($0)) } }
        let many = try DiffTraces.diff(side([20, 90, 40, 70, 30, 80]), side([25, 85, 45, 60, 35, 120]))
        #expect(
            many.rows("hangs-and-hitches").contains { $0.hasPrefix("~: Hitch ms") }, "\(many.rows("hangs-and-hitches"))"
        )
    }

    @Test func `times of one trace a side never get a verdict`() throws {
        let diff = try diff(Self.rows(5, ms: 1), Self.rows(5, ms: 8))
        #expect(diff.worse == [] && diff.better == [])
        #expect(diff.rows("views").first?.hasPrefix("too few runs to judge: Row | body | 5.000") == true)
        #expect(diff.method.contains("for times and long bodies from 6 traces a side on"))
    }

    @Test func `a body that begins to miss its deadline is named, and of one trace a side no verdict`() throws {
        let worse = try diff(Self.rows(2, ms: 8.3), Self.rows(2, ms: 8.4))
        #expect(worse.newLongBodies == ["Row"] && worse.worse == [])
        #expect(worse.rows("views").first?.hasPrefix("new long bodies: Row") == true)
        #expect(worse.reason(for: .newLongBody) == "Row")
        let better = try diff(Self.rows(2, ms: 17), Self.rows(2, ms: 8.3))
        #expect(better.newLongBodies == [] && better.better == [])
        #expect(better.rows("views").first?.hasPrefix("no longer long: Row") == true)
        let before = Array(repeating: DiffTraces.json(Self.rows(2, ms: 8.3)), count: 4)
        let after = Array(repeating: DiffTraces.json(Self.rows(2, ms: 8.4)), count: 4)
        #expect(try DiffTraces.diff(before, after).worse == ["Tap \"Favorite\": more long 0 → 2"])
    }

    @Test func `a single long body is chance`() throws {
        #expect(try diff(Self.rows(1, ms: 8), Self.rows(1, ms: 9)).newLongBodies == [])
    }

    @Test func `rows of one side only are new or gone, never infinitely more`() throws {
        let diff = try diff(
            Array(repeating: Tap(updates: [("Old", 3, 1), ("Same", 1, 1)]), count: 2),
            Array(repeating: Tap(updates: [("Fresh", 3, 1), ("Same", 1, 1)]), count: 2))
        #expect(
            diff.rows("views").map { $0.prefix { $0 != "|" } } == [
                "new, more updates, more unnecessary: Fresh ", "gone, fewer updates, fewer unnecessary: Old ",
            ])
        #expect(
            diff.rows("chains").map { $0.prefix { $0 != "|" } } == [
                "new, more updates: Tap \"Favorite\" → Fresh.body ",
                "gone, fewer updates: Tap \"Favorite\" → Old.body ",
            ])
    }

    @Test func `of thousands of new rows the first are listed, and all that have a verdict or are marked`() throws {
        let many = (0..<6_000).map { (view: "Fresh\($0)", count: 1, ms: 0.1) }
        let slow = Array(repeating: (view: "Slow", count: 1, ms: 20.0), count: 2)
        let diff = try diff(
            Array(repeating: Tap(updates: [("Row", 3, 1)]), count: 2),
            [Tap(updates: many + [("Row", 90, 1)] + slow), Tap(updates: [("Row", 90, 1)])])
        let views = try #require(diff.tables.first { $0.id == "views" })
        #expect(views.rows.count == DiffThresholds.listedRows)
        #expect(views.differing == 6_002 && views.leftOut == 6_002 - views.rows.count && views.unchanged == 0)
        #expect(views.rows.prefix(2).map(\.title) == ["Row", "Slow"])
        #expect(diff.newLongBodies == ["Slow"])
        #expect(DiffText.title(views, shown: 15) == "Views (15 of 6,002 that differ)")
    }

    @Test func `interactions whose names differ throughout are compared by kind`() throws {
        let diff = try diff(
            Array(repeating: Tap(name: "Like", updates: [("Row", 10, 1)]), count: 2),
            Array(repeating: Tap(name: "Love", updates: [("Row", 2, 1)]), count: 2))
        #expect(diff.rows("interactions").map { $0.prefix { $0 != "|" } } == ["fewer updates, fewer unnecessary: Tap "])
        #expect(
            diff.rows("chains").count == 1
                && diff.rows("chains")[0].hasPrefix("fewer updates: Tap → Row.body | 10.000 → 2"))
        #expect(diff.warnings.contains { $0.hasPrefix("no tap has the same name on both sides") })
    }

    @Test func `names that a pattern takes apart pair, renames are only proposed`() throws {
        let before = [Tap(updates: [("RowCell", 5, 1)])]
        let after = [Tap(updates: [("RowCellV2", 5, 1)])]
        let plain = try diff(before, after)
        #expect(
            plain.rows("possible-renames") == ["proposed: RowCell | RowCellV2 | body | 78 % of the name is the same"])
        #expect(plain.rows("views").count == 2)
        var options = DiffOptions()
        let isPattern = options.leaveOutOfNames("V2$")
        #expect(isPattern)
        let paired = try diff(before, after, options)
        #expect(paired.rows("views") == [] && paired.rows("possible-renames") == [] && paired.rows("chains") == [])
    }

    @Test(arguments: [
        ("V2", "RowV2CellV2", "RowCell"), ("V2$", "RowV2CellV2", "RowV2Cell"), ("^Row", "RowRow", "Row"),
        ("^Row$", "Row", ""), ("^Row$", "RowRow", "RowRow"), ("_*$", "Row_1_2", "Row"), ("_*", "Row_1_2", "Row"),
        ("*.", "App.Feed.Row", "Row"), ("^*.", "App.Row", "Row"), ("(at *)", "A (at 1) (at 2)", "A  "),
        ("a**b", "xa12bya3bz", "xyz"), ("-*V2$", "A-1V2-2V2", "A"), ("-*V2$", "A-1V2-2", "A-1V2-2"),
        ("ab*bc", "abc", "abc"), ("[0-9]", "Row1", "Row1"), ("é", "Café é", "Caf "),
    ])
    func `a pattern is text with any text at its stars`(_ pattern: String, _ name: String, _ rest: String) throws {
        let pattern = try #require(PairPattern(pattern))
        #expect(pattern.removed(from: name) == rest)
        #expect(pattern.matches(in: name) == (rest != name))
    }

    @Test(arguments: ["", "*", "**", "^", "$", "^*$", String(repeating: "a", count: 201)])
    func `a pattern without text, or with too much, is none`(_ pattern: String) {
        #expect(PairPattern(pattern) == nil)
    }

    @Test func `a pattern of many stars takes few steps on a long name`() throws {
        let name = String(repeating: "a", count: 100_000)
        for text in [String(repeating: "a*", count: 99) + "b$", String(repeating: "a", count: 199) + "b"] {
            let pattern = try #require(PairPattern(text))
            #expect(!pattern.matches(in: name))
        }
    }

    @Test func `generic arguments tell views apart unless they are dropped`() throws {
        let before = [Tap(updates: [("Cell<Text>", 5, 1)])]
        let after = [Tap(updates: [("Cell<Image>", 5, 1)])]
        #expect(try diff(before, after).rows("views").count == 2)
        var options = DiffOptions()
        options.dropsGenerics = true
        #expect(try diff(before, after, options).rows("views") == [])
    }

    @Test func `what makes a comparison doubtful is said`() throws {
        let diff = try DiffTraces.diff(
            [
                DiffTraces.json(
                    Self.rows(1), facts: "\"trace\": {\"device\": \"iPhone 12\", \"configuration\": \"Release\"}")
            ],
            [
                DiffTraces.json(
                    Self.rows(1), facts: "\"trace\": {\"device\": \"iPhone 17\", \"configuration\": \"Debug\"}",
                    hasHitches: false)
            ])
        #expect(
            diff.warnings == [
                "the device differs: iPhone 12 before, iPhone 17 after",
                "the build configuration differs: Release before, Debug after",
                "only the before side has hitches: what needs them is not compared",
            ])
        #expect(diff.reason(for: .warning) != nil)
    }

    @Test func `a side without view updates is not better`() throws {
        let empty = "{\"format\": \"tracekit\", \"updates\": [], \"hitches\": []}"
        for (before, after) in [
            ([DiffTraces.json(Self.rows(40))], [empty]), ([empty], [DiffTraces.json(Self.rows(40))]),
        ] {
            let diff = try DiffTraces.diff(before, after)
            #expect(diff.worse == [] && diff.better == [] && diff.newFindings == [])
            #expect(diff.trouble?.hasSuffix("side has view updates") == true)
            #expect(DiffText.verdict(diff).hasPrefix("NOT COMPARED: only the"))
            #expect(diff.rows("findings").allSatisfy { $0.hasPrefix("not compared") })
        }
    }

    @Test func `a finding that needs samples is not fixed by leaving them out`() throws {
        let body = "{\"id\": 1, \"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 20000000}"
        let samples = (1...15).map {
            "{\"start_ns\": \($0)000000, \"weight_ns\": 1000000, \"thread\": \"main\", "
                + "\"frames\": [\"DateFormatter.init()\", \"Row.body.getter\", \"main\"]}"
        }
        let with =
            "{\"format\": \"tracekit\", \"updates\": [\(body)], \"samples\": [\(samples.joined(separator: ","))]}"
        let diff = try DiffTraces.diff([with], ["{\"format\": \"tracekit\", \"updates\": [\(body)]}"])
        #expect(diff.rows("findings").contains { $0.hasPrefix("not compared: Row.body makes date") })
        #expect(diff.warnings.contains("only the before side has samples: what needs them is not compared"))
    }

    @Test func `long bodies in lines of a log are fixed where a log has shorter ones`() throws {
        func log(_ milliseconds: [Double]) -> String {
            Traces.document("logs", milliseconds.map { "{\"message\": \"Card.body \($0) ms\"}" })
        }
        let slow = log([33, 31, 30.5, 35])
        let fixed = try DiffTraces.diff([slow], [log([3, 1, 0.5, 5])])
        #expect(fixed.rows("findings").map { $0.prefix { $0 != "|" } } == ["fixed: Card.body is too long for a frame "])
        // Updates tell of bodies in another way.
        let updates = try DiffTraces.diff(
            [slow],
            [RuleTraces.updates(3, "Card", from: 1, at: 0, every: 9000, lasting: 500)].map {
                RuleTraces.document(("updates", $0))
            })
        #expect(updates.rows("findings").allSatisfy { $0.hasPrefix("not compared") })
    }

    @Test func `findings are fixed, new or remaining`() throws {
        let diff = try diff(Self.rows(2, ms: 20), [Tap(updates: [("Row", 2, 1), ("Card", 3, 20)])])
        #expect(
            diff.rows("findings").map { $0.prefix { $0 != "|" } } == [
                "new: Card.body is too long for a frame ", "fixed: Row.body is too long for a frame ",
            ])
        #expect(diff.reason(for: .newFinding) == "long-body: Card.body is too long for a frame")
    }

    /// Taps that fan out by the causes of these names, each in one tap, all in one storm.
    private static func fans(_ causes: String...) -> String {
        let ids = causes.indices
        return RuleTraces.document(
            (
                "interactions",
                ids.map {
                    "{\"id\": \($0 + 1), \"kind\": \"tap\", \"name\": \"T\($0)\", \"start_ms\": \(1000 * ($0 + 1))}"
                }
            ),
            (
                "causes",
                ids.map {
                    "{\"id\": \($0 + 101), \"cause\": \($0 + 1), \"kind\": \"observable\", \"name\": \"\(causes[$0])\", \"start_ms\": \(1000 * ($0 + 1))}"
                }
            ),
            (
                "updates",
                ids.flatMap {
                    RuleTraces.updates(
                        30, "Row", from: 1000 * ($0 + 1), at: 1_000_000 * ($0 + 1) + 1000, every: 1_000, lasting: 500,
                        "\"cause\": \($0 + 101), \"instance\": \"r#\"")
                }
            ))
    }

    @Test func `findings and problems of one view and two causes are two`() throws {
        let diff = try DiffTraces.diff([Self.fans("Cart.items", "User.name")], [Self.fans("User.name")])
        let problems = diff.answer.first { $0.label == "Problems" }?.text
        #expect(problems == "2 → 1: 1 fixed, 0 new, 1 remaining")
        #expect(
            diff.rows("findings").contains { $0.hasPrefix("fixed: Each Row depends on the whole Cart.items") },
            "\(diff.rows("findings"))")
        let back = try DiffTraces.diff([Self.fans("User.name")], [Self.fans("Cart.items", "User.name")])
        #expect(back.newFindings.contains("fan-out: Each Row depends on the whole Cart.items"), "\(back.newFindings)")
        #expect(!back.newFindings.contains("fan-out: Each Row depends on the whole User.name"))
    }

    @Test func `numbers in the names of causes and interactions tell findings apart`() throws {
        let diff = try DiffTraces.diff([Self.fans("Page1.items", "Page2.items")], [Self.fans("Page2.items")])
        #expect(diff.answer.first { $0.label == "Problems" }?.text == "2 → 1: 1 fixed, 0 new, 1 remaining")
    }

    @Test func `problems of the sides add up to those that a report lists`() throws {
        for pair in [("before", "after"), ("after", "before")] {
            let sides = try [pair.0, pair.1].map {
                try DiffTraces.figures([try Repository.text("SampleTraces/landmarks-\($0).json")])
            }
            let diff = try DiffBuilder.build(before: sides[0], after: sides[1], DiffOptions())
            let text = try #require(diff.answer.first { $0.label == "Problems" }?.text)
            #expect(text.hasPrefix("\(sides[0][0].problems.count) → \(sides[1][0].problems.count): "), "\(text)")
        }
    }

    @Test func `hitches of the system are not added to the app's`() throws {
        func trace(_ count: Int) -> String {
            let own = (0..<count).map { "{\"start_ms\": \(100 * $0), \"duration_ms\": 20, \"system\": false}" }
            return RuleTraces.document(
                ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 500)]),
                ("hitches", own + ["{\"start_ms\": 900, \"duration_ms\": 33, \"system\": true}"]))
        }
        let diff = try DiffTraces.diff([trace(3)], [trace(2)])
        #expect(
            diff.answer.first { $0.label == "Stalls" }?.text
                .hasPrefix("app hitches 3 → 2, ms 60 → 40; system hitches 1 as before") == true)
    }

    @Test func `inputs that differ in what is not compared are both named, and that is said`() throws {
        func text(_ before: String, _ after: String, _ label: String) throws -> String {
            var options = DiffOptions()
            options.before = .init(label: "a/\(label)")
            options.after = .init(label: "b/\(label)")
            var page = RenderOptions()
            page.width = 100
            return TextDiff.render(try DiffTraces.diff([before], [after], options), page)
        }
        let (one, other) = (
            RuleTraces.document(("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 500)])),
            RuleTraces.document(("updates", [RuleTraces.update(1, "Row", at: 90_000, lasting: 500)]))
        )
        let different = try text(one, other, "run.json")
        #expect(
            different.hasPrefix("Verdict   NO DIFFERENCE in view updates\n"), "\(different)")
        #expect(
            different.contains("\nBefore    a/run.json, 1 update\nAfter     b/run.json, 1 update, 0.1 s\n"),
            "\(different)")
        #expect(different.contains("\nDiffers   the content of the inputs; length 0.00 s → 0.09 s\n"), "\(different)")
        let same = try text(one, one, "run.json")
        let words = "Verdict   NO DIFFERENCE: the same recording is on both sides\n"
        #expect(same.hasPrefix(words) && !same.contains("Differs"), "\(same)")
        #expect(same.contains("a/run.json") && same.contains("b/run.json"), "\(same)")
        var figures = try DiffTraces.figures([one, other])
        (figures[0].label, figures[1].label) = ("nightly", "nightly")
        var options = DiffOptions()
        (options.before, options.after) = (.init(label: "x.json"), .init(label: "y.json"))
        let labelled = try DiffBuilder.build(before: [figures[0]], after: [figures[1]], options)
        #expect(labelled.before.label == "nightly (x.json)" && labelled.after.label == "nightly (y.json)")
    }

    @Test func `a side is called by its labels, else as the user named it`() throws {
        var options = DiffOptions()
        options.before = .init(label: "a.json")
        options.after = .init(label: "b.json")
        var before = try DiffTraces.figures([DiffTraces.json(Self.rows(1))])
        before[0].label = "3f2a91c"
        let after = try DiffTraces.figures([DiffTraces.json(Self.rows(1))])
        let diff = try DiffBuilder.build(before: before, after: after, options)
        #expect(diff.before.label == "3f2a91c" && diff.after.label == "b.json")
    }

    @Test func `a finding that larger ones push out of the list is neither fixed nor new`() throws {
        func trace(_ first: Int) -> String {
            RuleTraces.document(
                (
                    "updates",
                    (0..<40).map {
                        let isLonger = (first..<first + 20).contains($0)
                        return RuleTraces.update(
                            $0 + 1, "Row\($0)", at: $0 * 100_000, lasting: isLonger ? 60_000 : 20_000)
                    }
                ))
        }
        let diff = try DiffTraces.diff([trace(0)], [trace(20)])
        #expect(diff.newFindings.isEmpty)
        #expect(diff.answer.contains { $0.text.hasSuffix("0 fixed, 0 new, 40 remaining") })
        let quick = RuleTraces.document(("updates", [RuleTraces.update(1, "Row0", at: 0, lasting: 10)]))
        let none = try DiffTraces.diff([quick], [trace(0)])
        #expect(none.newFindings.count == 21 && none.newFindings.last == "long-body: 20 smaller ones")
    }
}
