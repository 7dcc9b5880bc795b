import Foundation
import Testing

@testable import TraceKit
@testable import trace_analyze

/// Every output in JSON is as docs/schema says, and has no key that is not named there.
@Suite struct SchemaFilesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../.."
    )
    .standardized.path

    private static func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private static func schema(_ name: String) throws -> [String: Any] {
        let text = try String(contentsOfFile: "\(root)/docs/schema/\(name).json", encoding: .utf8)
        return try #require(try json(text) as? [String: Any])
    }

    /// Commands with their outputs; `DB` is a database of several traces, `BUDGET` one with limits of all kinds.
    private static let runs: [(schema: String, words: [String])] = [
        ("report", ["report", "BEFORE"]), ("report", ["report", "AFTER", "--sql"]),
        ("report", ["report", "BEFORE", "--view", "LandmarkRow"]),
        ("report", ["report", "BEFORE", "--source-root", "\(root)/Examples/Landmarks"]),
        ("report", ["report", "DB"]), ("report", ["report", "BEFORE", "--functions", "--logs"]),
        ("diff", ["diff", "BEFORE", "AFTER"]), ("diff", ["diff", "AFTER", "BEFORE"]),
        ("diff", ["diff", "BEFORE", "BEFORE"]),
        (
            "diff",
            ["diff", "--before", "BEFORE", "BEFORE", "BEFORE", "BEFORE", "--after", "AFTER", "AFTER", "AFTER", "AFTER"]
        ),
        ("check", ["check", "BEFORE", "--budget", "BUDGET"]), ("check", ["check", "AFTER", "--budget", "BUDGET"]),
        ("check", ["check", "BEFORE", "--budget", "BUDGET", "--baseline", "AFTER"]),
        ("check", ["check", "BEFORE", "--budget", "BUDGET", "--source-root", "\(root)/Examples/Landmarks"]),
        ("check", ["check", "SIGNPOSTS", "--budget", "BUDGET"]),
        ("trend", ["trend", "DB"]), ("trend", ["trend", "DB", "--last", "1"]),
        ("doctor", ["doctor", "BEFORE"]), ("chains", ["chains", "BEFORE"]), ("chains", ["chains", "SIGNPOSTS"]),
        ("query", ["query", "DB", "SELECT * FROM updates LIMIT 5"]), ("query", ["query", "DB", "SELECT 1 WHERE 0"]),
    ]

    /// A database, a budget and the samples by their short names.
    private static func inputs(_ folder: Folder) throws -> [String: String] {
        let (before, after) = (Samples.path("landmarks-before.json"), Samples.path("landmarks-after.json"))
        for input in [before, before, before, before, after, after, after, after] {
            _ = CommandLineRun(["import", input, "--db", folder("t.sqlite"), "--again", "--quiet"])
        }
        let budget = CommandLineRun(["check", "--init", after, "--full"])
        let signposts = """
            {"format": "tracekit", "version": 1, "signposts": [
            {"name": "load", "subsystem": "a", "category": "b", "start_ns": 0, "duration_ns": 5000000}]}
            """
        return [
            "BEFORE": before, "AFTER": after, "DB": folder("t.sqlite"),
            "BUDGET": try folder.file("budget.json", budget.output),
            "SIGNPOSTS": try folder.file("signposts.json", signposts),
        ]
    }

    @Test func `outputs of the samples are as their schemas say`() throws {
        let folder = try Folder()
        let inputs = try Self.inputs(folder)
        for (name, words) in Self.runs {
            let run = CommandLineRun(words.map { inputs[$0] ?? $0 } + ["--format", "json", "--quiet"])
            let output = try Self.json(run.output)
            let problems = SchemaCheck(try Self.schema(name)).problems(output)
            #expect(problems == [], "\(words.joined(separator: " ")): \(run.errors)")
        }
    }

    @Test func `reports, diagnoses and chains of every sample are as their schemas say`() throws {
        let folders = [
            "bundle", "call-trees", "chrome-trace", "csv", "metrickit", "ndjson", "print-changes", "signposts",
            "unified-log",
            "xctest", "xctrace",
        ]
        for folder in folders {
            let path = Samples.path(folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() where !name.hasSuffix(".md")
            {
                for (schema, words) in [("report", ["report"]), ("doctor", ["doctor"]), ("chains", ["chains"])] {
                    let run = CommandLineRun(words + ["\(path)/\(name)", "--format", "json", "--quiet"])
                    guard run.code == 0 else { continue }
                    let problems = SchemaCheck(try Self.schema(schema)).problems(try Self.json(run.output))
                    #expect(problems == [], "\(schema) \(folder)/\(name)")
                }
            }
        }
    }

    @Test func `there is a schema for every kind of output with the version of the program`() throws {
        let versions = [
            "report": Report.schemaVersion, "diff": TraceDiff.schemaVersion, "check": BudgetResult.schemaVersion,
            "trend": TraceTrend.schemaVersion, "doctor": 1, "chains": 1,
        ]
        for (name, version) in versions {
            let properties = try #require(try Self.schema(name)["properties"] as? [String: [String: Any]])
            #expect(properties["schema_version"]?["const"] as? Int == version, "\(name)")
            #expect(properties["schema"]?["const"] as? String == "trace-analyze/\(name)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.root)/docs/schema").sorted()
        #expect(files == (versions.keys + ["query"]).map { "\($0).json" }.sorted())
    }

    @Test(
        arguments: [
            ("{\"type\": \"integer\"}", "1.5", 1), ("{\"type\": \"integer\"}", "2", 0),
            ("{\"type\": \"number\"}", "2", 0),
            ("{\"type\": [\"null\", \"string\"]}", "null", 0), ("{\"type\": \"string\"}", "null", 1),
            ("{\"type\": \"boolean\"}", "true", 0), ("{\"type\": \"integer\"}", "true", 1),
            ("{\"enum\": [1, \"a\"]}", "\"a\"", 0),
            ("{\"enum\": [1]}", "2", 1), ("{\"const\": 1}", "1", 0), ("{\"const\": 1}", "2", 1),
            ("{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"null\"}}, \"required\": [\"a\"]}", "{}", 1),
            ("{\"type\": \"object\", \"properties\": {\"a\": {}}}", "{\"b\": 1}", 1),
            ("{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}", "{\"b\": 1}", 1),
            ("{\"type\": \"array\", \"items\": {\"type\": \"string\"}}", "[\"a\", 1, null]", 2),
            ("{\"$ref\": \"#/$defs/x\", \"$defs\": {\"x\": {\"type\": \"string\"}}}", "1", 1),
        ] as [(String, String, Int)]) func `the check finds what is wrong`(
            _ schema: String, _ value: String, _ count: Int
        ) throws
    {
        let schema = try #require(try Self.json(schema) as? [String: Any])
        #expect(SchemaCheck(schema).problems(try Self.json(value)).count == count)
    }
}

/// As much of JSON Schema as docs/schema uses. Stricter in one thing: a key that no schema names is a problem.
private struct SchemaCheck {
    private let schema: [String: Any]
    private let definitions: [String: Any]

    init(_ schema: [String: Any]) {
        self.schema = schema
        definitions = schema["$defs"] as? [String: Any] ?? [:]
    }

    /// What is wrong with a value, and where; each place once, whatever the number of its row.
    func problems(_ value: Any) -> [String] { check(value, schema, "$") }

    private func check(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.dropFirst("#/$defs/".count))
            guard let target = definitions[name] as? [String: Any] else {
                return ["\(place): no definition of \(reference)"]
            }
            return check(value, target, place)
        }
        if let types = schema["type"] as? String ?? (schema["type"] as? [String])?.joined(separator: " ") {
            let allowed = types.split(separator: " ").map(String.init)
            guard allowed.contains(where: { isType(value, $0) }) else {
                return ["\(place): no \(types): \("\(value)".prefix(80))"]
            }
        }
        if let constant = schema["const"], !isEqual(constant, value) { return ["\(place): not \(constant)"] }
        if let words = schema["enum"] as? [Any], !words.contains(where: { isEqual($0, value) }) {
            return ["\(place): \(value) is none of \(words)"]
        }
        if let object = value as? [String: Any] { return checkObject(object, schema, place) }
        if let array = value as? [Any], let items = schema["items"] as? [String: Any] {
            return array.enumerated().flatMap { check($0.element, items, "\(place)[\($0.offset)]") }
        }
        return []
    }

    private func checkObject(_ object: [String: Any], _ schema: [String: Any], _ place: String) -> [String] {
        let properties = schema["properties"] as? [String: Any] ?? [:]
        let others = schema["additionalProperties"] as? [String: Any]
        let required = schema["required"] as? [String] ?? []
        let absent = required.filter { object[$0] == nil }.map { "\(place): no key \($0)" }
        return absent
            + object.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
                guard let own = properties[key] as? [String: Any] ?? others else {
                    return ["\(place): the key \(key) is not described"]
                }
                return check(value, own, "\(place).\(key)")
            }
    }

    private func isType(_ value: Any, _ type: String) -> Bool {
        let isBool = (value as? NSNumber).map { Self.isBoolean($0) } ?? false
        switch type {
        case "null": return value is NSNull
        case "boolean": return isBool
        case "integer":
            return !isBool && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
        case "number": return !isBool && value is NSNumber
        case "string": return value is String
        case "array": return value is [Any]
        default: return value is [String: Any]
        }
    }

    private func isEqual(_ left: Any, _ right: Any) -> Bool { (left as? NSObject)?.isEqual(right) ?? false }

    /// `true` and `1` are both numbers of Foundation's; this tells them apart on every system.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        ["c", "B"].contains(String(cString: number.objCType))
    }
}
