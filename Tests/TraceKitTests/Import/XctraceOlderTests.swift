import Foundation
import Testing

@testable import TraceKit

/// What older devices and Xcodes write: hitches of iOS 18, stacks of Xcode 12.5 to 14.0.
@Suite struct XctraceOlderTests {
    // MARK: Sources

    private static func frame(_ name: String, _ source: String) -> String {
        "<frame name=\"\(name)\" addr=\"0x1\"><binary name=\"App\" path=\"/private/App.app/App\"/>\(source)</frame>"
    }

    private static func profile(_ frames: String...) throws -> TraceRecords {
        let rows = frames.enumerated().map { index, frame in
            "<sample-time>\(index * 1_000_000)</sample-time><thread fmt=\"Main Thread 0x1 (App, pid: 42)\"/>"
                + "<weight>1000000</weight><backtrace>\(frame)</backtrace>"
        }
        let table = Xctrace.table("time-profile", "time thread weight stack", rows.joined(separator: "</row><row>"))
        return try Xctrace.records([ByteInput(bytes: Array(table.utf8), name: "t.xml")], ImportOptions())
    }

    private static func places(_ records: TraceRecords) -> [String] {
        records.stacks.sources.map { function, source in
            "\(records.names.text(function.frame) ?? "") \(records.names.text(source.file) ?? ""):\(source.line)"
        }.sorted()
    }

    @Test func `functions have their file and the first line that was seen, whatever was met first`() throws {
        let path = "<path id=\"9\">/Users/me/App/Row.swift</path>"
        let frames = [
            Self.frame("a()", "<source line=\"42\">\(path)</source>"),
            Self.frame("a()", "<source line=\"17\"><path ref=\"9\"/></source>"),
            Self.frame("b()", "<source line=\"x\"><path>/y.swift</path></source>"),
            Self.frame("c()", "<source line=\"1\"/>"),
            Self.frame("d()", "<source><path>/y.swift</path></source>"),
            Self.frame("e()", "<source line=\"5\"><path>Bare.swift</path></source>"),
        ]
        let records = try Self.profile(frames[0], frames[1], frames[2], frames[3], frames[4], frames[5])
        #expect(Self.places(records) == ["a() /Users/me/App/Row.swift:17", "e() Bare.swift:5"])
        #expect(records.samples.count == 6 && records.counters.count(.missingReference) == 0)
        // Lines do not take the tree apart.
        #expect(records.samples[0].stack == records.samples[1].stack)
    }

    @Test func `a function of one name in two files has no place by its name alone`() {
        let (stacks, names) = (StackTable(), NameTable())
        func note(_ name: String, _ binary: String, _ file: String, _ line: Int64) {
            stacks.note(
                StackTable.Source(file: names.intern(file), line: line),
                of: StackTable.Function(frame: names.intern(name), binary: names.intern(binary)), names)
        }
        note("main", "A", "/a.swift", 1)
        note("main", "B", "/b.swift", 2)
        note("f", "A", "/b.swift", 9)
        note("f", "A", "/a.swift", 70)
        note("f", "B", "/a.swift", 7)
        let found = stacks.sourcesByName(names)
        #expect(found.count == 1 && found[names.intern("f")].map { StackTable.place($0, names) } == "a.swift:7")
        #expect(StackTable.parts(ofPlace: "/a:b.swift:3").map { "\($0.file) \($0.line)" } == "/a:b.swift 3")
        for text in ["", ":", ":3", "a:", "a:-1", "a:x", "a"] { #expect(StackTable.parts(ofPlace: text) == nil) }
    }

    // MARK: Hitches

    private static let summaryColumns =
        "start duration swap-id earliest-time presentation-time latency-allowed narrative severity color "
        + "layout-qualifier hitch-id context-count buffer-count refresh-interval type-label"

    private static func hitch(
        _ start: Int, _ duration: Int, _ narrative: String = ": Hitch Duration", refresh: String = "16666125",
        type: String = "<string>Pre-Commit(s) latency</string>"
    ) -> String {
        "<start-time>\(start)</start-time><duration>\(duration)</duration><uint32>7</uint32><event-time>1</event-time>"
            + "<event-time>2</event-time><duration>33</duration>"
            + "<formatted-label fmt=\"\(start) \(narrative)\"><uint64>1</uint64></formatted-label>"
            + "<event-concept>Moderate</event-concept><render-buffer-depth>0</render-buffer-depth><layout-id>0</layout-id>"
            + "<uint32>1</uint32><uint32>15</uint32><uint32>2</uint32><uint32>\(refresh)</uint32>\(type)"
    }

    private static func summary(_ rows: String...) -> String {
        rows.isEmpty
            ? Xctrace.table("hitches-summary", summaryColumns)
            : Xctrace.table("hitches-summary", summaryColumns, rows.joined(separator: "</row><row>"))
    }

    private static func records(_ files: String...) throws -> TraceRecords {
        try Xctrace.records(files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
    }

    @Test func `hitches of older devices have their kind as narrative`() {
        Xctrace.check(
            Self.summary(
                Self.hitch(1, 20), Self.hitch(2, 21, ": two commits"), Self.hitch(3, 22, "told", type: "<sentinel/>"),
                Self.hitch(4, 23, type: "<sentinel/>")),
            lines: "hitch 1+20 app Pre-Commit(s) latency", "hitch 2+21 app Pre-Commit(s) latency: two commits",
            "hitch 3+22 app 3 told", "hitch 4+23 app -", "schema-rows hitches-summary 4")
    }

    @Test func `the shortest refresh interval is the display's`() throws {
        func check(_ hertz: Int64?, _ intervals: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
            let rows = intervals.enumerated().map { Self.hitch($0 + 1, 5, refresh: $1) }
            let records = try Self.records(Self.summary(rows.joined(separator: "</row><row>")))
            #expect(records.metadata.refreshHz == hertz, sourceLocation: sourceLocation)
            #expect(records.hitches.count == intervals.count, sourceLocation: sourceLocation)
        }
        try check(60, "16666125", "16666125")
        try check(120, "16666666", "8333333", "33333333")
        try check(59, "16949152")
        try check(1000, "1000000", "0")
        try check(1, "1000000000")
        try check(nil, "0")
        try check(nil, "1000000001", "999", "-5")
        try check(nil, "9223372036854775807", "18446744073709551615")
    }

    @Test func `a summary without rows is a lane without hitches`() throws {
        let records = try Self.records(Self.summary())
        #expect(records.lanes.contains(.hitches) && records.hitches.isEmpty && records.metadata.refreshHz == nil)
    }

    @Test func `hitches that another table holds are skipped, in whatever order the files come`() throws {
        let other = Xctrace.table("hitches", "start duration", "<s>1</s><d>20</d>")
        let empty = Xctrace.table("hitches", "start duration")
        for files in [[other, Self.summary(Self.hitch(1, 20))], [Self.summary(Self.hitch(1, 20)), other]] {
            let records = try Xctrace.records(
                files.map { ByteInput(bytes: Array($0.utf8), name: "t.xml") }, ImportOptions())
            #expect(records.hitches.count == 1 && records.metadata.refreshHz == 60)
            #expect(records.counters.count(.skippedRepeatedLane, "hitches-summary") == 1)
        }
        #expect(try Self.records(empty, Self.summary(Self.hitch(1, 20))).hitches.count == 1)
    }

    @Test func `of several displays the main one counts, and what the hitches say counts more`() throws {
        let columns = "timestamp display-id device-name built-in max-refresh-rate is-main-display"
        func display(_ rate: String, builtIn: Int, main: String) -> String {
            "<t>0</t><n>1</n><s>D</s><b>\(builtIn)</b><u>\(rate)</u>\(main)"
        }
        let displays = Xctrace.table(
            "device-display-info", columns, display("75", builtIn: 0, main: "<b>0</b>"),
            display("120", builtIn: 1, main: "<b>1</b>"), display("60", builtIn: 1, main: "<b>0</b>"))
        #expect(try Self.records(displays).metadata.refreshHz == 120)
        #expect(try Self.records(displays, Self.summary(Self.hitch(1, 20))).metadata.refreshHz == 60)
        #expect(try Self.records(Xctrace.table("device-display-info", columns)).metadata.refreshHz == nil)
        let odd = Xctrace.table(
            "device-display-info", columns, display("0", builtIn: 1, main: "<sentinel/>"),
            display("2000", builtIn: 1, main: "<sentinel/>"))
        let records = try Self.records(odd)
        #expect(records.metadata.refreshHz == nil && records.counters.count(.rowsImported) == 2)
        #expect(records.counters.count(.unknownWord, "device-display-info.max-refresh-rate") == 1)
    }

    // MARK: Stacks

    private static func sample(_ time: Int, _ stack: String) -> String { "<t>\(time)</t><w>1000000</w>\(stack)" }

    private static let process = "<process id=\"4\" fmt=\"find (7)\"><pid id=\"5\">7</pid></process>"

    @Test func `a stack of addresses has its leaf by name and all other frames by address`() {
        Xctrace.check(
            Xctrace.table(
                "time-profile", "time weight stack",
                Self.sample(
                    1,
                    "<backtrace id=\"10\" fmt=\"trap ← (3 other frames)\">\(Self.process)"
                        + "<text-addresses id=\"11\" fmt=\"frag 5\">16 32</text-addresses><process ref=\"4\"/>"
                        + "<text-addresses id=\"12\" fmt=\"frag 6\">50 66 0</text-addresses></backtrace>"),
                Self.sample(2, "<backtrace ref=\"10\"/>"),
                Self.sample(
                    3,
                    "<backtrace id=\"13\" fmt=\"0x50 ← (2 other frames)\"><process ref=\"4\"/>"
                        + "<text-addresses id=\"14\">80</text-addresses><text-addresses ref=\"12\"/></backtrace>")),
            lines: "sample 1 (not named) - 1000000 [trap, 0x20, 0x32, 0x42]",
            "sample 2 (not named) - 1000000 [trap, 0x20, 0x32, 0x42]",
            "sample 3 (not named) - 1000000 [0x50, 0x32, 0x42]",
            "schema-rows time-profile 3")
    }

    @Test func `a leaf may be called anything`() {
        func stack(_ shown: String, _ addresses: String = "16 32 0") -> String {
            "<backtrace\(shown)><text-addresses>\(addresses)</text-addresses></backtrace>"
        }
        Xctrace.check(
            Xctrace.table(
                "time-profile", "time weight stack", Self.sample(1, stack(" fmt=\"a ← (b) ← (1 other frame)\"")),
                Self.sample(2, stack(" fmt=\"operator← (int)\"")), Self.sample(3, stack("")),
                Self.sample(4, stack(" fmt=\"n/a\"")), Self.sample(5, stack(" fmt=\" ← (1 other frames)\"")),
                Self.sample(6, stack(" fmt=\"leaf\"", "0 0")), Self.sample(7, stack(" fmt=\"leaf\"", "none")),
                Self.sample(8, stack(" fmt=\"Map&lt;A, B&gt; ← (9 other frames)\"", "18446744073709551615"))),
            lines: "sample 1 (not named) - 1000000 [a ← (b), 0x20]",
            "sample 2 (not named) - 1000000 [operator← (int), 0x20]",
            "sample 3 (not named) - 1000000 [0x10, 0x20]", "sample 4 (not named) - 1000000 [0x10, 0x20]",
            "sample 5 (not named) - 1000000 [0x10, 0x20]", "sample 6 (not named) - 1000000 []",
            "sample 7 (not named) - 1000000 []",
            "sample 8 (not named) - 1000000 [Map<A, B>]", "schema-rows time-profile 8")
    }

    @Test func `addresses that stood in a column that nobody reads are addresses all the same`() {
        let schema = "<schema name=\"kdebug\">\(Xctrace.header("time backtrace"))</schema>"
        let profile = "<schema name=\"time-profile\">\(Xctrace.header("time weight stack"))</schema>"
        let stray = "<t>1</t><backtrace fmt=\"x\"><text-addresses id=\"9\">32 48 0</text-addresses></backtrace>"
        let stack = "<backtrace fmt=\"leaf ← (1 other frames)\"><text-addresses ref=\"9\"/></backtrace>"
        Xctrace.check(
            "<trace-query-result>" + Xctrace.node(schema, [stray]) + Xctrace.node(profile, [Self.sample(2, stack)])
                + "</trace-query-result>",
            lines: "sample 2 (not named) - 1000000 [leaf, 0x30]", "rows-skipped 1", "schema-rows time-profile 1",
            "skipped-schema-not-read kdebug 1")
    }

    /// time;weight;address;leaf;binary of every sample of a real recording, where its export was fetched.
    @Test(
        .enabled(
            if: Repository.corpus("samples/world/time-profile.xcode12.5.xml") != nil,
            "the export of Xcode 12.5 is not there; TRACEKIT_CORPORA names its home"))
    func `every sample of a recording of Xcode 12 5 is as others read it`() throws {
        let path = try #require(Repository.corpus("samples/world/time-profile.xcode12.5.xml"))
        let expected = try String(
            contentsOfFile: path.replacing(".xml", with: ".expected.csv"), encoding: .utf8
        ).split(separator: "\n").map { $0.split(separator: ";", omittingEmptySubsequences: false).prefix(4) }
        let records = try Xctrace.records([try ByteInput(path: path)], ImportOptions())
        #expect(records.samples.count == expected.count && expected.count == 98)
        #expect(records.counters.sorted.allSatisfy { $0.name != .missingReference })
        for (index, line) in expected.enumerated() {
            let sample = records.samples[index]
            let leaf = records.names.text(records.stacks.nodes[Int(sample.stack)].frame) ?? ""
            #expect([line[0], line[1], line[3]] == ["\(sample.start)", "\(sample.weight)", leaf[...]])
            #expect(records.stacks.nodes[Int(sample.stack)].parent != 0)
        }
    }
}
