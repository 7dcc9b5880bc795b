import Foundation

@testable import TraceKit

/// Traces from the text of documents in our own format, without files.
enum Traces {
    /// The records of one document, read as the pipeline reads it.
    static func records(
        _ json: String, name: String = "trace.json", _ options: ImportOptions = ImportOptions()
    ) throws -> TraceRecords {
        var assembly = TraceAssembly(options)
        let input = ByteInput(bytes: Array(json.utf8), name: name)
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        return try assembly.finish()
    }

    /// A temporary database that holds the documents, analysed.
    static func store(_ documents: String..., deadlines: Deadlines = .frame) throws -> TraceStore {
        try TraceStore.write(to: .temporary) { database throws(TraceError) in
            for document in documents { try write(document, deadlines, into: database) }
        }
    }

    static func store(_ json: String, analysis: AnalysisOptions) throws -> TraceStore {
        try TraceStore.write(to: .temporary) { database throws(TraceError) in
            try write(json, analysis, into: database)
        }
    }

    static func write(_ json: String, _ deadlines: Deadlines = .frame, into database: Database) throws(TraceError) {
        var options = AnalysisOptions()
        options.deadlines = deadlines
        try write(json, options, into: database)
    }

    private static func write(_ json: String, _ options: AnalysisOptions, into database: Database) throws(TraceError) {
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(json.utf8), name: "trace.json")
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        let records = try assembly.finish()
        _ = try TraceWriter.write(records, AnalysisPasses.run(records, options), importedAt: nil, into: database)
    }

    /// A document with these lanes: `updates(["{…}", "{…}"])`.
    static func updates(_ records: String...) -> String { document("updates", records) }

    static func document(_ lane: String, _ records: [String]) -> String {
        "{\"format\": \"tracekit\", \"version\": 1, \"\(lane)\": [\(records.joined(separator: ",\n"))]}"
    }
}

extension TraceStore {
    /// The rows of a query, cells joined by `|`, NULL as `-`.
    func rows(_ sql: String) throws -> [String] {
        try database.rows(sql).map { $0.map(\.plain).joined(separator: "|") }
    }
}

extension SQLValue {
    var plain: String {
        switch self {
        case .null: "-"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes)"
        }
    }
}

/// Runs `body` on the bytes of a text as the readers see them: with sixteen readable bytes behind.
func withSlice<Result>(_ text: String, _ body: (ByteSlice) throws -> Result) rethrows -> Result {
    try withSlice(bytes: Array(text.utf8), body)
}

func withSlice<Result>(bytes: [UInt8], _ body: (ByteSlice) throws -> Result) rethrows -> Result {
    let padded = Column<UInt8>()
    for byte in bytes { padded.append(byte) }
    padded.pad(to: bytes.count + ByteInput.padding, with: 0)
    return try body(ByteSlice(padded.base, bytes.count))
}

/// A small, seeded generator: the same numbers for the same seed everywhere.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 ^ 0xD1B5_4A32_D192_ED03 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
