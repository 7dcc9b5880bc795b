import TraceKit

/// `export --to parquet`: writes inputs to a folder of fact tables and prints one result line per input.
struct FleetRun {
    static let name = "parquet"
    static let options: [CommandSpec.Option] = [
        .init(
            name: "inputs", value: "-", help: "parquet: read paths from standard input; prints one result line each"),
        .init(name: "facts", value: "LIST", help: "parquet: only these fact tables, comma-separated"),
        .init(name: "plain", value: nil, help: "parquet: avoid encodings that Spark before 3.3 cannot read"),
    ]

    private let target: FleetTarget
    private let pipeline: TracePipeline.Options
    private let console: Console

    init(_ arguments: Arguments, _ console: Console) throws {
        guard let root = arguments.value("output") else {
            throw UsageError("'--to parquet' needs a folder for the fact tables: --output DIR")
        }
        var target = FleetTarget(root: root)
        if let list = arguments.value("facts") {
            let names = list.split(separator: ",").map(String.init)
            for name in names where !FleetTarget.factNames.contains(name) {
                throw UsageError(unknown: "fact", name, among: FleetTarget.factNames)
            }
            target.facts = Set(names)
        }
        target.usesDelta = !arguments.has("plain")
        target.version = TraceAnalyze.version
        pipeline = try SharedOptions.pipelineOptions(arguments, console)
        (self.target, self.console) = (target, console)
    }

    /// Exit code 0 once every input has a result line; 2 if an input named on the command line failed.
    func run(_ arguments: Arguments) throws -> Int32 {
        if let source = arguments.value("inputs") {
            guard source == "-", arguments.positional.isEmpty else {
                throw UsageError("'--inputs -' reads the paths from standard input: give no INPUT with it")
            }
            try target.open()
            try eachLine { path in try answer(path) }
            return 0
        }
        guard !arguments.positional.isEmpty else { throw UsageError("give at least one INPUT, or --inputs -") }
        try target.open()
        var failed = false
        for input in arguments.positional { if try !answer(input) { failed = true } }
        return failed ? 2 : 0
    }

    /// Prints the result line of an input and returns whether it could be read. Throws if the folder cannot be written.
    @discardableResult
    private func answer(_ input: String) throws -> Bool {
        let loaded: TracePipeline.Loaded
        do throws(TraceError) {
            var options = pipeline
            options.progress = { _ in }
            loaded = try TracePipeline.load([input], into: .temporary, options)
        } catch {
            if error.kind == .interrupted { throw error }
            console.print(
                FleetAnswer.failed(error.diagnostic.text).line(input: pipeline.shown(input)) + "\n", as: .json)
            return false
        }
        for trace in loaded.traceIDs {
            let name = pipeline.shown(input) + (loaded.traceIDs.count > 1 ? "#\(trace)" : "")
            console.print(try target.write(loaded.store, trace: trace).line(input: name) + "\n", as: .json)
        }
        return true
    }

    /// Visits the non-empty lines of standard input as they arrive.
    private func eachLine(_ visit: (String) throws -> Void) throws {
        var (rest, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        func visitLine(_ line: some Sequence<UInt8>) throws {
            let text = String(decoding: Array(line), as: UTF8.self)
            if !text.isEmpty { try visit(text) }
        }
        while true {
            let count = read(0, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += block[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try visitLine(rest[..<end])
                rest.removeSubrange(...end)
            }
        }
        try visitLine(rest)
    }
}
