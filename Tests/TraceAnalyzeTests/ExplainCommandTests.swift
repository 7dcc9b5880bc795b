import Testing
import TraceKit

@testable import trace_analyze

/// A rule's name in; its explanation out.
@Suite struct ExplainCommandTests {
    @Test(arguments: [40, 60, 80]) func `the list of rules keeps to the width`(_ width: Int) {
        let run = CommandLineRun(["explain", "--width", "\(width)"])
        let lines = run.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width } && lines.count > RuleGuides.all.count)
        #expect(CommandLineRun(["explain"]).output.split(separator: "\n").count == RuleGuides.all.count)
    }

    @Test func `without a rule all are listed, a line each`() {
        let run = CommandLineRun(["explain"])
        #expect(run.code == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == RuleGuides.all.count)
        #expect(lines.first == "long-body              View bodies that take too long")
        for line in lines { #expect(line.count <= 100, "\(line)") }
    }

    @Test func `one rule is told in all its parts`() {
        let run = CommandLineRun(["explain", "fan-out"])
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output.hasPrefix("fan-out: One change updates every instance of a view\n\nWhat it finds\n"))
        for part in ["Why it matters", "What to do", "Limits", "Severity", "Thresholds"] {
            #expect(run.output.contains("\n\(part)\n  "))
        }
        #expect(run.output.contains("  - 3 unnecessary updates or more in all\n"))
    }

    @Test func `an unknown rule is answered with the nearest one`() {
        let run = CommandLineRun(["explain", "fanout"])
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(
            run.errors == """
                trace-analyze: error: unknown rule 'fanout'
                  did you mean 'fan-out'?
                  see: trace-analyze explain --help

                """)
        #expect(CommandLineRun(["explain", "a", "b"]).code == 64)
    }
}
