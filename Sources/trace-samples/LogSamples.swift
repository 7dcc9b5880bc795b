/// The samples that `log` and a console would have written: one directory a format.
enum LogSamples {
    static func write(_ story: Story, name: String, into directory: String) throws {
        for folder in ["signposts", "unified-log", "print-changes"] {
            try OutputFile.makeDirectory("\(directory)/\(folder)")
        }
        for style in LogText.Style.allCases {
            try LogText.write(story, style, to: "\(directory)/signposts/\(name).\(style.rawValue).log")
        }
        try LogJSON.write(story, asLines: false, to: "\(directory)/unified-log/\(name).json")
        try LogJSON.write(story, asLines: true, to: "\(directory)/unified-log/\(name).ndjson")
        try PrintChanges.write(story, to: "\(directory)/print-changes/\(name).log")
    }
}
