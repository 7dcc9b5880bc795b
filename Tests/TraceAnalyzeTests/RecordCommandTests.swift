import Foundation
import Testing

/// `record` as a process, with a stand-in for `xcrun`: signals, streams and exit codes.
@Suite struct RecordCommandTests {
    /// Lists, records by `fault` and `mkdir "$output"`, and exports a sample.
    private static func standIn(_ fault: String) throws -> Folder {
        let folder = try Folder()
        let script = """
            #!/bin/sh
            here='\(folder.path)'
            echo "$2" >> "$here/calls"
            for word; do
                case "$last" in
                --output) output=$word ;;
                --xpath) table=$(echo "$word" | sed 's/.*@schema="\\([^"]*\\)".*/\\1/') ;;
                esac
                [ "$word" = --toc ] && table=toc
                last=$word
            done
            case "$2" in
            list) printf '== Standard Templates ==\\nSwiftUI\\nTime Profiler\\n' ;;
            export) cat "\(Samples.path("xctrace/landmarks-before"))/$table.xml" > "$output" ;;
            record)
                printf '%s\\n' "$@" > "$here/arguments"
                \(fault)
                mkdir "$output"
                ;;
            esac
            """
        let tool = try folder.file("xcrun", script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        return folder
    }

    /// A run whose streams go to files, so that a test can wait for what it says.
    private final class Run {
        private let process = Process()
        private let folder: Folder
        private let number: String

        init(_ words: [String], in folder: Folder, path: String? = nil) throws {
            (self.folder, number) = (folder, UUID().uuidString)
            let tool: URL = try #require(ProcessTests.tool(), "the tool was not built beside the tests")
            process.executableURL = tool
            process.arguments = words
            process.environment = ProcessInfo.processInfo.environment.merging([
                "LC_ALL": "C.UTF-8", "PATH": path ?? "\(folder.path):/usr/bin:/bin",
            ]) { _, new in new }
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.standardInput = FileHandle.nullDevice
            for name in ["out", "err"] { _ = try folder.file("\(name)-\(number)", "") }
            process.standardOutput = FileHandle(forWritingAtPath: folder("out-\(number)"))
            process.standardError = FileHandle(forWritingAtPath: folder("err-\(number)"))
            try process.run()
        }

        var out: String { (try? folder.text("out-\(number)")) ?? "" }
        var err: String { (try? folder.text("err-\(number)")) ?? "" }

        func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

        func finish() -> Int32 {
            process.waitUntilExit()
            return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        }
    }

    /// Waits until something is so, at most a minute.
    private static func wait(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<1200 where !isSo() { usleep(50_000) }
        return isSo()
    }

    private static let ready = ": > \"$here/ready\"; while :; do sleep 0.1; done"

    @Test func `it records, exports and reports, with the options of report`() throws {
        let folder = try Self.standIn("echo 'Recording completed.'")
        let run = try Run(
            [
                "record", "--launch", "build/My App.app", "-o", "my app.trace", "--seconds", "5", "--top", "3",
                "--format",
                "json", "--keep-exports", "kept", "--", "--top", "-demo", "--help",
            ], in: folder)
        #expect(run.finish() == 0 && run.out.hasPrefix("{"), "\(run.err)")
        let app = "\(folder.path)/build/My App.app"
        #expect(
            run.err.contains(
                " --time-limit 5s --no-prompt --output 'my app.trace' --launch -- '\(app)' --top -demo --help\n"))
        #expect(run.err.contains("Recording completed.\nrecorded my app.trace\n"))
        let arguments = try folder.text("arguments").split(separator: "\n").suffix(6)
        #expect(arguments == ["--launch", "--", Substring(app), "--top", "-demo", "--help"])
        #expect(FileManager.default.fileExists(atPath: folder("kept/my app/swiftui-updates.xml")))
        // The same as of a later report, up to the options that each was given.
        let again = try Run(["report", "my app.trace", "--top", "3", "--format", "json"], in: folder)
        #expect(again.finish() == 0)
        let lines = { (text: String) in Set(text.split(separator: "\n").filter { !$0.contains("trace-analyze ") }) }
        #expect(lines(again.out).symmetricDifference(lines(run.out)).count < 12, "\(again.err)")
        // A second one would overwrite it.
        let taken = try Run(["record", "--launch", "a.b", "-o", "my app.trace"], in: folder)
        #expect(taken.finish() == 64 && taken.err.contains("my app.trace: error: this is there already"))
    }

    @Test func `Ctrl-C ends the recording alone, which is reported`() throws {
        let folder = try Self.standIn("trap 'mkdir \"$output\"; exit 0' INT; \(Self.ready)")
        let run = try Run(["record", "--attach", "App", "-o", "a.trace"], in: folder)
        #expect(Self.wait { FileManager.default.fileExists(atPath: folder("ready")) })
        run.signal(SIGINT)
        #expect(run.finish() == 0 && run.out.contains("14 RED > 16.67 ms"), "\(run.err)")
        #expect(run.err.contains("trace-analyze: the recording is being finished; Ctrl-C again gives it up\n"))
        #expect(run.err.contains("warning: SwiftUI's tables may stay empty if Instruments attaches"))
        #expect(folder.names.contains("a.trace"))
    }

    @Test func `a second Ctrl-C gives it up and names it`() throws {
        let folder = try Self.standIn("mkdir \"$output\"; echo $$ > \"$here/pid\"; trap '' INT; \(Self.ready)")
        let run = try Run(["record", "--launch", "a.b", "-o", "a.trace"], in: folder)
        #expect(Self.wait { FileManager.default.fileExists(atPath: folder("ready")) })
        run.signal(SIGINT)
        #expect(Self.wait { run.err.contains("being finished") })
        run.signal(SIGINT)
        #expect(run.finish() == 130 && run.out.isEmpty)
        #expect(
            run.err.hasSuffix("trace-analyze: interrupted; the recording a.trace may be unfinished\n"), "\(run.err)")
        let pid = try #require(Int32(try folder.text("pid").dropLast()))
        #expect(Self.wait { kill(pid, 0) != 0 } && folder.names.contains("a.trace"))
    }

    @Test func `where we are ended the recording is still saved`() throws {
        let folder = try Self.standIn("trap 'mkdir \"$output\"; exit 0' INT; \(Self.ready)")
        let run = try Run(["record", "--launch", "a.b", "-o", "a.trace"], in: folder)
        #expect(Self.wait { FileManager.default.fileExists(atPath: folder("ready")) })
        run.signal(SIGTERM)
        #expect(run.finish() == 128 + SIGTERM && run.err.contains("the recording a.trace may be unfinished"))
        #expect(Self.wait { folder.names.contains("a.trace") })
    }

    @Test func `a dry run prints the command and runs nothing`() throws {
        let folder = try Self.standIn("")
        let run = try Run(
            ["record", "--dry-run", "--launch", "a.b", "--device", "it's mine", "-o", "a.trace", "--", "x y"],
            in: folder)
        #expect(
            run.finish() == 0 && run.err.isEmpty
                && run.out
                    == "xcrun xctrace record --template SwiftUI --device 'it'\\''s mine' --no-prompt --output a.trace "
                    + "--launch -- a.b 'x y'\n"
        )
        #expect(!folder.names.contains("calls"))
    }

    @Test(arguments: [
        ("-o a.trace", "name the app: --launch BUNDLE-ID|PATH, or --attach PID|NAME"),
        ("--launch a.b", "name the recording: -o App.trace"), ("--launch a.b -o -", "name the recording: -o App.trace"),
        ("--launch a.b --attach 1 -o a.trace", "give one of --launch, --attach, not both"),
        ("--attach 1 -o a.trace -- x", "arguments of the app need '--launch'"),
        ("a.b -o a.trace", "'record' takes no inputs, found 'a.b'"),
        ("--launch a.b -o a.trace --seconds 0", "'--seconds' must be a whole number from 1 to 86400, found '0'"),
        ("--launch a.b -o a.trace --template A --template B", "give '--template' once"),
        ("--launch a.b -o a.trace --top none", "'--top' must be a whole number"),
        ("--launch a.b -o a.trace --format none", "unknown format 'none'"),
        ("--launch a.b -o a.trace --signposts A --view B", "give one of them"),
        ("--launch a.b -o a.zip", "a recording of Instruments is called App.trace"),
        ("--launch -a -o a.trace", "'--launch' must not begin with '-', found '-a'"),
        ("--launch a.b -o a.trace --db x.sqlite", "unknown option '--db'"),
    ])
    func `what cannot be is said before anything runs`(_ line: String, _ message: String) throws {
        let folder = try Self.standIn("")
        let run = try Run(["record"] + line.split(separator: " ").map(String.init), in: folder)
        #expect(run.finish() == 64 && run.out.isEmpty && run.err.contains(message), "\(run.err)")
        #expect(!folder.names.contains("calls"))
    }

    @Test func `a table that cannot be exported is missing in the report`() throws {
        let folder = try Self.standIn("")
        let script = try folder.text("xcrun").replacing(
            "export) cat", with: "export) [ $table = swiftui-full-causes ] && kill -SEGV $$; cat")
        _ = try folder.file("xcrun", script)
        let run = try Run(["record", "--launch", "a.b", "-o", "a.trace", "--width", "200"], in: folder)
        #expect(run.finish() == 0 && run.out.contains("swiftui-full-causes (crashed 3 times: signal 11, SIGSEGV)"))
        #expect(run.err.contains("warning: a table of the recording could not be exported and is missing here"))
        #expect(run.out.contains("14 RED"))
    }

    @Test func `without Xcode it says what to do`() throws {
        let folder = try Folder()
        let run = try Run(["record", "--launch", "a.b", "-o", "a.trace"], in: folder, path: folder.path)
        #expect(run.finish() == 64 && run.err.contains("recording needs a Mac with Xcode"))
        #expect(
            run.err.contains(
                "    xcrun xctrace record --template SwiftUI --no-prompt --output a.trace --launch -- a.b\n"))
    }
}
