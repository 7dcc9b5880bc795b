/// What is no name of the table: metadata, metrics, and what the import has to say.
extension Redaction {
    mutating func redactFigures(_ records: TraceRecords) {
        for row in records.metrics.indices {
            var metric = records.metrics[row]
            metric.name = measured(metric.name, metric.category)
            (metric.source, metric.metric) = (source(metric.source), self.metric(metric.metric))
            (metric.category, metric.unit) = (text(metric.category, .category), metric.unit.map { unit($0) })
            (metric.test, metric.period) = (text(metric.test, .test), metric.period.map { period($0) })
            metric.device = metric.device.map { device($0) }
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

    /// Without a category it is a section or a metric of the system's, or else a signpost.
    private mutating func measured(_ name: String, _ category: String?) -> String {
        category == nil && SystemNames.isMetric(name) ? name : text(name, .signpost)
    }

    private mutating func metric(_ name: String) -> String {
        SystemNames.isMetric(name) ? name : text(name, .metric)
    }

    private mutating func source(_ name: String) -> String {
        SystemNames.metricSources.contains(name) ? name : text(name, .word)
    }

    private mutating func unit(_ unit: String) -> String { SystemNames.units.contains(unit) ? unit : text(unit, .word) }

    /// One time, or two with a dash between them.
    private mutating func period(_ period: String) -> String {
        period.split(separator: " – ", omittingEmptySubsequences: false).map { time(String($0)) }
            .joined(separator: " – ")
    }

    mutating func time(_ time: String) -> String {
        KnownShapes.isTime(time) ? time : pseudonyms.pseudonym(NameRole.time.rawValue, time)
    }

    mutating func redactMetadata(_ metadata: inout TraceMetadata) {
        metadata.visit(&self)
        metadata.label = text(metadata.label, .label)
        if let place = metadata.truncatedAt { metadata.truncatedAt = diagnostics.redacted(place) }
    }

    mutating func system(_ os: String) -> String { KnownShapes.isSystem(os) ? os : text(os, .system) }

    /// A model is everybody's, and so is the version of the system behind a comma; what stands behind them in brackets
    /// is what its owner calls the device.
    mutating func device(_ name: String) -> String {
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
        records.lanes = Set(records.lanes.map { SystemNames.lanes.contains($0) ? $0 : text($0, .word) })
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

    /// Lanes and the tables of Instruments have names of their own; other details are whatever the input holds.
    private mutating func redactCounters(_ counters: inout ImportCounters) {
        var redacted = ImportCounters()
        for counter in counters.sorted {
            redacted.restore(counter.name, detail(counter.detail), counter.count)
        }
        counters = redacted
    }

    private mutating func detail(_ detail: String) -> String {
        let isOurs = detail.isEmpty || SystemNames.lanes.contains(detail) || SystemNames.schemas.contains(detail)
        return isOurs ? detail : text(detail, .detail)
    }
}
