/// Console output: lines printed by `Self._printChanges()`, one for each evaluation of a body, and log lines in Xcode's
/// format.
///
/// Printed lines have no time: each becomes an update, or evidence for an update in another file of the trace (see
/// `BodyEvidence`). Complaints of frameworks become log lines without a time. Log lines, including those of
/// `_logChanges`, keep their time and form the lane of logs. Other output of the app is skipped by a named rule.
struct PrintChangesImporter: Importer {
    static let name = "print-changes"
    static let summary = "console lines: Self._printChanges(), frameworks' complaints, and the log as Xcode shows it"
    static let search: FormatSearch.Ways = .lines
    static let example = #"LandmarkRow: @self, _isFavorite changed."#

    init() {}

    /// Whether at least one line is typical of SwiftUI, or shows its time as Xcode does.
    static func recognizes(_ head: ByteSlice) -> Bool { HeadLines(head).contains(where: isTelling) }

    private static func isTelling(_ line: ByteSlice) -> Bool {
        if let prefix = ConsolePrefix(line) {
            return prefix.changes != nil || prefix.hasThread && !isOfLog(line, prefix)
        }
        if let metadata = ConsoleMetadata(line) { return metadata.time != nil }
        return PrintChangesLine(line)?.isUnmistakable == true || KnownComplaints.match(line.buffer) != nil
    }

    /// Whether a line is from `log show`, but damaged or in an unsupported style.
    private static func isOfLog(_ line: ByteSlice, _ prefix: ConsolePrefix) -> Bool {
        LogLine.hasColumns(line) || JSONHead.contains(prefix.message, "[spid ")
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        let console = ConsoleReader(builder)
        defer { console.finish(file: input.name) }
        while let line = try reader.next() {
            do throws(RowProblem) {
                try console.take(line)
            } catch {
                builder.rowsSeen += 1
                builder.reject(error, at: reader.place(line), raw: line.bytes.prefix(200).text)
            }
            if !line.isTerminated, reader.looksCut(line) { builder.noteCutLine(at: reader.place(line)) }
        }
    }
}
