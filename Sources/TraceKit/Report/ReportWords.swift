/// Sentences that reports share.
enum ReportWords {
    /// The lines of the answer below the first: what they are called, and what they say.
    static func lines(_ answer: ReportAnswer) -> [(label: String, text: String)] {
        var lines: [(label: String, text: String)] = []
        let project = answer.project.map { [("Project", $0)] } ?? []
        // Of a part of the updates that part is told, not the whole.
        if let zoom = answer.zoom, let sums = answer.partSums { return project + [("Only", "\(zoom): \(sums)")] }
        if answer.subject == .updates { lines = [("Bodies", severities(answer)), ("Worst", worstViews(answer))] }
        if answer.subject != .updates, let console = answer.console {
            lines = [("Bodies", console.counts), ("Most", console.viewWords)]
        }
        if answer.subject == .signposts, let signposts = answer.signposts {
            lines = [("Signposts", signposts.counts), ("Slowest", signposts.slowestWords)] + lines
        }
        if answer.subject != .updates, let samples = answer.samples {
            lines += [("Samples", samples.counts), ("Hottest", samples.hottestWords)]
        }
        if let logs = answer.logs {
            // Beside other lanes the lines themselves are shown where they are asked for.
            lines.append(("Log", logs.counts + (answer.subject == .logs ? "" : " (--logs)")))
        }
        if answer.subject == .metrics, let metrics = answer.metrics { lines.append(("Metrics", metrics.words)) }
        if let empty = answer.empty { lines.append(("Holds", empty.words)) }
        // Metrics have hangs and hitches of their own.
        if answer.subject != .metrics { lines.append(("Cost", costs(answer))) }
        lines += project
        if let zoom = answer.zoom { lines.append(("Below", "only \(zoom)")) }
        return lines
    }

    /// What was recorded, in one line; of a trace without view updates, what it holds instead.
    static func recording(
        _ facts: [String: SQLValue], _ subject: ReportSubject, _ processes: TargetProcesses, holds: String?
    ) -> String {
        let template = facts["template"]?.text
        // A template is no name.
        let name = facts["name"]?.text.flatMap { $0 == template ? nil : $0 }
        let process = facts["app"]?.text ?? facts["process"]?.text ?? unnamedProcess(facts)
        var what = process ?? name ?? "unnamed recording"
        if let build = facts["build"]?.text { what += " \(build)" }
        var parts = [what]
        if process != nil, name == TraceMetadata.allProcesses { parts.append("all processes recorded") }
        if let words = processes.words { parts.append(words) }
        if let device = facts["device"]?.text { parts.append(device) }
        if let os = facts["os"]?.text { parts.append(os) }
        if let template { parts.append("template \(template)") }
        if let version = facts["instruments"]?.text { parts.append("Instruments \(version)") }
        if let runs = runs(facts) { parts.append(runs) }
        if facts["format"]?.text == "instruments-trace" { parts.append("read without Xcode") }
        if subject != .updates, case .integer(let rate)? = facts["refresh_hz"], rate > 0 {
            parts.append("display \(rate) Hz")
        }
        var length: [String] = []
        if case .real(let duration) = facts["duration_ms"] {
            let isShort = duration < 1000
            length.append("\(Decimal.text(isShort ? duration : duration / 1000, digits: 2)) \(isShort ? "ms" : "s")")
        }
        if let holds {
            length.append(holds)
        } else if subject == .updates, case .integer(let updates) = facts["updates"] {
            length.append(Decimal.counted(Int(updates), "update"))
        }
        // What no lane of the report shows.
        if subject != .updates, subject != .nothing, let others = facts["other_updates"]?.count, others > 0 {
            length.append("\(Decimal.counted(others, "view update")) of other processes not analysed")
        }
        if case .integer(let untimed) = facts["untimed"], untimed > 0 {
            let missing = ConsoleAnswer.missing(timed: facts["timed_lines"]?.count ?? 0)
            length.append("\(Decimal.counted(Int(untimed), "body evaluation")) without \(missing)")
        }
        return length.isEmpty
            ? parts.joined(separator: ", ")
            : "\(parts.joined(separator: ", ")): \(length.joined(separator: ", "))"
    }

    /// A process of which the rows say the number alone.
    private static func unnamedProcess(_ facts: [String: SQLValue]) -> String? {
        guard case .integer(let pid)? = facts["pid"] else { return nil }
        return "process \(pid), whose name is not known"
    }

    /// Of a recording with several runs: which one this is, and which ones are left out.
    private static func runs(_ facts: [String: SQLValue]) -> String? {
        guard case .integer(let run)? = facts["recording_run"] else { return nil }
        let others = (facts["recording_runs"]?.text ?? "").split(separator: ",").filter { $0 != "\(run)" }
        if others.isEmpty { return run == 1 ? nil : "run \(run)" }
        let more = others.count > 8 ? " and \(others.count - 8) more" : ""
        return "run \(run) (not shown: \(others.count == 1 ? "run" : "runs") "
            + "\(others.prefix(8).joined(separator: ", "))\(more))"
    }

    /// What a lane holds.
    static func lane(_ name: String) -> String {
        switch name {
        case "updates": "view updates"
        case "edges", "causes": "causes"
        case "groups": "update groups"
        case "logs": "lines of the log"
        default: name
        }
    }

    /// `14 RED > 16.67 ms, 31 ORANGE > 8.3 ms, 408 gray of 453 (profile frame)`
    static func severities(_ answer: ReportAnswer) -> String {
        // A profile that is a rate is not to be taken for the display's.
        let display = answer.displayHz.map { "\(answer.profile.hasSuffix(" Hz") ? "display " : "")\($0) Hz" }
        if answer.bodyUpdates == 0 {
            return "no view body update is in this input" + (display.map { " (\($0))" } ?? "")
        }
        var text =
            "\(Decimal.grouped(answer.red)) RED > \(Decimal.shortest(answer.redMs)) ms, "
            + "\(Decimal.grouped(answer.orange)) ORANGE > \(Decimal.shortest(answer.orangeMs)) ms, "
            + "\(Decimal.grouped(answer.gray)) gray"
        if answer.unterminated > 0 { text += ", \(Decimal.grouped(answer.unterminated)) without end" }
        // With `--profile device` the deadlines are those of the display.
        let isDisplays = answer.displayHz.map { answer.profile == "\($0) Hz" } ?? false
        let profile = isDisplays ? [answer.profile, "the display's"] : [answer.profile, display].compactMap { $0 }
        return text + " of \(Decimal.grouped(answer.bodyUpdates)) (\(profile.joined(separator: ", ")))"
    }

    static func worstViews(_ answer: ReportAnswer) -> String {
        if answer.bodyUpdates == 0 { return "unknown without view body updates" }
        let groups = answer.missedGroups
        if answer.worstViews.isEmpty {
            if groups == 0 { return "none: every view body update met its deadline" }
            return "no view body update alone; \(Decimal.counted(groups, "update group")) missed the deadline together"
        }
        let together =
            groups > answer.red + answer.orange ? "; \(Decimal.counted(groups, "update group")) together" : ""
        return answer.worstViews.enumerated().map { index, view in
            let counts = [view.red > 0 ? "\(view.red) red" : nil, view.orange > 0 ? "\(view.orange) orange" : nil]
            let longest = index == 0 ? ", max \(Decimal.text(view.maxMs, digits: 1)) ms" : ""
            return "\(view.view) \(counts.compactMap { $0 }.joined(separator: " "))\(longest)"
        }.joined(separator: "; ") + together
    }

    /// `406 updates, 14 RED, 30 ORANGE; 271 unnecessary 201 ms (all possible)`
    static func partSums(updates: Int, red: Int, orange: Int, unnecessary answer: ReportAnswer) -> String {
        let long = [(red, "RED"), (orange, "ORANGE")].filter { $0.0 > 0 }.map { ", \(Decimal.grouped($0.0)) \($0.1)" }
        let wasted =
            answer.unnecessary == 0
            ? ""
            : "; \(Decimal.grouped(answer.unnecessary)) unnecessary "
                + "\(Decimal.text(answer.wastedMs, digits: answer.wastedMs < 10 ? 1 : 0)) ms (\(howSure(answer)))"
        return Decimal.counted(updates, "update") + long.joined() + wasted
    }

    /// `all possible`, `12 proven, 259 possible`
    private static func howSure(_ answer: ReportAnswer) -> String {
        let counts = Confidence.allCases.reversed().map { ($0, answer.unnecessaryByConfidence[$0] ?? 0) }
            .filter { $0.1 > 0 }
        if counts.count == 1, let only = counts.first {
            return answer.unnecessary == 1 ? only.0.word : "all \(only.0.word)"
        }
        return counts.map { "\(Decimal.grouped($0.1)) \($0.0.word)" }.joined(separator: ", ")
    }

    /// Why there are neither hangs nor hitches, as far as the table of contents tells.
    private static func absentStalls(_ answer: ReportAnswer) -> String {
        guard let recorded = answer.recordedStalls else {
            return answer.subject == .updates
                ? "hangs and hitches are not in this input" : "hangs and hitches: not recorded or not exported"
        }
        func words(_ lanes: [String], _ what: String) -> String? {
            lanes.isEmpty ? nil : "\(lanes.joined(separator: " and ")): \(what)"
        }
        let lanes = ["hangs", "hitches"]
        return [
            words(lanes.filter(recorded.contains), "recorded, but not exported"),
            words(lanes.filter { !recorded.contains($0) }, "not recorded"),
        ].compactMap { $0 }.joined(separator: "; ")
    }

    /// `271 of 419 updates unnecessary 201 ms (all possible); 1 hang 313 ms; 10 hitches 267 ms, 1 of the system`
    static func costs(_ answer: ReportAnswer) -> String {
        func time(_ milliseconds: Double) -> String {
            milliseconds < 10_000
                ? " \(Decimal.text(milliseconds, digits: milliseconds < 10 ? 1 : 0)) ms"
                : " \(Decimal.text(milliseconds / 1000, digits: 0)) s"
        }
        var parts: [String] = []
        let judged = answer.necessary + answer.unnecessary + answer.unknown
        if judged > 0, judged == answer.unknown {
            // Nothing was found out about them, which is not the same as nothing unnecessary.
            parts.append(
                judged == 1
                    ? "whether its update was necessary is not recorded"
                    : "whether the \(Decimal.grouped(judged)) updates in interactions were necessary is not recorded")
        } else if judged > 0 {
            let wasted = answer.unnecessary > 0 ? "\(time(answer.wastedMs)) (\(howSure(answer)))" : ""
            parts.append(
                "\(Decimal.grouped(answer.unnecessary)) of \(Decimal.counted(judged, "update")) unnecessary\(wasted)")
        }
        if !answer.hasHangLane && !answer.hasHitchLane { parts.append(absentStalls(answer)) }
        if answer.hasHangLane {
            let none = answer.hangsThresholdMs.map { "no hangs over \(Decimal.grouped($0)) ms" } ?? "no hangs"
            let hangs = "\(Decimal.counted(answer.hangs, "hang"))\(time(answer.hangMs))\(answer.hangProcesses.shares)"
            parts.append(answer.hangs == 0 ? none : hangs)
        }
        if answer.hasHitchLane {
            let hitches = "\(Decimal.counted(answer.hitches, "hitch"))\(time(answer.hitchMs))"
            let system = answer.systemHitches > 0 ? ", \(Decimal.grouped(answer.systemHitches)) of the system" : ""
            parts.append((answer.hitches == 0 ? "no hitches" : hitches + answer.hitchProcesses.shares) + system)
            if let ratio = answer.hitchRatio {
                parts.append("\(Decimal.text(ratio, digits: 1)) ms of hitch a second of the recording")
            }
        }
        return parts.joined(separator: "; ")
    }
}
