/// What the rows of a trace say against what the recording states of itself. Both are of one recording as a rule; where they
/// are not, the table of contents most often is that of another one.
extension TraceBuilder {
    /// Rows that begin so long after the stated end are no matter of rounding, or of how a recording stops.
    private static let tolerance: Int64 = 1_000_000_000

    func noteContradictions() {
        noteLateRows()
        noteOtherNumber()
    }

    /// Where rows begin after the stated end, the trace is as long as its rows: shares of a shorter time would be wrong.
    private func noteLateRows() {
        guard let stated = records.metadata.durationNs else { return }
        var (late, last): (Int, Int64) = (0, 0)
        records.forEachRow { start, _ in
            guard start > stated else { return }
            late += 1
            last = max(last, start)
        }
        guard last > stated.addingSaturating(Self.tolerance) else { return }
        warn(
            "the recording is stated to last \(Self.seconds(stated)), but \(Decimal.counted(late, "row")) "
                + "\(late == 1 ? "begins" : "begin") later, the last at \(Self.seconds(last)); "
                + "the rows are kept, and the trace is taken to be as long as they are")
        records.metadata.durationNs = nil
    }

    /// The process that is stated to be recorded, by a number that no row has while rows of its name have others.
    private func noteOtherNumber() {
        guard let name = records.metadata.process, let pid = records.metadata.pid else { return }
        let known = ProcessSum.all(of: records).map { ProcessName(names.text($0.process) ?? "") }
        guard !known.contains(where: { $0.pid == pid }) else { return }
        let others = known.filter { $0.name == name && $0.pid != nil }.map(\.text)
        guard let first = others.first else { return }
        let more = Decimal.more(of: others.count, listed: 1)
        warn(
            "the recording is stated to be of \(ProcessName(name, pid: pid).text), but no row is: "
                + "they are of \(first)\(more)")
    }

    private func warn(_ message: String) {
        // A recording that is read itself has no other table of contents.
        let isExported = !records.recordedTables.isEmpty && !records.formats.contains(RecordedTables.nativeFormat)
        records.warnings.append(
            Diagnostic(
                .warning, at: records.sourceFiles.first.map { Place(file: $0) }, message,
                fix: isExported
                    ? "if the table of contents is that of another recording, give the one of this recording" : nil))
    }

    private static func seconds(_ time: Int64) -> String { "\(Decimal.text(Double(time) / 1e9, digits: 2)) s" }
}
