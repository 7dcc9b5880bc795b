/// A reader of one format: bytes to records.
///
/// Adding a format is one file with one of these and one line in `Importers.all`. An importer recognises its
/// format by content alone. A bad row is rejected with its reason and reading goes on; it throws only where
/// nothing further can be read.
protocol Importer {
    /// The format's name, lower-case with dashes.
    static var name: String { get }
    /// One line on what the format is.
    static var summary: String { get }
    /// What a line of it looks like.
    static var example: String { get }
    /// What to do about a file none of whose rows could be taken.
    static var remedy: String { get }
    /// What is read of it, in lines: its tables and their columns, or the fields of its rows.
    static var fields: [String] { get }
    /// Whether files of this format are tables, of which a trace has several.
    static var isPartial: Bool { get }
    /// The tables that a file begins with, of such a format: two with the same one are of two traces.
    static func tables(in head: ByteSlice, _ options: ImportOptions) -> Set<String>
    /// When a file is read, by its first bytes: those of one trace come in order of their turns, equal ones as given.
    static func turn(_ head: ByteSlice) -> Int
    /// Whether the user can move its times (`--offset`).
    static var usesOffset: Bool { get }
    /// How the format is found where the first bytes of an input are of none.
    static var search: FormatSearch.Ways { get }
    /// Whether the first bytes of an input (up to 64 KiB) are of this format.
    static func recognizes(_ head: ByteSlice) -> Bool
    /// The same where the user has a say in it (headings of tables).
    static func recognizes(_ head: ByteSlice, _ options: ImportOptions) -> Bool

    init()
    /// Reads one input into the builder. Called once for every file of a trace.
    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError)
    /// Called once after the last file.
    mutating func finish(_ builder: TraceBuilder) throws(TraceError)
}

extension Importer {
    static var remedy: String { "correct the file or export it again" }
    static var fields: [String] { [] }
    static var isPartial: Bool { false }
    static func tables(in head: ByteSlice, _ options: ImportOptions) -> Set<String> { [] }
    static func turn(_ head: ByteSlice) -> Int { 0 }
    static var usesOffset: Bool { false }
    static var search: FormatSearch.Ways { [] }
    static func recognizes(_ head: ByteSlice, _ options: ImportOptions) -> Bool { recognizes(head) }
    mutating func finish(_ builder: TraceBuilder) throws(TraceError) {}
}

enum Importers {
    /// All formats, in the order in which they are tried.
    static var all: [any Importer.Type] {
        [
            ChromeTraceImporter.self,
            InstrumentsCopyImporter.self,
            MetricKitImporter.self,
            XCTestMetricsImporter.self,
            UnifiedLogJSONImporter.self,
            TraceKitNDJSONImporter.self,
            TraceKitJSONImporter.self,
            XctraceImporter.self,
            TraceKitCSVImporter.self,
            UnifiedLogTextImporter.self,
            SampleTextImporter.self,
            SpindumpImporter.self,
            CrashReportImporter.self,
            PrintChangesImporter.self,
            AppLogJSONImporter.self,
            CollapsedStacksImporter.self,
            AppLogImporter.self,
        ]
    }
}
