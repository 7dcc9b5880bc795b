import Testing

@testable import TraceKit

@Suite struct FollowingWorkTests {
    private final class Notes: @unchecked Sendable { var all: [Int] = [] }

    @Test(arguments: [1, 2]) func `pieces follow each other`(jobs: Int) throws {
        let (work, notes) = (FollowingWork(jobs: jobs), Notes())
        for piece in 0..<100 { try work.begin { () throws(TraceError) in notes.all.append(piece) } }
        try work.finish()
        #expect(notes.all == Array(0..<100))
    }

    @Test(arguments: [1, 2]) func `what a piece throws is thrown once`(jobs: Int) throws {
        let work = FollowingWork(jobs: jobs)
        #expect(throws: TraceError.self) {
            try work.begin { () throws(TraceError) in throw TraceError(.input, "no") }
            try work.finish()
        }
        try work.finish()
    }
}
