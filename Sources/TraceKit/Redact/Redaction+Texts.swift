/// What is no name of the table: metadata, metrics, and what the import has to say.
extension Redaction {
    mutating func redactFigures(_ records: TraceRecords) {
        for row in records.metrics.indices {
            // Without a category it is a section of MetricKit's own.
            if records.metrics[row].category != nil || records.metrics[row].source != "metrickit" {
                records.metrics[row].name = text(records.metrics[row].name, .signpost)
            }
            records.metrics[row].category = text(records.metrics[row].category, .category)
            records.metrics[row].test = text(records.metrics[row].test, .test)
            records.metrics[row].device = records.metrics[row].device.map { device($0) }
        }
        for row in records.metricBuckets.indices {
            if records.metricBuckets[row].category != nil {
                records.metricBuckets[row].name = text(records.metricBuckets[row].name, .signpost)
            }
            records.metricBuckets[row].category = text(records.metricBuckets[row].category, .category)
            records.metricBuckets[row].device = records.metricBuckets[row].device.map { device($0) }
        }
    }

    mutating func redactMetadata(_ metadata: inout TraceMetadata) {
        metadata.name = text(metadata.name, .trace)
        metadata.app = text(metadata.app, .app)
        metadata.process = text(metadata.process, .process)
        metadata.build = text(metadata.build, .build)
        metadata.configuration = text(metadata.configuration, .word)
        metadata.label = text(metadata.label, .label)
        metadata.device = metadata.device.map { device($0) }
        if let place = metadata.truncatedAt { metadata.truncatedAt = self.place(place) }
    }

    /// A model is everybody's; what stands behind it in brackets is what its owner calls the device.
    private mutating func device(_ name: String) -> String {
        if SystemNames.isModel(name) { return name }
        guard name.last == ")", let open = name.firstRange(of: " (")?.lowerBound else { return text(name, .device) }
        let model = String(name[..<open])
        return SystemNames.isModel(model) ? "\(model) (\(text(name, .device)))" : text(name, .device)
    }

    mutating func redactImport(_ records: TraceRecords) {
        records.sourceFiles = records.sourceFiles.map { text($0, .file) }
        records.rejects = records.rejects.map { reject in
            RejectRecord(
                kind: reject.kind, place: place(reject.place), message: quotesRedacted(reject.message), raw: "")
        }
        records.warnings = records.warnings.map { diagnostic($0) }
        records.damage = records.damage.map { diagnostic($0) }
        redactCounters(&records.counters)
    }

    /// Lanes and the tables that are read have names of their own; other details are whatever the input holds.
    private mutating func redactCounters(_ counters: inout ImportCounters) {
        var redacted = ImportCounters()
        for counter in counters.sorted {
            let isOurs = counter.name == .rejectedInLane || counter.name == .schemaRows
            let detail = isOurs || counter.detail.isEmpty ? counter.detail : text(counter.detail, .detail)
            redacted.restore(counter.name, detail, counter.count)
        }
        counters = redacted
    }

    private mutating func place(_ place: Place) -> Place {
        var place = place
        place.file = text(place.file, .file)
        return place
    }

    private mutating func diagnostic(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.place = diagnostic.place.map { place($0) }
        diagnostic.message = quotesRedacted(diagnostic.message)
        diagnostic.fix = diagnostic.fix.map { quotesRedacted($0) }
        return diagnostic
    }

    /// Messages quote the input in single quotes; what stands there is left out.
    private func quotesRedacted(_ message: String) -> String {
        guard let first = message.firstIndex(of: "'"), let last = message.lastIndex(of: "'"), first < last else {
            return message
        }
        return "\(message[..<first])'…'\(message[message.index(after: last)...])"
    }
}
