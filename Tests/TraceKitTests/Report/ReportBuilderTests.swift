import Testing

@testable import TraceKit

/// The report model: every number of it can be had by SQL.
@Suite struct ReportBuilderTests {
    private func report(
        _ store: TraceStore, top: Int = 15, traces: [Int64] = [1]
    ) throws -> [TraceReport] {
        var options = ReportBuilder.Options()
        options.top = top
        return try ReportBuilder.build(store, traces: traces, options).traces
    }

    /// A number of the answer beside the statement that gives it.
    private func check(
        _ json: String, _ sql: String, _ number: (ReportAnswer) -> Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let store = try Traces.store(json)
        let answer = try report(store)[0].answer
        let found = try store.database.rows(sql).first?.first?.number
        #expect(found == number(answer), sourceLocation: sourceLocation)
    }

    @Test func `every number of the answer is one statement over the public views`() throws {
        let bodies = "FROM updates WHERE kind = 'body' AND phase <> 'check'"
        for json in [SmallTrace.json, RandomTrace(seed: 3).json(), Traces.document("updates", [])] {
            try check(json, "SELECT updates FROM traces") { Double($0.updates) }
            try check(json, "SELECT count(*) FROM updates WHERE phase = 'check'") { Double($0.bodies.sums.checks) }
            try check(json, "SELECT count(*) \(bodies)") { Double($0.bodies.sums.bodies) }
            try check(json, "SELECT count(*) \(bodies) AND severity = 'red'") { Double($0.bodies.sums.red) }
            try check(json, "SELECT count(*) \(bodies) AND severity = 'orange'") { Double($0.bodies.sums.orange) }
            try check(json, "SELECT count(*) \(bodies) AND severity = 'gray'") { Double($0.bodies.sums.gray) }
            try check(json, "SELECT count(*) \(bodies) AND severity IS NULL") { Double($0.bodies.sums.unterminated) }
            try check(json, "SELECT orange_ns / 1e6 FROM traces") { $0.bodies.orangeMs }
            try check(json, "SELECT red_ns / 1e6 FROM traces") { $0.bodies.redMs }
            try check(json, "SELECT count(*) FROM hangs") { Double($0.stalls.hangs) }
            try check(json, "SELECT coalesce(max(duration_ms), 0) FROM hangs") { $0.stalls.longestHangMs }
            try check(json, "SELECT count(*) FROM hitches WHERE class <> 'system'") { Double($0.stalls.hitches) }
            try check(json, "SELECT count(*) FROM hitches WHERE class = 'system'") { Double($0.stalls.systemHitches) }
            try check(json, "SELECT coalesce(sum(duration_ms), 0) FROM hitches WHERE class <> 'system'") {
                $0.stalls.hitchMs
            }
            try check(json, "SELECT coalesce(sum(duration_ms), 0) FROM hangs") { $0.stalls.hangMs }
            let verdicts = "FROM updates WHERE verdict"
            try check(json, "SELECT count(*) \(verdicts) = 'necessary'") { Double($0.waste.necessary) }
            try check(json, "SELECT count(*) FROM unnecessary_updates") { Double($0.waste.unnecessary) }
            try check(json, "SELECT count(*) \(verdicts) = 'unknown'") { Double($0.waste.unknown) }
            try check(json, "SELECT coalesce(sum(duration_ns), 0) / 1e6 FROM unnecessary_updates") { $0.waste.wastedMs }
        }
    }

    @Test func `the worst views are those with most red, then most orange updates`() throws {
        let answer = try report(try Traces.store(SmallTrace.json))[0].answer
        #expect(
            answer.bodies.worst.map { "\($0.view) \($0.red) \($0.orange) \($0.maxMs)" }
                == ["LandmarkRow 1 1 17.25", "LandmarkDetail 1 0 100.0", "LandmarkList 1 0 21.5"])
        for seed in 0..<10 {
            let worst = try report(try Traces.store(RandomTrace(seed: seed, updates: 300).json()))[0].answer.bodies
                .worst
            #expect(!worst.isEmpty && worst.count <= 3, "seed \(seed)")
            for (next, last) in zip(worst.dropFirst(), worst) {
                #expect((last.red, last.orange, last.maxMs) >= (next.red, next.orange, next.maxMs), "seed \(seed)")
            }
        }
    }

    @Test func `the statement of a section gives its rows, and all of them`() throws {
        for seed in 0..<5 {
            let store = try Traces.store(RandomTrace(seed: seed).json(), RandomTrace(seed: seed + 100).json())
            for trace in try report(store, top: 4, traces: [1, 2]) {
                for section in trace.sections {
                    let rows = try store.database.rows(section.sql)
                    #expect(rows.count == section.total, "seed \(seed), \(section.id)")
                    #expect(Array(rows.prefix(section.rows.count)) == section.rows, "seed \(seed), \(section.id)")
                    #expect(rows.allSatisfy { $0.count == section.columns.count }, "\(section.id)")
                }
            }
        }
    }

    @Test func `the statement names its columns as the section does`() throws {
        let store = try Traces.store(SmallTrace.json)
        for section in try report(store)[0].sections {
            let statement = try store.database.prepare(section.sql)
            let names = statement.columnNames
            #expect(names == section.columns.map(\.name), "\(section.id)")
        }
    }

    @Test func `the statements pass the guard that users' statements pass`() throws {
        let store = try Traces.store(SmallTrace.json)
        for section in try report(store)[0].sections {
            var count = 0
            try GuardedQuery(store).run(
                section.sql, begin: { _ in },
                row: { _ in
                    count += 1
                    return true
                })
            #expect(count == section.total, "\(section.id)")
        }
    }

    @Test func `what was left out stands in the caveats`() throws {
        let complete = Traces.updates("{\"view\": \"Row\", \"start_ns\": 1, \"duration_ns\": 1}")
        #expect(try report(try Traces.store(complete))[0].answer.caveats == [])
        let caveats = try report(try Traces.store(SmallTrace.json))[0].answer.caveats
        #expect(caveats.contains { $0.hasPrefix("1 of 14 rows could not be read") })
        let cut = try report(try Traces.store(String(complete.dropLast(2))))[0].answer.caveats
        #expect(cut.contains { $0.hasPrefix("incomplete: trace.json could not be read from byte ") })
    }

    @Test func `sections have ids and titles of their own`() throws {
        let sections = ReportSections.all
        #expect(Set(sections.map(\.id)).count == sections.count && Set(sections.map(\.title)).count == sections.count)
        for section in sections {
            #expect(section.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(section.id)")
            #expect(!section.emptyNote.isEmpty && !section.emptyNote.hasSuffix("."), "\(section.id)")
        }
    }
}
