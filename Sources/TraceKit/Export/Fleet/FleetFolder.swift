/// The folder that many writers share, known by a file in it: nothing is ever written into a folder of something else.
enum FleetFolder {
    /// Engines pass over names that begin with `_`.
    static let marker = "_tracekit"

    /// Takes a folder that is ours, or an empty one; makes it where there is none.
    static func open(_ root: String) throws(TraceError) {
        if isOurs(root) { return }
        try make(root)
        guard let directory = opendir(root) else { throw failure(root) }
        var isEmpty = true
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            // What a file system or a desktop puts into an empty folder.
            if !name.hasPrefix("."), name != "lost+found" { isEmpty = false }
        }
        closedir(directory)
        // Another worker may have been faster: the mark is the first that anybody makes.
        guard isEmpty || isOurs(root) else {
            throw TraceError(
                .input, "not a folder of facts: it is not empty, and has no file '\(marker)'", at: Place(file: root),
                fix: "give an empty folder, or one that does not exist yet")
        }
        let file = CLibrary.create("\(root)/\(marker)")
        guard file >= 0 else { throw failure(root) }
        close(file)
    }

    static func isOurs(_ root: String) -> Bool { access("\(root)/\(marker)", F_OK) == 0 }

    static func gone(_ root: String) -> TraceError {
        TraceError(.input, "the folder of facts is gone, or is another one now", at: Place(file: root))
    }

    static func failure(_ path: String) -> TraceError {
        TraceError(.input, "cannot write: \(String(cString: strerror(errno)).lowercased())", at: Place(file: path))
    }

    private static func make(_ path: String) throws(TraceError) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        let parent = FileTarget.split(path).folder
        guard errno == ENOENT, parent != path, parent != "." else { throw failure(path) }
        try make(parent)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
    }
}
