import Testing

@testable import TraceKit

@Suite struct XCTestMetricsImporterTests {
    private func check(
        _ text: String, _ lines: [String], rejected: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let records = try LogFixtures.records(text)
        #expect(records.formats == ["xctest-metrics"], sourceLocation: sourceLocation)
        #expect(MetricFixtures.lines(records) == lines, sourceLocation: sourceLocation)
        #expect(records.rejects.map(\.message) == rejected, sourceLocation: sourceLocation)
    }

    private static let prefix = "com.apple.dt.XCTMetric_OSSignpost-"
    private static let results = """
        [{"testRuns": [{"metrics": [
          {"measurements": [1.5, 2], "identifier": "\(prefix)Scroll_DraggingAndDeceleration.animation.hitch.time.ratio",
           "displayName": "Hitch Time Ratio", "unitOfMeasurement": "ms per s", "baselineAverage": 1},
          {"displayName": "Duration", "unitOfMeasurement": "sec", "measurements": ["0.5", "x"]},
          {"displayName": "Empty", "measurements": []}],
          "device": {"deviceName": "Test phone", "modelName": "iPhone 17 Pro", "osVersion": "26.1", "platform": "iOS"},
          "testPlanConfiguration": {"configurationName": "A"}}],
          "testIdentifier": "ScrollTests/testScroll()", "testIdentifierURL": "test://x"}]
        """

    private static let line =
        "Test Case '-[LandmarksUITests.LaunchTests testLaunch]' measured [Duration (ApplicationLaunch), s] "
        + "average: 0.610, relative standard deviation: 3.257%, values: [0.603741, 0.617], "
        + "performanceMetricID:com.apple.dt.XCTMetric_OSSignpost-ApplicationLaunch.duration, baselineName: \"\", "
        + "baselineAverage: , polarity: prefers smaller, maxPercentRegression: 10.000%"

    @Test func `results and console output are recognised by content`() {
        for text in [Self.results, "[{\"testIdentifier\": \"a\", \"testRuns\":", "noise\n/a.swift:7: \(Self.line)"] {
            #expect(LogFixtures.format(of: text) == "xctest-metrics", "\(text)")
        }
        for text in [
            "[{\"testIdentifier\": \"a\"}]", "{\"testIdentifier\": \"a\", \"runs\": []}",
            "[[{\"testIdentifier\": 1, \"testRuns\": 2}]]",
            "Test Case '-[A b]' passed (0.1 seconds).", "measured [Duration, s] values: [1]", "",
            "Test Case '-[A b]' has values: [1]", "'-[A b]' measured [Duration, s] values: [1]",
        ] { #expect(LogFixtures.format(of: text) != "xctest-metrics", "\(text)") }
    }

    @Test func `every measurement is a row, whatever the order of keys`() throws {
        let name = "ScrollTests/testScroll() Scroll_DraggingAndDeceleration animation.hitch.time.ratio"
        try check(
            Self.results,
            [
                "\(name) = 1.5 ms per s #1", "\(name) = 2.0 ms per s #2",
                "ScrollTests/testScroll() Duration Duration = 0.5 s #1",
            ],
            rejected: ["a measurement must be a number, found 'x'"])
        let records = try LogFixtures.records(Self.results)
        #expect(Set(records.metrics.map(\.device)) == ["iPhone 17 Pro, iOS 26.1"])
        #expect(records.metadata.device == "iPhone 17 Pro" && records.metadata.os == "iOS 26.1")
    }

    @Test func `a target with points in its name keeps them`() {
        func name(_ identifier: String, _ shown: String?) -> String {
            let name = XCTestMetricName(identifier: "com.apple.dt.XCTMetric_" + identifier, displayName: shown)
            return "\(name.name)|\(name.metric)"
        }
        for (figure, shown) in [
            ("time.ratio", "Hitch Time Ratio (org.example.reader.beta)"),
            ("total.duration", "Hitch Duration (org.example.reader.beta)"),
            ("number", "Hitches (org.example.reader.beta)"),
        ] {
            let identifier = "Hitch-org.example.reader.beta.\(figure)"
            #expect(name(identifier, shown) == "org.example.reader.beta|\(figure)")
            #expect(name(identifier, nil) == "org.example.reader.beta|\(figure)")
        }
        #expect(name("Memory-com.a.b.physical_peak", "Memory Peak Physical (com.a.b)") == "com.a.b|physical_peak")
        #expect(name("OSSignpost-Load (cold).duration", "Duration (Load (cold))") == "Load (cold)|duration")
        #expect(name("OSSignpost-a.b.duration", "Duration") == "a.b|duration")
        // What is shown in parentheses is no target of the identifier.
        #expect(name("OSSignpost-Load.duration", "Duration (of all)") == "Load|duration")
        #expect(name("Clock.time.monotonic", "Clock Monotonic Time") == "Clock Monotonic Time|Clock Monotonic Time")
        #expect(name("OSSignpost,name=side-click.x", "side-click") == "side-click|side-click")
    }

    @Test func `one test that was copied out of the array is read`() throws {
        let test = Self.results.dropFirst().dropLast()
        let (all, one) = (try LogFixtures.records(Self.results), try LogFixtures.records(String(test)))
        #expect(MetricFixtures.lines(one) == MetricFixtures.lines(all) && one.metrics.count == 3)
        #expect(one.formats == ["xctest-metrics"])
    }

    @Test func `times of microseconds are shown as more than nothing`() throws {
        let line = Self.line.replacing("0.603741, 0.617", with: "0.000012, 0.000222")
        let report = try ReportBuilder.build(try Traces.store(line), traces: [1], ReportBuilder.Options())
        var options = RenderOptions()
        options.width = 200
        let text = TextReport.render(report, options)
        #expect(text.contains("0.000117") && text.contains("0.0000120") && text.contains("0.000222"), "\(text)")
        #expect(MarkdownReport.render(report, RenderOptions()).contains("0.000117"))
    }

    @Test func `what should hold measurements and does not is rejected, not passed over`() throws {
        try check(
            """
            [{"testIdentifier": "a", "testRuns": [
              {"metrics": [{"displayName": "Duration", "measurements": [1], "unitOfMeasurement": "s"}, {"displayName": "Duration", "values": [2]}]},
              {"figures": [{"displayName": "Duration", "measurements": [3]}]}]},
             {"testIdentifier": "b", "runs": []}]
            """,
            ["a Duration Duration = 1.0 s #1"],
            rejected: [
                "the metric has no array 'measurements'", "the run has no array 'metrics'",
                "the test has no array 'testRuns'",
            ])
    }

    @Test func `identifiers name what was measured and the figure`() {
        for (identifier, name, metric) in [
            ("com.apple.dt.XCTMetric_OSSignpost-Scroll.animation.frame.rate", "Scroll", "animation.frame.rate"),
            ("com.apple.dt.XCTMetric_Hitch-com.x.app.number", "com.x.app", "number"),
            ("com.apple.dt.XCTMetric_OSSignpost-Load", "shown", "shown"),
            ("com.apple.XCTPerformanceMetric_WallClockTime", "shown", "shown"),
            ("com.apple.dt.XCTMetric_Memory-.physical", "shown", "shown"),
        ] {
            let parsed = XCTestMetricName(identifier: identifier, displayName: "shown")
            #expect(parsed.name == name && parsed.metric == metric, "\(identifier)")
        }
        #expect(XCTestMetricName(identifier: nil, displayName: nil).name == "unnamed")
    }

    @Test func `lines of a console are read among whatever else stands there`() throws {
        let test = "-[LandmarksUITests.LaunchTests testLaunch] ApplicationLaunch duration"
        let rows = ["\(test) = 0.603741 s #1", "\(test) = 0.617 s #2"]
        try check("\u{FEFF}Build\r\n\(Self.line)\r\nTest passed", rows)
        try check("/a b/T.swift:7: \(Self.line)", rows)
        try check(
            "\(Self.line)\nTest Case '-[A b]' measured [Clock, s] average: 1, values: [1, two]\nx' measured [oops\n",
            rows + ["-[A b] Clock Clock = 1.0 s #1"],
            rejected: [
                "a measurement must be a number, found 'two'",
                "expected measured [NAME, UNIT] … values: [NUMBERS] after the test's name",
            ])
    }

    @Test func `every prefix is read or refused, and a changed byte does no harm`() throws {
        for text in [Self.results, Self.line + "\n"] {
            try LogFixtures.checkPrefixes(text, as: XCTestMetricsImporter.self)
            try LogFixtures.checkDamage(text, as: XCTestMetricsImporter.self, seed: 5)
        }
    }

    @Test func `a cut file keeps what is complete, with its names`() throws {
        let cut = String(Self.results.prefix(120))
        let records = try LogFixtures.records([Array(cut.utf8)], as: XCTestMetricsImporter.self)
        #expect(records.metrics.map(\.value) == [1.5, 2] && records.damage != nil)
    }

    @Test func `the report averages the runs of a test`() throws {
        let store = try Traces.store("noise\n\(Self.line)")
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        let section = try #require(report.traces[0].sections.first { $0.id == "metrics" })
        #expect(
            section.rows.map { $0.prefix(10).map(\.plain).joined(separator: "|") } == [
                "xctest|ApplicationLaunch|duration|0.61|s|-|2|0.604|0.617|-[LandmarksUITests.LaunchTests testLaunch]"
            ])
    }

    @Test func `the sample imports cleanly`() throws {
        let records = try LogFixtures.records(try Repository.text("SampleTraces/xctest/landmarks-before.json"))
        #expect(records.metrics.count == 15 && records.rejects.isEmpty)
        #expect(records.warnings.map(\.message) == ["only metrics: no view updates and no time line are in this trace"])
    }
}
