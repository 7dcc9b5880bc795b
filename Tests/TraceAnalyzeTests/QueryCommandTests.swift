import Foundation
import Testing

@testable import trace_analyze

/// SQL over the small sample in; exit code and the result as each format draws it out.
@Suite struct QueryCommandTests {
    private func check(
        _ sql: String, _ options: String..., code: Int32 = 0, output: String = "", errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try Folder()
        let run = CommandLineRun(["query", try folder.file("trace.json", Samples.small), sql] + options)
        #expect(run.code == code, sourceLocation: sourceLocation)
        #expect(run.output == output, sourceLocation: sourceLocation)
        expectBeginning(run.errors, errors, sourceLocation)
    }

    private let sql = "SELECT view, red, total_ms FROM view_summary ORDER BY view"

    @Test func `a table is aligned, numbers to the right`() throws {
        try check(
            sql,
            output: """
                view    red  total_ms
                Header    0         2
                Row       1        27

                """.replacing("        2\n", with: "     2.00\n").replacing("       27\n", with: "    27.00\n"))
    }

    @Test(arguments: ["-- how many\nSELECT 1 AS a", "--how many = 1?\nSELECT 1 AS a", "--\tx\r\n  SELECT 1 AS a -- so"])
    func `a statement may begin with a comment`(_ sql: String) throws {
        try check(sql, output: "a\n1\n")
    }

    @Test func `an option with a value of several lines is an option all the same`() throws {
        try check(
            "SELECT 1", "--no-such=a\nb", code: 64, errors: "trace-analyze: error: unknown option '--no-such'")
        try check("SELECT 1", "--top 5", code: 64, errors: "trace-analyze: error: unknown option '--top 5'")
    }

    @Test func `nothing is cut where no terminal shows it, and with the option nowhere`() throws {
        let (folder, name) = (try Folder(), String(repeating: "name ", count: 60) + "end")
        let input = try folder.file("trace.json", Samples.small)
        func run(_ options: [String], isTerminal: Bool) -> String {
            CommandLineRun(["query", input, "SELECT '\(name)' AS a, '\(name)' AS b"] + options, isTerminal: isTerminal)
                .output
        }
        #expect(run([], isTerminal: false).contains("\(name)  \(name)\n"))
        #expect(run(["--wide"], isTerminal: true).contains("\(name)  \(name)\n"))
        #expect(run([], isTerminal: true).contains("…"))
        #expect(run(["--width", "80"], isTerminal: false).contains("…"))
    }

    @Test func `a sum beyond 64 bits is an error of the statement, with what to write instead`() throws {
        try check(
            "SELECT sum(9223372036854775807) FROM updates", code: 2,
            errors: """
                error: your statement adds up to more than 64 bits
                  fix: add up real numbers: CAST(… AS REAL), total(…) or avg(…)

                """)
        try check("SELECT total(9223372036854775807) > 1 AS x FROM updates", output: "x\n1\n")
    }

    /// A name that changes the title of a terminal, clears it, rings and turns text round.
    private static let hostile = "a\u{1B}]0;t\u{7}b\u{1B}[2Jc\u{202E}d\u{9B}e\u{200D}f"

    @Test(arguments: ["table", "csv", "json", "markdown"])
    func `a terminal obeys nothing in a row, and a pipe gets it as it is`(format: String) throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        let codes = Self.hostile.unicodeScalars.map { "\($0.value)" }.joined(separator: ", ")
        func run(isTerminal: Bool) -> String {
            let words = ["query", input, "SELECT char(\(codes)) AS x", "--format", format]
            return CommandLineRun(words, isTerminal: isTerminal).output
        }
        let shown = run(isTerminal: true)
        let dangerous: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}", "\u{200D}"]
        #expect(!shown.unicodeScalars.contains { dangerous.contains($0) }, "\(shown.debugDescription)")
        #expect(shown.contains(format == "json" ? "\\u001b]0;t\\u0007b" : "u{1b}"), "\(shown)")
        if format == "csv" { #expect(run(isTerminal: false) == "x\n\(Self.hostile)\n") }
        if format == "json" {
            #expect(run(isTerminal: false).contains("c\u{202E}d"))
            for isTerminal in [false, true] {
                let read = try JSONSerialization.jsonObject(with: Data(run(isTerminal: isTerminal).utf8))
                #expect((read as? [[String: String]])?.first?["x"] == Self.hostile)
            }
        }
    }

    @Test func `CSV has a header and quotes only what needs it`() throws {
        try check(sql, "--format", "csv", output: "view,red,total_ms\nHeader,0,2\nRow,1,27\n")
        try check(
            "SELECT 'a\"b' AS x, 'c,d' AS y, '' AS empty, NULL AS none", "--format=csv",
            output: "x,y,empty,none\n\"a\"\"b\",\"c,d\",\"\",\n")
    }

    @Test func `a spreadsheet runs nothing of a CSV file that was asked to hold no formulas`() throws {
        try check(
            """
            SELECT '=1+1' AS "=a", '+1' AS b, '-1' AS c, '@sum' AS d, char(9) || 'x' AS e, -1 AS f, 'a=b' AS g, '' AS h,
                '＝1' AS i, char(769) || '=' AS j
            """, "--format", "csv", "--no-formulas",
            output: "'=a,b,c,d,e,f,g,h,i,j\n'=1+1,'+1,'-1,'@sum,'\tx,-1,a=b,\"\",'＝1,\u{301}=\n")
        try check(
            "SELECT 1", "--no-formulas", code: 64, errors: "trace-analyze: error: '--no-formulas' needs --format csv\n")
    }

    @Test func `a table of very many rows is drawn in parts with all rows`() throws {
        let folder = try Folder()
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40001) SELECT i FROM n"
        let run = CommandLineRun(["query", try folder.file("trace.json", Samples.small), many])
        let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(run.code == 0 && lines.filter { $0 == "i" }.count == 3)
        #expect(lines.filter { $0 != "i" } == (1...40_001).map { "\($0)" })
        let exact = many.replacing("40001", with: "20000")
        let part = CommandLineRun(["query", folder("trace.json"), exact])
        #expect(part.output.split(separator: "\n").count == 20_001)
    }

    @Test func `JSON is an array of objects that any parser takes`() throws {
        try check(
            "SELECT view, red FROM view_summary ORDER BY view", "--format", "json",
            output: "[\n  {\"view\": \"Header\", \"red\": 0},\n  {\"view\": \"Row\", \"red\": 1}\n]\n")
        try check("SELECT 1 AS x WHERE 0", "--format", "json", output: "[]\n")
    }

    @Test func `Markdown is a table for a pull request`() throws {
        try check(
            "SELECT view, red FROM view_summary WHERE red > 0 UNION ALL SELECT 'a|b', NULL", "--format", "markdown",
            output: "| view | red |\n| --- | --- |\n| Row | 1 |\n| a\\|b |  |\n")
    }

    @Test func `a statement that does more than read is refused`() throws {
        let refusal = "error: the query was refused: "
        try check("DELETE FROM trace", code: 2, errors: refusal)
        try check("ATTACH 'x.sqlite' AS x", code: 2, errors: refusal)
        try check("SELECT 1; SELECT 2", code: 2, errors: refusal + "it holds more than one statement\n")
        try check("", code: 2, errors: "error: the query has no statement\n")
    }

    @Test func `a mistake in the SQL is shown with its column`() throws {
        try check("SELECT nope FROM updates", code: 2, errors: "query:1:8: error: no such column: nope\n")
        // Other views have such a column: what is suggested is one of this view.
        try check(
            "SELECT start_ns, duration_ns FROM hangs", code: 2,
            errors: "query:1:18: error: no such column: duration_ns\n  fix: did you mean 'duration_ms'? ")
    }

    @Test func `an endless query is stopped after the given time`() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        let start = ContinuousClock.now
        try check(
            endless, "--timeout", "1", "--format", "csv", code: 2, output: "count(*)\n",
            errors: "error: the query was stopped after 1 seconds\n  fix: narrow it, or give more time with --timeout")
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a reader that goes away stops the query and ends quietly`() throws {
        let folder = try Folder()
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000000) SELECT i FROM n"
        let input = try folder.file("trace.json", Samples.small)
        let run = CommandLineRun(["query", input, many, "--format", "csv", "--timeout", "20"], acceptedWrites: 3)
        #expect(run.code == 0 && run.output == "i\n1\n2\n" && run.errors.isEmpty)
    }
}
