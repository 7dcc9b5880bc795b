/// What the user can say about reading the inputs.
package struct ImportOptions: Sendable {
    /// Headings of a table by their field (`--map view="View Name"`).
    package var columnMap: [String: String] = [:]
    /// What the inputs are read as; nil = as what they are recognised to be.
    package var format: InputFormat?
    /// Signpost intervals of these are view body updates (`--body-signposts`), besides those named `….body`.
    package var bodySignposts: [SignpostFilter] = []
    /// Whether signpost intervals may be bodies at all (`--body-signposts none` says that they are not).
    package var takesBodySignposts = true
    /// The run of an xctrace export to read; nil = the lowest.
    package var run: Int?
    /// The run that the tables were exported of, where that is known: what a table of contents says of it counts.
    var exportedRun: Int?
    /// Nanoseconds to add to the times of a file, by its name as given (`--offset FILE=MS`).
    package var offsets: [String: Int64] = [:]

    /// Which of these options had anything to do with what was read.
    package var matches = OptionMatches()

    /// Whether an input is taken although there is a lane with rows of which none could be read, or nothing but a table of
    /// contents: for those who only want to know what it is.
    package var takesUnreadableLanes = false
    /// Whether of recordings the tables are listed, with their numbers of rows, and no row is read.
    package var listsTables = false
    /// Whether SwiftUI's tables of a recording are read too: their plain columns, by what exports have in them
    /// (`--experimental-swiftui`).
    package var guessesSwiftUI = false
    /// Asked whether to stop while a recording is read.
    var interruption: Interruption?
    /// How many rows may be rejected before the import fails; nil = any number, as long as something was taken.
    package var rejectLimit: RejectLimit?

    package enum RejectLimit: Equatable, Sendable {
        case count(Int)
        /// Of all rows seen.
        case percent(Int)

        /// `20` or `5%`; nil for anything else.
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

    /// Why a table cannot have a column of this name (`--map`); nil where it can.
    package static func problem(ofField name: String) -> String? {
        guard CSVHeadings.mapped(0, "", to: name, FieldTable()) == nil else { return nil }
        return "'\(name.prefix(40))' is not a field\(NearestWord.hint(for: name, among: FieldTable.keys))"
    }

    /// Milliseconds, which may be negative, as nanoseconds; nil for anything that is no number.
    package static func offset(milliseconds text: String) -> Int64? {
        DecimalTime.nanoseconds(text, unit: .milliseconds)
    }

    /// The same, of which nothing is noted: for looking at what may turn out to be of another format.
    var unnoted: ImportOptions {
        var options = self
        options.matches = OptionMatches()
        return options
    }

    package init() {}
}

/// A format that the user says the inputs are of (`--input-format`), instead of having it recognised.
package struct InputFormat: Sendable {
    package let name: String

    /// The names that `trace-analyze formats` lists.
    package static var names: [String] { Importers.all.map { $0.name } + [RecordedTables.nativeFormat] }

    package init?(_ name: String) {
        guard Self.names.contains(name) else { return nil }
        self.name = name
    }

    private var importer: (any Importer.Type)? { Importers.all.first { $0.name == name } }

    /// What reads a file as this format.
    func importer(for file: String) throws(TraceError) -> any Importer.Type {
        if let importer { return importer }
        throw TraceError(
            .input, "'\(name)' is a recording of Instruments (App.trace), and this is a file", at: Place(file: file),
            fix: "leave --input-format out")
    }

    /// Throws for a recording of Instruments that is to be read as something else.
    func checkRecording(_ path: String) throws(TraceError) {
        guard ![RecordedTables.nativeFormat, XctraceImporter.name].contains(name) else { return }
        throw TraceError(
            .input, "this is a recording of Instruments, not \(name)", at: Place(file: path),
            fix: "leave --input-format out")
    }

    /// Whether a file of a directory is of this format: those that are not are left out.
    func isFound(in input: ByteInput, _ options: ImportOptions) throws(TraceError) -> Bool {
        guard let importer else { return false }
        if importer.recognizes(try input.head(), options) { return true }
        return try FormatSearch.importer(for: input, options, among: [importer]) != nil
    }

    /// The error of an input that holds nothing of the format.
    func nothingFound(in file: String) -> TraceError {
        TraceError(
            .input, "nothing in this input is \(name)", at: Place(file: file),
            fix: "leave --input-format out to have the format recognised, or name another one (trace-analyze formats)")
    }
}
