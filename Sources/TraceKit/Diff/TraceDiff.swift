/// What differs between two sides of traces: the model that every renderer draws. Numbers and words, no layout.
package struct TraceDiff: Sendable {
    /// Version of the diff's JSON; grows when a key changes its meaning or goes.
    package static let schemaVersion = 3

    package var before: DiffSide
    package var after: DiffSide
    /// Caveats: other devices, other interactions, damaged inputs.
    package var warnings: [String]
    /// The answer in words: labelled sentences in a fixed order.
    package var answer: [DiffAnswerLine]
    /// One sentence on how the numbers were compared.
    package var method: String
    package var tables: [DiffTable]
    /// What is worse and what is better, in words, most important first.
    package var worse: [String]
    package var better: [String]
    /// What is probably worse or better, where too few interactions were performed to tell.
    package var likelyWorse: [String]
    package var likelyBetter: [String]
    /// The number of times each interaction must be performed per side to decide; nil if nothing is likely.
    package var occurrencesToTell: Int?
    /// The number of traces per side that decide if interactions do not.
    var tracesToTell = DiffThresholds.fewestSamples
    /// Findings of the after side only: rule and title.
    package var newFindings: [String]
    /// The declarations of their views, as far as they are listed; empty without sources.
    var newFindingPlaces: [Place?] = []
    /// View bodies that miss a deadline only after.
    package var newLongBodies: [String]
    /// The compared lanes: view updates, signposts, samples, hangs, hitches.
    package var compared: [String]
    /// Why the sides cannot be compared at all; nil if they can.
    package var trouble: String?
    /// Why view updates are not compared; nil if they are.
    package var missingUpdates: String?
    /// The fix for either.
    package var fix: String
    /// Whether all traces are the same recording.
    var isSameRecording = false
    /// The verdict in numbers and one word.
    package var conclusion: DiffConclusion
    /// How the inputs differ although all compared figures are equal; nil if they are equal, or figures differ.
    var otherDifferences: String?
    /// The command that is most useful next.
    package var next: String
    /// The timelines of a page; nil for other formats.
    package var page: DiffPage?

    /// Whether both sides are equal in every figure that is compared.
    package var isEmpty: Bool { conclusion.movements.isEmpty && tables.allSatisfy { $0.differing == 0 } }
}

/// The timelines of the first trace of each side, drawn over each other.
package struct DiffPage: Sendable {
    package var before: DiffTimeline
    package var after: DiffTimeline
}

/// A timeline with the paired names of its rows.
package struct DiffTimeline: Sendable {
    /// Which trace it is; nil for the only trace of its side.
    package var title: String?
    package var data: PageData
    /// One per row of the table `views`; nil if it pairs under its own name.
    package var views: [String?]
    /// Titles of interactions as they pair.
    package var titles: [String]
    /// One index into `titles` per row of the table `interactions`.
    package var interactions: [Int]
    /// Chains by id, with their row in the comparison's table of chains; those without a row are left out.
    package var chains: [(chain: Int64, row: Int)]
}

/// One side of a comparison.
package struct DiffSide: Sendable {
    /// `before` or `after`.
    package var role: String
    /// The user's labels, or the inputs as given.
    package var label: String
    /// What was recorded: app, build, device, system.
    package var environment: String
    package var traces: Int
    package var updates: Int
    package var interactions: Int
    /// Signposts: intervals and events.
    package var signposts: Int
    /// Samples in which a thread runs.
    package var samples: Int
    /// Body evaluations in console and log lines that belong to no update.
    package var evaluations: Int
    /// Rows of the inputs, of whatever kind.
    package var rows: Int
    /// The length of all its traces together; zero if unknown.
    package var seconds: Double
    /// Whether SwiftUI tables were read experimentally (`--experimental-swiftui`).
    package var isGuessed = false
}

package struct DiffAnswerLine: Sendable {
    package var label: String
    package var text: String
}

/// A table of rows that differ.
package struct DiffTable: Sendable {
    /// Lower-case with dashes; the key in JSON is the same with underscores.
    package var id: String
    package var title: String
    package var columns: [DiffColumn]
    /// Rows that differ, most important first: all with a verdict, of the others the first thousands.
    package var rows: [DiffRow]
    /// Rows that differ and are not listed.
    package var leftOut = 0
    /// Rows that are equal on both sides and not listed.
    package var unchanged: Int
}

package struct DiffColumn: Sendable {
    package enum Style: Sendable {
        /// A name, never left out.
        case name
        case text
        /// A number a side, of things counted.
        case count
        /// A number a side, in milliseconds.
        case milliseconds
        /// A share a side, from 0 to 1.
        case percent
        /// A number a side, in what its row says.
        case figure
        /// A probability.
        case probability
        /// A sentence, below the row where the page is narrow.
        case note
    }

    /// The key in JSON; columns with a number a side have `_before` and `_after` behind it.
    package var name: String
    package var title: String
    package var style: Style
    /// Columns with a higher number go first where the page is narrow; 0 stays always.
    package var dropOrder: Int
}

extension DiffTable {
    /// How many rows differ.
    package var differing: Int { rows.count + leftOut }
}

package struct DiffRow: Sendable {
    package var verdict: DiffVerdict
    /// The likely verdict, if there is no certain one.
    package var likely = DiffVerdict.none
    /// The verdict in words: `fewer updates, faster`; `new`, `gone`; without one `~` for no significant change,
    /// `too few runs to judge`, or `not judged` for figures that are only shown.
    package var words: String
    /// The same for a column: `fewer, faster`.
    package var shortWords: String
    /// The same with the numbers: `more updates 1 → 104`.
    package var details: String
    /// One per column.
    package var cells: [DiffCell]
}

package enum DiffVerdict: String, Sendable {
    case worse, mixed, better, none
}

package enum DiffCell: Sendable {
    case text(String?)
    case change(DiffChange)
}

/// A figure of both sides; for several traces, the medians.
package struct DiffChange: Sendable {
    /// Nil if that side has no such figure.
    package var before: Double?
    package var after: Double?
    /// The 95 % confidence interval of the median: of the traces of a side, or within a single trace.
    package var beforeInterval: ClosedRange<Double>?
    package var afterInterval: ClosedRange<Double>?
    /// Two-sided, after Holm's correction over the rows of its family; nil if nothing was tested.
    package var p: Double?
    /// The verdict on this figure alone.
    package var verdict = DiffVerdict.none
    /// What it probably is, where there is no verdict.
    package var likely = DiffVerdict.none

    package var isEqual: Bool { before == after }
}

extension TraceDiff {
    /// What `--fail-on` can fail on.
    package enum Gate: String, CaseIterable, Sendable {
        /// A row with the verdict worse: more updates or unnecessary ones per interaction; of several traces a side also more
        /// red or long ones, slower, more hitch or hang time.
        case regression
        /// The same, or a row that is likely worse.
        case likelyRegression = "likely-regression"
        /// A finding that only the after side has.
        case newFinding = "new-finding"
        /// A view body that misses a deadline only after.
        case newLongBody = "new-long-body"
        /// Anything that makes the comparison doubtful.
        case warning
    }

    /// Why a gate is breached; nil if it is not.
    package func reason(for gate: Gate) -> String? {
        let reasons: [String]
        switch gate {
        case .regression: reasons = worse
        case .likelyRegression: reasons = worse + likelyWorse
        case .newFinding: reasons = newFindings
        case .newLongBody: reasons = newLongBodies
        case .warning: reasons = warnings
        }
        guard let first = reasons.first else { return nil }
        return reasons.count == 1 ? first : "\(first) (and \(reasons.count - 1) more)"
    }
}

extension TraceDiff {
    /// The formats of a comparison.
    package static let renderers = Renderers<Drawing<TraceDiff>>([
        Renderer("text", "text/plain", TextDiff.render),
        Renderer("json", "application/json", JSONDiff.render),
        Renderer("markdown", "text/markdown", MarkdownDiff.render),
        Renderer("github", "text/plain", GitHubDiff.render),
        Renderer("html", "text/html", drawsPage: true, HTMLDiff.render),
    ])
}
