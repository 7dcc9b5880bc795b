import Foundation
import Testing

@testable import TraceKit

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
                try Traces.write("{\"updates\": []}", into: database)
            }
            let found: String
            do throws(TraceError) {
                switch try InputFiles.resolve(argument == "-" ? "-" : "\(folder)/\(argument)") {
                case .database(let path, let trace): found = "database \(path) \(trace.map { "\($0)" } ?? "all")"
                case .recording(let path): found = "recording \(path)"
                case .files(let files, let isDirectory):
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
        try check("t.sqlite#2", "database DIR/t.sqlite 2")
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

    @Test func `an empty directory says what it should hold`() throws {
        try check(
            "empty",
            "DIR/empty: error: the directory holds no files\n"
                + "  fix: give a directory of files that 'xcrun xctrace export' wrote, or a trace file")
    }

    @Test func `a recording of Instruments is a directory that is not read as one`() throws {
        try check("run.trace", "recording DIR/run.trace")
        try check("run.trace/", "recording DIR/run.trace/")
    }
}
