import Testing

@testable import TraceKit

/// What nothing recognises is named as what it looks like, with what is missing.
@Suite struct UnknownInputTests {
    private func refusal(_ bytes: [UInt8], name: String = "in put") -> Diagnostic? {
        do throws(TraceError) {
            _ = try TraceAssembly.importer(for: ByteInput(bytes: bytes, name: name))
            return nil
        } catch {
            return error.diagnostic
        }
    }

    private func check(
        _ text: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let refusal = refusal(Array(text.utf8))
        #expect(
            refusal?.message.contains(message) == true, "\(refusal?.message ?? "taken")", sourceLocation: sourceLocation
        )
    }

    @Test func `an archive is named with what unpacks it`() {
        let gzip = refusal([0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        #expect(gzip?.message == "this is compressed (gzip)" && gzip?.fix == "unpack it: gunzip --keep 'in put'")
        #expect(refusal(Array("PK\u{3}\u{4}....".utf8))?.message == "this is compressed (zip)")
        #expect(refusal([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 0])?.message == "this is compressed (xz)")
        #expect(refusal([0x28, 0xB5, 0x2F, 0xFD, 0, 0])?.message == "this is compressed (zstd)")
        #expect(refusal([0x1F, 0x8B, 8, 0], name: "<stdin>")?.fix == "unpack it on the way")
    }

    @Test func `JSON of others is named by its keys, with the JSON that is read`() {
        let refusal = refusal(Array(#"{"type": "result", "duration": 3, "usage": {"inner": 1}}"#.utf8))
        #expect(
            refusal?.message
                == "this is a JSON object with the keys 'type', 'duration', 'usage', and no trace in a format that is read"
        )
        for word in [
            "tracekit-json", "tracekit-ndjson", "chrome-trace", "metrickit", "--map view=KEY --map start_ms=KEY",
        ] {
            #expect(refusal?.fix?.contains(word) == true, "\(word)")
        }
        check(
            #"{"nodes": [{"id": 1}], "startTime": 10, "endTime": 90, "samples": [1], "timeDeltas": [0]}"#,
            "this is a CPU profile of a JavaScript engine")
        check(#"{"nodes": [{"id": 1}], "links": []}"#, "this is a JSON object with the keys 'nodes', 'links'")
        check(
            #"[{"name": "x"}, {"ms": 2}]"#, "this is a JSON array of objects with the keys 'name', 'ms', and no trace")
        check("[Network] GET https://example.com\n", "not a trace in a format that trace-analyze knows")
        check("{x} of y\n", "not a trace in a format that trace-analyze knows")
    }

    @Test func `JSON of tools that people try is named as theirs, with what to give instead`() {
        let old = #"{"_type": {"_name": "ActionTestSummary"}, "performanceMetrics": {"_values": []}}"#
        #expect(
            refusal(Array(old.utf8))?.message
                == "this is a test of a result bundle in the old form of xcresulttool, which is not read")
        #expect(refusal(Array(old.utf8))?.fix?.contains("xcrun xcresulttool get test-results metrics --path") == true)
        check(#"{"_type": {"_name": "ActionsInvocationRecord"}}"#, "an object of a result bundle in the old form")
        check(#"{"schema": "trace-analyze/report", "schema_version": 1}"#, "this is a result of trace-analyze")
    }

    @Test func `a JSON object of others is not an empty trace`() {
        check(#"{"version": 1}"#, "this is a JSON object with the keys 'version', and no trace")
        check(
            #"{"version": 1, "trace": {"red": 0}}"#, #"this is a JSON object with 'trace' without "format": "tracekit""#
        )
        check(#"{"updates": [{"view": "Row"}]}"#, #"with 'updates' without "format": "tracekit""#)
        check("[1, 2]", "this is a JSON array, and no trace in a format that is read")
    }

    @Test func `the options that are proposed for rows have the unit in which bodies are as long as bodies are`() {
        let bytes = Array(
            #"[{"name": "Row", "start": 0.05, "duration": 0.0051}, {"name": "load", "start": 1.5, "duration": 0.07}]"#
                .utf8)
        #expect(refusal(bytes)?.fix?.contains("--map view=name --map start_s=start --map duration_s=duration") == true)
        let long = Array(#"[{"name": "Row", "start": 50, "duration": 12.5}]"#.utf8)
        #expect(refusal(long)?.fix?.contains("--map view=name --map start_ms=start --map duration_ms=duration") == true)
    }

    @Test func `a log is told from other texts, with what keeps it from being read`() {
        check(
            "2026-10-04 02:43:17.277 Sp MyApp[91779:3d786a2] [sub:cat] Name\n",
            "this looks like lines of 'log show', but: the signpost has no [spid …] group")
        check(
            "    2026-10-04 02:43:17.277 Sp MyApp[91779:3d786a2] [sub:cat] [spid excl, process, end] Name\n",
            "they are indented")
        check(
            "02:43:17.277 Sp MyApp[91779:3d786a2] [sub:cat] [spid excl, process, end] Name\n",
            "their times have no date")
        let heading = "Timestamp                       Thread     Type        Activity             PID    TTL\n"
        let line = "0x1a2b3    Signpost    0x0     4321   0    App: [spid 0x1, process, begin] [a.b:Net] Load\n"
        check(heading + line, "this looks like lines of a log, but they have no times")
        check(
            "02:43:17.277 Sp MyApp[91779:3d786a2] [sub:cat] Name\n", "their times have no date")
        check(
            "02:43:17.277 MyApp[91779:3d786a2] [sub:cat] Name\n",
            "their times have no date, and no type (Ty) follows them")
        check(heading + "\n10:00:00.100000+0200 " + line, "their times have no date")
        check(
            "2026-10-04 02:43:17.277 MyApp[91779:3d786a2] [a.b:cat] [spid excl, process, end] Name\n",
            "this looks like lines of 'log show', but: expected the columns")
        check("Hello\nworld\n", "not a trace in a format")
    }

    @Test(arguments: [
        ("view;beginn (s);dauer (ms)\nKachel;0,1;12\nKachel;0,2;13\n", "'view', 'beginn (s)', 'dauer (ms)'"),
        ("screen\topened\ttook\nHome\t0.1\t12\n", "'screen', 'opened', 'took'"),
        ("\"Bildschirm\",\"ab\"\nHome,1\nHome,2\n", "'Bildschirm', 'ab'"),
    ])
    func `a table whose headings say nothing is told how to name them`(_ text: String, _ headings: String) {
        check(text, "this is a table with the headings \(headings), and no trace")
    }

    @Test(arguments: ["Dear all, hello\nwe meet, at 10\n", "a,b\nc,d\n", "1,2\n3,4\n", "one, two\n"])
    func `lines with commas are no table`(_ text: String) { check(text, "not a trace in a format") }

    @Test func `lines that other programs show of the log are named as theirs`() {
        check(
            "Oct  4 12:01:02 iPhone MyApp(SwiftUI)[1234] <Notice>: DetailView: @self changed.\n",
            "the console of a device (idevicesyslog, devicectl): its times have no year")
        check("Oct 14 12:01:03.123456 MyApp[1234] <Error>: hello\n", "the console of a device")
        check("Oct 14 12:01:03 lines [1234] of something else\n", "not a trace in a format")
    }
}
