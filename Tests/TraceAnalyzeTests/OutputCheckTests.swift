import Foundation
import Testing

@testable import trace_analyze

/// Outputs that would take the place of what is read.
@Suite struct OutputCheckTests {
    /// A folder with two traces, the first under four names, a database, a directory of inputs and a recording.
    private func place() throws -> Folder {
        let folder = try Folder()
        let path = try folder.file("a.json", Samples.small)
        _ = try folder.file("b.json", Samples.small.replacing("Row", with: "Line"))
        for name in ["sub", "exports", "App.trace", "App.trace/deep"] { #expect(mkdir(folder(name), 0o700) == 0) }
        #expect(link(path, folder("hard.json")) == 0)
        #expect(symlink("a.json", folder("soft.json")) == 0 && symlink("../soft.json", folder("sub/link.json")) == 0)
        _ = try folder.file("exports/a.json", Samples.small)
        _ = try folder.file("exports/older.txt", "an older report")
        #expect(CommandLineRun(["import", path, "--db", folder("t.sqlite")]).code == 0)
        #expect(CommandLineRun(["check", "--init", path, "--output", folder("budget.json")]).code == 0)
        return folder
    }

    private func contents(_ folder: Folder) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            contents[name] = FileManager.default.contents(atPath: folder(name)) ?? Data()
        }
        return contents
    }

    /// The words of a command, names of the folder with a `@` before them, to what is wrong.
    @Test(arguments: [
        ("report @a.json --output @a.json", "one of the inputs"),
        ("report @a.json --output @hard.json", "one of the inputs"),
        ("report @sub/link.json --output @a.json", "one of the inputs"),
        ("report @b.json @hard.json --output @sub/link.json", "one of the inputs"),
        ("export @sub/../a.json --output @soft.json", "one of the inputs"),
        ("diff @b.json @a.json --output @hard.json", "one of the inputs"),
        ("diff --before @a.json --after @b.json @b.json --output @b.json", "one of the inputs"),
        ("check --init @a.json --force --output @a.json", "one of the inputs"),
        ("check @a.json --budget @budget.json --output @budget.json", "one of the inputs"),
        ("check @a.json --budget @budget.json --baseline @b.json --output @b.json", "one of the inputs"),
        ("import @b.json @a.json --db @hard.json", "one of the inputs"),
        ("import @t.sqlite --db @t.sqlite", "one of the inputs"),
        ("report @t.sqlite#1 --output @t.sqlite", "one of the inputs"),
        ("report @exports --output @exports/a.json", "one of the inputs (a file of the directory DIR/exports)"),
        ("report @App.trace --output @App.trace/deep/report.txt", "the output lies in the recording"),
        ("report @a.json --output @t.sqlite", "this is a database"),
        ("report @a.json --output @t.sqlite-wal", "SQLite uses this name"),
        ("report @a.json --db @new.sqlite --output @new.sqlite", "two outputs of this command"),
        ("report @a.json --db @new.sqlite --output @sub/../new.sqlite", "two outputs of this command"),
        ("report @a.json --db @new.sqlite --output @new.sqlite-journal", "SQLite uses this name"),
    ])
    func `an output that is an input or a database is refused, and nothing changes`(
        _ line: String, _ message: String
    ) throws {
        let folder = try place()
        let before = try contents(folder)
        let run = CommandLineRun(
            line.split(separator: " ").map { $0.hasPrefix("@") ? folder(String($0.dropFirst())) : String($0) })
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(folder.neutral(run.errors).contains(message), "\(run.errors)")
        #expect(try contents(folder) == before)
    }

    /// What a command reads besides its traces: sources, the file of the project, what git leaves out.
    @Test(arguments: [
        ("report @a.json --source-root @App --output @App/Row.swift", "a file that this command reads"),
        ("report @a.json --source-root @App --output @page.html", "a file that this command reads"),
        ("report @a.json --source-root @App --output @App/.gitignore", "a file that this command reads"),
        ("diff @a.json @b.json --source-root @App --output @linked.swift", "a file that this command reads"),
        ("export @a.json --source-root @App --output @App/Row.swift", "a file that this command reads"),
        (
            "check @a.json --budget @budget.json --source-root @App --output @App/Row.swift",
            "a file that this command reads"
        ),
        ("report @a.json --output @.trace-analyze.json", "a file that this command reads"),
        ("check @a.json --output @sub/project.json", "a file that this command reads"),
        ("check @a.json --output @budget.json", "one of the inputs"),
    ])
    func `an output that the command reads besides its traces is refused, and nothing changes`(
        _ line: String, _ message: String
    ) throws {
        let folder = try place()
        #expect(mkdir(folder("App"), 0o700) == 0)
        let source = try folder.file("App/Row.swift", "struct Row: View {}\n")
        _ = try folder.file("App/.gitignore", "*.orig\n")
        let project = try folder.file(".trace-analyze.json", "{\"budget\": \"budget.json\"}")
        #expect(link(source, folder("page.html")) == 0 && symlink(source, folder("linked.swift")) == 0)
        #expect(symlink(project, folder("sub/project.json")) == 0)
        let before = try contents(folder)
        let words = line.split(separator: " ").map { $0.hasPrefix("@") ? folder(String($0.dropFirst())) : String($0) }
        let run = CommandLineRun(words, folder: folder.path)
        #expect(run.code == 64 && run.output.isEmpty)
        #expect(folder.neutral(run.errors).contains(message), "\(run.errors)")
        #expect(try contents(folder) == before)
        // A new file among the sources is nothing that is read.
        #expect(
            CommandLineRun([
                "report", folder("a.json"), "--source-root", folder("App"), "--output", folder("App/new.txt"),
            ])
            .code == 0)
    }

    @Test func `a database is not written over through a descriptor that is open on it`() throws {
        let folder = try place()
        let database = open(folder("t.sqlite"), O_RDWR)
        defer { close(database) }
        let before = try contents(folder)
        for name in ["/dev/fd/\(database)", "/proc/self/fd/\(database)"] where access(name, F_OK) == 0 {
            let run = CommandLineRun(["report", folder("a.json"), "--output", name])
            #expect(run.code == 64)
            #expect(run.errors.hasPrefix("\(name): error: this is a database"), "\(run.errors)")
        }
        #expect(try contents(folder) == before)
    }

    @Test func `what a directory of inputs holds besides may be written over`() throws {
        let folder = try place()
        for name in ["older.txt", "new.txt", "new.txt"] {
            #expect(CommandLineRun(["report", folder("exports"), "--output", folder("exports/\(name)")]).code == 0)
            #expect(try folder.text("exports/\(name)").hasPrefix("Recorded  Demo"))
        }
        for _ in 1...2 {
            #expect(CommandLineRun(["import", folder("exports"), "--db", folder("exports/t.sqlite")]).code == 0)
        }
    }

    @Test func `a budget that is there is replaced only with --force`() throws {
        let folder = try place()
        let words = ["check", "--init", folder("a.json"), "--output", folder("budget.json")]
        _ = try folder.file("budget.json", "edited")
        let refused = CommandLineRun(words)
        #expect(
            refused.code == 64
                && folder.neutral(refused.errors).hasPrefix("DIR/budget.json: error: the file already exists"))
        #expect(try folder.text("budget.json") == "edited")
        #expect(CommandLineRun(words + ["--force"]).code == 0)
        #expect(try folder.text("budget.json").contains("version"))
        let without = CommandLineRun(["check", folder("a.json"), "--budget", folder("budget.json"), "--force"])
        #expect(without.code == 64 && without.errors.contains("'--force' needs --init"))
        #expect(CommandLineRun(["check", "--init", folder("a.json"), "--output", "/dev/null"]).code == 0)
    }
}
