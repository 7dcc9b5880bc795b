/// The table of contents of a recording: its runs, and of which tables each has rows to export.
struct RecordingContents {
    private let runs: [XctraceContents.Run]

    init(path: String) throws(TraceError) {
        var reader = XMLReader(try ByteInput(path: path))
        guard try reader.next() == .start, reader.name.equals("trace-toc") else {
            throw reader.unexpected("<trace-toc>", at: reader.tagStart)
        }
        var contents = XctraceContents()
        try contents.read(&reader) {}
        runs = contents.runs
    }

    /// The run asked for, else the lowest one that has tables that we read, with what it has of them.
    func choose(run number: Int?, of recording: String) throws(TraceError) -> (number: Int, schemas: [String]) {
        let present = runs.map { run in (number: run.number, schemas: RecordedTables.worth(of: run.schemas)) }
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
