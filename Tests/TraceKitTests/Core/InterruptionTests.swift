import Foundation
import Testing

@testable import TraceKit

/// What a wish to stop does to work under way, and what is deleted.
@Suite struct InterruptionTests {
    @Test func `what was noted is deleted, a directory with its files, and nothing else`() throws {
        try withTemporaryFolder { folder in
            for name in ["a", "b", "exports/x.xml", "exports/.hidden"] {
                let path = "\(folder)/\(name)"
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data("1".utf8).write(to: URL(fileURLWithPath: path))
            }
            let interruption = Interruption()
            interruption.guarding { $0.paths = ["\(folder)/a", "\(folder)/exports", "\(folder)/never-made"] }
            #expect(!interruption.end().isImported)
            #expect(names(in: folder) == ["b"])
        }
    }

    @Test func `a check throws once it was asked for, and only then`() throws {
        let interruption = Interruption()
        try interruption.check()
        #expect(!interruption.isRequested)
        interruption.request()
        #expect(interruption.isRequested)
        #expect(throws: Interruption.error) { try interruption.check() }
        #expect(throws: Interruption.error) { try interruption.beginWriting() }
        #expect(Interruption.error.kind == .interrupted)
    }

    /// The end, asked for on another thread while a transaction is open.
    private func ending(_ interruption: Interruption) -> DispatchSemaphore {
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = interruption.end()
            isOver.signal()
        }
        while !interruption.isRequested { usleep(1000) }
        return isOver
    }

    @Test func `the end waits until a transaction is taken back, and no commit comes in between`() throws {
        let interruption = Interruption()
        try interruption.beginWriting()
        let isOver = ending(interruption)
        #expect(isOver.wait(timeout: .now() + 0.05) == .timedOut)
        var isCommitted = false
        #expect(throws: Interruption.error) { try interruption.commit { isCommitted = true } }
        #expect(!isCommitted)
        interruption.finishWriting()
        #expect(isOver.wait(timeout: .now() + 10) == .success)
    }

    @Test func `a commit that has begun is let through, and told of`() throws {
        let interruption = Interruption()
        try interruption.beginWriting()
        try interruption.commit { () throws(TraceError) in interruption.request() }
        interruption.finishWriting()
        #expect(interruption.end().isImported)
    }

    @Test func `a crash does not wait for what nobody can take back`() throws {
        let interruption = Interruption()
        try interruption.beginWriting()
        #expect(!interruption.end(waits: false).isImported)
    }
}
