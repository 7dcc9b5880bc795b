/// Redacts text outside the name table: metadata, metrics and import counters.
extension Redaction {
    mutating func redactFigures(_ records: TraceRecords) {
        for row in records.metrics.indices {
            var metric = records.metrics[row]
            metric.name = measured(metric.name, metric.category)
            (metric.source, metric.metric) = (source(metric.source), self.metric(metric.metric))
            (metric.category, metric.unit) = (text(metric.category, .category), metric.unit.map { unit($0) })
            (metric.test, metric.period) = (text(metric.test, .test), metric.period.map { period($0) })
            metric.device = metric.device.map { device($0) }
            metric.stack = metric.stack.map { stack($0) }
            records.metrics[row] = metric
        }
        for row in records.metricBuckets.indices {
            var bucket = records.metricBuckets[row]
            bucket.name = measured(bucket.name, bucket.category)
            (bucket.source, bucket.metric) = (source(bucket.source), metric(bucket.metric))
            (bucket.category, bucket.unit) = (text(bucket.category, .category), bucket.unit.map { unit($0) })
            (bucket.device, bucket.period) = (bucket.device.map { device($0) }, bucket.period.map { period($0) })
            records.metricBuckets[row] = bucket
        }
    }

    /// Without a category it is a section, a system metric, or a signpost.
    private mutating func measured(_ name: String, _ category: String?) -> String {
        category == nil && SystemNames.isMetric(name) ? name : text(name, .signpost)
    }

    private mutating func metric(_ name: String) -> String {
        SystemNames.isMetric(name) ? name : text(name, .metric)
    }

    /// `UIKitCore + 99 ← App + 4`: the binaries of the system keep their names.
    private mutating func stack(_ stack: String) -> String {
        stack.split(separator: " ← ").map { frame in
            let parts = frame.split(separator: " + ", maxSplits: 1)
            let binary = String(parts.first ?? "")
            let name = SystemNames.isModule(binary) ? binary : text(binary, .binary)
            return parts.count > 1 ? "\(name) + \(parts[1])" : name
        }.joined(separator: " ← ")
    }

    private mutating func source(_ name: String) -> String {
        SystemNames.metricSources.contains(name) ? name : text(name, .word)
    }

    private mutating func unit(_ unit: String) -> String { SystemNames.units.contains(unit) ? unit : text(unit, .word) }

    /// One time, or two joined by a dash.
    private mutating func period(_ period: String) -> String {
        period.split(separator: " – ", omittingEmptySubsequences: false).map { time(String($0)) }
            .joined(separator: " – ")
    }

    mutating func time(_ time: String) -> String {
        once(time, .time) { KnownShapes.isTime($1) ? $1 : $0.pseudonyms.pseudonym(NameRole.time.rawValue, $1) }
    }

    mutating func redactMetadata(_ metadata: inout TraceMetadata) {
        metadata.visit(&self)
        metadata.label = text(metadata.label, .label)
        if let place = metadata.truncatedAt { metadata.truncatedAt = diagnostics.redacted(place) }
    }

    mutating func system(_ os: String) -> String { KnownShapes.isSystem(os) ? os : text(os, .system) }

    /// Keeps a model and the system version after a comma; removes the owner's device name in parentheses.
    mutating func device(_ name: String) -> String { once(name, .device) { $0.newDevice($1) } }

    private mutating func newDevice(_ name: String) -> String {
        if KnownShapes.isModel(name) { return name }
        if let comma = name.firstRange(of: ", "), KnownShapes.isSystem(String(name[comma.upperBound...])) {
            return "\(device(String(name[..<comma.lowerBound])))\(name[comma.lowerBound...])"
        }
        guard name.last == ")", let open = name.firstRange(of: " (")?.lowerBound else { return text(name, .device) }
        let model = String(name[..<open])
        return KnownShapes.isModel(model) ? "\(model) (\(text(name, .device)))" : text(name, .device)
    }

    mutating func redactImport(_ records: TraceRecords) {
        records.sourceFiles = records.sourceFiles.map { $0 == "<stdin>" ? $0 : text($0, .file) }
        records.formats = records.formats.map { SystemNames.formats.contains($0) ? $0 : text($0, .word) }
        if !KnownShapes.isHash(records.contentHash) { records.contentHash = text(records.contentHash, .word) }
        records.rejects = records.rejects.map { reject in
            RejectRecord(
                kind: reject.kind, place: diagnostics.redacted(reject.place),
                message: DiagnosticRedaction.message(reject.message), raw: "")
        }
        for row in records.recordedTables.indices {
            records.recordedTables[row].schema = detail(records.recordedTables[row].schema)
        }
        records.warnings = records.warnings.map { diagnostics.redacted($0) }
        records.damage = records.damage.map { diagnostics.redacted($0) }
        redactCounters(&records.counters)
    }

    /// Keeps lanes and tables of Instruments; other details may hold any input.
    private mutating func redactCounters(_ counters: inout ImportCounters) {
        var redacted = ImportCounters()
        for counter in counters.sorted {
            redacted.restore(counter.name, detail(counter.detail), counter.count)
        }
        counters = redacted
    }

    private mutating func detail(_ detail: String) -> String {
        let isOurs =
            ["", ImportCounters.timedLines, ImportCounters.rootCauses].contains(detail)
            || SystemNames.lanes.contains(detail)
        return isOurs || SystemNames.schemas.contains(detail) ? detail : text(detail, .detail)
    }
}

/// Texts whose form shows that they contain nothing private: device models, system versions, times, hashes.
///
/// Only ASCII digits and letters match, and the whole text must match.
enum KnownShapes {
    /// `iPhone 17 Pro`, `iPhone17,1`, `iPad Air 11-inch (M3)`, `Simulated iPad mini`.
    static func isModel(_ name: String) -> Bool {
        let chip = #"M[1-9](?: (?:Pro|Max|Ultra))?"#
        let size = #"[1-3][0-9](?:\.[0-9])?-inch"#
        let notes =
            #"(?: \((?:"# + chip + "|A[0-9]{2}(?: Pro)?|" + size + #"|[1-9][0-9]?(?:st|nd|rd|th) generation"#
            + #"|(?:"# + size + #", )?(?:"# + chip + #", )?20[0-9]{2}|[3-4][0-9]mm)\))*"#
        let models = [
            #"(?:iPhone|iPad|iPod|Watch|AppleTV|AudioAccessory|RealityDevice|Mac|MacBook|MacBookPro|MacBookAir"#
                + #"|Macmini|MacPro|iMac|iMacPro|VirtualMac)[1-9][0-9]?,[1-9][0-9]?"#,
            #"iPhone(?: (?:[1-9][0-9]?(?:[ces]| mini| Plus| Pro| Pro Max)?|X|XR|XS|XS Max|SE|Air))?"#,
            #"iPad(?: (?:mini|Air|Pro))?(?: [1-9][0-9]?)?(?: "# + size + ")?",
            #"iPod touch"#, #"Mac(?: (?:mini|Pro|Studio))?"#, #"MacBook(?: (?:Air|Pro|Neo))?(?: "# + size + ")?",
            #"iMac(?: Pro)?(?: "# + size + ")?",
            #"Apple Watch(?: (?:Series [1-9][0-9]?|SE(?: [1-9])?|Ultra(?: [1-9])?))?"#,
            #"Apple TV(?: (?:4K|HD))?"#, #"Apple Vision Pro"#, "arm64|arm64e|x86_64",
        ]
        let model = "(?:" + models.joined(separator: "|") + ")" + notes
        return matches(name, #"(?:Simulated )?"# + model + #"(?: Simulator)?"#)
    }

    /// `iOS 26.1`, `iPhone OS 26.1 (23B85)`, `26.1`.
    static func isSystem(_ text: String) -> Bool {
        let names =
            """
            iOS|iPadOS|macOS|watchOS|tvOS|visionOS|xrOS|bridgeOS|OS X|Mac OS X|iPhone OS|Mac \
            Catalyst|(?:iOS|watchOS|tvOS|visionOS) Simulator|Version
            """
        let build = "[1-9][0-9]?[A-Z][0-9]{1,5}[a-z]?"
        return matches(
            text, "(?:(?:" + names + #") )?[1-9][0-9]?(?:\.[0-9]{1,2}){0,3}(?: \((?:Build )?"# + build + #"\))?"#)
            || matches(text, names)
    }

    /// A date, or a time in ISO 8601 or log format.
    static func isTime(_ text: String) -> Bool {
        matches(
            text,
            #"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"#
                + #"(?: ?(?:Z|[+-][0-9]{2}:?[0-9]{2}))?)?"#)
    }

    /// Whole numbers separated by commas.
    static func isNumbers(_ text: String) -> Bool { matches(text, "[0-9]{1,18}(?:,[0-9]{1,18})*") }

    static func isHash(_ text: String) -> Bool { matches(text, "[0-9a-f]{32,128}") }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ $0 < 0x80 }),
            let regex = try? Regex(pattern)
        else { return false }
        return text.wholeMatch(of: regex) != nil
    }
}
