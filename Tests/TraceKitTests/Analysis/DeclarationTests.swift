import Testing

@testable import TraceKit

/// What passes and tables say that they read and write, held against what they do: the order of passes and what runs at the
/// same time follow from it, and a false word would be a data race.
@Suite struct DeclarationTests {
    /// Traces that together have something to say of every part.
    private static let traces: [String] =
        (1...3).map { RandomTrace(seed: $0).json() } + [
            busy, twoProcesses, RuleTraces.longViews(23), ticking, tapping, sharing,
        ]

    /// A list that makes its rows again with each change of one property.
    private static let ticking = RuleTraces.document(
        (
            "updates",
            (0..<30).map { number in
                let (view, changed) =
                    number % 6 == 0
                    ? ("List", "\"_items\"") : number % 6 == 5 ? ("Title", "\"@self\"") : ("Row", "\"@identity\"")
                return "{\"view\": \"\(view)\", \"changed\": [\(changed)]}"
            }
        ))

    /// Two views that name the same property.
    private static let sharing = RuleTraces.document(
        ("updates", (0..<8).map { "{\"view\": \"\($0 % 2 == 0 ? "Window" : "Queue")\", \"changed\": [\"time\"]}" }))

    /// A clock, and what changes with each tap.
    private static let tapping: String = {
        let ticks = (0..<60).map { $0 * 100 + 40 }, taps = [1_000, 3_000, 5_000, 5_500]
        let causes = ticks.map { ("Clock.now", $0) } + taps.map { ("Model.x", $0 + 2) }
        return RuleTraces.document(
            (
                "interactions",
                taps.enumerated().map { "{\"id\": \($0 + 1), \"kind\": \"tap\", \"start_ms\": \($1)}" }
            ),
            (
                "causes",
                causes.enumerated().map {
                    "{\"id\": \(100 + $0), \"kind\": \"state\", \"name\": \"\($1.0)\", \"start_ms\": \($1.1)}"
                }
            ),
            (
                "updates",
                causes.enumerated().map {
                    "{\"view\": \"Row\", \"start_ms\": \($1.1), \"duration_ms\": 1, \"cause\": \(100 + $0)}"
                }
            ))
    }()

    /// Hangs, hitches and samples in long bodies, and a chain that goes round through the system.
    private static let busy = """
        {"format": "tracekit", "version": 1,
         "interactions": [{"id": 1, "kind": "tap", "name": "a", "start_ns": 0},
          {"id": 2, "kind": "type", "name": "b", "start_ns": 900000000}],
         "causes": [{"id": 3, "name": "Model.x", "origin": "app", "cause": 1, "start_ns": 1},
          {"id": 4, "name": "UserDefaults", "origin": "system", "kind": "defaults", "cause": 3, "start_ns": 2},
          {"id": 5, "name": "Model.y", "origin": "app", "cause": 4, "start_ns": 3}],
         "updates": [
          {"id": 10, "view": "Row", "cause": 5, "start_ns": 1000000, "duration_ns": 100000000, "instance": "1"},
          {"id": 11, "view": "Row", "cause": 5, "start_ns": 110000000, "duration_ns": 1000, "instance": "1"},
          {"id": 12, "view": "Map", "cause": 3, "start_ns": 120000000, "duration_ns": 50000000, "changed": []},
          {"id": 13, "view": "Row", "cause": 2, "start_ns": 910000000, "duration_ns": 20000000},
          {"id": 14, "view": "Pin", "kind": "layout", "start_ns": 940000000, "duration_ns": 1000}],
         "signposts": [{"name": "s", "start_ns": 1, "duration_ns": 5}, {"name": "t", "start_ns": 2},
          {"name": "u", "start_ns": 3, "duration_ns": 2}, {"name": "v", "start_ns": 4, "duration_ns": 1}],
         "hitches": [{"start_ns": 1000000, "duration_ns": 20000000}, {"start_ns": 940000000, "duration_ns": 17000000}],
         "hangs": [{"start_ns": 500000000, "duration_ns": 300000000}, {"start_ns": 1000000, "duration_ns": 260000000}],
         "samples": [{"start_ns": 2000000, "thread": "main", "frames": ["memcpy", "Row.body.getter", "main"]},
          {"start_ns": 3000000, "thread": "main", "frames": ["memcpy", "Row.body.getter", "main"]},
          {"start_ns": 4000000, "thread": "pool", "frames": ["work"]},
          {"start_ns": 130000000, "thread": "main", "frames": ["malloc", "Map.body.getter", "main"]}],
         "logs": [{"start_ns": 1000001, "message": "Modifying state during view update, this will cause undefined behavior."},
          {"start_ns": 2000001, "message": "Bound preference Height tried to update multiple times per frame."},
          {"start_ns": 3000001, "message": "Bound preference Width tried to update multiple times per frame."},
          {"start_ns": 4000001, "level": "error", "message": "row 12 took 3.5 ms"}, {"start_ns": 5000001, "message": "done"}]}
        """

    /// Every other row is of a process that is not analysed.
    private static let twoProcesses: String = {
        let parts = busy.split(separator: "\"start_ns\"", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index == 0
                ? String(part)
                : "\"process\": \"\(index % 2 == 0 ? "Other" : "App") (\(index % 2))\", \"start_ns\"\(part)"
        }.joined().replacing("\"version\": 1", with: "\"version\": 1, \"trace\": {\"process\": \"App\"}")
    }()

    // MARK: Passes

    /// What is untrue of what a pass says, found by running it on a trace of which everything else is spoiled. The pass
    /// stands for those that write the same.
    private func lies(of pass: any AnalysisPass.Type) throws -> [String] {
        let passes = AnalysisPasses.all.filter { $0.writes.isDisjoint(with: pass.writes) } + [pass]
        var lies: Set<String> = []
        for json in Self.traces {
            let all = AnalysisResults(deadlines: .frame)
            let intact = try Traces.records(json)
            for pass in AnalysisPasses.ordered(passes) { pass.run(intact, AnalysisOptions(), all) }
            let records = try Traces.records(json)
            if !pass.reads.contains(.edges) { records.edges.free() }
            let results = ResultProperty.spoiled(all, except: pass.reads, unset: pass.writes)
            let before = ResultProperty.all.map { $0.text(results) }
            pass.run(records, AnalysisOptions(), results)
            for (property, before) in zip(ResultProperty.all, before) {
                if !pass.writes.contains(property.part) {
                    if property.text(results) != before { lies.insert("writes \(property.name)") }
                } else if property.text(results) != property.text(all) {
                    lies.insert("makes \(property.name) of more than it says")
                }
            }
        }
        return lies.sorted()
    }

    @Test(arguments: AnalysisPasses.all.map { $0.name })
    func `a pass reads and writes what it says`(_ name: String) throws {
        let pass = try #require(AnalysisPasses.all.first { $0.name == name })
        #expect(try lies(of: pass) == [])
    }

    @Test func `a pass that says something else is found`() throws {
        #expect(try lies(of: HonestPass.self) == [])
        #expect(try lies(of: SeverityReader.self) == ["makes signposts of more than it says"])
        #expect(try lies(of: ViewCounter.self) == ["makes signposts of more than it says"])
        #expect(try lies(of: WindowWriter.self) == ["writes windows"])
    }

    private static func signposts(_ count: Int) -> [SignpostSummary] {
        [SignpostSummary(name: .none, subsystem: .none, category: .none, events: count)]
    }

    private static func longRows(_ results: AnalysisResults) -> Int {
        results.severity.buffer.enumerated().reduce(0) { $0 + $1.offset * Int($1.element) }
    }

    private enum HonestPass: AnalysisPass {
        static let name = "honest"
        static let reads: Results = [.severity, .views]
        static let writes: Results = .signpostSums

        static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
            results.signposts = signposts(longRows(results) + results.views.count)
        }
    }

    private enum SeverityReader: AnalysisPass {
        static let name = "severity-reader"
        static let reads: Results = [.views]
        static let writes: Results = .signpostSums

        static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
            results.signposts = signposts(longRows(results))
        }
    }

    private enum ViewCounter: AnalysisPass {
        static let name = "view-counter"
        static let reads: Results = []
        static let writes: Results = .signpostSums

        static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
            results.signposts = signposts(results.views.count)
        }
    }

    private enum WindowWriter: AnalysisPass {
        static let name = "window-writer"
        static let reads: Results = .windows
        static let writes: Results = .signpostSums

        static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
            results.windows[0].linked += 1
        }
    }

    // MARK: What the test stands on

    @Test func `every part is written by one pass, and passes come behind those that write what they read`() {
        let all = AnalysisPasses.all
        for (index, pass) in all.enumerated() {
            #expect(all[..<index].allSatisfy { $0.writes.isDisjoint(with: pass.writes) }, "\(pass.name)")
        }
        var random = SeededNumbers(1)
        for passes in [all] + (0..<20).map({ _ in all.shuffled(using: &random) }) {
            var known: Results = .edges
            for pass in AnalysisPasses.ordered(passes) {
                #expect(known.isSuperset(of: pass.reads), "\(pass.name)")
                known.formUnion(pass.writes)
            }
            #expect(TraceWriter.tables.allSatisfy { known.isSuperset(of: $0.needs) })
        }
        #expect(AnalysisPasses.ordered(all).map { $0.name } == all.map { $0.name }, "the list is in a possible order")
    }

    @Test func `all properties of the results are in the parts that their headings name`() throws {
        let text = try Repository.text("Sources/TraceKit/Model/AnalysisResults.swift")
        let lines = text.split(separator: "\n")
        let heading = "    // MARK: "
        var (found, part): ([String], Substring) = ([], "")
        let start = try #require(lines.firstIndex { $0.hasPrefix("final class AnalysisResults") })
        for line in lines[start...].prefix(while: { $0 != "}" }) {
            if line.hasPrefix(heading) { part = line.dropFirst(heading.count) }
            guard line.hasPrefix("    var ") else { continue }
            found.append("\(line.dropFirst(8).prefix { $0.isLetter }) in \(part)")
        }
        let parts = lines.filter { $0.contains(" = Results(rawValue: 1 << ") }.map { $0.split(separator: " ")[2] }
        let properties = ResultProperty.all.map { property in
            "\(property.name) in \(parts[property.part.rawValue.trailingZeroBitCount])"
        }
        #expect(found == properties)
    }

    @Test(arguments: ResultProperty.all.map(\.name))
    func `what is spoiled is something else`(_ name: String) throws {
        let property = try #require(ResultProperty.all.first { $0.name == name })
        let spoiled = try Self.traces.filter { json in
            let results = AnalysisPasses.run(try Traces.records(json), AnalysisOptions())
            return property.text(ResultProperty.spoiled(results, except: [])) != property.text(results)
        }
        #expect(!spoiled.isEmpty)
    }

    // MARK: Tables

    /// The rows of a table and of those written with it, in a database that holds nothing else but names.
    private func rows(
        _ table: TraceWriter.Table, _ json: String, _ results: (AnalysisResults) -> AnalysisResults
    ) throws -> [String] {
        let records = try Traces.records(json)
        let results = results(AnalysisPasses.run(records, AnalysisOptions()))
        let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let writer = try TraceWriter(records, results, importedAt: nil, into: database)
            if !table.needs.contains(.edges) { records.edges.free() }
            try table.write(writer)()
            for names in TraceWriter.tables where names.names == ["name"] { try names.write(writer)() }
        }
        return try (table.names + ["name"]).flatMap { try store.rows("SELECT * FROM \($0) ORDER BY 1") }
    }

    @Test(arguments: TraceWriter.tables.map { $0.names[0] })
    func `a table shows what it says that it needs`(_ name: String) throws {
        let table = try #require(TraceWriter.tables.first { $0.names[0] == name })
        for json in Self.traces {
            let spoiled = try rows(table, json) { ResultProperty.spoiled($0, except: table.needs) }
            #expect(try rows(table, json) { $0 } == spoiled)
        }
    }

    @Test func `every table is written, once`() throws {
        let store = try Traces.store(Self.busy)
        let tables = try store.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
        #expect(TraceWriter.tables.flatMap { $0.names }.sorted() == tables.sorted())
    }

    // MARK: Jobs

    @Test func `however many jobs there are, every byte of the database is the same`() throws {
        try withTemporaryFolder { folder in
            let inputs = ["landmarks-before.json", "xctrace/landmarks-before"].map {
                "\(Repository.root)/SampleTraces/\($0)"
            }
            for (number, input) in inputs.enumerated() {
                let databases = try [1, 2, 2, 2, 5].enumerated().map { run, jobs in
                    let path = "\(folder)/\(number)-\(run).sqlite"
                    var options = TracePipeline.Options()
                    options.jobs = jobs
                    _ = try TracePipeline.load([input], into: .file(path), options)
                    return bytes(of: path)
                }
                #expect(databases[0] != nil)
                #expect(databases.allSatisfy { $0 == databases[0] }, "\(input)")
            }
        }
    }
}
