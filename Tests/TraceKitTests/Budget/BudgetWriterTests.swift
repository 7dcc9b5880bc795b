import Testing

@testable import TraceKit

/// A trace in; a budget out that holds on that trace.
@Suite struct BudgetWriterTests {
    private func budget(_ trace: TraceFigures) throws -> (text: String, budget: BudgetFile) {
        let text = try BudgetWriter.write(trace, BudgetCheck.Options())
        return (text, try BudgetFile.read(Array(text.utf8), name: "b.json"))
    }

    private func sample(_ name: String) throws -> TraceFigures {
        let loaded = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/\(name)"], into: .temporary, TracePipeline.Options())
        return try #require(try loaded.figures().first)
    }

    @Test func `the budget of the small trace, one limit a line`() throws {
        let text = try budget(try BudgetCheckTests.trace(SmallTrace.json)).text
        try expectGolden(text, "budget.jsonc")
        let numbers = text.split(separator: "\n").filter { line in
            line.contains(where: \.isNumber) && !line.hasPrefix("//") && line.contains(": ")
        }
        for line in numbers { #expect(line.split(separator: ":").count == 2, "\(line)") }
    }

    @Test(
        arguments: [
            "landmarks-before.json", "landmarks-after.json", "csv/landmarks-before.csv", "xctrace/landmarks-before",
            "signposts/landmarks-before.default.log", "chrome-trace/landmarks-before.json",
        ])
    func `a trace is within the budget that was made from it`(_ name: String) throws {
        let trace = try sample(name)
        let (_, budget) = try budget(trace)
        #expect(budget.errors.map(\.text) == [])
        let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
        #expect(result.exitCode == 0)
        #expect(result.outcomes.filter { $0.state != .within }.map(\.sentence) == [])
        #expect(result.notes.filter { $0.contains("not in this trace") } == [])
    }

    @Test func `the budget of the fixed app stops the one with the flaw, the tap first`() throws {
        let (_, budget) = try budget(try sample("landmarks-after.json"))
        let result = try BudgetCheck.run(
            budget, try sample("landmarks-before.json"), baseline: nil, BudgetCheck.Options())
        #expect(result.exitCode == 3)
        #expect(result.breaches.prefix(3).allSatisfy { $0.subject == "Tap \"Favorite\"" })
        #expect(result.breaches.contains { $0.sentence.contains("unnecessary_per_interaction is 103, the limit is 0") })
    }

    @Test func `hostile names and random traces come back whole`() throws {
        for seed in 0..<20 {
            let trace = try BudgetCheckTests.trace(RandomTrace(seed: seed).json())
            let budget = try budget(trace).budget
            #expect(budget.errors.map(\.text) == [], "seed \(seed)")
            let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
            #expect(result.exitCode == 0, "seed \(seed): \(result.outcomes.first?.sentence ?? "")")
        }
        let trace = try BudgetCheckTests.trace(HostileBudget.trace)
        let (text, budget) = try budget(trace)
        #expect(budget.errors.map(\.text) == [])
        #expect(text.split(separator: "\n").allSatisfy { VisibleText.escape("\($0)") == $0 })
        #expect(try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options()).exitCode == 0)
    }

    @Test func `head-room is rounded up and zero stays zero`() {
        func check(_ value: Double, _ measure: BudgetMeasure, _ expected: Double) {
            #expect(BudgetWriter.withHeadroom(value, measure) == expected, "\(value)")
        }
        check(0, .red, 0)
        check(1, .red, 2)
        check(10, .red, 11)
        check(104, .updatesPerInteraction, 115)
        check(0.5, .updatesPerInteraction, 1)
        check(0, .hangMs, 0)
        check(0.3, .p95Ms, 1.3)
        check(100, .hangMs, 120)
        check(5, .hitchRatio, 6)
        check(0.01, .hitchRatio, 0.1)
    }

    @Test func `what the trace cannot tell is left out and said`() throws {
        let text = try budget(
            try BudgetCheckTests.trace(Traces.updates("{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 1}"))
        ).text
        #expect(text.contains("// Left out: trace: hitch_ratio: the input has no lane of hitches\n"))
        #expect(!text.contains("\"hitch_ratio\"") && text.contains("\"red\": 0"))
    }
}
