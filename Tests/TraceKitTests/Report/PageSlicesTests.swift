import Testing

@testable import TraceKit

/// Sums by slice of time against the rows that they sum up.
@Suite struct PageSlicesTests {
    /// More updates than a page draws, with taps, checks, updates without an end and without a cause.
    private static let json: String = {
        let count = PageTables.drawnUpdates + 5000
        let taps = (0..<20).map {
            "{\"id\": \($0 + 1), \"kind\": \"tap\", \"name\": \"T\($0 % 3)\", \"start_ns\": \($0 * 3_300_000_000), \"duration_ns\": 3000000000}"
        }
        let updates = (0..<count).map { index in
            let cause = index % 5 == 0 ? "" : ", \"cause\": \(min(20, index / 3300 + 1))"
            let length =
                index % 11 == 0 ? "" : ", \"duration_ns\": \(index % 40 == 1 ? 20_000_000 : index % 900 * 1000)"
            let phase = index % 7 == 0 ? ", \"phase\": \"check\"" : ""
            return
                "{\"id\": \(1000 + index), \"view\": \"V\(index % 9)\", \"start_ns\": \(index * 1_000_000)\(length)\(cause)\(phase)}"
        }
        return """
            {"format": "tracekit", "version": 1, "trace": {"duration_ns": \(count * 1_000_000)},
            "interactions": [\(taps.joined(separator: ",\n"))], "updates": [\(updates.joined(separator: ",\n"))]}
            """
    }()

    private func data(_ store: TraceStore) throws -> PageData {
        var page = try PageBuilder(store.stored(1), ViewSums(store.stored(1)))
        return try page.data()
    }

    @Test func `slices between any two edges add up to the rows that begin there`() throws {
        let store = try Traces.store(Self.json), data = try data(store)
        let edges = data.values("slice_edges", "start_ns"), slices = data.values("slices", "slice")
        #expect(edges.count > 8 && edges.first == 0 && edges == Array(Set(edges)).sorted())
        #expect(slices.count > 100 && slices.count <= PageSlices.mostSums && slices == slices.sorted())
        for (from, to) in [(0, edges.count), (3, 9), (edges.count / 2, edges.count / 2 + 1), (1, edges.count - 2)] {
            let end = to < edges.count ? edges[to] : Int64.max
            let places = slices.indices.filter { (Int64(from)..<Int64(to)).contains(slices[$0]) }
            let condition = "start_ns >= \(edges[from]) AND start_ns < \(end)"
            for (column, sql) in [
                ("updates", "count(*) FILTER (WHERE phase <> 'check')"),
                ("checks", "count(*) FILTER (WHERE phase = 'check')"),
                ("red", "count(*) FILTER (WHERE phase <> 'check' AND severity = 'red')"),
                ("gray", "count(*) FILTER (WHERE phase <> 'check' AND severity = 'gray')"),
                ("unterminated", "count(*) FILTER (WHERE phase <> 'check' AND duration_ns IS NULL)"),
                ("total_ns", "sum(duration_ns) FILTER (WHERE phase <> 'check')"),
                ("unnecessary", "count(*) FILTER (WHERE phase <> 'check' AND verdict = 'unnecessary')"),
                ("unknown", "count(*) FILTER (WHERE phase <> 'check' AND verdict = 'unknown')"),
            ] {
                let values = data.values("slices", column)
                let expected = try store.database.integer("SELECT coalesce(\(sql), 0) FROM updates WHERE \(condition)")
                #expect(places.reduce(0) { $0 + values[$1] } == expected, "\(column) of \(from)..<\(to)")
            }
            let longest = data.values("slices", "max_ns")
            #expect(
                places.map { longest[$0] }.max()
                    == (try store.database.integer(
                        "SELECT max(duration_ns) FROM updates WHERE \(condition) AND phase <> 'check'")))
        }
        let starts = try store.database.rows("SELECT start_ns FROM interactions").map { PageBuilder.whole($0[0]) }
        #expect(Set(starts).isSubset(of: edges), "a range can be one interaction")
    }

    @Test func `too many sums join slices, and where all is drawn there are none`() throws {
        let store = try Traces.store(SmallTrace.json)
        var slices = try PageSlices(PageBuilder(store.stored(1), ViewSums(store.stored(1))).place)
        let before = slices.edges.count
        for view in 0..<Int64(PageSlices.mostSums * 3) {
            let update = PageUpdate(id: view + 1, start: view * 8_000, duration: 5, chain: view % 50)
            slices.add(update, view: view % 700)
        }
        let rows = slices.rows().rows
        #expect(slices.edges.count < before && rows.count <= PageSlices.mostSums && !rows.isEmpty)
        #expect(rows.reduce(0) { $0 + $1[5] } == Int64(PageSlices.mostSums * 3))
        let small = try data(store)
        #expect(small.values("slices", "slice").isEmpty && small.values("slice_edges", "start_ns").isEmpty)
    }
}

extension PageUpdate {
    fileprivate init(id: Int64, start: Int64, duration: Int64, chain: Int64) {
        self.init(id: id, start: start, duration: duration, code: 0, interaction: -1, chain: chain)
    }
}

/// The stacks of a comparison's flame graph, and the page without scripts.
@Suite struct PlainPageTests {
    private func json(_ samples: Int, different: Int) -> String {
        let rows = (0..<samples).map { index in
            "{\"start_ns\": \(index * 1000), \"thread\": \"\(index % 4 == 0 ? "worker" : "main")\", \"frames\": [\"leaf\(index % different)\", \"run\", \"main\"]}"
        }
        return "{\"format\": \"tracekit\", \"samples\": [\(rows.joined(separator: ",\n"))]}"
    }

    @Test func `every sample of a comparison's side is in the count of its stack`() throws {
        let data = try TimelineReader.read(try Traces.store(json(2000, different: 7)), trace: 1).data
        let (threads, counts) = (data.values("stacks", "thread"), data.values("stacks", "samples"))
        let (ids, stacks) = (data.values("frames", "id"), data.values("stacks", "stack"))
        #expect(counts.reduce(0, +) == 2000 && stacks.allSatisfy(ids.contains))
        #expect(Set(zip(threads, stacks).map { "\($0) \($1)" }).count == stacks.count && counts == counts.sorted(by: >))
        let worker = Int64(data.names.firstIndex(of: "worker") ?? -1)
        #expect(zip(threads, counts).reduce(0) { $0 + ($1.0 == worker ? $1.1 : 0) } == 500)
    }

    @Test(arguments: [7, 9001])
    func `every sample of a comparison's side has its time and its stack`(different: Int) throws {
        let data = try TimelineReader.read(try Traces.store(json(20_000, different: different)), trace: 1).data
        let (starts, rows) = (data.values("stack_samples", "start_ns"), data.values("stack_samples", "row"))
        #expect(starts == (0..<20_000).map { $0 * 1000 })
        let counts = data.values("stacks", "samples")
        var tally = counts.map { _ in Int64(0) }
        for row in rows { tally[Int(row)] += 1 }
        #expect(tally == counts)
        let (worker, threads) = (Int64(data.names.firstIndex(of: "worker") ?? -1), data.values("stacks", "thread"))
        #expect(zip(starts, rows).allSatisfy { ($0 % 4000 == 0) == (threads[Int($1)] == worker) })
    }

    @Test func `more samples than a page has times for have none`() throws {
        let data = try TimelineReader.read(try Traces.store(json(60_001, different: 3)), trace: 1).data
        #expect(data.values("stack_samples", "start_ns").isEmpty)
        #expect(data.values("stacks", "samples").reduce(0, +) == 60_001)
        #expect(data.tables.first { $0.id == "stack_samples" }?.total == 60_001)
    }

    @Test func `stacks that are too many for a page are counted all the same`() throws {
        let data = try TimelineReader.read(try Traces.store(json(20_000, different: 9001)), trace: 1).data
        let (stacks, counts) = (data.values("stacks", "stack"), data.values("stacks", "samples"))
        #expect(counts.reduce(0, +) == 20_000)
        #expect(stacks.count { $0 >= 0 } <= StackSums.mostStacks && stacks.count { $0 == -1 } == 2)
    }

    @Test func `without a script there are the problems with their fixes and fifteen rows a table`() throws {
        var options = ReportBuilder.Options()
        options.hasPage = true
        let report = try ReportBuilder.build(try Traces.store(RandomTrace(seed: 8).json()), traces: [1], options)
        let markup = PlainReport.markup(report), trace = report.traces[0]
        #expect(markup.hasPrefix("<noscript>") && markup.hasSuffix("</noscript>"))
        let problems = try #require(trace.pageSections.first { $0.id == "problems" }?.problems)
        #expect(!problems.isEmpty)
        for problem in problems.prefix(15) {
            #expect(
                markup.contains("<b>\(MarkupText.html(problem.title))</b>")
                    && markup.contains(MarkupText.html(problem.fix)))
        }
        let views = try #require(trace.pageSections.first { $0.id == "views" })
        let table = try #require(
            markup.components(separatedBy: "<h2>").first { $0.hasPrefix(MarkupText.html(views.title)) })
        #expect(table.components(separatedBy: "<tr>").count - 2 == min(15, views.rows.count))
        if views.total > 15 { #expect(table.contains("15 of \(views.total); all \(views.total) with JavaScript")) }
    }

    @Test func `hostile names are text without a script, too`() throws {
        var options = ReportBuilder.Options()
        options.hasPage = true
        let store = try Traces.store(
            """
            {"format": "tracekit", "version": 1, "updates": [{"id": 1, "view": "</noscript><script>a()</script>", "start_ns": 0, "duration_ns": 90000000}]}
            """)
        let markup = PlainReport.markup(try ReportBuilder.build(store, traces: [1], options))
        #expect(markup.contains("&lt;/noscript&gt;&lt;script&gt;a()") && !markup.contains("<script"))
        #expect(markup.components(separatedBy: "</noscript>").count == 2)
    }
}
