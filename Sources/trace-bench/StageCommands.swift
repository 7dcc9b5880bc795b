import TraceKit

/// The commands that take a file a part of the way and say what that took.
enum StageCommands {
    static func parse(_ words: [String]) throws {
        print("\(try Workbench.parse(file(words))) tokens")
    }

    static func records(_ words: [String]) throws {
        print("\(try Workbench.records(file(words)).count) records")
    }

    /// The first line is the sum of the medians, in milliseconds; then one line a pass.
    static func passes(_ words: [String]) throws {
        var arguments = BenchArguments(words)
        let runs = max(1, try arguments.integer("--runs") ?? 5)
        let imported = try Workbench.records(file(arguments.positional))
        var stages: [[Workbench.Stage]] = []
        for _ in 0..<runs { stages.append(Workbench.passes(imported)) }
        printStages(stages)
    }

    static func store(_ words: [String]) throws {
        guard words.count == 2 else { throw BenchFailure("store needs a FILE and the DB to make") }
        let loaded = try TracePipeline.load([words[0]], into: .file(words[1]), TracePipeline.Options())
        print("\(loaded.traceIDs.count) traces")
    }

    private static func file(_ words: [String]) throws(BenchFailure) -> String {
        guard words.count == 1 else { throw BenchFailure("give one FILE") }
        return words[0]
    }

    private static func printStages(_ runs: [[Workbench.Stage]]) {
        guard let names = runs.first?.map(\.name) else { return }
        let medians = names.indices.map { index in
            runs.map { milliseconds($0[index].duration) }.sorted()[runs.count / 2]
        }
        print(rounded(medians.reduce(0, +)))
        for (name, median) in zip(names, medians) { print("\(rounded(median))\t\(name)") }
    }

    private static func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

    /// Three decimals.
    private static func rounded(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}
