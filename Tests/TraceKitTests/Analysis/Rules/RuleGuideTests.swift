import Foundation
import Testing

@testable import TraceKit

/// The words on the rules.
@Suite struct RuleGuideTests {
    @Test func `the page on rules is made from the rules' own words`() throws {
        let text = RuleGuideText.markdown(RuleGuides.all)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try text.write(toFile: "\(Repository.root)/docs/rules.md", atomically: true, encoding: .utf8)
        }
        #expect(try Repository.text("docs/rules.md") == text, "UPDATE_GOLDEN=1 rewrites docs/rules.md")
    }

    @Test func `every rule that is promised is there, each once`() {
        let ids = RuleGuides.all.map(\.id)
        let asked = [
            "long-body", "long-representable", "long-other", "accumulated-updates", "fan-out", "parent-only-updates",
            "repeated-updates", "unchanged-updates", "environment-broadcast", "user-defaults-storm", "update-storm",
            "identity-churn", "eager-container", "layout-thrash", "over-budget", "hang-blocked", "hang-busy",
            "expensive-call",
            "outside-swiftui", "long-commit", "unterminated",
        ]
        #expect(Set(ids).count == ids.count)
        #expect(asked.filter { !ids.contains($0) }.isEmpty)
    }

    @Test(arguments: RuleGuides.all.map(\.id))
    func `every part of a rule is filled in, and whole sentences end`(_ id: String) throws {
        let guide = try #require(RuleGuides.all.first { $0.id == id })
        #expect(id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) })
        #expect(
            !guide.title.hasSuffix(".") && !guide.title.isEmpty && !guide.thresholds.isEmpty && !guide.severity.isEmpty)
        for text in [guide.finds, guide.matters, guide.fix, guide.limits] {
            #expect(text.hasSuffix("."), "\(text)")
            #expect(!text.contains("  "), "\(text)")
        }
        for threshold in guide.thresholds { #expect(!threshold.contains("  "), "\(threshold)") }
        #expect(["small", "medium", "large"].contains(guide.effort))
    }

    @Test(arguments: RuleGuides.all.map(\.id), [40, 100]) func `an explanation fits the page`(
        _ id: String, _ width: Int
    ) throws {
        let guide = try #require(RuleGuides.all.first { $0.id == id })
        let text = RuleGuideText.explain(guide, width: width)
        #expect(text.hasPrefix("\(id): "))
        // Code is never wrapped.
        for line in text.split(separator: "\n").dropFirst() {
            #expect(line.count <= (line.hasPrefix("    ") ? 100 : width), "\(line)")
        }
        for threshold in guide.thresholds { #expect(text.contains("- \(threshold.prefix(12))")) }
    }
}
