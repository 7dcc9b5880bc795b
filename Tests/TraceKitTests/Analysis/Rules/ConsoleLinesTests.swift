import Testing

@testable import TraceKit

/// Console lines without times in, findings and counts out.
@Suite struct ConsoleLinesTests {
    private func lines(_ view: String, _ changed: String, times count: Int) -> [String] {
        (0..<count).map { _ in "{\"view\": \"\(view)\", \"changed\": [\(changed)]}" }
    }

    @Test func `lines that say unchanged are a finding from three on, and more than half of a view's weigh more`()
        throws
    {
        try expectFindings(
            UnchangedUpdatesRule.self,
            (
                "updates",
                lines("Rare", "", times: 2) + lines("Row", "", times: 3) + lines("Row", "\"_item\"", times: 3)
                    + lines("Sheet", "", times: 4) + lines("Sheet", "\"@self\"", times: 1)
            ),
            find: [
                "low Row is evaluated though nothing changed | 3 of 6 body evaluations had no changed property (proven, "
                    + "by lines of the console or log)",
                "medium Sheet is evaluated though nothing changed | 4 of 5 body evaluations had no changed property "
                    + "(proven, by lines of the console or log)",
            ])
    }

    @Test func `first evaluations are no finding, and views that only their parent runs are`() throws {
        let identity = "\"@self\", \"@identity\", \"_photo\""
        try expectFindings(
            IdentityChurnRule.self,
            ("updates", lines("Card", identity, times: 17) + lines("Card", "\"_photo\"", times: 2)),
            find: [])
        let cells = lines("Cell", identity, times: 30) + lines("Cell", "\"@self\"", times: 10)
        try expectFindings(
            ParentOnlyUpdatesRule.self,
            ("updates", cells + lines("Cell", "\"_photo\"", times: 10) + lines("Tag", "\"@self\"", times: 9)),
            find: [
                "low Cell is re-evaluated only because its parent is | 10 of 50 body evaluations had nothing but @self changed "
                    + "(lines of the console or log)"
            ])
        try expectFindings(
            ParentOnlyUpdatesRule.self, ("updates", cells + lines("Cell", "\"_photo\"", times: 11)), find: [])
    }

    @Test func `the report counts them by view and property`() throws {
        let json = RuleTraces.document(
            (
                "updates",
                lines("Card", "\"@self\", \"_photo\"", times: 3) + lines("Card", "\"_photo\"", times: 2)
                    + lines("Row", "", times: 1) + lines("Row", "\"a;b\"", times: 2)
            ))
        let report = try ReportBuilder.build(try Traces.store(json), traces: [1], ReportBuilder.Options())
        let section = report.traces.first?.sections.first { $0.id == "body-evaluations-without-times" }
        #expect(
            section?.rows.map { $0.map(\.plain).joined(separator: "|") } == [
                "Card|_photo|5|5|-", "Card|@self|3|5|-", "Row|a;b|2|3|-", "Row|(nothing)|1|3|unnecessary, proven",
            ])
    }

    @Test func `properties are told apart whatever stands in their names`() throws {
        let names = ["a\"b", "c\\d", "e;f", "[g]", "h', 'i", "é\u{1F600}", "\\Model.j"]
        let list = names.map { JSONText.quote($0) }.joined(separator: ", ")
        let json = RuleTraces.document(("updates", lines("Card", list, times: 2)))
        let report = try ReportBuilder.build(try Traces.store(json), traces: [1], ReportBuilder.Options())
        let section = report.traces.first?.sections.first { $0.id == "body-evaluations-without-times" }
        #expect(
            Set(section?.rows.map { $0.map(\.plain).joined(separator: "|") } ?? [])
                == Set(names.map { "Card|\($0)|2|2|-" }))
    }
}
