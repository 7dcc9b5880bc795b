import Foundation
import Testing

@testable import TraceKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What an INPUT argument turns out to be.
@Suite struct InputFilesTests {
    /// The argument below a folder with a trace, a database and a few other things, to what it is.
    private func check(_ argument: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try withTemporaryFolder { folder in
            for name in ["b.xml", "a.json", ".hidden", "B.json", "with#3"] {
                try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            for name in ["empty", "sub", "sub/deep", "run.trace"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(folder)/sub/x.json"))
            _ = try TraceStore.write(to: .file("\(folder)/t.sqlite")) { database throws(TraceError) in
                try Traces.write("{\"format\": \"tracekit\", \"updates\": []}", into: database)
            }
            let found: String
            do throws(TraceError) {
                switch try InputFiles.resolve(argument == "-" ? "-" : "\(folder)/\(argument)") {
                case .database(let path, let trace): found = "database \(path) \(trace.map { "\($0)" } ?? "all")"
                case .archive(let content): found = "archive \(content.archive.name)"
                case .recording(let path): found = "recording \(path)"
                case .files(let files, let isDirectory, _):
                    found = (isDirectory ? "directory " : "file ") + files.joined(separator: " ")
                }
            } catch {
                found = error.diagnostic.text
            }
            #expect(found.replacing(folder, with: "DIR") == expected, sourceLocation: sourceLocation)
        }
    }

    @Test func `a file is itself, and a dash is standard input`() throws {
        try check("a.json", "file DIR/a.json")
        try check("-", "file -")
    }

    @Test func `a database is known by its content, with or without the number of a trace`() throws {
        try check("t.sqlite", "database DIR/t.sqlite all")
        try check("t.sqlite#2", "database DIR/t.sqlite 2...2")
        try check("t.sqlite#2..9", "database DIR/t.sqlite 2...9")
    }

    @Test func `a number sign in a name is part of the name where such a file is there`() throws {
        try check("with#3", "file DIR/with#3")
        try check(
            "a.json#2",
            "DIR/a.json#2: error: cannot read the file: no such file or directory\n"
                + "  fix: check the path; relative paths start at the current directory")
    }

    @Test func `a directory is its visible files in byte order, not those below it`() throws {
        try check("", "directory DIR/B.json DIR/a.json DIR/b.xml DIR/t.sqlite DIR/with#3")
        try check("sub", "directory DIR/sub/x.json")
        try check("sub/", "directory DIR/sub/x.json")
    }

    /// What is told of a directory with a trace and these things beside it.
    private func told(_ make: (String) throws -> Void) throws -> [String] {
        try withTemporaryFolder { folder in
            try Data(Traces.updates("{\"view\": \"A\", \"start_ns\": 1}").utf8)
                .write(to: URL(fileURLWithPath: "\(folder)/a.json"))
            try make(folder)
            let loaded = try TracePipeline.load([folder], into: .temporary, TracePipeline.Options())
            #expect(try loaded.store.rows("SELECT count(*) FROM updates") == ["1"])
            return loaded.diagnostics.map { $0.text.replacing(folder, with: "DIR") }
        }
    }

    @Test func `what a directory holds that cannot be read is named`() throws {
        let told = try told { folder in
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/gone", withDestinationPath: "nowhere")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: "loop")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/.hidden", withDestinationPath: "nowhere")
            try FileManager.default.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: true)
            #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
        }
        #expect(
            told == [
                "DIR/gone: warning: the link leads nowhere: no such file or directory; it is left out",
                "DIR/loop: warning: the link leads nowhere: too many levels of symbolic links; it is left out",
                "DIR/pipe: warning: this is a pipe, a socket or a device; it is left out",
                "DIR/sub: warning: this is a directory in a directory; it is left out\n  fix: give it as an input of its own",
            ])
    }

    #if !canImport(Darwin)
        // File systems of Apple take names that are UTF-8 only.
        @Test func `a name that is no UTF-8 is named with its bytes`() throws {
            let told = try told { folder in
                for name in [[0x63, 0xE9, 0x1B], [0xC3, 0xA9, 0xFF, 0x2E, 0x78]] as [[UInt8]] {
                    let path = (Array("\(folder)/".utf8) + name).map { CChar(bitPattern: $0) } + [0]
                    let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
                    #expect(descriptor >= 0)
                    close(descriptor)
                }
            }
            let why = "warning: the file's name is not UTF-8; it is left out\n  fix: rename the file"
            #expect(told == ["DIR/c\\xE9\\u{1b}: \(why)", "DIR/é\\xFF.x: \(why)"])
        }
    #endif

    @Test func `a trace in a directory that is encoded otherwise is an error, another file is not`() throws {
        let told = try told { folder in
            try Data([0xFF, 0xFE] + Array("milk".utf8).flatMap { [$0, 0] }).write(
                to: URL(fileURLWithPath: "\(folder)/note"))
        }
        #expect(told.count == 1 && told[0].hasPrefix("DIR/note:1:1: warning: the encoding UTF-16LE is not read"))
        let error = #expect(throws: TraceError.self) {
            _ = try self.told { folder in
                let log = "{\"record\": \"hang\"}\n"
                try Data(Array(log.utf8).flatMap { [0, $0] }).write(to: URL(fileURLWithPath: "\(folder)/b"))
            }
        }
        #expect(error?.diagnostic.message == "the encoding UTF-16BE is not read; expected UTF-8")
    }

    @Test func `an empty directory says what it should hold`() throws {
        try check(
            "empty",
            "DIR/empty: error: the directory holds no files\n"
                + "  fix: give a directory of files that 'xcrun xctrace export' wrote, or a trace file")
    }

    @Test func `a directory of recordings says to give one of them`() throws {
        try withTemporaryFolder { folder in
            for name in ["B b.trace/corespace", "A.trace", "copy/corespace"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/all/\(name)", withIntermediateDirectories: true)
            }
            try Data().write(to: URL(fileURLWithPath: "\(folder)/all/copy/open.creq"))
            let error = #expect(throws: TraceError.self) { try InputFiles.resolve("\(folder)/all/") }
            #expect(
                error?.diagnostic.text.replacing(folder, with: "DIR")
                    == "DIR/all/: error: this is a directory that holds 3 recordings of Instruments, not one itself\n"
                    + "  fix: give one recording: DIR/all/A.trace")
            try Data("notes".utf8).write(to: URL(fileURLWithPath: "\(folder)/all/notes.md"))
            let mixed = #expect(throws: TraceError.self) {
                try TracePipeline.load(["\(folder)/all"], into: .temporary, TracePipeline.Options())
            }
            #expect(mixed?.diagnostic.message == "none of the 1 files in the directory is a trace or an export of one")
            #expect(mixed?.diagnostic.fix == "give one recording: \(folder)/all/A.trace")
        }
        let told = try told { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/A.trace", withIntermediateDirectories: true)
        }
        #expect(
            told == [
                "DIR/A.trace: warning: this is a recording of Instruments in a directory; it is left out\n"
                    + "  fix: give it as an input of its own"
            ])
    }

    @Test func `a zip file in a directory is named as an input of its own`() throws {
        let told = try told { folder in
            let zip = PackedFiles.zip([.init(name: "x.json", bytes: Array("{}".utf8))])
            try Data(zip).write(to: URL(fileURLWithPath: "\(folder)/x.zip"))
        }
        #expect(told.count == 1 && told[0].contains("this is compressed (zip)"), "\(told)")
        #expect(told.first?.hasSuffix("fix: give it as an input of its own: DIR/x.zip") == true, "\(told)")
    }

    @Test func `a recording of Instruments is a directory that is not read as one`() throws {
        try check("run.trace", "recording DIR/run.trace")
        try check("run.trace/", "recording DIR/run.trace/")
    }
}
