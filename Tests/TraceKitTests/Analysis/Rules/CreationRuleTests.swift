import Testing

@testable import TraceKit

/// First appearances and identities in, findings about them out.
@Suite struct CreationRuleTests {
    private let scroll = ("interactions", ["{\"id\": 900, \"kind\": \"scroll\", \"start_ms\": 1000}"])

    @Test func `first evaluations of instances are no finding, however many there are`() throws {
        let more = "\"changed\": [\"@self\", \"@identity\"]"
        try expectFindings(IdentityChurnRule.self, ("updates", RuleTraces.updates(40, "Row", more)), find: [])
    }

    @Test func `an instance that is created again in one window counts, in another window or once it does not`() throws
    {
        let more = "\"phase\": \"creation\", \"instance\": \"r\""
        try expectFindings(IdentityChurnRule.self, scroll, ("updates", RuleTraces.updates(3, "Row", more)), find: [])
        try expectFindings(
            IdentityChurnRule.self, scroll,
            (
                "updates",
                RuleTraces.updates(4, "Row", more) + RuleTraces.updates(1, "Row", from: 20, at: 0, more)
            ),
            find: [
                "low Row loses its identity and is recreated | 3 creations of an instance that already existed; 1.5 ms in all"
            ])
        try expectFindings(
            IdentityChurnRule.self, scroll,
            ("updates", RuleTraces.updates(50, "Row", "\"phase\": \"creation\", \"instance\": \"r#\"")), find: [])
    }

    @Test func `of equally large windows the first is named`() throws {
        let more = "\"phase\": \"creation\""
        let updates =
            RuleTraces.updates(100, "Row", at: 0, every: 1_000, lasting: 10, more)
            + RuleTraces.updates(100, "Row", from: 200, every: 1_000, lasting: 10, more)
        try expectFindings(
            EagerContainerRule.self, scroll, ("updates", updates),
            find: [
                "low All Row views are created at once | 200 first appearances, 100 of them in the launch within "
                    + "99.0 ms; 2.0 ms in all"
            ])
    }

    @Test func `views that one container makes at the same time are one finding`() throws {
        let more = "\"phase\": \"creation\""
        func views(apart: Int) -> [String] {
            RuleTraces.updates(100, "Card", every: 1_000, lasting: 100, more)
                + RuleTraces.updates(100, "Icon", from: 200, at: 1_000_500 + apart, every: 1_000, lasting: 100, more)
        }
        let together = try RuleTraces.findings(RuleTraces.document(scroll, ("updates", views(apart: 0))))
            .filter { $0.rule == "eager-container" }
        #expect(together.map(\.title) == ["All Card views are created at once, with Icon"])
        #expect(together.map(\.rows) == [200] && together[0].evidence.contains("created with them: Icon 100"))
        // What is made later is another container.
        let apart = try RuleTraces.findings(RuleTraces.document(scroll, ("updates", views(apart: 110_000))))
            .filter { $0.rule == "eager-container" }
        #expect(
            apart.map(\.title).sorted() == ["All Card views are created at once", "All Icon views are created at once"])
    }

    @Test func `a hundred first appearances in a window or at launch are eager, ninety-nine are not`() throws {
        let more = "\"phase\": \"creation\""
        try expectFindings(
            EagerContainerRule.self, scroll, ("updates", RuleTraces.updates(99, "Row", every: 1_000, more)), find: [])
        try expectFindings(
            EagerContainerRule.self, scroll, ("updates", RuleTraces.updates(100, "Row", every: 1_000, more)),
            find: [
                "high All Row views are created at once | 100 first appearances in one scroll within "
                    + "99.0 ms; "
                    + "50.0 ms in all"
            ])
        try expectFindings(
            EagerContainerRule.self, scroll,
            (
                "updates",
                RuleTraces.updates(120, "Row", at: 0, every: 1_000, lasting: 100, more)
                    + RuleTraces.updates(99, "Row", from: 500, every: 1_000, more)
            ),
            find: [
                "medium All Row views are created at once | 120 first appearances in the launch "
                    + "within 119.0 "
                    + "ms; 12.0 ms in all"
            ])
    }
}
