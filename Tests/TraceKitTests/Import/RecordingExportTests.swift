import Foundation
import Testing

@testable import TraceKit

/// What becomes of a recording whose export goes wrong, with a stand-in for `xcrun`.
@Suite struct RecordingExportTests {
    /// Answers from the sample; `fault` says what it does before, with `$table`, `$output` and `$try`, the number of the try.
    private static func standIn(_ folder: String, _ fault: String) throws -> XctraceTool {
        let sample = "\(Repository.root)/SampleTraces/xctrace/landmarks-before"
        let script = """
            #!/bin/sh
            for word; do
                case "$last" in
                --output) output=$word ;;
                --xpath) table=$(echo "$word" | sed 's/.*@schema="\\([^"]*\\)".*/\\1/') ;;
                esac
                [ "$word" = --toc ] && table=toc
                last=$word
            done
            echo "$$" >> "\(folder)/tries-$table"
            try=$(($(wc -l < "\(folder)/tries-$table")))
            \(fault)
            cat "\(sample)/$table.xml" > "$output"
            """
        try FileManager.default.createDirectory(atPath: "\(folder)/App.trace", withIntermediateDirectories: true)
        try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/xcrun"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/xcrun")
        return XctraceTool(path: folder)
    }

    private final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []
        func add(_ line: String) { lock.withLock { lines.append(line) } }
        var all: [String] { lock.withLock { lines } }
    }

    private struct Result {
        var error: TraceError?
        var warnings: [String] = []
        var caveats: [String] = []
        var said: [String] = []
        var updates: Int64?
        var kept: [String] = []
        /// Of every table that was asked for.
        var tries: [String: Int] = [:]
        var seconds = 0.0
    }

    /// Reads the recording of the stand-in, within a minute, and looks at what is left behind.
    private func load(
        _ fault: String, keeps: Bool = false, silence: Duration = .seconds(60), tries: Int = 3
    ) throws -> Result {
        try withTemporaryFolder { folder in
            var (result, said) = (Result(), Lines())
            var options = TracePipeline.Options()
            options.xctrace = try Self.standIn(folder, fault)
            options.xctrace.limits.silence = silence
            options.xctrace.limits.tries = tries
            options.progress = { [said] in said.add($0) }
            if keeps { options.keepExports = "\(folder)/kept" }
            let start = Date()
            do {
                let loaded = try TracePipeline.load(["\(folder)/App.trace"], into: .temporary, options)
                result.warnings = loaded.diagnostics.map(\.message)
                result.caveats = try loaded.summaries()
                result.updates = try loaded.store.database.integer("SELECT updates FROM traces")
            } catch let error as TraceError { result.error = error }
            (result.seconds, result.said) = (Date().timeIntervalSince(start), said.all)
            #expect(result.seconds < 60)
            result.kept = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/kept/App").sorted()) ?? []
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("tries-") {
                let pids = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
                result.tries[String(name.dropFirst(6))] = pids.count
                for pid in pids { #expect(Int32(pid).map { kill($0, 0) } != 0, "\(name): \(pid) still runs") }
            }
            said = Lines()
            return result
        }
    }

    private static let groups = "swiftui-update-groups"

    @Test(arguments: [
        ("echo half > \"$output\"; kill -SEGV $$", "crashed 3 times: signal 11, SIGSEGV", 3),
        ("exit 139", "crashed 3 times: signal 11, SIGSEGV", 3),
        ("head -c 3000 \"SAMPLE\" > \"$output\"; exit 0", "crashed 3 times: it wrote half a file", 3),
        ("exit 0", "crashed 3 times: it wrote no file", 3),
        (": > \"$output\"; exit 0", "crashed 3 times: it wrote no file", 3),
        ("mkdir \"$output\"; exit 0", "crashed 3 times: it wrote no file", 3),
        ("exit 2", "crashed 3 times: status 2 without a word", 3),
        ("echo 'Export failed: it''s no use' >&2; echo >&2; exit 2", "refused: 'Export failed: its no use'", 1),
        ("echo 'Export failed' ; exit 2", "refused: 'Export failed'", 1),
        ("cp \"SAMPLE\" \"$output\"; echo no >&2; exit 2", "refused: 'no'", 1),
        ("echo '<trace-query-result></trace-query-result>' > \"$output\"; exit 0", "nothing matched", 1),
        ("echo '<trace-query-result/>' > \"$output\"; exit 0", "nothing matched", 1),
    ])
    func `a table whose export goes wrong is missing, and the others are read`(
        _ fault: String, _ reason: String, _ tries: Int
    ) throws {
        let file = "\(Repository.root)/SampleTraces/xctrace/landmarks-before/swiftui-update-groups.xml"
        let script = "if [ $table = \(Self.groups) ]; then \(fault.replacing("SAMPLE", with: file)); fi"
        for keeps in [false, true] {
            let result = try load(script, keeps: keeps)
            let warning =
                "a table of the recording could not be exported and is missing here: \(Self.groups) (\(reason))"
            #expect(result.error == nil && result.warnings == [warning])
            #expect(result.caveats.contains { $0.contains(warning) }, "\(result.caveats)")
            #expect(result.updates == 484 && result.tries[Self.groups] == tries)
            #expect(result.tries.filter { $0.key != Self.groups }.allSatisfy { $0.value == 1 })
            if keeps {
                #expect(result.kept.contains("swiftui-updates.xml") && !result.kept.contains("\(Self.groups).xml"))
                #expect(!result.kept.contains { $0.hasPrefix(".exporting") })
            }
        }
    }

    @Test(arguments: ["kill -SEGV $$", "exit 134", "echo '<trace-toc>' > \"$output\"; exit 0"])
    func `what fails once works the next time, and nothing is missing`(_ fault: String) throws {
        for table in ["toc", "swiftui-updates", "hitches"] {
            let result = try load("if [ $table = \(table) ] && [ $try = 1 ]; then \(fault); fi")
            #expect(result.error == nil && result.warnings == [] && result.updates == 484)
            #expect(result.tries[table] == 2 && result.said.contains { $0.contains("try 2 of 3") })
        }
    }

    @Test func `tables without a row are told from those that were not recorded`() throws {
        let empty = "<trace-query-result><node xpath='x'><schema name='hitches'></schema></node></trace-query-result>"
        let result = try load(
            """
            case $table in
            hitches) echo "\(empty)" > "$output"; exit 0 ;;
            toc) grep -v '"time-profile"' "\(Repository.root)/SampleTraces/xctrace/landmarks-before/toc.xml" > "$output"
                exit 0 ;;
            esac
            """)
        #expect(result.error == nil && result.warnings == [] && result.tries["time-profile"] == nil)
        #expect(result.said.contains("exported 7 tables; empty: hitches; not recorded: time-profile"), "\(result.said)")
    }

    @Test func `an export that hangs is ended and tried again, and the others are read`() throws {
        let result = try load("if [ $table = \(Self.groups) ]; then sleep 300; fi", silence: .seconds(3), tries: 2)
        #expect(result.error == nil && result.updates == 484 && result.tries[Self.groups] == 2)
        #expect(result.warnings.first?.contains("\(Self.groups) (the file did not grow for 3 s)") == true)
    }

    @Test(arguments: ["while :; do echo noise >&2; done", "trap '' INT TERM; while :; do sleep 1; done"])
    func `if one hangs after the other, the rest is not tried`(_ fault: String) throws {
        let result = try load("if [ $table != toc ]; then \(fault); fi", silence: .seconds(3), tries: 1)
        #expect(result.error?.diagnostic.message == "xcrun xctrace export failed (the file did not grow for 3 s)")
        #expect(result.tries == ["toc": 1, "swiftui-updates": 1, "swiftui-full-causes": 1])
    }

    @Test func `of what it says 64 KB are passed on`() throws {
        let noise = "head -c 1000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo out"
        let result = try load("if [ $table = hitches ]; then \(noise); fi")
        #expect(result.error == nil && result.warnings == [] && result.updates == 484)
        let passed = result.said.filter { $0.hasPrefix("x") }.joined()
        #expect(passed.utf8.count == 64 << 10)
        #expect(result.said.contains("… (more than 64 KB; the rest is left out)") && !result.said.contains("out"))
        let refused = try load("\(noise); echo 'the end of it' >&2; exit 1")
        #expect(refused.error?.diagnostic.message == "xcrun xctrace export failed (refused: 'the end of it')")
        #expect(refused.tries == ["toc": 1])
    }

    @Test func `a recording without its end is no crash`() throws {
        for table in ["toc", "hitches"] {
            let result = try load(
                "if [ $table = \(table) ]; then echo 'Document Missing Template Error' >&2; exit 10; fi")
            #expect(result.tries[table] == 1)
            guard table == "hitches" else {
                #expect(result.error?.diagnostic.message == "the recording is not finished")
                continue
            }
            #expect(result.warnings.first?.contains("hitches (the recording is not finished)") == true)
            #expect(result.warnings.first?.contains("time-profile (not tried)") == true && result.tries.count == 5)
        }
    }

    @Test func `a wish to stop ends the export`() throws {
        try withTemporaryFolder { folder in
            var options = TracePipeline.Options()
            options.xctrace = try Self.standIn(folder, "trap '' TERM; while :; do sleep 1; done")
            let interruption = options.interruption
            Thread.detachNewThread {
                usleep(300_000)
                interruption.request()
            }
            withinAMinute { () -> Void in
                #expect(throws: Interruption.error) {
                    try TracePipeline.load(["\(folder)/App.trace"], into: .temporary, options)
                }
            }
        }
    }
}
