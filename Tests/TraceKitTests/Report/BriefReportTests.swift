import Testing

@testable import TraceKit

/// What stands on the first screen of a terminal: the answer, the costliest problem and its fix.
@Suite struct BriefReportTests {
    private func text(_ json: String, width: Int = 80, isBrief: Bool = true, top: Int? = nil) throws -> String {
        var options = ReportBuilder.Options()
        (options.isBrief, options.top, options.input) = (isBrief, top, CommandInput(["trace.json"]))
        let report = try ReportBuilder.build(try Traces.store(json), traces: [1], options)
        var render = RenderOptions()
        (render.width, render.keepsNames) = (width, true)
        return TextReport.render(report, render)
    }

    private func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The number of the line with the first fix, from 1.
    private func firstFix(_ text: String) -> Int? { lines(text).firstIndex { $0.contains("Fix: ") }.map { $0 + 1 } }

    /// An app of `views` lists, each of which one tap updates as a whole, with bodies over the deadline, and what else a
    /// recording may have.
    private func app(views: Int, name: String, more: String) -> String {
        var (updates, causes, taps) = ([String](), [String](), [String]())
        var id = 1
        for tap in 0..<(views * 4) {
            let (view, start) = (tap % views, tap * 200_000_000)
            let (interaction, cause) = (id, id + 1)
            id += 2
            taps.append(
                "{\"id\": \(interaction), \"kind\": \"tap\", \"name\": \"Change \(view)\", \"start_ns\": \(start)}")
            causes.append(
                "{\"id\": \(cause), \"kind\": \"observable\", \"name\": \"Model\(view).items\", \"origin\": \"app\", "
                    + "\"start_ns\": \(start + 1_000_000), \"cause\": \(interaction)}")
            for row in 0..<20 {
                updates.append(
                    "{\"id\": \(id), \"view\": \"\(name)\(view)\", \"kind\": \"body\", \"thread\": \"main\", "
                        + "\"start_ns\": \(start + 2_000_000 + row * 3_000_000), \"duration_ns\": "
                        + "\(row == 19 ? 21_000_000 : 2_000_000), \"cause\": \(cause), \"instance\": \"r\(row)\"}")
                id += 1
            }
        }
        return """
            {"format": "tracekit", "version": 1, "trace": {"name": "App", "app": "App", "process": "App", "build":
            "12.0 (20991)", "device": "iPhone 17 Pro Max", "os": "iOS 26.1", "template": "SwiftUI", "refresh_hz": 120},
            "interactions": [\(taps.joined(separator: ","))], "causes": [\(causes.joined(separator: ","))],
            "updates": [\(updates.joined(separator: ","))]\(more)}
            """
    }

    private static let stalls = """
        , "hangs": [{"start_ns": 90000000, "duration_ns": 313000000}], "hitches": [{"start_ns": 5000000, "duration_ns":
        26000000, "class": "app"}, {"start_ns": 50000000, "duration_ns": 26000000, "class": "system"}]
        """

    @Test func `the first fix stands by line ten, and the page has at most sixty lines`() throws {
        for views in [1, 2, 3, 7] {
            for name in ["Row", "RowOfTheListOfEverythingThatTheUserEverBought"] {
                for more in ["", Self.stalls] {
                    let text = try text(app(views: views, name: name, more: more))
                    let fix = try #require(firstFix(text), "\(text)")
                    #expect(fix <= 10, "\(text)")
                    #expect(lines(text).count <= 61, "\(text)")
                }
            }
        }
    }

    @Test func `every page has one order: the recording, what ran, the problems, and what else there is to say`() throws
    {
        for (name, more) in [("Row", ""), ("RowOfTheListOfEverythingThatTheUserEverBought", Self.stalls)] {
            let text = try text(app(views: 2, name: name, more: more))
            let labels = ["Recorded  ", "Bodies    ", "  Cost ms ", "Worst     ", "Waste     ", "Timeline  "]
            let places = labels.map { label in lines(text).firstIndex { $0.hasPrefix(label) } }
            #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted(), "\(text)")
            #expect(more.isEmpty || text.contains("1 hang (313 ms)") && text.contains("2 hitches (52 ms)"), "\(text)")
        }
    }

    @Test func `a report of a part of the input begins with that, however much there is to say`() throws {
        for views in [1, 3, 7] {
            for name in ["Row", "RowOfTheListOfEverythingThatTheUserEverBought"] {
                let text = try text(String(app(views: views, name: name, more: Self.stalls).dropLast()))
                #expect(text.hasPrefix("! Note    incomplete"), "\(text)")
                #expect(firstFix(text) ?? .max <= 10, "\(text)")
            }
        }
    }

    @Test func `a trace without view updates is brief too, and leads to the problem`() throws {
        let hangs = (0..<9).map { "{\"start_ns\": \($0 * 2_000_000_000), \"duration_ns\": 700000000}" }
        let samples = (0..<9).flatMap { hang in
            (0..<60).map { row in
                "{\"start_ns\": \(hang * 2_000_000_000 + row * 10_000_000), \"weight_ns\": 1000000, \"thread\": \"main\", "
                    + "\"frames\": [\"JSONDecoder.decode\", \"Store.load()\", \"main\"]}"
            }
        }
        let json = """
            {"format": "tracekit", "version": 1, "trace": {"name": "App", "app": "App", "process": "App"},
            "hangs": [\(hangs.joined(separator: ","))], "samples": [\(samples.joined(separator: ","))]}
            """
        let brief = try text(json)
        #expect(lines(brief).count <= 61 && firstFix(brief) ?? 99 <= 10, "\(brief)")
        for absent in ["Key: ", "Findings", "Rejected rows", "with what they call"] {
            #expect(!brief.contains(absent), "\(brief)")
        }
        #expect(brief.contains("More      trace-analyze report trace.json --all"), "\(brief)")
        #expect(brief.contains("Next      trace-analyze explain hang-blocked"), "\(brief)")
        let all = try text(json, isBrief: false)
        #expect(all.contains("Findings, by time wasted") && all.contains("with what they call"), "\(all)")
    }

    @Test func `updates of a process that is not analysed are in the first lines`() throws {
        let own = "{\"view\": \"Own\", \"start_ns\": 1, \"duration_ns\": 5, \"process\": \"App\"}"
        let others = (1...3).map {
            "{\"view\": \"W\", \"start_ns\": \($0)00000000, \"duration_ns\": \($0 * 15_000_000), "
                + "\"process\": \"My Widget\"}"
        }
        let json = """
            {"format": "tracekit", "version": 1, "trace": {"process": "App"},
            "updates": [\(([own] + others).joined(separator: ","))]}
            """
        let text = try text(json)
        let words = "Others    2 RED updates of My Widget not analysed (--process 'My Widget')"
        #expect(lines(text).contains(Substring(words)), "\(text)")
    }

    @Test func `long times are told in seconds`() throws {
        let text = try text(Traces.updates("{\"view\": \"V\", \"start_ns\": 1, \"duration_ns\": 70000000000}"))
        #expect(text.contains("V 1 red, max 70.0 s"), "\(text)")
        #expect(Decimal.time(9_999) == "9999 ms" && Decimal.time(10_000) == "10.0 s" && Decimal.time(3.21) == "3.2 ms")
    }

    @Test func `a sentence is shortened by whole clauses`() {
        func check(_ text: String, _ room: Int, _ shortened: String) {
            #expect(ProblemText.clauses(text) { $0.count <= room } == shortened)
        }
        check("one; two; three", 20, "one; two; three")
        check("one; two; three", 9, "one; two")
        check("one; two; three", 1, "one")
        check("Do this. Then that.", 10, "Do this.")
        check("Set (a; b) only; then c.", 17, "Set (a; b) only.")
        check("Write `a; b` here; or there.", 20, "Write `a; b` here.")
        check("no clause at all", 3, "no clause at all")
    }

    @Test func `sums say how sure they are in every format`() throws {
        var options = ReportBuilder.Options()
        options.input = CommandInput(["trace.json"])
        let store = try Traces.store(app(views: 1, name: "Row", more: ""))
        let confidence = try #require(try store.rows("SELECT confidence FROM problems WHERE confidence <> ''").first)
        let report = try ReportBuilder.build(store, traces: [1], options)
        #expect(MarkdownReport.render(report, RenderOptions()).contains("\\[\(confidence)\\] |"))
        #expect(GitHubReport.render(report, RenderOptions()).contains("[\(confidence)]%0AFix: "))
    }
}
