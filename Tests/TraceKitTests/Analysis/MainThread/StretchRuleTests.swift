import Testing

@testable import TraceKit

/// Hangs, late frames and busy runs with samples in, what had the main thread out.
@Suite struct StretchRuleTests {
    private static let loop = ["CFRunLoopRunSpecific", "UIApplicationMain", "main"]

    /// Samples a millisecond apart of stacks, innermost frame first.
    private func samples(_ range: Range<Int>, _ frames: String...) -> [String] {
        let stack = (frames + Self.loop).map { "\"\($0)\"" }.joined(separator: ",")
        return range.map { "{\"start_ms\": \($0), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": [\(stack)]}" }
    }

    private func hitches(_ starts: [Int], ms: Int = 34) -> (String, [String]) {
        ("hitches", starts.map { "{\"start_ms\": \($0), \"duration_ms\": \(ms)}" })
    }

    private func findings(_ lanes: (String, [String])..., hertz: Int? = nil) throws -> [Finding] {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        let display = hertz.map { ", \"refresh_hz\": \($0)" } ?? ""
        let json =
            "{\"format\": \"tracekit\", \"version\": 1, \"trace\": {\"duration_ns\": 2000000000\(display)},\n\(texts.joined(separator: ",\n"))}"
        let found = try RuleTraces.findings(json)
        try expectStatements(json, found)
        return found
    }

    // MARK: Late frames

    @Test func `late frames without view updates name the body that has the main thread`() throws {
        let starts = [300, 600, 900, 1_200]
        let work = starts.flatMap {
            samples($0 - 30..<$0 + 15, "sqlite3_step", "Shelf.books.getter", "Shelf.body.getter")
        }
        let found = try findings(("updates", []), hitches(starts), ("samples", work))
        let late = try #require(found.first { $0.rule == "late-frames" })
        #expect(late.title.hasPrefix("Shelf.books in Shelf.body has 100 % of the main thread in 4 hitches"))
        #expect(late.view == "Shelf" && late.evidence.contains("reads or writes files or a database"))
        #expect(late.hint.hasPrefix("Shelf.body reads or writes files or a database: read it off the main thread"))
        #expect(!found.contains { $0.hint.contains("does not say") })
    }

    @Test func `samples that cover a fifth of the work or less accuse nobody`() throws {
        let starts = [300, 600, 900, 1_200]
        let work = starts.flatMap { samples($0..<$0 + 3, "Shelf.body.getter") }
        let late = try #require(try findings(hitches(starts), ("samples", work)).first { $0.rule == "late-frames" })
        #expect(!late.title.contains("Shelf"))
    }

    @Test func `two bodies are named only if together they have half`() throws {
        let starts = [300, 600, 900, 1_200]
        func title(_ first: Int, _ second: Int) throws -> String? {
            let work = starts.flatMap { start in
                samples(start - 30..<start - 30 + first, "Feed.body.getter")
                    + samples(start - 30 + first..<start - 30 + first + second, "Player.body.getter")
                    + samples(start - 30 + first + second..<start + 10, "layout")
            }
            return try findings(hitches(starts), ("samples", work)).first { $0.rule == "late-frames" }?.title
        }
        #expect(try title(14, 12)?.hasPrefix("Feed.body and Player.body together have 65 %") == true)
        #expect(try title(8, 7)?.contains("Player") == false)
    }

    @Test func `the number of offscreen passes is kept, and none is no advice to draw with fewer`() throws {
        func late(_ counts: [Int]) throws -> Finding? {
            let hitches = counts.enumerated().map {
                "{\"start_ms\": \(200 * $0.offset + 100), \"duration_ms\": 17, \"narrative\": \"\($0.element) offscreen passes\"}"
            }
            return try findings(("hitches", hitches)).first { $0.rule == "late-frames" }
        }
        #expect(
            try late([52, 60, 79])?.title.hasPrefix("Frames are late in rendering: 52 to 79 offscreen passes") == true)
        let none = try late([0, 0, 0])
        #expect(none?.title.hasPrefix("Frames are late in rendering: 0 offscreen passes") == true)
        #expect(none?.hint.hasPrefix("Not offscreen passes") == true)
    }

    // MARK: Hangs

    @Test func `a hang and late frames of one body are one finding with one total`() throws {
        let starts = [1_100, 1_300, 1_500]
        let work =
            samples(300..<700, "Feed.body.getter") + starts.flatMap { samples($0 - 30..<$0 + 15, "Feed.body.getter") }
        let found = try findings(
            ("hangs", ["{\"start_ms\": 300, \"duration_ms\": 400}"]), hitches(starts), ("samples", work))
        #expect(found.map(\.rule) == ["hang-busy"])
        #expect(found.first?.title == "The main thread hangs, busy in Feed.body (and in 3 late frames)")
        #expect(found.first?.rows == 4)
    }

    @Test func `a wait names what it waits in and its advice`() throws {
        let waits = samples(300..<310, "mach_msg2_trap", "SecItemCopyMatching", "Vault.token()")
        let found = try findings(("hangs", ["{\"start_ms\": 300, \"duration_ms\": 400}"]), ("samples", waits))
        let hang = try #require(found.first { $0.rule == "hang-blocked" })
        #expect(hang.title == "The main thread hangs, waiting for the keychain in Vault.token()")
        #expect(hang.hint.contains("keep it in memory"))
    }

    @Test func `what is shorter than 250 ms is a delay and no hang`() throws {
        let json = RuleTraces.document(
            (
                "hangs",
                [
                    "{\"start_ms\": 100, \"duration_ms\": 249}", "{\"start_ms\": 900, \"duration_ms\": 250}",
                    "{\"start_ms\": 2000, \"duration_ms\": 120, \"kind\": \"Hang\"}",
                    "{\"start_ms\": 3000, \"duration_ms\": 90, \"kind\": \"Potential Interaction Delay\"}",
                ]
            ))
        let store = try Traces.store(json)
        #expect(
            try store.rows("SELECT class, duration_ms FROM hangs ORDER BY id") == ["Microhang|250.0", "Hang|120.0"])
        #expect(
            try store.rows("SELECT class, duration_ms FROM interaction_delays ORDER BY id") == [
                "Brief Unresponsiveness|249.0", "Potential Interaction Delay|90.0",
            ])
        #expect(try store.rows("SELECT value FROM figures WHERE figure = 'hang_ms'") == ["370.0"])
    }

    // MARK: Busy runs and sampled bodies

    @Test func `without tables of hangs and hitches, time without a pause is told`() throws {
        let busy = ("samples", samples(400..<700, "Filter.apply()", "Gallery.body.getter"))
        let found = try findings(busy)
        let run = try #require(found.first { $0.rule == "busy-run" })
        #expect(
            run.title.hasPrefix(
                "Filter.apply() in Gallery.body has 100 % of the main thread: it ran without a pause for"))
        #expect(run.severity == .medium)
        // A table without a row is an answer; 200 ms are no run of 250.
        #expect(try !findings(busy, ("hangs", [])).contains { $0.rule == "busy-run" })
        #expect(try findings(("samples", samples(400..<600, "Filter.apply()"))).isEmpty)
    }

    @Test func `three short runs are told, and two are not`() throws {
        func runs(_ starts: [Int]) throws -> Int {
            try findings(("samples", starts.flatMap { samples($0..<$0 + 60, "Filter.apply()") }))
                .count { $0.rule == "busy-run" }
        }
        #expect(try runs([300, 600, 900]) == 1)
        #expect(try runs([300, 600]) == 0)
    }

    @Test func `a program without a run loop does not make anybody wait`() throws {
        let frames = "[\"Build.all()\", \"main\"]"
        let work = (0..<900).map {
            "{\"start_ms\": \($0), \"weight_ms\": 1, \"thread\": \"main\", \"frames\": \(frames)}"
        }
        #expect(try findings(("samples", work)).isEmpty)
    }

    @Test func `a body with a twentieth of the time is told where no view update is there`() throws {
        func told(_ every: Int, _ more: (String, [String])...) throws -> [String] {
            let ticks = stride(from: 100, to: 1_900, by: every).flatMap { samples($0..<$0 + 2, "Clock.body.getter") }
            let lanes = [("samples", ticks), ("hangs", [])] + more
            let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ","))]" }.joined(separator: ",")
            return try RuleTraces.findings(
                "{\"format\": \"tracekit\", \"trace\": {\"duration_ns\": 2000000000}, \(texts)}"
            ).filter { $0.rule == "sampled-body" }.map(\.title)
        }
        #expect(try told(30) == ["Clock.body has 6 % of the time of the recording"])
        #expect(try told(60) == [])
        #expect(try told(30, ("updates", [RuleTraces.update(1, "Row", at: 0, lasting: 100)])) == [])
    }

    // MARK: What nobody waited for

    @Test func `on a display of 60 Hz a body of 10 ms is no problem where no frame was late`() throws {
        let bodies = (
            "updates", (0..<20).map { RuleTraces.update($0 + 1, "Ring", at: 50_000 * ($0 + 1), lasting: 10_000) }
        )
        #expect(try findings(bodies, ("hitches", []), hertz: 60).isEmpty)
        #expect(try findings(bodies, ("hitches", []), hertz: 120).map(\.rule) == ["long-body"])
    }

    @Test(
        arguments: [
            ("iPhone 11", 60), ("Apple Watch Series 9", 60), ("iPhone SE (3rd generation)", 60), ("iPhone 15 Pro", nil),
            ("iPhone", nil), ("Mac16,1", nil), ("iPad Pro 11-inch (M4)", nil), ("iPad (10th generation)", 60),
        ] as [(String, Int64?)])
    func `products with one rate say it`(_ device: String, _ hertz: Int64?) throws {
        let json = "{\"format\": \"tracekit\", \"trace\": {\"device\": \"\(device)\"}, \"hitches\": []}"
        #expect(DisplayRate.hertz(try Traces.records(json)) == hertz)
    }

    @Test func `the lengths of eight hitches say how long a frame is`() throws {
        func hertz(_ frames: [Double]) throws -> Int64? {
            let hitches = frames.enumerated().map {
                "{\"start_ms\": \(100 * $0.offset), \"duration_ns\": \(Int($0.element * 16_666_667))}"
            }
            return DisplayRate.hertz(try Traces.records(RuleTraces.document(("hitches", hitches))))
        }
        #expect(try hertz([1, 2, 1, 1, 3, 1, 2, 1]) == 60)
        #expect(try hertz([1, 2, 1, 1.5, 3, 1, 2, 1]) == 120)
        #expect(try hertz([1, 2, 1, 1, 3, 1, 2]) == nil)
    }
}
