/// A format that the user says the inputs are of (`--input-format`), instead of having it recognised.
public struct InputFormat: Sendable {
    public let name: String

    /// The names that `trace-analyze formats` lists.
    public static var names: [String] { Importers.all.map { $0.name } + [RecordedTables.nativeFormat] }

    public init?(_ name: String) {
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
