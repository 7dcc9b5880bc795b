import CSQLite
import Testing

@testable import TraceKit

/// Counts work instead of time: what an import of ten times the rows may do ten times as often, and what only once.
@Suite struct WorkCountTests {
    /// What SQLite was asked to do.
    private final class Statements {
        /// How often each text was begun. A statement inside a trigger or view is reported as a comment of SQLite's.
        var begun: [String: Int] = [:]
        /// Rows and index entries that were visited in full scans.
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
    private static func write(updates: Int) throws -> Statements {
        let records = try records(document(updates: updates))
        let statements = Statements()
        _ = try TraceStore.write(to: .temporary) { database throws(TraceError) in
            let context = Unmanaged.passUnretained(statements).toOpaque()
            let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE)
            sqlite3_trace_v2(database.handle, events, count, context)
            defer { sqlite3_trace_v2(database.handle, 0, nil, nil) }
            _ = try TraceWriter.write(
                records, AnalysisPasses.run(records, AnalysisOptions()), importedAt: nil, into: database)
        }
        return statements
    }

    private static let count:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                event, context, statement, text in
                guard let context, let statement else { return 0 }
                let statements = Unmanaged<Statements>.fromOpaque(context).takeUnretainedValue()
                let handle = OpaquePointer(statement)
                if event == UInt32(SQLITE_TRACE_STMT) {
                    let words = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
                    statements.begun[words, default: 0] += 1
                } else {
                    statements.scanSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
                    statements.virtualMachineSteps += Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1))
                }
                return 0
            }

    @Test func `ten times the updates begin no statement more often`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.begun.count > 5)
        #expect(large.begun == small.begun)
    }

    @Test func `what SQLite does for a row does not grow with the rows`() throws {
        let small = try Self.write(updates: 1_000)
        let large = try Self.write(updates: 10_000)
        #expect(small.virtualMachineSteps > 1_000)
        // A step that were done for every pair of rows would make a hundred times as many.
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
