import Testing

@testable import TraceKit

/// What is replaced, by what, and that the analysis does not notice.
@Suite struct RedactionTests {
    private func redacted(_ json: String, key: String = "") throws -> TraceRecords {
        let records = try Traces.records(json)
        _ = Redaction.apply(to: records, key: key, AnalysisOptions())
        return records
    }

    /// The kind of a pseudonym, without its hash; other texts as they are.
    private func shape(_ text: String?) -> String {
        (text ?? "-").split(separator: " ", omittingEmptySubsequences: false).map { word in
            let parts = word.split(separator: "_")
            return parts.count == 2 && parts[1].count == 8 && parts[1].allSatisfy { $0.isHexDigit }
                ? "\(parts[0])_" : String(word)
        }.joined(separator: " ")
    }

    @Test(arguments: [
        ("state", "isOn", "State_"), ("observable", "ModelData.favorites", "Observable_"),
        ("external-environment", "Locale", "ExternalEnvironment_"), ("other", "something", "Cause_"),
        ("other", "Tap on Favorite", "Tap_"), ("system", "DragGesture<Card>", "Drag_"),
        ("other", "ScrollView", "Scroll_"),
        ("other", "LongPressGesture", "Gesture_"), ("transaction", "Transaction", "Transaction"),
        ("other", "Timer at 0x1234", "Cause_"), ("update", "LandmarkRow", "View_"),
    ])
    func `causes`(_ kind: String, _ name: String, _ expected: String) throws {
        let records = try redacted(
            Traces.document("causes", [#"{"id": 1, "kind": "\#(kind)", "name": "\#(name)", "start_ns": 1}"#]))
        let words = shape(records.names.text(records.causes[0].name)).split(separator: " ")
        #expect(words.first.map(String.init) == expected)
    }

    @Test func `files of functions and messages of the log`() throws {
        let records = try redacted(
            """
            {"format": "tracekit", "logs": [{"start_ns": 7, "level": "default", "subsystem": "com.secret", "category": "secret",
            "message": "token 4711", "process": "Secret (1)", "thread": "main"}],
            "samples": [{"start_ns": 1, "frames": ["Secret.run()"], "sources": ["/Users/ada/Secret.swift:42"]}]}
            """)
        let log = records.logs[0]
        let texts = [log.subsystem, log.category, log.message, log.process].map { shape(records.names.text($0)) }
        #expect(texts == ["Subsystem_", "Category_", "Message_", "Process_ (1)"] && log.level == .default)
        let sources = records.stacks.sources.values.map { "\(shape(records.names.text($0.file))):\($0.line)" }
        #expect(sources == ["File_:42"])
        #expect(
            !(1...records.names.count).contains {
                records.names.text(NameID(rawValue: UInt32($0)))?.contains("ecret") == true
            })
    }

    @Test func `a framework's complaint keeps its words, and none of the app's`() throws {
        let records = try redacted(
            """
            {"format": "tracekit", "logs": [
             {"message": "Bound preference SecretKey tried to update multiple times per frame. (Secret)", "view": "SecretList"},
             {"start_ns": 1, "message": "ForEach<Array<Secret>, String, Text>: the ID secret occurs multiple times within the collection",
              "subsystem": "com.apple.runtime-issues"},
             {"start_ns": 2, "message": "Secret.swift:7 [Secret] -[Secret tell:] must be used from main thread only: secret"},
             {"start_ns": 3, "message": "Hang detected: 1.4567s"},
             {"start_ns": 4, "message": "Modifying state during view update, this will cause undefined behavior.",
              "subsystem": "com.secret"}]}
            """)
        let messages = records.logs.map { log in
            (records.names.text(log.message) ?? "").replacing(/_[0-9a-f]{8}/, with: "_")
        }
        #expect(
            messages == [
                "Bound preference View_ tried to update multiple times per frame",
                "ForEach<Array<View_>, String, Text>: the ID View_ occurs multiple times within the collection",
                "-[View_ View_:] must be used from main thread only", "Hang detected: 1.4567s", "Message_",
            ])
        #expect(shape(records.names.text(records.logs[0].view)) == "View_")
        #expect(records.names.text(records.logs[1].subsystem) == "com.apple.runtime-issues")
        #expect(
            !(1...records.names.count).contains {
                records.names.text(NameID(rawValue: UInt32($0)))?.contains("ecret") == true
            })
        #expect(AnalysisPasses.run(records, AnalysisOptions()).complaints.count == 4)
    }

    @Test(arguments: [
        ("iPhone 17 Pro", "iPhone 17 Pro"), ("iPhone18,2", "iPhone18,2"),
        ("Simulated iPad mini", "Simulated iPad mini"),
        ("iPhone 17 Pro (Ada's phone)", "iPhone 17 Pro (Device_"), ("Ada's iPhone", "Device_"), ("lab-3", "Device_"),
    ])
    func `devices`(_ device: String, _ expected: String) throws {
        let records = try redacted(
            #"{"format": "tracekit", "trace": {"device": "\#(device)"}, "updates": [{"view": "A", "start_ns": 1}]}"#)
        #expect(records.metadata.device?.hasPrefix(expected) == true)
        #expect(records.metadata.device?.contains("Ada") == false)
    }

    @Test(arguments: [
        ("Row.body.getter", "View_.body.getter"), ("closure #1 in Row.body.getter", "closure #1 in View_.body.getter"),
        ("-[SecretThing keep:]", "-[Function_ Function_:]"), ("JSONDecoder.decode(_:from:)", "JSONDecoder."),
        ("read", "read"), ("main", "main"),
    ])
    func `frames of an unknown binary`(_ frame: String, _ expected: String) throws {
        let records = try redacted(
            """
            {"format": "tracekit", "updates": [{"view": "Row", "start_ns": 1}],
            "samples": [{"start_ns": 1, "frames": ["\(frame)"]}]}
            """)
        let text = records.names.text(records.stacks.nodes[1].frame) ?? ""
        let bare = text.replacing(/_[0-9a-f]{8}/, with: "_")
        #expect(bare.hasPrefix(expected), "\(text)")
        #expect(!text.contains("Secret"))
    }

    @Test func `words of the formats stay, and so do Apple's modules`() throws {
        let records = try redacted(
            """
            {"format": "tracekit", "updates": [
            {"view": "Text", "module": "SwiftUI", "start_ns": 1, "thread": "main", "changed": ["@self", "@16", "_count"]}],
            "signposts": [{"name": "load", "category": "PointsOfInterest", "start_ns": 1}]}
            """)
        let view = records.views[0]
        #expect([view.name, view.module].map { records.names.text($0) } == ["Text", "SwiftUI"])
        #expect(records.names.text(records.updates.thread[0]) == "main")
        let changed = records.lists[records.updates.changed[0]].map { shape(records.names.text($0)) }
        #expect(changed == ["@self", "@16", "Property_"])
        #expect(records.signposts[0].category == NameID(.pointsOfInterest))
        #expect(shape(records.names.text(records.signposts[0].name)) == "Signpost_")
    }

    @Test func `words of MetricKit's reports stay, the app's states do not`() throws {
        let records = try redacted(
            """
            {"intervalEntries": [{"values": [{"hitchTimeMetric": {"ratio": {"value": 2, "unit": "ms per s"}}}]}],
             "stateEntries": [{"state": {"domain": "secret", "label": "checkout"},
               "values": [{"hangTimeMetric": {"histogram": {"buckets": [{"lowerBound": {"value": 1, "unit": "s"},
                 "upperBound": {"value": 2, "unit": "s"}, "count": 3}]}}}]}]}
            """)
        #expect(
            records.metrics.map { "\($0.name) \($0.metric) \($0.unit ?? "")" } == ["hitchTimeMetric ratio ms per s"])
        #expect(records.metricBuckets.map(\.metric) == ["histogram"])
        let category = records.metricBuckets[0].category ?? ""
        #expect(!category.contains("secret") && !category.contains("checkout") && !category.isEmpty, "\(category)")
    }

    @Test func `no two names have the same pseudonym`() {
        var pseudonyms = Pseudonyms(key: "", digits: 1)
        let names = (0..<200).map { "name \($0)" }
        let first = names.map { pseudonyms.pseudonym("View", $0) }
        #expect(Set(first).count == names.count)
        #expect(names.map { pseudonyms.pseudonym("View", $0) } == first)
    }

    @Test func `random traces have the same numbers`() throws {
        let queries = [
            "SELECT start_ns, duration_ns, severity, membership, verdict, reason FROM updates ORDER BY id",
            "SELECT kind, start_ns, end_ms, updates, linked, unnecessary, wasted_ms FROM interactions ORDER BY id",
            "SELECT depth, updates, total_ms, unnecessary FROM cause_chains ORDER BY 1, 2, 3, 4",
            "SELECT start_ms, busy_ms, updates, accumulated FROM update_groups ORDER BY 1, 2, 3, 4",
            "SELECT rule, severity FROM findings ORDER BY 1, 2",
        ]
        for seed in 0..<30 {
            let json = RandomTrace(seed: seed).json()
            let plain = try Traces.store(json)
            let store = try TraceStore.write(to: .temporary) { database throws(TraceError) in
                var assembly = TraceAssembly(ImportOptions())
                let input = ByteInput(bytes: Array(json.utf8), name: "trace.json")
                try assembly.read(input, by: try TraceAssembly.importer(for: input))
                let records = try assembly.finish()
                let options = Redaction.apply(to: records, key: "k", AnalysisOptions())
                _ = try TraceWriter.write(
                    records, AnalysisPasses.run(records, options), importedAt: nil, into: database)
            }
            for query in queries { #expect(try store.rows(query) == plain.rows(query), "seed \(seed): \(query)") }
        }
    }
}
