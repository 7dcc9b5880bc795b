/// Finds one kind of trouble in an analysed trace.
///
/// Adding a rule is one file with one of these and one line in `FindingRules.all`. A rule reads records and results,
/// takes time linear in them, does not depend on the order of rows, and says one thing once: a finding adds up all
/// places with the same remedy.
protocol FindingRule {
    static var guide: RuleGuide { get }
    /// How close its findings are to the code that has to change.
    static var depth: RuleDepth { get }
    static func findings(_ context: RuleContext) -> [Finding]
}

/// How close a finding is to the code that has to change, closest first. The closest one leads a problem, and what is
/// further away joins the problem that explains most of it (docs/analysis.md, section 7).
enum RuleDepth: Int {
    /// Code that is slow, what is written too often, and the value that too many views read.
    case code, writes, dependency
    /// The main thread does not answer.
    case hang
    /// What changes too often, or more than it should.
    case change
    /// What comes of the others.
    case symptom
    /// Something to know about the recording.
    case remark
}

enum FindingRules {
    /// All rules, in the order in which `explain` and the docs list them.
    static var all: [any FindingRule.Type] {
        [
            LongBodyRule.self, LongRepresentableRule.self, LongOtherRule.self, ExpensiveCallRule.self,
            AccumulatedUpdatesRule.self,
            FanOutRule.self, ParentOnlyUpdatesRule.self, RepeatedUpdatesRule.self, UnchangedUpdatesRule.self,
            OverBudgetRule.self, RecurringCauseRule.self,
            EnvironmentBroadcastRule.self, UpdateLoopRule.self, UserDefaultsStormRule.self, UpdateStormRule.self,
            IdentityChurnRule.self,
            EagerContainerRule.self, LayoutThrashRule.self,
            HangBusyRule.self, HangBlockedRule.self, HangUnclearRule.self, LateFramesRule.self, OutsideSwiftUIRule.self,
            LongCommitRule.self,
            ComplaintRule.self,
            UnterminatedRule.self,
        ]
    }
}

/// The words on all rules, for people.
package enum RuleGuides {
    package static var all: [RuleGuide] { FindingRules.all.map { $0.guide } }
}

extension RuleGuide {
    init(
        _ id: String, _ title: String, finds: String, matters: String, fix: String, limits: String, severity: String,
        effort: Finding.Effort, thresholds: [String], before: String? = nil, after: String? = nil
    ) {
        self.init(
            id: id, title: title, finds: finds, matters: matters, fix: fix, limits: limits, severity: severity,
            effort: effort.rawValue, thresholds: thresholds,
            example: before.flatMap { before in after.map { Example(before: before, after: $0) } })
    }
}
