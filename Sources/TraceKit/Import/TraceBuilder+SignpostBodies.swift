/// Signpost intervals that are evaluations of bodies, though their name does not end in `.body`.
///
/// Names of signposts are static strings, so a helper for all views has one name and puts the view into the message:
/// `os_signpost(.begin, log: log, name: "View Body", "%{public}@", viewName)`. Where that is certain the intervals become
/// updates, and where the user says so (`--body-signposts`). Signposts that are named like views are only pointed out.
extension TraceBuilder {
    /// Called once, when all was read and before anything is sorted.
    func takeSignpostBodies() {
        guard options.takesBodySignposts, signposts.count > 0 else { return }
        let kinds = SignpostKinds(self)
        let measured = measuredViews()
        kinds.judge(measured)
        take(kinds)
        let taken = kinds.all.filter { $0.isTaken && !$0.isAsked }
        if !taken.isEmpty { noteTaken(taken, kinds) }
        if options.bodySignposts.isEmpty, measured.isEmpty { proposeBodies(kinds) }
    }

    /// The names of the views whose bodies are measured elsewhere in the input.
    private func measuredViews() -> Set<NameID> {
        var isMeasured = Array(repeating: false, count: records.views.count)
        for row in 0..<updates.count where updates.duration[row] >= 0 { isMeasured[Int(updates.view[row])] = true }
        return Set(isMeasured.indices.filter { isMeasured[$0] }.map { records.views[$0].name })
    }

    private func take(_ kinds: SignpostKinds) {
        guard kinds.all.contains(where: \.isTaken) else { return }
        let isKept = Column<Bool>(repeating: true, count: signposts.count)
        var views: [NameID: UInt32] = [:]
        var processes: Set<NameID> = []
        for row in 0..<signposts.count {
            guard let raw = kinds.body(row) else { continue }
            let signpost = signposts[row]
            let view = views[raw] ?? newView(raw)
            views[raw] = view
            if signpost.process.isPresent {
                processes.insert(signpost.process)
                updates.process[updates.count] = signpost.process
            }
            // Logs number their threads and do not say which is the main one.
            let isNamed = signpost.thread.isPresent && names.text(signpost.thread)?.hasPrefix("0x") == false
            updates.append(
                start: signpost.start,
                duration: signpost.pairing == .complete ? signpost.duration : UpdateColumns.unterminated, view: view,
                id: 0, thread: isNamed ? signpost.thread : NameID(.main), phase: .update)
            isKept[row] = false
        }
        signposts.keep { isKept[$0] }
        noteSource("signposts")
        nameProcess(processes)
    }

    private func newView(_ raw: NameID) -> UInt32 {
        let name = names.intern(ViewName.normalised(names.text(raw) ?? ""))
        return view(ViewKey(name: name, rawName: raw, module: .none, kind: .body, kindWord: .none))
    }

    /// The process is the one whose bodies were measured.
    private func nameProcess(_ processes: Set<NameID>) {
        guard records.metadata.process == nil, processes.count == 1, let only = processes.first else { return }
        let process = ProcessName(names.text(only) ?? "")
        records.metadata.process = process.name
        records.metadata.pid = records.metadata.pid ?? process.pid
    }

    // MARK: What is said

    private static let listed = 3

    private func noteTaken(_ taken: [SignpostKinds.Kind], _ kinds: SignpostKinds) {
        for kind in taken.prefix(Self.listed) {
            let views = kinds.views(of: kind).prefix(Self.listed).map { "'\($0)'" }
            let more = Decimal.more(of: kind.views.count, listed: Self.listed)
            note(
                "the messages of signpost '\(names.text(kind.key.name) ?? "")' name views "
                    + "(\(views.joined(separator: ", "))\(more)): its \(Decimal.counted(kind.taken, "interval")) "
                    + "\(kind.taken == 1 ? "is a view body update" : "are view body updates"); "
                    + "to keep signposts: --body-signposts \(SignpostFilter.none)")
        }
        guard taken.count > Self.listed else { return }
        note("the messages of \(taken.count - Self.listed) more signposts name views and are read in the same way")
    }

    /// Names the option that makes bodies of what may be some, and counts the intervals under its value for the reports.
    private func proposeBodies(_ kinds: SignpostKinds) {
        let proposals = kinds.proposals()
        guard !proposals.isEmpty else { return }
        for proposal in proposals {
            for option in proposal.options {
                records.counters.add(.bodyLikeSignpost, option.value, by: option.intervals)
            }
        }
        for proposal in proposals.prefix(Self.listed) {
            let shown = proposal.names.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ")
            let more = Decimal.more(of: proposal.names.count, listed: Self.listed)
            let isOne = proposal.names.count == 1
            let options = proposal.options.map { "--body-signposts \(ShellWord.quote($0.value))" }.joined(
                separator: " ")
            note(
                "\(isOne ? "signpost" : "signposts") \(shown)\(more) "
                    + (proposal.isByMessage
                        ? "\(isOne ? "has" : "have") messages that name views"
                        : "\(isOne ? "is" : "are") named like views")
                    + "; if \(isOne ? "it measures" : "they measure") bodies: \(options)")
        }
    }

    private func note(_ message: String) {
        let files = records.sourceFiles
        records.warnings.append(
            Diagnostic(.note, at: files.count == 1 ? files.first.map { Place(file: $0) } : nil, message))
    }
}
