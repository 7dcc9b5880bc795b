/// What differs between two sides of traces: the model that every renderer draws. Numbers and words, no layout.
package struct TraceDiff: Sendable {
    /// Version of the diff's JSON; grows when a key changes its meaning or goes.
    package static let schemaVersion = 3

    package var before: DiffSide
    package var after: DiffSide
    /// What must be known before the numbers are believed: other devices, other interactions, damaged inputs.
    package var warnings: [String]
    /// The answer in words: a label and a sentence each; the same lines in the same order, whatever differs.
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
    /// How often each interaction must be performed on both sides to tell; nil where nothing is likely.
    package var occurrencesToTell: Int?
    /// How many traces a side it takes where interactions do not tell.
    var tracesToTell = DiffThresholds.fewestSamples
    /// Rules with the title of what they found, only after.
    package var newFindings: [String]
    /// Where their views are declared, of as many of them as are told one by one; empty where no sources were given.
    var newFindingPlaces: [Place?] = []
    /// View bodies that miss a deadline only after.
    package var newLongBodies: [String]
    /// What was compared: view updates, signposts, samples, hangs, hitches, as far as they are on both sides.
    package var compared: [String]
    /// Why the sides cannot be compared at all; nil where something of them can.
    package var trouble: String?
    /// Which side lacks the view updates that the other one has, or why those of both do not compare; nil where they do.
    package var missingUpdates: String?
    /// What to do about either.
    package var fix: String
    /// Whether all traces are of one recording, so that nothing can have changed.
    var isSameRecording = false
    /// The verdict in numbers and one word.
    package var conclusion: DiffConclusion
    /// In what the inputs differ though every figure that is compared is equal; nil where they hold the same, or figures differ.
    var otherDifferences: String?
    /// The command that is most useful next.
    package var next: String
    /// What a page draws beyond the tables; nil where none was asked for.
    package var page: DiffPage?

    /// Whether both sides are equal in every figure that is compared.
    package var isEmpty: Bool { conclusion.movements.isEmpty && tables.allSatisfy { $0.differing == 0 } }
}

/// The timelines of the first trace of each side, to be laid upon each other.
package struct DiffPage: Sendable {
    package var before: DiffTimeline
    package var after: DiffTimeline
}

/// One timeline, with the names under which its rows pair with those of the other side.
package struct DiffTimeline: Sendable {
    /// Which trace it is, in words; nil where it is the only one of its side.
    package var title: String?
    package var data: PageData
    /// One a row of the table `views`; nil where it pairs under its own name.
    package var views: [String?]
    /// Titles of interactions as they pair.
    package var titles: [String]
    /// One a row of the table `interactions`: an index into `titles`.
    package var interactions: [Int]
    /// Chains by id, with their row in the comparison's table of chains; those without a row are left out.
    package var chains: [(chain: Int64, row: Int)]
}

/// One side of a comparison.
package struct DiffSide: Sendable {
    /// `before` or `after`.
    package var role: String
    /// What the user calls it: labels, else the inputs as given.
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
    /// Evaluations of bodies by lines of consoles and logs that belong to no update.
    package var evaluations: Int
    /// Rows of the inputs, of whatever kind.
    package var rows: Int
    /// Whether updates of a trace were read by guess (`--experimental-swiftui`).
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
    /// What it probably is, where there is no verdict.
    package var likely = DiffVerdict.none
    /// The verdict in words: `fewer updates, faster`; `new`, `gone`; `~` for no significant change.
    package var words: String
    /// The same for a column: `fewer, faster`.
    package var shortWords: String
    /// The same with the numbers: `more updates 1 → 104`.
    package var details: String
    /// One a column.
    package var cells: [DiffCell]
}

package enum DiffVerdict: String, Sendable {
    case worse, mixed, better, none
}

package enum DiffCell: Sendable {
    case text(String?)
    case change(DiffChange)
}

/// A figure of both sides: of several traces the median.
package struct DiffChange: Sendable {
    /// Nil where that side has no such figure.
    package var before: Double?
    package var after: Double?
    /// At least 95 % of such intervals hold the true median: of the traces of a side, or within one trace.
    package var beforeInterval: ClosedRange<Double>?
    package var afterInterval: ClosedRange<Double>?
    /// Two-sided, after Holm's correction over the rows of its family; nil where nothing was tested.
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

    /// Why a gate is breached, in words; nil where it is not.
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
