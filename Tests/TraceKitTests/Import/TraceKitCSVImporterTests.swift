import Foundation
import Testing

@testable import TraceKit

/// Tables in, records and rejects out.
@Suite struct TraceKitCSVImporterTests {
    private static func records(_ inputs: [ByteInput], map: [String: String] = [:]) throws -> TraceRecords {
        var options = ImportOptions()
        options.columnMap = map
        var assembly = TraceAssembly(options)
        for input in inputs { try assembly.read(input, by: try TraceAssembly.importer(for: input, options)) }
        return try assembly.finish()
    }

    private static func input(_ text: String) -> ByteInput { ByteInput(bytes: Array(text.utf8), name: "t.csv") }

    /// Reads a table and expects so many rows and these rejects, as `kind line:column message`.
    @discardableResult
    private func check(
        _ text: String, map: [String: String] = [:], imported: Int, rejects expected: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TraceRecords {
        let records = try Self.records([Self.input(text)], map: map)
        let rejects = records.rejects.map {
            "\($0.kind.rawValue) \($0.place.line ?? 0):\($0.place.column ?? 0) \($0.message)"
        }
        #expect(records.formats == ["tracekit-csv"], sourceLocation: sourceLocation)
        #expect(rejects == expected, sourceLocation: sourceLocation)
        #expect(records.counters.count(.rowsImported) == imported, sourceLocation: sourceLocation)
        return records
    }

    /// Expects an error, as `line:column message | fix`.
    private func refuse(
        _ text: String, map: [String: String] = [:], _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: TraceError.self, sourceLocation: sourceLocation) {
            try Self.records([Self.input(text)], map: map)
        }
        let place = error?.diagnostic.place.map { "\($0.line ?? 0):\($0.column ?? 0) " } ?? ""
        let fix = error?.diagnostic.fix.map { " | \($0)" } ?? ""
        #expect("\(place)\(error?.diagnostic.message ?? "")\(fix)" == expected, sourceLocation: sourceLocation)
    }

    /// `view kind phase start duration module instance changed` of each update; `-` for nothing.
    private func updates(_ records: TraceRecords) -> [String] {
        let updates = records.updates
        return (0..<updates.count).map { row in
            let view = records.views[Int(updates.view[row])]
            let changed = updates.changed[row]
            return [
                records.names.text(view.name) ?? "-", view.kind.word, updates.phase[row].word,
                "\(updates.start[row])", "\(updates.duration[row])", records.names.text(view.module) ?? "-",
                records.names.text(updates.instance[row]) ?? "-",
                changed.isPresent
                    ? "[\(records.lists[changed].map { records.names.text($0) ?? "" }.joined(separator: "|"))]" : "-",
            ].joined(separator: " ")
        }
    }

    // MARK: Our own tables

    @Test func `a mixed table has records of all kinds`() throws {
        let records = try check(
            """
            record,id,view,kind,name,start_ns,duration_ns,from,to,frames,weight_ns,app
            update,3,Row,,,5,7,,,,,
            interaction,1,,tap,Favorite,1,,,,,,
            edge,,,,,,,1,3,,,
            sample,,,,,9,,,,"leaf;main",1,
            trace,,,,late,,12000,,,,,Landmarks

            """, imported: 4)
        #expect(updates(records) == ["Row body update 5 7 - - -"])
        #expect(records.metadata.app == "Landmarks" && records.metadata.durationNs == 12000)
        #expect(records.edges.count == 1 && records.samples.count == 1 && records.interactions.count == 1)
    }

    @Test func `a table of one kind is known by its header`() throws {
        let tables: [(String, RecordKind, String)] = [
            ("from,to,label", .edge, "1,2,update"),
            ("view,start_ns", .update, "Row,1"),
            ("view,changed", .update, "Row,a"),
            ("weight_ns,frames,start_ns", .sample, "1,main,2"),
            ("start_ns,duration_ns,narrative", .hitch, "1,2,x"),
            ("start_ns,duration_ns,system", .hitch, "1,2,true"),
            ("name,category,start_ns", .signpost, "Load,POI,1"),
            ("name,signpost_id,start_ns", .signpost, "Load,18446744073709551615,1"),
            ("name,app,refresh_hz", .trace, "before,Landmarks,120"),
            ("id,name,origin", .cause, "1,x,app"),
            ("id,name,cause", .cause, "1,x,2"),
            ("kind,name,start_ns,duration_ns", .interaction, "tap,Favorite,1,2"),
            ("start_ns,duration_ns,kind,thread", .hang, "1,2,Hang,main"),
            ("id,start_ns,duration_ns,thread", .group, "1,1,2,main"),
            ("start_ns,duration_ns,label", .group, "1,2,Transaction"),
            ("Start,Duration,Hang Type", .hang, "1 ms,2 ms,Microhang"),
            ("Start,Duration,Process,Is System,Potential Issue", .hitch, "1 ms,2 ms,App,No,x"),
            ("Start,Duration,Name,Category,Subsystem", .signpost, "1 ms,2 ms,Load,POI,com.example"),
            ("Start,Duration,Label,Thread", .group, "1 ms,2 ms,Transaction,Main Thread 0x1"),
            ("Start,Duration,View Name", .update, "1 ms,2 ms,Row"),
            ("Start,Duration,Description,Update Type", .update, "1 ms,2 ms,Row.body,View Body Updates"),
        ]
        for (header, kind, row) in tables {
            let found = withSlice(header) { CSVHeader.find($0, [:])?.kind }
            #expect(found == kind, "\(header)")
            if kind != .edge { try check("\(header)\n\(row)\n", imported: kind == .trace ? 0 : 1) }
        }
    }

    @Test func `a header that fits several kinds names the record column`() {
        let fix = "add a 'record' column that says of each row what it is: \(RecordKind.words.joined(separator: ", "))"
        refuse(
            "start_ns,duration_ns\n1,2\n",
            "1:1 the columns 'start_ns', 'duration_ns' fit several kinds of records "
                + "(interaction, update, group, signpost, hitch, hang) | \(fix)")
        refuse(
            "id,name,kind,start_ns\n1,x,tap,2\n",
            "1:1 the columns 'id', 'name', 'kind', 'start_ns' fit several kinds of records (interaction, cause) | \(fix)"
        )
        refuse(
            "from,to,view,start_ns\n1,2,Row,3\n",
            "1:1 the columns 'from', 'to', 'view', 'start_ns' fit several kinds of records (update, edge) | \(fix)")
    }

    @Test func `several tables are one trace`() throws {
        let records = try Self.records([
            Self.input("from;to\n1;3\n"), Self.input("id\tview\tstart_ns\n3\tRow\t5\n"),
            Self.input("id,kind,name,start_ns,duration_ns\n1,tap,x,1,\n"), Self.input("name,app,os\nbefore,A,iOS 26\n"),
        ])
        #expect(records.edges.count == 1 && records.updates.count == 1 && records.interactions.count == 1)
        #expect(records.metadata.name == "before" && TraceKitCSVImporter.isPartial)
        #expect(records.lanes.isSuperset(of: [.edges, .updates, .interactions]))
    }

    @Test func `times come in all units and are exact`() throws {
        let records = try check(
            "view,start_us,duration_ms\nA,1.5,0.000001\nB,9007199254740.993,\nC,1e3,2\n", imported: 3)
        #expect(
            updates(records) == [
                "A body update 1500 1 - - -", "C body update 1000000 2000000 - - -",
                "B body update 9007199254740993 -1 - - -",
            ])
    }

    @Test func `lists are split at semicolons, empty cells are absent, quotes around nothing the empty list`()
        throws
    {
        let records = try check(
            """
            view,start_ns,changed
            A,1,
            B,2,""
            C,3,a;b
            D,4,"a\\;b;c"
            E,5,@self

            """, imported: 5)
        #expect(updates(records).map { $0.split(separator: " ").last } == ["-", "[]", "[a|b]", "[a;b|c]", "[@self]"])
        let causes = try check("id,view,start_ns,causes\n3,A,1,\"1; 2\"\n4,B,1,\"\"\n", imported: 2)
        #expect(causes.counters.count(.danglingEdge) == 2)
    }

    @Test func `delimiters, line ends, byte order mark and quoting are detected`() throws {
        for delimiter in [",", ";", "\t"] {
            for end in ["\n", "\r\n", "\r"] {
                for mark in ["", "\u{FEFF}", "\n\n"] {
                    let table = [["view", "start_ns"], ["\"Ro\"\"w\"", "5"], ["x", "6"]]
                        .map { $0.joined(separator: delimiter) }.joined(separator: end)
                    for last in ["", end, end + end] {
                        let records = try check(mark + table + last, imported: 2)
                        #expect(updates(records).first == "Ro\"w body update 5 -1 - - -")
                    }
                }
            }
        }
    }

    @Test func `unknown columns are counted once, whatever their cells`() throws {
        let records = try check("view,colour,start_ns,weather,\nA,1,2,3,4\nB,,3,,\n", imported: 2)
        for heading in ["colour", "weather", "(no heading)"] {
            #expect(records.counters.count(.unknownColumn, heading) == 1, "\(heading)")
        }
    }

    // MARK: Rejects

    @Test func `ragged rows are rejected with the column where they break`() throws {
        try check(
            "view,start_ns,module\nA,1,M\nB,2\nC,3,M,x\n\nD,4,\n", imported: 2,
            rejects: [
                "malformed 3:4 the row has 2 cells, the header has 3",
                "malformed 4:7 the row has 4 cells, the header has 3",
            ])
    }

    @Test func `cells that do not fit point at themselves`() throws {
        try check(
            """
            record,id,view,start_ns,duration_ns,system
            update,1,A,x,1,
            update,-1,B,2,1,
            update,2,C,-5,1,
            updates,3,D,1,,
            ,4,E,1,,
            update,5,F,1,,
            hitch,,,1,2,maybe
            update,,G,99999999999999999999,,

            """, imported: 1,
            rejects: [
                "wrong-type 2:12 'start' must be a number, found 'x'",
                "wrong-type 3:8 'id' must be a whole number from 0 to 18446744073709551615, found '-1'",
                "negative 4:12 the start is before the trace begins (-5 ns)",
                "unknown-record 5:1 unknown record 'updates'; did you mean 'update'?",
                "missing-field 6:1 'record' is missing; it is one of \(RecordKind.words.joined(separator: ", "))",
                "wrong-type 8:13 'system' must be true or false, found 'maybe'",
                "out-of-range 9:11 'start' does not fit 64 bits of nanoseconds: '99999999999999999999'",
            ])
    }

    @Test func `a quote that is never closed costs its row, and cuts the table where that is the last`() throws {
        let message = "the quote that opens this cell is never closed"
        let records = try check(
            "view,start_ns\nA,1\n\"B,2\nC,3\n", imported: 2, rejects: ["malformed 3:1 \(message)"])
        #expect(records.damage == nil)
        let open = try check("view,start_ns\nA,1\n\"B,2", imported: 1, rejects: ["malformed 3:1 \(message)"])
        #expect(open.metadata.truncatedAt?.line == 3 && open.damage?.message == message)
        let cut = try check(
            "view,start_ns,module\nA,1,M\nB,", imported: 1,
            rejects: ["malformed 3:3 the row has 2 cells, the header has 3"])
        #expect(cut.metadata.truncatedAt?.line == 3)
    }

    @Test func `a cell beyond the limit costs its row`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/t.csv"
            let long = String(repeating: "x\n", count: ByteInput.Limits.token / 2 + 500_000)
            try "view,start_ns\nA,1\n\"\(long)\",2\nC,3\n".write(toFile: path, atomically: true, encoding: .utf8)
            let records = try Self.records([ByteInput(path: path)])
            #expect(records.updates.count == 2 && records.rejects.map(\.kind) == [.tooLong])
            #expect(records.rejects.first?.message == "a single value is longer than 16 MB")
            #expect(records.rejects.first?.place.line == 3 && records.damage == nil)
        }
    }

    @Test func `every prefix keeps the complete rows and accounts for all`() throws {
        let text = "record,view,start_ns,changed\r\nupdate,\"R\"\"öw\",5,\"a\n;b\"\r\nupdate,B,6,\"\"\r\n"
        for length in 1...text.utf8.count {
            let input = ByteInput(bytes: Array(text.utf8.prefix(length)), name: "t.csv")
            _ = try? Self.records([input])
        }
    }

    @Test func `every change of one byte is survived`() throws {
        let text = Array("view,start_ns,changed\nA,1,a;b\n\"B\",2,\n".utf8)
        for place in text.indices {
            for byte: UInt8 in [0, 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3B, 0x5C, 0x80, 0xFF] {
                var changed = text
                changed[place] = byte
                _ = try? Self.records([ByteInput(bytes: changed, name: "t.csv")])
            }
        }
    }

    @Test func `names that are hostile stay as they are`() throws {
        let names = ["=cmd|' /C calc'!A0", "<script>", "\u{202E}abc", "a,b;c\td", "x\ny", "😀", "`|`%0A"]
        let cells = names.map { "\"\($0)\"" }
        let text = "view,start_ns\n" + cells.enumerated().map { "\($1),\($0)\n" }.joined()
        let records = try check(text, imported: names.count)
        #expect(records.views.buffer.map { records.names.text($0.name) } == names)
    }

    // MARK: Tables of Instruments

    @Test func `an Instruments table is read as it is shown`() throws {
        let records = try check(
            """
            Start\tDuration\tID\tUpdate Type\tAllocations\tDescription\tCategory\tModule\tView Name\tThread\tSeverity
            00:03.123.456\t12.34 ms\t1,004\tView Body Updates\t1,234\tStaticBody<ViewBodyAccessor<Row>, MainThreadFlags>\tCreation\tLandmarks\t\tMain Thread (0x2665b1) (Landmarks, pid: 4242)\tVery High
            00:03.200.000\t832.12 µs\t1,005\tRepresentable Updates\t\tMapView\tUpdate\tMapKit\tMapView\tWorker 0x12 (Landmarks, pid: 4242)\tLow
            00:03.300.000\t102479704.18 min\t1,006\tOther Updates\tn/a\tLayout: HStack\tUpdate\t<unknown>\t\tMain Thread 0x1\t

            """, imported: 3)
        #expect(
            updates(records) == [
                "Row body creation 3123456000 12340000 Landmarks - -",
                "MapView representable update 3200000000 832120 MapKit - -",
                "HStack layout update 3300000000 -1 - - -",
            ])
        #expect(records.updates.allocations[0] == 1234 && records.updates.allocations[2] == -1)
        #expect(records.names.text(records.updates.severity[0]) == "Very High")
        #expect(records.names.text(records.updates.thread[0]) == "main")
        #expect(records.names.text(records.updates.thread[1]) == "Worker 0x12")
        #expect((0..<3).map { records.sourceID(records.updates.id[$0]) } == [1004, 1005, 1006])
        #expect(
            records.names.text(records.views[0].rawName) == "StaticBody<ViewBodyAccessor<Row>, MainThreadFlags>")
    }

    @Test func `ids are read as they are shown, and quantities only as far as 64 bits`() throws {
        let ids = ["0xEEEEB0B5B2B2EEEE", "0x1f", "OS_SIGNPOST_ID_EXCLUSIVE", "1,004", "n/a"]
        let rows = ids.map { "00:01.000.000\t5 ms\tLoad\tcom.a\tNet\t\($0)\n" }.joined()
        let records = try check("Start\tDuration\tName\tSubsystem\tCategory\tIdentifier\n\(rows)", imported: 5)
        #expect(
            (0..<5).map { records.signposts[$0].signpostID }.sorted()
                == [0, 31, 1004, 0xEEEE_B0B5_B2B2_EEEE, 0xEEEE_B0B5_B2B2_EEEE])
        #expect((0..<5).filter { !records.signposts[$0].hasID }.count == 1)
        try check(
            "View Name,Start,Duration\nA,1 ms,1 ms\nB,1 ms,9999999999999999999 min\n", imported: 1,
            rejects: ["out-of-range 3:8 'Duration' does not fit 64 bits, found '9999999999999999999 min'"])
    }

    @Test func `units may stand in the heading`() throws {
        let records = try check("View Name,Start (ms),Duration [µs]\nA,1.5,250\nB,2 s,3\n", imported: 2)
        #expect(updates(records) == ["A body update 1500000 250000 - - -", "B body update 2000000000 3000 - - -"])
    }

    @Test func `a cell without a unit or with a comma that could be a point is rejected`() throws {
        try check(
            "View Name;Start;Duration\nA;1 ms;1,234 ms\nB;5;1 ms\nC;1 ms;12,34 ms\nD;1 ms;3 MB\n", imported: 1,
            rejects: [
                "wrong-type 3:3 'Start' has no unit, found '5'; write '12.34 ms', or the unit in the heading",
                "wrong-type 4:8 'Duration' must be a time like '12.34 ms', '832.12 µs' or '00:03.123.456', found '12,34 ms'",
                "wrong-type 5:8 'Duration' must be a time like '12.34 ms', '832.12 µs' or '00:03.123.456', found '3 MB'",
            ])
        try check("View Name,Start,Duration\nA,1 ms,\"1,234 ms\"\n", imported: 1)
    }

    // MARK: Headings that the user maps

    @Test func `mapped headings are read`() throws {
        let text = "Screen,Begin,Length (ms)\nList,1.5 ms,2\n"
        #expect(throws: TraceError.self) { try Self.records([Self.input(text)]) }
        let map = ["view": "Screen", "start": "Begin", "duration": "Length (ms)"]
        #expect(updates(try check(text, map: map, imported: 1)) == ["List body update 1500000 2000000 - - -"])
        let units = "view,a,b\nX,5,6\n"
        let own = ["start_us": "a", "duration_ns": "b"]
        #expect(updates(try check(units, map: own, imported: 1)) == ["X body update 5000 6 - - -"])
    }

    @Test func `a mapped heading wins over one that is understood`() throws {
        let text = "View Name,Screen,Start,Duration\nA,B,1 ms,1 ms\n"
        let records = try check(text, map: ["view": "Screen"], imported: 1)
        #expect(records.names.text(records.views[0].name) == "B")
        #expect(records.counters.count(.unknownColumn, "View Name") == 1)
    }

    @Test func `a mapped heading that is not there and a field that is none are errors`() {
        let text = "View Name,Start,Duration\nA,1 ms,1 ms\n"
        refuse(
            text, map: ["view": "View Nane"],
            "1:1 the table has no column 'View Nane', which 'view' is mapped to; did you mean 'View Name'? "
                + "| map the field to a heading as the first row has it")
        refuse(
            text, map: ["veiw": "View Name"],
            "'veiw' is not a field; did you mean 'view'? | map a field to a heading: --map view=\"View Name\"")
    }

    @Test func `two columns for one field are an error`() {
        refuse(
            "view,start_ns,start_ms\nA,1,2\n",
            "1:1 two columns hold 'start': 'start_ns' and 'start_ms' | leave out or rename one of them")
    }

    // MARK: Recognising

    @Test func `line ends before the header are passed over, whichever they are`() throws {
        for end in ["\n", "\r", "\r\n"] {
            let records = try check("\(end)view,start_ns,duration_ns\(end)Row,5,7\(end)", imported: 1)
            #expect(updates(records) == ["Row body update 5 7 - - -"])
        }
    }

    @Test func `tables of other things are not recognised`() {
        for text in [
            "name,age\nx,1\n", "Weight\tSelf Weight\t\tSymbol Name\n4.93 s\t0 s\t\tstart\n", "start,end\n1,2\n",
            "hello, world\n", "view\nA\n", "a;b;c\n1;2;3\n", "id,name\n1,x\n", "{\"view\": 1, \"start_ns\": 2}",
            "Timestamp                       Thread     Type        Activity             PID    TTL\n",
            "2022-08-25 15:22:01.008417+0100 0x1590e,start_ns,view\n", "Content: @self, view, start_ns changed.\n",
            "Count,Total Duration,Min,Avg,Std Dev,Max\n1,2 ms,1 ms,1 ms,0,1 ms\n", "<view>,start_ns,duration_ns\n",
        ] {
            let input = Self.input(text)
            #expect(
                (try? input.head()).map { TraceKitCSVImporter.recognizes($0) } == false, "\(text.prefix(40))")
        }
    }

    @Test func `more than 4096 columns are an error of their own`() {
        let text = "view,start_ns" + String(repeating: ",", count: 4096) + "\n"
        refuse(
            text, "1:1 the header has more than 4096 columns or 64 KB | leave out the columns that hold no records")
    }
}
