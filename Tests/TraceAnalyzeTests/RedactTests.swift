import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// `--redact`: no name of the app in any output, and every number as without it.
@Suite struct RedactTests {
    private static let before = Samples.path("landmarks-before.json")
    private static let after = Samples.path("landmarks-after.json")
    private static let exports = Samples.path("xctrace/landmarks-before")

    /// Names of the samples and parts of them, and where the files are.
    private static let forbidden = [
        "landmark", "favorite", "modeldata", "formatteddate", "filterbar", "searchfield", "searchcontext", "samplecode",
        "test phone", "sampletraces", "thumbnail",
    ]

    private func run(_ words: [String]) -> CommandLineRun {
        let run = CommandLineRun(words)
        #expect(run.code == 0, "\(words): \(run.errors)")
        return run
    }

    /// Every text that the trace's database holds, unless it is one that stays.
    private static func names(of sample: String) throws -> [String] {
        let loaded = try TracePipeline.load([sample], into: .temporary, TracePipeline.Options())
        let views = "SELECT text FROM name UNION SELECT text FROM property_list UNION SELECT name FROM traces"
        return try loaded.store.database.rows(views).compactMap { $0.first?.text }.filter { name in
            forbidden.contains { name.lowercased().contains($0) }
        }
    }

    /// Every name of `names(of:)` holds one of the words.
    private func checkNoNames(_ output: String, _ note: Comment) {
        let text = output.lowercased()
        for word in Self.forbidden { #expect(!text.contains(word), "\(note.rawValue): \(word)") }
    }

    @Test(arguments: [before, exports]) func `no name of the app is in any output`(_ sample: String) throws {
        #expect(try Self.names(of: sample).count > 20)
        for format in Report.renderers.names {
            let output = run(["report", sample, "--redact", "--sql", "--format", format]).output
            #expect(output.contains("View_") || output.contains("View\\_"))
            checkNoNames(output, "report \(format)")
        }
        for shape in TraceExporters.names {
            checkNoNames(run(["export", sample, "--redact", "--to", shape]).output, "export \(shape)")
        }
        for format in TraceDiff.renderers.names {
            checkNoNames(
                run(["diff", sample, Self.after, "--redact", "--format", format]).output, "diff \(format)")
        }
        for format in ChainTree.renderers.names {
            checkNoNames(run(["chains", sample, "--redact", "--format", format]).output, "chains \(format)")
        }
    }

    /// The text with every name and pseudonym as one word, so that only the numbers can differ.
    private static let queries = [
        "SELECT count(*), sum(red), sum(orange), sum(gray), sum(unnecessary), sum(wasted_ms) FROM view_summary",
        """
        SELECT start_ns, duration_ns, severity, membership, verdict, reason, confidence, kind, phase, group_id
        FROM updates ORDER BY id
        """,
        "SELECT kind, start_ns, end_ms, updates, linked, unnecessary, wasted_ms, hitch_ratio FROM interactions ORDER BY id",
        "SELECT depth, updates, total_ms, unnecessary, wasted_ms FROM cause_chains ORDER BY 1, 2, 3, 4, 5",
        "SELECT start_ns, duration_ms, class, main_thread_coverage, swiftui_idle FROM hangs ORDER BY id",
        "SELECT rule, severity, effort, interaction_id FROM findings ORDER BY 1, 2, 3, 4",
        "SELECT hottest_frame_samples, body_samples FROM long_updates ORDER BY id",
        "SELECT count(*), count(DISTINCT name) FROM causes",
        "SELECT count, level, median_ms, max_ms, total_ms FROM log_groups ORDER BY 1, 2, 3, 4, 5",
        "SELECT count FROM import_counters WHERE detail = 'lines with a time'",
        "SELECT figure, count(*), total(weight) FROM figure_rows GROUP BY figure ORDER BY figure",
        "SELECT count(*), count(DISTINCT leaf) FROM samples",
    ]

    @Test(arguments: [before, after, exports]) func `every number is as it was`(_ sample: String) throws {
        try checkNumbers(sample)
    }

    private func checkNumbers(_ sample: String) throws {
        var options = TracePipeline.Options()
        let plain = try TracePipeline.load([sample], into: .temporary, options).store
        options.redactionKey = ""
        let redacted = try TracePipeline.load([sample], into: .temporary, options).store
        for query in Self.queries {
            #expect(try redacted.database.rows(query) == plain.database.rows(query), "\(query)")
        }
    }

    @Test func `a comparison has the same verdicts and numbers`() throws {
        func rows(_ extra: [String]) throws -> [String] {
            let output = run(["diff", Self.before, Self.after, "--format", "json", "--top", "1000"] + extra).output
            let document = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            var numbers: [String] = []
            Self.collect(document, "", &numbers)
            return numbers.sorted()
        }
        let plain = try rows([])
        #expect(plain.count > 500)
        #expect(try rows(["--redact"]) == plain)
    }

    /// All numbers, flags and words of the judge, with the keys they stand under.
    private static func collect(_ value: Any, _ path: String, _ numbers: inout [String]) {
        switch value {
        case let object as [String: Any]: for (key, part) in object { collect(part, "\(path).\(key)", &numbers) }
        case let array as [Any]: for part in array { collect(part, path, &numbers) }
        case let number as NSNumber: numbers.append("\(path) \(number)")
        case let word as String
        where ["verdict", "status", "change", "direction", "rule"].contains {
            path.hasSuffix(".\($0)")
        }:
            numbers.append("\(path) \(word)")
        default: break
        }
    }

    /// Lines of an app's own log: work that takes so long, hangs, hitches, and what bodies print.
    private static func log(_ milliseconds: Int) -> String {
        (0..<14).map { (number: Int) -> String in
            func time(_ tenth: Int) -> String {
                "2026-05-04 11:00:\(String(100 + 2 * number).dropFirst()).\(tenth)00000 INFO"
            }
            return """
                \(time(1)) parsed \(number) rows of "Secret" in \(milliseconds + number) ms
                \(time(2)) Main thread blocked for \(number % 2 == 0 ? 300 : 400) ms
                \(time(3)) [FrameMonitor] Dropped 5 frames (\(80 + number) ms)
                \(time(4)) SecretRow: @self, _secret changed.
                \(time(5)) token 4711 sent

                """
        }.joined()
    }

    @Test func `lines of the log keep their durations, their groups and the verdict on them`() throws {
        let folder = try Folder()
        let (slow, fast) = (try folder.file("slow.log", Self.log(300)), try folder.file("fast.log", Self.log(20)))
        for (sides, code) in [([fast, slow], 3), ([slow, fast], 0), ([slow, slow], 0)] as [([String], Int32)] {
            let words = ["diff"] + sides + ["--fail-on", "likely-regression", "--format", "json"]
            let (plain, redacted) = (CommandLineRun(words), CommandLineRun(words + ["--redact"]))
            #expect(plain.code == code && redacted.code == code)
            #expect(redacted.output.contains("Message_"))
            #expect(!redacted.output.lowercased().contains("secret"))
            func numbers(_ output: String) throws -> [String] {
                var numbers: [String] = []
                Self.collect(try JSONSerialization.jsonObject(with: Data(output.utf8)), "", &numbers)
                return numbers.sorted()
            }
            #expect(try numbers(redacted.output) == numbers(plain.output))
        }
        try checkNumbers(slow)
    }

    @Test func `a key gives other pseudonyms, the same each time`() {
        func output(_ options: String...) -> String { run(["export", Self.before] + options).output }
        let plain = output("--redact")
        let keyed = output("--redact-key", "secret")
        #expect(plain != keyed)
        #expect(keyed == output("--redact-key", "secret"))
        #expect(plain == output("--redact"))
    }

    @Test func `a redacted database holds no name, and one is redacted when it is read`() throws {
        let folder = try Folder()
        #expect(run(["import", Self.before, "--db", folder("r.sqlite"), "--redact"]).output.contains("App_"))
        let data = try Data(contentsOf: URL(fileURLWithPath: folder("r.sqlite")))
        for name in ["LandmarkRow", "ModelData", "Favorite", "SampleTraces", "landmarks-before"] {
            #expect(data.range(of: Data(name.utf8)) == nil, "\(name)")
        }
        _ = run(["import", Self.before, "--db", folder("p.sqlite"), "--profile", "instruments"])
        func counts(_ options: String...) -> [Substring] {
            run(["report", folder("p.sqlite")] + options).output.split(separator: "\n")
                .filter { $0.hasPrefix("Bodies") || $0.hasPrefix("Waste") }
        }
        #expect(counts().count == 2)
        #expect(counts("--redact") == counts())
    }

    @Test func `options that name views and signposts still mean the app's`() throws {
        let folder = try Folder()
        let log = Samples.path("signposts/landmarks-before.default.log")
        for (sample, options) in [(Self.before, ["--ignore", "Landmark*"]), (log, ["--confidence", "likely"])] {
            let words = ["import", sample, "--db"]
            _ = run(words + [folder("a\(options[0]).sqlite")] + options)
            _ = run(words + [folder("b\(options[0]).sqlite"), "--redact"] + options)
            let query = "SELECT verdict, count(*) FROM updates GROUP BY 1 ORDER BY 1"
            #expect(
                run(["query", folder("a\(options[0]).sqlite"), query]).output
                    == run(["query", folder("b\(options[0]).sqlite"), query]).output)
        }
    }

    @Test func `rejects and warnings do not quote the input`() throws {
        let folder = try Folder()
        let trace = try folder.file(
            "SecretFile.json",
            """
            {"format": "tracekit", "version": 1, "updates": [
            {"id": 1, "view": "SecretView", "start_ns": 1, "duration_ns": 2, "SecretKey": 1},
            {"id": 2, "view": "SecretView", "start_ns": "SecretTime"}, {"id": 3, "kind": "SecretKind", "start_ns": 4}
            ]}
            """)
        for format in Report.renderers.names {
            let output = run(["report", trace, "--redact", "--format", format]).output
            #expect(!output.contains("Secret"), "\(format)")
        }
    }
}
