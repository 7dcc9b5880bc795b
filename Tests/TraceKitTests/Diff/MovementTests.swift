import Testing

@testable import TraceKit

/// What moved between two recordings, in plain numbers, and when it is likely that it did (docs/diff.md).
@Suite struct MovementTests {
    /// A recording with these events, as starts in seconds and lengths in milliseconds.
    private static func stalls(
        hangs: [(at: Double, ms: Double)] = [], hitches: [(at: Double, ms: Double)] = [], seconds: Double = 60
    ) -> String {
        func lane(_ events: [(at: Double, ms: Double)]) -> String {
            events.map { "{\"start_ns\": \(Int($0.at * 1e9)), \"duration_ns\": \(Int($0.ms * 1e6))}" }.joined(
                separator: ",")
        }
        return """
            {"format": "tracekit", "trace": {"duration_ns": \(Int(seconds * 1e9))},
             "hangs": [\(lane(hangs))], "hitches": [\(lane(hitches))]}
            """
    }

    private func verdict(_ before: [String], _ after: [String]) throws -> String {
        DiffText.verdict(try DiffTraces.diff(before, after))
    }

    private static func steady(_ count: Int, ms: Double, seconds: Double = 60) -> [(at: Double, ms: Double)] {
        (0..<count).map { (at: (Double($0) + 0.5) * seconds / Double(count), ms: ms) }
    }

    @Test func `one hang that is gone is told, and decides nothing`() throws {
        let before = Self.stalls(hangs: [(at: 3, ms: 2310)]), after = Self.stalls()
        #expect(try verdict([before], [after]) == "DIFFERENT: hangs 2,310 → 0 ms; one event: record 3 traces a side")
        // Of three runs a side all have it, and none.
        #expect(
            try verdict([before, before, before], [after, after, after])
                == "LIKELY BETTER: hangs 2,310 → 0 ms; record 4 traces a side to be sure")
        // In one run of three it may be chance.
        #expect(try !verdict([before, after, after], [after, after, after]).contains("LIKELY"))
    }

    @Test func `hitches all along that are gone are likely better, those of one moment are one event`() throws {
        let gone = Self.stalls()
        let steady = Self.stalls(hitches: Self.steady(40, ms: 33))
        let words = "LIKELY BETTER: hitches 1,320 → 0 ms; record 4 traces a side to be sure"
        #expect(try verdict([steady], [gone]) == words)
        #expect(try verdict([gone], [steady]).contains("LIKELY WORSE: hitches 0 → 1,320 ms"))
        let burst = Self.stalls(hitches: (0..<40).map { (at: 5 + Double($0) * 0.02, ms: 33) })
        #expect(try verdict([burst], [gone]).contains("DIFFERENT"))
        let few = Self.stalls(hitches: Self.steady(9, ms: 33))
        #expect(try verdict([few], [gone]) == "DIFFERENT: hitches 297 → 0 ms; 9 events: record 3 traces a side")
        // Few that are left come close together: how seldom they are is told by the whole recording.
        let left = Self.stalls(hitches: (0..<5).map { (at: 20 + Double($0) * 1.1, ms: 33) })
        #expect(try verdict([steady], [left]).contains("LIKELY BETTER"))
        // Half of them is no factor of six.
        let half = Self.stalls(hitches: Self.steady(20, ms: 33))
        #expect(try verdict([steady], [half]).hasPrefix("DIFFERENT: "))
        #expect(try verdict([steady], [half]).hasSuffix("; record 4 traces a side to be sure"))
    }

    @Test func `a moment without hitches says nothing of what comes every eight seconds`() throws {
        let before = Self.stalls(hitches: Self.steady(12, ms: 44, seconds: 100), seconds: 100)
        let moment = Self.stalls(seconds: 2)
        #expect(try verdict([before], [moment]).contains("DIFFERENT"))
        #expect(try verdict([before], [Self.stalls(seconds: 60)]).contains("LIKELY BETTER"))
        #expect(
            try DiffTraces.diff([before], [moment]).warnings == [
                "the before side is 100.0 s long, the after side 2.0 s: record about the same time"
            ])
    }

    /// Updates of two views, one a tenth of a second, so long each.
    private static func bodies(_ views: [(name: String, ms: Double)]) -> String {
        RuleTraces.document(
            (
                "updates",
                (0..<120).map { row in
                    let view = views[row % views.count]
                    return RuleTraces.update(
                        row + 1, view.name, at: row * 100_000, lasting: Int(view.ms * 1000))
                }
            ))
    }

    @Test func `sides without a common view may show different screens, so nothing is likely`() throws {
        let slow = Self.bodies([("Onboarding", 21), ("Page", 1)])
        let diff = try DiffTraces.diff([slow], [Self.bodies([("Checkout", 2), ("Cart", 1)])])
        #expect(diff.conclusion.word == .different)
        #expect(DiffText.verdict(diff).hasSuffix("; no view is on both sides: compare the same screen"))
        #expect(diff.warnings == ["no view is on both sides, which may show different screens"])
        #expect(
            diff.answer.contains { $0.text.contains("1 → 0: 0 fixed, 0 new, 0 remaining, 1 that cannot be compared") })
        // One view on both sides is enough.
        let fixed = try DiffTraces.diff([slow], [Self.bodies([("Onboarding", 2), ("Cart", 1)])])
        #expect(DiffText.verdict(fixed).hasPrefix("LIKELY BETTER: red bodies 60 → 0"))
    }

    @Test func `a common container makes no common screen, and a view that a change took away leaves its parents`()
        throws
    {
        let slow = Self.bodies(Array(repeating: ("OrderRow", 21), count: 9) + [("Tabs", 1)])
        let other = try DiffTraces.diff(
            [slow], [Self.bodies(Array(repeating: ("MapTile", 2), count: 9) + [("Tabs", 1)])])
        #expect(
            DiffText.verdict(other).hasSuffix(
                "; OrderRow is on the before side only, and MapTile after: compare the same screen"),
            "\(DiffText.verdict(other))")
        let fixed = try DiffTraces.diff([slow], [Self.bodies([("Tabs", 1), ("OrderList", 2), ("Tabs", 1)])])
        #expect(DiffText.verdict(fixed).contains("LIKELY BETTER"), "\(DiffText.verdict(fixed))")
    }

    @Test func `body updates of one side are evaluations where the other has lines alone`() throws {
        func log(every gap: Int, timed: Bool) -> String {
            (0..<40).map { second in
                let time = "[09:10:\(10 + second).100]"
                guard second % gap == 0 else { return "\(time) idle" }
                return "\(time) Ticker: _now changed." + (timed ? "\n\(time) Ticker body 2.5 ms" : "")
            }.joined(separator: "\n")
        }
        let before = log(every: 1, timed: true)
        let same = try DiffTraces.diff([before], [log(every: 1, timed: false)])
        #expect(!same.conclusion.movements.contains { $0.figure == "evaluations" }, "\(DiffText.verdict(same))")
        let less = try DiffTraces.diff([before], [log(every: 4, timed: false)])
        let words = DiffText.verdict(less)
        #expect(words.hasPrefix("LIKELY BETTER: body evaluations 40 → 10"), "\(words)")
    }

    @Test func `of logs alone the numbers of lines say what moved, and not whether that is good`() throws {
        func log(_ inits: Int) -> String {
            (0..<40).map { second in
                "[09:10:\(10 + second).100] store " + (second < inits ? "made for TodoList" : "sent an action")
            }.joined(separator: "\n")
        }
        let diff = try DiffTraces.diff([log(36)], [log(6)])
        let verdict = DiffText.verdict(diff)
        #expect(
            verdict.contains("lines \"store made for TodoList\" 36 → 6") && verdict.contains("DIFFERENT"), "\(verdict)")
        #expect(try DiffTraces.diff([log(36)], [log(35)]).conclusion.word == .noDifference)
    }

    @Test func `hangs of MetricKit are compared by how long the app was used`() throws {
        func reports(_ hangs: [Int], seconds: Int) -> String {
            let days = hangs.enumerated().map { day, count in
                """
                {"timeStampBegin": "2026-08-0\(day + 1) 00:00:00", "timeStampEnd": "2026-08-0\(day + 1) 23:59:00",
                "applicationTimeMetrics": {"cumulativeForegroundTime": "\(seconds) sec"},
                "applicationResponsivenessMetrics": {"histogrammedAppHangTime": {"histogramNumBuckets": 1, "histogramValue":
                {"0": {"bucketCount": \(count), "bucketStart": "250 ms", "bucketEnd": "500 ms"}}}}}
                """
            }
            return "[\(days.joined(separator: ","))]"
        }
        let slow = reports([20, 22, 19, 21, 24], seconds: 3600)
        let fast = try DiffTraces.diff([slow], [reports([2, 1, 3, 2], seconds: 3600)])
        #expect(
            DiffText.verdict(fast) == "BETTER: histogrammedAppHangTime (events per hour in the foreground) 21 → 2",
            "\(DiffText.verdict(fast))")
        // Twice the hangs of twice the use.
        let longer = try DiffTraces.diff([slow], [reports([41, 39, 44, 40], seconds: 7200)])
        #expect(
            longer.conclusion.movements.map(\.words) == ["applicationTimeMetrics cumulativeForegroundTime (s)"]
                && longer.conclusion.word == .different, "\(DiffText.verdict(longer))")
    }

    @Test func `of a test its times are tested, and a metric is named once`() throws {
        func test(_ values: String) -> String {
            let metric = "Clock Monotonic Time, s"
            return """
                t.swift:31: Test Case '-[UI testLaunch]' measured [\(metric)] average: 1, relative standard deviation: 1%, values: \
                [\(values)], performanceMetricID:com.apple.dt.XCTMetric_Clock.time.monotonic, baselineName: "", baselineAverage: , \
                polarity: prefers smaller, maxPercentRegression: 10%, maxPercentRelativeStandardDeviation: 10%, maxRegression: 0.1, \
                maxStandardDeviation: 0.1
                """
        }
        let diff = try DiffTraces.diff([test("2.31, 2.28, 2.40, 2.35, 2.30")], [test("1.45, 1.5, 1.41, 1.44, 1.48")])
        let verdict = DiffText.verdict(diff)
        #expect(verdict.hasPrefix("BETTER: ") && verdict.hasSuffix("2.31 → 1.45"), "\(verdict)")
        #expect(verdict.components(of: "Monotonic") == 1, "\(verdict)")
    }

    @Test func `a view that no longer runs outside interactions is told, though nothing was long`() throws {
        func side(_ player: Int) -> String {
            let ticks = (0..<player).map { (view: "PlayerView", at: $0 * 100_000) }
            let rows = (0..<200).map { (view: "FolderRow", at: $0 * 100_000 + 20_000) }
            let updates = (ticks + rows).sorted { $0.at < $1.at }.enumerated().map { place, row in
                RuleTraces.update(place + 1, row.view, at: row.at, lasting: 2_000)
            }
            return RuleTraces.document(("updates", updates))
        }
        let diff = try DiffTraces.diff([side(200)], [side(3)])
        #expect(
            DiffText.verdict(diff).contains("updates of PlayerView outside interactions 200 → 3"),
            "\(DiffText.verdict(diff))")
        // In taps they are counted per tap.
        let many = DiffTraces.json(Array(repeating: DiffTraces.Tap(updates: [("Row", 30, 1)]), count: 12))
        let few = DiffTraces.json(Array(repeating: DiffTraces.Tap(updates: [("Row", 30, 1)]), count: 2))
        let taps = try DiffTraces.diff([many], [few])
        #expect(
            !taps.conclusion.movements.contains { $0.figure == "updates_outside_interactions" },
            "\(DiffText.verdict(taps))")
    }

    @Test func `what one view loses and another gains is a difference, though the sums are as before`() throws {
        let diff = try DiffTraces.diff(
            [Self.bodies([("Map", 38), ("Chart", 2)])], [Self.bodies([("Map", 2), ("Chart", 38)])])
        #expect(
            DiffText.verdict(diff)
                == "DIFFERENT: long bodies of Chart 0 → 60, long bodies of Map 60 → 0; record 6 traces a side to be sure"
        )
        // Where a sum moves, it tells.
        let less = try DiffTraces.diff(
            [Self.bodies([("Map", 38), ("Chart", 2)])], [Self.bodies([("Map", 2), ("Chart", 2)])])
        #expect(!less.conclusion.movements.contains { $0.figure == "long_by_view" })
    }

    @Test func `bodies and hitches that are lines of a log are gone where a like log has none`() throws {
        func log(_ line: String?) -> String {
            (0..<120).map { second in
                let time = "[09:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).100]"
                return "\(time) INFO " + ((second % 5 == 2 ? line : nil) ?? "sync: fetched 24 messages")
            }.joined(separator: "\n")
        }
        for (line, words) in [
            ("Slow render: CartRow 31 ms", "red bodies 24 → 0"), ("Dropped 3 frames (50 ms)", "hitches 1,200 → 0 ms"),
        ] {
            let gone = DiffText.verdict(try DiffTraces.diff([log(line)], [log(nil)]))
            #expect(gone.hasPrefix("LIKELY BETTER: \(words)") && gone.contains("; if both builds log them"), "\(gone)")
            let back = DiffText.verdict(try DiffTraces.diff([log(nil)], [log(line)]))
            #expect(back.contains("LIKELY WORSE"), "\(back)")
        }
    }

    @Test func `hangs that are lines of a log are gone where a like log has none`() throws {
        func log(_ hangs: Bool, _ other: String = "sync: fetched 24 messages") -> String {
            (0..<120).map { second in
                let time = "[09:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).100]"
                return hangs && second % 9 == 5
                    ? "\(time) WARN watchdog: Main thread blocked for 600 ms" : "\(time) INFO \(other)"
            }.joined(separator: "\n")
        }
        let gone = try DiffTraces.diff([log(true)], [log(false)])
        #expect(DiffText.verdict(gone).hasPrefix("LIKELY BETTER: hangs 7,800 → 0 ms"))
        #expect(gone.warnings == ["no line of the after side tells of hangs: it counts as having none"])
        #expect(DiffText.verdict(try DiffTraces.diff([log(false)], [log(true)])).contains("LIKELY WORSE"))
        #expect(DiffText.verdict(gone).contains("; if both builds log them; record"))
        // A log of something else says nothing of hangs.
        let other = try DiffTraces.diff([log(true)], [log(false, "compaction of the store is over")])
        #expect(DiffText.verdict(other).hasPrefix("NOT COMPARED"))
    }

    @Test func `a recording that is half as long has half of everything, and that is no difference`() throws {
        let whole = Self.stalls(hitches: Self.steady(40, ms: 33))
        let half = Self.stalls(hitches: Self.steady(20, ms: 33, seconds: 30), seconds: 30)
        #expect(try verdict([whole], [half]) == "NO DIFFERENCE in hitches: nothing moved by enough to count")
        #expect(try verdict([whole], [whole]) == "NO DIFFERENCE: the same recording is on both sides")
    }

    @Test func `what pauses between scrolls is compared without the pauses`() throws {
        let scrolls = [4.0, 20, 45].flatMap { start in (0..<12).map { (at: start + Double($0) * 0.1, ms: 25.0) } }
        let gone = Self.stalls()
        #expect(try verdict([Self.stalls(hitches: scrolls)], [gone]).contains("LIKELY BETTER"))
    }

    @Test func `late time that fell decides before longer scrolls do`() throws {
        func side(_ scrolls: Int, updates: Int, hitchMs: Double, kind: String = "scroll") -> String {
            let scroll = DiffTraces.Tap(name: "Feed", updates: [("FeedRow", updates, 0.1)], hitchMs: hitchMs)
            return DiffTraces.json(Array(repeating: scroll, count: scrolls)).replacing(
                "\"kind\": \"tap\"", with: "\"kind\": \"\(kind)\"")
        }
        let (before, after) = (side(11, updates: 105, hitchMs: 300), side(6, updates: 350, hitchMs: 0))
        let diff = try DiffTraces.diff([before], [after])
        #expect(DiffText.verdict(diff).hasPrefix("LIKELY BETTER: hitches 3,300 → 0 ms, "), "\(DiffText.verdict(diff))")
        #expect(diff.conclusion.word == .likelyBetter && diff.reason(for: .regression) == nil)
        // The other way round, and of taps, more is worse.
        #expect(try DiffTraces.diff([after], [before]).conclusion.word != .likelyBetter)
        let taps = try DiffTraces.diff(
            [side(11, updates: 105, hitchMs: 300, kind: "tap")], [side(6, updates: 350, hitchMs: 0, kind: "tap")])
        #expect(taps.conclusion.word == .worse)
    }

    @Test func `five launches of each side that do not overlap are likely apart`() throws {
        func log(_ launches: [Int]) -> String {
            let lines = launches.enumerated().map { place, ms in
                "{\"start_ms\": \(place * 90_000 + 2_000), \"message\": \"App launch took \(ms) ms\"}"
            }
            return "{\"format\": \"tracekit\", \"logs\": [\(lines.joined(separator: ","))]}"
        }
        let slow = log([919, 861, 823, 870, 842]), fast = log([590, 673, 584, 601, 660])
        let faster = try verdict([slow], [fast])
        #expect(faster.hasPrefix("LIKELY BETTER: launch 861 → 601 ms, "), "\(faster)")
        #expect(try !verdict([slow], [log([919, 640, 823, 600, 842])]).contains("LIKELY"))
        #expect(try !verdict([log([919, 861, 823])], [log([590, 673, 584])]).contains("LIKELY"))
    }

    @Test func `many hangs of which a fifth are left are likely better`() throws {
        let many = Self.stalls(hangs: Self.steady(22, ms: 1_280, seconds: 320), seconds: 320)
        let left = Self.stalls(hangs: Self.steady(4, ms: 1_280, seconds: 320), seconds: 320)
        #expect(
            try verdict([many], [left]) == "LIKELY BETTER: hangs 28,160 → 5,120 ms; record 4 traces a side to be sure")
    }

    @Test func `errors and durations that lines of a log tell of are compared`() throws {
        func log(_ ms: Int, errors: Int) -> String {
            let lines = (0..<30).map { number -> String in
                "{\"start_ns\": \(number * 1_000_000_000), \"level\": \"default\", \"message\": \"fetched 20 rows in \(ms + number % 3) ms\"}"
            }
            let failures = (0..<errors).map {
                "{\"start_ns\": \($0 * 900_000_000), \"level\": \"error\", \"message\": \"request \($0) failed\"}"
            }
            return "{\"format\": \"tracekit\", \"logs\": [\((lines + failures).joined(separator: ","))]}"
        }
        let faster = try verdict([log(90, errors: 12)], [log(8, errors: 0)])
        #expect(
            faster.hasPrefix("LIKELY BETTER: time in the lines \"fetched N rows in N ms\" 2,730 → 270 ms, "),
            "\(faster)")
        #expect(faster.contains("errors and faults of the log 12 → 0"), "\(faster)")
        #expect(try verdict([log(90, errors: 1)], [log(90, errors: 1)]).contains("NO DIFFERENCE"))
    }

    /// A side with readings of metrics, as figures: the readers of metrics have tests of their own.
    private static func readings(_ values: [String: [Double]]) throws -> [TraceFigures] {
        var figures = try DiffTraces.figures([stalls()])
        figures[0].series.rows["metric"] = values.mapValues { FigureSeries(times: nil, weights: $0) }
        return figures
    }

    @Test func `CPU time decides in a test that measures nothing that a person feels`() throws {
        let (more, less) = ([7.9, 7.8, 7.95, 7.91, 7.88], [0.01, 0.02, 0.01, 0.03, 0.02])
        let alone = try DiffBuilder.build(
            before: try Self.readings(["Idle: CPU Time (s)": more]),
            after: try Self.readings(["Idle: CPU Time (s)": less]),
            DiffOptions())
        #expect(alone.conclusion.word == .better)
        let beside = try DiffBuilder.build(
            before: try Self.readings([
                "T: CPU Time (s)": more, "T: Clock Monotonic Time (s)": [1, 1.1, 1.2, 1.3, 1.1],
            ]),
            after: try Self.readings(["T: CPU Time (s)": less, "T: Clock Monotonic Time (s)": [1, 1.1, 1.2, 1.3, 1.1]]),
            DiffOptions())
        #expect(beside.conclusion.word == .different)
    }

    @Test func `waste that vanished from one interaction is likely, however long it was`() throws {
        // Of each tap, rows run again in the group of its first update: all but one are unnecessary.
        func side(_ rows: Int, wasted: Bool) -> String {
            let tap = DiffTraces.Tap(name: "Open", updates: wasted ? [("Row", rows, 0.1)] : [])
            let own = (0..<40).map { number in
                "{\"view\": \"Own\", \"changed\": [\"_x\"], \"start_ns\": \(1_000_500_000 + number * 200_000), "
                    + "\"duration_ns\": 1000, \"cause\": 1}"
            }
            return DiffTraces.json([tap]).replacing(
                "\"updates\": [", with: "\"updates\": [\(own.joined(separator: ","))\(wasted ? "," : "")")
        }
        let words = try verdict([side(600, wasted: true)], [side(0, wasted: false)])
        #expect(
            words.hasPrefix("LIKELY BETTER: unnecessary updates per tap \"Open\" 599 → 0"),
            "\(words)")
        // Half as much of the same is a shorter use.
        #expect(try !verdict([side(600, wasted: true)], [side(300, wasted: true)]).contains("LIKELY"))
    }

    @Test func `readings of a test that a rank test tells apart are certain`() throws {
        func side(_ values: [Double]) throws -> [TraceFigures] {
            try Self.readings(["T: Scroll hitch.time.ratio (ms per s)": values])
        }
        let fast = try side([4.4, 4.1, 4.6, 4.3, 4.5]), slow = try side([114, 110, 120, 116, 112])
        let better = try DiffBuilder.build(before: slow, after: fast, DiffOptions())
        #expect(
            DiffText.verdict(better) == "BETTER: T: Scroll hitch.time.ratio (ms per s) 114 → 4.4",
            "\(DiffText.verdict(better))")
        #expect(better.better.count == 1 && better.worse.isEmpty)
        let worse = try DiffBuilder.build(before: fast, after: slow, DiffOptions())
        #expect(worse.conclusion.word == .worse && worse.reason(for: .regression) != nil)
        let same = try DiffBuilder.build(before: fast, after: try side([4.5, 4.2, 4.3, 4.4, 4.4]), DiffOptions())
        #expect(same.conclusion.word == .noDifference)
    }

    @Test func `numbers near the limits make a sentence`() throws {
        let huge = Self.stalls(hangs: [(at: 0, ms: 4e12)], seconds: 9e6), none = Self.stalls(seconds: 9e6)
        #expect(try verdict([huge], [none]).contains("DIFFERENT: hangs 4,000,000,000,000 → 0 ms"))
        // Events at one moment, in a recording without a length.
        let moment = Self.stalls(hitches: (0..<20).map { _ in (at: 0, ms: 20) }, seconds: 0)
        #expect(try verdict([moment], [Self.stalls(seconds: 0)]).contains("DIFFERENT: hitches 400 → 0 ms"))
        #expect(DiffWords.number(1e300, isTime: true).isEmpty == false && DiffWords.number(1e30) != "")
    }

    @Test func `every figure reads its rows of the sample`() throws {
        let figures = try FigureReader.read(
            try Traces.store(try Repository.text("SampleTraces/landmarks-before.json")), trace: 1, series: true)
        let rows = figures.series.rows
        #expect(rows["red"]?[""]?.sum == Double(figures.bodies.red))
        #expect(rows["long"]?[""]?.sum == Double(figures.bodies.long))
        #expect(
            rows["hang_ms"]?[""]?.sum == figures.hangs.ms
                && rows["hitch_ms"]?[""]?.weights.count == figures.hitches.count)
        let updates = rows["interaction_updates"]?.values.reduce(0) { $0 + $1.sum }
        #expect(updates == Double(figures.inInteractions.updates))
        #expect(Set(Figure.all.map(\.id)).count == Figure.all.count)
    }

    /// The rows that are compared and the view that shows their sums are the same rows.
    @Test(arguments: [
        "landmarks-before.json", "landmarks-after.json", "unified-log/landmarks-before.ndjson",
        "xctrace/landmarks-before",
    ])
    func `the view of figures has the values that are compared`(_ sample: String) throws {
        let loaded = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/\(sample)"], into: .temporary, TracePipeline.Options())
        let trace = try #require(loaded.traceIDs.first)
        let figures = try FigureReader.read(loaded.store, trace: trace, series: true)
        var checked = 0
        for row in try loaded.store.database.rows(
            "SELECT figure, subject, value FROM figures WHERE trace_id = ?", [.integer(trace)])
        {
            let (id, subject) = (row[0].text ?? "", row[1].text ?? "")
            let figure = try #require(Figure.all.first { $0.id == id })
            let series = try #require(figures.series.rows[id]?[subject], "\(id) of \(subject)")
            let value =
                switch figure.measure {
                case .sum: series.sum
                case .perInteraction: series.mean
                case .median, .readings: series.median
                }
            #expect(abs((value ?? -1) - row[2].number) < 1e-3, "\(id) of \(subject)")
            checked += 1
        }
        #expect(checked > 3)
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    /// An editor that colours all of its text, or what is around the cursor, after each key.
    private static func editor(_ name: String, ms: Int) -> String {
        (0..<100).flatMap { key -> [String] in
            func time(_ ms: Int) -> String {
                "2026-04-13 09:12:\(10 + ms / 1000).\(String(1000 + ms % 1000).dropFirst())"
            }
            let start = key * 250
            return [
                "[\(time(start))] [editor] textDidChange: 71204 chars",
                "[\(time(start + 120))] [editor] \(name): 71204 chars in \(ms)ms",
            ]
        }.joined(separator: "\n")
    }

    /// Of the editor that colours everything against one with another function.
    private static func verdict(_ name: String, ms: Int) throws -> String {
        DiffText.verdict(try DiffTraces.diff([editor("highlightAll", ms: 120)], [editor(name, ms: ms)]))
    }

    @Test func `a timed line that another one replaces is told by what all timed lines took`() throws {
        let fixed = try Self.verdict("highlightAround", ms: 2)
        #expect(
            fixed.contains("time in all timed lines 12,000 → 200 ms") && fixed.contains("LIKELY BETTER"), "\(fixed)")
        let same = try Self.verdict("highlightText", ms: 110)
        #expect(!same.contains("LIKELY"), "\(same)")
    }
}
