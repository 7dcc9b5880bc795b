import Testing

@testable import trace_analyze

/// What the user can say about how the inputs are read.
@Suite struct ImportingOptionsTests {
    /// `Samples.small` with one of its four rows broken.
    private let broken = Samples.small.replacing("\"duration_ns\": 9000000", with: "\"duration_ns\": -9000000")

    private func check(_ options: [String], code: Int32, _ message: String, _ location: SourceLocation) throws {
        let folder = try Folder()
        let run = CommandLineRun(["report", try folder.file("trace.json", broken)] + options)
        #expect(run.code == code, sourceLocation: location)
        expectBeginning(folder.neutral(run.errors), message, location)
    }

    @Test(arguments: [["--max-rejects", "1"], ["--max-rejects", "25%"], ["--max-rejects=100%"], []])
    func `as many bad rows as are allowed`(_ options: [String]) throws {
        try check(options, code: 0, "", #_sourceLocation)
    }

    @Test(arguments: [["--strict"], ["--max-rejects", "0"], ["--max-rejects", "24%"], ["--max-rejects", "0%"]])
    func `one bad row too many fails the import and is named`(_ options: [String]) throws {
        try check(
            options, code: 2,
            """
            DIR/trace.json:5:63: error: 1 of 4 rows could not be taken, more than allowed; the first: \
            the duration is negative (-9000000 ns)
              fix: correct the file, or allow them with --max-rejects

            """, #_sourceLocation)
    }

    @Test(arguments: ["many", "-1", "101%", "%", "1.5"])
    func `what is no number of rows is refused`(_ text: String) throws {
        try check(
            ["--max-rejects", text], code: 64,
            "trace-analyze: error: '--max-rejects' must be a number of rows or a percentage, found '\(text)'",
            #_sourceLocation)
    }

    @Test func `of tables of several runs those of the lowest are shown, whatever the files are called`() throws {
        func table(_ run: Int) -> String {
            "<trace-query-result><node xpath='//trace-toc[1]/run[\(run)]/data[1]/table[5]'><schema name=\"potential-hangs\">"
                + "<col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col></schema>"
                + "<row><t>1</t><d>\(run)00000000</d></row></node></trace-query-result>"
        }
        for names in [["a.xml", "b.xml"], ["b.xml", "a.xml"]] {
            let folder = try Folder()
            let run = CommandLineRun([
                "report", try folder.file(names[0], table(1)), try folder.file(names[1], table(2)), "--width", "200",
            ])
            #expect(run.code == 0 && run.output.contains("run 1 (not shown: run 2)"))
            #expect(run.output.contains("1 interaction delay (100 ms)"))
        }
    }

    @Test func `a database with updates of other processes is whole`() throws {
        let folder = try Folder()
        func update(_ start: Int, _ process: String) -> String {
            "{\"view\": \"Row\", \"start_ns\": \(start), \"duration_ns\": 9, \"process\": \"\(process)\"}"
        }
        let updates = [update(1, "App (7)"), update(2, "App (7)"), update(3, "Widget (8)")].joined(separator: ", ")
        let database = folder("two.sqlite")
        let trace = try folder.file(
            "two.json",
            "{\"format\": \"tracekit\", \"version\": 1, \"trace\": {\"process\": \"App\"}, \"updates\": [\(updates)]}")
        #expect(CommandLineRun(["import", trace, "--db", database]).code == 0)
        for words in [["trend", database], ["chains", "\(database)#1"], ["diff", "\(database)#1", "\(database)#1"]] {
            let run = CommandLineRun(words)
            #expect(!run.errors.contains("damaged") && run.code != 2, "\(words): \(run.errors)")
        }
    }

    @Test func `wrong words are refused with what is right`() throws {
        func refuse(_ option: String, _ text: String, _ message: String, _ location: SourceLocation = #_sourceLocation)
            throws
        {
            try check(["--\(option)", text], code: 64, "trace-analyze: error: \(message)", location)
        }
        try refuse("map", "view", "'--map' must be FIELD=HEADING, found 'view'")
        try refuse("offset", "a.json=soon", "'--offset' must be FILE=MILLISECONDS, found 'a.json=soon'")
        try refuse("offset", "250", "'--offset' must be FILE=MILLISECONDS, found '250'")
        try refuse("body-signposts", "a:", "'--body-signposts' must be SUBSYSTEM:CATEGORY or none, found 'a:'")
        try refuse(
            "interactions", "tap", "'--interactions' must be SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME, found 'tap'"
        )
        try refuse("confidence", "hihg", "unknown confidence 'hihg'; use one of ")
        try refuse("profile", "frme", "unknown profile 'frme'; profiles: frame, instruments, device")
        try refuse(
            "deadlines", "3,1", "'--deadlines' must be two numbers of milliseconds A,B with 0 < A <= B, found '3,1'")
        try check(
            ["--profile", "frame", "--deadlines", "1,2"], code: 64,
            "trace-analyze: error: give only one of --profile, --deadlines", #_sourceLocation)
    }

    /// Rows of a query on what was imported.
    private func rows(_ name: String, _ text: String, _ options: [String], _ sql: String) throws -> [String] {
        let folder = try Folder()
        let path = try folder.file(name, text)
        let words = ["import", path, "--db", folder("t.sqlite")]
        let run = CommandLineRun(words + options.map { $0.replacing("FILE", with: path) })
        #expect(run.code == 0, "\(run.errors)")
        let query = CommandLineRun(["query", folder("t.sqlite"), sql, "--format", "csv"])
        return query.output.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func `an offset moves the times of one file, by milliseconds with fractions`() throws {
        let events = #"{"traceEvents": [{"ph": "X", "name": "A", "ts": 10, "dur": 5, "pid": 1, "tid": 1}]}"#
        let sql = "SELECT start_ns FROM signposts"
        #expect(try rows("a.json", events, [], sql) == ["0"])
        #expect(try rows("a.json", events, ["--offset", "FILE=2.5"], sql) == ["2500000"])
    }

    @Test func `a heading of one's own stands for a field`() throws {
        let table = "record,What,start_ns,duration_ns\nupdate,Row,5,7\n"
        let sql = "SELECT view, start_ns, duration_ns FROM updates"
        #expect(try rows("a.csv", table, ["--map", "view=What"], sql) == ["Row,5,7"])
    }

    @Test func `signposts of a category are bodies where the user says so`() throws {
        let log = """
            Timestamp               Ty Process[PID:TID]
            2026-05-04 09:30:00.000 Sp App[42:3d] [com.a:Body] [spid 0x1, process, begin] Row
            2026-05-04 09:30:00.004 Sp App[42:3d] [com.a:Body] [spid 0x1, process, end] Row

            """
        let sql = "SELECT view, duration_ns FROM updates"
        #expect(try rows("a.log", log, [], sql) == [])
        #expect(try rows("a.log", log, ["--body-signposts", "com.a:Body"], sql) == ["Row,4000000"])
        try refuse(
            "a.log", log, ["--body-signposts", "com.a:Other"],
            "'--body-signposts com.a:Other' matches nothing: no signpost interval that could be a body is of these; "
                + "there is 'com.a:Body'")
    }

    // MARK: Values that match nothing

    private func refuse(
        _ name: String, _ text: String, _ options: [String], _ message: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try Folder()
        let run = CommandLineRun(["import", try folder.file(name, text), "--db", folder("t.sqlite")] + options)
        #expect(run.code == 64, sourceLocation: location)
        #expect(folder.neutral(run.errors).hasPrefix("error: \(message)\n"), "\(run.errors)", sourceLocation: location)
        #expect(folder.names == [name], sourceLocation: location)
    }

    @Test func `a value that matches nothing is refused with what there is, and nothing is imported`() throws {
        let events = #"{"traceEvents": [{"ph": "X", "name": "A", "cat": "work", "ts": 10, "dur": 5}]}"#
        try refuse(
            "a.json", events, ["--offset", "other.json=2.5"],
            "'--offset other.json' matches nothing: no input is called so; there is 'DIR/a.json'")
        try refuse(
            "a.json", events, ["--body-signposts", "com.a:wrok"],
            "'--body-signposts com.a:wrok' matches nothing: no signpost interval that could be a body is of these; "
                + "there is ':work'")
        try refuse(
            "a.json", events, ["--interactions", "com.a:wrk"],
            "'--interactions com.a:wrk' matches nothing: no signpost interval is of these; there is ':work'")
        try refuse(
            "a.json", events, ["--run", "2"], "'--run 2' matches nothing: nothing that was read is of that run")
        try refuse(
            "a.json", Samples.small, ["--map", "view=What"],
            "'--map view=What' matches nothing: no table that was read has such a column; there is 'app', 'duration_ns', "
                + "'id', 'start_ns', 'view'")
        try refuse(
            "a.csv", "view,start_ns,duration_ns\nRow,5,7\n", ["--map", "message=Text"],
            "'--map message=Text' matches nothing: no table that was read has such a column; there is 'duration_ns', "
                + "'start_ns', 'view'")
    }

    @Test func `what the format of a file cannot do is refused too`() throws {
        let folder = try Folder()
        let path = try folder.file("a.json", Samples.small)
        let offset = CommandLineRun(["report", path, "--offset", "\(path)=5"])
        #expect(offset.code == 64 && offset.errors.contains("this is tracekit-json, which keeps its times"))
        let field = CommandLineRun(["report", path, "--map", "nofield=x"])
        #expect(field.code == 64 && field.errors.contains("'--map': 'nofield' is not a field; known: record, id, "))
        #expect(CommandLineRun(["import", path, "--db", folder("t.sqlite")]).code == 0)
        for options in [["--offset", "a.json=5"], ["--map", "view=x"], ["--run", "1"], ["--interactions", "a:b"]] {
            #expect(CommandLineRun(["report", folder("t.sqlite")] + options).code == 64)
        }
    }

    @Test func `what one side of a comparison has is no misspelt value on the other`() throws {
        let folder = try Folder()
        let events = #"{"traceEvents": [{"ph": "X", "name": "A.body", "ts": 10, "dur": 5}]}"#
        let (left, right) = (try folder.file("a.json", Samples.small), try folder.file("b.json", events))
        #expect(CommandLineRun(["diff", left, right, "--offset", "\(right)=5"]).code == 0)
        let nowhere = CommandLineRun(["diff", left, right, "--offset", "c.json=5"])
        #expect(nowhere.code == 64 && nowhere.output.isEmpty)
        #expect(folder.neutral(nowhere.errors).contains("there is 'DIR/a.json', 'DIR/b.json'"))
    }

    @Test func `a view to ignore that did not come up is worth a word only`() throws {
        let folder = try Folder()
        let path = try folder.file("a.json", Samples.small)
        let run = CommandLineRun(["report", path, "--ignore", "Raw", "--ignore", "Head*"])
        #expect(run.code == 0 && run.errors == "note: '--ignore Raw' matches no view; did you mean 'Row'?\n")
        let redacted = CommandLineRun(["report", path, "--ignore", "Raw", "--redact"])
        #expect(redacted.code == 0 && !redacted.errors.contains("Row"))
    }

    @Test(arguments: ["report", "diff", "check", "export", "import", "chains", "doctor", "trend", "query"])
    func `an empty value is none`(_ command: String) throws {
        let spec = try #require(TraceAnalyze.commands.first { $0.name == command })
        for option in spec.options where option.value != nil {
            for words in [["--\(option.name)", ""], ["--\(option.name)="]] {
                let run = CommandLineRun([command, "/nowhere"] + words)
                #expect(run.code == 64 && run.errors.contains("'--\(option.name)' needs a value"), "\(option.name)")
            }
        }
    }
}
