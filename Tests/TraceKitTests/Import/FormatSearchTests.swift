import Foundation
import Testing

@testable import TraceKit

/// Inputs whose first 64 KB are of no format.
@Suite struct FormatSearchTests {
    private static let noise = String(
        repeating: "CompileSwift normal arm64 /Users/dev/App/Sources/View.swift\n", count: 3000)
    private static let measured =
        "/t.swift:9: Test Case '-[UITests.Feed testScroll]' measured [Hitch Ratio, ms/s] average: 12.500, relative "
        + "standard deviation: 20.0%, values: [10.000000, 15.000000], performanceMetricID:x\n"
    private static let lines: [(text: String, format: String)] = [
        (measured, "xctest-metrics"), ("FeedView: @self, _items changed.\n", "print-changes"),
        ("{\"record\": \"update\", \"view\": \"A\", \"start_ns\": 1}\n", "tracekit-ndjson"),
        ("2026-10-04 02:43:17.277 Sp App[7:3d] [sub:cat] [spid excl, process, event] Name\n", "unified-log-text"),
    ]

    private func format(_ input: ByteInput, _ options: ImportOptions = ImportOptions()) -> String? {
        try? TraceAssembly.importer(for: input, options).name
    }

    /// What becomes of an input, and the hash of all that was read.
    private func outcome(_ input: ByteInput) throws -> [String] {
        let type = try TraceAssembly.importer(for: input)
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(input, by: type)
        let records = try assembly.finish()
        return [type.name, records.contentHash] + records.counters.sorted.map { "\($0.name) \($0.detail) \($0.count)" }
    }

    @Test func `lines are found behind any number of others`() {
        for line in Self.lines {
            let text = Self.noise + line.text + Self.noise
            #expect(format(ByteInput(bytes: Array(text.utf8), name: "x")) == line.format)
            #expect(format(ByteInput(bytes: Array((Self.noise + line.text.dropLast()).utf8), name: "x")) == line.format)
        }
        #expect(format(ByteInput(bytes: Array(Self.noise.utf8), name: "x")) == nil)
    }

    @Test func `a file, a pipe and a packed file say the same`() throws {
        for line in Self.lines {
            let bytes = Array((Self.noise + line.text + Self.noise + line.text).utf8)
            let expected = try outcome(ByteInput(bytes: bytes, name: "x"))
            try withTemporaryFolder { folder in
                try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/x"))
                #expect(try outcome(ByteInput(path: "\(folder)/x")) == expected)
            }
            #expect(try outcome(inputInPieces(bytes, size: 50_000, name: "x")) == expected)
            #expect(try outcome(ByteInput(stream: MemoryStream(bytes), name: "x")) == expected)
        }
    }

    @Test func `a line longer than what is looked at is recognised by its beginning, and hides none behind it`() {
        let long = String(repeating: "x", count: 300_000) + "\n"
        #expect(format(ByteInput(bytes: Array((long + Self.measured).utf8), name: "x")) == "xctest-metrics")
    }

    @Test func `a document is found by a key behind much else`() {
        let much = (0..<5000).map { "{\"url\": \"https://a/\($0)\", \"text\": \"a } ] \\\" {\"}" }.joined(
            separator: ",")
        let documents = [
            ("{\"metadata\": [\(much)], \"traceEvents\": []}", "chrome-trace"),
            ("{\"updates\": [\(much)], \"format\": \"tracekit\", \"version\": 1}", "tracekit-json"),
        ]
        for (text, name) in documents {
            #expect(format(ByteInput(bytes: Array(text.utf8), name: "x")) == name)
            #expect(format(inputInPieces(Array(text.utf8), size: 30_000)) == name)
        }
        let inside = "{\"metadata\": [\(much), {\"traceEvents\": []}]}"
        #expect(format(ByteInput(bytes: Array(inside.utf8), name: "x")) == nil)
    }

    // MARK: What the user says

    private func read(_ text: String, as name: String) throws -> TraceRecords {
        var options = ImportOptions()
        options.format = InputFormat(name)
        var assembly = TraceAssembly(options)
        let input = ByteInput(bytes: Array(text.utf8), name: "x")
        try assembly.read(input, by: try TraceAssembly.importer(for: input, options))
        return try assembly.finish()
    }

    @Test func `a format that is said is read, whatever else is there`() throws {
        let both = Self.measured + "FeedView: @self changed.\n"
        #expect(try read(both, as: "print-changes").updates.count == 1)
        #expect(try read(both, as: "xctest-metrics").metrics.count > 0)
    }

    @Test func `a format that is said and is not there is an error`() {
        // The unified log has such lines too.
        for name in InputFormat.names where !["print-changes", "unified-log-text"].contains(name) {
            let error = #expect(throws: TraceError.self, "\(name)") { try read("FeedView: @self changed.\n", as: name) }
            #expect(error?.kind == .input, "\(name)")
        }
        let error = #expect(throws: TraceError.self) { try read(Self.noise, as: "print-changes") }
        #expect(error?.diagnostic.message == "nothing in this input is print-changes")
        #expect(InputFormat("pdf") == nil && InputFormat.names.contains("instruments-trace"))
    }
}
