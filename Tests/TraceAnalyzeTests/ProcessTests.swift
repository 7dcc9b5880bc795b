import Foundation
import Testing

/// What only a real process shows: exit codes, streams, closed pipes.
@Suite struct ProcessTests {
    /// The tool, built beside the test bundle.
    private static func tool() -> URL? {
        let places =
            [Bundle.main.executableURL, Bundle.main.bundleURL]
            .compactMap { $0?.deletingLastPathComponent() }
            + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let words = CommandLine.arguments.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        return (places + words).map { $0.appendingPathComponent("trace-analyze") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private func run(_ words: [String], closingOutput: Bool = false) throws -> (code: Int32, out: String, err: String) {
        let process = Process()
        let tool: URL = try #require(Self.tool(), "the tool was not built beside the tests")
        process.executableURL = tool
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        if closingOutput { try output.fileHandleForReading.close() }
        try process.run()
        // Both pipes are read before the exit is waited for, so that neither can fill up.
        let out = closingOutput ? Data() : try output.fileHandleForReading.readToEnd() ?? Data()
        let err = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return (process.terminationStatus, String(decoding: out, as: UTF8.self), String(decoding: err, as: UTF8.self))
    }

    @Test func `the process has the exit codes and streams of the in-process runs`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let good = try run(["report", trace, "--width", "100"])
        #expect(good == (0, CommandLineRun(["report", trace]).output, ""))
        let missing = try run(["report", folder("none.json")])
        #expect(missing.code == 2 && missing.out.isEmpty && missing.err.contains("cannot read the file"))
        let usage = try run(["report"])
        #expect(usage.code == 64 && usage.out.isEmpty && usage.err.contains("give at least one INPUT"))
    }

    @Test func `a closed standard output ends the process quietly with 0`() throws {
        let folder = try Folder()
        let closed = try run(
            ["report", try folder.file("trace.json", Samples.red(2000)), "--top", "2000"], closingOutput: true)
        #expect(closed == (0, "", ""))
    }
}
