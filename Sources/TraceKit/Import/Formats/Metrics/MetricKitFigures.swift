/// Reads the figures of one section of a MetricKit payload, at any depth: `peakMemoryUsage`,
/// `averageSuspendedMemory.averageValue`, and histograms. A quantity is a text with its unit in payloads, and an object
/// with `value` and `unit` in reports.
struct MetricKitFigures {
    private let rows: MetricRows
    private let section: String
    /// Whether it is a report: its quantities are objects, so a text is an attribute, such as a signpost's name.
    private let isReport: Bool
    private(set) var texts: [(key: String, text: String)] = []

    init(_ rows: MetricRows, section: String, isReport: Bool = false) {
        (self.rows, self.section, self.isReport) = (rows, section, isReport)
    }

    mutating func read(_ reader: inout JSONReader, path: String = "") throws(TraceError) {
        let place = isReport ? reader.input.place(of: reader.position) : Place(file: reader.input.name)
        var (value, unit) = (String?.none, String?.none)
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if isReport, key.equals("value"), try reader.peekKind() == .number {
                value = try MetricRows.text(&reader)
            } else if isReport, key.equals("unit"), try reader.peekKind() == .string {
                unit = try MetricRows.text(&reader)
            } else {
                try readMember(key, path, &reader)
            }
        }
        guard let value else { return }
        take(path.isEmpty ? "value" : path, "\(value) \(unit ?? "")") {
            rows.reject($0, at: place, raw: "\(value) \(unit ?? "")")
        }
    }

    private mutating func readMember(
        _ key: ByteSlice, _ path: String, _ reader: inout JSONReader
    ) throws(TraceError) {
        if key.equals("histogramValue") {
            try readBuckets(path, &reader)
        } else if key.equals("buckets"), try reader.peekKind() == .array {
            try reader.enterArray()
            while try reader.nextElement() { try readBucket(path, .ofReports, &reader) }
        } else if key.equals("histogramNumBuckets") {
            try reader.skipValue()
        } else {
            let key = key.prefix(100).text
            try readValue(path.isEmpty ? key : "\(path).\(key)", &reader)
        }
    }

    mutating func readValue(_ path: String, _ reader: inout JSONReader) throws(TraceError) {
        switch try reader.peekKind() {
        case .object: try read(&reader, path: path)
        case .string where isReport:
            if let text = try MetricRows.text(&reader), !text.isEmpty { texts.append((path, text)) }
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
        take(path, text) { rows.reject($0, reader) }
    }

    private func take(_ path: String, _ text: String, orReject reject: (RowProblem) -> Void) {
        guard let quantity = MetricQuantity(text) else { return reject(Self.problem(path, text)) }
        rows.take(
            MetricRecord(
                source: MetricKitImporter.name, name: section, metric: path, unit: quantity.unit,
                value: quantity.value))
    }

    private static func problem(_ key: String, _ text: String) -> RowProblem {
        RowProblem(.wrongType, "expected a number and its unit for '\(key)', found '\(text.prefix(40))'")
    }

    // MARK: Histograms

    /// Reads buckets, which are members "0", "1", … of an object, not an array.
    private func readBuckets(_ path: String, _ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while try reader.nextKey() != nil { try readBucket(path, .ofPayloads, &reader) }
    }

    private func readBucket(
        _ path: String, _ keys: BucketKeys, _ reader: inout JSONReader
    ) throws(TraceError) {
        reader.setMark()
        defer { reader.clearMark() }
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            return rows.reject(RowProblem(.wrongType, "a bucket must be an object"), reader)
        }
        let texts = try MetricRows.texts(&reader)
        do throws(RowProblem) {
            rows.take(try bucket(path, keys, texts))
        } catch {
            rows.reject(error, reader)
        }
    }

    /// The names of the members of a bucket.
    private struct BucketKeys {
        var start: String
        var end: String
        var count: String

        static let ofPayloads = BucketKeys(start: "bucketStart", end: "bucketEnd", count: "bucketCount")
        static let ofReports = BucketKeys(start: "lowerBound", end: "upperBound", count: "count")
    }

    private func bucket(
        _ path: String, _ keys: BucketKeys, _ texts: [String: String]
    ) throws(RowProblem) -> MetricBucketRecord {
        let start = try Self.limit(keys.start, texts[keys.start])
        let end = try Self.limit(keys.end, texts[keys.end])
        guard let count = texts[keys.count] else { throw RowProblem(.missingField, "a bucket needs '\(keys.count)'") }
        guard let number = Int64(count), number >= 0 else {
            throw RowProblem(.wrongType, "'\(keys.count)' must be a whole number, found '\(count.prefix(40))'")
        }
        guard start.unit == end.unit, start.value <= end.value else {
            let found = "'\(texts[keys.start] ?? "")' to '\(texts[keys.end] ?? "")'"
            throw RowProblem(.outOfRange, "a bucket must end after it starts, found \(found)")
        }
        return MetricBucketRecord(
            source: MetricKitImporter.name, name: section, metric: path, unit: start.unit, start: start.value,
            end: end.value, count: number)
    }

    /// Reads a limit; times are converted to milliseconds, so that the buckets of a histogram compare.
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
