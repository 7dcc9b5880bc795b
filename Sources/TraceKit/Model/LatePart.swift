/// A part of the time of a hitch or a hang, by what it went to. The parts of one add up to its length.
struct LatePart {
    /// Codes of the database.
    enum Kind: UInt8, Coded, BitwiseCopyable {
        /// View updates, by their root cause.
        case updates
        /// Commits of Core Animation.
        case commit
        /// Other work of the main thread, as samples show it.
        case mainThread
        /// The main thread did not run.
        case blocked
        /// The render server, or the GPU.
        case render
        /// Nothing that was recorded says.
        case unexplained

        var shownWord: String? { self == .mainThread ? "main-thread" : "\(self)" }
    }

    /// Index into the hitches or the hangs of the records; the other is -1.
    var hitch: Int32 = -1
    var hang: Int32 = -1
    var kind: Kind
    /// The root cause of the updates; else none.
    var subject = NameID.none
    var nanoseconds: Int64
}
