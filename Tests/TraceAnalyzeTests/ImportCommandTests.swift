import Foundation
import Testing

@testable import trace_analyze

/// Databases that stay: made, added to, opened again.
@Suite struct ImportCommandTests {
    private func traces(_ database: String) -> [String] {
        let run = CommandLineRun(["query", database, "SELECT id, updates FROM traces", "--format", "csv"])
        return run.output.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func `importing makes a database, importing again adds a trace`() throws {
        let folder = try Folder()
        let (first, second) = (try folder.file("a.json", Samples.small), try folder.file("b.json", Samples.red(2)))
        let made = CommandLineRun(["import", first, "--db", folder("t.sqlite")])
        #expect(made.code == 0 && made.output == "trace 1: Demo: 2.00 s, 4 updates\n" && made.errors.isEmpty)
        let added = CommandLineRun(["import", second, "--db", folder("t.sqlite")])
        #expect(added.code == 0 && added.output.hasPrefix("trace 2: "))
        #expect(traces(folder("t.sqlite")) == ["1,4", "2,2"])
        #expect(folder.names == ["a.json", "b.json", "t.sqlite"])
    }

    @Test func `counts that add up to more than 64 bits are no damage`() throws {
        let folder = try Folder()
        func payload(_ count: Int64) -> String {
            func bucket(_ start: Int) -> String {
                #""\#(start)": {"bucketCount": \#(count), "bucketStart": "\#(start)00 ms", "bucketEnd": "900 ms"}"#
            }
            return """
                [{"timeStampBegin": "2026-01-01 00:00:00", "timeStampEnd": "2026-01-02 00:00:00", "appVersion": "1",
                "metaData": {"bundleIdentifier": "a.b"}, "applicationResponsivenessMetrics": {"histogrammedAppHangTime":
                {"histogramNumBuckets": 2, "histogramValue": {\(bucket(2)), \(bucket(3))}}}}]
                """
        }
        for (name, count, sum) in [("large", 1 << 62, "9223372036854775807"), ("small", 2, "4")] {
            let input = try folder.file("\(name).json", payload(Int64(count)))
            let database = folder("\(name).sqlite")
            #expect(CommandLineRun(["import", input, "--db", database]).code == 0)
            for trace in [input, database] {
                for words in [["report", trace, "--format", "json"], ["diff", trace, trace], ["report", trace]] {
                    let run = CommandLineRun(words)
                    #expect(run.code == 0 && !run.errors.contains("damaged"), "\(words): \(run.errors)")
                    if words.count == 4 { #expect(run.output.contains("\"count\": \(sum)"), "\(trace)") }
                }
            }
        }
    }

    @Test func `a journal with nothing to take back stays until the next import`() throws {
        for content in ["", String(repeating: "\0", count: 512)] {
            let folder = try Folder()
            let input = try folder.file("a.json", Samples.small)
            #expect(CommandLineRun(["import", input, "--db", folder("t.sqlite")]).code == 0)
            let journal = try folder.file("t.sqlite-journal", content)
            #expect(CommandLineRun(["report", folder("t.sqlite")]).code == 0)
            #expect(FileManager.default.fileExists(atPath: journal))
            let second = try folder.file("b.json", Samples.red(2))
            #expect(CommandLineRun(["import", second, "--db", folder("t.sqlite")]).code == 0)
            #expect(!FileManager.default.fileExists(atPath: journal))
        }
    }

    @Test func `a report can keep its database, and a database is reported on like a trace`() throws {
        let folder = try Folder()
        let input = try folder.file("a.json", Samples.small)
        let report = CommandLineRun(["report", input, "--db", folder("t.sqlite")])
        #expect(report.code == 0)
        let again = CommandLineRun(["report", folder("t.sqlite")])
        #expect(again.code == 0 && again.output == report.output)
    }

    @Test func `one trace of several is named by its number`() throws {
        let folder = try Folder()
        let (first, second) = (try folder.file("a.json", Samples.small), try folder.file("b.json", Samples.red(2)))
        _ = CommandLineRun(["import", first, second, "--db", folder("t.sqlite")])
        let both = CommandLineRun(["report", folder("t.sqlite")])
        let one = CommandLineRun(["report", folder("t.sqlite") + "#2"])
        #expect(both.output.contains("4 updates") && both.output.contains("2 updates"))
        #expect(one.code == 0 && !one.output.contains("4 updates") && one.output.contains("2 updates"))
        let none = CommandLineRun(["report", folder("t.sqlite") + "#7"])
        #expect(none.code == 2)
        #expect(
            folder.neutral(none.errors) == "DIR/t.sqlite: error: the database has no trace 7\n  fix: its traces: 1, 2\n"
        )
    }

    @Test func `a file that cannot be used leaves no database, and an old one as it was`() throws {
        let folder = try Folder()
        let (good, bad) = (
            try folder.file("a.json", Samples.small),
            try folder.file("b.json", "{\"format\": \"tracekit\", \"updates\": [{")
        )
        #expect(CommandLineRun(["import", good, bad, "--db", folder("t.sqlite")]).code == 2)
        #expect(folder.names == ["a.json", "b.json"])
        #expect(CommandLineRun(["import", good, "--db", folder("t.sqlite")]).code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder("t.sqlite")))
        #expect(CommandLineRun(["import", good, bad, "--db", folder("t.sqlite")]).code == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder("t.sqlite"))) == before)
        #expect(folder.names == ["a.json", "b.json", "t.sqlite"])
    }

    @Test func `a database is not imported into a database`() throws {
        let folder = try Folder()
        let input = try folder.file("a.json", Samples.small)
        _ = CommandLineRun(["import", input, "--db", folder("t.sqlite")])
        let nested = CommandLineRun(["import", folder("t.sqlite"), "--db", folder("u.sqlite")])
        #expect(nested.code == 64 && nested.errors.contains("cannot be imported or combined"))
    }

    @Test func `a database can be looked at with other deadlines, and stays as it is`() throws {
        let folder = try Folder()
        let input = try folder.file("a.json", Samples.small)
        _ = CommandLineRun(["import", input, "--db", folder("t.sqlite")])
        let before = try Data(contentsOf: URL(fileURLWithPath: folder("t.sqlite")))
        let other = CommandLineRun(["report", folder("t.sqlite"), "--profile", "instruments", "--format", "json"])
        #expect(other.code == 0)
        let fresh = CommandLineRun(["report", input, "--profile", "instruments", "--format", "json"])
        // The command that comes next names the input.
        #expect(other.output == fresh.output.replacing(input, with: folder("t.sqlite")))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder("t.sqlite"))) == before)
    }

    @Test func `a file that is no database of ours is refused by name`() throws {
        let folder = try Folder()
        let input = try folder.file("a.json", Samples.small)
        let text = CommandLineRun(["import", input, "--db", try folder.file("text.sqlite", "not a database at all")])
        #expect(text.code == 2)
        #expect(folder.neutral(text.errors) == "DIR/text.sqlite: error: this is not an SQLite database\n")
        #expect(try folder.text("text.sqlite") == "not a database at all")
    }

    @Test func `the time of import is the clock's, or SOURCE_DATE_EPOCH`() throws {
        let folder = try Folder()
        let input = try folder.file("a.json", Samples.small)
        let words = ["import", input, "--db", folder("t.sqlite")]
        _ = CommandLineRun(words, environment: ["SOURCE_DATE_EPOCH": "1767225599"])
        let run = CommandLineRun(["query", folder("t.sqlite"), "SELECT imported_at FROM traces", "--format", "csv"])
        #expect(run.output == "imported_at\n2025-12-31T23:59:59Z\n")
    }
}

/// A trace that the database has already.
@Suite struct KnownTraceTests {
    @Test func `the same content with the same options is known`() throws {
        let folder = try Folder()
        let words = ["import", try folder.file("t.json", Samples.small), "--db", folder("t.sqlite")]
        #expect(CommandLineRun(words).output.hasPrefix("trace 1: "))
        #expect(CommandLineRun(words + ["--label", "x"]).output.hasPrefix("known: trace 1: "))
        #expect(CommandLineRun(words + ["--deadlines", "1,2"]).output.hasPrefix("trace 2: "))
        #expect(CommandLineRun(words + ["--redact"]).output.hasPrefix("trace 3: "))
        #expect(CommandLineRun(words + ["--redact", "--deadlines", "1,2"]).output.hasPrefix("trace 4: "))
        #expect(CommandLineRun(words + ["--deadlines", "1,2"]).output.hasPrefix("known: trace 2: "))
        #expect(CommandLineRun(words + ["--again"]).output.hasPrefix("trace 5: "))
        let twice = CommandLineRun(["import", words[1], words[1], "--db", folder("new.sqlite")])
        #expect(twice.code == 0 && twice.output.split(separator: "\n").count == 1)
    }
}
