import Foundation
import Testing

@testable import TraceKit

/// `.trace-analyze.json`, docs/project.md.
@Suite struct ProjectFileTests {
    private static let sample = Samples.path("landmarks-before.json")

    private static func run(_ words: [String], in folder: String) -> CommandLineRun {
        CommandLineRun(words, width: 120, folder: folder)
    }

    @Test func `the file above the working directory says what the command line does not`() throws {
        let folder = try Folder()
        _ = try folder.file(
            ProjectFile.name, "{\n// for all of us\n\"deadlines\": \"1,2\", \"ignore\": [\"Landmark*\"],}")
        let below = folder("Sources/App")
        try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
        let run = Self.run(["report", Self.sample], in: below)
        #expect(run.code == 0 && run.output.contains("RED > 2 ms"))
        #expect(run.output.contains("\nProject   \(folder(ProjectFile.name)): deadlines, ignore\n"))
        #expect(run.output.contains("\nWaste     none of "))
        let other = Self.run(["report", Self.sample, "--profile", "frame"], in: below)
        #expect(other.output.contains("RED > 16.67 ms"))
        let without = Self.run(["report", Self.sample, "--no-project"], in: below)
        #expect(without.output.contains("RED > 16.67 ms") && !without.output.contains("Project"))
        // A repository of its own has its own file, or none.
        try FileManager.default.createDirectory(atPath: "\(below)/.git", withIntermediateDirectories: true)
        #expect(!Self.run(["report", Self.sample], in: below).output.contains("Project"))
    }

    /// Half an hour, as the limit counts from when all tests start.
    @Test(.timeLimit(.minutes(30)), arguments: ["pipe", "folder", "device"])
    func `what is no file is refused by name and not waited for, as project file and as budget`(kind: String) throws {
        let folder = try Folder()
        func make(_ path: String) throws {
            switch kind {
            case "pipe": #expect(mkfifo(path, 0o600) == 0)
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
            }
        }
        let named = kind == "pipe" ? "named pipe" : kind
        try make(folder("budget.json"))
        let check = Self.run(["check", Self.sample, "--budget", folder("budget.json")], in: folder.path)
        #expect(check.code == 2 && check.output.isEmpty)
        #expect(check.errors.hasPrefix("\(folder("budget.json")): error: the budget is a \(named), not a file\n"))
        try make(folder(ProjectFile.name))
        let report = Self.run(["report", Self.sample], in: folder.path)
        #expect(report.code == 2 && report.output.isEmpty)
        #expect(report.errors.contains("error: the project file is a \(named), not a file\n  fix: "))
        #expect(Self.run(["report", Self.sample, "--no-project"], in: folder.path).code == 0)
    }

    @Test func `a budget may come through a pipe that is open`() throws {
        let budget = CommandLineRun(["check", "--init", Self.sample]).output
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(budget.utf8))
        try pipe.fileHandleForWriting.close()
        let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let run = CommandLineRun(["check", Self.sample, "--budget", path])
        #expect(run.code == 0, "\(run.errors)")
    }

    @Test func `a budget of the file is found beside it`() throws {
        let folder = try Folder()
        _ = try folder.file(ProjectFile.name, "{\"budget\": \"budget.json\"}")
        #expect(
            Self.run(["check", "--init", Self.sample, "--output", folder("budget.json")], in: folder.path).code == 0)
        #expect(Self.run(["check", Self.sample], in: folder.path).code == 0)
    }

    @Test func `an accepted problem stands apart until it grows`() throws {
        let folder = try Folder()
        func report(costing cost: String, _ words: String...) throws -> CommandLineRun {
            _ = try folder.file(
                ProjectFile.name,
                """
                {"accepted": [{"key": "expensive-call:LandmarkRow", "reason": "known", "date": "2026-11-01"\(cost)}]}
                """)
            return Self.run(["report", Self.sample] + words, in: folder.path)
        }
        for cost in ["", ", \"cost_ms\": 546", ", \"cost_ms\": 500"] {
            let run = try report(costing: cost)
            #expect(
                run.output.contains("Problem (4)") && run.output.contains("\n  Accepted: LandmarkRow.body makes date"))
            #expect(run.output.contains("known (2026-11-01)") && run.output.contains("; 1 accepted problem\n") == false)
            #expect(run.output.hasSuffix("explain hang-busy\n"))
        }
        let grown = try report(costing: ", \"cost_ms\": 400")
        #expect(
            grown.output.contains("Problem (5)") && grown.output.contains("it was accepted at 400.00 ms and has grown"))
        let github = try report(costing: "", "--format", "github").output
        #expect(!github.contains("title=LandmarkRow.body makes") && github.contains("title=The main thread hangs"))
        let json = try report(costing: "", "--format", "json").output
        #expect(json.contains("\"accepted\": \"known (2026-11-01)\""))
    }

    @Test func `what an accepted problem breaches fails no gate`() throws {
        let folder = try Folder()
        let budget = try folder.file(
            "budget.json", "{\"version\": 1, \"interactions\": {\"Tap \\\"Favorite\\\"\": {\"wasted_ms\": 1}}}")
        func check(_ accepted: String) throws -> CommandLineRun {
            _ = try folder.file(ProjectFile.name, "{\"accepted\": [\(accepted)]}")
            return Self.run(["check", Self.sample, "--budget", budget], in: folder.path)
        }
        #expect(try check("").code == 3)
        let key = "fan-out:LandmarkRow < ModelData.favorites"
        let accepted = try check("{\"key\": \"\(key)\", \"reason\": \"known\"}")
        #expect(accepted.code == 0 && accepted.output.contains("1 breach by accepted problems"), "\(accepted.output)")
        #expect(accepted.output.contains("\nAccepted\n  - Tap \"Favorite\": wasted_ms"), "\(accepted.output)")
        #expect(try check("{\"key\": \"\(key)\", \"reason\": \"known\", \"cost_ms\": 20}").code == 3)
    }

    @Test func `an accepted problem takes nothing out of what another cause breaches`() throws {
        let folder = try Folder()
        func check(_ interaction: String, accepting key: String) throws -> Int32? {
            _ = try folder.file(ProjectFile.name, "{\"accepted\": [{\"key\": \"\(key)\", \"reason\": \"known\"}]}")
            let budget = try folder.file(
                "budget.json",
                "{\"version\": 1, \"interactions\": {\"\(interaction)\": {\"updates_per_interaction\": 4, \"unnecessary_per_interaction\": 2}}}"
            )
            return Self.run(["check", Self.sample, "--budget", budget], in: folder.path).code
        }
        let (tap, search) = (
            "fan-out:LandmarkRow < ModelData.favorites", "fan-out:LandmarkRow < Child Environment: SearchContext"
        )
        #expect(try check("type Search", accepting: tap) == 3)
        #expect(try check("type Search", accepting: search) == 0)
        #expect(try check("tap Favorite", accepting: search) == 3)
        #expect(try check("tap Favorite", accepting: tap) == 0)
        // What is slow says nothing about how often.
        #expect(try check("tap Favorite", accepting: "expensive-call:LandmarkRow") == 3)
    }

    @Test func `a problem that is accepted is no new finding of a comparison, another one is`() throws {
        let folder = try Folder()
        let without = try folder.file(
            "without.json",
            try String(contentsOfFile: Self.sample, encoding: .utf8)
                .replacingOccurrences(of: "ModelData.favorites", with: "ModelData.other"))
        func diff(_ keys: String...) throws -> CommandLineRun {
            let entries = keys.map { "{\"key\": \"\($0)\", \"reason\": \"known\"}" }.joined(separator: ",")
            _ = try folder.file(ProjectFile.name, "{\"accepted\": [\(entries)]}")
            return Self.run(["diff", without, Self.sample, "--fail-on", "new-finding"], in: folder.path)
        }
        let key = "fan-out:LandmarkRow < ModelData.favorites"
        let open = try diff()
        #expect(
            open.code == 3 && open.output.contains("Problems  5 → 5: 1 fixed, 1 new, 4 remaining"),
            "\(open.output)")
        let accepted = try diff(key)
        #expect(accepted.code == 0, "\(accepted.output)")
        #expect(accepted.output.contains("1 fixed, 0 new, 4 remaining, 1 accepted"), "\(accepted.output)")
        #expect(try diff("fan-out:LandmarkRow < ModelData.others").code == 3)
    }

    @Test func `names are whole where the text goes to no terminal`() throws {
        let words = ["report", Self.sample, "--all"]
        let folder = try Folder()
        #expect(!Self.run(words, in: folder.path).output.contains("…"))
        #expect(Self.run(words + ["--width", "80"], in: folder.path).output.contains("…"))
    }

    @Test(arguments: [
        ("{\"deadline\": 1}", "unknown key 'deadline'; did you mean 'deadlines'?"),
        ("{\"ignore\": [1, {}]}", "expected a text for 'ignore'"), ("[]", "expected an object"),
        ("{\"ignore\": \"\"}", "is empty"),
        ("{\"profile\": \"frame\", \"deadlines\": \"1,2\"}", "give one of profile, deadlines, not several"),
        ("{\"accepted\": [{\"key\": \"long-body:x\"}]}", "needs its key"),
        ("{\"accepted\": [{\"key\": \"long-bdy:Row\"}]}", "1:23: error: 'key' must be KIND:NAME"),
        ("{\"accepted\": [{\"date\": \"2026-02-29\"}]}", "'date' must be a day as YYYY-MM-DD, found '2026-02-29'"),
        ("{\"accepted\": [{\"date\": \"1.2.2026\"}]}", "'date' must be a day"),
        ("{\n \"deadlines\": \"8,\"}", "2:15: error: 'deadlines' must be two numbers of milliseconds A,B"),
        ("{\"refresh-rate\": 0}", "1:18: error: 'refresh-rate' must be a whole number from 1 to 1000, found '0'"),
        ("{\"profile\": \"frames\"}", "'profile' must be one of frame, instruments, device"),
        ("{\"confidence\": \"sure\"}", "'confidence' must be one of "),
        ("{\"interactions\": [\"a:b\", \"c\"]}", "'interactions' must be SUBSYSTEM:CATEGORY"),
        ("{\"accepted\": [{\"ky\": \"x\"}]}", "did you mean 'key'?"),
        (
            "{\"accepted\": [{\"key\": \"long-body:x\", \"reason\": \"y\", \"cost_ms\": -1}]}",
            "a number of milliseconds"
        ),
        ("{\"ignore\": \"A\", \"ignore\": \"B\"}", "duplicate key"), ("{ /* ", "does not end"),
        ("{\"ignore\": \"A\"", "found the end of the file"),
        ("", "found the end of the file"),
    ])
    func `what is wrong with it is an error with its place`(_ text: String, _ message: String) throws {
        let folder = try Folder()
        let path = try folder.file(ProjectFile.name, text)
        let run = Self.run(["report", Self.sample], in: folder.path)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("\(path):") && run.errors.contains(message), "\(run.errors)")
    }

    @Test func `a key that no problem has is told, with the nearest one`() throws {
        let folder = try Folder()
        func errors(_ key: String) throws -> String {
            _ = try folder.file(ProjectFile.name, "{\"accepted\": [{\"key\": \"\(key)\", \"reason\": \"known\"}]}")
            let run = Self.run(["report", Self.sample], in: folder.path)
            #expect(run.code == 0)
            return run.errors
        }
        let near = try errors("expensive-call:LandmarkRoww")
        #expect(near.contains("the accepted key 'expensive-call:LandmarkRoww' matches no problem"), "\(near)")
        #expect(near.contains("if you mean 'expensive-call:LandmarkRow'"), "\(near)")
        let kind = try errors("long-other:LandmarkRow")
        #expect(kind.contains("matches no problem") && kind.contains("if you mean '"), "\(kind)")
        #expect(try errors("expensive-call:LandmarkRow").isEmpty)
        let gone = try errors("long-body:PhotoGrid")
        #expect(
            gone.contains("matches no problem") && gone.contains("if the problem is gone, take the key out"), "\(gone)")
        let keys = Self.run(["report", Self.sample, "--all"], in: folder.path).output
        #expect(keys.contains("      Key: expensive-call:LandmarkRow\n"))
    }
}
