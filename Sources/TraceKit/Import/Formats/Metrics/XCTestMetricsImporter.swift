/// Performance figures of XCTest: the JSON of `xcrun xcresulttool get test-results metrics`, and the lines that tests
/// print (`Test Case '…' measured [Duration (ApplicationLaunch), s] average: …, values: […]`).
///
/// Every measurement is a row.
struct XCTestMetricsImporter: Importer {
    static let name = "xctest-metrics"
    static let summary = "XCTest performance metrics: xcresulttool JSON or console output"
    static let search: FormatSearch.Ways = [.document, .lines]
    static let example =
        "Test Case '-[AppUITests.ScrollTests testScroll]' measured [Duration (Scroll), s] average: 0.610, "
        + "values: [0.603, 0.617]"

    init() {}

    /// Whether it has objects with `testIdentifier` and `testRuns`, in an array or copied out of it, or text with a
    /// complete line of measurements.
    static func recognizes(_ head: ByteSlice) -> Bool {
        guard let depth = depthOfTests(head) else { return XCTestConsole.recognizes(head) }
        var (hasTest, hasRuns) = (false, false)
        return JSONOutline.contains(head, maxDepth: depth) { key in
            hasTest = hasTest || key.depth == depth && key.text.equals("testIdentifier")
            hasRuns = hasRuns || key.depth == depth && key.text.equals("testRuns")
            return hasTest && hasRuns
        }
    }

    /// The depth of a test's keys; nil if it is not JSON.
    private static func depthOfTests(_ head: ByteSlice) -> Int? {
        let body = JSONHead.skipMark(head)
        if body.hasPrefix("{") { return 1 }
        return body.hasPrefix("[") && JSONHead.skipMark(body.dropFirst(1)).hasPrefix("{") ? 2 : nil
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        let rowsBefore = builder.rowsSeen
        let rows = MetricRows(builder)
        do throws(TraceError) {
            if Self.depthOfTests(try input.head()) != nil {
                var reader = JSONReader(input)
                try reader.skipByteOrderMark()
                try XCTestResults(builder).read(&reader)
            } else {
                try XCTestConsole(rows).read(input)
            }
        } catch {
            try builder.keep(error, rowsBefore: rowsBefore)
        }
    }

    mutating func finish(_ builder: TraceBuilder) throws(TraceError) { MetricRows(builder).noteIfAlone() }
}

/// The name and figure in an identifier of XCTest:
/// `com.apple.dt.XCTMetric_OSSignpost-Scroll.animation.hitch.time.ratio` is the figure `animation.hitch.time.ratio` of
/// `Scroll`, and `…XCTMetric_Hitch-com.example.app.time.ratio` is `time.ratio` of `com.example.app`. The display name
/// shows where the target ends: `Hitch Time Ratio (com.example.app)`.
struct XCTestMetricName: Equatable {
    var name: String
    var metric: String

    init(identifier: String?, displayName: String?) {
        let shown = displayName ?? identifier ?? "unnamed"
        name = shown
        metric = shown
        guard let identifier, let mark = identifier.firstRange(of: "XCTMetric_"),
            case let kind = identifier[mark.upperBound...].prefix(while: \.isLetter),
            identifier[kind.endIndex...].first == "-"
        else { return }
        let rest = identifier[kind.endIndex...].dropFirst()
        guard let point = Self.endOfTarget(rest, shown: shown), point > rest.startIndex else { return }
        name = String(rest[..<point])
        metric = String(rest[rest.index(after: point)...])
    }

    /// Figures with a point in their own name, for display names without a target.
    private static let figures = [".animation.", ".time.ratio", ".total.duration"]

    /// The index of the point between the target and the figure.
    private static func endOfTarget(_ rest: Substring, shown: String) -> Substring.Index? {
        if shown.hasSuffix(")"), let open = shown.firstRange(of: " (") {
            let target = shown[open.upperBound...].dropLast()
            let end = rest.index(rest.startIndex, offsetBy: target.count, limitedBy: rest.endIndex)
            if let end, rest.hasPrefix(target), rest[end...].first == ".", rest[end...].count > 1 { return end }
        }
        return figures.lazy.compactMap { rest.firstRange(of: $0)?.lowerBound }.first ?? rest.lastIndex(of: ".")
    }
}
