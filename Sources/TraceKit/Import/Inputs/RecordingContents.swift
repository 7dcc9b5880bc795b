/// The table of contents of a recording: its runs, and of which tables each has rows to export.
struct RecordingContents {
    struct Run {
        var number: Int
        var schemas: Set<String> = []
    }

    private(set) var runs: [Run] = []

    init(path: String) throws(TraceError) {
        var reader = XMLReader(try ByteInput(path: path))
        guard try reader.next() == .start, reader.name.equals("trace-toc") else {
            throw reader.unexpected("<trace-toc>", at: reader.tagStart)
        }
        while try reader.nextChild() {
            guard reader.name.equals("run") else {
                try reader.skipElement()
                continue
            }
            // A run without a number is the next one: so it is counted in paths.
            let number = reader.attribute(named: "number").flatMap { Int($0.prefix(18).text) }
            runs.append(Run(number: number ?? (runs.last?.number ?? 0) + 1))
            try readTables(&reader)
        }
    }

    private mutating func readTables(_ reader: inout XMLReader) throws(TraceError) {
        let outer = reader.depth
        while true {
            switch try reader.next() {
            case .start where reader.name.equals("table"):
                if let schema = reader.attribute(named: "schema") { runs[runs.count - 1].schemas.insert(schema.text) }
            case .end where reader.depth < outer: return
            case .finish: return
            default: continue
            }
        }
    }

    /// The run asked for, else the lowest one that has one of these tables, with what it has of them.
    func choose(
        _ wanted: [String], run number: Int?, of recording: String
    ) throws(TraceError) -> (number: Int, schemas: [String]) {
        let present = runs.map { run in (number: run.number, schemas: wanted.filter { run.schemas.contains($0) }) }
        let numbers = Set(runs.map(\.number)).sorted().map { "\($0)" }.joined(separator: ", ")
        if let number, !runs.contains(where: { $0.number == number }) {
            throw TraceError(
                .usage, "the recording has no run \(number)", at: Place(file: recording), fix: "its runs: \(numbers)")
        }
        let useful = present.filter { !$0.schemas.isEmpty && ($0.number == number ?? $0.number) }
        if let run = useful.min(by: { $0.number < $1.number }) { return run }
        let what = number.map { "run \($0) of the recording" } ?? "the recording"
        let others = Set(present.filter { !$0.schemas.isEmpty }.map(\.number)).sorted().map { "\($0)" }
        throw TraceError(
            .input, "\(what) holds none of the tables that trace-analyze reads", at: Place(file: recording),
            fix: others.isEmpty
                ? "record with the SwiftUI template of Instruments"
                : "runs that have some: \(others.joined(separator: ", "))")
    }
}
