/// Writes what `Self._printChanges()` in every body would have printed, between prints of the app's own.
enum PrintChanges {
    static func write(_ story: Story, to path: String) throws(GeneratorFailure) {
        let file = try OutputFile(creating: path)
        file.append("Landmarks 1.4 (812) on iOS 26.1\n")
        for (index, update) in LogStory.bodies(story).enumerated() {
            file.append(LogStory.changes(update) + "\n")
            if index == 8 {
                file.append("GET: https://images.example.com/thumbnails?batch=1\n")
                file.append("200: https://images.example.com/thumbnails?batch=1\n")
            }
            if index % 190 == 60 { file.append("onReceive \"favorites\": 1 row changed\n") }
        }
        try file.finish()
    }
}
