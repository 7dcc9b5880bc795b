import Testing

@testable import TraceKit

/// Names and templates in, SQL out.
@Suite struct RuleSQLTests {
    private func check(_ text: String, _ literal: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(RuleSQL.literal(text) == literal, sourceLocation: sourceLocation)
        let store = try Traces.store(RuleTraces.document(("updates", [])))
        let hex = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
        #expect(try store.rows("SELECT hex(\(literal))") == [hex], sourceLocation: sourceLocation)
    }

    @Test func `every text survives as a literal`() throws {
        try check("Row", "'Row'")
        try check("It's", "'It''s'")
        try check("'", "''''")
        try check("a\0b", "('a'||char(0)||'b')")
        // A quote that a combining mark makes part of another character is still a quote to SQLite.
        try check("'\u{301}x", "'''\u{301}x'")
        try check("; DROP TABLE trace --", "'; DROP TABLE trace --'")
    }

    @Test func `placeholders inside of names stay`() {
        let filled = SQLTemplate.fill(
            "SELECT ':trace', 'it''s :window' FROM t WHERE a = :trace AND b = :window AND c = :other",
            ["trace": "7", "window": "9"])
        #expect(filled == "SELECT ':trace', 'it''s :window' FROM t WHERE a = 7 AND b = 9 AND c = :other")
    }

    @Test(arguments: [
        "Row", "It's", "List:trace", "x' OR 1=1 --", "a\\u0000b", "Ünïcode 🗺️", "'\\u0301", "%_", "\\\"q\\\"",
        " "
            + "", "(a, b)",
    ])
    func `findings on views and causes of any name list their rows`(_ name: String) throws {
        let updates =
            RuleTraces.updates(70, name, every: 600, "\"cause\": 901, \"instance\": \"\(name)#\", \"group\": 5")
            + RuleTraces.updates(1, name, from: 200, at: 3_000_000, lasting: 20_000)
        let json = RuleTraces.document(
            ("interactions", ["{\"id\": 900, \"kind\": \"tap\", \"name\": \"\(name)\", \"start_ms\": 1000}"]),
            (
                "causes",
                ["{\"id\": 901, \"cause\": 900, \"kind\": \"state\", \"name\": \"\(name)\", \"start_ms\": 1000}"]
            ), ("updates", updates))
        let findings = try RuleTraces.findings(json)
        #expect(
            Set(findings.map(\.rule)) == ["long-body", "fan-out", "update-storm", "over-budget", "accumulated-updates"])
        try expectStatements(json, findings)
    }
}
