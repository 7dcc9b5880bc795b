import Foundation
import Testing

@testable import TraceKit

/// Logs that apps write by themselves, in the layouts of the usual loggers.
@Suite struct AppLogImporterTests {
    private func lines(_ log: String) throws -> [String] {
        try LogFixtures.records([Array(log.utf8)], as: AppLogImporter.self).logLines
    }

    @Test(arguments: [
        ("2026-02-03 10:30:45.103 [INFO] Feed: 42 rows in 18.4 ms", "info", "Feed: 42 rows in 18.4 ms"),
        ("2026-02-03T10:30:45.103Z - warning: low memory", "default", "low memory"),
        ("2026-02-03 10:30:45,103 | ERROR | no network", "error", "no network"),
        ("[10:30:45.103] DEBUG Cache hit", "debug", "Cache hit"),
        ("0:45.103 tick", "-", "tick"),
        ("2026-02-03T10:30:45+0100 info com.acme : started", "info", "com.acme : started"),
        ("10:30:45.103\tinformation is no level", "-", "information is no level"),
        ("03.02.2026 10:30:45.103 INFO geladen", "info", "geladen"),
        ("2026/02/03 10:30:45:103  [main] decoded", "-", "[main] decoded"),
        ("2/3/26, 10:30:45 PM DEBUG hello", "debug", "hello"),
        ("Feb  3 10:30:46 host App[12]: started", "-", "host App[12]: started"),
        ("Tue, 3 Feb 2026 10:30:46 - started", "-", "started"),
        ("[INFO] 2026-02-03 10:30:45 loaded", "info", "loaded"),
        ("🔵 10:30:45.223 tapped Save", "-", "tapped Save"),
        ("10:30:45.103 ⚠️ WARNING low memory", "default", "low memory"),
        ("10:30:45.103 ⚠️ low memory", "-", "⚠️ low memory"),
        ("\u{1B}[36m10:30:45.103\u{1B}[0m \u{1B}[1;33mwarning\u{1B}[0m low", "default", "low"),
    ])
    func `a line is a time, a level or none, and a message`(_ line: String, _ level: String, _ message: String) throws {
        #expect(try lines(line) == ["0 \(level) [-:-] -/- \(message)"])
    }

    @Test(arguments: [
        "12 rows", "10:30 coffee", "1:75.5 no such minute", "2026-13-01 10:00:00.5 no such month", "[12, 13]",
        "10:30:45.103",
        "3:2 in the second half", "2026-02-03,12", "31.02.2026 10:00:00 no such day", "1.2.3 is a version",
        "may be later", "Feb 3 is a Tuesday", "INFO done", "02/03/04 25",
    ])
    func `other lines are counted`(_ line: String) throws {
        let records = try LogFixtures.records([Array("\(line)\n0:01.500 tick".utf8)], as: AppLogImporter.self)
        #expect(records.logs.count == 1 && records.skipLines == ["skipped-other-line 1"], "\(records.skipLines)")
    }

    @Test(arguments: [
        ("default", "default"), ("Standard", "-"), ("Info", "info"), ("Fehler", "-"), ("error", "error"),
    ])
    func `rows copied out of the app Console have their process`(_ type: String, _ level: String) throws {
        let log = "\(type)\t12:01:02.123456+0200\tMy App\t12 rows in 3 ms"
        #expect(try lines(log) == ["0 \(level) [-:-] My App/- 12 rows in 3 ms"])
        let changes = "\(type)\t12:01:02.123456+0200\tMyApp\tDetailView: @self changed."
        let records = try LogFixtures.records([Array(changes.utf8)], as: AppLogImporter.self)
        #expect(records.updateLines == ["DetailView ?+? [@self]"], "\(records.updateLines)")
    }

    @Test func `times count from the first line, and go on behind midnight`() throws {
        #expect(
            try lines("23:59:59.500 a\n00:00:00.250 b\n00:00:01.000 c") == [
                "0 - [-:-] -/- a", "750000000 - [-:-] -/- b", "1500000000 - [-:-] -/- c",
            ])
    }

    @Test(arguments: [
        ("03.02.2026 23:59:59 a", "04.02.2026 00:00:01 b"), ("2/12/26, 11:59:59 PM a", "2/13/26, 12:00:01 AM b"),
        ("2026/02/28 23:59:59 a", "2026/03/01 00:00:01 b"), ("Feb 3 23:59:59 a", "Feb 4 00:00:01 b"),
    ])
    func `days of all layouts go on behind midnight`(_ first: String, _ second: String) throws {
        #expect(try lines("\(first)\n\(second)") == ["0 - [-:-] -/- a", "2000000000 - [-:-] -/- b"])
    }

    @Test func `a time of day is of the date before it`() throws {
        #expect(
            try lines("2026-02-03T23:59:59.500+0100 a\n23:59:59.750 b\n00:00:00.250 c") == [
                "0 - [-:-] -/- a", "250000000 - [-:-] -/- b", "750000000 - [-:-] -/- c",
            ])
    }

    @Test func `times of day that go back and forth until no date is left are rejected and counted`() throws {
        func records(_ year: Int) throws -> TraceRecords {
            let log = "\(year)-12-30 23:00:00 a took 5 ms\n" + String(repeating: "0:0:0.1 b\n23:0:0.1 c\n", count: 3)
            return try LogFixtures.records([Array(log.utf8)], as: AppLogImporter.self)
        }
        let last = try records(2200)
        #expect(last.logs.count == 5 && last.rejects.map(\.kind) == [.outOfRange, .outOfRange])
        #expect(last.rejects.map(\.place.line) == [4, 6])
        let today = try records(2026)
        #expect(today.logs.count == 7 && today.rejects.isEmpty)
    }

    @Test func `what bodies print is evidence with its time`() throws {
        let records = try LogFixtures.records(
            [Array("[00:01.000] Row: @self, _item changed.\n[00:01.500] INFO done".utf8)], as: AppLogImporter.self)
        #expect(records.updateLines == ["Row ?+? [@self _item]"], "\(records.updateLines)")
    }

    @Test func `without times, lines that tell of a duration are what is read`() throws {
        let records = try LogFixtures.records(
            [Array("Feed took 24.5 ms\nloading\nFeed took 31 ms\n".utf8)], as: AppLogImporter.self)
        #expect(
            (0..<records.logs.count).map { records.names.text(records.logs[$0].message) } == [
                "Feed took 24.5 ms", "Feed took 31 ms",
            ])
        #expect(records.logs[0].start == UpdateColumns.untimed && records.skipLines == ["skipped-other-line 1"])
    }

    @Test func `the format is told from others by most of its lines`() throws {
        func format(_ text: String) throws -> String? {
            let input = ByteInput(bytes: Array(text.utf8), name: "x.log")
            return (try? TraceAssembly.importer(for: input)).map { $0.name }
        }
        #expect(try format("starting\n[00:01.000] INFO a\n[00:01.500] INFO b\n") == "app-log")
        // One such line in a text says nothing; those of `log show` and the console have readers of their own.
        #expect(try format("Dear all,\nwe meet at\n10:30:00.0 sharp\nyours\n") == nil)
        let shown = "2026-05-01 10:00:00.123456+0200 App[123:456] [net] a\n"
        #expect(try format(shown + shown) == "print-changes")
        #expect(try format("10:00:00.123456+0200 App a\n10:00:00.123456+0200 App b\n") == nil)
        let device = "Oct  4 12:01:02 iPhone MyApp(SwiftUI)[1234] <Notice>: DetailView: @self changed.\n"
        #expect(try format(device + device) == nil)
        #expect(try format("FeedRow body\nstarting\nFeedView body\nFeedRow body\n") == "app-log")
    }
}
