/// Finds one kind of trouble in an analysed trace.
///
/// Adding a rule is one file with one of these and one line in `FindingRules.all`. A rule reads records and results,
/// takes time linear in them, does not depend on the order of rows, and says one thing once: a finding adds up all
/// places with the same remedy.
protocol FindingRule {
    static var guide: RuleGuide { get }
    static func findings(_ context: RuleContext) -> [Finding]
}

enum FindingRules {
    /// All rules, in the order in which `explain` and the docs list them.
    static var all: [any FindingRule.Type] {
        [
            LongBodyRule.self, LongRepresentableRule.self, LongOtherRule.self, ExpensiveCallRule.self,
            AccumulatedUpdatesRule.self,
            FanOutRule.self, ParentOnlyUpdatesRule.self, RepeatedUpdatesRule.self, UnchangedUpdatesRule.self,
            OverBudgetRule.self,
            EnvironmentBroadcastRule.self, UserDefaultsStormRule.self, UpdateStormRule.self, IdentityChurnRule.self,
            EagerContainerRule.self, LayoutThrashRule.self,
            HangBusyRule.self, HangBlockedRule.self, HangUnclearRule.self, OutsideSwiftUIRule.self,
            LongCommitRule.self,
            UnterminatedRule.self,
        ]
    }
}

/// The words on all rules, for people.
public enum RuleGuides {
    public static var all: [RuleGuide] { FindingRules.all.map { $0.guide } }
}

extension RuleGuide {
    init(
        _ id: String, _ title: String, finds: String, matters: String, fix: String, limits: String, severity: String,
        effort: Finding.Effort, thresholds: [String]
    ) {
        self.init(
            id: id, title: title, finds: finds, matters: matters, fix: fix, limits: limits, severity: severity,
            effort: effort.rawValue, thresholds: thresholds)
    }
}
