#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `swift run trace-samples DIRECTORY` writes the project's sample traces; the same bytes every time.
@main
struct TraceSamples {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let directory = arguments.first, arguments.count == 1, !directory.hasPrefix("-") else {
            fail("usage: trace-samples DIRECTORY", code: 64)
        }
        do {
            try writeSamples(into: directory)
        } catch let failure as OutputFailure {
            fail("trace-samples: error: \(failure.message)", code: 1)
        } catch {
            fail("trace-samples: error: \(error)", code: 1)
        }
    }

    private static func writeSamples(into directory: String) throws {
        try OutputFile.makeDirectory(directory)
        try OutputFile.makeDirectory(directory + "/xctrace")
        for (name, fixed) in [("landmarks-before", false), ("landmarks-after", true)] {
            let story = LandmarksStory.told(fixed: fixed)
            try JSONTrace.write(story, to: "\(directory)/\(name).json")
            try XctraceExport.write(story, into: "\(directory)/xctrace/\(name)")
        }
        try LogSamples.write(LandmarksStory.told(fixed: false), name: "landmarks-before", into: directory)
        let before = LandmarksStory.told(fixed: false)
        for folder in ["chrome-trace", "metrickit", "xctest"] { try OutputFile.makeDirectory("\(directory)/\(folder)") }
        try ChromeTrace.write(before, to: directory + "/chrome-trace/landmarks-before.json")
        var metrics = MetricSamples(before)
        try metrics.writePayload(to: directory + "/metrickit/landmarks-before.json")
        try metrics.writeTestResults(to: directory + "/xctest/landmarks-before.json")
        try writeLinesAndTables(LandmarksStory.told(fixed: false), name: "landmarks-before", into: directory)
        try SamplesReadme.write(to: directory + "/README.md")
    }

    private static func writeLinesAndTables(_ story: Story, name: String, into directory: String) throws {
        for folder in ["ndjson", "csv"] { try OutputFile.makeDirectory("\(directory)/\(folder)") }
        try NDJSONTrace.write(story, to: "\(directory)/ndjson/\(name).ndjson")
        try CSVTrace.writeMixed(story, to: "\(directory)/csv/\(name).csv")
        try CSVTrace.writeKinds(story, into: "\(directory)/csv/\(name)")
        try CSVTrace.writeInstrumentsUpdates(story, to: "\(directory)/csv/instruments-updates.tsv")
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        line.withUnsafeBytes { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        exit(code)
    }
}
