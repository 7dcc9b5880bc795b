import Foundation
import Testing

@testable import TraceKit

/// packaging/ci-steps and ci-tool, with the environment that a runner of GitHub sets.
@Suite struct CIStepsTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../.."
    )
    .standardized.path

    /// A folder as a runner has it, and the program beside the tests.
    private struct Runner {
        let folder: Folder
        let tool: String

        init() throws {
            folder = try Folder()
            tool = try #require(ProcessTests.tool(), "the tool was not built beside the tests").path
            _ = try folder.file("output", "")
            _ = try folder.file("page.md", "")
        }

        func run(
            _ settings: [String: String], script: String = "ci-steps", _ words: [String] = []
        ) throws -> (code: Int32, log: String, outputs: [String: String], summary: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = ["\(CIStepsTests.root)/packaging/\(script)"] + words
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            process.environment = [
                "PATH": "\(folder.path):\(path)", "HOME": folder.path, "LC_ALL": "C.UTF-8", "CI": "true",
                "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": folder("output"), "GITHUB_STEP_SUMMARY": folder("page.md"),
                "GITHUB_REPOSITORY": "me/app", "RUNNER_TEMP": folder.path, "TRACE_ANALYZE": tool,
            ].merging(settings) { $1 }
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            let log = try output.fileHandleForReading.readToEnd() ?? Data()
            _ = try errors.fileHandleForReading.readToEnd()
            process.waitUntilExit()
            return (
                process.terminationStatus, String(decoding: log, as: UTF8.self), try outputs(),
                try folder.text("page.md")
            )
        }

        /// The file of outputs as the host reads it: `name<<MARK`, lines, `MARK`; or `name=value`.
        private func outputs() throws -> [String: String] {
            var outputs: [String: String] = [:]
            var lines = try folder.text("output").components(separatedBy: "\n")[...]
            while let line = lines.popFirst() {
                let parts = line.components(separatedBy: "<<")
                if parts.count == 2 {
                    let value = lines.prefix { $0 != parts[1] }
                    outputs[parts[0]] = value.joined(separator: "\n")
                    lines = lines.dropFirst(value.count + 1)
                } else if let equals = line.firstIndex(of: "=") {
                    outputs[String(line[..<equals])] = String(line[line.index(after: equals)...])
                }
            }
            return outputs
        }
    }

    private static let before = Samples.path("landmarks-before.json")
    private static let after = Samples.path("landmarks-after.json")

    @Test func `a breach gives annotations beside the code, a summary, a page, outputs and the code 3`() throws {
        let runner = try Runner()
        let budget = try runner.folder.file("b.json", "{\"version\": 1, \"views\": {\"LandmarkRow\": {\"red\": 0}}}")
        let run = try runner.run([
            "TRACES": "\n  \(Self.before)\n", "BUDGET": budget, "BASELINE": Self.after, "HTML": "out/page.html",
            "SOURCE_ROOT": "\(Self.root)/Examples/Landmarks", "FAIL_ON": "budget,regression",
        ])
        #expect(run.code == 3, "\(run.log)")
        #expect(run.outputs["exit-code"] == "3" && run.outputs["result"] == "breached")
        #expect(run.outputs["html"] == "out/page.html")
        #expect(run.log.contains("::error file=Examples/Landmarks/LandmarkRow.swift,line=3,title=LandmarkRow%3A red::"))
        #expect(run.log.contains("::error title=trace-analyze%3A worse::"))
        // The limit, the comparison and the report, in this order.
        #expect(run.summary.contains("1 of 1 limit") && run.summary.contains("LandmarkRow"))
        #expect(try runner.folder.text("out/page.html").hasPrefix("<!DOCTYPE html>"))
        #expect(run.outputs["summary"].map { FileManager.default.contents(atPath: $0)?.isEmpty } == false)
    }

    @Test func `without a budget findings are annotated, and a gate that holds is fine`() throws {
        let runner = try Runner()
        let run = try runner.run(["TRACES": Self.after, "BASELINE": Self.before, "FAIL_ON": "regression"])
        #expect(run.code == 0 && run.outputs["result"] == "ok" && run.outputs["html"] == nil, "\(run.log)")
        #expect(run.log.contains("::notice title=trace-analyze report::"))
    }

    @Test func `a breach that shall not fail does not`() throws {
        let runner = try Runner()
        let budget = try runner.folder.file("b.json", "{\"version\": 1, \"trace\": {\"red\": 0}}")
        let run = try runner.run(["TRACES": Self.before, "BUDGET": budget, "FAIL_ON": "never"])
        #expect(run.code == 0 && run.log.contains("::error file="))
        // The outputs say what was found all the same.
        #expect(run.outputs["exit-code"] == "3" && run.outputs["result"] == "breached")
    }

    @Test(arguments: ["budget", "never", "budget,regression"])
    func `a limit that cannot be checked keeps everything else`(_ failOn: String) throws {
        let runner = try Runner()
        let budget = try runner.folder.file(
            "b.json",
            #"{"version": 1, "interactions": {"scroll Landmark list": {"red": 0}, "pinch Photo": {"red": 0}}}"#)
        let run = try runner.run([
            "TRACES": Self.before, "BUDGET": budget, "BASELINE": Self.before, "FAIL_ON": failOn, "HTML": "page.html",
        ])
        #expect(run.code == 2 && run.outputs["exit-code"] == "2" && run.outputs["result"] == "unusable", "\(run.log)")
        #expect(run.summary.contains("pinch Photo") && run.summary.contains("scroll Landmark list"))
        #expect(run.summary.contains("LandmarkRow"))
        #expect(run.log.contains("::error file=") && run.log.contains("pinch Photo"), "\(run.log)")
        #expect(run.outputs["html"] == "page.html" && run.outputs["summary"] != nil)
        #expect(try runner.folder.text("page.html").hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `parts of the summary have an empty line between them`() throws {
        let runner = try Runner()
        _ = try runner.folder.file("page.md", "of another step\n")
        let budget = try runner.folder.file("b.json", #"{"version": 1, "trace": {"red": 0}}"#)
        let run = try runner.run(["TRACES": Self.after, "BUDGET": budget, "BASELINE": Self.before])
        let lines = run.summary.components(separatedBy: "\n")
        let headings = lines.indices.filter { lines[$0].hasPrefix("### ") }
        #expect(headings.count == 3, "\(run.summary)")
        for index in headings { #expect(lines[index - 1] == "", "\(lines[index])") }
    }

    @Test func `a comment that is refused is a warning`() throws {
        let runner = try Runner()
        #expect(try runner.run(["TRACES": Self.after]).code == 0)
        for refused in ["--jq", "--field"] {
            let gh = try runner.folder.file(
                "gh",
                "#!/bin/bash\ncase \"$*\" in *\(refused)*) echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1;; esac\n"
            )
            chmod(gh, 0o755)
            let run = try runner.run(["PULL_REQUEST": "7"], ["comment"])
            #expect(run.code == 0, "\(run.log)")
            #expect(
                run.log == "::warning title=trace-analyze::the comment was not written: "
                    + "gh: Resource not accessible by integration (HTTP 403)\n")
        }
    }

    @Test func `other actions are named by their commit`() throws {
        var commits: [String: Set<String>] = [:]
        for file in ["action.yml", ".github/workflows/ci.yml", "docs/ci.md"] {
            let text = try String(contentsOfFile: "\(Self.root)/\(file)", encoding: .utf8)
            for line in text.components(separatedBy: "\n") where line.contains("uses: ") {
                let name = line.components(separatedBy: "uses: ")[1]
                let commit = name.split(separator: "@").last?.prefix { $0 != " " } ?? ""
                // The action of this repository, wherever that is.
                if name.hasPrefix("OWNER/") { continue }
                #expect(commit.count == 40 && commit.allSatisfy(\.isHexDigit), "\(file): \(line)")
                #expect(name.contains(" # v"), "\(file): \(line)")
                commits[String(name.prefix { $0 != "@" }), default: []].insert(name)
            }
        }
        for (action, names) in commits { #expect(names.count == 1, "\(action) is named in several versions") }
    }

    @Test(
        arguments: [
            (["TRACES": ""], 64, "no traces are named"), (["TRACES": "none*.json"], 2, "none*.json"),
            (["TRACES": before, "FAIL_ON": "regression"], 64, "set BASELINE"),
            (
                ["TRACES": before, "BASELINE": after, "FAIL_ON": "regresion"], 64,
                "'regresion', which is none of budget,"
            ),
            (["TRACES": before, "FAIL_ON": "budget,bugdet"], 64, "(the input 'fail-on') has 'bugdet'"),
            (["TRACES": before, "BUDGET": "ci/no-budget.json"], 2, "ci/no-budget.json"),
            (["TRACES": before, "BASELINE": "no/base line.json"], 2, "no/base line.json"),
            (["TRACES": before, "TRACE_ANALYZE": "/no/such/tool"], 64, "is not there"),
            (["TRACES": before, "SOURCE_ROOT": "none"], 2, "could not do its work: none"),
            (["TRACES": before, "HTML": "output/page.html"], 2, "cannot be made"),
            (["TRACES": "-x\n::warning::y"], 2, "could not do its work"),
        ] as [([String: String], Int32, String)])
    func `what cannot be done is an error that the host shows`(
        _ settings: [String: String], _ code: Int32, _ words: String
    ) throws {
        let run = try Runner().run(settings)
        #expect(run.code == code && run.outputs["result"] == "unusable", "\(run.log)")
        #expect(run.log.hasPrefix("::error title=trace-analyze::") && run.log.contains(words), "\(run.log)")
        #expect(run.log.split(separator: "\n").count == 1)
        // The page of the run says the same, as a text that is no markup.
        #expect(run.summary.contains("\n### trace-analyze could not be run\n\n    "), "\(run.summary)")
        #expect(run.summary.contains(words), "\(run.summary)")
    }

    @Test func `FAIL_ON takes every gate of the comparison`() throws {
        for gate in TraceDiff.Gate.allCases {
            let run = try Runner().run([
                "TRACES": Self.after, "BASELINE": Self.after, "FAIL_ON": "never, \(gate.rawValue)",
            ])
            #expect(!run.log.contains("FAIL_ON") && run.code != 64, "\(gate): \(run.log)")
        }
    }

    @Test func `patterns and names with blanks are inputs`() throws {
        let runner = try Runner()
        _ = try runner.folder.file("my trace 1.json", Samples.small)
        let run = try runner.run(["TRACES": "my trace*.json", "ARGUMENTS": "--profile instruments"])
        #expect(run.code == 0 && run.summary.contains("instruments"), "\(run.log)")
    }

    @Test func `gates may have blanks between them, and a page a dash before it`() throws {
        let runner = try Runner()
        let budget = try runner.folder.file("b.json", "{\"version\": 1, \"trace\": {\"red\": 0}}")
        let settings = ["TRACES": Self.before, "BASELINE": Self.after, "HTML": "-page.html"]
        var run = try runner.run(settings.merging(["FAIL_ON": " never, regression "]) { $1 })
        #expect(run.code == 3 && run.outputs["html"] == "./-page.html", "\(run.log)")
        run = try runner.run(settings.merging(["FAIL_ON": "budget, ", "BUDGET": budget]) { $1 })
        #expect(run.code == 3 && run.outputs["result"] == "breached", "\(run.log)")
        run = try runner.run(settings.merging(["FAIL_ON": " never", "BUDGET": budget]) { $1 })
        #expect(run.code == 0, "\(run.log)")
    }

    @Test func `a comment is written once and then over`() throws {
        let runner = try Runner()
        #expect(try runner.run(["TRACES": Self.before, "BASELINE": Self.after]).code == 0)
        let gh = try runner.folder.file(
            "gh",
            "#!/bin/bash\necho \"$*\" >>\"$HOME/calls\"\ncase \"$*\" in *--jq*) cat \"$HOME/id\";; *) cat >\"$HOME/body\";; esac\n"
        )
        chmod(gh, 0o755)
        _ = try runner.folder.file("id", "")
        let settings = ["PULL_REQUEST": "7"]
        #expect(try runner.run(settings, ["comment"]).code == 0)
        #expect(try runner.folder.text("calls").contains("repos/me/app/issues/7/comments --field body=@-"))
        let body = try runner.folder.text("body")
        #expect(body.hasPrefix("<!-- trace-analyze -->\n") && body.contains("LandmarkRow") && body.utf8.count < 65_536)
        _ = try runner.folder.file("id", "42\n43\n")
        #expect(try runner.run(settings, ["comment"]).code == 0)
        #expect(try runner.folder.text("calls").contains("repos/me/app/issues/comments/42 --method PATCH"))
        // Of many: nothing stops gh while it writes.
        _ = try runner.folder.file("id", String(repeating: "44\n", count: 50_000))
        #expect(try runner.run(settings, ["comment"]).code == 0)
        #expect(try runner.folder.text("calls").contains("repos/me/app/issues/comments/44 --method PATCH"))
        #expect(try runner.run([:], ["comment"]).log.contains("no pull request here"))
    }

    @Test func `the program is the one that is named, on the path, or in an archive with the right sum`() throws {
        let runner = try Runner()
        let folder = runner.folder
        let named = try runner.run(["TOOL": runner.tool], script: "ci-tool")
        #expect(named.code == 0 && named.outputs["tool"] == runner.tool)
        #expect(try runner.run(["TOOL": "/no/tool"], script: "ci-tool").code == 64)
        try FileManager.default.createDirectory(atPath: folder("a/x/bin"), withIntermediateDirectories: true)
        let program = try folder.file("a/x/bin/trace-analyze", "#!/bin/bash\necho trace-analyze 9\n")
        chmod(program, 0o755)
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/bin/bash")
        tar.arguments = [
            "-c",
            "cd '\(folder.path)' && tar -czf x.tar.gz -C a x && (sha256sum x.tar.gz || shasum -a 256 x.tar.gz) >sum",
        ]
        try tar.run()
        tar.waitUntilExit()
        let sum = String(try folder.text("sum").prefix(64))
        let unpacked = try runner.run(["ARCHIVE": "x.tar.gz", "ARCHIVE_SHA256": sum], script: "ci-tool")
        #expect(unpacked.code == 0 && unpacked.outputs["tool"]?.hasSuffix("/bin/trace-analyze") == true)
        let loud = ["ARCHIVE": "x.tar.gz", "ARCHIVE_SHA256": sum.uppercased()]
        #expect(try runner.run(loud, script: "ci-tool").code == 0)
        #expect(try runner.run(["ARCHIVE": "x.tar.gz", "ARCHIVE_SHA256": "0"], script: "ci-tool").code == 64)
        // What cannot be unpacked, had or run is an error that the host shows.
        for settings in [
            ["ARCHIVE": "sum"], ["ARCHIVE": "https://127.0.0.1:1/x", "ARCHIVE_SHA256": sum], ["TOOL": "/bin/false"],
        ] {
            let run = try runner.run(settings, script: "ci-tool")
            #expect(run.code == 64 && run.log.hasPrefix("::error title=trace-analyze::the "), "\(run.log)")
        }
        #expect(try runner.run(["ARCHIVE": "https://example.com/x.tar.gz"], script: "ci-tool").code == 64)
        #expect(
            try runner.run(["ARCHIVE": "http://example.com/x.tar.gz", "ARCHIVE_SHA256": sum], script: "ci-tool").code
                == 64)
    }

    @Test func `the action gives every setting to the steps, and names outputs that they write`() throws {
        let action = try String(contentsOfFile: "\(Self.root)/action.yml", encoding: .utf8)
        let steps = try String(contentsOfFile: "\(Self.root)/packaging/ci-steps", encoding: .utf8)
        for name in [
            "TRACES", "BUDGET", "BASELINE", "FAIL_ON", "HTML", "SOURCE_ROOT", "SOURCE_URL", "ARGUMENTS", "SUMMARY",
        ] {
            #expect(action.contains("        \(name): ${{ ") && steps.contains("${\(name):-"), "\(name)")
        }
        for output in ["exit-code", "result", "html", "summary"] {
            #expect(
                action.contains("steps.steps.outputs.\(output)") && steps.contains("output \(output) "), "\(output)")
        }
        // What a user gives reaches a shell by its environment only.
        for line in action.components(separatedBy: "\n") where line.contains("run:") { #expect(!line.contains("${{")) }
    }

    @Test func `the sample for UI tests goes on from exports to the gate`() throws {
        let runner = try Runner()
        let exports = "\(Self.root)/SampleTraces/xctrace/landmarks-before"
        let budget = try runner.folder.file("b.json", "{\"version\": 1, \"trace\": {\"red\": 0}}")
        let words = ["--from", exports, "--budget", budget]
        let run = try runner.run([:], script: "../Examples/record-ui-test", words)
        #expect(run.code == 3 && run.log.contains("1 of 1 limit"), "\(run.log)")
        #expect(try runner.run([:], script: "../Examples/record-ui-test", ["--app", "a"]).code == 64)
        #expect(try runner.run([:], script: "../Examples/record-ui-test", ["--app"]).code == 64)
    }
}
