/// A recording to make, and the arguments of `xcrun xctrace` for it.
package struct RecordRequest: Sendable {
    package enum Target: Equatable, Sendable {
        /// A bundle id or a path, and the app's arguments.
        case launch(String, [String])
        /// A process id or a name.
        case attach(String)
    }

    package let target: Target
    /// The path of the recording.
    package let output: String
    /// A name or an id; nil = this Mac.
    package var device: String?
    package var seconds: Int?
    /// nil = the one for the device.
    package var template: String?
    package var instruments: [String] = []

    package static let swiftUI = "SwiftUI"
    package static let inSimulator = "Time Profiler"

    package init(_ target: Target, output: String) {
        self.target = target
        self.output = output
    }

    /// The target of a path or a bundle id. An app is not launched in our folder, so a relative path is made absolute.
    package static func launch(_ app: String, _ arguments: [String], in folder: String) -> Target {
        let isPath = app.contains("/") || app.hasSuffix(".app")
        guard isPath, !app.hasPrefix("/"), !app.hasPrefix("-") else { return .launch(app, arguments) }
        let relative = app.hasPrefix("./") ? String(app.dropFirst(2)) : app
        return .launch(folder.hasSuffix("/") ? folder + relative : "\(folder)/\(relative)", arguments)
    }

    /// Throws where a name could be taken for an option, or the recording has no place.
    package func check() throws(TraceError) {
        var names: [(option: String, name: String?)] = [
            ("output", output), ("device", device), ("template", template),
        ]
        names += instruments.map { ("instrument", $0) }
        switch target {
        case .launch(let app, _): names.append(("launch", app))
        case .attach(let process): names.append(("attach", process))
        }
        for case (let option, let name?) in names where name.hasPrefix("-") {
            throw TraceError(.usage, "'--\(option)' must not begin with '-', found '\(name.prefix(80))'")
        }
        guard output.hasSuffix(".trace") else {
            throw TraceError(
                .usage, "a recording of Instruments is called App.trace, found '\(output.prefix(200))'",
                fix: "name it with '.trace' at its end")
        }
        var status = stat()
        if lstat(output, &status) == 0 {
            throw TraceError(
                .usage, "this is there already", at: Place(file: output), fix: "name another, or move it away")
        }
        let folder = FileTarget.split(output).folder
        guard access(folder, W_OK) == 0 else {
            let reason = String(cString: strerror(errno)).lowercased()
            throw TraceError(.usage, "cannot write into the folder: \(reason)", at: Place(file: folder))
        }
    }

    /// The template to record with. SwiftUI's instruments record nothing in simulators.
    func template(inSimulator: Bool) -> String { template ?? (inSimulator ? Self.inSimulator : Self.swiftUI) }

    /// What `xctrace` is run with. Never two templates: the last one would win.
    package func arguments(inSimulator: Bool) -> [String] {
        var words = ["record", "--template", template(inSimulator: inSimulator)]
        for instrument in instruments { words += ["--instrument", instrument] }
        if let device { words += ["--device", device] }
        if let seconds { words += ["--time-limit", "\(seconds)s"] }
        words += ["--no-prompt", "--output", output]
        switch target {
        case .launch(let app, let arguments): return words + ["--launch", "--", app] + arguments
        case .attach(let process): return words + ["--attach", process]
        }
    }

    /// What to know about the recording before it is made.
    func warnings(inSimulator: Bool) -> [Diagnostic] {
        let rest = "time profile, hangs and hitches remain"
        if inSimulator {
            return [
                Diagnostic(
                    .warning, "SwiftUI's tables stay empty in a simulator; \(rest)",
                    fix: """
                        record on a device; or log from the simulator, which has the reasons of updates: \
                        xcrun simctl spawn booted log stream --info --signpost --style ndjson \
                        --predicate 'subsystem == "com.apple.SwiftUI"' > app.ndjson
                        """)
            ]
        }
        guard case .attach = target else { return [] }
        return [
            Diagnostic(
                .warning, "SwiftUI's tables may stay empty if Instruments attaches to a running app; \(rest)",
                fix: "record with --launch")
        ]
    }
}
