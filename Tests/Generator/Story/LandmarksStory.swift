/// The app that shows a list of 104 landmarks, used by one person for twelve seconds: launch, a scroll down the list,
/// two favorites, a search typed in five keystrokes, and a landmark opened.
///
/// Before the fixes, `LandmarkRow.body` makes its formatters anew each time, the launch waits for a JSON file, a tap on
/// one favorite updates every row, and a keystroke in the search field reaches all visible rows through the
/// environment. After the fixes none of this is left, and the map is quicker; views, interactions and their order are the
/// same.
enum LandmarksStory {
    static let rowCount = 104
    /// What fits the screen at the top of the list, and again at its end.
    static let visibleRowCount = 14
    static let subsystem = "com.example.landmarks"

    static let launched = LogLine(
        time: 201_118_000, level: "Default", category: "app", message: "launched, \(rowCount) landmarks bundled")
    /// What Instruments' table of the log holds.
    static let log = [
        launched,
        LogLine(time: 5_104_302_000, level: "Info", category: "favorites", message: "favorites written"),
        LogLine(
            time: 8_402_771_000, level: "Error", category: "images",
            message: "no picture for landmark 1041, a placeholder is shown"),
    ]

    static func told(fixed: Bool) -> Story {
        var builder = StoryBuilder(
            recording: fixed ? recordingAfter : recordingBefore, fixed: fixed, seed: fixed ? 0x1A7E_820 : 0x1A7E_812)
        LaunchScene.play(&builder)
        ScrollScene.play(&builder)
        FavoriteScene.play(&builder)
        SearchScene.play(&builder)
        NavigationScene.play(&builder)
        sprinkleSamples(&builder)
        return builder.finished()
    }

    private static let recordingBefore = Recording(
        name: "Landmarks, before the fixes", pid: 4242, mainThread: 0x2665b1, build: "1.4 (812)",
        startedAt: "2026-05-04T09:31:07.482Z", endedAt: "2026-05-04T09:31:19.529Z", duration: 12_047_318_459,
        zoneHours: 2)

    private static let recordingAfter = Recording(
        name: "Landmarks, after the fixes", pid: 4377, mainThread: 0x27c0f4, build: "1.5 (820)",
        startedAt: "2026-05-06T14:02:41.906Z", endedAt: "2026-05-06T14:02:53.798Z", duration: 11_891_640_208,
        zoneHours: 2)

    /// A few samples of what the main thread does besides: commits, touches, waking up.
    private static func sprinkleSamples(_ builder: inout StoryBuilder) {
        var time: Nanoseconds = 702_402_917
        let end = builder.story.trace.duration - 150_000_000
        while time < end {
            builder.profile(CallStacks.elsewhere, from: time, to: time + 1_400_000, missing: 25)
            time += builder.random.within(140_000_000...390_000_000)
        }
    }
}
