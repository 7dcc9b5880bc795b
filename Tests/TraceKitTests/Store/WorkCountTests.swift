import CSQLite
import Testing

@testable import TraceKit

/// Counts work instead of time: what an import of ten times the rows may do ten times as often, and what only once.
@Suite struct WorkCountTests {
    /// What SQLite was asked to do.
    private final class Work {
        /// How often SQLite asked whether what it compiles is allowed: as often as statements are prepared, times what
        /// stands in them.
        var compiled = 0
        /// How many statements were run.
        var run = 0
        /// Rows that were visited in full scans.
        var scanSteps = 0
        var virtualMachineSteps = 0
    }

    private static func document(updates: Int) -> String {
        let rows = (0..<updates).map { row in
            let start = 1_000_000_000 + row * 1_000_000
            return """
                {"record":"update","id":\(row + 10),"cause":2,"view":"Row\(row % 30)","instance":"row-\(row % 7)",\
                "start_ns":\(start),"duration_ns":\(100_000 + row * 7919 % 900_000)}
                """
        }
        return """
            {"record":"interaction","id":1,"kind":"tap","name":"Favorite","start_ns":1000000000,"duration_ns":80000000}
            {"record":"cause","id":2,"cause":1,"kind":"state","name":"isOn","origin":"app","start_ns":1000000000}
            \(rows.joined(separator: "\n"))

            """
    }

    private static func records(_ text: String) throws -> TraceRecords {
        var assembly = TraceAssembly(ImportOptions())
        let input = ByteInput(bytes: Array(text.utf8), name: "trace.ndjson")
        try assembly.read(input, by: TraceKitNDJSONImporter.self)
        return try assembly.finish()
    }

    /// Writes a trace of so many updates and counts what SQLite did for it.
    private static func write(updates: Int) throws -> Work {
        let records = try records(document(updates: updates))
        let work = Work()
        _ = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let context = Unmanaged.passUnretained(work).toOpaque()
            sqlite3_trace_v2(database.handle, UInt32(SQLITE_TRACE_PROFILE), countRun, context)
            sqlite3_set_authorizer(database.handle, countCompiled, context)
            defer {
                sqlite3_trace_v2(database.handle, 0, nil, nil)
                sqlite3_set_authorizer(database.handle, nil, nil)
            }
            _ = try TraceWriter.write(
                records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
        }
        return work
    }

    private static func work(_ context: UnsafeMutableRawPointer) -> Work {
        Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
    }

    private static let countCompiled:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?
        ) -> Int32 = { context, _, _, _, _, _ in
            if let context { WorkCountTests.work(context).compiled += 1 }
            return SQLITE_OK
        }

    private static let countRun:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                _, context, statement, _ in
                guard let context, let statement else { return 0 }
                let work = WorkCountTests.work(context)
                let handle = OpaquePointer(statement)
                work.run += 1
                work.scanSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
                work.virtualMachineSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
                return 0
            }

    @Test func `ten times the updates prepare no statement more often`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.compiled > 50)
        #expect(large.compiled == small.compiled)
    }

    /// Rows may be written in batches of a thousand and more, but not one by one.
    @Test func `a statement writes many rows`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.run > 5)
        #expect(large.run <= small.run + 30)
    }

    @Test func `what SQLite does for a row does not grow with the rows`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.virtualMachineSteps > 1_000)
        // A step for every pair of rows would make a hundred times as many.
        #expect(large.virtualMachineSteps < 11 * small.virtualMachineSteps)
        #expect(large.scanSteps < 11 * max(small.scanSteps, 1_000))
    }

    @Test(arguments: [
        "landmarks-before.json", "ndjson/landmarks-before.ndjson", "csv/landmarks-before.csv",
        "xctrace/landmarks-before/swiftui-updates.xml",
    ])
    func `every byte of a file is read once`(_ sample: String) throws {
        let path = "\(Repository.root)/SampleTraces/\(sample)"
        let input = try ByteInput(path: path)
        var read = 0
        input.onRead = { read += $0 }
        var assembly = TraceAssembly(ImportOptions())
        try assembly.read(input, by: try TraceAssembly.importer(for: input))
        _ = try assembly.finish()
        #expect(read == input.size)
    }
}
