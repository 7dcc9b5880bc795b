import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Takes a file a part of the way through the engine and says what that took; `scripts/bench` drives it.
@main
struct TraceBench {
    private static let usage = """
        Usage: trace-bench COMMAND …

          parse FILE                   every token, no records
          records FILE                 every record, no analysis
          passes FILE [--runs N]       milliseconds of all passes, then of each (medians)
          store FILE DB                everything, into a new database

        """

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as TraceError {
            end("\(error.diagnostic.text)\n", code: 2)
        } catch {
            end("trace-bench: error: \(error)\n", code: 2)
        }
    }

    private static func run(_ words: [String]) throws {
        switch (words.first, words.count) {
        case ("parse", 2): print("\(try Workbench.parse(words[1])) tokens")
        case ("records", 2): print("\(try Workbench.records(words[1]).count) records")
        case ("passes", 2): try passes(words[1], runs: 5)
        case ("passes", 4) where words[2] == "--runs" && (Int(words[3]) ?? 0) > 0:
            try passes(words[1], runs: Int(words[3]) ?? 1)
        case ("store", 3):
            let loaded = try TracePipeline.load([words[1]], into: .file(words[2]), TracePipeline.Options())
            print("\(loaded.traceIDs.count) traces")
        default: end(usage, code: 64)
        }
    }

    /// The first line is the sum of the medians, in milliseconds; then one line a pass.
    private static func passes(_ path: String, runs: Int) throws {
        let imported = try Workbench.records(path)
        let stages = (0..<runs).map { _ in Workbench.passes(imported) }
        let names = stages[0].map(\.name)
        let medians = names.indices.map { index in
            stages.map { $0[index].duration / .milliseconds(1) }.sorted()[runs / 2]
        }
        print(rounded(medians.reduce(0, +)))
        for (name, median) in zip(names, medians) { print("\(rounded(median))\t\(name)") }
    }

    /// Three decimals.
    private static func rounded(_ value: Double) -> String {
        let thousandths = Int((value * 1_000).rounded())
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    private static func end(_ text: String, code: Int32) -> Never {
        var text = text
        text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(code)
    }
}
