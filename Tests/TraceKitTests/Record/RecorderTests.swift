import Foundation
import Testing

@testable import TraceKit

/// What is run to record, and what becomes of a recording that goes wrong; with a stand-in for `xcrun`.
@Suite struct RecorderTests {
    private static func request(_ target: RecordRequest.Target = .launch("com.example.App", [])) -> RecordRequest {
        RecordRequest(target, output: "app.trace")
    }

    @Test func `the command is that of the table`() {
        var request = Self.request(.launch("/tmp/My App.app", ["-demo", "1 2"]))
        #expect(
            XctraceTool.command(request.arguments(inSimulator: false))
                == "xcrun xctrace record --template SwiftUI --no-prompt --output app.trace --launch -- '/tmp/My App.app' -demo '1 2'"
        )
        (request.device, request.seconds, request.instruments) = (
            "My iPhone", 30, ["os_signpost", "Points of Interest"]
        )
        #expect(
            request.arguments(inSimulator: true).joined(separator: "|")
                == "record|--template|Time Profiler|--instrument|os_signpost|--instrument|Points of Interest|--device|My iPhone|"
                + "--time-limit|30s|--no-prompt|--output|app.trace|--launch|--|/tmp/My App.app|-demo|1 2")
        #expect(request.warnings(inSimulator: false).isEmpty)
        var attached = Self.request(.attach("4711"))
        attached.template = "Mine"
        #expect(
            attached.arguments(inSimulator: true)
                == ["record", "--template", "Mine", "--no-prompt", "--output", "app.trace", "--attach", "4711"])
        #expect(attached.warnings(inSimulator: false).map(\.message).joined().contains("attaches to a running app"))
        #expect(attached.warnings(inSimulator: true).map { $0.fix ?? "" }.joined().contains("log stream"))
    }

    @Test(arguments: [
        ("com.example.App", "com.example.App"), ("App", "App"),
        ("/Applications/My App.app", "/Applications/My App.app"),
        ("My App.app", "/work/it/My App.app"), ("./build/App.app", "/work/it/build/App.app"),
        ("../App", "/work/it/../App"), ("-x.app", "-x.app"),
    ])
    func `a relative path is made absolute`(_ app: String, _ expected: String) {
        #expect(RecordRequest.launch(app, ["a"], in: "/work/it") == .launch(expected, ["a"]))
        #expect(RecordRequest.launch("b/c", [], in: "/") == .launch("/b/c", []))
    }

    @Test func `devices are told from simulators by any of their names`() {
        let lists = XctraceLists(
            """
            == Devices ==
            Mac mini (3F2A-11)
            My iPhone (2) (26.1) (00008150-000E)

            == Devices Offline ==
            Old iPhone (17.0) (00008030-001A)

            == Simulators ==
            iPhone 17 Pro Simulator (26.1) (B0F5-7C)
            iPhone 17 Pro Simulator (26.1) + Apple Watch Series 11 (46mm) (26.1) (C2-9)
            Mac mini Simulator (26.1) (D3-1)
            """)
        for name in [
            "Mac mini", "3F2A-11", "My iPhone (2)", "My iPhone", "00008150-000E", "Old iPhone", "Mine", "26.1", "",
        ] {
            #expect(!lists.isSimulator(name), "\(name)")
        }
        for name in [
            "iPhone 17 Pro Simulator", "iPhone 17 Pro", "iPhone 17 Pro Simulator (26.1)", "B0F5-7C",
            "iPhone 17 Pro Simulator (26.1) (B0F5-7C)", "Mac mini Simulator",
        ] {
            #expect(lists.isSimulator(name), "\(name)")
        }
        #expect(XctraceLists("").lines == [] && XctraceLists("no heading\n==").lines == [])
    }

    private static func moment(_ elapsed: Int, _ spoke: Int? = nil) -> ChildRun.Moment {
        ChildRun.Moment(elapsed: .seconds(elapsed), spoke: spoke.map { .seconds($0) })
    }

    @Test func `a recording that outlives its time is asked once, then ended`() {
        var clock = RecordingClock(30, overtime: .seconds(10), finishing: .seconds(60))
        #expect(clock.signal(at: Self.moment(40), isAsked: false) == nil)
        // Time before it begins to record does not count.
        #expect(clock.signal(at: Self.moment(45, 5), isAsked: false) == nil && !clock.isAsked)
        #expect(clock.signal(at: Self.moment(46, 5), isAsked: false) == SIGINT && clock.isAsked)
        #expect(clock.signal(at: Self.moment(106, 5), isAsked: false) == nil && !clock.isKilled)
        #expect(clock.signal(at: Self.moment(107, 5), isAsked: false) == SIGKILL && clock.isKilled)
        var endless = RecordingClock(nil, overtime: .seconds(10), finishing: .seconds(60))
        #expect(endless.signal(at: Self.moment(86_400), isAsked: false) == nil)
        #expect(endless.signal(at: Self.moment(86_401), isAsked: true) == nil && endless.isAsked)
        #expect(endless.signal(at: Self.moment(86_461), isAsked: true) == nil)
        #expect(endless.signal(at: Self.moment(86_462), isAsked: true) == SIGKILL)
    }

    // MARK: With a stand-in

    private struct Result {
        var error: TraceError?
        var said: [String] = []
        /// The arguments of the recording, one a line; nil = none was begun.
        var arguments: [String]?
        var lists: [String] = []
        var isThere = false

        var message: String { error?.diagnostic.message ?? "" }
    }

    private static let templates = "printf '== Standard Templates ==\\nActivity Monitor\\nSwiftUI\\nTime Profiler\\n'"
    private static let devices = "printf '== Devices ==\\nMac (1)\\n\\n== Simulators ==\\niPhone 17 (26.1) (2)\\n'"

    /// Records with a stand-in. `fault`: what it does before it makes the recording `$output`.
    private func record(
        _ fault: String = "", templates: String = Self.templates, devices: String = Self.devices,
        _ change: (inout RecordRequest, inout XctraceTool.Limits) -> Void = { _, _ in }
    ) throws -> Result {
        try withTemporaryFolder { folder in
            let script = """
                #!/bin/sh
                cd "\(folder)"
                if [ "$2" = list ]; then
                    echo "$3" >> lists
                    try=$(($(wc -l < lists)))
                    if [ "$3" = devices ]; then \(devices); else \(templates); fi
                    exit 0
                fi
                printf '%s\\n' "$@" > arguments
                for word; do [ "$last" = --output ] && output=$word; last=$word; done
                \(fault)
                mkdir "$output"
                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/xcrun"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/xcrun")
            var tool = XctraceTool(path: folder)
            var request = RecordRequest(.launch("com.example.App", ["-a", "b c"]), output: "\(folder)/My app.trace")
            tool.limits.onDevice = (.seconds(1), .seconds(1))
            tool.limits.inSimulator = (.seconds(1), .seconds(1))
            change(&request, &tool.limits)
            var result = Result()
            do {
                try withinAMinute {
                    try Recorder(request, tool, Interruption()) { result.said.append($0) }.record()
                }
            } catch let error as TraceError { result.error = error }
            let lines = { (name: String) in
                (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.split(separator: "\n").map(
                    String.init)
            }
            (result.arguments, result.lists) = (lines("arguments"), lines("lists") ?? [])
            result.isThere = FileManager.default.fileExists(atPath: "\(folder)/My app.trace")
            return result
        }
    }

    @Test func `it records, after the exact command was said`() throws {
        let result = try record("echo 'Starting recording' ; echo noise >&2")
        #expect(result.error == nil && result.isThere && result.lists == ["templates"])
        let command = try #require(result.said.first)
        #expect(command.hasPrefix("xcrun xctrace record --template SwiftUI --no-prompt --output '/"))
        #expect(command.hasSuffix("/My app.trace' --launch -- com.example.App -a 'b c'"))
        #expect(Set(result.said.dropFirst()) == ["Starting recording", "noise"])
        #expect(result.arguments?.suffix(5) == ["--launch", "--", "com.example.App", "-a", "b c"])
    }

    @Test func `in a simulator the time profile is recorded`() throws {
        let result = try record { request, _ in request.device = "iPhone 17" }
        #expect(result.error == nil && result.lists == ["devices", "templates"])
        #expect(
            result.arguments?[3] == "Time Profiler" && result.said.first?.contains("stay empty in a simulator") == true)
        let device = try record { request, _ in request.device = "1" }
        #expect(device.arguments?[3] == "SwiftUI" && device.said.count == 1)
        // A warning has lines of its own.
        #expect(result.said.contains { $0.hasPrefix("  fix: record on a device; or log") })
    }

    @Test func `a template that is not there is refused with those that are`() throws {
        let old = try record(templates: "printf '== Standard Templates ==\\nAllocations\\nTime Profiler\\n'")
        #expect(old.message == "this Xcode has no template 'SwiftUI'; it has: Allocations, Time Profiler")
        #expect(old.error?.diagnostic.fix?.contains("Xcode 26") == true && old.arguments == nil)
        let named = try record { request, _ in request.template = "Swift UI" }
        #expect(named.message.contains("no template 'Swift UI'") && named.error?.kind == .usage)
        // One in a file is in no list.
        let file = try record { request, _ in request.template = "Mine.tracetemplate" }
        #expect(file.error == nil && file.arguments?[3] == "Mine.tracetemplate")
        #expect(try record(templates: ":").error == nil)
    }

    @Test func `lists that fail are tried again or told of`() throws {
        let once = try record(templates: "[ $try = 1 ] && kill -SEGV $$; \(Self.templates)")
        #expect(once.error == nil && once.lists.count == 2)
        let always = try record(templates: "kill -SEGV $$")
        #expect(always.message == "xcrun xctrace list templates failed (signal 11)" && always.lists.count == 3)
        let refused = try record(templates: "echo 'accept the license' >&2; exit 69")
        #expect(refused.message == "xcrun xctrace list templates failed (status 69: 'accept the license')")
        let slow = try record(templates: "sleep 300") { _, limits in limits.silence = .seconds(1) }
        #expect(slow.message == "xcrun xctrace list templates failed (it takes longer than 1 s)")
        #expect(slow.lists.count == 1 && slow.arguments == nil)
    }

    @Test(arguments: [
        ("echo 'Target not found' >&2; exit 8", "made no recording (status 8: 'Target not found')"),
        ("kill -SEGV $$", "made no recording (signal 11)"),
        ("exit 0", "made no recording (it ended well and wrote no recording)"),
    ])
    func `without a recording there is nothing to report`(_ fault: String, _ message: String) throws {
        let result = try record(fault)
        #expect(result.message == "xcrun xctrace record \(message)" && result.error?.kind == .input && !result.isThere)
    }

    @Test func `a recording that is there is read, however xctrace ended`() throws {
        let result = try record("mkdir \"$output\"; echo 'Run issues' >&2; exit 2")
        #expect(result.error == nil && result.isThere)
        #expect(result.said.last?.contains("failed (status 2: 'Run issues'); what it recorded is read") == true)
    }

    @Test func `one that does not end is asked to, and then wedged`() throws {
        let wedged = try record("mkdir \"$output\"; trap '' INT; while :; do sleep 0.1; done") { request, _ in
            (request.device, request.seconds) = ("iPhone 17", 1)
        }
        #expect(wedged.message.hasSuffix("wedged") && wedged.isThere)
        #expect(wedged.error?.diagnostic.fix == "record on a device or in Instruments")
        let late = try record("trap 'mkdir \"$output\"; exit 0' INT; while :; do sleep 0.1; done") { request, _ in
            (request.device, request.seconds) = ("iPhone 17", 1)
        }
        #expect(late.error == nil && late.isThere && late.said.last?.contains("goes on behind its 1 s") == true)
    }

    @Test func `names that begin with a dash, and places that are taken, are refused before anything runs`() throws {
        let changes: [(String, (inout RecordRequest) -> Void)] = [
            ("'--device' must not", { $0.device = "-x" }), ("'--template' must not", { $0.template = "--template" }),
            ("'--instrument' must not", { $0.instruments = ["a", "-b"] }),
            ("'--launch' must not", { $0 = RecordRequest(.launch("--all-processes", []), output: $0.output) }),
            ("'--attach' must not", { $0 = RecordRequest(.attach("-1"), output: $0.output) }),
            ("'--output' must not", { $0 = RecordRequest($0.target, output: "-x.trace") }),
            ("is called App.trace", { $0 = RecordRequest($0.target, output: "\($0.output).zip") }),
            ("is there already", { $0 = RecordRequest($0.target, output: Self.taken) }),
            (
                "cannot write into the folder: no such file",
                { $0 = RecordRequest($0.target, output: "/no/such/a.trace") }
            ),
        ]
        try FileManager.default.createDirectory(atPath: Self.taken, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: Self.taken) }
        for (message, change) in changes {
            let result = try record { request, _ in change(&request) }
            #expect(result.message.contains(message) && result.error?.kind == .usage, "\(message): \(result.message)")
            #expect(result.lists == [] && result.arguments == nil)
        }
    }

    private static let taken = NSTemporaryDirectory() + "tracekit-taken-\(getpid()).trace"

    @Test func `without Xcode it says what to run on a Mac`() throws {
        let recorder = Recorder(Self.request(), XctraceTool(path: "/no/such"), Interruption()) { _ in }
        let error = #expect(throws: TraceError.self) { try recorder.record() }
        #expect(error?.diagnostic.message == "recording needs a Mac with Xcode, and 'xcrun' is not installed here")
        #expect(error?.diagnostic.fix?.contains("xcrun xctrace record --template SwiftUI") == true)
        #expect(error?.diagnostic.fix?.hasSuffix("trace-analyze report app.trace") == true)
    }
}
