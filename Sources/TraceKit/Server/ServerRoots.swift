/// The folders whose files may be read. Paths come from a model that may follow hostile text, so links are resolved
/// before a path is compared with the roots.
struct ServerRoots: Sendable {
    /// Paths with links resolved.
    let folders: [String]

    /// Throws if a path is no folder.
    init(_ paths: [String]) throws(TraceError) {
        var folders: [String] = []
        for path in paths {
            guard let folder = FileTarget.real(path), Self.type(folder) == S_IFDIR else {
                throw TraceError(
                    .usage, "'--root' must be an existing folder", at: Place(file: path),
                    fix: "give the folder that holds the traces")
            }
            folders.append(folder)
        }
        self.folders = folders
    }

    /// The file or folder of an argument with links resolved; a database may have a trace id appended (`#2`).
    func resolve(_ argument: String) throws(TraceError) -> String {
        let (path, suffix) = try allowed(argument)
        switch Self.type(path) {
        case S_IFREG: break
        case S_IFDIR: try checkLinks(path)
        default:
            throw TraceError(
                .input, "this is a pipe, a socket or a device", at: Place(file: argument),
                fix: "give a file or a folder")
        }
        return path + suffix
    }

    /// The folder of an argument with links resolved. Links inside it are not followed.
    func folder(_ argument: String) throws(TraceError) -> String {
        let (path, suffix) = try allowed(argument)
        guard Self.type(path) == S_IFDIR, suffix.isEmpty else {
            throw TraceError(
                .input, "this is not a folder", at: Place(file: argument), fix: "give the folder of the app's sources")
        }
        return path
    }

    /// The path relative to a root, as an argument may name it.
    func short(_ path: String) -> String {
        for folder in folders where path.hasPrefix("\(folder)/") { return String(path.dropFirst(folder.count + 1)) }
        return folders.contains(path) ? "." : path
    }

    private func allowed(_ argument: String) throws(TraceError) -> (path: String, suffix: String) {
        guard !argument.isEmpty else {
            throw TraceError(.usage, "a path is empty", fix: "give the path of a file or folder below \(words)")
        }
        guard argument != "-", !argument.utf8.contains(0) else {
            throw TraceError(.usage, "'\(argument)' is not a file path", fix: "give a file below \(words)")
        }
        // One answer for both: who may not read a file need not know whether it is there.
        guard let (path, suffix) = found(argument), contains(path) else {
            throw TraceError(
                .input, "no such file, or it is outside the folders that may be read",
                at: Place(file: argument), fix: "give a path below \(words), or start the server with another --root")
        }
        return (path, suffix)
    }

    private var words: String { folders.joined(separator: ", ") }

    private func outside(_ path: String) -> TraceError {
        TraceError(
            .input, "the file is outside the folders that may be read", at: Place(file: path),
            fix: "give a path below \(words), or start the server with another --root")
    }

    /// Looks for a relative path in each of the roots.
    private func found(_ argument: String) -> (path: String, suffix: String)? {
        let places = argument.hasPrefix("/") ? [argument] : folders.map { "\($0)/\(argument)" }
        for place in places { if let path = FileTarget.real(place) { return (path, "") } }
        guard CommandInput.splitTraces(argument) != nil else { return nil }
        for place in places {
            guard let mark = place.lastIndex(of: "#"), let path = FileTarget.real(String(place[..<mark])) else {
                continue
            }
            return (path, String(place[mark...]))
        }
        return nil
    }

    private func contains(_ path: String) -> Bool {
        folders.contains { $0 == "/" || path == $0 || path.hasPrefix("\($0)/") }
    }

    private static func type(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    /// The deepest nesting of folders examined inside a recording; recordings have less.
    private static let deepest = 12
    private static let mostFiles = 20_000

    /// Checks that no link inside a folder or recording leads outside, because it is read as a whole.
    private func checkLinks(_ folder: String) throws(TraceError) {
        let isRecording = folder.hasSuffix(".trace") || BundleFiles.isBundle(folder)
        var left = Self.mostFiles
        try checkLinks(folder, depth: isRecording ? Self.deepest : 1, &left)
    }

    private func checkLinks(_ folder: String, depth: Int, _ left: inout Int) throws(TraceError) {
        guard depth > 0, let directory = opendir(folder) else { return }
        var names: [String] = []
        while left >= 0, let entry = readdir(directory) {
            left -= 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(directory)
        guard left >= 0 else {
            throw TraceError(
                .input, "the folder holds more than \(Self.mostFiles) files", at: Place(file: folder),
                fix: "give the files of one trace")
        }
        for name in names {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFLNK, let real = FileTarget.real(path), !contains(real) {
                throw outside(path)
            }
            if status.st_mode & S_IFMT == S_IFDIR { try checkLinks(path, depth: depth - 1, &left) }
        }
    }
}

/// The folders with the app's sources.
struct ServerSources: Sendable {
    private let roots: ServerRoots
    /// Sources of traces opened without a folder of their own, with links resolved.
    private let folders: [String]

    /// Throws if a path is no folder, or must not be read.
    init(_ roots: ServerRoots, _ paths: [String]) throws(TraceError) {
        self.roots = roots
        var folders: [String] = []
        for path in paths {
            guard let folder = FileTarget.real(path) else {
                throw TraceError(
                    .usage, "'--source-root' must be an existing folder", at: Place(file: path),
                    fix: "give the folder with the app's Swift files")
            }
            folders.append(try roots.folder(folder))
        }
        self.folders = folders
    }

    /// Reads the current sources, because agents edit them between calls: those of `folder`, else those given at the
    /// start; nil without either.
    func read(_ folder: String?) throws(TraceError) -> SourceLookup? {
        var folders = self.folders
        if let folder { folders = [try roots.folder(folder)] }
        guard !folders.isEmpty else { return nil }
        return SourceLookup(try SourceIndex(folders, as: folders.map { roots.short($0) }), link: nil)
    }
}
