import Testing

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

    @Test func `a name in a message is no command either`() {
        let run = CommandLineRun(["report", "::error::x"])
        #expect(run.code == 2 && run.errors.hasPrefix("\\::error::x: error: cannot read the file"))
    }
}
