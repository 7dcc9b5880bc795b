/// Cancellation of an import, and the temporary files to delete when the process ends.
///
/// A process that may die at any moment can delete its temporary files just before it does; only a transaction on an
/// existing database must be rolled back by SQLite itself, on the thread that runs it. So `end` requests that, waits
/// for it, deletes the rest and leaves the exit to its caller. The caller is a thread that waits for signals, not a
/// signal handler: it may lock, wait and delete, and it runs even while the import is blocked in a read.
///
/// Each command has one; any thread may call any of its functions. A command with several cancellable tasks gives each
/// an interruption inside its own.
package final class Interruption: @unchecked Sendable {
    /// The things to undo when the process ends early.
    package struct Leftovers {
        /// Files, and directories with nothing but files in them.
        package var paths: Set<String> = []
        /// The groups of processes that we started, and the signals that end them.
        fileprivate var children: [pid_t: Int32] = [:]
        /// The recording that one of them makes.
        package fileprivate(set) var recording: (group: pid_t, file: String)?
        /// Whether the traces are committed to their database, so that nothing can be undone.
        package var isImported = false

        mutating func add(_ group: pid_t, _ role: ChildRun.Role) {
            children[group] = SIGTERM
            guard case .recording(let file) = role else { return }
            // It may save its results even if we end.
            children[group] = SIGINT
            recording = (group, file)
        }

        mutating func remove(_ group: pid_t) {
            children[group] = nil
            if recording?.group == group { recording = nil }
        }

        fileprivate var isFinishing: Bool { recording.map { children[$0.group] == SIGKILL } ?? false }
    }

    private enum Phase { case free, writing, committing }

    private let monitor = Monitor()
    private var leftovers = Leftovers()
    private var phase = Phase.free
    private var isAsked = false
    private let outer: Interruption?

    /// Creates an interruption. A request to stop `outer` stops this one too, and `outer` holds the leftovers of both.
    package init(inside outer: Interruption? = nil) { self.outer = outer }

    /// Creates, renames or deletes files together with their registration. A file is either registered or never
    /// created: after `end`, no other call enters.
    package func guarding<Result>(_ body: (inout Leftovers) -> Result) -> Result {
        if let outer { return outer.guarding(body) }
        return monitor.locked { body(&leftovers) }
    }

    /// Whether the work should stop.
    package var isRequested: Bool { monitor.locked { isAsked } || outer?.isRequested == true }

    /// Asks the work to stop at the next check: after a block that is read, a stage, or some thousand steps of SQLite.
    package func request() { monitor.locked { isAsked = true } }

    /// Throws an error of the kind `interrupted` if the work should stop.
    func check() throws(TraceError) { if isRequested { throw Self.error } }

    static let error = TraceError(.interrupted, "interrupted")

    // MARK: A recording

    /// Asks a recording to finish, once. Returns false if there is none or it was asked before: then the work should
    /// stop.
    package func finishRecording() -> Bool {
        monitor.locked {
            guard let recording = leftovers.recording, !leftovers.isFinishing else { return false }
            kill(-recording.group, SIGINT)
            leftovers.children[recording.group] = SIGKILL
            return true
        }
    }

    /// Whether a recording was asked to finish.
    package var isFinishingRecording: Bool { guarding { $0.isFinishing } }

    // MARK: A transaction on an existing database

    /// Makes `end` wait for `finishWriting` from now on.
    func beginWriting() throws(TraceError) {
        try check()
        monitor.locked { phase = .writing }
    }

    /// Runs the commit of a transaction, unless a stop was requested before.
    func commit(_ body: () throws(TraceError) -> Void) throws(TraceError) {
        let mayCommit = monitor.locked {
            if !isAsked { phase = .committing }
            return !isAsked
        }
        guard mayCommit else { throw Self.error }
        try body()
        monitor.locked { leftovers.isImported = true }
    }

    /// Notes that the transaction is committed or rolled back, and its journal deleted.
    func finishWriting() { monitor.locked { phase = .free } }

    // MARK: The end

    /// Stops the work and deletes its files. Later calls that create or register anything block forever, so the caller
    /// must end the process. Returns the leftovers at that time.
    ///
    /// `waits` is false if no thread can roll back a transaction; then the next process that opens the database does
    /// it.
    package func end(waits: Bool = true) -> Leftovers {
        request()
        monitor.lock()
        while waits, phase != .free {
            monitor.unlock()
            usleep(1000)
            monitor.lock()
        }
        for (group, signal) in leftovers.children { kill(-group, signal) }
        for path in leftovers.paths { Self.delete(path) }
        return leftovers
    }

    /// Deletes a file, or a directory with the files in it.
    static func delete(_ path: String) {
        guard unlink(path) != 0, let directory = opendir(path) else { return }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            unlink("\(path)/\(name)")
        }
        closedir(directory)
        rmdir(path)
    }
}

/// Files that are deleted as soon as all their users have opened them.
enum TemporaryFile {
    static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// An empty file readable by this user only; nil (and `errno`) if it cannot be created.
    static func make(in folder: String = folder) -> (path: String, descriptor: Int32)? {
        var template = Array("\(folder)/trace-analyze-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        return (String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), descriptor)
    }
}
