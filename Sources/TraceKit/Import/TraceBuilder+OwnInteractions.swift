/// Interactions that only the rows of updates tell of, by a column with the user's action that they ran in.
extension TraceBuilder {
    /// Makes an interaction of each run of updates of one process, in order of their starts, that name the same one: it begins
    /// with the first of them, the earliest that is known of it, and lasts until the last one has ended. Actions that follow one another
    /// without another row between them are one; there are at least so many. Called before the updates are sorted.
    func takeInteractionsOfUpdates() {
        guard !interactionsOfUpdates.isEmpty else { return }
        var rows = (0..<updates.count).filter { updates.start[$0] != UpdateColumns.untimed }
        rows.sort { (updates.start[$0], $0) < (updates.start[$1], $1) }
        var open: [NameID: Run] = [:]
        for row in rows {
            let (process, name) = (updates.process[row], interactionsOfUpdates[row])
            let end = updates.start[row].addingSaturating(max(0, updates.duration[row]))
            var run = open[process]
            if let last = run, last.name != name {
                append(last)
                run = nil
            }
            let start = run?.start ?? updates.start[row]
            open[process] = name.isPresent ? Run(name: name, start: start, end: max(run?.end ?? end, end)) : nil
        }
        for run in open.values { append(run) }
    }

    private struct Run {
        let name: NameID
        let (start, end): (Int64, Int64)
    }

    private func append(_ run: Run) {
        let interaction = RowWords.interaction(named: names.text(run.name) ?? "")
        records.interactions.append(
            InteractionRecord(
                kind: interaction.kind, name: interaction.name.isEmpty ? .none : names.intern(interaction.name),
                start: run.start, duration: run.end > run.start ? run.end - run.start : -1))
    }
}
