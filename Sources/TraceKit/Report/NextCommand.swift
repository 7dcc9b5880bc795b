/// Chooses the most useful next command after a report.
struct NextCommand {
    let input: CommandInput
    let zoom: ReportZoom

    /// - Parameter kind: that of the costliest problem shown.
    func words(
        _ stored: StoredTrace, _ answer: ReportAnswer, leading kind: String?
    ) throws(TraceError) -> String {
        if let kind { return "trace-analyze explain \(kind)" }
        // A database keeps signposts as they were read.
        if input.database == nil, zoom.isEmpty {
            let proposed = try BodyProposals.read(stored)
            if !proposed.isEmpty { return input.command("report", proposed) }
        }
        // Mention processes that are not analysed before other advice.
        if answer.updates == 0, let process = try ProcessCaveat.read(stored)?.largest ?? answer.empty?.processes.first {
            return input.command("report", without: ["process"], [.init("process", process)])
        }
        return ofSubject(answer) ?? ofUpdates(answer)
    }

    /// The command about what a trace has instead of view updates.
    private func ofSubject(_ answer: ReportAnswer) -> String? {
        switch answer.subject {
        case .signposts:
            if let slow = answer.signposts?.slowest.first, zoom.isEmpty {
                return input.command("report", [.init("signposts", slow.name)])
            }
        case .samples:
            return zoom.isEmpty
                ? input.command(
                    "export", analyses: false, [.init("to", "speedscope"), .init("output", "profile.json")])
                : input.command("report")
        case .console:
            if answer.console?.unchanged ?? 0 > 0 { return "trace-analyze explain unchanged-updates" }
        case .metrics:
            // `query` needs exactly one input, and no reading options.
            guard input.inputs.count == 1, input.reading.isEmpty else { return input.command("report", [.init("all")]) }
            return "trace-analyze query \(input.words) \(ShellWord.quote("SELECT * FROM metrics"))"
        case .updates, .stalls, .logs, .nothing: break
        }
        return nil
    }

    private func ofUpdates(_ answer: ReportAnswer) -> String {
        // `doctor` says what can be exported from which run, and what must be recorded again.
        if answer.updates == 0 { return input.command("doctor", analyses: false) }
        if let view = answer.bodies.worst.first?.view, zoom.isEmpty {
            return input.command("report", [.init("view", view)])
        }
        if let view = zoom.view {
            return input.command(input.inputs.count == 1 ? "chains" : "report", [.init("view", view)])
        }
        return input.command(
            "report", without: ["profile", "refresh-rate", "deadlines"], [.init("profile", "instruments")])
    }
}
