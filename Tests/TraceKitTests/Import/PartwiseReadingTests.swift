import Foundation
import Testing

@testable import TraceKit

/// Several threads read what one reads: the same rows, numbers, places and hash, whatever the parts' beginnings fall upon.
@Suite struct PartwiseReadingTests {
    private static let smallest = 1 << 20

    /// Everything a database says of a file that was read by this many threads.
    private func dump(_ path: String, jobs: Int) throws -> [String] {
        var options = TracePipeline.Options()
        options.jobs = jobs
        let store = try TracePipeline.load([path], into: .temporary, options).store
        var lines: [String] = []
        for table in try store.database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
        {
            let name = table[0].text ?? ""
            lines += try store.rows("SELECT '\(name)', * FROM \"\(name)\"")
        }
        return lines
    }

    private func check(_ name: String, _ text: String, rows: Int, rejects: Int = 0, jobs: [Int] = [2, 3, 5]) throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/\(name)"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let alone = try dump(path, jobs: 1)
            #expect(alone.filter { $0.hasPrefix("view_update|") }.count == rows)
            #expect(alone.filter { $0.hasPrefix("import_reject|") }.count == rejects)
            for jobs in jobs {
                let together = try dump(path, jobs: jobs)
                #expect(together.count == alone.count)
                let first = zip(together, alone).first { $0 != $1 }
                #expect(first == nil, "\(jobs) jobs: \(first.map { "\($0)" } ?? "")")
            }
        }
    }

    /// A line of a little over a hundred bytes.
    private func line(_ number: Int, id: Int? = nil, view: String? = nil) -> String {
        "{\"record\":\"update\",\"id\":\(id ?? number),\"view\":\"\(view ?? "View\(number % 7)")\",\"module\":\"App\",\"instance\":\"row-\(number % 50)\",\"changed\":[\"p\(number % 3)\"],\"start_ns\":\(number * 1000),\"duration_ns\":900}"
    }

    private static let count = 2 * smallest / 110 + 1000

    private func ndjson(_ change: (Int, String) -> String = { $1 }) -> String {
        (1...Self.count).map { change($0, line($0)) + "\n" }.joined()
    }

    @Test func `plain lines`() throws { try check("plain.ndjson", ndjson(), rows: Self.count) }

    /// How many parts were taken over as they were read.
    private func partsTaken(_ text: String, by importer: some PartwiseImporter, jobs: Int) throws -> Int {
        try withTemporaryFolder { folder in
            let path = "\(folder)/parts"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            var importer = importer
            let builder = TraceBuilder()
            try PartwiseReading.read(try ByteInput(path: path), by: &importer, file: 0, into: builder, jobs: jobs)
            return builder.partsAbsorbed
        }
    }

    @Test func `what other threads read is used, and only where it is plain`() throws {
        let plain = ndjson()
        #expect(try partsTaken(plain, by: TraceKitNDJSONImporter(), jobs: 2) == 1)
        #expect(try partsTaken(plain, by: TraceKitNDJSONImporter(), jobs: 1) == 0)
        #expect(try partsTaken(plain + "{\"record\":1}\n", by: TraceKitNDJSONImporter(), jobs: 2) == 0)
        let rows = (1...(3 * Self.smallest / 40)).map { "update,\($0),Some.Long.View.Name,\($0 * 1000),4000000\n" }
        let table = "record,id,view,start_ns,duration_ns\n" + rows.joined()
        #expect(try partsTaken(table, by: TraceKitCSVImporter(), jobs: 2) == 1)
        #expect(try partsTaken(table, by: TraceKitCSVImporter(), jobs: 8) == table.utf8.count / Self.smallest - 1)
    }

    @Test func `causes of one part lead to updates of another`() throws {
        let text = ndjson { number, line in
            number % 1000 != 0
                ? line
                : "{\"record\":\"cause\",\"id\":\(number),\"name\":\"c\(number)\",\"cause\":\(Self.count - number + 3)}"
        }
        try check("graph.ndjson", text, rows: Self.count - Self.count / 1000)
    }

    @Test func `records of every kind keep what they lead to in other parts`() throws {
        let count = 2 * Self.smallest / 900 * 10
        let text = (0..<count).map { number in
            let (time, other) = ("\"start_ns\":\(number * 1000)", (count - number) / 10 * 10)
            let name = "A name that is long enough, \(number % 7)"
            let fields =
                switch number % 10 {
                case 0: "\"interaction\",\"id\":\(number),\"kind\":\"tap\",\"name\":\"\(name)\",\(time)"
                case 1: "\"cause\",\"id\":\(number),\"name\":\"\(name)\",\"cause\":\(number - 1)"
                case 2:
                    "\"edge\",\"from\":\(number - 1),\"to\":\(other + 3),\"changed\":[\"p\(number % 3)\"],\"at_ns\":7"
                case 3:
                    "\"update\",\"id\":\(number),\"view\":\"\(name)\",\"group\":\(other + 4),\(time),\"duration_ns\":90"
                case 4: "\"group\",\"id\":\(number),\"label\":\"\(name)\",\(time),\"duration_ns\":50,\"thread\":\"T\""
                case 5: "\"signpost\",\"name\":\"\(name)\",\"signpost_id\":7,\"message\":\"m\(number % 9)\",\(time)"
                case 6: "\"hitch\",\"narrative\":\"\(name)\",\"system\":true,\(time),\"duration_ns\":5000"
                case 7: "\"hang\",\"kind\":\"\(name)\",\"thread\":\"main\",\(time),\"duration_ns\":5000"
                case 8: "\"sample\",\"frames\":[\"leaf \(number % 11)\",\"\(name)\",\"main\"],\"weight_ns\":3,\(time)"
                default: "\"update\",\"view\":\"\(name)\",\"cause\":\(number - 8),\(time),\"duration_ns\":80"
                }
            return "{\"record\":\(fields)}\n"
        }.joined()
        #expect(try partsTaken(text, by: TraceKitNDJSONImporter(), jobs: 2) == 1)
        try check("kinds.ndjson", text, rows: count / 5, jobs: [2, 3])
    }

    @Test func `a group that an earlier part has is used before`() throws {
        let text = ndjson { number, line in
            number == 5 || number == Self.count - 5 ? "{\"record\":\"group\",\"id\":9,\"start_ns\":1}" : line
        }
        try check("group.ndjson", text, rows: Self.count - 2, rejects: 1, jobs: [2])
    }

    @Test func `messages of several lines are whole, wherever a part begins`() throws {
        let rest = (1...30).map { "  line \($0) of what the app has to say about it all\n" }.joined()
        let text = (0..<(3 * Self.smallest / 1500)).map { number in
            let time = "2026-10-04 02:\(10 + number / 600 % 50):\(10 + number / 10 % 50).\(100 + number % 10)"
            return "\(time) Df App[1:2] [a.b:net] message \(number % 9)\n\(number % 3 == 0 ? "\n" : "")\(rest)"
                + "\(time) Sp App[1:2] [a.b:net] [spid excl, process, event] Load\nnot of it\n"
        }.joined()
        #expect(try partsTaken(text, by: UnifiedLogTextImporter(), jobs: 2) == 1)
        try check("long.log", text, rows: 0)
    }

    @Test func `a row that is rejected has its line, in whichever part it stands`() throws {
        let text = ndjson { number, line in
            number == Self.count - 500 || number == 3 ? "{\"record\":\"update\",\"view\":1}" : line
        }
        try check("reject.ndjson", text, rows: Self.count - 2, rejects: 2, jobs: [2, 4])
    }

    @Test func `an id that an earlier part used is used before`() throws {
        let text = ndjson { number, line in number == Self.count - 5 ? self.line(number, id: 5) : line }
        try check("double.ndjson", text, rows: Self.count - 1, rejects: 1, jobs: [2])
    }

    @Test func `a line that is cut at the end of the file`() throws {
        try check("cut.ndjson", String(ndjson().dropLast(20)), rows: Self.count - 1, rejects: 1, jobs: [2])
    }

    @Test func `a row that is not taken has its place, however many parts are before it`() throws {
        try check(
            "late.ndjson", ndjson { $0 == Self.count - 5 ? "{\"record\":\"updat\"}" : $1 }, rows: Self.count - 1,
            rejects: 1)
    }

    @Test func `a table with quotes that are never closed`() throws {
        let count = 60_000
        for places in [[count / 3], [5, count / 2, count - 3], [count - 1]] {
            let rows = (0..<count).map { number in
                let quote = places.contains(number) ? "\"" : ""
                return "update,\(quote)View\(number % 7) of a row that is long enough,\(number * 1000),900\n"
            }
            let text = "record,view,start_ns,duration_ns\n" + rows.joined()
            // The second quote closes the cell that the first one opens: what is between them is one row.
            let taken = places.count == 1 ? count - 1 : count - (places[1] - places[0] + 1) - 1
            try check("open.csv", text, rows: taken, rejects: places.count == 1 ? 1 : 2, jobs: [2, 3])
        }
    }

    @Test func `a log with a line that is too long`() throws {
        let time = "2026-05-04 11:31:07"
        func line(_ number: Int, _ kind: String) -> String {
            "\(time).\(100_000 + number) Sp App[42:3d] [com.example:perf] [spid 0x1, process, \(kind)] Row.body\n"
        }
        let lines = (0..<20_000).map { line($0, $0 % 2 == 0 ? "begin" : "end") }
        let long = line(10_000, "begin").dropLast() + String(repeating: "x", count: ByteInput.Limits.line) + "\n"
        let text = lines[..<10_001].joined() + long + lines[10_001...].joined()
        try check("long.log", text, rows: 10_000, rejects: 1, jobs: [3])
    }

    @Test func `a table whose quoted cells hold line ends and the look of rows`() throws {
        let count = 2 * Self.smallest / 60
        let rows = (1...count).map { number in
            "update,\(number),\"View\n\(number % 9),update,7,x\",\(number * 1000),\(number % 40)000000\n"
        }
        try check(
            "quoted.csv", "record,id,view,start_ns,duration_ns\n" + rows.joined(), rows: count, jobs: [2, 3])
    }

    @Test func `signposts whose begin and end stand in different parts`() throws {
        // Begins first, then all ends: whatever the parts are, most pairs cross them.
        let count = 2 * Self.smallest / 150
        func lines(_ kind: String) -> [String] {
            (1...count).map { number in
                let time = (kind == "begin" ? 0 : count) + number
                let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map {
                    $0 < 10 ? "0\($0)" : "\($0)"
                }
                let fraction = "\(1000 + time % 1000)".dropFirst()
                return
                    "2026-05-04 \(clock.joined(separator: ":")).\(fraction) Sp App[42:3d] [com.example.app:\(number % 3)] "
                    + "[spid 0x\(String(number, radix: 16)), process, \(kind)] \(number % 4 == 0 ? "Row.body" : "Load \(number % 5)")\n"
            }
        }
        let text = "Timestamp               Ty Process[PID:TID]\n" + (lines("begin") + lines("end")).joined()
        try check("log.txt", text, rows: count / 4, jobs: [2, 3])
        #expect(try partsTaken(text, by: UnifiedLogTextImporter(), jobs: 2) == 1)
    }

    @Test func `a hash does not depend on where a file was parted`() {
        let bytes = (0..<(3 * ContentHash.blockSize + 77)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        func hash(_ range: Range<Int>) -> ContentHash {
            var hash = ContentHash()
            bytes[range].withUnsafeBufferPointer { hash.update($0) }
            return hash
        }
        let whole = hash(0..<bytes.count)
        for block in 1...3 {
            let first = block * ContentHash.blockSize
            // The first part has read on, as far as the end of a line in the second.
            let joined = hash(0..<(first + 50)).joined(at: first, with: hash(first..<bytes.count))
            #expect(joined.text == whole.text)
        }
        #expect(hash(1..<bytes.count).text != whole.text && hash(0..<(bytes.count - 1)).text != whole.text)
    }
}
