#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Exports the tables we read from a recording of Instruments (`App.trace`) with `xcrun xctrace export`, where that
/// is installed; elsewhere it says what to run on a Mac.
struct RecordingExport {
    /// The directory that holds the exports.
    let directory: String
    private let isTemporary: Bool
    private let interruption: Interruption

    /// Exports into `keep`, or into a temporary directory that `remove` deletes.
    init(
        _ recording: String, run: Int?, keep: String?, _ interruption: Interruption, progress: (String) -> Void
    ) throws(TraceError) {
        guard let xcrun = Self.find("xcrun") else { throw Self.missingTool(recording, run) }
        self.interruption = interruption
        isTemporary = keep == nil
        directory = try Self.makeDirectory(keep, interruption)
        do throws(TraceError) {
            try export(recording, run: run ?? 1, xcrun, progress)
        } catch {
            remove()
            throw error
        }
    }

    func remove() {
        guard isTemporary else { return }
        interruption.guarding { leftovers in
            Interruption.delete(directory)
            leftovers.paths.remove(directory)
        }
    }

    // MARK: Exporting

    private func export(
        _ recording: String, run: Int, _ xcrun: String, _ progress: (String) -> Void
    ) throws(TraceError) {
        progress("reading the table of contents of \(recording)")
        let contents = "\(directory)/toc.xml"
        try launch(xcrun, ["xctrace", "export", "--input", recording, "--toc", "--output", contents], recording)
        let present = try Self.schemas(in: contents)
        let wanted = XctraceTables.schemas.filter { present.contains($0) }
        guard !wanted.isEmpty else {
            throw TraceError(
                .input, "the recording holds none of the tables that trace-analyze reads", at: Place(file: recording),
                fix: "record with the SwiftUI template of Instruments")
        }
        for (index, schema) in wanted.enumerated() {
            progress("exporting \(schema) (\(index + 1) of \(wanted.count))")
            let path = "/trace-toc/run[@number=\"\(run)\"]/data/table[@schema=\"\(schema)\"]"
            try launch(
                xcrun,
                ["xctrace", "export", "--input", recording, "--xpath", path, "--output", "\(directory)/\(schema).xml"],
                recording)
        }
    }

    /// The schemas that a table of contents names.
    private static func schemas(in path: String) throws(TraceError) -> Set<String> {
        let input = try ByteInput(path: path)
        var text: [UInt8] = []
        while true {
            text += UnsafeBufferPointer(start: input.base, count: input.count)
            if input.atEnd { break }
            _ = try input.refill(keeping: input.count)
        }
        var schemas: Set<String> = []
        for part in String(decoding: text, as: UTF8.self).split(separator: "schema=").dropFirst() {
            guard let quote = part.first, quote == "\"" || quote == "'" else { continue }
            schemas.insert(String(part.dropFirst().prefix { $0 != quote }))
        }
        return schemas
    }

    private func launch(_ tool: String, _ arguments: [String], _ recording: String) throws(TraceError) {
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
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes)
        // What the tool says goes to standard error; standard output is for our results.
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var process: pid_t = 0
        let code = interruption.guarding { leftovers in
            let code = posix_spawn(&process, tool, &actions, &attributes, words, environ)
            if code == 0 { leftovers.children.insert(process) }
            return code
        }
        var status: Int32 = 0
        if code == 0 { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
        _ = interruption.guarding { $0.children.remove(process) }
        try interruption.check()
        guard code == 0, status == 0 else {
            throw TraceError(
                .input,
                "xcrun xctrace export failed (\(code == 0 ? "status \(status >> 8 & 0xFF)" : String(cString: strerror(code))))",
                at: Place(file: recording),
                fix: "run it by hand: xcrun \(arguments.map { ShellWord.quote($0) }.joined(separator: " "))")
        }
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
    #else
        private typealias Attributes = posix_spawnattr_t
    #endif

    /// The tool must be stopped by the signals that we wait for or ignore.
    private static func resetSignals(_ attributes: inout Attributes) {
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    }

    // MARK: Files

    private static func find(_ tool: String) -> String? {
        guard let path = getenv("PATH") else { return nil }
        return String(cString: path).split(separator: ":").map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
    }

    private static func makeDirectory(_ keep: String?, _ interruption: Interruption) throws(TraceError) -> String {
        if let keep {
            guard mkdir(keep, 0o755) == 0 || errno == EEXIST else {
                throw TraceError(
                    .input, "cannot make the directory: \(String(cString: strerror(errno)).lowercased())",
                    at: Place(file: keep))
            }
            return keep
        }
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/trace-analyze-XXXXXX".utf8CString)
        let made: String? = interruption.guarding { leftovers in
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            leftovers.paths.insert(path)
            return path
        }
        guard let made else {
            throw TraceError(.input, "cannot make a temporary directory", at: Place(file: base))
        }
        return made
    }

    private static func missingTool(_ recording: String, _ run: Int?) -> TraceError {
        let name = ShellWord.quote(recording)
        let tables = XctraceTables.schemas.prefix(6).joined(separator: " ")
        return TraceError(
            .input, "this is a recording of Instruments, and 'xcrun' is not installed here to read it",
            at: Place(file: recording),
            fix: """
                on a Mac with Xcode, run
                    mkdir -p exports
                    xcrun xctrace export --input \(name) --toc --output exports/toc.xml
                    for t in \(tables); do
                      xcrun xctrace export --input \(name) --xpath "/trace-toc/run[@number=\\"\(run ?? 1)\\"]/data/table[@schema=\\"$t\\"]" \
                --output exports/$t.xml
                    done
                and then: trace-analyze report exports
                """)
    }
}
