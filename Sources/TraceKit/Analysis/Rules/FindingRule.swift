/// Finds one kind of trouble in an analysed trace.
///
/// To add a rule, write one file with this protocol and one line in `FindingRules.all`. A rule reads records and
/// results, takes linear time, does not depend on the order of rows, and reports each thing once: a finding adds up all
/// places with the same fix.
protocol FindingRule {
    static var guide: RuleGuide { get }
    /// How close its findings are to the code that has to change.
    static var depth: RuleDepth { get }
    /// What both sides of a comparison need so that either could have its findings.
    static var needs: [RuleNeed] { get }
    static func findings(_ context: RuleContext) -> [Finding]
}

/// How close a finding is to the code to change, closest first. The closest one leads a problem, and others join the
/// problem that explains most of them (docs/analysis.md, section 7).
enum RuleDepth: Int {
    /// Slow code, frequent writes, and values that too many views read.
    case code, writes, dependency
    /// The main thread does not respond.
    case hang
    /// Values that change too often, or more than they should.
    case change
    /// Consequences of the others.
    case symptom
    /// Remarks on the recording.
    case remark
}

enum FindingRules {
    /// All rules, in the order of `explain` and the docs.
    static var all: [any FindingRule.Type] {
        [
            LongBodyRule.self, LongRepresentableRule.self, LongOtherRule.self, ExpensiveCallRule.self,
            AccumulatedUpdatesRule.self,
            FanOutRule.self, ParentOnlyUpdatesRule.self, RepeatedUpdatesRule.self, UnchangedUpdatesRule.self,
            OverBudgetRule.self, RecurringCauseRule.self, EvaluatedTogetherRule.self,
            EnvironmentBroadcastRule.self, UpdateLoopRule.self, UserDefaultsStormRule.self, UpdateStormRule.self,
            IdentityChurnRule.self,
            EagerContainerRule.self, LayoutThrashRule.self,
            HangBusyRule.self, HangBlockedRule.self, HangUnclearRule.self, LateFramesRule.self, OutsideSwiftUIRule.self,
            LongIntervalRule.self, BusyRunRule.self, CaptureRule.self, SampledBodyRule.self, LaunchRule.self,
            LongCommitRule.self,
            MetricHitchesRule.self, MetricHangsRule.self, MetricLaunchRule.self,
            ComplaintRule.self,
            UnterminatedRule.self,
        ]
    }
}

extension FindingRules {
    /// What comparisons need for the findings of a rule, by its id.
    static let needs = Dictionary(uniqueKeysWithValues: all.map { ($0.guide.id, $0.needs) })

    /// The ids of the rules that can miss in a slice what they find in the whole recording.
    static var ofWholes: [String] { all.filter { $0.needs.contains(.whole) }.map { $0.guide.id } }
}

/// The guides to all rules, for people.
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
