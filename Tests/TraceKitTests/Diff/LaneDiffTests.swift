import Testing

@testable import TraceKit

/// Traces without view updates are compared by what they have.
@Suite struct LaneDiffTests {
    /// Intervals one behind the other, each so many milliseconds.
    private static func signposts(_ intervals: [(name: String, ms: [Double])], lanes: String = "") -> String {
        var (time, rows) = (0, [String]())
        for (name, durations) in intervals {
            for duration in durations {
                let length = Int(duration * 1e6)
                rows.append(
                    """
                    {"name": "\(name)", "subsystem": "com.example", "category": "Work", "start_ns": \(time), \
                    "duration_ns": \(length)}
                    """)
                time += length + 1_000
            }
        }
        return "{\"format\": \"tracekit\", \"signposts\": [\(rows.joined(separator: ","))]\(lanes)}"
    }

    /// A sample a millisecond, so many in each function.
    private static func samples(_ functions: [(name: String, count: Int)]) -> String {
        let names = functions.flatMap { Array(repeating: $0.name, count: $0.count) }
        let rows = names.enumerated().map { time, name in
            """
            {"start_ns": \(time * 1_000_000), "weight_ns": 1000000, "thread": "main", \
            "frames": ["\(name)", "main"], "binaries": ["App", "App"]}
            """
        }
        return "{\"format\": \"tracekit\", \"samples\": [\(rows.joined(separator: ","))]}"
    }

    @Test func `one recording a side tells what is likely, and never a verdict`() throws {
        let before = Self.signposts([("Load", [78, 80, 82, 81]), ("Draw", [3, 4, 5, 9]), ("Old", [1])])
        let after = Self.signposts([("Load", [390, 400, 405, 410]), ("Draw", [3, 5, 6, 9]), ("New", [1])])
        let diff = try DiffTraces.diff([before], [after])
        #expect(diff.trouble == nil && diff.compared == ["signposts"])
        #expect(
            diff.rows("signposts") == [
                """
                slower?: Load | com.example | Work | 4.000 | 80.000 → 400.000 | 82.000 → 410.000 | 82.000 → 410.000 | \
                321.000 → 1605.000
                """,
                "new: New | com.example | Work | - → 1.000 | - → 1.000 | - → 1.000 | - → 1.000 | - → 1.000",
                "gone: Old | com.example | Work | 1.000 → - | 1.000 → - | 1.000 → - | 1.000 → - | 1.000 → -",
                "too few runs to judge: Draw | com.example | Work | 4.000 | 4.000 → 5.000 | 9.000 | 9.000 | 21.000 → 23.000",
            ])
        #expect(diff.worse == [] && diff.likelyWorse == ["Load, com.example, Work: slower? 80 → 400"])
        #expect(DiffText.verdict(diff) == "DIFFERENT: median of Load 80 → 400 ms; 4 events: record 3 traces a side")
        #expect(diff.answer.map(\.label) == ["Signposts", "Problems", "Findings"])
        #expect(diff.answer.first?.text == "Load 80 → 400 ms; Draw 4.0 → 5.0 ms (medians)")
        let back = try DiffTraces.diff([after], [before])
        #expect(back.likelyBetter == ["Load, com.example, Work: faster? 400 → 80"] && back.likelyWorse == [])
    }

    @Test func `several recordings a side give a verdict`() throws {
        func side(_ times: Double) -> [String] {
            (0..<6).map { (trace: Int) -> String in
                let load = (0..<9).map { (number: Int) -> Double in Double(80 + (trace * 5 + number * 3) % 7) * times }
                let draw = (0..<9).map { (number: Int) -> Double in Double(20 + (trace * 3 + number * 5) % 7) }
                return Self.signposts([("Load", load), ("Draw", draw)])
            }
        }
        let diff = try DiffTraces.diff(side(1), side(1.5))
        #expect(diff.worse.count == 1 && diff.worse[0].hasPrefix("Load, com.example, Work: slower "))
        #expect(DiffText.verdict(diff) == "WORSE: median of Load 83 → 125 ms; 1 signpost worse, none better")
        #expect(try DiffTraces.diff(side(1), side(1)).worse == [])
    }

    /// Ranks of 4 or 5 traces, of which each has dozens of rows, tell none from chance.
    @Test(arguments: [1, 3, 4, 5, 6])
    func `signposts beside updates are likely slower until there are traces enough for a test`(_ traces: Int) throws {
        func side(_ times: Double) -> [String] {
            (0..<traces).map { (trace: Int) -> String in
                let updates = DiffTraces.json([.init(updates: [("Row", 5 + trace % 3, 1)])])
                let load = (0..<9).map { (number: Int) -> Double in Double(80 + (trace * 5 + number * 3) % 7) * times }
                let signposts = Self.signposts([("Load", load)]).replacing("{\"format\": \"tracekit\"", with: "")
                return updates.dropLast() + signposts
            }
        }
        let diff = try DiffTraces.diff(side(1), side(3))
        let (worse, likely) = (diff.worse, diff.likelyWorse)
        #expect(worse.filter { $0.contains("slower ") }.count == (traces < 6 ? 0 : 1), "\(worse)")
        #expect(likely.filter { $0.contains("slower?") }.count == (traces < 6 ? 1 : 0), "\(likely)")
        // Nine intervals of one trace are too few to be likely; those of several are not.
        let words = [
            1: ("DIFFERENT: ", "; 9 events: record 3 traces a side"), 6: ("WORSE: ", "; 1 signpost worse, none better"),
        ]
        let (first, last) = words[traces] ?? ("LIKELY WORSE: ", "; record 6 traces a side to be sure")
        let verdict = DiffText.verdict(diff)
        #expect(verdict.hasPrefix(first) && verdict.hasSuffix(last), "\(verdict)")
    }

    @Test func `a few long intervals are no change`() throws {
        let before = Self.signposts([("Load", [10, 10, 10, 10, 10, 10, 10, 10, 10, 500])])
        let after = Self.signposts([("Load", [10, 10, 10, 10, 10, 30, 30, 30, 30, 30])])
        #expect(try DiffTraces.diff([before], [after]).likelyWorse == [])
        let few = Self.signposts([("Load", [400, 400, 400])])
        #expect(try DiffTraces.diff([before], [few]).likelyWorse == [])
    }

    @Test func `a function that is no longer called makes no other one worse`() throws {
        let before = Self.samples([("decode", 600), ("layout", 200), ("draw", 200)])
        let after = Self.samples([("decode", 20), ("layout", 205), ("draw", 198)])
        let diff = try DiffTraces.diff([before], [after])
        #expect(diff.likelyBetter == ["decode, App: fewer samples? 600 → 20"] && diff.likelyWorse == [])
        #expect(diff.rows("functions").count == 3)
        #expect(diff.answer.first?.label == "Functions")
        let words = "decode 60 % → 5 %; layout 20 % → 48 % (of their own, of 1,000 → 423 samples); … 1 more"
        #expect(diff.answer.first?.text == words)
    }

    @Test func `a longer recording makes no function worse`() throws {
        let before = Self.samples([("decode", 60), ("layout", 40)])
        let after = Self.samples([("decode", 600), ("layout", 400)])
        let diff = try DiffTraces.diff([before], [after])
        #expect(diff.likelyWorse == [] && diff.likelyBetter == [])
    }

    @Test func `what only one side has is not compared`() throws {
        let signposts = Self.signposts([("Load", [10, 20])])
        let both = Self.signposts(
            [("Load", [10, 30])], lanes: ", \"updates\": [{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 5}]")
        let diff = try DiffTraces.diff([both], [signposts])
        #expect(diff.trouble == nil && diff.missingUpdates == "only the before side has view updates")
        #expect(
            DiffText.verdict(diff)
                == "NO DIFFERENCE in signposts: nothing moved by enough to count; view updates not compared: only the before side has view updates"
        )
        #expect(diff.warnings.contains("only the before side has updates: what needs them is not compared"))

        let nothing = try DiffTraces.diff([signposts], [Self.samples([("decode", 5)])])
        #expect(
            DiffText.verdict(nothing)
                == "NOT COMPARED: no rows of view updates, body evaluations, signposts, samples, hangs or hitches are on both sides"
        )
        #expect(try DiffTraces.diff([signposts], [signposts]).isEmpty)
    }

    /// Counts are compared interaction by interaction: without one in common, "no change" would be said of nothing.
    @Test func `sides without an interaction in common are not compared`() throws {
        func trace(_ interaction: String, _ lanes: String = "") -> String {
            """
            {"format": "tracekit", \(interaction)
             "updates": [{"view": "Row", "start_ns": 2000000, "duration_ns": 50}]\(lanes)}
            """
        }
        let tap = "\"interactions\": [{\"kind\": \"tap\", \"name\": \"Buy\", \"start_ns\": 1000000}],"
        let scroll = "\"interactions\": [{\"kind\": \"scroll\", \"name\": \"List\", \"start_ns\": 1000000}],"
        let other = "no interaction was performed on both sides"
        let none = "only the before side has recorded interactions"
        for (before, after, why) in [(tap, scroll, other), (tap, "", none)] {
            let diff = try DiffTraces.diff([trace(before)], [trace(after)])
            #expect(DiffText.verdict(diff) == "NOT COMPARED: \(why)")
            #expect(diff.conclusion.word.rawValue == "not-compared" && diff.compared == [])
            #expect(diff.answer.first?.text == "before: updates 1; after: updates 1")
            #expect(diff.answer[1].text == (why == none ? "not compared: \(none)" : other))
            #expect(diff.fix == "perform the same interactions on both sides")
            #expect(diff.next == "trace-analyze report AFTER")
        }
        // What does compare is said to.
        let hang = ", \"hangs\": [{\"start_ns\": 0, \"duration_ns\": 900000000}]"
        let diff = try DiffTraces.diff([trace(tap, hang)], [trace(scroll, hang)])
        #expect(
            DiffText.verdict(diff)
                == "NO DIFFERENCE in hangs: nothing moved by enough to count; updates per interaction not compared: no interaction was performed on both sides"
        )
        // Of many traces the durations of views compare, whatever was performed.
        let many = try DiffTraces.diff(
            Array(repeating: trace(tap), count: DiffThresholds.fewestTraces),
            Array(repeating: trace(scroll), count: DiffThresholds.fewestTraces))
        #expect(many.trouble == nil && many.compared == ["view updates"] && many.missingUpdates != nil)
    }

    /// One recording in two formats: with recorded interactions, causes and updates of every kind, and its bodies as signposts alone.
    @Test func `what only one format can have is neither new, gone nor fixed`() throws {
        func bodies(_ more: (Int) -> String) -> String {
            (0..<60).map {
                "{\"view\": \"Cell\", \"start_ms\": \(500 + $0 * 100), \"duration_ms\": \($0 % 9 == 0 ? 30 : 2)\(more($0))}"
            }.joined(separator: ",") + ",{\"view\": \"Detail\", \"start_ms\": 1550, \"duration_ms\": 12\(more(0))}"
        }
        let full = """
            {"format": "tracekit", "interactions": [{"id": 1, "kind": "swipe", "name": "Cards", "start_ms": 1000, "duration_ms": 900}],
             "causes": [{"id": 2, "kind": "state", "name": "Deck.top", "cause": 1, "start_ms": 1000}],
             "updates": [\(bodies { $0 % 5 == 0 ? ", \"cause\": 2" : "" }),
                {"view": "Stack", "kind": "layout", "start_ms": 1200, "duration_ms": 3},
                {"view": "Cell", "start_ms": 7000}]}
            """
        let poor = """
            {"format": "tracekit", "updates": [\(bodies { _ in "" })],
             "signposts": [{"name": "Swipe Cards", "category": "PointsOfInterest", "start_ms": 1000, "duration_ms": 900}]}
            """
        for (before, after, side) in [(full, poor, "before"), (poor, full, "after")] {
            let diff = try DiffTraces.diff([before], [after])
            #expect(
                DiffText.verdict(diff)
                    == "NO DIFFERENCE in long bodies: nothing moved by enough to count; updates per interaction not compared: only the \(side) side has recorded interactions",
                "\(DiffText.verdict(diff))")
            #expect(diff.rows("interactions") == [] && diff.rows("views").allSatisfy { !$0.contains("Stack") })
            #expect(!diff.rows("findings").contains { $0.hasPrefix("fixed") || $0.hasPrefix("new") })
            #expect(diff.rows("totals") == [])
            #expect(!diff.warnings.contains { $0.contains("performed different interactions") })
            #expect(
                diff.warnings.contains("only the \(side) side has updates other than bodies: these are not compared"))
            #expect(
                diff.answer.first { $0.label == "Waste" }?.text
                    == "not compared: only the \(side) side has recorded interactions")
        }
    }

    /// Lanes that were recorded and are empty on both sides are nothing to compare.
    @Test func `empty sides are never equal`() throws {
        let empty = "{\"format\": \"tracekit\", \"hangs\": [], \"hitches\": []}"
        #expect(try DiffTraces.diff([empty], [empty]).trouble != nil)
        let hang = "{\"format\": \"tracekit\", \"hangs\": [{\"start_ns\": 0, \"duration_ns\": 900000000}]}"
        let diff = try DiffTraces.diff([hang], [empty])
        #expect(diff.trouble == nil && diff.compared == ["hangs"])
        #expect(DiffText.verdict(diff) == "DIFFERENT: hangs 900 → 0 ms; one event: record 3 traces a side")
    }

    @Test func `a finding about a view that runs much less is not new`() throws {
        func console(_ changes: Int) -> String {
            var lines = Array(
                repeating: ["Editor: _frames changed."] + (0..<20).map { _ in "BlockRow: @self changed." },
                count: changes
            )
            .flatMap { $0 }
            if changes == 1 { lines += ["Toolbar: _mode changed."] }
            return lines.joined(separator: "\n")
        }
        let diff = try DiffTraces.diff([console(40)], [console(1)])
        #expect(DiffText.verdict(diff).hasPrefix("LIKELY BETTER: body evaluations 840 → 22"))
        #expect(!diff.answer.contains { $0.label == "New" }, "\(diff.answer)")
    }

    @Test func `ten thousand views that only one side has are compared in bounded time`() throws {
        func side(_ name: String) -> String {
            RuleTraces.document(
                (
                    "updates",
                    (0..<10_000).map { RuleTraces.update($0 + 1, "\(name)\($0)", at: $0 * 50_000, lasting: 20_000) }
                ))
        }
        let diff = try withinAMinute { try DiffTraces.diff([side("Old")], [side("New")]) }
        #expect(diff.warnings.first == "no view is on both sides, which may show different screens")
    }
}
