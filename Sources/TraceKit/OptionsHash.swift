/// A hash of the options that change what is read or how it is analysed: two imports of the same content with the same
/// hash give the same trace. Labels and numbers of threads are not included.
///
/// Only a hash is stored, because names in options may have to be redacted, and the redaction key is a secret.
enum OptionsHash {
    static func of(_ importing: ImportOptions, _ analysis: AnalysisOptions, redactionKey: String?) -> String {
        let deadlines = analysis.deadlines
        var json = JSONText()
        json.object { json in
            json.array("map") { json in
                for (heading, field) in importing.columnMap.sorted(by: { $0.key < $1.key }) {
                    json.value(nil, heading)
                    json.value(nil, field)
                }
            }
            filters("bodies", importing.bodySignposts, &json)
            if !importing.takesBodySignposts { json.value("bodies", SignpostFilter.none) }
            if let format = importing.format { json.value("format", format.name) }
            json.value("run", importing.run.map { "\($0)" } ?? "")
            json.array("offsets") { json in
                for (file, offset) in importing.offsets.sorted(by: { $0.key < $1.key }) {
                    json.value(nil, file)
                    json.value(nil, "\(offset)")
                }
            }
            json.value("deadlines", "\(deadlines.profile) \(deadlines.orangeNs) \(deadlines.redNs)")
            filters("interactions", analysis.interactionSignposts, &json)
            json.array("ignored") { json in for view in analysis.ignoredViews { json.value(nil, view) } }
            json.value("confidence", "\(analysis.leastConfidence)")
            json.value("process", "\(analysis.process)")
            json.value("redaction", redactionKey.map { "key \($0)" } ?? "")
        }
        return SHA256.hex(SHA256.hash(Array(json.text.utf8)).prefix(16))
    }

    private static func filters(_ key: String, _ filters: [SignpostFilter], _ json: inout JSONText) {
        json.array(key) { json in
            for filter in filters {
                for part in [filter.subsystem, filter.category, filter.name ?? ""] { json.value(nil, part) }
            }
        }
    }
}
