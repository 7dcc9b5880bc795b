/// Pieces of work, each begun when the one before it is done: on a thread of its own where there is one to spare, so that whoever
/// gives them goes on meanwhile.
///
/// What a piece touches is its own, or that of the pieces before it.
final class FollowingWork {
    private let isParallel: Bool
    private var last: BackgroundWork<Void>?

    init(jobs: Int) { isParallel = jobs > 1 }

    /// Throws what the piece before this one threw.
    func begin(_ work: @escaping () throws(TraceError) -> Void) throws(TraceError) {
        try finish()
        guard isParallel else { return try work() }
        last = BackgroundWork(work)
    }

    /// Waits for the last piece, and throws what it threw.
    func finish() throws(TraceError) {
        guard let work = last else { return }
        last = nil
        try work.wait()
    }
}
