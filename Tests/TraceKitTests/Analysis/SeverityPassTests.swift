import Testing

@testable import TraceKit

/// Durations in, the colours that the database then holds out.
@Suite struct SeverityPassTests {
    private func check(
        _ durations: [String], _ deadlines: Deadlines = .frame, _ severities: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let updates = durations.enumerated().map {
            "{\"view\": \"Row\", \"start_ns\": \($0), \"duration_ns\": \($1)}"
        }
        let store = try Traces.store(Traces.document("updates", updates), deadlines: deadlines)
        let found = try store.rows("SELECT severity FROM updates ORDER BY start_ns")
        #expect(found == severities, sourceLocation: sourceLocation)
    }

    @Test func `a deadline is missed by the nanosecond after it`() throws {
        try check(
            ["0", "8300000", "8300001", "16670000", "16670001"], .frame, "gray", "gray", "orange", "orange", "red")
        try check(["500000", "500001", "1000001"], .instruments, "gray", "orange", "red")
    }

    @Test func `an update without an end has no colour`() throws {
        try check(["null", "18446744073709551615", "1"], .frame, "-", "-", "gray")
    }

    @Test func `every lane and phase is coloured, checks too`() throws {
        let updates = UpdateKind.allCases.flatMap { kind in
            UpdatePhase.allCases.map {
                "{\"view\": \"V\", \"kind\": \"\(kind.word)\", \"phase\": \"\($0.word)\", \"start_ns\": 1, "
                    + "\"duration_ns\": 9000000}"
            }
        }
        let store = try Traces.store(Traces.document("updates", updates))
        #expect(try store.rows("SELECT DISTINCT severity FROM updates") == ["orange"])
    }

    @Test func `the exporter's own word is kept beside ours`() throws {
        let store = try Traces.store(
            Traces.updates("{\"view\": \"V\", \"start_ns\": 1, \"duration_ns\": 1, \"severity\": \"Very High\"}"))
        #expect(try store.rows("SELECT severity, instruments_severity FROM updates") == ["gray|Very High"])
    }
}
