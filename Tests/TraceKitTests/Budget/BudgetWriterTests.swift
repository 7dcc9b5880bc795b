import Foundation
import Testing

@testable import TraceKit

/// A trace in; a budget out that holds on that trace.
@Suite struct BudgetWriterTests {
    private func budget(_ trace: TraceFigures, isFull: Bool = false) throws -> (text: String, budget: BudgetFile) {
        var options = BudgetCheck.Options()
        options.isFull = isFull
        let text = try BudgetWriter.write(trace, options)
        return (text, try BudgetFile.read(Array(text.utf8), name: "b.json"))
    }

    private func sample(_ name: String) throws -> TraceFigures {
        let loaded = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/\(name)"], into: .temporary, TracePipeline.Options())
        return try #require(try loaded.figures().first)
    }

    @Test func `the budget of the small trace, one limit a line`() throws {
        let text = try budget(try BudgetCheckTests.trace(SmallTrace.json)).text
        try expectGolden(text, "budget.json")
        let numbers = text.split(separator: "\n").filter { line in
            line.contains(where: \.isNumber) && line.contains("\": ")
        }
        for line in numbers { #expect(line.split(separator: ":").count == 2, "\(line)") }
    }

    /// What is no limit: the notes of the file and of its parts.
    private func notes(_ object: Any?) -> [String] { ((object as? [String: Any])?["note"] as? [String]) ?? [] }

    @Test(
        arguments: [
            "landmarks-before.json", "landmarks-after.json", "signposts/landmarks-before.default.log",
            "xctrace/landmarks-before",
        ], [false, true])
    func `a limit far above its figure says why, in plain JSON`(_ name: String, _ isFull: Bool) throws {
        let trace = try sample(name)
        let (text, budget) = try budget(trace, isFull: isFull)
        // As programs read it that know no comments.
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(notes(json).count >= 3)
        let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
        for outcome in result.outcomes {
            guard let now = outcome.now, let limit = outcome.limit else { continue }
            let scope = json[outcome.scope.rawValue] as? [String: Any]
            let isWide = limit > now + max(now / 4, outcome.measure.rawValue.hasSuffix("share") ? 0.02 : 2) + 1e-6
            // A limit that several share is wide for the smaller ones without a note.
            guard isWide, outcome.scope == .trace else { continue }
            #expect(notes(scope).contains { $0.hasPrefix("\(outcome.measure.rawValue) ") }, "\(outcome.sentence)")
        }
    }

    @Test func `more than a quarter and two needs a reason`() {
        #expect(BudgetHeadroom.note(16, on: 14, .red) == nil)
        #expect(BudgetHeadroom.note(17, on: 14, .red) == nil)
        #expect(
            BudgetHeadroom.note(30, on: 14, .red)
                == "red 30: 14 in this trace; with so few rows, chance alone may make 16 more of that in an equal recording"
        )
        #expect(BudgetHeadroom.note(5, on: 0, .hitchRatio)?.hasSuffix("up to 5 ms/s Apple calls good") == true)
        #expect(BudgetHeadroom.note(0.07, on: 0.05, .selfShare) == nil)
        #expect(BudgetHeadroom.note(0.2, on: 0.05, .selfShare) != nil)
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
        #expect(result.breaches.contains { $0.sentence.contains("unnecessary_per_interaction is 103, the limit is 2") })
    }

    @Test(arguments: [false, true]) func `the budget of the flawed app holds for the fixed one`(_ isFull: Bool) throws {
        let (_, budget) = try budget(try sample("landmarks-before.json"), isFull: isFull)
        let result = try BudgetCheck.run(
            budget, try sample("landmarks-after.json"), baseline: nil, BudgetCheck.Options())
        // What was mended is not called any more.
        #expect(result.outcomes.filter { ![.within, .skipped].contains($0.state) }.map(\.sentence) == [])
    }

    @Test func `breaches stand by problem, counts by unnecessary updates and time by what takes long`() throws {
        let (_, budget) = try budget(try sample("landmarks-after.json"), isFull: true)
        let result = try BudgetCheck.run(
            budget, try sample("landmarks-before.json"), baseline: nil, BudgetCheck.Options())
        #expect(result.groups.first?.problem?.kind == "fan-out")
        for group in result.groups {
            guard let problem = group.problem else { continue }
            #expect(group.title == problem.title && !problem.why.isEmpty && !problem.fix.isEmpty)
            let counts = group.outcomes.contains { result.outcomes[$0].measure.isOfUpdates }
            #expect(!counts || problem.isWaste, "\(problem.title)")
        }
        #expect(result.groups.contains { $0.problem?.kind == "expensive-call" })
        #expect(Set(result.groups.map(\.title)).count == result.groups.count)
        #expect(result.groups.count * 2 < result.breaches.count)
        #expect(result.groups.flatMap(\.outcomes).sorted() == Array(result.breaches.indices))
    }

    @Test func `hostile names and random traces come back whole`() throws {
        for seed in 0..<20 {
            let trace = try BudgetCheckTests.trace(RandomTrace(seed: seed).json())
            let budget = try budget(trace, isFull: seed % 2 == 0).budget
            #expect(budget.errors.map(\.text) == [], "seed \(seed)")
            let result = try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options())
            #expect(result.exitCode == 0, "seed \(seed): \(result.outcomes.first?.sentence ?? "")")
        }
        let trace = try BudgetCheckTests.trace(HostileBudget.trace)
        let (text, budget) = try budget(trace, isFull: true)
        #expect(budget.errors.map(\.text) == [])
        #expect(text.split(separator: "\n").allSatisfy { VisibleText.escape("\($0)") == $0 })
        #expect(try BudgetCheck.run(budget, trace, baseline: nil, BudgetCheck.Options()).exitCode == 0)
    }

    @Test func `headroom is what chance makes of a figure, at least a floor, rounded up`() {
        func check(_ value: Double, _ measure: BudgetMeasure, chance: Double? = nil, _ expected: Double) {
            #expect(BudgetHeadroom.limit(value, measure, chance: chance) == expected, "\(measure) \(value)")
        }
        check(0, .red, 0)
        check(1, .red, 2)
        check(10, .red, chance: 13.4, 24)
        check(0, .orange, 2)
        check(0, .updatesPerInteraction, 2)
        check(104, .updatesPerInteraction, 115)
        check(104, .updatesPerInteraction, chance: 43.2, 148)
        check(0, .hangMs, 0)
        check(100, .hangMs, 120)
        check(0.3, .p95Ms, 1.3)
        check(0, .hitchRatio, 5)
        check(5, .hitchRatio, 6)
        check(0.2, .selfShare, 0.22)
        check(0.99, .selfShare, 1)
        check(3, .rejects, 3)
    }

    @Test func `what the trace cannot tell is left out and said`() throws {
        let text = try budget(
            try BudgetCheckTests.trace(Traces.updates("{\"view\": \"Row\", \"start_ns\": 0, \"duration_ns\": 1}"))
        ).text
        #expect(text.contains("    \"Left out: trace: hitch_ratio: the input has no lane of hitches\""))
        #expect(!text.contains("\"hitch_ratio\"") && text.contains("\"red\": 0"))
    }
}
