import Testing

@testable import TraceKit

/// Lines of a log in; signposts, updates, messages, rejects and skipped rows out.
@Suite struct UnifiedLogTextImporterTests {
    private func check(
        _ log: String, signposts: [String] = [], updates: [String] = [], rejects: [String] = [],
        skips: [String] = [], logs: [String] = [], options: ImportOptions = ImportOptions(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records([Array(log.utf8)], options, as: UnifiedLogTextImporter.self)
        #expect(records.signpostLines == signposts, sourceLocation: sourceLocation)
        #expect(records.updateLines == updates, sourceLocation: sourceLocation)
        #expect(records.logLines == logs, sourceLocation: sourceLocation)
        #expect(records.rejectLines == rejects, sourceLocation: sourceLocation)
        #expect(records.skipLines == skips, sourceLocation: sourceLocation)
    }

    private static let excl = "#17216892719917625070"

    /// Records of all kinds, for tests of damage.
    private static let fixture = """
        Timestamp               Ty Process[PID:TID]
        2026-03-01 10:00:00.000 Df Shop[90:a1] (Foundation) [com.example.shop:app] ready
        2026-03-01 10:00:00.100 Sp Shop[90:a1] [com.example.shop:Bodies] [spid excl, process, begin] CartRow.body
        2026-03-01 10:00:00.109 Sp Shop[90:a1] [com.example.shop:Bodies] [spid excl, process,   end] CartRow.body
        2026-03-01 10:00:00.120000+0000 0xa1       Signpost    0x0                  90     0    \
        [spid 0x1f, thread, event] Shop: (Shop) [com.example.shop:net] Sent: 3 items
        2026-03-01 10:00:00.130 I  Shop[90:a1] [com.apple.SwiftUI:Changed Body Properties] CartRow: @self changed.
        """

    // MARK: Styles

    @Test func `a time that no trace reaches is rejected, whatever it is moved by`() throws {
        func log(_ year: Int) -> String {
            let line = { (year: Int) in
                "\(year)-01-01 10:00:00.000 Sp App[42:3d] [a:b] [spid excl, process, event] Load\n"
            }
            return line(1970) + line(year)
        }
        for offset in [0, Int64.max] {
            var options = ImportOptions()
            options.offsets = ["file-0": offset]
            let late = try LogFixtures.records(log(2200), options: options)
            #expect(late.signposts.count == 1 && late.rejects.map(\.kind) == [.outOfRange], "\(offset)")
            #expect(try LogFixtures.records(log(2026), options: options).rejects.isEmpty, "\(offset)")
        }
    }

    @Test func `compact style`() throws {
        try check(
            """
            Timestamp               Ty Process[PID:TID]
            2026-10-04 02:43:17.277 Sp MyApp[91779:3d786a2] [com.example.myapp:perf] [spid excl, process, begin] capture
            2026-10-04 02:43:17.351 Sp MyApp[91779:3d786a2] [com.example.myapp:perf] [spid excl, process,   end] capture
            2026-10-04 02:43:18.705 Sp My App[91779:3720b6] [com.example.myapp:perf] [spid 0x2a, system, event] api: GET /a: 200

            """,
            signposts: [
                "capture [com.example.myapp:perf] 0+74000000 \(Self.excl) MyApp (91779)/0x3d786a2 process",
                "api [com.example.myapp:perf] 1428000000 #42 My App (91779)/0x3720b6 system \"GET /a: 200\"",
            ], skips: ["skipped-log-heading 1"])
    }

    @Test func `default style, with and without a sender`() throws {
        try check(
            """
            Timestamp                       Thread     Type        Activity             PID    TTL
            2022-08-25 15:22:01.008417+0100 0x1590e    Signpost    0x0                  1766   0    \
            [spid 0x291385ea6c83b460, process, begin] bluetoothd: [com.example.bt:HID] Interrupt: Before
            2022-08-25 15:22:01.008467+0100 0x1590e    Signpost    0x8f                 1766   0    \
            [spid 0x291385ea6c83b460, process,   end] bluetoothd: (CoreBT) [com.example.bt:HID] Interrupt:
            2022-08-25 15:22:01.108467+0100 0x1590e    Signpost    0x8f                 1766   0    \
            [spid 0xffffffffffffffff, thread, event] Web Content: (WebKit) [com.example.bt:HID] Mark
            """,
            signposts: [
                "Interrupt [com.example.bt:HID] 0+50000 #2959856622001960032 bluetoothd (1766)/0x1590e process \"Before\"",
                "Mark [com.example.bt:HID] 100050000 #18446744073709551615 Web Content (1766)/0x1590e thread",
            ], skips: ["skipped-log-heading 1"])
    }

    @Test func `syslog style`() throws {
        try check(
            """
            Timestamp                       (process)[PID]
            2022-08-25 15:22:01.008417+0100  localhost bluetoothd[1766]: [spid 0x29, process, begin] [com.example.bt:HID] Read: 1
            2022-08-25 15:22:01.108417+0100  localhost bluetoothd[1766]: [spid 0x29, process, end] [com.example.bt:HID] Read
            2022-08-25 15:22:02.008417+0100  Annas-Mac Sample Pay[17]: (Pay) [com.example.bt:HID] [spid excl, process, event] Go
            """,
            signposts: [
                "Read [com.example.bt:HID] 0+100000000 #41 bluetoothd (1766)/- process \"1\"",
                "Go [com.example.bt:HID] 1000000000 \(Self.excl) Sample Pay (17)/- process",
            ], skips: ["skipped-log-heading 1"])
    }

    @Test func `headings, banners and totals may stand anywhere`() throws {
        try check(
            """
            Filtering the log data using "subsystem == "com.example""
            Timestamp               Ty Process[PID:TID]
            2026-10-04 02:43:17.277 Sp A[1:2] [s:c] [spid excl, process, begin] x
            Timestamp               Ty Process[PID:TID]
            Skipping info and debug messages, pass --info and/or --debug to include.
            2026-10-04 02:43:17.278 Sp A[1:2] [s:c] [spid excl, process, end] x
            --------------------------------------------------------------------------------------------------------------------
            Log      - Default:          1, Info:                0, Debug:             0, Error:          0, Fault:          0
            Activity - Create:           0, Transition:          0, Actions:           0
            """,
            signposts: ["x [s:c] 0+1000000 \(Self.excl) A (1)/0x2 process"], skips: ["skipped-log-heading 7"])
    }

    @Test func `byte order mark, CRLF, blank lines and a missing last line end`() throws {
        try check(
            "\u{FEFF}2026-10-04 02:43:17.277 Sp A[1:2] [s:c] [spid excl, process, begin] x\r\n\r\n"
                + "2026-10-04 02:43:17.278 Sp A[1:2] [s:c] [spid excl, process, end] x",
            signposts: ["x [s:c] 0+1000000 \(Self.excl) A (1)/0x2 process"])
    }

    // MARK: Times

    @Test func `days, months and years go over into one another`() throws {
        try check(
            """
            2023-12-31 23:59:59.999 Sp A[1:2] [s:c] [spid excl, process, begin] x
            2024-01-01 00:00:00.001 Sp A[1:2] [s:c] [spid excl, process, end] x
            2024-02-28 23:59:59.999 Sp A[1:2] [s:c] [spid excl, process, begin] y
            2024-03-01 00:00:00.000 Sp A[1:2] [s:c] [spid excl, process, end] y
            """,
            signposts: [
                "x [s:c] 0+2000000 \(Self.excl) A (1)/0x2 process",
                "y [s:c] 5097600000000000+86400001000000 \(Self.excl) A (1)/0x2 process",
            ])
    }

    @Test func `a change of the clock's zone is no jump, and times without a zone have the file's`() throws {
        try check(
            """
            2026-10-25 02:59:59.900000+0200  localhost A[1]: [spid excl, process, begin] [s:c] x
            2026-10-25 02:00:00.100000+0100  localhost A[1]: [spid excl, process, end] [s:c] x
            2026-10-25 03:00:00.500 Sp A[1:2] [s:c] [spid excl, process, event] y
            """,
            signposts: [
                "x [s:c] 0+200000000 \(Self.excl) A (1)/- process", "y [s:c] 600000000 \(Self.excl) A (1)/0x2 process",
            ])
    }

    @Test func `lines in any order give the same trace, named by the wall clock of the earliest`() throws {
        let lines = [
            "2026-10-04 02:43:17.277 Sp A[1:2] [s:c] [spid excl, process, begin] x",
            "2026-10-04 02:43:17.301 Sp A[1:2] [s:c] [spid excl, process, end] x",
            "2026-10-04 02:43:17.409 Sp A[1:2] [s:c] [spid excl, process, event] y",
        ]
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
            let records = try LogFixtures.records(order.map { lines[$0] }.joined(separator: "\n"))
            #expect(
                records.signpostLines == [
                    "x [s:c] 0+24000000 \(Self.excl) A (1)/0x2 process",
                    "y [s:c] 132000000 \(Self.excl) A (1)/0x2 process",
                ])
            #expect(records.metadata.startedAt == "2026-10-04 02:43:17.277")
            #expect(records.metadata.process == "A" && records.metadata.pid == 1)
        }
    }

    @Test func `an offset moves a file, and what it moves before the trace is rejected`() throws {
        let log = """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x
            2026-10-04 02:43:17.010 Sp A[1:2] [s:c] [spid excl, process, event] y
            """
        var options = ImportOptions()
        options.offsets = ["file-0": 5_000_000]
        try check(
            log,
            signposts: [
                "x [s:c] 5000000 \(Self.excl) A (1)/0x2 process", "y [s:c] 15000000 \(Self.excl) A (1)/0x2 process",
            ],
            options: options)
        options.offsets = ["file-0": -5_000_000]
        let records = try LogFixtures.records(log, options: options)
        #expect(records.signpostLines == ["y [s:c] 5000000 \(Self.excl) A (1)/0x2 process"])
        #expect(records.rejects.map(\.message) == ["the start is before the trace begins (-5000000 ns)"])
    }

    @Test func `of an interval that an offset cuts, the end alone is kept`() throws {
        let log = """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, begin] x
            2026-10-04 02:43:17.010 Sp A[1:2] [s:c] [spid excl, process, end] x
            """
        var options = ImportOptions()
        options.offsets = ["file-0": -5_000_000]
        let records = try LogFixtures.records(log, options: options)
        #expect(records.signposts.count == 1 && records.signposts[0].pairing == .endOnly)
        #expect(records.signposts[0].start == 5_000_000)
        #expect(records.rejects.map(\.message) == ["the start is before the trace begins (-5000000 ns)"])
    }

    // MARK: Pairs

    @Test func `pairs nest and are kept apart by process, thread of scope thread, and id`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, begin] x: outer
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] [spid excl, process, begin] x: inner
            2026-10-04 02:43:17.002 Sp A[9:2] [s:c] [spid excl, process, end] x
            2026-10-04 02:43:17.003 Sp A[1:3] [s:c] [spid excl, process, end] x
            2026-10-04 02:43:17.004 Sp A[1:2] [s:c] [spid 0x1, thread, begin] t
            2026-10-04 02:43:17.005 Sp A[1:3] [s:c] [spid 0x1, thread, end] t
            2026-10-04 02:43:17.006 Sp A[1:2] [s:c] [spid 0x1, thread, end] t: done
            2026-10-04 02:43:17.007 Sp A[1:3] [s:c] [spid excl, process, end] x
            """,
            signposts: [
                "x [s:c] 0+7000000 \(Self.excl) A (1)/0x2 process \"outer\"",
                "x [s:c] 1000000+2000000 \(Self.excl) A (1)/0x2 process \"inner\"",
                "x [s:c] 2000000…| \(Self.excl) A (9)/0x2 process",
                "t [s:c] 4000000+2000000 #1 A (1)/0x2 thread \"done\"",
                "t [s:c] 5000000…| #1 A (1)/0x3 thread",
            ])
    }

    @Test func `a signpost of the system may end in another process`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid 0x7, system, begin] x
            2026-10-04 02:43:17.002 Sp B[9:4] [s:c] [spid 0x7, system, end] x
            """, signposts: ["x [s:c] 0+2000000 #7 A (1)/0x2 system"])
    }

    @Test func `unpaired ones are kept and counted`() throws {
        let records = try LogFixtures.records(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, end] x
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] [spid excl, process, begin] y
            """)
        #expect(
            records.signpostLines == [
                "x [s:c] 0…| \(Self.excl) A (1)/0x2 process", "y [s:c] 1000000… \(Self.excl) A (1)/0x2 process",
            ])
        #expect(records.counters.count(.unpairedSignpost) == 2)
    }

    @Test func `a begin that log stream prints twice counts once`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid 0x5, process, begin] x
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid 0x5, process, begin] x
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] [spid 0x5, process, end] x
            """, signposts: ["x [s:c] 0+1000000 #5 A (1)/0x2 process"], skips: ["skipped-repeated-line 1"])
    }

    @Test func `rows of one view within a millisecond stay apart`() throws {
        let row = "2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, begin] Row.body\n"
        let end = "2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process,   end] Row.body\n"
        try check(row + end + row + end, updates: ["Row 0+0", "Row 0+0"])
    }

    // MARK: Bodies

    @Test func `intervals named for a body are updates and no signposts`() throws {
        let records = try LogFixtures.records(
            """
            2026-10-04 02:43:17.000 Sp Shop[1:2] [s:c] [spid excl, process, begin] CartRow.body: row 3
            2026-10-04 02:43:17.004 Sp Other[9:2] [s:c] [spid excl, process, event] CartRow.body
            2026-10-04 02:43:17.009 Sp Shop[1:2] [s:c] [spid excl, process, end] CartRow.body
            2026-10-04 02:43:17.010 Sp Shop[1:2] [s:c] [spid excl, process, begin] .body
            2026-10-04 02:43:17.011 Sp Shop[1:2] [s:c] [spid excl, process, end] .body
            2026-10-04 02:43:17.012 Sp Shop[1:2] [s:c] [spid excl, process, begin] Cart.Total.body
            """)
        #expect(records.updateLines == ["CartRow 0+9000000", "Cart.Total 12000000+?"])
        #expect(
            records.signpostLines == [
                "CartRow.body [s:c] 4000000 \(Self.excl) Other (9)/0x2 process",
                ".body [s:c] 10000000+1000000 \(Self.excl) Shop (1)/0x2 process",
            ])
        #expect(records.views.buffer.map { records.names.text($0.rawName) } == ["CartRow.body", "Cart.Total.body"])
        #expect(records.metadata.process == "Shop")
        #expect(records.counters.count(.unterminated) == 1)
    }

    @Test func `the user names other intervals that are bodies`() throws {
        var options = ImportOptions()
        options.bodySignposts = [
            SignpostFilter(subsystem: "com.example", category: "views"),
            SignpostFilter(subsystem: "com.example", category: "work", name: "Cell"),
        ]
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [com.example:views] [spid excl, process, begin] Row
            2026-10-04 02:43:17.001 Sp A[1:2] [com.example:views] [spid excl, process, end] Row
            2026-10-04 02:43:17.002 Sp A[1:2] [com.example:work] [spid excl, process, begin] Cell
            2026-10-04 02:43:17.003 Sp A[1:2] [com.example:work] [spid excl, process, end] Cell
            2026-10-04 02:43:17.004 Sp A[1:2] [com.example:work] [spid excl, process, begin] Row
            2026-10-04 02:43:17.005 Sp A[1:2] [com.example:work] [spid excl, process, end] Row
            """,
            signposts: ["Row [com.example:work] 4000000+1000000 \(Self.excl) A (1)/0x2 process"],
            updates: ["Row 0+1000000", "Cell 2000000+1000000"], options: options)
    }

    @Test func `what SwiftUI logs of bodies joins their updates`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, begin] Row.body
            2026-10-04 02:43:17.001 I  A[1:2] [com.apple.SwiftUI:Changed Body Properties] Row: @self, _n changed.
            2026-10-04 02:43:17.009 Sp A[1:2] [s:c] [spid excl, process, end] Row.body
            2026-10-04 02:43:17.100 I  A[1:2] [com.apple.SwiftUI:Changed Body Properties] Cell: unchanged.
            2026-10-04 02:43:17.110 I  A[1:2] [com.apple.SwiftUI:Changed Body Properties] not a line of it
            2026-10-04 02:43:17.120 I  A[1:2] [com.apple.SwiftUI:Other] Row: @self changed.
            """,
            updates: ["Row 0+9000000 [@self _n]", "Cell ?+? []"],
            logs: [
                "1000000 info [com.apple.SwiftUI:Changed Body Properties] A (1)/0x2 Row: @self, _n changed.",
                "100000000 info [com.apple.SwiftUI:Changed Body Properties] A (1)/0x2 Cell: unchanged.",
                "110000000 info [com.apple.SwiftUI:Changed Body Properties] A (1)/0x2 not a line of it",
                "120000000 info [com.apple.SwiftUI:Other] A (1)/0x2 Row: @self changed.",
            ])
    }

    @Test func `whose bodies a log tells of is the process that it is about`() throws {
        let records = try LogFixtures.records(
            """
            2026-10-04 02:43:17.000 Df Finder[9:2] [s:c] message
            2026-10-04 02:43:17.001 I  A[1:2] [com.apple.SwiftUI:Changed Body Properties] Row: @self, _n changed.
            """)
        #expect(records.metadata.process == "A" && records.metadata.pid == 1)
        #expect(records.warnings.isEmpty)
    }

    // MARK: Rows that are left out

    @Test func `messages are logs; what is wrapped and what is no message is left out by name`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x: one
                and two
            2026-10-04 02:43:17.001 Df A[1:2] (UIKitCore) [s:c] message
            2026-10-04 02:43:17.002 E  A[1:2] message [with] (brackets)
            2026-10-04 02:43:17.002000+0200 0x1a       Default     0x0                  1      0    A: message
            2026-10-04 02:43:17.002000+0200  localhost kernel[0]: (Sandbox) deny
            2026-10-04 02:43:17.003 A  A[1:2] (libsystem_trace.dylib) an activity
            2026-10-04 02:43:17.003000+0200 0x1a       Activity    0x12                 1      0    A: an activity
            Row: @dependencies changed.
            Row: dark changed.
            """,
            signposts: ["x [s:c] 0 \(Self.excl) A (1)/0x2 process \"one\""], updates: ["Row ?+? [@dependencies]"],
            skips: ["skipped-log-line 2", "skipped-other-line 2"],
            logs: [
                "1000000 default [s:c] A (1)/0x2 message", "2000000 - [-:-] kernel/- deny",
                "2000000 default [-:-] A (1)/0x1a message", "2000000 error [-:-] A (1)/0x2 message [with] (brackets)",
            ])
    }

    @Test func `a message has all of its lines`() throws {
        let records = try LogFixtures.records(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x
            2026-10-04 02:43:17.001 Df A[1:2] [s:c] first
              second

            third
            Row: @self changed.
            not of it

            2026-10-04 02:43:17.002 E  A[1:2] [s:c] other
            end
            2026-10-04 02:43:17.003 Sp A[1:2] [s:c] [spid excl, process, event] x
            of a signpost
            2026-10-04 02:43:17.004 A  A[1:2] (libsystem_trace.dylib) an activity
            of an activity
            """)
        #expect(
            records.logLines == [
                "1000000 default [s:c] A (1)/0x2 first\n  second\n\nthird", "2000000 error [s:c] A (1)/0x2 other\nend",
            ])
        #expect(records.updateLines == ["Row ?+? [@self]"] && records.signposts.count == 2)
        #expect(records.skipLines == ["skipped-log-line 1", "skipped-other-line 3"])
        #expect(records.counters.count(.continuedLine) == 3 && records.counters.count(.rowsSeen) == 9)
    }

    @Test func `a message does not grow without an end`() throws {
        let line = String(repeating: "x", count: 999)
        let more = [String](repeating: line, count: 100).joined(separator: "\n")
        let records = try LogFixtures.records("2026-10-04 02:43:17.001 Df A[1:2] [s:c] \(line)\n\(more)\n")
        #expect(records.names.text(records.logs[0].message)?.utf8.count == 64_999)
        #expect(records.counters.count(.continuedLine) == 64 && records.skipLines == ["skipped-other-line 36"])
    }

    @Test func `messages from before the trace are counted, and no fault`() throws {
        var options = ImportOptions()
        options.offsets["file-0"] = -1_500_000
        try check(
            """
            2026-10-04 02:43:17.000 Df A[1:2] [s:c] before
            2026-10-04 02:43:17.002 Df A[1:2] [s:c] within
            2026-10-04 02:43:17.003 Sp A[1:2] [s:c] [spid excl, process, event] x
            """,
            signposts: ["x [s:c] 1500000 \(Self.excl) A (1)/0x2 process"], skips: ["skipped-early-log-line 1"],
            logs: ["500000 default [s:c] A (1)/0x2 within"], options: options)
    }

    @Test func `a line whose groups are cut away is rejected with its place`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] scroll-stress
            2026-10-04 02:43:17.001000+0200 0x1a       Signpost    0x0                  1      0    A: [s:c] x
            2026-10-04 02:43:17.002 Sp A[1:2] [s:c] [spid what, process, event] x
            2026-10-04 02:43:17.003 Sp A[1:2] [s:c] [spid excl, process, middle] x
            2026-10-04 02:43:17.004 Sp A[1:2] [s:c] [spid excl, event] x
            2026-10-04 02:43:17.005 Sp A[1:2] [s:c] [spid excl, process, event]
            2026-10-04 25:43:17.005 Sp A[1:2] [s:c] [spid excl, process, event] x
            2026-10-04 02:43:17.006 Sp A[1:2
            scroll-stress
            """,
            signposts: ["x [s:c] 0 \(Self.excl) A (1)/0x2 process"],
            rejects: [
                "malformed 2:1 the signpost has no [spid …] group, so its id and kind are not known",
                "malformed 3:1 the signpost has no [spid …] group, so its id and kind are not known",
                "wrong-type 4:1 expected a signpost id (0x… or excl), found 'what'",
                "wrong-type 5:1 expected begin, end or event, found 'middle'",
                "malformed 6:1 expected [spid ID, SCOPE, KIND], found '[spid excl, event] x'",
                "missing-field 7:1 the signpost has no name",
                "malformed 8:1 expected a time such as 2026-10-04 02:43:17.277 and a space behind it",
                "malformed 9:1 expected the columns of 'log show' in style default, compact or syslog",
            ], skips: ["skipped-other-line 1"])
    }

    @Test func `a last line that is cut is told`() throws {
        let records = try LogFixtures.records(
            """
            2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x
            2026-10-04 02:43:17.001 Sp A[1:2] [s:c] [spid ex
            """)
        #expect(records.signposts.count == 1 && records.rejects.count == 1)
        #expect(records.metadata.truncatedAt?.line == 2)
    }

    @Test func `a log without a signpost is told`() throws {
        let records = try LogFixtures.records("Timestamp               Ty Process[PID:TID]\n")
        #expect(records.warnings.first?.message == "the log holds no signpost and no 'Changed Body Properties' line")
    }

    // MARK: Hostile files

    @Test func `names are taken as they are, whatever they hold`() throws {
        try check(
            """
            2026-10-04 02:43:17.000 Sp A[1][1:2] [s:c:d[0]] [spid excl, process, event] <b>'; DROP\u{202E}\u{7}: [spid excl]
            2026-10-04 02:43:17.001 Sp [[[[1:2] [spid excl, process, event] [brackets] (and) more
            """,
            signposts: [
                "<b>'; DROP\u{202E}\u{7} [s:c:d[0]] 0 \(Self.excl) A[1] (1)/0x2 process \"[spid excl]\"",
                "[brackets] (and) more [-:-] 1000000 \(Self.excl) [[[ (1)/0x2 process",
            ])
    }

    @Test func `a thread in brackets that do not close is no thread of another style's line`() throws {
        // In style compact `[12:ab` would be process and thread, but for its end; in style syslog it is part of a name.
        let line = "2026-10-04 02:43:17.000 Sp A[12:ab x[17]: [s:c] [spid excl, process, event] x\n"
        try check(
            line + line,
            signposts: [String](repeating: "x [s:c] 0 \(Self.excl) A[12:ab x (17)/- process", count: 2))
    }

    @Test func `a scope without letters is none, in the first line of its kind and in those like it`() throws {
        let line = "2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid 0x1, , event] x\n"
        try check(line + line, signposts: [String](repeating: "x [s:c] 0 #1 A (1)/0x2 -", count: 2))
    }

    @Test func `bytes that are no UTF-8 are rejected`() throws {
        var bytes = Array("2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x?\n".utf8)
        let good = bytes
        bytes[bytes.count - 2] = 0xFF
        let records = try LogFixtures.records([bytes + good])
        #expect(records.rejectLines == ["invalid-utf8 1:1 the line is not valid UTF-8"])
        #expect(records.signposts.count == 1)
    }

    @Test func `a file in another encoding is refused with what converts it`() throws {
        let line = Array("2026-10-04 02:43:17.000 Df Vocell?[1:2] [s:c] hello\n".utf8)
        let bytes = line.map { $0 == UInt8(ascii: "?") ? 0xF6 : $0 }
        let error = #expect(throws: TraceError.self) { try LogFixtures.records([bytes + bytes]) }
        #expect(error?.diagnostic.fix?.contains("iconv -f LATIN1 -t UTF-8") == true)
    }

    @Test func `every prefix and every damaged byte is borne`() throws {
        try LogFixtures.checkPrefixes(Self.fixture, as: UnifiedLogTextImporter.self)
        try LogFixtures.checkDamage(Self.fixture, as: UnifiedLogTextImporter.self, seed: 1)
    }

    @Test func `a long line of brackets takes no more than linear time`() throws {
        let line = "2026-10-04 02:43:17.000 Sp " + String(repeating: "[1:", count: 200_000)
        let good = "2026-10-04 02:43:17.000 Sp A[1:2] [s:c] [spid excl, process, event] x\n"
        let records = try LogFixtures.records(good + line + "\n" + good)
        #expect(records.signposts.count == 2 && records.rejects.count == 1)
    }

    // MARK: Recognition

    @Test(arguments: [
        "2026-10-04 02:43:17.277 Sp A[1:2] [s:c] [spid excl, process, begin] x",
        "app output\n\n2026-10-04 02:43:17.277 Df A[1:2] message",
        "app output\r2026-10-04 02:43:17.277 Df A[1:2] message",
        "2022-08-25 15:22:01.008417+0100 0x1590e    Signpost    0x0   1766   0    [spid 0x29, process, begin] b: [s:c] x",
        "2022-08-25 15:22:01.008417+0100  localhost bluetoothd[1766]: [spid 0x29, process, begin] [s:c] x",
        "Timestamp                       (process)[PID]    \n", "Filtering the log data using \"x\"\n",
    ]) func `a log is known by its lines`(_ text: String) {
        #expect(LogFixtures.format(of: text) == "unified-log-text")
    }

    @Test(arguments: [
        "Timestamp,Duration\n1,2\n", "Timestamp\tThread\n", "2026-10-04 02:43:17.277 something happened\n",
        "2026-10-04T02:43:17Z,Row,1.2\n", "Filtering\n", "{\"a\": \"2026-10-04 02:43:17.277 Sp A[1:2] x\"}",
        "# Notes\nthe line 2026-10-04 02:43:17.277 Sp A[1:2] x\n",
    ]) func `what looks alike is not taken`(_ text: String) {
        #expect(LogFixtures.format(of: text) != "unified-log-text")
    }
}
