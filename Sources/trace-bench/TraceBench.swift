import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A workbench for measuring: generates traces of any size, and runs single stages of the engine over files.
@main
struct TraceBench {
    static let usage = """
        Usage: trace-bench COMMAND …

          generate FORMAT RECORDS [--seed N] [--out FILE] [--bytes N]
              FORMAT: ndjson, json, csv, signposts (RECORDS = lines), xctrace, xctrace-updates;
              --bytes N stops behind the record with the N-th byte (not in json and xctrace)
          parse FILE                   every token, no records
          records FILE                 every record, no analysis
          passes FILE [--runs N]       milliseconds of all passes, then of each (medians)
          store FILE DB                everything, into a new database

        """

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let failure as BenchFailure {
            complain("trace-bench: error: \(failure.message)\n")
            exit(2)
        } catch let error as TraceError {
            complain("\(error.diagnostic.text)\n")
            exit(2)
        } catch {
            complain("trace-bench: error: \(error)\n")
            exit(2)
        }
    }

    private static func run(_ words: [String]) throws {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "generate": try generate(rest)
        case "parse": try StageCommands.parse(rest)
        case "records": try StageCommands.records(rest)
        case "passes": try StageCommands.passes(rest)
        case "store": try StageCommands.store(rest)
        default:
            complain(usage)
            exit(64)
        }
    }

    private static func complain(_ text: String) {
        var text = text
        text.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }

    private static func generate(_ words: [String]) throws {
        var arguments = BenchArguments(words)
        let seed = try arguments.integer("--seed") ?? 1
        let path = arguments.value("--out")
        var size = BenchSize()
        size.bytes = try arguments.integer("--bytes") ?? .max
        let positional = arguments.positional
        guard let word = positional.first, let format = BenchFormat(rawValue: word) else {
            let formats = BenchFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw BenchFailure("generate needs a FORMAT: \(formats)")
        }
        if positional.count > 1 {
            guard let records = Int(positional[1]), records >= 0 else {
                throw BenchFailure("RECORDS must be a whole number, found '\(positional[1])'")
            }
            size.records = records
        } else if size.bytes == .max {
            throw BenchFailure("say how many RECORDS")
        }
        if size.bytes != .max, format == .json || format == .xctrace {
            throw BenchFailure("'\(word)' has several tables and cannot be cut at a number of bytes")
        }
        try Generator.write(format, size, seed: UInt64(seed), to: try ByteWriter(creating: path))
    }
}
