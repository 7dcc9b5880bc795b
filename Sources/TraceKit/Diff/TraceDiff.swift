/// The differences between two sides of traces: the model for all renderers. Numbers and words, no layout.
package struct TraceDiff: Sendable {
    /// The version of the diff's JSON; increases when a key changes its meaning or is removed.
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
    /// The worse and the better rows in words, most important first.
    package var worse: [String]
    package var better: [String]
    /// The rows that are probably worse or better, if too few interactions were performed to decide.
    package var likelyWorse: [String]
    package var likelyBetter: [String]
    /// The number of performances of each interaction per side that would decide; nil if nothing is likely.
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
    /// The reason why the sides cannot be compared; nil if they can.
    package var trouble: String?
    /// The reason why view updates are not compared; nil if they are.
    package var missingUpdates: String?
    /// The fix for either.
    package var fix: String
    /// Whether all traces are the same recording.
    var isSameRecording = false
    /// The verdict in numbers and one word.
    package var conclusion: DiffConclusion
    /// The differences of the inputs if all compared figures are equal; nil if the inputs are equal, or figures differ.
    var otherDifferences: String?
    /// The most useful next command.
    package var next: String
    /// The timelines of a page; nil for other formats.
    package var page: DiffPage?

    /// Whether both sides are equal in every compared figure.
    package var isEmpty: Bool { conclusion.movements.isEmpty && tables.allSatisfy { $0.differing == 0 } }
}

/// The timelines of the first trace of each side, drawn over each other.
package struct DiffPage: Sendable {
    package var before: DiffTimeline
    package var after: DiffTimeline
}

/// A timeline with the paired names of its rows.
package struct DiffTimeline: Sendable {
    /// The name of the trace; nil for the only trace of its side.
    package var title: String?
    package var data: PageData
    /// The paired names, one per row of the table `views`; nil if it pairs under its own name.
    package var views: [String?]
    /// Paired titles of interactions.
    package var titles: [String]
    /// Indexes into `titles`, one per row of the table `interactions`.
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
    /// The recorded app, build, device and system.
    package var environment: String
    package var traces: Int
    package var updates: Int
    package var interactions: Int
    /// The number of signpost intervals and events.
    package var signposts: Int
    /// The number of samples in which a thread runs.
    package var samples: Int
    /// Body evaluations in console and log lines that belong to no update.
    package var evaluations: Int
    /// The number of rows in the inputs, of any kind.
    package var rows: Int
    /// The total length of its traces; zero if unknown.
    package var seconds: Double
    /// Whether SwiftUI tables were read experimentally (`--experimental-swiftui`).
    package var isGuessed = false
}

package struct DiffAnswerLine: Sendable {
    package var label: String
    package var text: String
    package var kind = Kind.change

    package enum Kind: Sendable {
        /// Titles of findings.
        case findings
        case change
        /// Sums of whole sides, which a page can fold: the verdict has what moved.
        case sums
    }
}

/// A table of rows that differ.
package struct DiffTable: Sendable {
    /// Lower-case with dashes; the key in JSON has underscores instead.
    package var id: String
    package var title: String
    package var columns: [DiffColumn]
    /// Rows that differ, most important first: all with a verdict, and the first thousands of the others.
    package var rows: [DiffRow]
    /// The number of rows that differ but are not listed.
    package var leftOut = 0
    /// The number of rows that are equal on both sides, which are not listed.
    package var unchanged: Int
}

package struct DiffColumn: Sendable {
    package enum Style: Sendable {
        /// A name, never left out.
        case name
        case text
        /// A count for each side.
        case count
        /// A number of milliseconds for each side.
        case milliseconds
        /// A share for each side, from 0 to 1.
        case percent
        /// A number for each side, in the unit of its row.
        case figure
        /// A probability.
        case probability
        /// A sentence, below the row if the page is narrow.
        case note
    }

    /// The key in JSON; columns with a number for each side have the suffixes `_before` and `_after`.
    package var name: String
    package var title: String
    package var style: Style
    /// Columns with a higher number are dropped first if the page is narrow; 0 is never dropped.
    package var dropOrder: Int
}

extension DiffTable {
    /// The number of rows that differ.
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
    /// The cells, one per column.
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
    /// The value; nil if that side has no such figure.
    package var before: Double?
    package var after: Double?
    /// The 95 % confidence interval of the median: over the traces of a side, or within a single trace.
    package var beforeInterval: ClosedRange<Double>?
    package var afterInterval: ClosedRange<Double>?
    /// The two-sided p after Holm's correction over the rows of its family; nil if nothing was tested.
    package var p: Double?
    /// The verdict on this figure only.
    package var verdict = DiffVerdict.none
    /// The likely verdict, if there is no certain one.
    package var likely = DiffVerdict.none

    package var isEqual: Bool { before == after }
}

extension TraceDiff {
    /// The conditions for `--fail-on`.
    package enum Gate: String, CaseIterable, Sendable {
        /// A row with the verdict worse: more updates or unnecessary ones per interaction; with several traces per side
        /// also more red or long ones, slower, more hitch or hang time.
        case regression
        /// The same, or a row that is likely worse.
        case likelyRegression = "likely-regression"
        /// A finding that only the after side has.
        case newFinding = "new-finding"
        /// A view body that misses a deadline only on the after side.
        case newLongBody = "new-long-body"
        /// Any reason to doubt the comparison.
        case warning
    }

    /// The reason why a gate is breached; nil if it is not.
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
