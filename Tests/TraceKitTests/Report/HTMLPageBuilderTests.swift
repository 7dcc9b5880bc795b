import Testing

@testable import TraceKit

/// The tables of a page against the views they come from.
@Suite struct HTMLPageBuilderTests {
    private func data(_ store: TraceStore, _ zoom: ReportZoom = ReportZoom()) throws -> PageData {
        let isChosen = try ChosenUpdates.choose(store.database, trace: 1, zoom)
        var page = try PageBuilder(store.stored(1), ViewSums(store.stored(1)), isChosen: isChosen)
        return try page.data()
    }

    private func column(_ data: PageData, _ table: String, _ name: String) throws -> [Int64] {
        let table = try #require(data.tables.first { $0.id == table })
        return try #require(table.columns.first { $0.name == name }).values
    }

    private func integers(_ store: TraceStore, _ sql: String) throws -> [Int64] {
        try store.database.rows(sql).map { if case .integer(let number) = $0[0] { number } else { -1 } }
    }

    @Test func `every update that has a time is drawn, with its numbers`() throws {
        for json in [SmallTrace.json, RandomTrace(seed: 21).json()] {
            let store = try Traces.store(json)
            let data = try data(store)
            for (name, expression) in [
                ("id", "id"), ("start_ns", "start_ns"), ("duration_ns", "duration_ns"),
                ("interaction", "interaction_id"), ("chain", "chain_id"),
            ] {
                let expected = try integers(
                    store, "SELECT \(expression) FROM updates WHERE start_ns IS NOT NULL ORDER BY id")
                #expect(try column(data, "updates", name) == expected, "\(name)")
            }
            let words = try store.rows(
                "SELECT phase, verdict, reason FROM updates WHERE start_ns IS NOT NULL ORDER BY id")
            let phases = ["update", "creation", "check"]
            let verdicts = ["-", "necessary", "unnecessary", "unknown"]
            let reasons = [
                "-", "creation", "unchanged", "changed-input", "repeated", "fan-out", "expected", "parent-only",
                "changed-input", "no-evidence",
            ]
            #expect(
                try column(data, "updates", "flags").map {
                    "\(phases[Int($0 & 3)])|\(verdicts[Int($0 >> 2 & 3)])|\(reasons[Int($0 >> 4)])"
                } == words)
        }
    }

    @Test func `the links add up to the chains`() throws {
        let store = try Traces.store(RandomTrace(seed: 33).json())
        let data = try data(store)
        func sums(_ table: String, _ key: String, _ value: String) throws -> [Int64: Int64] {
            let pairs = zip(try column(data, table, key), try column(data, table, value))
            return pairs.reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 }
        }
        let chains = try store.database.rows("SELECT id, updates, unnecessary FROM cause_chains")
        for table in ["links", "interaction_links"] {
            let updates = try sums(table, "chain", "updates")
            let unnecessary = try sums(table, "chain", "unnecessary")
            #expect(chains.count == updates.count && !chains.isEmpty)
            for row in chains {
                let id = Int64(row[0].number)
                #expect(updates[id] == Int64(row[1].number) && unnecessary[id] == Int64(row[2].number))
            }
        }
    }

    @Test func `the bins of durations agree with the severities`() throws {
        let store = try Traces.store(RandomTrace(seed: 4).json())
        let data = try data(store)
        let bins = zip(try column(data, "durations", "bin"), try column(data, "durations", "updates"))
        func count(_ range: ClosedRange<Int64>) -> Int64 { bins.reduce(0) { range.contains($1.0) ? $0 + $1.1 : $0 } }
        // Of those that have one: a body without an end may be red.
        let expected = try store.database.rows(
            """
            SELECT sum(severity = 'gray'), sum(severity = 'orange'), sum(severity = 'red') FROM updates
            WHERE duration_ns IS NOT NULL AND phase <> 'check'
            """)[0]
        #expect([count(0...4), count(5...6), count(7...10)] == expected.map { Int64($0.number) })
        #expect(count(0...10) > 0)
    }

    @Test func `a zoomed report draws its updates only`() throws {
        let store = try Traces.store(SmallTrace.json)
        var zoom = ReportZoom()
        zoom.view = "LandmarkRow"
        #expect(try column(try data(store, zoom), "updates", "id").count == 4)
        zoom.view = "':trace"
        #expect(try column(try data(store, zoom), "updates", "id").isEmpty)
    }

    @Test func `lanes beyond the limit are thinned evenly over time and keep their true totals`() throws {
        let count = 25_000
        func lane(_ record: (Int) -> String) -> String { (0..<count).map(record).joined(separator: ",\n") }
        let json = """
            {"format": "tracekit", "interactions": [\(lane { "{\"kind\": \"tap\", \"start_ns\": \($0 * 1_000_000)}" })],
            "hitches": [\(lane { "{\"start_ns\": \($0 * 1_000_000), \"duration_ns\": 9000}" })],
            "hangs": [\(lane { "{\"start_ns\": \($0 * 1_000_000), \"duration_ns\": 9000, \"kind\": \"Hang\"}" })],
            "signposts": [\(lane { "{\"name\": \"a\", \"start_ns\": \($0 * 1_000_000), \"duration_ns\": \($0 % 100 == 0 ? 20_000_000 : 10)}" })]}
            """
        let data = try data(try Traces.store(json))
        for (id, kept) in [("interactions", 20_000), ("hitches", 20_000), ("hangs", 20_000), ("signposts", 20_000)] {
            let table = try #require(data.tables.first { $0.id == id })
            let starts = try column(data, id, "start_ns")
            #expect(table.total == count && starts.count == kept, "\(id)")
            #expect(table.grayLeftOut == count - kept && table.longLeftOut == 0, "\(id)")
            let half = starts.count { $0 < Int64(count / 2) * 1_000_000 }
            #expect(abs(half - kept / 2) <= 1, "\(id): \(half)")
        }
        #expect(try column(data, "signposts", "duration_ns").count { $0 == 20_000_000 } == 250)
    }

    @Test func `where stacks are too many for a page, fewer samples are drawn, each with its whole stack`() throws {
        let (count, depth) = (3000, 40)
        let samples = (0..<count).map { sample in
            let frames = (1..<depth).map { "\"f\(sample * depth + $0)\"" } + ["\"main\""]
            return """
                {"start_ns": \(sample * 1_000_000), "thread": "main", "frames": [\(frames.joined(separator: ","))]}
                """
        }
        let data = try data(
            try Traces.store("{\"format\": \"tracekit\", \"samples\": [\(samples.joined(separator: ",\n"))]}"))
        let starts = try column(data, "samples", "start_ns"), stacks = try column(data, "samples", "stack")
        #expect(data.tables.first { $0.id == "samples" }?.total == count)
        #expect(starts == (0..<count / 2).map { Int64($0) * 2_000_000 }, "every second one is drawn")
        let ids = try column(data, "frames", "id"), parents = try column(data, "frames", "parent")
        let callers = Dictionary(uniqueKeysWithValues: zip(ids, parents))
        #expect(ids == ids.sorted() && ids.count <= PageTables.frames.limit)
        #expect(data.tables.first { $0.id == "frames" }?.total == count * (depth - 1) + 1)
        for stack in stacks {
            var (frame, frames) = (stack, 0)
            while frame >= 0 {
                frame = try #require(callers[frame])
                frames += 1
            }
            #expect(frames == depth)
        }
    }

    @Test func `a page is the same where only the frames that it draws were stored`() throws {
        var samples: [String] = []
        for sample in 0..<4000 {
            let state = sample % 7 == 0 ? "Blocked" : "Running"
            let frames = (0..<30).map { "\"f\(sample * 30 + $0)\"" }
            samples.append(
                """
                {"start_ns": \(sample * 1_000_000), "thread": "\(sample % 3 == 0 ? "main" : "worker")",
                 "state": "\(state)", "frames": [\(frames.joined(separator: ","))]}
                """)
        }
        let json = Traces.document("samples", samples)
        var options = AnalysisOptions()
        options.needsDrawnFramesOnly = true
        let (all, drawn) = (try Traces.store(json), try Traces.store(json, analysis: options))
        let stored = try #require(try drawn.database.integer("SELECT count(*) FROM stack_frame"))
        #expect(stored <= SampleChoice.mostFrames + 2)
        #expect(try all.database.integer("SELECT count(*) FROM stack_frame") == 4000 * 30)
        let (expected, data) = (try self.data(all), try self.data(drawn))
        for table in expected.tables {
            let same = try #require(data.tables.first { $0.id == table.id })
            #expect(same.total == table.total, "\(table.id)")
            for column in table.columns {
                #expect(try self.column(data, table.id, column.name) == column.values, "\(table.id).\(column.name)")
            }
        }
        #expect(data.names == expected.names)
    }

    @Test func `samples of the main thread are drawn before those of others, and of each thread all are counted`()
        throws
    {
        // A hundred samples of others for one of the main thread.
        let (count, every) = (101_000, 101)
        let samples = (0..<count).map { sample in
            let thread = sample % every == 0 ? "main" : sample % every == 1 ? "helper" : "worker"
            return "{\"start_ns\": \(sample * 1000), \"thread\": \"\(thread)\", \"frames\": [\"run()\"]}"
        }
        let data = try data(
            try Traces.store("{\"format\": \"tracekit\", \"samples\": [\(samples.joined(separator: ",\n"))]}"))
        let threads = try column(data, "samples", "thread"), starts = try column(data, "samples", "start_ns")
        let names = try column(data, "sample_threads", "thread"), counts = try column(data, "sample_threads", "samples")
        #expect(names.map { data.names[Int($0)] } == ["worker", "main", "helper"])
        #expect(counts == [99_000, 1000, 1000])
        #expect(threads.count == PageTables.samples.limit && threads.count { $0 == names[1] } == 1000)
        // Those of the others are thinned evenly over time.
        #expect((19_900...20_100).contains(starts.count { $0 < Int64(count) * 500 }))
    }

    @Test func `a trace of very many views names those that it draws, with their chains, and those of findings`() throws
    {
        let count = 40_000, long = "{\"view\": \"Long\", \"start_ns\": 1, \"duration_ns\": 30000000}"
        let updates = (0..<count).map {
            "{\"view\": \"V\($0)\", \"start_ns\": \(($0 + 40) * 1_000_000), \"duration_ns\": 9000, \"cause\": \($0)}"
        }
        let causes = (0..<count).map { "{\"id\": \($0), \"kind\": \"state\", \"name\": \"c\($0)\"}" }
        let data = try data(
            try Traces.store(
                """
                {"format": "tracekit", "causes": [\(causes.joined(separator: ",\n"))],
                "updates": [\((updates + [long]).joined(separator: ",\n"))]}
                """))
        func ids(_ table: String, _ name: String) throws -> Set<Int64> { Set(try column(data, table, name)) }
        let drawn = try column(data, "updates", "view")
        #expect((29_990...30_001).contains(drawn.count))
        let views = try ids("views", "id")
        #expect(Set(drawn).isSubset(of: views) && views.count < count)
        #expect(try ids("durations", "view").count == PageTables.viewsWithDurations)
        let chains = try ids("chains", "id"), steps = try ids("steps", "id")
        #expect(try ids("updates", "chain").subtracting([-1]).isSubset(of: chains))
        #expect(Set(try column(data, "chains", "step")).isSubset(of: steps))
        #expect(try ids("steps", "parent").subtracting([-1]).isSubset(of: steps))
        #expect(data.names.contains("Long"))
    }

    @Test func `a problem has a span for each time of it, whatever its runs of updates`() throws {
        let update = { (ms: Int) in
            "{\"view\": \"Chart\", \"start_ns\": \(ms)000000, \"duration_ns\": 30000000}"
        }
        let store = try Traces.store(Traces.updates(update(1000), update(60000), update(60001)))
        let data = try data(store)
        #expect(try column(data, "problem_spans", "start_ns") == [1_000_000_000, 60_000_000_000])
        #expect(try column(data, "problem_spans", "last_ns") == [1_000_000_000, 60_001_000_000])
    }

    @Test func `names that Unicode calls equal stay two`() throws {
        let store = try Traces.store(
            Traces.updates(
                "{\"view\": \"\u{E9}\", \"start_ns\": 1, \"duration_ns\": 1}",
                "{\"view\": \"e\u{301}\", \"start_ns\": 2, \"duration_ns\": 1}"))
        let data = try data(store)
        let names = data.names.map { Array($0.unicodeScalars).count }
        #expect(names.contains(1) && names.contains(2))
    }
}

/// Which rows of a long lane are drawn.
@Suite struct HTMLPageThinningTests {
    /// `o` is a long row, `.` a gray one; the same with `-` for what is left out.
    private func check(
        _ rows: String, _ limit: Int, _ drawn: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var thinning = PageThinning(all: rows.count, long: rows.count { $0 == "o" }, limit: limit)
        let kept = rows.map { thinning.keeps(isLong: $0 == "o") ? $0 : "-" }
        #expect(String(kept) == drawn, sourceLocation: sourceLocation)
        let leftOut = thinning.grayLeftOut + thinning.longLeftOut
        #expect(leftOut == kept.count { $0 == "-" }, sourceLocation: sourceLocation)
    }

    @Test func `all rows that fit`() { check("..o..", 5, "..o..") }

    @Test func `gray rows go evenly and long ones stay`() {
        check("........", 4, "-.-.-.-.")
        check("..o....o..", 6, "-.o-.-.o-.")
    }

    @Test func `a third of gray rows stays beside any number of long ones`() {
        check("oooooooo......oooo", 9, "oooooooo-.-.-.oooo")
    }

    @Test func `a flood of long rows is thinned too`() {
        check("oooooooo", 3, "-o-o-o-o")
        var thinning = PageThinning(all: 600_000, long: 600_000, limit: 60_000)
        let kept = (0..<600_000).count { _ in thinning.keeps(isLong: true) }
        #expect(kept == 80_000 && thinning.longLeftOut == 520_000)
    }
}
