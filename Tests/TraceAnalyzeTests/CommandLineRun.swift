import Foundation
import Testing

@testable import trace_analyze

/// One run of the tool inside this process, with what it wrote.
struct CommandLineRun {
    let code: Int32
    let output: String
    let errors: String

    /// `acceptedWrites`: after so many writes the reader of standard output is gone; nil = never.
    init(
        _ words: [String], width: Int = 100, isTerminal: Bool = false, environment: [String: String] = [:],
        acceptedWrites: Int? = nil, folder: String = "/"
    ) {
        let streams = Streams()
        let console = Console(
            output: { bytes in
                if let acceptedWrites, streams.writes >= acceptedWrites { return false }
                streams.writes += 1
                streams.output += bytes
                return true
            },
            errors: { bytes in
                streams.errors += bytes
                return true
            }, width: width, isTerminal: isTerminal, environment: environment, folder: folder)
        code = TraceAnalyze.run(words, console)
        output = String(decoding: streams.output, as: UTF8.self)
        errors = String(decoding: streams.errors, as: UTF8.self)
    }

    private final class Streams {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var writes = 0
    }
}

/// Holds the beginning of a stream against a text; a stream for which nothing is expected must be empty.
func expectBeginning(_ stream: String, _ expected: String, _ sourceLocation: SourceLocation) {
    let length = expected.isEmpty ? stream.count : expected.count
    #expect(String(stream.prefix(length)) == expected, sourceLocation: sourceLocation)
}

/// A folder for one test, with short ways to put files there.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "trace-analyze-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: self(name), atomically: false, encoding: .utf8)
        return self(name)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: self(name), encoding: .utf8) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Names the folder itself `DIR`, so that messages can be compared.
    func neutral(_ text: String) -> String { text.replacingOccurrences(of: path, with: "DIR") }
}

/// Documents that the tests import.
enum Samples {
    /// Two views: `Row` with one red, one orange and one gray update, `Header` with one gray.
    static let small = """
        {"format": "tracekit", "version": 1,
        "trace": {"app": "Demo", "duration_ns": 2000000000},
        "updates": [
        {"id": 1, "view": "Row", "start_ns": 1000000, "duration_ns": 17000000},
        {"id": 2, "view": "Row", "start_ns": 30000000, "duration_ns": 9000000},
        {"id": 3, "view": "Row", "start_ns": 50000000, "duration_ns": 1000000},
        {"id": 4, "view": "Header", "start_ns": 60000000, "duration_ns": 2000000}
        ]}
        """

    /// A file of SampleTraces.
    static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("SampleTraces/\(name)").path
    }

    /// `count` red updates of one view.
    static func red(_ count: Int) -> String {
        let updates = (1...count).map {
            "{\"id\": \($0), \"view\": \"Row\", \"start_ns\": \($0 * 20_000_000), \"duration_ns\": \(17_000_000 + $0)}"
        }
        return "{\"format\": \"tracekit\", \"version\": 1, \"updates\": [\(updates.joined(separator: ",\n"))]}"
    }
}
