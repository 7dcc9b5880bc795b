/// A reader of one format, from bytes to records.
///
/// To add a format, add one file with such a reader and one line to `Importers.all`. An importer recognises its format
/// by content alone. A bad row is rejected with its reason and reading goes on; it throws only if nothing more can be
/// read.
protocol Importer {
    /// The format's name, lower-case with dashes.
    static var name: String { get }
    /// A one-line description of the format.
    static var summary: String { get }
    /// An example line.
    static var example: String { get }
    /// The advice for a file whose rows were all rejected.
    static var remedy: String { get }
    /// The parts that are read, in lines: tables and their columns, or the fields of rows.
    static var fields: [String] { get }
    /// Whether files of this format are tables, of which a trace may have several.
    static var isPartial: Bool { get }
    /// The tables at the start of a file in a partial format: two files with the same one are of two traces.
    static func tables(in head: ByteSlice, _ options: ImportOptions) -> Set<String>
    /// The position of a file in the reading order of its trace, from its first bytes; equal ones are read as given.
    static func turn(_ head: ByteSlice) -> Int
    /// Whether the user can move its times (`--offset`).
    static var usesOffset: Bool { get }
    /// The way to find the format if the first bytes of an input do not show it.
    static var search: FormatSearch.Ways { get }
    /// Whether the first bytes of an input (up to 64 KiB) are of this format.
    static func recognizes(_ head: ByteSlice) -> Bool
    /// The same with the user's options (headings of tables).
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
