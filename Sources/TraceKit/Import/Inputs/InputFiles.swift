#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a path the user gave turns out to be.
enum InputFiles {
    case database(path: String, trace: Int64?)
    /// One file, or the files of a directory in the order of their names.
    case files([String], isDirectory: Bool)
    /// A recording of Instruments, which only its own tools can read.
    case recording(String)

    /// Looks at one INPUT argument: a file, a directory of exports, a database, `database#ID`, or `-`.
    static func resolve(_ argument: String) throws(TraceError) -> InputFiles {
        if argument == "-" { return .files([argument], isDirectory: false) }
        if let (path, trace) = splitTraceID(argument), access(argument, F_OK) != 0, isDatabase(path) {
            return .database(path: path, trace: trace)
        }
        var status = stat()
        guard stat(argument, &status) == 0 else { throw ByteInput.openError(argument, errno) }
        if status.st_mode & S_IFMT == S_IFDIR, argument.split(separator: "/").last?.hasSuffix(".trace") == true {
            return .recording(argument)
        }
        if status.st_mode & S_IFMT == S_IFDIR { return .files(try filesOfDirectory(argument), isDirectory: true) }
        return isDatabase(argument) ? .database(path: argument, trace: nil) : .files([argument], isDirectory: false)
    }

    private static func splitTraceID(_ argument: String) -> (String, Int64)? {
        guard let mark = argument.lastIndex(of: "#"), let id = Int64(argument[argument.index(after: mark)...]) else {
            return nil
        }
        return (String(argument[..<mark]), id)
    }

    static func isDatabase(_ path: String) -> Bool {
        var status = stat()
        // Only a regular file can be looked at without taking bytes from whoever writes it: a pipe is not even opened.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 16)
        guard read(descriptor, &head, 16) == 16 else { return false }
        return head == Array("SQLite format 3\0".utf8)
    }

    /// The regular files of a directory, without hidden ones, by name in byte order (the same in every locale).
    static func filesOfDirectory(_ path: String) throws(TraceError) -> [String] {
        guard let directory = opendir(path) else { throw ByteInput.openError(path, errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        let files = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
            .filter { file in
                var status = stat()
                return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            }
        guard !files.isEmpty else {
            throw TraceError(
                .input, "the directory holds no files", at: Place(file: path),
                fix: "give a directory of files that 'xcrun xctrace export' wrote, or a trace file")
        }
        return files
    }
}
