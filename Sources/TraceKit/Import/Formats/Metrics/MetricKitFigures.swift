/// Reads the figures of one section of a MetricKit payload, however deep they stand: `peakMemoryUsage`,
/// `averageSuspendedMemory.averageValue`, and histograms.
struct MetricKitFigures {
    private let rows: MetricRows
    private let section: String

    init(_ rows: MetricRows, section: String) {
        self.rows = rows
        self.section = section
    }

    func read(_ reader: inout JSONReader, path: String = "") throws(TraceError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("histogramValue") {
                try readBuckets(path, &reader)
            } else if key.equals("histogramNumBuckets") {
                try reader.skipValue()
            } else {
                let key = key.prefix(100).text
                try readValue(path.isEmpty ? key : "\(path).\(key)", &reader)
            }
        }
    }

    func readValue(_ path: String, _ reader: inout JSONReader) throws(TraceError) {
        switch try reader.peekKind() {
        case .object: try read(&reader, path: path)
        case .string, .number: try readFigure(path, &reader)
        case .array:
            try reader.enterArray()
            while try reader.nextElement() { try readValue(path, &reader) }
        default: try reader.skipValue()
        }
    }

    private func readFigure(_ path: String, _ reader: inout JSONReader) throws(TraceError) {
        reader.setMark()
        defer { reader.clearMark() }
        let text = try MetricRows.text(&reader) ?? ""
        guard let quantity = MetricQuantity(text) else {
            return rows.reject(Self.problem(path, text), reader)
        }
        rows.take(
            MetricRecord(
                source: MetricKitImporter.name, name: section, metric: path, unit: quantity.unit,
                value: quantity.value))
    }

    private static func problem(_ key: String, _ text: String) -> RowProblem {
        RowProblem(.wrongType, "expected a number and its unit for '\(key)', found '\(text.prefix(40))'")
    }

    // MARK: Histograms

    /// Buckets stand in an object by "0", "1", …, not in an array.
    private func readBuckets(_ path: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while try reader.nextKey() != nil {
            reader.setMark()
            defer { reader.clearMark() }
            guard try reader.peekKind() == .object else {
                try reader.skipValue()
                rows.reject(RowProblem(.wrongType, "a bucket must be an object"), reader)
                continue
            }
            let texts = try Self.readBucket(&reader)
            do throws(RowProblem) {
                rows.take(try bucket(path, texts))
            } catch {
                rows.reject(error, reader)
            }
        }
    }

    private struct BucketTexts {
        var start: String?
        var end: String?
        var count: String?
    }

    private static func readBucket(_ reader: inout JSONReader) throws(TraceError) -> BucketTexts {
        var texts = BucketTexts()
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("bucketStart") {
                texts.start = try MetricRows.text(&reader)
            } else if key.equals("bucketEnd") {
                texts.end = try MetricRows.text(&reader)
            } else if key.equals("bucketCount") {
                texts.count = try MetricRows.text(&reader)
            } else {
                try reader.skipValue()
            }
        }
        return texts
    }

    private func bucket(_ path: String, _ texts: BucketTexts) throws(RowProblem) -> MetricBucketRecord {
        let start = try Self.limit("bucketStart", texts.start)
        let end = try Self.limit("bucketEnd", texts.end)
        guard let count = texts.count else { throw RowProblem(.missingField, "a bucket needs 'bucketCount'") }
        guard let number = Int64(count), number >= 0 else {
            throw RowProblem(.wrongType, "'bucketCount' must be a whole number, found '\(count.prefix(40))'")
        }
        guard start.unit == end.unit, start.value <= end.value else {
            let found = "'\(texts.start ?? "")' to '\(texts.end ?? "")'"
            throw RowProblem(.outOfRange, "a bucket must end after it starts, found \(found)")
        }
        return MetricBucketRecord(
            source: MetricKitImporter.name, name: section, metric: path, unit: start.unit, start: start.value,
            end: end.value, count: number)
    }

    /// Times in milliseconds, so that the buckets of a histogram compare.
    private static func limit(_ key: String, _ text: String?) throws(RowProblem) -> MetricQuantity {
        guard let text else { throw RowProblem(.missingField, "a bucket needs '\(key)'") }
        guard var quantity = MetricQuantity(text) else { throw problem(key, text) }
        if let factor = MetricQuantity.milliseconds(in: quantity.unit) {
            quantity.value *= factor
            quantity.unit = "ms"
        }
        return quantity
    }
}
