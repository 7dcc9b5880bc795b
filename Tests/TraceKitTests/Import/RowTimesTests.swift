import Testing

@testable import TraceKit

/// Rows of people's own in, times out: ends, wall clocks, units, and what is said where they cannot be right.
@Suite struct RowTimesTests {
    private static func records(
        _ text: String, map: [String: String] = [:], name: String = "t"
    ) throws -> TraceRecords {
        var options = ImportOptions()
        options.columnMap = map
        var assembly = TraceAssembly(options)
        let input = ByteInput(bytes: Array(text.utf8), name: name)
        try assembly.read(input, by: try TraceAssembly.importer(for: input, options))
        return try assembly.finish()
    }

    private static func updates(_ records: TraceRecords) -> [String] {
        (0..<records.updates.count).map { row in
            let view = records.names.text(records.views[Int(records.updates.view[row])].name) ?? ""
            return "\(view) \(records.updates.start[row]) \(records.updates.duration[row])"
        }
    }

    private func check(
        _ text: String, map: [String: String] = [:], _ expected: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Self.updates(try Self.records(text, map: map)) == expected, sourceLocation: sourceLocation)
    }

    private func refuse(
        _ text: String, map: [String: String] = [:], _ message: String, _ fix: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: TraceError.self, sourceLocation: sourceLocation) {
            try Self.records(text, map: map)
        }
        let said = error?.diagnostic
        #expect(said?.message.contains(message) == true, "\(said?.text ?? "")", sourceLocation: sourceLocation)
        #expect(said?.fix?.contains(fix) == true, "\(said?.text ?? "")", sourceLocation: sourceLocation)
    }

    // MARK: Ends

    @Test func `an end instead of a duration makes the duration, in every format and unit`() throws {
        let expected = ["A 10000000 25500000", "B 40000000 9250000"]
        for text in [
            "view,start_ms,end_ms\nA,10,35.5\nB,40,49.25\n",
            "View\tStart (ms)\tEnd (ms)\nA\t10\t35.5\nB\t40\t49.25\n",
            "view;start_us;end_ns\nA;10000;35500000\nB;40000;49250000\n",
            #"{"record":"update","view":"A","start_ns":10000000,"end_ns":35500000}"#
                + "\n" + #"{"record":"update","view":"B","start_s":0.04,"end_s":0.04925}"#,
            #"[{"view":"A","start_ms":10,"end_ms":35.5},{"view":"B","start_ms":40,"end_ms":49.25}]"#,
        ] {
            #expect(Self.updates(try Self.records(text)) == expected, "\(text)")
        }
    }

    @Test func `a row without an end has no duration, one that ends before it starts is rejected`() throws {
        try check("view,start_ms,end_ms\nA,10,\n", "A 10000000 -1")
        try check("view,start_ms,end_ns\nA,10,18446744073709551615\n", "A 10000000 -1")
        let records = try Self.records("view,start_ms,end_ms\nA,10,9\nA,11,12\n")
        #expect(records.rejects.map(\.message) == ["the end is 1000000 ns before the start"])
        #expect(records.rejects.first?.place.column == 6)
    }

    @Test func `a duration beats an end, and it is said where they differ`() throws {
        let records = try Self.records("view,start_ms,duration_ms,end_ms\nA,10,5,15\nB,20,5,80\n")
        #expect(Self.updates(records) == ["A 10000000 5000000", "B 20000000 5000000"])
        #expect(
            records.warnings.map(\.message).contains { $0.hasPrefix("1 row has an end that is not start + duration") })
    }

    // MARK: Wall clocks

    @Test func `wall-clock times count from the earliest row`() throws {
        let expected = ["A 0 25300000", "B 27000000 9700000", "A 900000000 24100000"]
        for times in [
            ["2026-02-03T10:30:45.103Z", "2026-02-03T10:30:45.130Z", "2026-02-03T10:30:46.003Z"],
            ["2026-02-03 11:30:45.103+0100", "2026-02-03T10:30:45.130Z", "2026-02-03T09:30:46.003-01:00"],
            ["1770114645.103", "1770114645.130", "1770114646.003"],
            ["1770114645103", "1770114645130", "1770114646003"],
            ["1770114645103000000", "1770114645130000000", "1770114646003000000"],
        ] {
            let text =
                "time,view,duration_ms\n\(times[0]),A,25.3\n\(times[1]),B,9.7\n\(times[2]),A,24.1\n"
            let records = try Self.records(text)
            #expect(Self.updates(records) == expected, "\(times)")
            #expect(records.metadata.startedAt == "2026-02-03T10:30:45.103Z")
        }
        try check(
            #"{"view":"A","start_ms":1770114645103,"duration_ms":1}"# + "\n"
                + #"{"view":"A","start_ms":1770114645113,"duration_ms":1}"#, "A 0 1000000", "A 10000000 1000000")
    }

    @Test func `a clock without a zone says nothing of when the trace began`() throws {
        let records = try Self.records("time,view,duration_ms\n2026-02-03 10:30:45,A,1\n2026-02-03 10:30:46,A,1\n")
        #expect(Self.updates(records) == ["A 0 1000000", "A 1000000000 1000000"])
        #expect(records.metadata.startedAt == nil)
    }

    @Test func `one wall-clock time among others moves nothing, and is said`() throws {
        let records = try Self.records("view,start_ns,duration_ms\nA,5,1\nA,1770114645103000000,1\n")
        #expect(Self.updates(records) == ["A 5 1000000", "A 1770114645103000000 1000000"])
        #expect(records.warnings.contains { $0.message.contains("their times do not compare") })
    }

    // MARK: Units

    @Test func `a mapped time takes its unit from the heading, the key, or the value`() throws {
        let expected = ["A 20000000 12500000"]
        for (heading, value) in [("timestamp_ms", "20"), ("timestampMs", "20"), ("at us", "20000"), ("when", "20 ms")] {
            let map = ["view": "who", "start": heading, "duration_ms": "took"]
            let table = "who,\(heading),took\nA,\(value),12.5\n"
            #expect(Self.updates(try Self.records(table, map: map)) == expected, "\(heading)")
            let line = "{\"who\": \"A\", \"\(heading)\": \"\(value)\", \"took\": 12.5}\n"
            #expect(Self.updates(try Self.records(line, map: map)) == expected, "\(heading)")
        }
    }

    @Test func `a word that ends like a unit is none`() throws {
        #expect(FieldHeading("items", readsWords: true).unit == nil)
        #expect(FieldHeading("elapsed_s", readsWords: true).unit == .seconds)
        #expect(FieldHeading("elapsed_s").unit == nil && FieldHeading("Elapsed (s)").unit == .seconds)
    }

    @Test func `a time without a unit is an error with the options to paste`() {
        let fix = "--map start_s=start --map duration_s=duration"
        refuse(#"[{"view": "A", "start": 0.5, "duration": 0.0125}]"#, "'start' has no unit, found '0.5'", fix)
        refuse(#"{"view": "A", "start": 0.5, "duration": 0.0125}"# + "\n", "'start' has no unit, found '0.5'", fix)
        refuse("view,start,duration\nA,0.5,0.0125\n", "'start' has no unit, found '0.5'", fix)
        refuse(
            "View,Start Time,Duration\nA,0.5,0.0125\n", "has no unit, found '0.5'",
            "--map 'start_s=Start Time' --map duration_s=Duration")
    }

    @Test func `what the options say is then read`() throws {
        let map = ["start_s": "start", "duration_s": "duration"]
        try check(#"[{"view": "A", "start": 0.5, "duration": 0.0125}]"#, map: map, "A 500000000 12500000")
        try check("view,start,duration\nA,0.5,0.0125\n", map: map, "A 500000000 12500000")
    }

    @Test func `updates of which nothing says when they start are refused with what there is`() {
        refuse(
            "view,duration_ns\nA,12500000\n",
            "no column says when a view update starts; the table has 'view', 'duration_ns'", "--map start_ms=HEADING")
    }

    @Test func `durations below any that a body can have are a warning with the option`() throws {
        func warnings(_ text: String) throws -> [String] { try Self.records(text).warnings.map(\.message) }
        let said = try warnings("view,start_ns,duration_ns\nA,0,12.5\nA,20,3.1\nB,40,18.2\n")
        #expect(
            said == [
                "all 3 durations are below 1 µs (the longest is 18 ns), and all 3 updates start within 40 ns: are "
                    + "they milliseconds? Give --map duration_ms=duration_ns --map start_ms=start_ns"
            ])
        #expect(
            try warnings("view,start_ms,end_ns\nA,0,12\nA,20,20000003\nB,40,40000018\n").first?
                .hasSuffix("Give --map end_ms=end_ns") == true)
        let zero = try warnings("view,start_ms,duration_ns\nA,0,0.0125\nA,20,0.0031\nB,40,0.0182\n")
        #expect(
            zero.first?.contains("all 3 durations are 0 ns: are they seconds? Give --map duration_s=")
                == true)
        let starts = try warnings("view,start_ms,duration_ms\nA,5,12.5\nA,5,3.1\nB,5,18.2\n")
        #expect(starts.first?.hasPrefix("all 3 updates start at the same time") == true)
        let close = try warnings("view,start_ms,duration_ms\nA,0,12.5\nA,0.0001,3.1\nB,0.0002,18.2\n")
        #expect(close.first?.hasSuffix("are they seconds? Give --map start_s=start_ms") == true)
        // One body of a microsecond is enough, and so are two updates.
        #expect(try warnings("view,start_ms,duration_ns\nA,0,999\nA,20,3\nB,40,1000\n").isEmpty)
        #expect(try warnings("view,start_ns,duration_ns\nA,0,12.5\nA,20,3.1\n").isEmpty)
    }

    // MARK: Rows without a word on what they are

    @Test func `rows whose keys are ours are read, each as what its keys make it`() throws {
        let records = try Self.records(
            """
            {"view":"A","start_ns":0,"duration_ns":12500000}
            {"name":"Load","subsystem":"a.b","start_ns":1,"end_ns":9}
            {"view":"A","changed":["_x"]}
            {"what":"else"}

            """)
        #expect(records.formats == ["tracekit-ndjson"])
        #expect(records.updates.count == 2 && records.signposts.count == 1 && records.rejects.count == 1)
    }

    @Test func `rows of others are not taken for ours`() {
        for text in [
            #"{"from": 1, "to": 2}"#, #"{"id": 1, "name": "x", "cause": 2}"#, #"{"app": "x", "start": "soon"}"#,
            #"[{"start": 1, "text": "x"}]"#, #"{"view": "A", "duration_ms": 1}"#,
        ] {
            #expect(throws: TraceError.self, "\(text)") { try Self.records(text + "\n") }
        }
    }
}
