/// Starts other programs, always without a shell.
package enum ChildProcess {
    /// The destination of a program's output.
    package enum Output {
        case nowhere
        /// Descriptors for its standard output and its standard error. It then leads a process group of its own: a
        /// Ctrl-C in the terminal only reaches this process, and a signal to the group reaches all programs that it
        /// starts.
        case pipes(Int32, Int32)
    }

    /// The first executable file of this name in the folders of `path`, by default `PATH`.
    package static func find(_ tool: String, in path: String? = nil) -> String? {
        guard let path = path ?? getenv("PATH").map({ String(cString: $0) }) else { return nil }
        return path.split(separator: ":").map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a program without waiting for it; its standard input is empty. Returns its process id, or the system's
    /// error code.
    package static func start(_ tool: String, _ arguments: [String], output: Output) -> (process: pid_t, code: Int32) {
        var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = Self.attributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var flags = resetSignals(&attributes)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        switch output {
        case .nowhere:
            for descriptor: Int32 in 1...2 { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
        case .pipes(let output, let errors):
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= Int32(POSIX_SPAWN_SETPGROUP)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: pid_t = 0
        var code: Int32 = 0
        // A new executable is busy as long as another child has the file open, which it briefly inherits.
        for _ in 0..<busyTries {
            code = posix_spawn(&process, tool, &actions, &attributes, words, environ)
            guard code == ETXTBSY else { break }
            usleep(20_000)
        }
        return (process, code)
    }

    /// The number of tries, for one second.
    private static let busyTries = 50

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
        private static func attributes() -> Attributes { nil }
    #else
        private typealias Attributes = posix_spawnattr_t
        private static func attributes() -> Attributes { posix_spawnattr_t() }
    #endif

    /// Unblocks all signals and restores the default of those that we catch or ignore, so that they end the program.
    /// Returns the flags for that.
    private static func resetSignals(_ attributes: inout Attributes) -> Int32 {
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        return Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    }
}
