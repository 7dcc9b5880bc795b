/// The project's sample traces; the same bytes every time.
enum Samples {
    static func write(into directory: String) throws(GeneratorFailure) {
        try makeDirectory(directory)
        let before = LandmarksStory.told(fixed: false)
        for (name, story) in [("landmarks-before", before), ("landmarks-after", LandmarksStory.told(fixed: true))] {
            let file = try OutputFile(creating: "\(directory)/\(name).json")
            JSONTrace.write(story, to: file)
            try file.finish()
            try XctraceExport.write(story, into: "\(try makeDirectory(directory + "/xctrace"))/\(name)")
            let trees = try makeDirectory(directory + "/call-trees")
            try CallTrees.writeSample(story, to: "\(trees)/\(name).sample.txt")
        }
        func path(_ folder: String, _ ending: String) throws(GeneratorFailure) -> String {
            try makeDirectory("\(directory)/\(folder)") + "/landmarks-before" + ending
        }
        let lines = try OutputFile(creating: try path("ndjson", ".ndjson"))
        JSONTrace.writeLines(before, to: lines)
        try lines.finish()
        try CSVTrace.writeMixed(before, to: try path("csv", ".csv"))
        try CSVTrace.writeKinds(before, into: try path("csv", ""))
        try CSVTrace.writeInstrumentsUpdates(before, to: directory + "/csv/instruments-updates.tsv")
        for style in LogText.Style.allCases {
            try LogText.write(before, style, to: try path("signposts", ".\(style.rawValue).log"))
        }
        try LogJSON.write(before, asLines: false, to: try path("unified-log", ".json"))
        try LogJSON.write(before, asLines: true, to: try path("unified-log", ".ndjson"))
        try PrintChanges.write(before, to: try path("print-changes", ".log"))
        try CallTrees.writeSpindump(before, to: try path("call-trees", ".spindump.txt"))
        try CallTrees.writeCrashReport(before, to: try path("call-trees", ".ips"))
        try CallTrees.writeCollapsed(before, to: try path("call-trees", ".folded.txt"))
        try ChromeTrace.write(before, to: try path("chrome-trace", ".json"))
        try BundleStory.write(before, into: try path("bundle", ".trace"))
        var metrics = MetricSamples(before)
        try metrics.writePayload(to: try path("metrickit", ".json"))
        try metrics.writeTestResults(to: try path("xctest", ".json"))
    }

    /// Returns its path.
    @discardableResult
    private static func makeDirectory(_ path: String) throws(GeneratorFailure) -> String {
        try OutputFile.makeDirectory(path)
        return path
    }
}
