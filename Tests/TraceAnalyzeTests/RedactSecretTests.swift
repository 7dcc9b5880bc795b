import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// One word in every text of every format: with `--redact` it is in no output, no database and no message.
@Suite struct RedactSecretTests {
    private static let secret = "Zq9060Secret"

    /// Texts that say what a record is: with other words in them nothing is read at all.
    private static let structure: Set<String> = [
        "format", "record", "kind", "phase", "ph", "ts", "dur", "eventType", "timestamp", "signpostType", "messageType",
        "bucketStart", "bucketEnd", "clock_origin",
    ]

    /// What a sample is made to hold.
    enum Depth: CaseIterable {
        /// The word behind every name; what is read is read as before.
        case names
        /// Behind every text, and in keys nobody knows.
        case everything
    }

    /// JSON with the word behind its texts, shortened to what a test needs.
    private static func seeded(_ value: Any, _ depth: Depth, key: String = "") -> Any {
        switch value {
        case let object as [String: Any]:
            var result: [String: Any] = [:]
            for (key, part) in object { result[key] = seeded(part, depth, key: key) }
            if depth == .everything { result["\(secret)Key"] = secret }
            return result
        case let array as [Any]: return array.prefix(100).map { seeded($0, depth, key: key) }
        case let text as String:
            let isKept = depth == .names ? structure.contains(key) : ["format", "record", "ph"].contains(key)
            return isKept ? text : text + secret
        default: return value
        }
    }

    private static func json(_ path: String, _ depth: Depth) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: Samples.path(path)))
        let value = seeded(try JSONSerialization.jsonObject(with: data), depth)
        return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }

    private static func lines(_ path: String, _ change: (String) throws -> String) throws -> String {
        let text = try String(contentsOfFile: Samples.path(path), encoding: .utf8)
        return try text.split(separator: "\n").prefix(200).map { try change(String($0)) }.joined(separator: "\n")
    }

    /// Behind every word of a log that is the app's, or behind every line.
    private static func log(_ path: String, _ depth: Depth) throws -> String {
        try lines(path) { line in
            depth == .everything
                ? line + secret : line.replacing(/(Landmark|Favorite|ModelData|com\.)\w+/) { "\($0.output.0)\(secret)" }
        }
    }

    private static func xml(_ path: String, _ depth: Depth) throws -> String {
        let text = try String(contentsOfFile: Samples.path(path), encoding: .utf8)
        let attributes = text.replacing(/(fmt|path)="([^"]*)"/) { "\($0.output.1)=\"\($0.output.2)\(secret)\"" }
            .replacing(/<(frame|binary|process) ([^>]*)name="([^"]*)"/) {
                let name = $0.output.3
                let isKept = SystemNames.isModule(String(name))
                return "<\($0.output.1) \($0.output.2)name=\"\(name)\(isKept ? "" : secret)\""
            }
        return attributes.replacing(/>([^<>]*[A-Z][^<>]*)</) { match in
            let isWord = ["View Body Updates", "Update", "Creation"].contains { match.output.1.hasPrefix($0) }
            return depth == .names && isWord ? String(match.output.0) : ">\(match.output.1)\(secret)<"
        }
    }

    /// Files in a folder that has the word in its name, as one input each.
    private static func inputs(_ folder: Folder, _ depth: Depth) throws -> [String] {
        let place = folder(secret)
        try FileManager.default.createDirectory(atPath: "\(place)/xctrace", withIntermediateDirectories: true)
        func put(_ name: String, _ text: String) throws -> String { try folder.file("\(secret)/\(name)", text) }
        var inputs = [
            try put("own.json", try json("landmarks-before.json", depth)),
            try put("chrome.json", try json("chrome-trace/landmarks-before.json", depth)),
            try put("log.json", try json("unified-log/landmarks-before.json", depth)),
            try put("metrics.json", try json("metrickit/landmarks-before.json", depth)),
            try put("tests.json", try json("xctest/landmarks-before.json", .names)),
            try put("changes.log", try log("print-changes/landmarks-before.log", depth)),
        ]
        for style in ["compact", "default", "syslog"] {
            inputs.append(try put("\(style).log", try log("signposts/landmarks-before.\(style).log", depth)))
        }
        inputs.append(
            try put(
                "own.ndjson",
                try lines("ndjson/landmarks-before.ndjson") { line in
                    let value = seeded(try JSONSerialization.jsonObject(with: Data(line.utf8)), depth)
                    return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
                }))
        var isHeader = true
        inputs.append(
            try put(
                "own.csv",
                try lines("csv/landmarks-before.csv") { line in
                    defer { isHeader = false }
                    if isHeader { return "\(line),\(secret)" }
                    let pattern = try Regex(
                        depth == .names ? "(Landmark|Favorite|ModelData)[A-Za-z]*" : "Landmark[A-Za-z]*|[0-9]+")
                    return line.replacing(pattern) { "\(line[$0.range])\(secret)" } + ",\(secret)"
                }))
        for table in ["swiftui-updates", "swiftui-full-causes", "hitches", "potential-hangs", "time-profile", "toc"] {
            let name = "xctrace/landmarks-before/\(table).xml"
            _ = try put("xctrace/\(secret)\(table).xml", try xml(name, depth))
        }
        inputs.append("\(place)/xctrace")
        inputs.append(try put("garbage.json", "\(secret) \(secret)"))
        inputs.append(
            try put("cut.json", "{\"format\": \"tracekit\", \"updates\": [{\"view\": \"\(secret)\", \(secret)"))
        inputs.append(try put("encoding.xml", "<?xml version=\"1.0\" encoding=\"\(secret)\"?><trace-query-result>"))
        inputs.append(try put("tags.xml", "<?xml version=\"1.0\"?><trace-query-result><node><\(secret)></b>"))
        inputs.append("\(place)/missing.json")
        return inputs
    }

    private func check(_ text: String, _ words: [String]) {
        guard let found = text.lowercased().firstRange(of: Self.secret.lowercased()) else { return }
        let lowered = text.lowercased()
        let start = lowered.index(found.lowerBound, offsetBy: -80, limitedBy: lowered.startIndex) ?? lowered.startIndex
        Issue.record("\(words): …\(lowered[start..<found.upperBound])")
    }

    /// Runs a command and looks at all that it says.
    @discardableResult private func run(_ words: String...) -> CommandLineRun {
        let run = CommandLineRun(words)
        check(run.output, words)
        check(run.errors, words)
        return run
    }

    @Test(arguments: Depth.allCases) func `a word that is in every field is in no output`(_ depth: Depth) throws {
        let folder = try Folder()
        var read = 0
        for (number, input) in try Self.inputs(folder, depth).enumerated() {
            guard run("report", input, "--redact").code == 0 else { continue }
            read += 1
            // A third of the outputs for each input, so that all have three inputs or more.
            func some(_ names: [String]) -> [String] {
                names.indices.filter { ($0 + number) % 3 == 0 }.map { names[$0] }
            }
            for format in some(Report.renderers.names) { run("report", input, "--redact", "--sql", "--format", format) }
            for format in some(ChainTree.renderers.names) { run("chains", input, "--redact", "--format", format) }
            for shape in some(TraceExporters.names) { run("export", input, "--redact", "--to", shape) }
            let other = Samples.path("landmarks-after.json")
            for format in some(TraceDiff.renderers.names) { run("diff", input, other, "--redact", "--format", format) }
            let database = folder("\(number).sqlite")
            run("import", input, "--redact", "--db", database, "--label", Self.secret)
            check(String(decoding: try Data(contentsOf: URL(fileURLWithPath: database)), as: UTF8.self), ["database"])
            run("doctor", database)
            run("check", "--init", database)
            run("trend", database)
        }
        #expect(read >= (depth == .names ? 11 : 6))
    }

    // MARK: What stays

    /// The texts of a redacted report's database.
    private func names(_ trace: String) throws -> Set<String> {
        let folder = try Folder()
        var options = TracePipeline.Options()
        options.redactionKey = ""
        let store = try TracePipeline.load([try folder.file("t.json", trace)], into: .temporary, options).store
        return Set(try store.database.rows("SELECT text FROM name").compactMap { $0.first?.text })
    }

    @Test func `of a type every word is looked at, and Apple's stay`() throws {
        let names = try names(
            """
            {"format": "tracekit", "updates": [{"view": "SecretRow", "module": "App", "start_ns": 1, "duration_ns": 2},
            {"view": "NavigationLink<SecretRow, (Text, some View)>", "module": "SwiftUI", "start_ns": 2, "duration_ns": 2},
            {"view": "List<Never, TextSecret>", "module": "SwiftUISecret", "start_ns": 3, "duration_ns": 2},
            {"view": "UISecretView", "module": "SwiftUI", "start_ns": 4, "duration_ns": 2},
            {"view": "$s6Secret3RowV", "module": "libswiftSecret.dylib", "start_ns": 5, "duration_ns": 2}]}
            """)
        let row = try #require(names.first { $0.hasPrefix("View_") && $0.count == 13 })
        #expect(names.contains { $0.hasPrefix("NavigationLink<View_") && $0.hasSuffix(", (Text, some View)>") })
        #expect(names.contains("SwiftUI") && !row.isEmpty)
        #expect(names.contains { $0.hasPrefix("List<Never, View_") })
        for name in names { #expect(!name.contains("Secret") && !name.contains("libswift"), "\(name)") }
    }

    @Test func `frames of the system keep the words that are known`() throws {
        let names = try names(
            """
            {"format": "tracekit", "updates": [{"view": "SecretRow", "start_ns": 1, "duration_ns": 20000000}],
            "samples": [{"start_ns": 2, "frames": ["closure #1 in SecretRow.body.getter",
            "ViewBodyAccessor<SecretRow>.updateBody(of:)", "-[UIView layoutSubviews]", "IIOSecret", "objc_msgSend"],
            "binaries": ["Secret", "SwiftUI", "UIKitCore", "ImageIO", "libobjc.A.dylib"],
            "app_frames": ["0"], "thread": "main"}]}
            """)
        let row = try #require(names.first { $0.hasPrefix("View_") && $0.count == 13 })
        #expect(names.isSuperset(of: ["closure #1 in \(row).body.getter", "ViewBodyAccessor<\(row)>.updateBody(of:)"]))
        #expect(names.isSuperset(of: ["-[UIView layoutSubviews]", "objc_msgSend", "UIKitCore", "libobjc.A.dylib"]))
        // The rule for costly calls knows it by its beginning.
        #expect(names.contains { $0.hasPrefix("IIO_") })
        for name in names { #expect(!name.contains("Secret"), "\(name)") }
    }

    @Test func `models and versions are known by their whole shape`() {
        for model in [
            "iPhone 17 Pro", "iPhone17,1", "iPhone SE (3rd generation)", "iPad Air 11-inch (M3)", "iPad mini (A17 Pro)",
            "iPad Pro (12.9-inch) (6th generation)", "MacBook Pro (14-inch, M4 Pro, 2024)", "Mac mini", "arm64",
            "Apple Watch Series 10 (46mm)", "Apple TV 4K (3rd generation)", "Apple Vision Pro", "Simulated iPhone 16e",
        ] { #expect(KnownShapes.isModel(model), "\(model)") }
        for other in [
            "Max1zq9060secret", "Max", "iPhone Max", "iPhone 17 Pro Anna", "Anna's iPhone", "iPhone 17\u{301}", "M1x",
            "iPhone17,1x", "iPhone (Anna)", "Pro 12", "", "iPhone 123456789", "iPad Secret",
        ] { #expect(!KnownShapes.isModel(other), "\(other)") }
        for system in ["iOS 26.1", "iPhone OS 26.1 (23B85)", "26.1", "macOS 15.3.1", "Version 26.1 (Build 23B85)"] {
            #expect(KnownShapes.isSystem(system), "\(system)")
        }
        for other in ["iOS Secret", "iOS 26.1 (Secret)", "26.1-secret", "", "secretOS 1"] {
            #expect(!KnownShapes.isSystem(other), "\(other)")
        }
        #expect(KnownShapes.isTime("2026-05-04T09:31:07.482Z") && KnownShapes.isTime("2026-05-04 09:31:07 +0200"))
        #expect(!KnownShapes.isTime("2026-05-04 secret") && !KnownShapes.isTime("secret"))
    }

    @Test func `of a message our words stay`() {
        #expect(
            DiagnosticRedaction.message("'start_ns' must be a whole number, found 'it''Secret'")
                == "'…' must be a whole number, found '…''…'")
        #expect(!DiagnosticRedaction.message("found 'it's Secret' here").contains("Secret"))
        #expect(DiagnosticRedaction.message("found '\u{301}Secret'") == "found '…'")
        #expect(
            DiagnosticRedaction.message("the table secret has 12 columns; found: x, y")
                == "the table … has 12 columns; found: …,")
        #expect(DiagnosticRedaction.message("cut: 'Secret") == "cut: '…'")
    }

    // MARK: The same results

    @Test func `what is found does not depend on names that are replaced`() throws {
        let trace = """
            {"format": "tracekit", "causes": [{"id": 1, "kind": "update", "name": "TapRow", "start_ns": 1},
            {"id": 2, "kind": "state", "name": "Key<Secret>", "start_ns": 5},
            {"id": 3, "kind": "update", "name": "Outer.Inner", "start_ns": 9}],
            "updates": [{"id": 10, "view": "Text", "cause": 1, "start_ns": 2, "duration_ns": 20000000},
            {"id": 11, "view": "ViewBox", "cause": 2, "start_ns": 30000000, "duration_ns": 9000000, "changed": []},
            {"id": 12, "view": "List<Text>", "cause": 3, "start_ns": 60000000, "duration_ns": 20000000, "changed": ["@self"]},
            {"id": 13, "view": "Outer.Inner", "cause": 3, "start_ns": 90000000, "duration_ns": 20000000}],
            "samples": [\((0..<60).map { """
            {"start_ns": \(2 + $0 * 1_500_000), "weight_ns": 1000000, "thread": "main", "state": "RUNNING",
            "frames": ["main", "Outer.Inner.body.getter", "List<Text>.row()", "Text.init()", "IIOSecretDecode"]}
            """ }.joined(separator: ",\n"))]}
            """
        let folder = try Folder()
        let file = try folder.file("t.json", trace)
        let queries = [
            "SELECT severity, verdict, confidence, reason, membership, interaction_id FROM updates ORDER BY id",
            "SELECT kind, start_ns, updates, unnecessary FROM interactions ORDER BY id",
            "SELECT rule, severity, count(*) FROM findings GROUP BY 1, 2 ORDER BY 1, 2",
            "SELECT hottest_frame_samples, body_samples FROM long_updates ORDER BY id",
        ]
        for ignored in [[], ["View*"], ["Text"], ["*<*"]] {
            var options = TracePipeline.Options()
            options.analysis.ignoredViews = ignored
            let plain = try TracePipeline.load([file], into: .temporary, options).store
            options.redactionKey = "k"
            let redacted = try TracePipeline.load([file], into: .temporary, options).store
            for query in queries {
                #expect(try plain.database.rows(query) == redacted.database.rows(query), "\(ignored) \(query)")
            }
        }
    }

    @Test func `an empty key is refused`() {
        for words in [["--redact-key", ""], ["--redact-key="]] {
            let run = CommandLineRun(["report", Samples.path("landmarks-before.json")] + words)
            #expect(run.code == 64 && run.output.isEmpty && run.errors.contains("'--redact-key' needs a value"))
        }
    }
}
