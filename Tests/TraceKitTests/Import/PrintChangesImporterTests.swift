import Foundation
import Testing

@testable import TraceKit

/// A console capture in; updates, rejects and skipped rows out.
@Suite struct PrintChangesImporterTests {
    @Test(arguments: [
        ("Row: @self changed.\n", "print-changes"),
        ("Test Case '-[A b]' measured [Clock Monotonic Time, s] average: 1, values: [1.5]\n", "xctest-metrics"),
    ])
    func `a line beyond the limit is one reject, and the next line is read`(_ line: String, _ format: String) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/console.log"
            let long = line.dropLast() + String(repeating: "x", count: ByteInput.Limits.line)
            try "\(line)\(long)\r\n\(line)".write(toFile: path, atomically: true, encoding: .utf8)
            var assembly = TraceAssembly(ImportOptions())
            let input = try ByteInput(path: path)
            let type = try TraceAssembly.importer(for: input)
            #expect(type.name == format)
            try assembly.read(input, by: type)
            let records = try assembly.finish()
            #expect(records.counters.count(.rowsImported) == 2 && records.damage == nil)
            #expect(records.rejectLines == ["too-long 2:1 the line is longer than 64 MB"])
        }
    }

    private func check(
        _ capture: String, updates: [String] = [], rejects: [String] = [], skips: [String] = [],
        logs: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records([Array(capture.utf8)], as: PrintChangesImporter.self)
        #expect(records.updateLines == updates, sourceLocation: sourceLocation)
        #expect(records.rejectLines == rejects, sourceLocation: sourceLocation)
        #expect(records.skipLines == skips, sourceLocation: sourceLocation)
        if let logs { #expect(records.logLines == logs, sourceLocation: sourceLocation) }
    }

    @Test func `each line is an update without a time`() throws {
        try check(
            """
            CartList: @self, @identity, _items changed.
            CartRow: @dependencies changed.
            CartRow: unchanged.
            CartList.Box: \\Storage<Optional<Status>>.output changed.
            """,
            updates: [
                "CartList ?+? [@self @identity _items]", "CartRow ?+? [@dependencies]", "CartRow ?+? []",
                "CartList.Box ?+? [\\Storage<Optional<Status>>.output]",
            ])
    }

    @Test(arguments: [
        ("[Changed Body Properties] ", "Row: items changed."),
        ("[com.apple.SwiftUI:Changed Body Properties] ", "Row: items changed."),
        ("[SwiftUI] ", "Row: unchanged."), ("", "Row: _items changed."),
    ])
    func `a console names the subsystem in several ways`(_ group: String, _ line: String) throws {
        try check(
            "2026-05-01 10:00:00.123456+0200 App[123:456] \(group)\(line)\n",
            updates: ["Row ?+? [\(line.contains("_") ? "_items" : line.contains("items") ? "items" : "")]"])
        // A list of what changed is only SwiftUI's where the console or its spelling says so.
        try check(
            "Row: @self changed.\n2026-05-01 10:00:00.123456+0200 App[123:456] [Net] Row: items changed.\n",
            updates: ["Row ?+? [@self]"], logs: ["0 - [-:Net] App (123)/0x1c8 Row: items changed."])
    }

    @Test func `lines with the console's prefix are lines of the log, whatever they say`() throws {
        try check(
            """
            2026-05-01 10:00:00.123456+0200 App[123:456] DetailView: _item changed.
            2026-05-01 10:00:00.223456+0200 App[123:456] 🟢 DetailView: @self changed.
            2026-05-01 10:00:00.323456+0200 My App[123:456] [connection] nw_socket [C1:1] error [61: refused]
            2026-05-01 10:00:00.423456+0200 App[123:456] [com.example.app:net] queue[7]: done
            2026-05-01 10:00:00.523456+0200 App[123] [C1:1] Row: unchanged.
            2026-05-01 10:00:00.623456+0200 App[123] Row: unchanged.
            DetailView: @identity changed.
            """,
            updates: ["DetailView ?+? [@identity]", "DetailView ?+? [_item]", "Row ?+? []"],
            logs: [
                "0 - [-:-] App (123)/0x1c8 DetailView: _item changed.",
                "100000000 - [-:-] App (123)/0x1c8 🟢 DetailView: @self changed.",
                "200000000 - [-:connection] My App (123)/0x1c8 nw_socket [C1:1] error [61: refused]",
                "300000000 - [com.example.app:net] App (123)/0x1c8 queue[7]: done",
                "400000000 - [-:-] App (123)/- [C1:1] Row: unchanged.", "500000000 - [-:-] App (123)/- Row: unchanged.",
            ])
    }

    @Test func `a console without a word of SwiftUI is a log all the same, and warns of nothing`() throws {
        let records = try LogFixtures.records("2026-05-01 10:00:00.1 App[123:4567] hello\nprinted\n")
        #expect(records.formats == ["print-changes"] && records.warnings.isEmpty)
        #expect(records.logLines == ["0 - [-:-] App (123)/0x11d7 hello"] && records.metadata.process == "App")
        #expect(records.skipLines == ["skipped-other-line 1"])
    }

    // MARK: Metadata below the message

    @Test func `messages that are copied with their metadata are lines of the log`() throws {
        try check(
            """
            Cannot index window tabs
            Type: Error | Timestamp: 2026-05-10 08:34:35.900052+10:00 | Process: App | Library: AppKit | \
            Subsystem: com.apple.AppKit | Category: WindowTab | TID: 0x3937c4d

            first

              second
            Type: Fault | Timestamp: 2026-05-10 08:34:36.900052+10:00 | Process: App | Library: libX.dylib | TID: 0x1
            <<<< Fig >>>> signalled
            Timestamp: 2026-05-10 07:34:37.900052+0900 | Subsystem: com.apple.coremedia | Category:  | PID: 42
            Row: @self, item changed.
            Type: Info | Timestamp: 2026-05-10 08:34:38.900052+10:00 | Process: App | Subsystem: com.apple.SwiftUI | \
            Category: Changed Body Properties
            Row: unchanged.
            TID: 0x1 | Process: App | Timestamp: 2026-05-10 08:34:39.900052+10:00
            """,
            updates: ["Row ?+? [@self item]", "Row ?+? []"],
            logs: [
                "0 error [com.apple.AppKit:WindowTab] App/0x3937c4d Cannot index window tabs",
                "1000000000 fault [-:-] App/0x1 first\n\n  second",
                "2000000000 - [com.apple.coremedia:-] -/- <<<< Fig >>>> signalled",
                "3000000000 info [com.apple.SwiftUI:Changed Body Properties] App/- Row: @self, item changed.",
                "4000000000 - [-:-] App/0x1 Row: unchanged.",
            ])
    }

    @Test func `a message may look like metadata, and a value may hold a bar`() throws {
        let long = String(repeating: "é", count: 40_000)
        let records = try LogFixtures.records(
            """
            Type: Error
            Type: Info | Timestamp: 2026-05-10 08:34:35.9+10:00 | Process: App | Category: net
            one
            Type: Fault | Timestamp: 2026-05-10 08:34:36.9+10:00 | Process: My | App | Category: a | b
            two
            Type: Error | Timestamp: 08:34:37.9 | Process: App
            three
            Type: Notice | Timestamp: 2026-05-10 08:34:38.9+10:00 | Process: App
            \(long)
            Type: Notice | Timestamp: 2026-05-10 08:34:39.9+10:00 | Process: App
            """)
        let lines = records.logLines
        #expect(
            lines.dropLast() == [
                "0 info [-:net] App/- Type: Error", "1000000000 fault [-:a] My/- one",
                "3000000000 default [-:-] App/- three",
            ])
        // A line is no longer than a message may be, and no character is cut in two.
        let last = try #require(lines.last)
        #expect(last.hasPrefix("4000000000 default [-:-] App/- éé") && last.utf8.count < 66_000)
        #expect(records.skipLines == ["skipped-log-heading 1", "skipped-other-line 1"])
    }

    @Test func `what was printed between messages with metadata has no time`() throws {
        let records = try LogFixtures.records(
            """
            Row: _a changed.
            dropped
            Type: stdio
            Row: _b changed.
            Row: _c changed.
            Type: Info | Timestamp: 2026-05-10 08:34:35.9+10:00 | Process: App | Category: Changed Body Properties
            Row: _d changed.
            one
            two
            Type: Notice | Timestamp: 2026-05-10 08:34:36.9+10:00 | Process: App
            lost
            Type: Fault | Subsystem: com.apple.SwiftUI
            """)
        #expect(records.updateLines.sorted() == ["_a", "_b", "_c", "_d"].map { "Row ?+? [\($0)]" })
        #expect(
            records.logLines == [
                "0 info [-:Changed Body Properties] App/- Row: _c changed.", "1000000000 default [-:-] App/- one\ntwo",
            ])
        #expect(records.skipLines == ["skipped-log-heading 2", "skipped-other-line 2"])
        #expect(records.counters.count(.continuedLine) == 1)
        #expect(records.counters.count(.evidenceKept, ImportCounters.timedLines) == 1)
    }

    @Test func `a file of messages with metadata alone is known by them`() {
        #expect(
            LogFixtures.format(of: "hello\nType: Error | Timestamp: 2026-05-10 08:34:35.9+10:00 | TID: 0x1\n")
                == "print-changes")
        for text in ["hello\nType: Error\n", "Type: Error | Timestamp: noon\n", "Timestamp: x | Process: y\n"] {
            #expect(LogFixtures.format(of: text) == nil, "\(text)")
        }
    }

    @Test func `a message in bytes that are no UTF-8 is rejected with its metadata`() throws {
        let text = "caf?\nType: Error | Timestamp: 2026-05-10 08:34:35.9+10:00 | TID: 0x1\nRow: @self changed.\n"
        let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
        let records = try LogFixtures.records([bytes])
        #expect(records.rejectLines == ["invalid-utf8 2:1 the line is not valid UTF-8"])
        #expect(records.updateLines == ["Row ?+? [@self]"] && records.logs.count == 0)
    }

    @Test func `every prefix and every damaged byte of metadata is borne`() throws {
        let capture = """
            first
            second
            Type: Error | Timestamp: 2026-05-10 08:34:35.9+10:00 | Process: App | Category:  | TID: 0x1
            Row: @self changed.
            Type: stdio
            """
        try LogFixtures.checkPrefixes(capture, as: PrintChangesImporter.self)
        try LogFixtures.checkDamage(capture, as: PrintChangesImporter.self, seed: 2)
    }

    @Test func `an untimed update has no duration and is counted apart`() throws {
        let records = try LogFixtures.records("CartRow: unchanged.\n")
        #expect(records.counters.count(.untimed) == 1 && records.counters.count(.unterminated) == 0)
        #expect(records.counters.count(.evidenceKept) == 1)
        #expect(records.updates.duration[0] == UpdateColumns.unterminated && records.updates.id[0] == 0)
        #expect(records.views[0].kind == .body)
    }

    @Test func `what the app printed between is left out by name`() throws {
        try check(
            """
            launched
            REQ: https://example.com/items
            200: https://example.com/items
            onReceive "favorites"

            CartRow: @self changed.
            Error: could not load: changed.
            """, updates: ["CartRow ?+? [@self]"], skips: ["skipped-other-line 5"])
    }

    @Test func `byte order mark, line ends of all kinds, no last line end`() throws {
        try check(
            "\u{FEFF}A: @self changed.\r\nB: @self changed.\rC: @self changed.\nD: @self changed.",
            updates: ["A ?+? [@self]", "B ?+? [@self]", "C ?+? [@self]", "D ?+? [@self]"])
    }

    @Test func `a cut last line is none of SwiftUI's`() throws {
        try check("A: @self changed.\nB: @self chan", updates: ["A ?+? [@self]"], skips: ["skipped-other-line 1"])
    }

    @Test func `lines of logChanges in a console keep order and process`() throws {
        let records = try LogFixtures.records(
            """
            2025-03-01 10:00:00.500000+0000 Shop[90:4567] [Changed Body Properties] CartRow: @self changed.
            2025-03-01 10:00:01.000000+0000 My Shop[2][90:4567] [Changed Body Properties] CartRow: unchanged.
            2025-03-01 10:00:01.000000+0000 Shop[90:4567] [Networking] CartRow: unchanged.
            """)
        #expect(records.formats == ["print-changes"])
        #expect(records.updateLines.sorted() == ["CartRow ?+? [@self]", "CartRow ?+? []"])
        #expect(
            records.logLines == [
                "0 - [-:Changed Body Properties] Shop (90)/0x11d7 CartRow: @self changed.",
                "500000000 - [-:Changed Body Properties] My Shop[2] (90)/0x11d7 CartRow: unchanged.",
                "500000000 - [-:Networking] Shop (90)/0x11d7 CartRow: unchanged.",
            ])
        #expect(records.skipLines.isEmpty)
        #expect(records.metadata.startedAt == "2025-03-01 10:00:00.500000+0000")
    }

    @Test func `with a trace of the same use, lines join its updates in order`() throws {
        let trace = """
            {"format": "tracekit", "version": 1, "updates": [
              {"view": "CartRow", "start_ns": 2000, "duration_ns": 10},
              {"view": "CartRow", "start_ns": 1000, "duration_ns": 10, "changed": ["_own"]},
              {"view": "CartList", "start_ns": 3000, "duration_ns": 10}]}
            """
        let console = "CartRow: @self changed.\nCartRow: unchanged.\nCartList: _a changed.\nCartList: _b changed.\n"
        for files in [[trace, console], [console, trace]] {
            let records = try LogFixtures.records(files.map { Array($0.utf8) })
            #expect(
                records.updateLines == [
                    "CartRow 1000+10 [_own]", "CartRow 2000+10 []", "CartList 3000+10", "CartList ?+? [_a]",
                    "CartList ?+? [_b]",
                ])
        }
    }

    @Test func `names are taken as they are, whatever they hold`() throws {
        try check(
            "Row<\u{202E}'; DROP TABLE x;>: @self changed.\nÄ\u{FEFF}B: _x changed.\n",
            updates: ["Row<\u{202E}'; DROP TABLE x;> ?+? [@self]", "Ä\u{FEFF}B ?+? [_x]"])
    }

    @Test func `bytes that are no UTF-8 are rejected`() throws {
        let records = try LogFixtures.records([[0x41, 0xFF] + Array(": @self changed.\nB: @self changed.\n".utf8)])
        #expect(records.rejectLines == ["invalid-utf8 1:1 the line is not valid UTF-8"])
        #expect(records.updateLines == ["B ?+? [@self]"])
    }

    @Test func `every prefix and every damaged byte is borne`() throws {
        let capture = """
            CartRow<Int, String>: @self, _item changed.
            print
            2025-03-01 10:00:00.500000+0000 Shop[90:45] [Changed Body Properties] CartRow: \\A<B>.c changed.
            CartRow: unchanged.
            """
        try LogFixtures.checkPrefixes(capture, as: PrintChangesImporter.self)
        try LogFixtures.checkDamage(capture, as: PrintChangesImporter.self, seed: 1)
    }

    @Test(arguments: [
        "CartRow: @self changed.", "hello\n\nA.B<C>: unchanged.\n",
        "x\n2025-03-01 10:00:00Z App[1:2] [Changed Body Properties] y", "\u{FEFF}V: @self changed.",
    ]) func `a capture is known by a line that only SwiftUI prints`(_ text: String) {
        #expect(LogFixtures.format(of: text) == "print-changes")
    }

    @Test func `a prefix names the process`() throws {
        let records = try LogFixtures.records(
            "2025-03-01 10:00:00.123456+0000 Shop[123:4567] [Changed Body Properties] Row: @self changed.\n")
        #expect(records.metadata.process == "Shop" && records.metadata.pid == 123)
    }

    @Test(arguments: [
        "", "\n", "Settings: theme changed.\n", "the view changed.\n", "Row,@self,changed.\n", "200: unchanged.\n",
        "{\"a\": \"CartRow: @self changed.\"}\n", "I saw 'CartRow: @self changed.' again\n",
    ]) func `what looks alike is not taken`(_ text: String) {
        #expect(LogFixtures.format(of: text) == nil)
    }
}
