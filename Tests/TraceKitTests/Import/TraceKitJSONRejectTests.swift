import Foundation
import Testing

@testable import TraceKit

/// What becomes of rows that cannot be taken, and of documents that end too early.
@Suite struct TraceKitJSONRejectTests {
    private static let good = "{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}"

    /// One bad record beside a good update: its reject as `kind line:column message`.
    private func check(
        _ lane: String, _ record: String, _ reject: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let json = "{\"format\": \"tracekit\", \"updates\": [\(Self.good)],\n\"\(lane)\": [\n\(record)]}"
        try check(
            lane == "updates" ? "{\"format\": \"tracekit\", \"updates\": [\(Self.good),\n\n\(record)]}" : json, reject,
            sourceLocation)
    }

    private func check(_ json: String, _ reject: String, _ sourceLocation: SourceLocation) throws {
        // One bad record may be all that a lane has.
        var options = ImportOptions()
        options.takesUnreadableLanes = true
        let records = try Traces.records(json, options)
        let rejects = records.rejects.map {
            "\($0.kind.rawValue) \($0.place.line ?? 0):\($0.place.column ?? 0) \($0.message)"
        }
        #expect(rejects == [reject], sourceLocation: sourceLocation)
        let counters = records.counters
        #expect(counters.count(.rowsRejected) == 1, sourceLocation: sourceLocation)
        #expect(
            counters.count(.rowsSeen)
                == counters.count(.rowsImported) + counters.count(.rowsRejected) + counters.count(.rowsSkipped),
            sourceLocation: sourceLocation)
    }

    @Test func `a required field is missing`() throws {
        try check("updates", "{\"start_ns\": 5}", "missing-field 3:1 an update needs 'view'")
        try check("updates", "{\"view\": \"Row\"}", "missing-field 3:1 the start is missing")
        try check("causes", "{\"id\": 7}", "missing-field 3:1 a cause needs 'name'")
        try check("interactions", "{\"id\": 7, \"kind\": \"tap\"}", "missing-field 3:1 the start is missing")
        try check("edges", "{\"to\": 1}", "missing-field 3:1 an edge needs 'from'")
        try check("edges", "{\"from\": 1}", "missing-field 3:1 an edge needs 'to'")
        try check("signposts", "{\"start_ns\": 1}", "missing-field 3:1 a signpost needs 'name'")
        try check("hitches", "{\"start_ns\": 1}", "missing-field 3:1 the duration is missing")
        try check("hangs", "{\"duration_ns\": 1}", "missing-field 3:1 the start is missing")
        try check("samples", "{\"weight_ns\": 1}", "missing-field 3:1 the start is missing")
        try check("groups", "{\"id\": 1}", "missing-field 3:1 the start is missing")
    }

    @Test func `a time is negative`() throws {
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": -1}",
            "negative 3:47 the duration is negative (-1 ns)")
        try check(
            "hangs", "{\"duration_ms\": 1, \"start_us\": -2.5}",
            "negative 3:32 the start is before the trace begins (-2500 ns)")
        try check("samples", "{\"start_ns\": 1, \"weight_ns\": -1}", "negative 3:30 the weight is negative (-1 ns)")
    }

    @Test func `a number does not fit`() throws {
        try check(
            "hangs", "{\"start_ns\": 1, \"duration_s\": 1e400}",
            "out-of-range 3:31 'duration' does not fit 64 bits of nanoseconds: '1e400'")
        try check(
            "hangs", "{\"start_ns\": 1, \"duration_ms\": 9223372036855}",
            "out-of-range 3:32 'duration' does not fit 64 bits of nanoseconds: '9223372036855'")
        try check(
            "causes", "{\"name\": \"x\", \"id\": 18446744073709551616}",
            "out-of-range 3:21 'id' must be a whole number from 0 to 18446744073709551615, found '18446744073709551616'"
        )
    }

    @Test func `a value is of the wrong type`() throws {
        try check(
            "updates", "{\"view\": true, \"start_ns\": 5}",
            "wrong-type 3:10 'view' must be a string, found a value of type bool")
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": \"soon\"}",
            "wrong-type 3:29 'start' must be a number, found 'soon'")
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": 5, \"changed\": \"x\"}",
            "wrong-type 3:43 'changed' must be a list of strings, found a value of type string")
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": 5, \"changed\": [\"x\", 1]}",
            "wrong-type 3:43 'changed' must hold strings only")
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": 5, \"causes\": [1, {}]}",
            "wrong-type 3:42 'causes' must hold ids only")
        try check(
            "causes", "{\"name\": \"x\", \"id\": -1}",
            "wrong-type 3:21 'id' must be a whole number from 0 to 18446744073709551615, found '-1'")
        try check(
            "hitches", "{\"start_ns\": 1, \"duration_ns\": 1, \"system\": 1}",
            "wrong-type 3:45 'system' must be true or false, found a value of type number")
        try check(
            "updates", "{\"view\": \"Row\", \"start_ns\": 5, \"allocations\": 1.5}",
            "wrong-type 3:47 'allocations' must be a whole number, found '1.5'")
        try check("updates", "[1, 2]", "wrong-type 3:1 a record must be an object")
        try check("hangs", "null", "wrong-type 3:1 a record must be an object")
    }

    @Test func `an id is used twice, whatever the kinds of the records`() throws {
        let message = "the id 1 was used before; ids are unique over all records"
        try check("updates", Self.good, "duplicate-id 3:8 \(message)")
        try check("causes", "{\"name\": \"x\", \"id\": 1}", "duplicate-id 3:21 \(message)")
        try check("interactions", "{\"start_ns\": 4, \"id\": 1}", "duplicate-id 3:23 \(message)")
        try check(
            "{\"format\": \"tracekit\", \"updates\": [\(Self.good)], \"groups\": [{\"id\": 1, \"start_ns\": 1},\n{\"start_ns\": 1, \"id\": 1}]}",
            "duplicate-id 2:23 the group id 1 was used before", SourceLocation.here())
    }

    @Test func `an edge leads nowhere or to itself`() throws {
        try check("edges", "{\"from\": 1, \"to\": 1}", "self-edge 3:19 the edge leads from 1 to itself")
        // Found when all is read: the file's lines are not at hand for a document in memory.
        try check("edges", "{\"from\": 1, \"to\": 2}", "dangling-reference 0:0 no record has the id 2")
        try check("edges", "{\"from\": 3, \"to\": 1}", "dangling-reference 0:0 no record has the id 3")
    }

    @Test func `a dangling edge in a file has its line and column`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/trace.json"
            try "{\"format\": \"tracekit\", \"updates\": [\(Self.good)],\n\"edges\": [\n  {\"from\": 1, \"to\": 2}]}"
                .write(toFile: path, atomically: false, encoding: .utf8)
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            #expect(
                try loaded.store.rows("SELECT kind, line, \"column\", raw FROM import_rejects")
                    == ["dangling-reference|3|3|edge from 1 to 2"])
        }
    }

    /// Each of them used to read the file again from its beginning.
    @Test func `edges that lead nowhere have their lines, in whatever order they are found`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/trace.ndjson"
            let ids = (0..<3_000).map { $0 * 7_919 % 3_000 + 2 }
            let edges = ids.map { "{\"record\": \"edge\", \"from\": \($0), \"to\": 1}\n" }.joined()
            try "{\"record\": \"update\", \(Self.good.dropFirst())\n\(edges)"
                .write(toFile: path, atomically: false, encoding: .utf8)
            let loaded = try TracePipeline.load([path], into: .temporary, TracePipeline.Options())
            let rows = try loaded.store.rows("SELECT line, raw FROM import_rejects")
            #expect(Set(rows) == Set(ids.enumerated().map { "\($0 + 2)|edge from \($1) to 1" }))
        }
    }

    @Test(.timeLimit(.minutes(30))) func `a pipe is not opened again to find a line`() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            #expect(PlaceResolver.place(file: path, byte: 7) == Place(file: path, byte: 7))
        }
    }

    @Test func `a shorthand cause that leads nowhere costs the edge, not the row`() throws {
        let records = try Traces.records(
            Traces.updates("{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"causes\": [2, 1]}"))
        #expect(records.updates.count == 1 && records.edges.count == 0 && records.rejects.isEmpty)
        #expect(records.counters.count(.danglingEdge) == 1 && records.counters.count(.selfEdge) == 1)
    }

    @Test func `a reject keeps the row's text`() throws {
        let bad = "{\"view\": \"Row\", \"start_ns\": -5}"
        #expect(try Traces.records(Traces.updates(Self.good, bad)).rejects.map(\.raw) == [bad])
    }

    @Test func `when no row can be taken there is no report`() {
        #expect {
            try Traces.records(Traces.updates("{\"view\": 5.5, \"start_ns\": -5}", "{}"))
        } throws: { error in
            (error as? TraceError)?.diagnostic.text == """
                trace.json:1:76: error: none of the 2 rows could be taken; the first: the start is before the trace \
                begins (-5 ns)
                  fix: correct the file or export it again
                """
        }
    }

    @Test func `a document cut at any byte keeps its complete records and counts the rest`() throws {
        let records = [
            "{\"id\": 1, \"view\": \"Row\", \"start_ns\": 5, \"duration_ns\": 1}",
            "{\"id\": 2, \"view\": \"Kön\\u00efg\", \"start_ns\": 6, \"duration_ms\": 1.5, \"changed\": [\"a\", \"b\"]}",
            "{\"id\": 3, \"cause\": [1, 2], \"view\": \"Row\", \"start_ns\": 7}",
        ]
        let whole = Array(
            "{\"format\": \"tracekit\", \"trace\": {\"app\": \"Demo\"}, \"updates\": [\(records.joined(separator: ", "))]}"
                .utf8)
        // Where each record is complete.
        var ends: [Int] = []
        for record in records {
            let text = String(decoding: whole, as: UTF8.self)
            let range = try #require(text.firstRange(of: record))
            ends.append(text.utf8.distance(from: text.startIndex, to: range.upperBound))
        }
        for length in 0..<whole.count {
            let complete = ends.filter { $0 <= length }.count
            do {
                let records = try Self.read(Array(whole.prefix(length)))
                #expect(complete > 0 && records.updates.count == complete, "cut at byte \(length)")
                let counters = records.counters
                #expect(counters.count(.rowsSeen) == complete + counters.count(.rowsRejected), "cut at byte \(length)")
                // From where on the file could not be used: behind the last complete record.
                let place = records.metadata.truncatedAt?.byte ?? -1
                #expect(ends[complete - 1] <= place && place <= length, "cut at byte \(length)")
            } catch let error as TraceError {
                #expect(complete == 0 && error.kind == .input, "cut at byte \(length): \(error.diagnostic.text)")
            }
        }
        #expect(try Self.read(whole).metadata.truncatedAt == nil)
    }

    private static func read(_ bytes: [UInt8]) throws -> TraceRecords {
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(ByteInput(bytes: bytes, name: "cut.json"), by: TraceKitJSONImporter.self)
        return try assembly.finish()
    }

    @Test func `single damaged bytes never break the books`() throws {
        let whole = Array(
            """
            {"format": "tracekit", "updates": [{"id": 1, "view": "Row", "start_ns": 5}, {"id": 2, "cause": 1, "view": "R", "start_ns": 6}],
            "edges": [{"from": 1, "to": 2}]}
            """.utf8)
        for place in whole.indices {
            for byte: UInt8 in [0x00, 0x22, 0x2C, 0x30, 0x5C, 0x5D, 0x7B, 0x7D, 0xFF] {
                var damaged = whole
                damaged[place] = byte
                // finish() itself throws an internal error where rows are not accounted for.
                do {
                    _ = try Self.read(damaged)
                } catch let error as TraceError {
                    #expect(error.kind == .input, "byte \(place) = \(byte): \(error.diagnostic.text)")
                }
            }
        }
    }
}

extension SourceLocation {
    static func here(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) -> SourceLocation { SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column) }
}
