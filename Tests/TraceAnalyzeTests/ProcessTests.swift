import Foundation
import Testing

#if canImport(Darwin)
    /// A class of the test bundle, by which that is found.
    private final class BundleAnchor {}
#endif

/// What only a real process shows: exit codes, streams, closed pipes.
@Suite struct ProcessTests {
    /// The tool, built beside the test bundle.
    static func tool() -> URL? {
        let places =
            [Bundle.main.executableURL, Bundle.main.bundleURL]
            .compactMap { $0?.deletingLastPathComponent() }
            + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let words = CommandLine.arguments.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        #if canImport(Darwin)
            // There the tests are loaded into a program of Xcode's.
            let own = [Bundle(for: BundleAnchor.self).bundleURL.deletingLastPathComponent()]
        #else
            let own: [URL] = []
        #endif
        return (own + places + words).map { $0.appendingPathComponent("trace-analyze") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private func run(
        _ words: [String], closingOutput: Bool = false, path: String? = nil, environment: [String: String] = [:],
        folder: String? = nil, input: String? = nil
    ) throws -> (code: Int32, out: String, err: String) {
        let process = Process()
        let tool: URL = try #require(Self.tool(), "the tool was not built beside the tests")
        process.executableURL = tool
        process.arguments = words
        // Texts follow the encoding of the locale.
        let locale = ["LC_ALL": "C.UTF-8"]
        process.environment = ProcessInfo.processInfo.environment.merging(locale) { _, new in new }
            .merging(environment) { _, new in new }
        if let path { process.environment?["PATH"] = path }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        if let input { process.standardInput = FileHandle(forReadingAtPath: input) }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        if closingOutput { try output.fileHandleForReading.close() }
        try process.run()
        // Both pipes are read before the exit is waited for, so that neither can fill up.
        let out = closingOutput ? Data() : try output.fileHandleForReading.readToEnd() ?? Data()
        let err = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return (process.terminationStatus, String(decoding: out, as: UTF8.self), String(decoding: err, as: UTF8.self))
    }

    @Test func `the process has the exit codes and streams of the in-process runs`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let good = try run(["report", trace, "--width", "100"])
        #expect(good == (0, CommandLineRun(["report", trace, "--width", "100"]).output, ""))
        let missing = try run(["report", folder("none.json")])
        #expect(missing.code == 2 && missing.out.isEmpty && missing.err.contains("cannot read the file"))
        let usage = try run(["report"])
        #expect(usage.code == 64 && usage.out.isEmpty && usage.err.contains("give at least one INPUT"))
    }

    @Test func `the file behind standard input is never the output`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small)
        let (sql, list) = (try folder.file("q.sql", "SELECT 1"), try folder.file("list.txt", "trace.json\n"))
        for (words, input) in [
            (["query", trace, "-"], sql), (["report", "-"], trace), (["report", trace], list),
            (["import", trace], list),
        ] {
            let before = try String(contentsOfFile: input, encoding: .utf8)
            let option = words[0] == "import" ? "--db" : "--output"
            let refused = try run(words + [option, input], input: input)
            #expect(refused.code != 0 && refused.out.isEmpty, "\(words)")
            if option == "--output" {
                #expect(refused.code == 64 && refused.err.contains("standard input"), "\(refused.err)")
            }
            #expect(try String(contentsOfFile: input, encoding: .utf8) == before)
        }
        #expect(try run(["query", trace, "-", "--output", folder("out.txt")], input: sql).code == 0)
    }

    /// Stops the tool with a signal while it waits for a pipe that says nothing.
    private func stop(_ words: [String], with signal: Int32) throws -> (code: Int32, err: String) {
        let process = Process()
        let tool: URL = try #require(Self.tool(), "the tool was not built beside the tests")
        process.executableURL = tool
        process.arguments = words
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = Pipe()
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(Samples.small.utf8.dropLast(100)))
        usleep(300_000)
        kill(process.processIdentifier, signal)
        let err = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        return (process.terminationStatus, String(decoding: err, as: UTF8.self))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal ends it at once, with a word, and nothing stays`(_ signal: Int32) throws {
        let folder = try Folder()
        // The first launch of a new binary may take longer than `stop` waits.
        _ = try run(["--version"])
        let said = (code: 128 + signal, err: "trace-analyze: interrupted\n")
        #expect(try stop(["import", "-", "--db", folder("t.sqlite")], with: signal) == said)
        #expect(try stop(["report", "-", "--output", folder("out.txt")], with: signal) == said)
        #expect(folder.names == [])
        _ = try run(["import", try folder.file("trace.json", Samples.small), "--db", folder("t.sqlite")])
        let before = FileManager.default.contents(atPath: folder("t.sqlite"))
        #expect(try stop(["import", "-", "--db", folder("t.sqlite")], with: signal) == said)
        #expect(FileManager.default.contents(atPath: folder("t.sqlite")) == before)
        #expect(folder.names == ["t.sqlite", "trace.json"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `an output that takes no more is an error, a closed one is not`() throws {
        let process = Process()
        let tool: URL = try #require(Self.tool(), "the tool was not built beside the tests")
        process.executableURL = tool
        process.arguments = ["formats"]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 2)
        #expect(
            String(decoding: said, as: UTF8.self)
                == "trace-analyze: error: the output is incomplete: no space left on device\n")
    }

    private static let zones = [
        (zone: "Asia/Kolkata", locale: "de_DE.UTF-8"), (zone: "America/St_Johns", locale: "tr_TR.UTF-8"),
        (zone: "UTC", locale: "C.UTF-8"),
    ]

    /// Every process hashes with a seed of its own, so an order that hangs on a dictionary shows here.
    @Test(arguments: [
        ["report"], ["report", "--format", "json"], ["chains"], ["export", "--to", "csv"], ["doctor"],
    ])
    func `another process in another zone, locale and folder writes the same bytes`(_ words: [String]) throws {
        let folder = try Folder()
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("SampleTraces/landmarks-before.json").path
        let first = try run(words + [sample])
        #expect(first.code == 0 && !first.out.isEmpty, "\(first.err)")
        for (zone, locale) in Self.zones {
            let again = try run(
                words + [sample], environment: ["TZ": zone, "LC_ALL": locale, "LANG": locale], folder: folder(""))
            #expect(again == first, "\(zone), \(locale)")
        }
    }

    @Test func `a closed standard output ends the process quietly with 0`() throws {
        let folder = try Folder()
        let closed = try run(
            ["report", try folder.file("trace.json", Samples.red(2000)), "--top", "2000"], closingOutput: true)
        #expect(closed == (0, "", ""))
    }

    /// A stand-in for `xcrun`: answers `xctrace export` with the files of a sample.
    private static let standIn = """
        #!/bin/sh
        exports='SAMPLE'
        while [ $# -gt 0 ]; do
            case "$1" in
            --output) output=$2 ;;
            --toc) table=toc ;;
            --xpath) table=$(echo "$2" | sed 's/.*@schema="\\([^"]*\\)".*/\\1/') ;;
            esac
            shift
        done
        echo "exporting $table"
        if [ "$table" = toc ]; then cat "$exports/toc.xml" > "$output"; else cat "$exports/$table.xml" > "$output"; fi
        """

    /// A result without the commands that it proposes: they name the folder of exports.
    private func withoutCommands(_ text: String) -> [Substring] {
        text.replacing(" \\\n", with: " ").split(separator: "\n").filter { !$0.contains("trace-analyze ") }
    }

    @Test func `a recording is exported with xcrun where it is there`() throws {
        let folder = try Folder()
        let recording = folder("App.trace")
        try FileManager.default.createDirectory(atPath: recording, withIntermediateDirectories: true)
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("SampleTraces/xctrace/landmarks-before").path
        let tool = try folder.file("xcrun", Self.standIn.replacing("SAMPLE", with: sample))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let path = "\(folder("")):/usr/bin:/bin"
        let exports = folder("exports")
        let kept = try run(["report", recording, "--keep-exports", exports, "--top", "3"], path: path)
        #expect(kept.code == 0 && kept.out.contains("14 RED > 16.67 ms"), "\(kept.err)")
        #expect(kept.err.contains("exporting swiftui-updates"))
        #expect(FileManager.default.fileExists(atPath: "\(exports)/App/swiftui-updates.xml"))
        let without = try run(["report", recording], path: "/usr/bin:/bin")
        #expect(without.code == 2 && without.err.contains("xcrun xctrace export --input"))
        // Where the exports are not to be kept, nothing is left of them.
        let temporary = folder("temporary")
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        let gone = try run(["report", recording, "--top", "3"], path: path, environment: ["TMPDIR": temporary])
        #expect(gone.code == 0 && withoutCommands(gone.out) == withoutCommands(kept.out), "\(gone.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    }

    @Test(arguments: [
        ("#!/bin/sh\necho no such run >&2; exit 3", [], "xcrun xctrace export failed (refused: 'no such run')"),
        ("#!/no/such/shell", [], "xcrun xctrace export failed ("),
        ("#!/bin/sh\nkill -SEGV $$", [], "xcrun xctrace export failed (crashed 3 times: signal 11, SIGSEGV)"),
        ("#!/bin/sh\nexit 139", [], "xcrun xctrace export failed (crashed 3 times: signal 11, SIGSEGV)"),
        ("#!/bin/sh\nexit 3", [], "xcrun xctrace export failed (crashed 3 times: status 3 without a word)"),
        (
            "#!/bin/sh\necho 'Document Missing Template Error' >&2; exit 10", [],
            "the recording is not finished\n  fix: record again, and wait until the recording is saved"
        ),
        (
            "#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done; echo '<trace-toc><run/></trace-toc>' > \"$1\"", [],
            "the recording holds none of the tables that trace-analyze reads"
        ),
        ("#!/bin/sh", ["--keep-exports", "/no/such/folder"], "cannot make the directory: no such file or directory"),
    ])
    func `an export that fails is an error of the recording and leaves nothing`(
        _ script: String, _ options: [String], _ message: String
    ) throws {
        let folder = try Folder()
        let (recording, temporary) = (folder("App.trace"), folder("temporary"))
        for path in [recording, temporary] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let tool = try folder.file("xcrun", script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let failed = try run(
            ["report", recording] + options, path: "\(folder("")):/usr/bin:/bin", environment: ["TMPDIR": temporary])
        #expect(failed.code == 2 && failed.out.isEmpty && failed.err.contains(": error: \(message)"), "\(failed.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
        let nowhere = try run(
            ["report", recording], path: "\(folder("")):/usr/bin:/bin", environment: ["TMPDIR": "/no/such/folder"])
        #expect(nowhere.code == 2 && nowhere.err.contains("/no/such/folder: error: cannot make a temporary directory"))
    }

    // MARK: Several recordings

    /// A stand-in that answers from the folder that a recording names, and like the real one takes nothing for a file
    /// that begins with a dash.
    private static let reader = """
        #!/bin/sh
        echo "$*" >> "CALLS"
        while [ $# -gt 0 ]; do
            case "$1" in
            --input) input=$2 ;;
            --output) output=$2 ;;
            --toc) table=toc ;;
            --xpath) table=$(echo "$2" | sed 's/.*@schema="\\([^"]*\\)".*/\\1/') ;;
            esac
            shift
        done
        case "$input$output" in -*) exit 9 ;; esac
        cat "$(cat "$input/source")/$table.xml" > "$output"
        """

    /// A folder with a stand-in for `xcrun`, and with recordings: `A.trace`; `B.trace` and `other/A.trace`, which have
    /// no hitches; `-x.trace`, whose only run is 2.
    private func recordings() throws -> Folder {
        let folder = try Folder()
        let tool = try folder.file("xcrun", Self.reader.replacing("CALLS", with: folder("calls")))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        let whole = Samples.path("xctrace/landmarks-before")
        for source in ["part", "second"] { try FileManager.default.copyItem(atPath: whole, toPath: folder(source)) }
        let contents = try folder.text("part/toc.xml")
        let lines = contents.split(separator: "\n").filter { !$0.contains("\"hitches\"") }
        _ = try folder.file("part/toc.xml", lines.joined(separator: "\n"))
        _ = try folder.file("second/toc.xml", contents.replacing("<run number=\"1\">", with: "<run number=\"2\">"))
        for (name, source) in [
            ("A", whole), ("B", folder("part")), ("other/A", folder("part")), ("-x", folder("second")),
        ] {
            try FileManager.default.createDirectory(atPath: folder("\(name).trace"), withIntermediateDirectories: true)
            _ = try folder.file("\(name).trace/source", source)
        }
        return folder
    }

    private func run(_ line: String, in folder: Folder) throws -> (code: Int32, out: String, err: String) {
        try run(
            line.split(separator: " ").map(String.init), path: "\(folder.path):/usr/bin:/bin",
            environment: ["TMPDIR": folder("tmp")], folder: folder.path)
    }

    @Test func `every recording has a folder of its own, and only what was exported now is read`() throws {
        let folder = try recordings()
        let plain = try run("diff ./A.trace ./B.trace --format json", in: folder)
        #expect(plain.code == 2 && plain.err.contains("/tmp: error: cannot make a temporary directory"))
        for round in 1...2 {
            let kept = try run("diff A.trace B.trace --keep-exports kept", in: folder)
            #expect(kept.code == 0 && kept.out.contains("only the before side has hitches"), "\(round): \(kept.err)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder("kept")).sorted() == ["A", "B"])
            #expect(FileManager.default.fileExists(atPath: folder("kept/A/hitches.xml")))
            #expect(!FileManager.default.fileExists(atPath: folder("kept/B/hitches.xml")))
            // Left by a recording that had them, and by the user.
            try FileManager.default.copyItem(atPath: folder("kept/A/hitches.xml"), toPath: folder("kept/B/hitches.xml"))
            _ = try folder.file("kept/B/notes.txt", "mine")
        }
        #expect(try folder.text("kept/B/notes.txt") == "mine")
        let same = try run("diff A.trace other/A.trace --keep-exports kept", in: folder)
        #expect(same.code == 0 && same.out.contains("only the before side has hitches"), "\(same.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("kept")).sorted() == ["A", "A-2", "B"])
        let two = try run("report A.trace B.trace --keep-exports kept --format json", in: folder)
        #expect(two.code == 0 && two.out.components(separatedBy: "\"recording\"").count > 2, "\(two.err)")
    }

    @Test func `a folder that is somebody else's is refused, and a failed export leaves the last one`() throws {
        let folder = try recordings()
        for (name, file) in [("full", "full/notes.txt"), ("below", "below/A/notes.txt")] {
            try FileManager.default.createDirectory(
                atPath: folder(String(file.dropLast(10))), withIntermediateDirectories: true)
            _ = try folder.file(file, "mine")
            let refused = try run("report A.trace --keep-exports \(name)", in: folder)
            #expect(refused.code == 2 && refused.err.contains("is there already"), "\(refused.err)")
            let names = FileManager.default.enumerator(atPath: folder(name))?.compactMap { $0 as? String } ?? []
            #expect(Set(names) == (name == "full" ? ["notes.txt"] : ["A", "A/notes.txt"]))
        }
        #expect(symlink("full", folder("link")) == 0 && mkdir(folder("linked"), 0o700) == 0)
        #expect(symlink("../full", folder("linked/A")) == 0)
        #expect(try run("report A.trace --keep-exports linked", in: folder).code == 2)
        for place in ["A.trace", "A.trace/exports"] {
            let inside = try run("report A.trace --keep-exports \(place)", in: folder)
            #expect(inside.code == 64 && inside.err.contains("the exports would lie in the recording"))
        }
        #expect(try run("report A.trace --keep-exports kept", in: folder).code == 0)
        let before = FileManager.default.enumerator(atPath: folder("kept"))?.allObjects.count
        _ = try folder.file("A.trace/source", folder("nowhere"))
        #expect(try run("report A.trace --keep-exports kept", in: folder).code == 2)
        #expect(FileManager.default.enumerator(atPath: folder("kept"))?.allObjects.count == before)
    }

    @Test func `the run that there is is exported, and a dash begins no option`() throws {
        let folder = try recordings()
        #expect(mkdir(folder("tmp"), 0o700) == 0)
        for words in ["", "--run 2 ", "--keep-exports -kept "] {
            let found = try run("report \(words)-- -x.trace", in: folder)
            #expect(
                found.code == 0 && found.out.contains("14 RED > 16.67 ms") && found.out.contains("Landmarks"),
                "\(found.err)")
        }
        let calls = try folder.text("calls")
        #expect(calls.contains("--input ./-x.trace") && calls.contains("run[@number=\"2\"]"))
        #expect(!calls.contains("run[@number=\"1\"]") && calls.contains("--output ./-kept/-x/"))
        let none = try run("report --run 1 -- -x.trace", in: folder)
        #expect(none.code == 64 && none.err.contains("the recording has no run 1\n  fix: its runs: 2"))
    }
}
