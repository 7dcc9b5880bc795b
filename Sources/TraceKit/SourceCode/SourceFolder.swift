/// The Swift files below a folder, except hidden files and those that git ignores.
///
/// Links are not followed: targets inside the folder are found anyway, and others can be given as folders of their own.
/// So no file occurs twice, and cycles are impossible.
struct SourceFolder {
    /// The path as given, without a trailing slash; empty for the working directory.
    let shown: String
    /// The path with links resolved.
    let path: String
    /// The root of the surrounding git repository with links resolved; without one, the folder itself.
    let top: String
    /// Paths relative to the folder, in byte order folder by folder.
    private(set) var files: [String] = []
    /// Absolute paths of the ignore files that were read.
    private(set) var ignoreFiles: [String] = []
    /// Notes on what was skipped: unreadable folders, and files beyond the limits.
    private(set) var leftOut: [Diagnostic] = []

    struct Limits {
        var entries = 4_000_000
        var files = 200_000
    }

    /// The .gitignore of a folder at this depth below the root of the repository.
    private typealias Rules = (depth: Int, rules: GitIgnore)

    private struct Folder {
        var path: String
        /// The path of the folder, relative to the root of the repository.
        var names: [[UInt8]]
        var rules: [Rules]
    }

    private let text = SourceText()
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
        try find(limits)
        report(limits)
    }

    /// The part of a folder that is kept after its files have been read.
    struct Paths: Sendable {
        let shown: String
        let path: String
        let top: String
        let files: [String]
        /// The number of its first file.
        let first: Int

        init(_ folder: SourceFolder, _ files: [String], first: Int) {
            (shown, path, top) = (folder.shown, folder.path, folder.top)
            (self.files, self.first) = (files, first)
        }

        func shown(_ file: Int) -> String {
            shown.isEmpty ? files[file - first] : SourceFolder.joined(shown, files[file - first])
        }
        func absolute(_ file: Int) -> String { SourceFolder.joined(path, files[file - first]) }
        func inRepository(_ file: Int) -> String {
            String(decoding: absolute(file).utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1), as: UTF8.self)
        }
    }

    func absolute(_ file: String) -> String { Self.joined(path, file) }

    private static func joined(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    private static func repository(around path: String) -> String? {
        var folder = path
        while true {
            var status = stat()
            if lstat(folder == "/" ? "/.git" : "\(folder)/.git", &status) == 0 { return folder }
            if folder == "/" { return nil }
            folder = FileTarget.split(folder).folder
        }
    }

    // MARK: The walk

    private mutating func find(_ limits: Limits) throws(TraceError) {
        var open = [first()]
        while let folder = open.popLast() {
            var folders: [[UInt8]] = []
            var names: [[UInt8]] = []
            guard read(folder.path.isEmpty ? path : absolute(folder.path), limits, &folders, &names) else {
                unreadable.append(folder.path)
                continue
            }
            let rules = self.rules(in: folder)
            func isIgnored(_ name: [UInt8], isFolder: Bool) -> Bool {
                let names = folder.names + [name]
                // The nearest folder decides.
                for (depth, rules) in rules.reversed() {
                    if let answer = rules.ignores(names[depth...], isFolder: isFolder) { return answer }
                }
                return false
            }
            func below(_ name: [UInt8]) -> String {
                let name = String(decoding: name, as: UTF8.self)
                return folder.path.isEmpty ? name : "\(folder.path)/\(name)"
            }
            for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
            where !isIgnored(name, isFolder: false) && files.count < limits.files {
                files.append(below(name))
            }
            if entries >= limits.entries || files.count >= limits.files { return }
            for name in folders.sorted(by: { $1.lexicographicallyPrecedes($0) }) where !isIgnored(name, isFolder: true)
            {
                open.append(Folder(path: below(name), names: folder.names + [name], rules: rules))
            }
        }
    }

    /// The folder itself, with the rules of the folders above.
    private mutating func first() -> Folder {
        let around = path == top ? [] : path.utf8.dropFirst(top == "/" ? 1 : top.utf8.count + 1).split(separator: 0x2F)
        var rules: [Rules] = []
        if let exclude = ignoreRules("\(top)/.git/info/exclude") {
            rules.append((0, exclude))
        }
        var folder = top == "/" ? "" : top
        for (depth, name) in around.enumerated() {
            if let own = ignoreRules("\(folder)/.gitignore") {
                rules.append((depth, own))
            }
            folder += "/\(String(decoding: name, as: UTF8.self))"
        }
        return Folder(path: "", names: around.map { Array($0) }, rules: rules)
    }

    private mutating func rules(in folder: Folder) -> [Rules] {
        let file = absolute(folder.path.isEmpty ? ".gitignore" : "\(folder.path)/.gitignore")
        guard let own = ignoreRules(file) else { return folder.rules }
        return folder.rules + [(folder.names.count, own)]
    }

    /// The rules of an ignore file; nil if it does not exist or is empty.
    private mutating func ignoreRules(_ file: String) -> GitIgnore? {
        guard let rules = text.read(file).map(GitIgnore.init) else { return nil }
        ignoreFiles.append(file)
        return rules.isEmpty ? nil : rules
    }

    /// Lists the folders and Swift files in a folder; false if it cannot be read.
    private mutating func read(
        _ path: String, _ limits: Limits, _ folders: inout [[UInt8]], _ names: inout [[UInt8]]
    ) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while entries < limits.entries, let entry = readdir(directory) {
            entries += 1
            let type = Int(entry.pointee.d_type)
            withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: UInt8.self, capacity: 1) { start in
                    let count = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
                    guard count > 0, start[0] != UInt8(ascii: ".") else { return }
                    let name = ByteSlice(start, count)
                    let isSwift = name.hasSuffix(".swift")
                    guard isSwift || type == Int(DT_DIR) || type == Int(DT_UNKNOWN) else { return }
                    switch type == Int(DT_UNKNOWN) ? Self.type(of: "\(path)/\(name.text)") : type {
                    case Int(DT_DIR): folders.append(Array(name.buffer))
                    case Int(DT_REG): if isSwift { names.append(Array(name.buffer)) }
                    default: break
                    }
                }
            }
        }
        return true
    }

    /// For file systems that do not give the type with the name.
    private static func type(of path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0 else { return Int(DT_UNKNOWN) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return Int(DT_DIR)
        case S_IFREG: return Int(DT_REG)
        default: return Int(DT_LNK)
        }
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

/// Reads sources one after another into the same buffer.
final class SourceText {
    /// Longer sources are generated, and their lines are of no use.
    static let longest = 4 << 20

    private var room = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
    private var capacity = 1 << 16
    /// Zero bytes after the end, so that lookahead needs no check.
    private static let padding = 16

    deinit { room.deallocate() }

    /// The bytes, valid until the next call; nil if the file is not regular, unreadable or too long.
    func read(_ path: String) -> ByteSlice? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.longest
        else { return nil }
        let size = Int(status.st_size)
        if capacity < size + Self.padding {
            room.deallocate()
            capacity = 2 * size + Self.padding
            room = .allocate(capacity: capacity)
        }
        var count = 0
        // A file that grows meanwhile is read up to its old length.
        while count < size {
            let got = CLibrary.readBytes(descriptor, room + count, size - count)
            if got < 0 && errno == EINTR { continue }
            if got < 0 { return nil }
            if got == 0 { break }
            count += got
        }
        (room + count).update(repeating: 0, count: Self.padding)
        breakLines(count)
        return ByteSlice(UnsafePointer(room), count)
    }

    /// Very old files end lines with a carriage return only.
    private func breakLines(_ count: Int) {
        let text = UnsafeMutableBufferPointer(start: room, count: count)
        guard memchr(room, 0x0A, count) == nil, memchr(room, 0x0D, count) != nil else { return }
        for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
    }
}
