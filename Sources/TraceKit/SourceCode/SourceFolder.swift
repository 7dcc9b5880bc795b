/// The Swift files below a folder, except hidden files, folders of dependencies and build products, and what the
/// .gitignore at the top of the repository names.
///
/// Links are not followed: targets inside the folder are found anyway, and others can be given as folders of their own.
/// So no file occurs twice, and cycles are impossible.
struct SourceFolder: Sendable {
    /// The path as given, without a trailing slash; empty for the working directory.
    let shown: String
    /// The path with links resolved.
    let path: String
    /// The root of the surrounding git repository with links resolved; without one, the folder itself.
    let top: String
    /// Paths relative to the folder, in byte order folder by folder.
    private(set) var files: [String] = []
    /// The ignore file that was read.
    private(set) var ignoreFile: String?
    /// Notes on what was skipped: unreadable folders, and files beyond the limits.
    private(set) var leftOut: [Diagnostic] = []

    struct Limits {
        var entries = 4_000_000
        var files = 200_000
    }

    private static let skipped: Set<String> = ["DerivedData", "Pods", "Carthage", "node_modules"]

    private var ignored = IgnoredPaths("")
    private var entries = 0
    private var unreadable: [String] = []

    /// - Parameter name: the folder's name in results, if it differs from its path.
    init(_ given: String, as name: String? = nil, _ limits: Limits = Limits()) throws(TraceError) {
        var status = stat()
        guard stat(given, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, let path = FileTarget.real(given) else {
            let reason = errno == 0 ? "it is no folder" : String(cString: strerror(errno)).lowercased()
            throw TraceError(
                .input, "cannot look for sources: \(reason)", at: Place(file: given),
                fix: "give the folder with the app's Swift files")
        }
        var shown = (name ?? given)[...]
        while shown.hasPrefix("./") { shown = shown.dropFirst(2) }
        while shown.hasSuffix("/"), shown != "/" { shown = shown.dropLast() }
        self.shown = shown == "." ? "" : String(shown)
        self.path = path
        top = Self.repository(around: path) ?? path
        let ignoreFile = Self.joined(top, ".gitignore")
        if let text = SourceText.read(ignoreFile) {
            self.ignoreFile = ignoreFile
            ignored = IgnoredPaths(String(decoding: text, as: UTF8.self))
        }
        find(limits)
        report(limits)
    }

    func shown(_ file: Int) -> String { shown.isEmpty ? files[file] : Self.joined(shown, files[file]) }
    func absolute(_ file: Int) -> String { Self.joined(path, files[file]) }
    func inRepository(_ file: Int) -> String { inRepository(absolute(file)) }

    private func inRepository(_ path: String) -> String {
        String(decoding: path.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1), as: UTF8.self)
    }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func repository(around path: String) -> String? {
        var folder = path
        while true {
            var status = stat()
            if lstat(joined(folder, ".git"), &status) == 0 { return folder }
            if folder == "/" { return nil }
            folder = FileTarget.split(folder).folder
        }
    }

    /// The same folder without some of its files.
    func keeping(_ isKept: (String) -> Bool) -> SourceFolder {
        var folder = self
        folder.files = files.filter { isKept(Self.joined(path, $0)) }
        return folder
    }

    // MARK: The walk

    private mutating func find(_ limits: Limits) {
        var open = [""]
        while let folder = open.popLast() {
            var (folders, names): ([String], [String]) = ([], [])
            guard read(folder.isEmpty ? path : Self.joined(path, folder), limits, &folders, &names) else {
                unreadable.append(folder)
                continue
            }
            func below(_ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }
            for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                let file = below(name)
                if files.count < limits.files, !isIgnored(file, isFolder: false) { files.append(file) }
            }
            if entries >= limits.entries || files.count >= limits.files { return }
            for name in folders.sorted(by: { $1.utf8.lexicographicallyPrecedes($0.utf8) })
            where !Self.skipped.contains(name) && !isIgnored(below(name), isFolder: true) {
                open.append(below(name))
            }
        }
    }

    private func isIgnored(_ file: String, isFolder: Bool) -> Bool {
        ignored.contains(inRepository(Self.joined(path, file)), isFolder: isFolder)
    }

    /// Lists the folders and Swift files in a folder; false if it cannot be read.
    private mutating func read(
        _ path: String, _ limits: Limits, _ folders: inout [String], _ names: inout [String]
    ) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while entries < limits.entries, let entry = readdir(directory) {
            entries += 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            let type = Int(entry.pointee.d_type)
            if name.hasPrefix(".") || type != Int(DT_UNKNOWN) && type != Int(DT_DIR) && !name.hasSuffix(".swift") {
                continue
            }
            var status = stat()
            // Some file systems do not give the type with the name.
            guard lstat(Self.joined(path, name), &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { folders.append(name) }
            if status.st_mode & S_IFMT == S_IFREG, name.hasSuffix(".swift") { names.append(name) }
        }
        return true
    }

    private mutating func report(_ limits: Limits) {
        let place = Place(file: shown.isEmpty ? "." : shown)
        if let first = unreadable.first {
            let more = Decimal.more(of: unreadable.count, listed: 1)
            leftOut.append(
                Diagnostic(
                    .warning, at: place,
                    "a folder cannot be read: \(first.isEmpty ? "." : first)\(more); its sources are left out"))
        }
        if entries >= limits.entries || files.count >= limits.files {
            leftOut.append(
                Diagnostic(
                    .warning, at: place,
                    "the folder holds more than \(limits.entries) files or \(limits.files) Swift files; the rest is left out",
                    fix: "give the folder of the app's own sources"))
        }
    }
}

/// The plain patterns of a .gitignore: names at any depth, paths from its folder, `*` and `?`, `!`, and `/` at the end
/// for folders. Lines with other signs are left out.
struct IgnoredPaths: Sendable {
    private var patterns: [(text: String, isPath: Bool, isForFolders: Bool, isIgnored: Bool)] = []
    /// More patterns are left out; each costs time for every file.
    private static let mostPatterns = 2000

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline).prefix(Self.mostPatterns) {
            var pattern = line.trimmingSpaces[...]
            if pattern.isEmpty || pattern.hasPrefix("#") { continue }
            let isIgnored = !pattern.hasPrefix("!")
            if !isIgnored { pattern.removeFirst() }
            let isForFolders = pattern.hasSuffix("/")
            if isForFolders { pattern.removeLast() }
            while pattern.hasPrefix("**/") { pattern.removeFirst(3) }
            let isPath = pattern.contains("/")
            if pattern.hasPrefix("/") { pattern.removeFirst() }
            if pattern.isEmpty || pattern.contains("**") || pattern.contains("[") || pattern.contains("\\") { continue }
            patterns.append((String(pattern), isPath, isForFolders, isIgnored))
        }
    }

    /// The last pattern that fits decides. `path`: from the folder of the file on.
    func contains(_ path: String, isFolder: Bool) -> Bool {
        if patterns.isEmpty { return false }
        let name = String(path.split(separator: "/").last ?? "")
        let last = patterns.last { pattern in
            (isFolder || !pattern.isForFolders) && Glob.matches(pattern.isPath ? path : name, pattern.text)
        }
        return last?.isIgnored ?? false
    }
}

/// The bytes of sources.
enum SourceText {
    /// Longer sources are generated, and their lines are of no use.
    static let longest = 4 << 20

    /// Nil if the file is not regular, unreadable or too long.
    static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= longest
        else { return nil }
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            // A file that grows meanwhile is read up to its old length.
            while isRead, count < buffer.count, let start = buffer.baseAddress {
                let got = CLibrary.readBytes(descriptor, start + count, buffer.count - count)
                if got == 0 { break }
                if got > 0 { count += got } else if errno != EINTR { isRead = false }
            }
        }
        return isRead ? bytes : nil
    }
}
