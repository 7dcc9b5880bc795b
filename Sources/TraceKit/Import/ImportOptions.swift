/// The user's options for reading the inputs.
package struct ImportOptions: Sendable {
    /// Headings of a table by their field (`--map view="View Name"`).
    package var columnMap: [String: String] = [:]
    /// The format of the inputs; nil = it is recognised.
    package var format: InputFormat?
    /// Signposts whose intervals are view body updates (`--body-signposts`), besides those named `….body`.
    package var bodySignposts: [SignpostFilter] = []
    /// Whether signpost intervals may be bodies (`--body-signposts none` says that they are not).
    package var takesBodySignposts = true
    /// The run of an xctrace export to read; nil = the lowest.
    package var run: Int?
    /// The run from which the tables were exported, if known; its facts in a table of contents are used.
    var exportedRun: Int?
    /// Nanoseconds to add to the times of a file, by its name as given (`--offset FILE=MS`).
    package var offsets: [String: Int64] = [:]

    /// The options that matched something in the inputs.
    package var matches = OptionMatches()

    /// Whether an input is accepted that has a lane with only unreadable rows, or is only a table of contents; for
    /// commands that identify inputs.
    package var takesUnreadableLanes = false
    /// Whether the tables of recordings are only listed, with their numbers of rows.
    package var listsTables = false
    /// Whether SwiftUI's tables of a recording are read too: their plain columns, interpreted as in exports
    /// (`--experimental-swiftui`).
    package var guessesSwiftUI = false
    /// Asked whether to stop while a recording is read.
    var interruption: Interruption?
    /// The number of rejected rows from which the import fails; nil = any number, as long as some row was taken.
    package var rejectLimit: RejectLimit?

    package enum RejectLimit: Equatable, Sendable {
        case count(Int)
        /// A share of all rows seen.
        case percent(Int)

        /// Parses `20` or `5%`; nil for any other text.
        package init?(_ text: String) {
            let isPercent = text.hasSuffix("%")
            guard let number = Int(isPercent ? String(text.dropLast()) : text), number >= 0, !isPercent || number <= 100
            else {
                return nil
            }
            self = isPercent ? .percent(number) : .count(number)
        }

        func allows(_ rejected: Int, of seen: Int) -> Bool {
            switch self {
            case .count(let most): rejected <= most
            case .percent(let most): rejected * 100 <= most * seen
            }
        }
    }

    /// The reason why a table cannot have a column of this name (`--map`); nil if it can.
    package static func problem(ofField name: String) -> String? {
        guard CSVHeadings.mapped(0, "", to: name, FieldTable()) == nil else { return nil }
        return "'\(name.prefix(40))' is not a field\(NearestWord.hint(for: name, among: FieldTable.keys))"
    }

    /// Parses milliseconds, which may be negative, as nanoseconds; nil if it is no number.
    package static func offset(milliseconds text: String) -> Int64? {
        DecimalTime.nanoseconds(text, unit: .milliseconds)
    }

    /// The same options without notes about matches, for inputs that may be of another format.
    var unnoted: ImportOptions {
        var options = self
        options.matches = OptionMatches()
        return options
    }

    package init() {}
}

/// A format that the user states for the inputs (`--input-format`), instead of recognition.
package struct InputFormat: Sendable {
    package let name: String

    /// The names listed by `trace-analyze formats`.
    package static var names: [String] { Importers.all.map { $0.name } + [RecordedTables.nativeFormat] }

    package init?(_ name: String) {
        guard Self.names.contains(name) else { return nil }
        self.name = name
    }

    private var importer: (any Importer.Type)? { Importers.all.first { $0.name == name } }

    /// The importer that reads a file as this format.
    func importer(for file: String) throws(TraceError) -> any Importer.Type {
        if let importer { return importer }
        throw TraceError(
            .input, "'\(name)' is a recording of Instruments (App.trace), and this is a file", at: Place(file: file),
            fix: "leave --input-format out")
    }

    /// Throws if a recording of Instruments is to be read in another format.
    func checkRecording(_ path: String) throws(TraceError) {
        guard ![RecordedTables.nativeFormat, XctraceImporter.name].contains(name) else { return }
        throw TraceError(
            .input, "this is a recording of Instruments, not \(name)", at: Place(file: path),
            fix: "leave --input-format out")
    }

    /// Whether a file of a directory is of this format; others are left out.
    func isFound(in input: ByteInput, _ options: ImportOptions) throws(TraceError) -> Bool {
        guard let importer else { return false }
        if importer.recognizes(try input.head(), options) { return true }
        return try FormatSearch.importer(for: input, options, among: [importer]) != nil
    }

    /// The error for an input without anything in the format.
    func nothingFound(in file: String) -> TraceError {
        TraceError(
            .input, "nothing in this input is \(name)", at: Place(file: file),
            fix: "leave --input-format out to have the format recognised, or name another one (trace-analyze formats)")
    }
}
