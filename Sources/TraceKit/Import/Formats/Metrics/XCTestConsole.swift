/// Reads the output of tests: one line for each metric of a test, among other output of a build.
struct XCTestConsole {
    private let rows: MetricRows

    init(_ rows: MetricRows) { self.rows = rows }

    private static let measured: StaticString = "' measured ["

    /// Whether some line of the text is a complete measurement.
    static func recognizes(_ head: ByteSlice) -> Bool { HeadLines(head).contains(where: isMeasurement) }

    private static func isMeasurement(_ line: ByteSlice) -> Bool {
        JSONHead.contains(line, measured) && JSONHead.contains(line, "Test Case '")
            && JSONHead.contains(line, "values: [")
    }

    func read(_ input: ByteInput) throws(TraceError) {
        var reader = LineReader(input)
        try reader.skipByteOrderMark()
        while let line = try reader.next() {
            guard !line.isTooLong else {
                rows.reject(LineReader.Line.tooLong, at: reader.place(line), raw: line.bytes.prefix(200).text)
                continue
            }
            guard JSONHead.contains(line.bytes, Self.measured) else { continue }
            let text = line.bytes.text
            guard let figures = Self.figures(text) else {
                rows.reject(
                    RowProblem(.malformed, "expected measured [NAME, UNIT] … values: [NUMBERS] after the test's name"),
                    at: reader.place(line), raw: String(text.prefix(200)))
                continue
            }
            for (index, value) in figures.values.enumerated() { take(value, index, figures, reader.place(line)) }
        }
    }

    private func take(_ text: String, _ index: Int, _ figures: Figures, _ place: @autoclosure () -> Place) {
        guard let value = Double(text), value.isFinite else {
            let problem = RowProblem(.wrongType, "a measurement must be a number, found '\(text.prefix(40))'")
            return rows.reject(problem, at: place(), raw: String(text.prefix(200)))
        }
        rows.take(
            MetricRecord(
                source: XCTestMetricsImporter.source, name: figures.name.name, metric: figures.name.metric,
                unit: figures.unit, value: value, iteration: Int64(index + 1), test: figures.test))
    }

    // MARK: The parts of a line

    private struct Figures {
        var test: String
        var name: XCTestMetricName
        var unit: String?
        var values: [String]
    }

    /// Parses a line; nil if a part is missing.
    private static func figures(_ line: String) -> Figures? {
        guard let test = between(line[...], "Test Case '", "' measured ["),
            let heading = between(line[test.endIndex...], "' measured [", "] average"),
            let values = between(line[heading.endIndex...], "values: [", "]"), !values.isEmpty
        else { return nil }
        let comma = heading.ranges(of: ", ").last
        let identifier = between(line[values.endIndex...], "performanceMetricID:", ",")
        let shown = comma.map { heading[..<$0.lowerBound] } ?? heading
        return Figures(
            test: String(test),
            name: XCTestMetricName(identifier: identifier.map { String($0) }, displayName: String(shown)),
            unit: comma.flatMap { MetricQuantity.unit(heading[$0.upperBound...]) },
            values: values.split(separator: ",").map { String($0.trimmingSpaces) })
    }

    private static func between(_ text: Substring, _ head: String, _ tail: String) -> Substring? {
        guard let start = text.firstRange(of: head), let end = text[start.upperBound...].firstRange(of: tail) else {
            return nil
        }
        return text[start.upperBound..<end.lowerBound]
    }
}
