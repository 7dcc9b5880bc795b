/// Records an app with `xcrun xctrace record`, so that the recording survives whatever ends it.
package struct Recorder {
    private let request: RecordRequest
    private let tool: XctraceTool
    private let interruption: Interruption
    private let say: (String) -> Void

    /// - Parameter say: takes lines for standard error.
    package init(
        _ request: RecordRequest, _ tool: XctraceTool, _ interruption: Interruption, say: @escaping (String) -> Void
    ) {
        (self.request, self.tool, self.interruption, self.say) = (request, tool, interruption, say)
    }

    /// Makes the recording, which is there when this returns.
    package func record() throws(TraceError) {
        try request.check()
        guard let xcrun = tool.xcrun else { throw missingTool }
        var inSimulator = false
        if let device = request.device { inSimulator = try list("devices", xcrun).isSimulator(device) }
        try checkTemplate(try list("templates", xcrun).lines, request.template(inSimulator: inSimulator))
        for warning in request.warnings(inSimulator: inSimulator) { tell(warning) }
        let arguments = request.arguments(inSimulator: inSimulator)
        say(XctraceTool.command(arguments))
        let limits = inSimulator ? tool.limits.inSimulator : tool.limits.onDevice
        var clock = RecordingClock(request.seconds, overtime: limits.overtime, finishing: limits.finishing)
        let run = try ChildRun(
            xcrun, ["xctrace"] + arguments, as: .recording(request.output), interruption, say: say
        ) { moment in
            let signal = clock.signal(at: moment, isAsked: interruption.isFinishingRecording)
            if signal == SIGINT { say("the recording goes on behind its \(request.seconds ?? 0) s: it is ended") }
            return signal
        }
        try judge(run, clock, inSimulator: inSimulator)
    }

    // MARK: Before

    private var missingTool: TraceError {
        TraceError(
            .usage, "recording needs a Mac with Xcode, and 'xcrun' is not installed here",
            fix: """
                on a Mac, run
                    \(XctraceTool.command(request.arguments(inSimulator: false)))
                and then, there or here: trace-analyze report \(ShellWord.quote(request.output))
                """)
    }

    private func list(_ what: String, _ xcrun: String) throws(TraceError) -> XctraceLists {
        let words = ["list", what]
        var number = 0
        while true {
            var isLate = false
            let run = try ChildRun(xcrun, ["xctrace"] + words, interruption, say: nil) { moment in
                isLate = moment.elapsed > tool.limits.silence
                return isLate ? SIGKILL : nil
            }
            if run.ending == .exit(0) { return XctraceLists(run.output.text) }
            number += 1
            if case .signal = run.ending, !isLate, number < tool.limits.tries { continue }
            let reason = isLate ? "it takes longer than \(tool.limits.silence.components.seconds) s" : Self.reason(run)
            throw TraceError(
                .input, "\(XctraceTool.command(words)) failed (\(reason))", fix: "run it by hand; it must work first")
        }
    }

    /// How a run failed, with its last words.
    private static func reason(_ run: ChildRun) -> String {
        let words = (run.errors.lastLine ?? run.output.lastLine).map { ": '\($0)'" } ?? ""
        switch run.ending {
        case .exit(let code): return "status \(code)\(words)"
        case .signal(let signal): return "signal \(signal)\(words)"
        case .notStarted(let code): return String(cString: strerror(code)).lowercased()
        }
    }

    /// Throws unless the template is in the list. One in a file is not in it; a list that cannot be read says nothing.
    private func checkTemplate(_ known: [String], _ template: String) throws(TraceError) {
        guard !known.isEmpty, !known.contains(template), !template.contains("/"),
            !template.hasSuffix(".tracetemplate")
        else { return }
        let names = known.prefix(60).joined(separator: ", ")
        throw TraceError(
            .usage, "this Xcode has no template '\(template.prefix(80))'; it has: \(names)",
            fix: request.template == nil && template == RecordRequest.swiftUI
                ? "take Xcode 26 or newer, or name one with --template" : "name one of these with --template")
    }

    // MARK: After

    /// Throws where there is no recording, or none that can be whole.
    private func judge(_ run: ChildRun, _ clock: RecordingClock, inSimulator: Bool) throws(TraceError) {
        let place = Place(file: request.output)
        if clock.isKilled {
            throw TraceError(
                .input, "the recording was to end and did not: wedged", at: place,
                fix: inSimulator
                    ? "record on a device or in Instruments"
                    : "what there is of it may be whole: trace-analyze report \(ShellWord.quote(request.output))")
        }
        var status = stat()
        guard lstat(request.output, &status) == 0 else {
            let reason = run.ending == .exit(0) ? "it ended well and wrote no recording" : Self.reason(run)
            throw TraceError(.input, "xcrun xctrace record made no recording (\(reason))", at: place)
        }
        guard run.ending != .exit(0), !clock.isAsked else { return }
        let reason = Self.reason(run)
        tell(Diagnostic(.warning, at: place, "xcrun xctrace record failed (\(reason)); what it recorded is read"))
    }

    private func tell(_ diagnostic: Diagnostic) {
        for line in diagnostic.text.split(separator: "\n") { say(String(line)) }
    }
}

/// When a recording is asked to finish, and when it is given up.
struct RecordingClock {
    private let limit: Duration?
    private let finishing: Duration
    private var asked: Duration?
    private(set) var isKilled = false

    /// - Parameters:
    ///   - seconds: how long it is to be; nil = until it is asked.
    ///   - overtime: how much longer it may take, mostly to save what was recorded.
    ///   - finishing: how long it has when it was asked to finish.
    init(_ seconds: Int?, overtime: Duration, finishing: Duration) {
        limit = seconds.map { .seconds($0) + overtime }
        self.finishing = finishing
    }

    /// Whether it was asked to finish, by us or by the user.
    var isAsked: Bool { asked != nil }

    /// The signal to send now. `isAsked`: the user has asked already.
    mutating func signal(at moment: ChildRun.Moment, isAsked: Bool) -> Int32? {
        if let asked {
            guard moment.elapsed - asked > finishing else { return nil }
            isKilled = true
            return SIGKILL
        }
        if isAsked { asked = moment.elapsed }
        // It counts from when it says that it begins: before, it looks for the device and installs its own.
        guard asked == nil, let limit, moment.elapsed - (moment.spoke ?? .zero) > limit else { return nil }
        asked = moment.elapsed
        return SIGINT
    }
}
