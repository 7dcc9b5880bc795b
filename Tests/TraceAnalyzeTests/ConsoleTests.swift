import Foundation
import Testing
import TraceKit

@testable import trace_analyze

/// What the environment and the options make of a text.
@Suite struct ConsoleTests {
    private func console(isTerminal: Bool = false, _ environment: [String: String]) -> Console {
        Console(
            output: { _ in true }, errors: { _ in true }, width: 80, isTerminal: isTerminal, environment: environment)
    }

    private func usesColor(_ choice: String?, terminal: Bool, _ environment: [String: String] = [:]) -> Bool {
        console(isTerminal: terminal, environment).usesColor(choice)
    }

    @Test func `the option goes before everything`() {
        for terminal in [false, true] {
            #expect(usesColor("always", terminal: terminal, ["NO_COLOR": "1", "TERM": "dumb"]))
            #expect(!usesColor("never", terminal: terminal, ["CLICOLOR_FORCE": "1"]))
        }
    }

    @Test func `then NO_COLOR, unless it is empty`() {
        #expect(!usesColor(nil, terminal: true, ["NO_COLOR": "1"]))
        #expect(!usesColor("auto", terminal: true, ["NO_COLOR": "0", "CLICOLOR_FORCE": "1"]))
        #expect(usesColor(nil, terminal: true, ["NO_COLOR": ""]))
    }

    @Test func `then CLICOLOR_FORCE, unless it is 0`() {
        #expect(usesColor(nil, terminal: false, ["CLICOLOR_FORCE": "1"]))
        #expect(usesColor("auto", terminal: false, ["CLICOLOR_FORCE": "1", "TERM": "dumb"]))
        #expect(!usesColor(nil, terminal: false, ["CLICOLOR_FORCE": "0"]))
    }

    @Test func `then whether it is a terminal that has colours`() {
        #expect(usesColor(nil, terminal: true) && usesColor("auto", terminal: true))
        #expect(!usesColor(nil, terminal: false) && !usesColor(nil, terminal: true, ["TERM": "dumb"]))
    }

    @Test func `the first locale that is set decides on the encoding`() {
        func isUTF8(_ environment: [String: String]) -> Bool { console(environment).usesUTF8 }
        #expect(isUTF8([:]) && isUTF8(["LANG": "de_DE.UTF-8"]) && isUTF8(["LC_CTYPE": "UTF-8"]))
        #expect(isUTF8(["LANG": "en_US.utf8"]) && isUTF8(["LANG": "ca_ES.UTF-8@valencia"]))
        #expect(!isUTF8(["LANG": "C"]) && !isUTF8(["LANG": "de_DE.ISO-8859-1"]) && !isUTF8(["LANG": "de_DE"]))
        #expect(!isUTF8(["LC_ALL": "C", "LANG": "en_US.UTF-8"]) && isUTF8(["LC_ALL": "C.UTF-8", "LANG": "C"]))
        #expect(!isUTF8(["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"]) && isUTF8(["LC_ALL": "", "LANG": "C.UTF-8"]))
    }

    @Test func `a text is ASCII where the locale or the option says so, JSON never`() throws {
        let folder = try Folder()
        let trace = try folder.file("trace.json", Samples.small.replacing("Row", with: "Größe"))
        func isASCII(_ options: [String], _ environment: [String: String] = [:]) -> Bool {
            let run = CommandLineRun(["report", trace] + options, environment: environment)
            #expect(run.code == 0)
            return run.output.utf8.allSatisfy { $0 < 0x80 }
        }
        #expect(!isASCII([]) && isASCII(["--ascii"]) && isASCII([], ["LC_ALL": "C"]))
        #expect(!isASCII(["--format", "json"], ["LC_ALL": "C"]) && !isASCII([], ["LANG": "C.UTF-8"]))
    }

    @Test func `quiet keeps warnings back, not errors`() throws {
        let folder = try Folder()
        _ = try folder.file("a.json", Samples.small)
        _ = try folder.file("notes.txt", "nothing to see")
        #expect(CommandLineRun(["report", folder.path]).errors.contains("warning"))
        let quiet = CommandLineRun(["report", folder.path, "--quiet"])
        #expect(quiet.code == 0 && quiet.errors == "" && quiet.output.hasPrefix("Recorded"))
        let missing = CommandLineRun(["report", folder("none.json"), "--quiet"])
        #expect(missing.code == 2 && missing.errors.contains("error: cannot read the file"))
    }

    private static let hostile = "R\u{1B}]0;t\u{7}ow\u{202E}\u{85}"

    @Test func `a terminal obeys nothing of an export, which a pipe gets as it is`() throws {
        let folder = try Folder()
        let row = try #require(String(data: JSONEncoder().encode(Self.hostile), encoding: .utf8))
        // With a cause, which diagrams are of.
        let small = Samples.small.replacing(
            "\"updates\": [", with: "\"causes\": [{\"id\": 9, \"name\": \"s\"}], \"updates\": ["
        )
        .replacing("\"Row\",", with: "\"Row\", \"cause\": 9,")
        let trace = try folder.file("trace.json", small.replacing("\"Row\"", with: row))
        for target in ["json", "ndjson", "csv", "perfetto", "mermaid", "dot"] {
            func run(isTerminal: Bool) -> String {
                CommandLineRun(["export", trace, "--to", target], isTerminal: isTerminal).output
            }
            let (piped, shown) = (run(isTerminal: false), run(isTerminal: true))
            #expect(piped.contains("ow") && shown.contains("ow"), "\(target)")
            let controls = shown.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
            #expect(controls.isEmpty && !shown.unicodeScalars.contains("\u{202E}"), "\(target)")
            guard ["json", "csv"].contains(target) else { continue }
            #expect(piped.unicodeScalars.contains("\u{202E}"), "\(target)")
            guard target == "json" else { continue }
            #expect(
                try JSONSerialization.jsonObject(with: Data(piped.utf8)) as? NSDictionary
                    == JSONSerialization.jsonObject(with: Data(shown.utf8)) as? NSDictionary)
        }
    }

    @Test func `colours of a page reach a terminal, and nothing else that begins as they do`() {
        let page = "\u{1B}[1mRow\u{1B}[0m \u{1B}[31;1mred\u{1B}[0m"
        #expect(TerminalText.colored.visible(page) == page)
        #expect(TerminalText.plain.visible("\u{1B}[1mRow") == "\\u{1b}[1mRow")
        #expect(
            TerminalText.colored.visible("a\u{1B}[2Jb\u{1B}]0;c\u{7}\u{1B}[[1md\u{1B}")
                == "a\\u{1b}[2Jb\\u{1b}]0;c\\u{7}\\u{1b}[[1md\\u{1b}")
        #expect(TerminalText.json.visible("\u{E0041}\n") == "\\udb40\\udc41\n")
        #expect(TerminalText.plain.visible("👩\u{200D}💻\n") == "👩\u{200D}💻\n")
    }

    #if os(Linux)
        @Test func `a file that is a terminal is treated as one`() throws {
            let folder = try Folder()
            let input = try folder.file("trace.json", Samples.small)
            let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            // TIOCSPTLCK and TIOCGPTN.
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
                ioctl(terminal, 0x8004_5430, &number) == 0
            else { return }
            defer { close(terminal) }
            let path = "/dev/pts/\(number)"
            // Held open: what was written is gone with the last who has it open.
            let other = open(path, O_RDWR | O_NOCTTY)
            defer { close(other) }
            let run = CommandLineRun(["query", input, "SELECT char(27) AS x", "--format", "csv", "--output", path])
            #expect(run.code == 0, "\(run.errors)")
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(terminal, &bytes, 100)
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("\\u{1b}\r\n"))
        }
    #endif

    @Test func `a suggestion with a name of a trace is harmless`() throws {
        let folder = try Folder()
        let row = try #require(String(data: JSONEncoder().encode("Row\u{1B}[2J"), encoding: .utf8))
        let trace = try folder.file("trace.json", Samples.small.replacing("\"Row\"", with: row))
        let run = CommandLineRun(["report", trace, "--view", "Row\u{1B}[3J"])
        #expect(run.code == 64 && !run.errors.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `an empty path is called that`() {
        for words in [
            ["report", ""], ["query", "", "SELECT 1"], ["diff", "", Samples.path("landmarks-before.json")],
        ] {
            let run = CommandLineRun(words)
            #expect(
                run.code == 64 && run.errors.hasPrefix("error: the path of an input is empty\n  fix: "), "\(run.errors)"
            )
        }
    }

    @Test func `a name in a message is no command either`() {
        let run = CommandLineRun(["report", "::error::x"])
        #expect(run.code == 2 && run.errors.hasPrefix("\\::error::x: error: cannot read the file"))
    }
}
