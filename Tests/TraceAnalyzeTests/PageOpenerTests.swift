import Foundation
import Testing

@testable import trace_analyze

/// `--open` runs the system's own opener with the path of the page, and nothing else.
@Suite struct PageOpenerTests {
    #if os(Linux)
        @Test(arguments: ["report", "diff"]) func `the page is handed to the opener by its absolute path`(
            _ command: String
        ) throws {
            let folder = try Folder()
            let opener = try folder.file(
                "xdg-open", "#!/bin/sh\necho noise; printf '%s\\n' \"$#\" \"$1\" > '\(folder("said"))'\n")
            chmod(opener, 0o755)
            let input = try folder.file("small.json", Samples.small)
            let run = CommandLineRun(
                [command, input] + (command == "diff" ? [input] : []) + [
                    "--format", "html", "--output", folder("a b;'$(x).html"), "--open",
                ], environment: ["PATH": folder.path, "DISPLAY": ":7"])
            #expect(run.code == 0 && run.output.isEmpty && !run.errors.contains("browser"), "\(run.errors)")
            for _ in 0..<500 where !folder.names.contains("said") { usleep(20_000) }
            usleep(50_000)
            let page = try #require(realpath(folder("a b;'$(x).html"), nil).map { String(cString: $0) })
            #expect(try folder.text("said") == "1\n\(page)\n")
        }

        @Test func `without a browser the page is written all the same, and a note says so`() throws {
            let folder = try Folder()
            let input = try folder.file("small.json", Samples.small)
            for environment in [["PATH": folder.path, "DISPLAY": ":7"], ["PATH": "/usr/bin"]] {
                let run = CommandLineRun(
                    ["report", input, "--format", "html", "--output", folder("page.html"), "--open"],
                    environment: environment)
                #expect(run.code == 0)
                #expect(run.errors.hasPrefix("wrote \(folder("page.html")) ("))
                #expect(run.errors.hasSuffix(")\nno browser found to open the page\n"))
                #expect(folder.names.contains("page.html"))
            }
        }
    #endif

    @Test(arguments: [["--open"], ["--open", "--format", "html"], ["--open", "--output", "x"]])
    func `there must be a page in a file`(_ words: [String]) throws {
        let folder = try Folder()
        let input = try folder.file("small.json", Samples.small)
        let run = CommandLineRun(["report", input] + words)
        #expect(run.code == 64 && run.errors.contains("add --format html --output report.html"), "\(run.errors)")
    }
}
