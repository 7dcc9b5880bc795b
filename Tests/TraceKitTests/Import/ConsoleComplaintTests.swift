import Foundation
import Testing

@testable import TraceKit

/// Complaints of frameworks in consoles and logs: to lines of the log, and to hangs.
@Suite struct ConsoleComplaintTests {
    private func records(_ capture: String) throws -> TraceRecords {
        try LogFixtures.records([Array(capture.utf8)], as: PrintChangesImporter.self)
    }

    /// `message | view` of every line of the log.
    private func views(_ records: TraceRecords) -> [String] {
        records.logs.map { log in
            "\(records.names.text(log.message) ?? "-") | \(records.names.text(log.view) ?? "-")"
        }
    }

    private static let cycle = "=== AttributeGraph: cycle detected through attribute 5 ==="
    private static let state = "Modifying state during view update, this will cause undefined behavior."

    @Test func `lines without a time are lines of the log without one, and other output is skipped`() throws {
        let records = try records("\(Self.cycle)\r\nplaylist: cycle detected\n\(Self.state)\n")
        #expect(records.logs.map(\.start) == [UpdateColumns.untimed, UpdateColumns.untimed])
        #expect(records.skipLines == ["skipped-other-line 1"])
        #expect(records.counters.count(.rowsImported) == 2 && records.counters.count(.rowsSeen) == 3)
        #expect(records.lastEnd == nil && records.lanes.contains(.logs))
    }

    @Test(arguments: [(cycle, true), ("[SwiftUI] \(state)", true), ("cycle detected in the playlist", false)])
    func `a file of nothing but complaints is a console`(_ line: String, _ isConsole: Bool) {
        let bytes = Array("12:00 started\n\(line)\n".utf8) + [UInt8](repeating: 0, count: ByteInput.padding)
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let head = ByteSlice(start, buffer.count - ByteInput.padding)
            #expect(PrintChangesImporter.recognizes(head) == isConsole)
        }
    }

    @Test func `a loop is of the view that runs next, other complaints of the one that ran last`() throws {
        let records = try records(
            """
            \(Self.cycle)
            Row: @self changed.
            \(Self.state)
            \(Self.cycle)
            loading
            App.Grid<Int>: _size changed.
            2026-05-01 10:00:00.000000+0200 App[1:2] [SwiftUI] Publishing changes from within view updates is not allowed.
            2026-05-01 10:00:00.100000+0200 App[1:2] Bound preference Size tried to update multiple times per frame.
            Tail: unchanged.
            """)
        #expect(
            Set(views(records)) == [
                "\(Self.cycle) | Row", "\(Self.state) | Row", "\(Self.cycle) | App.Grid<Int>",
                "Publishing changes from within view updates is not allowed. | App.Grid<Int>",
                "Bound preference Size tried to update multiple times per frame. | Tail",
            ])
    }

    @Test func `a view far away is none`() throws {
        let other = String(repeating: "loading\n", count: 11)
        let records = try records("Row: @self changed.\n\(other)\(Self.state)\n\(other)Row: @self changed.\n")
        #expect(views(records) == ["\(Self.state) | -"])
    }

    @Test func `a line with a time is a hang that ends then`() throws {
        let records = try records(
            """
            2026-05-01 10:00:00.000000+0200 App[1:2] started
            2026-05-01 10:00:05.000000+0200 App[1:2] [HangTracer] Hang detected: 1.42s (debugger attached, not reporting)
            Hang detected: 0.70s (debugger attached, not reporting)
            2026-05-01 10:00:06.000000+0200 App[1:2] Hang detected: 9.00s (debugger attached, not reporting)
            """)
        #expect(
            // The longest one had begun three seconds before the first line.
            records.hangs.map { [$0.start, $0.duration] } == [[0, 9_000_000_000], [6_580_000_000, 1_420_000_000]])
        #expect(records.logs.count == 4 && records.lanes.contains(.hangs))
    }

    @Test func `no hang is made of what the input has; a watchdog of the app's own counts as the system's line does`()
        throws
    {
        let hang = "Hang detected: 1.00s (debugger attached, not reporting)"
        let records = try Traces.records(
            """
            {"format": "tracekit", "hangs": [{"start_ns": 900000000, "duration_ns": 1100000000, "process": "App (1)"}],
             "logs": [{"start_ns": 2000000000, "message": "\(hang)", "process": "App (1)"},
              {"start_ns": 2000000000, "message": "\(hang)", "process": "Other (2)"},
              {"start_ns": 7000000000, "message": "\(hang)", "subsystem": "com.example.watchdog"},
              {"start_ns": 9000000000, "message": "\(hang)", "subsystem": "com.apple.hangtracer"}]}
            """)
        #expect(records.hangs.map(\.start) == [900_000_000, 1_000_000_000, 6_000_000_000, 8_000_000_000])
    }

    @Test func `invalid bytes in a complaint are a reject`() throws {
        let bytes =
            Array("Row: @self changed.\nBound preference ".utf8) + [0xFF]
            + Array(
                " tried to update multiple times per frame.\n".utf8)
        let records = try LogFixtures.records([bytes], as: PrintChangesImporter.self)
        #expect(records.logs.isEmpty && records.rejectLines.count == 1)
    }

    @Test func `an exported trace has them as they were`() throws {
        let records = try records("\(Self.state)\nRow: @self changed.\n")
        let again = try Traces.records(
            """
            {"format": "tracekit", "logs": [{"message": "\(Self.state)", "view": "Row"}]}
            """)
        #expect(views(again) == views(records) && again.logs[0].start == UpdateColumns.untimed)
    }
}
