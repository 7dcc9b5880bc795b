import Testing

@testable import TraceKit

/// What a comparison says of small traces that differ in one thing.
@Suite struct DiffBuilderTests {
    private typealias Tap = DiffTraces.Tap

    private func diff(_ before: [Tap], _ after: [Tap], _ options: DiffOptions = DiffOptions()) throws -> TraceDiff {
        try DiffTraces.diff([DiffTraces.json(before)], [DiffTraces.json(after)], options)
    }

    private static func rows(_ count: Int, ms: Double = 1) -> [Tap] { [Tap(updates: [("Row", count, ms)])] }

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

    /// Updates before, after, and what is said of the tap.
    @Test(arguments: [
        (10, 12, "more updates, more unnecessary"), (12, 10, "fewer updates, fewer unnecessary"), (10, 11, "~"),
        (11, 10, "~"),
        (40, 43, "~"), (20, 22, "more updates, more unnecessary"), (22, 20, "fewer updates, fewer unnecessary"),
        (20, 21, "~"), (100, 109, "~"), (109, 100, "~"), (100, 110, "more updates, more unnecessary"),
    ]) func `a count changes from 10 percent and two updates on`(_ before: Int, _ after: Int, _ words: String) throws {
        let rows = try diff(Self.rows(before), Self.rows(after)).rows("interactions")
        #expect(
            rows.count == 1 && rows[0].hasPrefix("\(words): Tap \"Favorite\" | 1.000 | \(before).000 → \(after).000"))
    }

    @Test func `times of one trace a side never get a verdict`() throws {
        let diff = try diff(Self.rows(5, ms: 1), Self.rows(5, ms: 8))
        #expect(diff.worse == [] && diff.better == [])
        #expect(diff.rows("views").first?.hasPrefix("~: Row | body | 5.000") == true)
        #expect(diff.method.contains("within one trace"))
    }

    @Test func `a body that begins to miss its deadline is a regression, one that stops an improvement`() throws {
        let worse = try diff(Self.rows(2, ms: 8.3), Self.rows(2, ms: 8.4))
        #expect(worse.newLongBodies == ["Row"])
        #expect(worse.worse.contains("Row: new long bodies, more long 0 → 2"))
        #expect(worse.reason(for: .newLongBody) == "Row")
        let better = try diff(Self.rows(2, ms: 17), Self.rows(2, ms: 8.3))
        #expect(better.newLongBodies == [] && better.worse == [])
        #expect(better.better.contains("Row: no longer long, fewer red 2 → 0, fewer long 2 → 0"))
    }

    @Test func `a single long body is chance`() throws {
        #expect(try diff(Self.rows(1, ms: 8), Self.rows(1, ms: 9)).newLongBodies == [])
    }

    @Test func `rows of one side only are new or gone, never infinitely more`() throws {
        let diff = try diff(
            [Tap(updates: [("Old", 3, 1), ("Same", 1, 1)])], [Tap(updates: [("Fresh", 3, 1), ("Same", 1, 1)])])
        #expect(
            diff.rows("views").map { $0.prefix { $0 != "|" } } == ["new: Fresh ", "gone: Old "])
        #expect(
            diff.rows("chains").map { $0.prefix { $0 != "|" } } == [
                "new: Tap \"Favorite\" → Fresh.body ", "gone: Tap \"Favorite\" → Old.body ",
            ])
    }

    @Test func `interactions whose names differ throughout are compared by kind`() throws {
        let diff = try diff(
            [Tap(name: "Like", updates: [("Row", 10, 1)])], [Tap(name: "Love", updates: [("Row", 2, 1)])])
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
        try options.leaveOutOfNames("V[0-9]+$")
        let paired = try diff(before, after, options)
        #expect(paired.rows("views") == [] && paired.rows("possible-renames") == [] && paired.rows("chains") == [])
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

    @Test func `findings are fixed, new or remaining`() throws {
        let diff = try diff(Self.rows(2, ms: 20), [Tap(updates: [("Row", 2, 1), ("Card", 3, 20)])])
        #expect(
            diff.rows("findings").map { $0.prefix { $0 != "|" } } == [
                "new: Card.body is too long for a frame ", "fixed: Row.body is too long for a frame ",
            ])
        #expect(diff.reason(for: .newFinding) == "long-body: Card.body is too long for a frame")
    }

    @Test func `a side is called by its labels, else as the user named it`() throws {
        var options = DiffOptions()
        options.before = .init(label: "a.json")
        options.after = .init(label: "b.json")
        var before = try DiffTraces.figures([DiffTraces.json(Self.rows(1))])
        before[0].label = "3f2a91c"
        let after = try DiffTraces.figures([DiffTraces.json(Self.rows(1))])
        let diff = DiffBuilder.build(before: before, after: after, options)
        #expect(diff.before.label == "3f2a91c" && diff.after.label == "b.json")
    }
}
