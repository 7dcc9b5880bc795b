import Foundation
import Testing

@testable import trace_analyze

/// `--output`: what stands in the folder after a run.
@Suite struct OutputFileTests {
    @Test func `the report goes to the file, and nothing else stays in the folder`() throws {
        let folder = try Folder()
        let input = try folder.file("trace.json", Samples.small)
        let run = CommandLineRun(["report", input, "--output", folder("report.txt")])
        #expect(run.code == 0 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try folder.text("report.txt").hasPrefix("Recorded  Demo"))
        #expect(folder.names == ["report.txt", "trace.json"])
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
        _ = try folder.file("report.txt.writing-1", "half of a report")
        _ = try folder.file("report.txt.writing-notes", "not ours")
        let other = open(try folder.file("report.txt.writing-2", "at work"), O_RDONLY)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        defer { close(other) }
        #expect(CommandLineRun(["report", input, "--output", folder("report.txt")]).code == 0)
        #expect(folder.names == ["report.txt", "report.txt.writing-2", "report.txt.writing-notes", "trace.json"])
    }

    private final class Received: @unchecked Sendable {
        var bytes = Data()
    }
}
