/// Writes a story as a directory of `xcrun xctrace export` files in the style of Xcode 27, one file a table.
enum XctraceExport {
    static func write(_ story: Story, into directory: String) throws(GeneratorFailure) {
        try OutputFile.makeDirectory(directory)
        try writeContents(story.trace, to: directory + "/toc.xml")
        for (offset, table) in XctraceTable.all.enumerated() {
            let document = XctraceDocument(try OutputFile(creating: "\(directory)/\(table.schema).xml"))
            document.write(table, of: story, index: offset + 1)
            try document.finish()
        }
    }

    /// The table of contents. Build, configuration and refresh rate have no place in it.
    private static func writeContents(_ trace: Recording, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        let version = trace.os.split(separator: " ").last ?? ""
        file.append("<?xml version=\"1.0\"?>\n\n<trace-toc>\n    <run number=\"1\">\n        <info>\n")
        file.append("            <target>\n")
        file.append("                <device platform=\"iOS\" model=\"\(trace.device)\" name=\"Test phone 3\"")
        file.append(" os-version=\"\(version) (23B85)\" uuid=\"00008150-000E51C23A88401C\"/>\n")
        file.append("                <process type=\"launched\" return-exit-status=\"0\" name=\"\(trace.app)\"")
        file.append(" pid=\"\(trace.pid)\" termination-reason=\"exit(0)\"/>\n            </target>\n")
        writeSummary(trace, to: file)
        file.append("        </info>\n        <processes>\n            <process name=\"\(trace.app)\"")
        file.append(" pid=\"\(trace.pid)\" path=\"\(Binary.landmarks.path)\"/>\n        </processes>\n        <data>\n")
        for table in XctraceTable.all {
            let threshold = table.schema == "potential-hangs" ? " hangs-threshold=\"250\"" : ""
            file.append("            <table schema=\"\(table.schema)\" target-pid=\"SINGLE\"\(threshold)/>\n")
        }
        file.append("        </data>\n        <tracks/>\n    </run>\n</trace-toc>\n")
        try file.finish()
    }

    private static func writeSummary(_ trace: Recording, to file: OutputFile) {
        let fields = [
            ("start-date", trace.startedAt), ("end-date", trace.endedAt),
            ("duration", XctraceNumbers.seconds(trace.duration)), ("end-reason", "Target app exited"),
            ("instruments-version", "27.0 (27A301)"), ("template-name", "SwiftUI"), ("recording-mode", "Deferred"),
        ]
        file.append("            <summary>\n")
        for (name, value) in fields {
            file.append("                <\(name)>\(value)</\(name)>\n")
        }
        file.append("            </summary>\n")
    }
}
