/// What a console shows: what `Self._printChanges()` printed, one line for each time a body ran, and lines of the log, as
/// Xcode writes them.
///
/// Printed lines have no time: each is an update of its own, or evidence for an update of another file of the trace
/// (see `BodyEvidence`). What frameworks complain of is a line of the log without a time. Lines of the log, those of `_logChanges` among them, keep their time and are the lane of logs.
/// Whatever else the app printed between them is left out by a named rule.
struct PrintChangesImporter: Importer {
    static let name = "print-changes"
    static let summary = "console lines: Self._printChanges(), frameworks' complaints, and the log as Xcode shows it"
    static let search: FormatSearch.Ways = .lines
    static let example = #"LandmarkRow: @self, _isFavorite changed."#

    init() {}

    /// At least one line that hardly anything but SwiftUI prints, or one that shows its time as Xcode does.
    static func recognizes(_ head: ByteSlice) -> Bool { HeadLines(head).contains(where: isTelling) }

    private static func isTelling(_ line: ByteSlice) -> Bool {
        if let prefix = ConsolePrefix(line) {
            return prefix.changes != nil || prefix.hasThread && !isOfLog(line, prefix)
        }
        if let metadata = ConsoleMetadata(line) { return metadata.time != nil }
        return PrintChangesLine(line)?.isUnmistakable == true || KnownComplaints.match(line.buffer) != nil
    }

    /// Whether a line is one of `log show`, damaged or in a style that is not read.
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
