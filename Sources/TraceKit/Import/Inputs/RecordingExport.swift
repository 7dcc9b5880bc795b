/// Exports the supported tables of a recording of Instruments (`App.trace`) with `xcrun xctrace export`, if that is
/// installed; otherwise says what to run on a Mac.
struct RecordingExport {
    /// The files exported now. Other files beside them are not read.
    private(set) var files: [String] = []
    /// The run of the tables.
    private(set) var run = 1
    /// Warnings about tables of the recording that could not be exported.
    private(set) var warnings: [Diagnostic] = []
    private let recording: String
    private let tool: XctraceTool
    private let folder: ExportFolder
    private let interruption: Interruption
    private let progress: (String) -> Void
    /// The number of tries that hung.
    private var hangs = 0
    private static let contents = "toc.xml"

    /// Exports into a folder below `keep`, or into a temporary one that `remove` deletes. `isAskedFor`: there is no
    /// alternative.
    init(
        _ recording: String, run: Int?, keep: String?, isAskedFor: Bool = false, _ tool: XctraceTool,
        _ interruption: Interruption, progress: @escaping (String) -> Void
    ) throws(TraceError) {
        guard tool.xcrun != nil else { throw Self.missingTool(recording, run, isAskedFor: isAskedFor) }
        (self.recording, self.tool, self.interruption, self.progress) = (recording, tool, interruption, progress)
        if let keep {
            folder = try ExportFolder(of: recording, below: keep, interruption)
        } else {
            folder = try ExportFolder(interruption)
        }
        do throws(TraceError) {
            let names = try export(run: run)
            let all = [Self.contents] + RecordedTables.schemas.map(Self.fileName)
            files = try folder.settle(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, of: all)
        } catch {
            remove()
            throw error
        }
    }

    func remove() { folder.remove() }

    // MARK: Exporting

    private typealias Table = (schema: String, outcome: ExportOutcome)

    /// Exports the tables. Returns the names of the files.
    private mutating func export(run number: Int?) throws(TraceError) -> [String] {
        progress("reading the table of contents of \(recording)")
        let contents = try export(["--toc"], "the table of contents", into: Self.contents, root: "trace-toc")
        guard contents.hasFile else { throw failure(contents, ["--toc"], Self.contents) }
        let listed = try RecordingContents(path: "\(folder.path)/\(Self.contents)")
        let wanted = try listed.choose(run: number, of: recording)
        run = wanted.number
        var tables: [Table] = []
        for (index, schema) in wanted.schemas.enumerated() {
            progress("exporting \(schema) (\(index + 1) of \(wanted.schemas.count))")
            let isHopeless = hangs > tool.limits.tries || tables.contains { $0.outcome == .unfinished }
            let outcome =
                isHopeless
                ? .crashed(.notTried)
                : try export(xpath(schema), schema, into: Self.fileName(schema), root: "trace-query-result")
            tables.append((schema, outcome))
        }
        if let first = tables.first(where: { !$0.outcome.hasFile }) {
            guard tables.contains(where: { $0.outcome.hasFile }) else {
                throw failure(first.outcome, xpath(first.schema), Self.fileName(first.schema))
            }
            warnings.append(warning(tables, first))
        }
        let others = RecordedTables.usual.filter { !wanted.schemas.contains($0) }
        progress(summary(tables + others.map { ($0, .notRecorded) }))
        return [Self.contents] + tables.filter { $0.outcome.hasFile }.map { Self.fileName($0.schema) }
    }

    private static func fileName(_ schema: String) -> String { "\(schema).xml" }

    private func xpath(_ schema: String) -> [String] { ["--xpath", RecordedTables.path(schema, run: Int64(run))] }

    private func arguments(_ what: [String], into file: String) -> [String] {
        ["export", "--input", XctraceTool.operand(recording)] + what + ["--output", XctraceTool.operand(file)]
    }

    /// Exports one table. A crashed export is repeated, because the next try often works; truncated files are never
    /// kept.
    private mutating func export(
        _ what: [String], _ title: String, into name: String, root: StaticString
    ) throws(TraceError) -> ExportOutcome {
        let file = "\(folder.path)/\(name)"
        var number = 1
        while true {
            let outcome = try tryOnce(what, into: file, root)
            if !outcome.hasFile { Interruption.delete(file) }
            guard case .crashed(let crash) = outcome else { return outcome }
            if crash.isHung { hangs += 1 }
            if number == tool.limits.tries || hangs > tool.limits.tries { return outcome }
            number += 1
            progress("the export of \(title) crashed (\(crash.words)): try \(number) of \(tool.limits.tries)")
        }
    }

    private func tryOnce(
        _ what: [String], into file: String, _ root: StaticString
    ) throws(TraceError) -> ExportOutcome {
        var (size, grew, hung): (off_t, Duration, Duration?) = (0, .zero, nil)
        let limit = tool.limits.silence
        let run = try ChildRun(
            tool.xcrun ?? "", ["xctrace"] + arguments(what, into: file), interruption, say: progress
        ) { moment in
            var status = stat()
            if stat(file, &status) == 0, status.st_size != size { (size, grew) = (status.st_size, moment.elapsed) }
            guard moment.elapsed - grew > limit else { return nil }
            hung = limit
            return SIGKILL
        }
        return ExportOutcome(run, file: file, root: root, hung: hung)
    }

    // MARK: Messages

    private func summary(_ tables: [Table]) -> String {
        var text = "exported \(Decimal.counted(tables.count { $0.outcome.hasFile }, "table"))"
        for (outcome, words) in [(ExportOutcome.empty, "empty"), (.notRecorded, "not recorded")] {
            let names = tables.filter { $0.outcome == outcome }.map(\.schema)
            if !names.isEmpty { text += "; \(words): \(names.joined(separator: ", "))" }
        }
        return text
    }

    private func warning(_ tables: [Table], _ first: Table) -> Diagnostic {
        let missing = tables.compactMap { table in
            table.outcome.problem(tries: tool.limits.tries).map { "\(table.schema) (\($0))" }
        }
        let count = missing.count == 1 ? "a table" : "\(missing.count) tables"
        return Diagnostic(
            .warning, at: Place(file: recording),
            "\(count) of the recording could not be exported and \(missing.count == 1 ? "is" : "are") missing here: "
                + missing.joined(separator: ", "),
            fix: remedy(first.outcome, xpath(first.schema), Self.fileName(first.schema)))
    }

    /// The advice about a failed export.
    private func remedy(_ outcome: ExportOutcome, _ what: [String], _ name: String) -> String {
        if outcome == .unfinished { return "record again, and wait until the recording is saved" }
        var again = "run it by hand"
        if case .crashed = outcome { again = "try again, which often works, or run it by hand" }
        return "\(again): \(XctraceTool.command(arguments(what, into: name)))"
    }

    private func failure(_ outcome: ExportOutcome, _ what: [String], _ name: String) -> TraceError {
        let reason = outcome.problem(tries: tool.limits.tries) ?? ""
        let message = outcome == .unfinished ? reason : "xcrun xctrace export failed (\(reason))"
        return TraceError(.input, message, at: Place(file: recording), fix: remedy(outcome, what, name))
    }

    // MARK: Files

    private static func missingTool(_ recording: String, _ run: Int?, isAskedFor: Bool) -> TraceError {
        let name = ShellWord.quote(XctraceTool.operand(recording))
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

/// The table of contents of a recording: its runs, and the tables with rows of each.
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

    /// Chooses the requested run, otherwise the lowest one with supported tables. Returns these, too.
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

/// The program that reads a recording of Instruments.
package enum RecordingReader: Sendable {
    /// This library, unless the recording has tables that only `xcrun xctrace export` can read and that is installed.
    case automatic
    case native, xcrun

    /// Whether `xcrun` reads it.
    func exports(_ recording: String, _ tool: XctraceTool = XctraceTool()) -> Bool {
        switch self {
        case .native: return false
        case .xcrun: return true
        case .automatic:
            let files = BundleFiles(folder: recording)
            // A recording that is too old is reported even if `xctrace` could export it.
            if BundleAge.problem(files) != nil { return false }
            let runs = BundleTables.runs(files)
            // An input that does not look like a recording is left to `xctrace`.
            if runs.isEmpty { return !BundleFiles.isBundle(recording) }
            return tool.xcrun != nil && runs.contains { Self.holdsSwiftUI(files, $0) }
        }
    }

    private static func holdsSwiftUI(_ files: BundleFiles, _ run: Int) -> Bool {
        guard let tables = try? BundleTables(files, run: run).tables else { return false }
        return tables.contains { table in
            RecordedTables.isSwiftUI(table.schema) && (try? BundleStore(files, table).rowCount) ?? 1 > 0
        }
    }
}
