import Foundation
import Testing

@testable import trace_analyze

/// `--output`: what stands in the folder after a run.
@Suite struct OutputFileTests {
    @Test func `the report goes to the file, and nothing else stays in the folder`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        let run = CommandLineRun(["report", input, "--output", folder("report.txt")])
        #expect(run.code == 0 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("wrote \(folder("report.txt")) ("))
        #expect(try folder.text("report.txt").hasPrefix("Recorded  Demo"))
        #expect(folder.names == ["report.txt", "trace.json"])
    }

    @Test func `a dash is standard output`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        for words in [["-o", "-"], ["--output=-"]] {
            let run = CommandLineRun(["report", input] + words, folder: folder.path)
            #expect(run.code == 0 && run.output.hasPrefix("Recorded  Demo"))
        }
        #expect(folder.names == ["trace.json"])
    }

    @Test func `an older report stays as it is when the input cannot be used`() throws {
        let folder = try Folder()
        let older = try folder.file("report.txt", "older")
        let run = CommandLineRun(["report", try folder.file("trace.json", "{"), "--output", older])
        #expect(run.code == 2)
        #expect(try folder.text("report.txt") == "older")
        #expect(folder.names == ["report.txt", "trace.json"])
    }

    @Test func `a place that cannot be written to is refused before the input is read`() throws {
        let run = CommandLineRun(["report", "/nowhere/trace.json", "--output", "/nowhere/report.txt"])
        #expect(run.code == 2)
        #expect(run.errors == "/nowhere/report.txt: error: cannot write the file: no such file or directory\n")
        let folder = try Folder()
        let directory = CommandLineRun(["report", "/nowhere/trace.json", "--output", folder.path])
        #expect(directory.code == 2)
        #expect(folder.neutral(directory.errors) == "DIR: error: cannot write the file: is a directory\n")
    }

    @Test func `a pipe is written to, not replaced by a file`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let received = Received()
        let isRead = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [path = folder("pipe")] in
            received.bytes = (try? FileHandle(forReadingAtPath: path)?.readToEnd()) ?? Data()
            isRead.signal()
        }
        let run = CommandLineRun(["report", input, "--output", folder("pipe")])
        #expect(run.code == 0)
        var status = stat()
        #expect(stat(folder("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(isRead.wait(timeout: .now() + 10) == .success)
        #expect(received.bytes.starts(with: Array("Recorded  Demo".utf8)))
        #expect(folder.names == ["pipe", "trace.json"])
    }

    @Test func `what a killed process left beside the file is deleted, what another one writes is not`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        _ = try folder.file(".report.txt.writing-0123456789abcdef", "half of a report")
        let others = [
            ".report.txt.writing-0123456789abcde", ".report.txt.writing-0123456789abcdeg", ".report.txt.writing-notes",
            "report.txt.writing-1",
        ]
        for name in others { _ = try folder.file(name, "not ours") }
        let working = ".report.txt.writing-fedcba9876543210"
        let other = open(try folder.file(working, "at work"), O_RDONLY)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        defer { close(other) }
        #expect(CommandLineRun(["report", input, "--output", folder("report.txt")]).code == 0)
        #expect(folder.names == (others + [working, "report.txt", "trace.json"]).sorted())
    }

    @Test func `what stands under the name of a killed process' file and is none is left alone`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        let victim = try folder.file("victim", "mine")
        let prefix = folder(".report.txt.writing-")
        #expect(mkfifo("\(prefix)0000000000000001", 0o600) == 0)
        #expect(mkdir("\(prefix)0000000000000002", 0o700) == 0)
        #expect(symlink(victim, "\(prefix)0000000000000003") == 0)
        let before = folder.names
        #expect(CommandLineRun(["report", input, "--output", folder("report.txt")]).code == 0)
        #expect(folder.names == (before + ["report.txt"]).sorted())
        #expect(try folder.text("victim") == "mine")
    }

    // MARK: What is there

    @Test(arguments: ["/dev/fd", "/proc/self/fd"])
    func `what is open already goes on where it stands`(_ descriptors: String) throws {
        guard FileManager.default.fileExists(atPath: descriptors) else { return }
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        let file = open(try folder.file("log.txt", ""), O_RDWR)
        defer { close(file) }
        func note(_ text: String) {
            _ = Array(text.utf8).withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        }
        note("before\n")
        #expect(CommandLineRun(["report", input, "--output", "\(descriptors)/\(file)"]).code == 0)
        note("after\n")
        let lines = try folder.text("log.txt").split(separator: "\n")
        #expect(lines.first == "before" && lines.last == "after" && lines.contains { $0.hasPrefix("Recorded  Demo") })
        let closed = CommandLineRun(["report", input, "--output", "\(descriptors)/999"])
        #expect(closed.code == 2 && closed.errors.contains("cannot write the file: bad file descriptor"))
        #expect(folder.names == ["log.txt", "trace.json"])
    }

    @Test func `links are followed, also to a file that is not there yet`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        #expect(mkdir(folder("sub"), 0o700) == 0)
        _ = try folder.file("sub/old.txt", "older")
        for (target, name) in [("sub/old.txt", "one"), ("one", "two"), ("sub/new.txt", "three"), ("sub", "there")] {
            #expect(symlink(target, folder(name)) == 0)
        }
        #expect(symlink("../three", folder("sub/up")) == 0)
        for (name, result) in [("two", "sub/old.txt"), ("there/up", "sub/new.txt")] {
            #expect(CommandLineRun(["report", input, "--output", folder(name)]).code == 0)
            #expect(try folder.text(result).hasPrefix("Recorded  Demo"))
        }
        for name in ["one", "two", "three", "there", "sub/up"] {
            var status = stat()
            #expect(lstat(folder(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK, "\(name)")
        }
        #expect(symlink("round", folder("round")) == 0 && symlink("nowhere/x", folder("gone")) == 0)
        let round = CommandLineRun(["report", input, "--output", folder("round")])
        #expect(round.code == 2 && round.errors.contains("too many levels of symbolic links"))
        let gone = CommandLineRun(["report", input, "--output", folder("gone")])
        #expect(gone.code == 2 && gone.errors.contains("no such file or directory"))
    }

    @Test func `a file keeps its mode, and its content under all its names`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        #expect(chmod(try folder.file("mine.txt", "older"), 0o640) == 0)
        // Longer than what takes its place.
        _ = try folder.file("first.txt", String(repeating: "older ", count: 10_000))
        #expect(link(folder("first.txt"), folder("second.txt")) == 0)
        var (before, after) = (stat(), stat())
        #expect(stat(folder("first.txt"), &before) == 0)
        for name in ["mine.txt", "first.txt"] {
            #expect(CommandLineRun(["report", input, "--output", folder(name)]).code == 0)
        }
        let text = CommandLineRun(["report", input]).output
        for name in ["mine.txt", "first.txt", "second.txt"] { #expect(try folder.text(name) == text) }
        #expect(stat(folder("second.txt"), &after) == 0 && after.st_ino == before.st_ino && after.st_nlink == 2)
        #expect(stat(folder("mine.txt"), &after) == 0 && after.st_mode & 0o7777 == 0o640)
        #expect(
            CommandLineRun(["report", try folder.file("bad.json", "{"), "--output", folder("first.txt")]).code == 2)
        #expect(try folder.text("second.txt") == text)
        #expect(folder.names == ["bad.json", "first.txt", "mine.txt", "second.txt", "trace.json"])
    }

    @Test func `a file whose folder takes no other is written to`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        #expect(mkdir(folder("closed"), 0o755) == 0)
        _ = try folder.file("closed/report.txt", "older")
        #expect(chmod(folder("closed"), 0o555) == 0)
        defer { chmod(folder("closed"), 0o755) }
        #expect(CommandLineRun(["report", input, "--output", folder("closed/report.txt")]).code == 0)
        #expect(try folder.text("closed/report.txt").hasPrefix("Recorded  Demo"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("closed")) == ["report.txt"])
        // The longest name that there may be has no room for anything behind it.
        let name = String(repeating: "r", count: 255)
        #expect(CommandLineRun(["report", input, "--output", folder(name)]).code == 0)
        #expect(folder.names == ["closed", name, "trace.json"].sorted())
    }

    @Test func `a result in a directory of inputs is not read with them`() throws {
        let folder = try Folder()
        _ = try folder.file("trace.json", Samples.small)
        let run = CommandLineRun(["report", folder.path, "--output", folder("report.txt")])
        #expect(run.code == 0 && run.errors.hasPrefix("wrote "))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    private final class Received: @unchecked Sendable {
        var bytes = Data()
    }
}
