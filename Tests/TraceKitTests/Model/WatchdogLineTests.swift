import Testing

@testable import TraceKit

/// Hangs that apps log themselves, and lines that only sound like them.
@Suite struct WatchdogLineTests {
    private static func hang(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { WatchdogLine.hang($0) }
    }

    @Test(arguments: [
        ("Main thread blocked for 940 ms (screen: Checkout)", 940), ("main thread was unresponsive for 1.2s", 1200),
        ("[Watchdog] Main thread stalled: 0.45 s", 450), ("ANR detected: 2100ms", 2100),
        ("WARN watchdog: UI thread has been blocked for about 3 s", 3000), ("App hang detected, lasting 5 s", 5000),
        ("Hang of 350 ms in SearchView", 350), ("UI froze for 0.8s", 800),
        ("MainThreadWatch.check():19 - main thread 271 ms behind", 271), ("Hang_3fa2b1c4 350 ms", 350),
    ])
    func `a line says what did not answer, and how long`(line: String, milliseconds: Int64) {
        #expect(Self.hang(line) == milliseconds * 1_000_000)
    }

    @Test(arguments: [
        "Main thread blocked for 40 ms", "main thread not blocked for 940 ms", "parsed off the main thread in 940 ms",
        "finished without blocking the main thread in 940 ms", "hang detection took 940 ms", "Main thread blocked",
        "app freeze layer loaded in 400 ms", "free space checked in 300 ms", "the main thread: rendered in 700 ms",
        "Unfreezing account took 900 ms", "user hung up after 5 s", "GET /hangars 200 in 700 ms",
        "hang in there, 5 s left", "main thread 271 ms ahead", "sync is 900 ms behind",
        "main thread done in 300 ms, sync behind", "Message_3fa2b1c4 300 ms", "Hitch_3fa2b1c4 300 ms",
    ])
    func `other lines tell of no hang`(line: String) { #expect(Self.hang(line) == nil) }

    private static func hitch(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { WatchdogLine.hitch($0) }
    }

    @Test(arguments: [
        ("[FrameMonitor] Dropped 5 frames (83 ms)", 83), ("3 frames dropped: 50ms", 50), ("hitch detected: 48 ms", 48),
        ("frame drop of 0.033s while scrolling", 33), ("skipped 34 frames for 567 ms", 567),
        ("frame late by 21.4 ms", 21),
    ])
    func `a line says how late a frame was`(line: String, milliseconds: Int64) {
        #expect(Self.hitch(line).map { $0 / 1_000_000 } == milliseconds)
    }

    @Test(arguments: [
        "Dropped 5 frames", "dropped table in 83 ms", "no hitch in 83 ms", "skipped 3 rows (50 ms)",
        "hitch time ratio 4.2 ms/s", "late by 34 ms", "latest frame in 34 ms", "frames rendered in 16 ms",
        "dropped 2 frames of 0.1 ms",
        "missed call, frame 3 at 50 ms",
    ])
    func `other lines tell of no hitch`(line: String) { #expect(Self.hitch(line) == nil) }

    @Test func `lines with a time are hangs that end then, and one that is told again is one`() throws {
        let log = """
            [00:10.000] [INFO] start
            [00:12.000] [WARN] Main thread blocked for 1000 ms
            [00:13.000] [WARN] Main thread blocked for 2000 ms
            [00:20.000] [WARN] Main thread blocked for 300 ms

            """
        let hangs = try Traces.records(log).hangs.map { "\($0.start / 1_000_000) \($0.duration / 1_000_000)" }
        #expect(hangs == ["1000 2000", "9700 300"])
    }
}
