import Foundation
import Testing

/// What people type without reading help first.
@Suite struct MannersTests {
    private static let sample = Samples.path("landmarks-before.json")

    @Test(arguments: [["--version"], ["-V"], ["version"]]) func `the version has three names`(_ words: [String]) {
        let run = CommandLineRun(words)
        #expect(run.code == 0 && run.output.hasPrefix("trace-analyze "))
    }

    @Test func `options may stand before the command, and o is short for output`() throws {
        let folder = try Folder()
        let run = CommandLineRun(["--quiet", "--width", "60", "report", Self.sample, "-o", folder("r.txt")])
        #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
        let text = try String(contentsOfFile: folder("r.txt"), encoding: .utf8)
        #expect(text.hasPrefix("Recorded  Landmarks"))
        #expect(
            CommandLineRun(["--quiet"]).code == 64 && CommandLineRun(["--nonsense", "report", Self.sample]).code == 64)
    }

    @Test func `an input without a command is told which one`() {
        let run = CommandLineRun([Self.sample])
        #expect(run.code == 64)
        #expect(run.errors.contains("no command before the input"))
        #expect(run.errors.contains("did you mean 'report \(Self.sample)'?"))
    }

    @Test(arguments: [
        ("SELECT veiw FROM updates", "view"), ("SELECT 1 FROM udpates", "updates"),
        ("SELECT u.durationms FROM updates u", "duration_ms"),
    ])
    func `a name that is nearly one of ours is suggested`(_ sql: String, _ name: String) {
        let run = CommandLineRun(["query", Self.sample, sql])
        #expect(run.code == 2 && run.errors.contains("did you mean '\(name)'?"), "\(run.errors)")
    }

    @Test func `a page is not written to a terminal`() {
        for command in [["report", Self.sample], ["diff", Self.sample, Self.sample]] {
            let run = CommandLineRun(command + ["--format", "html"], isTerminal: true)
            #expect(run.code == 64 && run.errors.contains("--output report.html"), "\(run.errors)")
        }
    }
}
