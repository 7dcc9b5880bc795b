import TraceKit

let recordCommand = CommandSpec(
    name: "record",
    summary: "Records an app with Instruments, on a Mac with Xcode, and reports as 'report' does.",
    arguments: "--launch BUNDLE-ID|PATH -o App.trace",
    options: RecordOptions.own + RecordOptions.ofReport, basics: RecordOptions.own.map(\.name) + ["format", "process"],
    examples: [
        (
            "trace-analyze record --launch com.example.App --device 'My iPhone' --seconds 30 -o app.trace",
            "starts the app"
        ),
        ("trace-analyze record --launch build/App.app -o app.trace -- -demo 1", "on this Mac, with arguments"),
        ("trace-analyze record --attach App --device 'My iPhone' -o app.trace", "to a running app, until Ctrl-C"),
        ("trace-analyze record --launch com.example.App -o app.trace --dry-run", "the command alone"),
    ],
    run: { arguments, console in
        let request = try RecordOptions.request(arguments, console)
        if request.device == nil {
            console.warn("recording on this Mac; --device NAME for an iPhone (xcrun xctrace list devices)")
        }
        if arguments.has("dry-run") {
            try request.check()
            console.print("\(XctraceTool.command(request.arguments(inSimulator: false)))\n")
            return 0
        }
        // What is wrong with its options is said before anything is recorded.
        let report = try ReportRun(try RecordOptions.report(of: request.output, arguments), console)
        let recorder = Recorder(request, report.pipeline.xctrace, console.interruption) {
            console.warn(VisibleText.escape($0))
        }
        try recorder.record()
        console.warn("recorded \(VisibleText.escape(request.output))")
        return try report.run()
    })

/// The options of `record`, and what it passes on to `report`.
enum RecordOptions {
    static let own: [CommandSpec.Option] = [
        .init(name: "launch", value: "BUNDLE-ID|PATH", help: "the app to start; its arguments follow behind --"),
        .init(name: "attach", value: "PID|NAME", help: "a running app instead: SwiftUI's tables may stay empty"),
        .init(name: "output", value: "FILE", help: "the recording to make, App.trace; -o for short"),
        .init(
            name: "device", value: "NAME|ID",
            help: "where the app runs, as xcrun xctrace list devices names it (default: this Mac)"),
        .init(name: "seconds", value: "N", help: "how long to record (default: until Ctrl-C, or the app ends)"),
        .init(
            name: "template", value: "NAME",
            help: "template of Instruments (default SwiftUI; in simulators Time Profiler)"),
        .init(name: "instrument", value: "NAME", help: "an instrument beside those of the template (repeatable)"),
        .init(name: "dry-run", value: nil, help: "print the command for a device or this Mac, and run nothing"),
    ]

    /// The options of the report that make sense for a recording that was just made.
    static let ofReport: [CommandSpec.Option] = reportCommand.options.compactMap { option in
        let isSenseless = [
            "output", "open", "db", "one-trace", "input-format", "offset", "run", "map", "native",
            "experimental-swiftui", "xcrun",
        ].contains(option.name)
        guard !isSenseless else { return nil }
        let isMain = option.heading == CommandSpec.Option.main
        return isMain ? CommandSpec.Option.list(under: "Report", [option]).first : option
    }

    static func request(_ arguments: Arguments, _ console: Console) throws(UsageError) -> RecordRequest {
        guard arguments.positional.count == arguments.behindDashes.count else {
            throw UsageError(
                "'record' takes no inputs, found '\(arguments.positional[0].prefix(80))'; arguments of the app follow behind --"
            )
        }
        for option in own where option.name != "instrument" && arguments.values(option.name).count > 1 {
            throw UsageError("give '--\(option.name)' once")
        }
        guard let output = arguments.value("output") else { throw UsageError("name the recording: -o App.trace") }
        let target: RecordRequest.Target
        switch (arguments.value("launch"), arguments.value("attach")) {
        case (let app?, nil): target = RecordRequest.launch(app, arguments.behindDashes, in: console.folder)
        case (nil, let process?):
            guard arguments.behindDashes.isEmpty else {
                throw UsageError("arguments of the app need '--launch': with '--attach' it runs already")
            }
            target = .attach(process)
        case (nil, nil): throw UsageError("name the app: --launch BUNDLE-ID|PATH, or --attach PID|NAME")
        default: throw UsageError("give one of --launch, --attach, not both")
        }
        var request = RecordRequest(target, output: output)
        request.device = arguments.value("device")
        request.seconds = try arguments.integer("seconds", in: 1...86_400)
        request.template = arguments.value("template")
        request.instruments = arguments.values("instrument")
        return request
    }

    /// The arguments of the report of a recording.
    static func report(of recording: String, _ arguments: Arguments) throws(UsageError) -> Arguments {
        var words = ["--xcrun"]
        for option in SharedOptions.given(ofReport, arguments) {
            words.append("--\(option.name)" + (option.value.map { "=\($0)" } ?? ""))
        }
        if arguments.has("no-project") { words.append("--no-project") }
        var report = try Arguments(words + ["--", recording], for: reportCommand)
        if let project = arguments.project { report.fill(from: project, for: reportCommand) }
        return report
    }
}
