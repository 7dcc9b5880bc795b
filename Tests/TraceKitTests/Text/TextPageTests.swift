import Testing

@testable import TraceKit

/// Every text for a terminal, at every width: nothing is wider than the page but what is there to be copied.
@Suite struct TextPageTests {
    private static let long = "Row" + String(repeating: "Very", count: 28) + "Long"

    /// Names of 120 columns wherever a name can stand.
    private func store(_ factor: Int = 1) throws -> TraceStore {
        let name = Self.long
        let updates = (1...30).map {
            "{\"id\": \(100 + $0), \"view\": \"\(name)\($0 % 3)\", \"module\": \"\(name)\", \"instance\": \"\(name)\", "
                + "\"cause\": 2, \"start_ns\": \(1_000_000_000 + $0 * 30_000_000), "
                + "\"duration_ns\": \($0 * 1_000_000 * factor), \"changed\": []}"
        }
        return try Traces.store(
            """
            {"format": "tracekit", "trace": {"app": "\(name)", "device": "\(name)", "duration_ns": 4000000000},
            "interactions": [{"id": 1, "kind": "tap", "name": "\(name)", "start_ns": 900000000, "duration_ns": 900000000}],
            "causes": [{"id": 2, "cause": 1, "kind": "state", "name": "\(name).state"}],
            "updates": [\(updates.joined(separator: ",\n"))], "signposts": [{"name": "\(name)", "start_ns": 1}],
            "hitches": [{"start_ns": 1020000000, "duration_ns": 16666666, "narrative": "\(name)"}],
            "hangs": [{"start_ns": 90000000, "duration_ns": 260000000, "thread": "\(name)"}], "\(name)": 1}
            """)
    }

    private func texts(_ options: RenderOptions) throws -> [(name: String, text: String)] {
        let store = try store()
        let report = try ReportBuilder.build(store, traces: [1], ReportBuilder.Options())
        var zoomed = ReportBuilder.Options()
        zoomed.zoom.interaction = 1
        let part = try ReportBuilder.build(store, traces: [1], zoomed)
        let figures = try FigureReader.read(store, trace: 1)
        let other = try FigureReader.read(try self.store(2), trace: 1)
        let tree = try ChainTree.read(store, trace: 1, ChainTree.Filter())
        return [
            ("report", TextReport.render(report, options)), ("part", TextReport.render(part, options)),
            ("chains", TextChains.render(tree, options)),
            ("doctor", TextDoctor.render(try Doctor.examine(store, trace: 1), options)),
            (
                "diff",
                TextDiff.render(try DiffBuilder.build(before: [figures], after: [other], DiffOptions()), options)
            ), ("trend", TextTrend.render(try TrendBuilder.build([figures, other], view: nil), options)),
        ]
    }

    /// A command, or an option of one on a line of its own: no word of it is broken.
    private func isCommand(_ line: Substring) -> Bool {
        ["trace-analyze ", "xcrun ", "          --"].contains { line.contains($0) }
    }

    @Test func `no line is wider than the page`() throws {
        for width in [40, 60, 80, 120] {
            for isASCII in [false, true] {
                var options = RenderOptions()
                options.width = width
                options.isASCII = isASCII
                for (name, text) in try texts(options) {
                    for line in text.split(separator: "\n") where !isCommand(line) {
                        #expect(TextWidth.of(String(line)) <= width, "\(name) at \(width): \(line)")
                        if isASCII { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(name): \(line)") }
                    }
                }
            }
        }
    }

    @Test func `a command goes on behind a backslash where the page ends, and stays whole in one word`() {
        var options = RenderOptions()
        options.width = 44
        let command = "trace-analyze report 'my trace.json' --process 'App (7)' --view Row"
        let lines = TextLine.next(command, options)
        #expect(
            lines == [
                "Next      trace-analyze report \\", "          'my trace.json' \\",
                "          --process 'App (7)' --view Row",
            ])
        // Copied from the page it is the same command.
        let joined = lines.map { $0.dropFirst(10) }.joined(separator: "\n").replacing(" \\\n", with: " ")
        #expect(joined == command)
        options.width = 100
        #expect(TextLine.next(command, options) == ["Next      \(command)"])
        options.width = 40
        let long = "/\(String(repeating: "folder/", count: 9))a.json"
        #expect(
            TextLine.next("trace-analyze report \(long) --all", label: "More", options)
                == ["More      trace-analyze report \\", "          \(long) \\", "          --all"])
        // Prose is wrapped as prose is.
        #expect(TextLine.next("export it", options) == ["Next      export it"])
    }

    @Test func `long names keep both ends`() throws {
        var options = RenderOptions()
        options.width = 60
        for (name, text) in try texts(options) where name != "doctor" {
            #expect(text.contains("…") && text.contains("Row"), "\(name)")
        }
    }

    @Test func `wide tables cut no name and drop no column`() throws {
        var options = RenderOptions()
        options.width = 60
        options.isWide = true
        for (name, text) in try texts(options) where name != "doctor" { #expect(text.contains(Self.long), "\(name)") }
        let report = try ReportBuilder.build(try store(), traces: [1], ReportBuilder.Options())
        let text = TextReport.render(report, options)
        for section in report.traces[0].sections {
            for (index, column) in section.columns.enumerated() where column.style != .note {
                let isEmpty = section.rows.allSatisfy { $0[index] == .null || $0[index] == .text("") }
                #expect(isEmpty || text.contains(column.title), "\(section.id): \(column.title)")
                guard column.style == .name || column.style == .text else { continue }
                let isWhole = section.rows.allSatisfy { row in
                    guard let cell = row[index].text, !cell.isEmpty else { return true }
                    return text.contains(cell)
                }
                #expect(isWhole, "\(section.id): \(column.title)")
            }
        }
    }

    @Test func `colours leave the words and the widths as they are`() throws {
        var options = RenderOptions()
        let plain = try texts(options)
        options.usesColor = true
        for (before, after) in zip(plain, try texts(options)) {
            #expect(after.text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == before.text, "\(before.name)")
        }
        #expect(plain[0].text.contains("  RED  ") && plain[0].text.contains("  ORANGE  "))
        #expect(plain[0].text.contains("  GRAY  "))
    }
}
