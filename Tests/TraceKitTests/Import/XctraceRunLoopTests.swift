import Testing

@testable import TraceKit

/// Intervals of run loops in, busy intervals of the main thread among the signposts out.
@Suite struct XctraceRunLoopTests {
    private static let columns = "start duration interval-type interval-identifier nesting-level is-main thread process"

    private static func row(
        _ start: String = "<t>5</t>", _ type: String = "<s>Busy</s>", nesting: String = "<n>1</n>",
        main: String = "<b>1</b>", process: String = "App (42)"
    ) -> String {
        "\(start)<d>7</d>\(type)<s>r1_i1_b</s>\(nesting)\(main)"
            + "<thread fmt=\"Main Thread 0x1 (App, pid: 42)\"/><process fmt=\"\(process)\"/>"
    }

    private static func records(_ rows: [String], _ columns: String = columns) throws -> TraceRecords {
        let table =
            rows.isEmpty
            ? Xctrace.table("runloop-intervals", columns)
            : Xctrace.table("runloop-intervals", columns, rows.joined(separator: "</row><row>"))
        return try Xctrace.records([ByteInput(bytes: Array(table.utf8), name: "t.xml")], ImportOptions())
    }

    @Test func `busy intervals of main run loops are signposts, all other rows are accounted for`() throws {
        let records = try Self.records([
            Self.row(), Self.row("<t>20</t>", nesting: "<sentinel/>", process: "Other (43)"),
            Self.row("<t>6</t>", "<s>Runloop Run</s>"), Self.row("<t>6</t>", "<s>Individual Iteration</s>"),
            Self.row(nesting: "<n>2</n>"), Self.row(main: "<b>0</b>"), Self.row(main: "<sentinel/>"),
            Self.row("<sentinel/>"), Self.row("<t>x</t>"), Self.row("<t>5</t>", "<sentinel/>"),
        ])
        #expect(
            records.signpostLines == [
                "Main run loop busy [-:runloop-intervals] 5+7 App (42)/main -",
                "Main run loop busy [-:runloop-intervals] 20+7 Other (43)/main -",
            ])
        #expect(records.skipLines == ["skipped-run-loop-interval runloop-intervals 5"])
        #expect(records.rejects.count == 3)
        #expect(records.counters.count(.rowsSeen) == 10 && records.counters.count(.rowsImported) == 2)
    }

    @Test func `an empty table says nothing of signposts, and one without a needed column is not read`() throws {
        #expect(try Self.records([]).lanes == [])
        let other = try Self.records(["<t>5</t><d>7</d><s>Busy</s>"], "start duration interval-type")
        #expect(other.signposts.count == 0 && other.counters.count(.rowsSeen) == 1)
    }

    @Test(
        .enabled(
            if: Repository.corpus("samples/xctrace/xcode-27/runloop-intervals.xml") != nil,
            "the export of Xcode 27 is not there; TRACEKIT_CORPORA names its home"))
    func `a recorded table is read whole`() throws {
        let path = try #require(Repository.corpus("samples/xctrace/xcode-27/runloop-intervals.xml"))
        let records = try Xctrace.records([try ByteInput(path: path)], ImportOptions())
        let counters = records.counters
        #expect(records.rejects.count == 0 && records.signposts.count > 0)
        #expect(records.signpostLines.first?.hasSuffix(" 1996501875+9638958 Finder (873)/main -") == true)
        #expect(counters.count(.rowsSeen) == counters.count(.rowsImported) + counters.count(.rowsSkipped))
        #expect(counters.sorted.allSatisfy { $0.name != .unknownColumn })
    }
}
