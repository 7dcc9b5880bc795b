import Foundation

@testable import TraceKit

/// A trace whose names try to become something else in every format, and a budget that it breaches everywhere.
enum HostileBudget {
    static let names =
        HostileNamesTests.names + [
            "::error::boom", "a\n::error::b", "%0A%25", "]]>", "<!--", "\u{FFFE}\u{FFFF}", "x ::set-env name=a::b",
            "#{\"a\": 1}",
            "*", "?", "//", "/* x",
        ]

    static var trace: String {
        func quoted(_ text: String) -> String { JSONText.quote(text) }
        let interactions = names.enumerated().map { index, name in
            "{\"id\": \(index + 1), \"kind\": \(quoted(index % 3 == 0 ? name : "tap")), \"name\": \(quoted(name)), "
                + "\"start_ns\": \((index + 1) * 1_000_000_000), \"duration_ns\": 500000000}"
        }
        let updates = names.enumerated().map { index, name in
            "{\"id\": \(1000 + index), \"view\": \(quoted(name)), \"cause\": \(index + 1), \"changed\": [], "
                + "\"start_ns\": \((index + 1) * 1_000_000_000 + 1), \"duration_ns\": 20000000}"
        }
        return """
            {"format": "tracekit", "version": 1,
            "trace": {"app": \(quoted(names[0] + names[2])), "duration_ns": 100000000000},
            "interactions": [\(interactions.joined(separator: ",\n"))],
            "updates": [\(updates.joined(separator: ",\n"))]}
            """
    }

    /// Everything breached, one thing not performed, in a file with a name of its own.
    static func result() throws -> BudgetResult {
        let limits = """
            {"version": 1, "trace": {"red": 0}, "interactions": {"*": {"red": 0}, \(JSONText.quote("x\n::error::y")): {"red": 0}},
            "views": {"*": {"red": 0, "p95_ms": 1}}, "chains": {"*": {"red": 0}}}
            """
        let budget = try BudgetFile.read(Array(limits.utf8), name: "a b,c:d\n%.json")
        return try BudgetCheck.run(budget, try BudgetCheckTests.trace(trace), baseline: nil, BudgetCheck.Options())
    }
}
