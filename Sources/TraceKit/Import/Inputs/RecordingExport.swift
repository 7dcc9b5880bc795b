/// Exports the tables we read from a recording of Instruments (`App.trace`) with `xcrun xctrace export`, where that
/// is installed; elsewhere it says what to run on a Mac.
struct RecordingExport {
    /// What was exported now. Whatever else lies beside it is not read.
    private(set) var files: [String] = []
    /// The run that the tables are of.
    private(set) var run = 1
    private let folder: ExportFolder
    private let interruption: Interruption
    private static let contents = "toc.xml"

    /// Whether what exports recordings is installed.
    static var isAvailable: Bool { ChildProcess.find("xcrun") != nil }

    /// Exports into a folder below `keep`, or into a temporary one that `remove` deletes.
    /// `isAskedFor`: nothing else will do.
    init(
        _ recording: String, run: Int?, keep: String?, isAskedFor: Bool = false, _ interruption: Interruption,
        progress: (String) -> Void
    ) throws(TraceError) {
        guard let xcrun = ChildProcess.find("xcrun") else {
            throw Self.missingTool(recording, run, isAskedFor: isAskedFor)
        }
        self.interruption = interruption
        if let keep {
            folder = try ExportFolder(of: recording, below: keep, interruption)
        } else {
            folder = try ExportFolder(interruption)
        }
        do throws(TraceError) {
            let names = try export(recording, run: run, xcrun, progress)
            let all = [Self.contents] + RecordedTables.schemas.map(Self.fileName)
            files = try folder.settle(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, of: all)
        } catch {
            remove()
            throw error
        }
    }

    func remove() { folder.remove() }

    // MARK: Exporting

    /// Returns the names of the files.
    private mutating func export(
        _ recording: String, run number: Int?, _ xcrun: String, _ progress: (String) -> Void
    ) throws(TraceError) -> [String] {
        progress("reading the table of contents of \(recording)")
        let input = ["xctrace", "export", "--input", Self.operand(recording)]
        let contents = "\(folder.path)/\(Self.contents)"
        try launch(xcrun, input + ["--toc", "--output", Self.operand(contents)], recording)
        let wanted = try RecordingContents(path: contents).choose(run: number, of: recording)
        run = wanted.number
        for (index, schema) in wanted.schemas.enumerated() {
            progress("exporting \(schema) (\(index + 1) of \(wanted.schemas.count))")
            let path = RecordedTables.path(schema, run: Int64(run))
            let table = "\(folder.path)/\(Self.fileName(schema))"
            try launch(xcrun, input + ["--xpath", path, "--output", Self.operand(table)], recording)
        }
        return [Self.contents] + wanted.schemas.map(Self.fileName)
    }

    private static func fileName(_ schema: String) -> String { "\(schema).xml" }

    /// A path as an argument: what begins with a dash would be taken for an option.
    private static func operand(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

    private func launch(_ tool: String, _ arguments: [String], _ recording: String) throws(TraceError) {
        var process: pid_t = 0
        let code = interruption.guarding { leftovers in
            let code: Int32
            (process, code) = ChildProcess.start(tool, arguments, output: .errors)
            if code == 0 { leftovers.children.insert(process) }
            return code
        }
        var status: Int32 = 0
        if code == 0 { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
        _ = interruption.guarding { $0.children.remove(process) }
        try interruption.check()
        guard code == 0, status == 0 else {
            throw TraceError(
                .input,
                "xcrun xctrace export failed (\(code == 0 ? "status \(status >> 8 & 0xFF)" : String(cString: strerror(code))))",
                at: Place(file: recording),
                fix: "run it by hand: xcrun \(arguments.map { ShellWord.quote($0) }.joined(separator: " "))")
        }
    }

    // MARK: Files

    private static func missingTool(_ recording: String, _ run: Int?, isAskedFor: Bool) -> TraceError {
        let name = ShellWord.quote(operand(recording))
        let tables = RecordedTables.usual.joined(separator: " ")
        return TraceError(
            isAskedFor ? .usage : .input,
            "this is a recording of Instruments, and 'xcrun' is not installed here to \(isAskedFor ? "export" : "read") it",
            at: Place(file: recording),
            fix: """
                on a Mac with Xcode, run
                    mkdir -p exports
                    xcrun xctrace export --input \(name) --toc --output exports/toc.xml
                    for t in \(tables); do
                      xcrun xctrace export --input \(name) --xpath "/trace-toc/run[@number=\\"\(run ?? 1)\\"]/data/table[@schema=\\"$t\\"]" \
                --output exports/$t.xml
                    done
                and then: trace-analyze report exports
                """)
    }
}

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

    static func noRun(_ number: Int, _ recording: String, _ numbers: String) -> TraceError {
        TraceError(
            .usage, "the recording has no run \(number)", at: Place(file: recording), fix: "its runs: \(numbers)")
    }

    /// The run asked for, else the lowest one that has tables that we read, with what it has of them.
    func choose(run number: Int?, of recording: String) throws(TraceError) -> (number: Int, schemas: [String]) {
        let present = runs.map { run in (number: run.number, schemas: RecordedTables.worth(of: run.schemas)) }
        let numbers = Set(runs.map(\.number)).sorted().map { "\($0)" }.joined(separator: ", ")
        if let number, !runs.contains(where: { $0.number == number }) {
            throw Self.noRun(number, recording, numbers)
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

/// Who reads a recording of Instruments.
package enum RecordingReader: Sendable {
    /// We do, unless it holds tables that only `xcrun xctrace export` can tell of and that is installed here.
    case automatic
    case native, xcrun

    /// Whether `xcrun` is to read it.
    func exports(_ recording: String) -> Bool {
        switch self {
        case .native: return false
        case .xcrun: return true
        case .automatic:
            let files = BundleFiles(folder: recording)
            // That is said whether or not something else could export it.
            if BundleAge.problem(files) != nil { return false }
            let runs = BundleTables.runs(files)
            // What looks like no recording at all is left to those who know them best.
            if runs.isEmpty { return !BundleFiles.isBundle(recording) }
            return RecordingExport.isAvailable && runs.contains { Self.holdsSwiftUI(files, $0) }
        }
    }

    private static func holdsSwiftUI(_ files: BundleFiles, _ run: Int) -> Bool {
        guard let tables = try? BundleTables(files, run: run).tables else { return false }
        return tables.contains { table in
            RecordedTables.isSwiftUI(table.schema) && (try? BundleStore(files, table).rowCount) ?? 1 > 0
        }
    }
}
