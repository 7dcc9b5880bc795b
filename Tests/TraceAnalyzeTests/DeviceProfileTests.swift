import Testing

@testable import trace_analyze

/// `--profile device`: the deadlines of the display that the trace was recorded on.
@Suite struct DeviceProfileTests {
    private static func document(_ trace: String) -> String {
        """
        {"format": "tracekit", "version": 1, "trace": {\(trace)},
        "updates": [{"view": "Row", "start_ns": 1, "duration_ns": 9000000}]}
        """
    }

    private func bodies(_ run: CommandLineRun) -> Substring? {
        run.output.split(separator: "\n").first { $0.hasPrefix("Bodies") }?.dropFirst(10)
    }

    @Test func `one and two refreshes of the display are the deadlines`() throws {
        let folder = try Folder()
        let slow = try folder.file("60.json", Self.document("\"refresh_hz\": 60"))
        let fast = try folder.file("120.json", Self.document("\"refresh_hz\": 120"))
        func check(_ path: String, _ expected: String, _ options: String...) {
            #expect(bodies(CommandLineRun(["report", path] + options)).map(String.init) == expected)
        }
        check(slow, "0 RED > 16.67 ms, 1 ORANGE > 8.3 ms, 0 of 1 on time (frame, 60 Hz)")
        check(
            slow, "0 RED > 33.33 ms, 0 ORANGE > 16.67 ms, 1 of 1 on time (60 Hz, the display's)", "--profile",
            "device")
        check(
            fast, "0 RED > 16.67 ms, 1 ORANGE > 8.33 ms, 0 of 1 on time (120 Hz, the display's)", "--profile",
            "device")
        check(
            fast, "0 RED > 33.33 ms, 0 ORANGE > 16.67 ms, 1 of 1 on time (60 Hz, display 120 Hz)",
            "--refresh-rate", "60")
        // A database is analysed anew, with its own trace's rate.
        let database = folder("traces.sqlite")
        #expect(CommandLineRun(["import", fast, "--db", database]).code == 0)
        check(
            database, "0 RED > 16.67 ms, 1 ORANGE > 8.33 ms, 0 of 1 on time (120 Hz, the display's)", "--profile",
            "device")
    }

    @Test(arguments: ["", "\"refresh_hz\": 0", "\"refresh_hz\": 1001"])
    func `a trace that does not say its rate is an error that says what to do`(_ trace: String) throws {
        let folder = try Folder()
        let path = try folder.file("trace.json", Self.document(trace))
        let run = CommandLineRun(["report", path, "--profile", "device"])
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(run.errors.contains("the trace does not say how often its display refreshes"))
        #expect(run.errors.contains("--refresh-rate HZ"))
        #expect(CommandLineRun(["report", path]).code == 0)
    }
}
