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
        try SamplesReadme.write(to: directory + "/README.md")
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        line.withUnsafeBytes { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
        exit(code)
    }
}
