/// The kind of subject of a limit: the sections of a budget file.
enum BudgetScope: String, CaseIterable, Sendable {
    case trace, interactions, recurring, views, chains, signposts, functions, logs

    /// The scopes that consist of updates.
    static let ofUpdates: Set<BudgetScope> = [.trace, .interactions, .views, .chains]

    /// The noun for one of them, in a sentence.
    var noun: String {
        switch self {
        case .trace: "the trace"
        case .interactions: "an interaction"
        case .recurring: "a recurring cause"
        case .views: "a view"
        case .chains: "a chain"
        case .signposts: "a signpost"
        case .functions: "a function"
        case .logs: "lines of the log"
        }
    }
}

/// The allowed amount.
enum BudgetBound: Equatable, Sendable {
    case most(Double)
    /// The minimum of a count, which fails if nothing was counted.
    case least(Double)
    case exactly(Double)
    /// The given percentage above the baseline.
    case percentMore(Double)
    /// The given amount above the baseline.
    case more(Double)

    var isRelative: Bool {
        switch self {
        case .most, .least, .exactly: false
        case .percentMore, .more: true
        }
    }

    /// The word for it in a budget and in JSON.
    var key: String {
        switch self {
        case .least: "at_least"
        case .exactly: "exactly"
        case .most, .percentMore, .more: "at_most"
        }
    }

    /// The words before the number in a sentence: nothing, `at least `, `exactly `.
    var words: String {
        switch self {
        case .least: "at least "
        case .exactly: "exactly "
        case .most, .percentMore, .more: ""
        }
    }

    /// The amount by which a figure exceeds the allowed one; zero or less if it is within.
    func excess(of now: Double, over allowed: Double) -> Double {
        switch self {
        case .least: allowed - now
        case .exactly: abs(now - allowed)
        case .most, .percentMore, .more: now - allowed
        }
    }
}

/// One line of a budget: subject, figure, allowed amount.
struct BudgetLimit: Equatable, Sendable {
    var scope: BudgetScope
    /// The interaction, view or chain as written in the file; empty for the trace.
    var subject: String
    var measure: BudgetMeasure
    var bound: BudgetBound
    /// For a view's count: the interactions, by kind and name, in each of which it must hold; nil = in the whole trace.
    var per: String?
    /// The position of its key.
    var place: Place

    /// The words after the subject in a sentence: nothing, ` per tap Favorite`.
    var perWords: String { per.map { " per \($0)" } ?? "" }

    /// Whether `*` and `?` are wildcards, which they are unless something has exactly this name.
    var isPattern: Bool { subject.unicodeScalars.contains { $0 == "*" || $0 == "?" } }
}

/// A budget as read from a file. With errors it must not be used.
package struct BudgetFile: Sendable {
    package let path: String
    /// All errors in file order, each with its position.
    package let errors: [Diagnostic]
    let limits: [BudgetLimit]

    /// Whether any limit is relative to a baseline.
    package var isRelative: Bool { limits.contains { $0.bound.isRelative } }

    /// Whether any limit is on a cause chain.
    package var readsChains: Bool { limits.contains { $0.scope == .chains } }

    /// Reads a budget. Throws if the file cannot be read or is not JSON; errors in its content are in `errors`.
    package static func read(_ path: String) throws(TraceError) -> BudgetFile {
        try read(
            try bytes(path, "budget", fix: "give a file; what a command writes is read from <(command)"), name: path)
    }

    /// The bytes of a small, hand-written JSON file.
    ///
    /// Reads an open pipe, such as `<(command)`; refuses named pipes, which could block, devices and folders.
    static func bytes(_ path: String, _ what: String, fix: String) throws(TraceError) -> [UInt8] {
        if let kind = otherKind(path) {
            throw TraceError(.input, "the \(what) is \(kind), not a file", at: Place(file: path), fix: fix)
        }
        let input = try ByteInput(path: path)
        while !input.atEnd {
            _ = try input.refill(keeping: 0)
            guard input.count <= largest else {
                throw TraceError(
                    .input, "a \(what) of more than \(largest >> 20) MB", at: Place(file: path), fix: "is it the trace?"
                )
            }
        }
        return Array(UnsafeBufferPointer(start: input.base, count: input.count))
    }

    /// The kind of a path that is neither a file nor an open descriptor; nil otherwise, also if it does not exist.
    private static func otherKind(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, (try? FileTarget(path))?.descriptor == nil else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFIFO: return "a named pipe"
        case S_IFDIR: return "a folder"
        case S_IFSOCK: return "a socket"
        default: return "a device"
        }
    }

    /// The bytes without comments and trailing commas.
    static func strict(_ text: [UInt8], name: String) throws(TraceError) -> [UInt8] {
        do throws(BudgetSyntax.OpenComment) {
            return try BudgetSyntax.strict(text)
        } catch {
            throw TraceError(
                .input, "the comment that begins here does not end",
                at: ByteInput(bytes: text, name: name).place(of: error.offset), fix: "end it with */")
        }
    }

    static func read(_ text: [UInt8], name: String) throws(TraceError) -> BudgetFile {
        let bytes = try strict(text, name: name)
        var reader = BudgetReader(bytes, name: name)
        do throws(TraceError) {
            try reader.readDocument()
        } catch {
            // The JSON reader's advice is for exported traces.
            throw TraceError(
                error.kind, error.diagnostic.message, at: error.diagnostic.place,
                fix: "correct the budget at this place; it is JSON, with comments and trailing commas allowed")
        }
        return BudgetFile(path: name, errors: reader.errors, limits: reader.limits)
    }

    private static let largest = 4 << 20
}

/// Groups breaches by problem: nineteen limits breached by one cause are one thing to fix.
struct BudgetGroups {
    private let trace: TraceFigures
    /// The problems that are not accepted.
    private let open: [StoredProblem]

    init(_ trace: TraceFigures, accepted: [AcceptedNote] = []) {
        self.trace = trace
        let keys = Set(accepted.map(\.key))
        open = trace.problems.filter { !keys.contains($0.key) }
    }

    /// Groups `outcomes`, which are in display order; groups are ordered by their worst outcome. Breaches without a
    /// problem are grouped by the interaction they are attributed to.
    func groups(_ outcomes: [BudgetOutcome]) -> [BudgetGroup] {
        var groups: [BudgetGroup] = []
        var places: [String: Int] = [:]
        for (index, outcome) in outcomes.enumerated() where outcome.state == .breached {
            let problem = problem(outcome, among: open)
            let title = problem?.title ?? outcome.cause?.title ?? outcome.subject
            // A problem may have the name of an interaction.
            let key = problem.map { "problem \($0.key)" } ?? title
            if let place = places[key] {
                groups[place].outcomes.append(index)
            } else {
                places[key] = groups.count
                groups.append(BudgetGroup(title: title, problem: problem, outcomes: [index]))
            }
        }
        return groups
    }

    /// Marks breaches that disappear without the rows of accepted problems as accepted; the others show what remains.
    /// `rest`: the outcome of the same limit without these rows.
    func accepting(
        _ accepted: [AcceptedNote], _ outcomes: [BudgetOutcome], _ rest: [BudgetOutcome]
    ) -> [BudgetOutcome] {
        outcomes.map { outcome in
            guard outcome.state == .breached else { return outcome }
            var outcome = outcome
            let without = rest.first { $0.subject == outcome.subject }
            if let without, without.state == .breached {
                outcome.cause = without.cause ?? outcome.cause
                if without.now != outcome.now, let words = without.nowWords {
                    outcome.note = [outcome.note, "\(words) without accepted problems"].compactMap { $0 }
                        .joined(separator: "; ")
                }
                return outcome
            }
            outcome.state = .accepted
            let note =
                problem(outcome, among: trace.problems).flatMap { problem in accepted.first { $0.key == problem.key } }
                ?? accepted.first
            outcome.note = [note.map { "accepted: \($0.words)" }, outcome.note].compactMap { $0 }
                .joined(separator: "; ")
            return outcome
        }
    }

    /// Adds to breached counts of a view how many of its updates were unnecessary, and their cause.
    func explainCounts(of group: BudgetGroup, _ outcomes: inout [BudgetOutcome]) {
        guard let problem = group.problem, let cause = problem.cause else { return }
        let unnecessary = (trace.problemShares[problem.id] ?? [:]).values.reduce(0) { $0 + $1.unnecessary }
        guard unnecessary > 0 else { return }
        for index in group.outcomes where outcomes[index].measure.isOfBodies && outcomes[index].view == problem.view {
            let words = "\(Decimal.grouped(unnecessary)) of its updates not needed, by \(cause)"
            outcomes[index].note = [outcomes[index].note, words].compactMap { $0 }.joined(separator: "; ")
        }
    }

    /// The problem with the most breaching rows in interactions of that kind and name: unnecessary updates for limits
    /// on update counts, long ones for others, or else any updates. For hangs, the costliest; for a view, the costliest
    /// with a finding about it.
    private func problem(_ outcome: BudgetOutcome, among problems: [StoredProblem]) -> StoredProblem? {
        let isCount = outcome.measure.isOfUpdates
        if outcome.measure == .hangMs { return first(of: problems, isCount) { $0.rule.hasPrefix("hang") } }
        if outcome.scope == .recurring {
            return first(of: problems, isCount) {
                $0.rule == "recurring-cause" && ($0.cause ?? $0.view) == outcome.subject
            }
        }
        if let cause = outcome.cause, let most = most(of: problems, in: cause, outcome, isCount) { return most }
        if let view = outcome.view { return first(of: problems, isCount) { $0.view == view } }
        return outcome.cause.flatMap { cause in
            first(of: problems, isCount) { $0.interaction.flatMap { trace.interactionOf[$0] } == cause }
        }
    }

    private func first(
        of problems: [StoredProblem], _ isCount: Bool, where isAbout: (StoredFinding) -> Bool
    ) -> StoredProblem? {
        let all = problems.filter { problem in
            trace.findings.contains { $0.problem == problem.id && isAbout($0) }
        }
        return all.first { $0.isWaste == isCount } ?? (isCount ? nil : all.first)
    }

    private func most(
        of problems: [StoredProblem], in cause: InteractionKey, _ outcome: BudgetOutcome, _ isCount: Bool
    ) -> StoredProblem? {
        // Slow code does not explain why something is updated; for a view's limit, only problems about that view.
        let all = problems.filter { problem in
            if isCount, !problem.isWaste { return false }
            guard let view = outcome.view else { return true }
            return trace.findings.contains { $0.problem == problem.id && $0.view == view }
        }
        let kinds: [(ProblemShare) -> Int] =
            isCount ? [\.unnecessary, \.updates] : [\.long, \.unnecessary, \.updates]
        for count in kinds {
            var most: (count: Int, problem: StoredProblem)?
            // By cost; ties keep the order of the list.
            for problem in all {
                guard let share = trace.problemShares[problem.id]?[cause], count(share) > most?.count ?? 0 else {
                    continue
                }
                most = (count(share), problem)
            }
            if let most { return most.problem }
        }
        return nil
    }
}
