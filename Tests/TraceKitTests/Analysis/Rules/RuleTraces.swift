import Testing

@testable import TraceKit

/// Small traces for the rules, and what the rules find in them.
enum RuleTraces {
    /// An update of a view; times in microseconds, so that every threshold can be met exactly. `lasting` nil = no end.
    static func update(
        _ id: Int, _ view: String, at start: Int, lasting duration: Int?, _ more: String = ""
    ) -> String {
        let end = duration.map { ", \"duration_us\": \($0)" } ?? ""
        let rest = more.isEmpty ? "" : ", \(more)"
        return "{\"id\": \(id), \"view\": \"\(view)\", \"start_us\": \(start)\(end)\(rest)}"
    }

    /// `count` updates of one view, `every` microseconds; `#` in `more` stands for the number, from 1.
    static func updates(
        _ count: Int, _ view: String, from id: Int = 1, at start: Int = 1_000_000, every: Int = 10_000,
        lasting duration: Int = 500, _ more: String = ""
    ) -> [String] {
        (0..<count).map { number in
            update(
                id + number, view, at: start + number * every, lasting: duration,
                more.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "\(number + 1)"))
        }
    }

    /// A document with some lanes.
    static func document(_ lanes: (String, [String])...) -> String {
        let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
        return "{\"format\": \"tracekit\", \"version\": 1,\n\(texts.joined(separator: ",\n"))}"
    }

    /// So many views with a long update each, the last the longest.
    static func longViews(_ count: Int) -> String {
        document(
            (
                "updates",
                (1...count).map { update($0, "Row\($0)", at: $0 * 100_000, lasting: 20_000 + 10 * $0) }
            ))
    }

    static func findings(_ json: String, _ options: AnalysisOptions = AnalysisOptions()) throws -> [Finding] {
        AnalysisPasses.run(try Traces.records(json), options).findings
    }
}

/// What a rule finds in a trace, written `severity title | evidence`; each finding's statement is run against a
/// database that holds the trace twice, and must list the rows that the evidence counts.
func expectFindings(
    _ rule: any FindingRule.Type, _ lanes: (String, [String])..., find expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let texts = lanes.map { "\"\($0.0)\": [\($0.1.joined(separator: ",\n"))]" }
    let json = "{\"format\": \"tracekit\", \"version\": 1,\n\(texts.joined(separator: ",\n"))}"
    let findings = try RuleTraces.findings(json)
    let own = findings.filter { $0.rule == rule.guide.id }
    #expect(own.map { "\($0.severity) \($0.title) | \($0.evidence)" } == expected, sourceLocation: sourceLocation)
    try expectStatements(json, findings, sourceLocation: sourceLocation)
}

/// Every finding's statement lists exactly the rows that the finding counts, of the second of two equal traces.
func expectStatements(_ json: String, _ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let store = try Traces.store(json, json)
    let statements = try store.database.rows("SELECT sql, rule FROM findings WHERE trace_id = 2 ORDER BY id")
    #expect(statements.count == findings.count, sourceLocation: sourceLocation)
    for (statement, finding) in zip(statements, findings) {
        let sql = statement[0].plain
        #expect(statement[1].plain == finding.rule, sourceLocation: sourceLocation)
        let rows = try store.database.rows(sql)
        #expect(rows.count == finding.rows, "\(finding.title): \(sql)", sourceLocation: sourceLocation)
        let distinct = Set(rows.map { $0.map(\.plain) })
        #expect(distinct.count == rows.count, "rows twice: \(sql)", sourceLocation: sourceLocation)
        let numbers = finding.title + " " + finding.evidence
        #expect(numbers.contains(Decimal.grouped(finding.rows)), "\(finding.evidence)", sourceLocation: sourceLocation)
    }
}
