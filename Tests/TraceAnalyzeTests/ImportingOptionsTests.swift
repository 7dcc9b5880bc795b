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

    @Test(arguments: ["many", "-1", "101%", "%", "1.5", ""])
    func `what is no number of rows is refused`(_ text: String) throws {
        try check(
            ["--max-rejects", text], code: 64,
            "trace-analyze: error: '--max-rejects' must be a number of rows or a percentage, found '\(text)'",
            #_sourceLocation)
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
        try refuse("body-signposts", "a:", "'--body-signposts' must be SUBSYSTEM:CATEGORY, found 'a:'")
        try refuse(
            "interactions", "tap", "'--interactions' must be SUBSYSTEM:CATEGORY or SUBSYSTEM:CATEGORY:NAME, found 'tap'"
        )
        try refuse("confidence", "hihg", "unknown confidence 'hihg'; use ")
        try refuse("profile", "frme", "unknown profile 'frme'; profiles: frame, instruments")
        try refuse(
            "deadlines", "3,1", "'--deadlines' must be two numbers of milliseconds A,B with 0 < A <= B, found '3,1'")
        try check(
            ["--profile", "frame", "--deadlines", "1,2"], code: 64,
            "trace-analyze: error: give one of --profile, --deadlines, not several", #_sourceLocation)
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
        #expect(try rows("a.json", events, ["--offset", "other.json=2.5"], sql) == ["0"])
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
        #expect(try rows("a.log", log, ["--body-signposts", "com.a:Other"], sql) == [])
    }
}
