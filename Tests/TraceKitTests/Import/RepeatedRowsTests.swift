import Testing

@testable import TraceKit

/// Several files of one trace that hold the same rows: each is there once, with what the fuller one says.
@Suite struct RepeatedRowsTests {
    private static let full = """
        record,id,view,start_ns,duration_ns,instance,changed,from,to,kind,name,cause
        interaction,1,,1000000,,,,,,tap,Pay,
        cause,2,,1200000,,,,,,state,Cart.total,1
        update,3,CartRow,2000123,9000456,a,_total,,,body,,2
        update,4,CartRow,12000123,1000456,b,@self,,,body,,2
        update,5,CartBar,14000123,2000456,,,,,body,,

        """
    private static let copied = """
        ID\tStart\tDuration\tDescription\tSeverity
        3\t00:00.002.000\t9.00 ms\tCartRow.body\tHigh
        4\t00:00.012.000\t1.00 ms\tCartRow.body\tLow
        5\t00:00.014.000\t2.00 ms\tCartBar.body\tLow

        """

    private static func updates(_ files: String...) throws -> (lines: [String], rejects: Int, skipped: [String]) {
        let records = try LogFixtures.records(files.map { Array($0.utf8) })
        let severities = (0..<records.updates.count).map { records.names.text(records.updates.severity[$0]) ?? "-" }
        return (zip(records.updateLines, severities).map { "\($0) \($1)" }, records.rejects.count, records.skipLines)
    }

    @Test func `a table copied from Instruments adds what the full one lacks, in either order`() throws {
        let expected = [
            "CartRow 2000123+9000456 [_total] High", "CartRow 12000123+1000456 [@self] Low",
        ]
        for files in [[Self.full, Self.copied], [Self.copied, Self.full]] {
            let read = try Self.updates(files[0], files[1])
            #expect(Array(read.lines.prefix(2)) == expected)
            #expect(read.lines.count == 3 && read.rejects == 0)
            #expect(read.skipped == ["skipped-repeated-row 3"])
            let records = try LogFixtures.records(files.map { Array($0.utf8) })
            #expect(records.edges.count == 3, "the links of both rows are those of the one")
        }
    }

    @Test func `the same file twice is the trace once`() throws {
        let records = try LogFixtures.records(Self.full, Self.full)
        #expect(records.updates.count == 3 && records.interactions.count == 1 && records.causes.count == 1)
        #expect(records.edges.count == 3 && records.rejects.isEmpty)
    }

    @Test func `an id that means something else in another file is rejected, and so is one used twice in one file`()
        throws
    {
        let other = Self.copied.replacing("CartRow", with: "Sidebar")
        #expect(try Self.updates(Self.full, other).rejects == 2)
        let later = Self.copied.replacing("00:00.0", with: "00:07.0")
        #expect(try Self.updates(Self.full, later).rejects == 3)
        #expect(try Self.updates(Self.copied + "3\t00:00.002.000\t9.00 ms\tCartRow.body\tHigh\n").rejects == 1)
    }

    @Test func `rows without ids that two tables hold are there once`() throws {
        let hangs =
            "record,start_ns,duration_ns,kind\nhang,5000000,300000000,Microhang\nhang,900000000,300000000,Microhang\n"
        let table = "Start\tDuration\tHang Type\n00:00.005.000\t300.00 ms\tMicrohang\n"
        let records = try LogFixtures.records(hangs, table)
        #expect(
            records.hangs.map(\.start) == [5_000_000, 900_000_000] && records.skipLines == ["skipped-repeated-row 1"])
        // Two equal ones in one table are two.
        let twice = "record,start_ns,duration_ns,kind\nhang,5000000,300000000,Hang\nhang,5000000,300000000,Hang\n"
        #expect(try LogFixtures.records(twice).hangs.count == 2)
    }

    @Test func `the sample folder says of the taps what its full table says`() throws {
        let folder = "\(Repository.root)/SampleTraces/csv"
        func taps(_ path: String) throws -> [String] {
            try TracePipeline.load([path], into: .temporary, .init()).store.rows(
                "SELECT updates, unnecessary FROM interactions WHERE kind = 'tap' ORDER BY start_ns")
        }
        let whole = try taps("\(folder)/landmarks-before.csv")
        #expect(whole == ["104|103", "104|103"])
        #expect(try taps(folder) == whole)
    }
}
