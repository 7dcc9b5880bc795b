/// The folder for the exports of one recording: temporary, or below the folder that the user names.
///
/// A folder that is kept has a hidden file with the recording's path. So the next export of the recording finds it
/// again, another recording of the same name gets another folder, and folders without that file are not touched.
/// Exports are moved there only when all of them are complete, because part of a recording would look complete later.
struct ExportFolder {
    /// A temporary folder to export into.
    let path: String
    /// The folder in which the exports are kept; nil = they are temporary.
    private let kept: String?
    private let interruption: Interruption
    private static let mark = ".trace-analyze-recording"

    /// Creates a temporary folder.
    init(_ interruption: Interruption) throws(TraceError) {
        let base = TemporaryFile.folder
        self.interruption = interruption
        kept = nil
        path = try Self.makeTemporary("\(base)/trace-analyze-", in: base, interruption)
    }

    private static func makeTemporary(
        _ prefix: String, in base: String, _ interruption: Interruption
    ) throws(TraceError) -> String {
        var template = Array("\(prefix)XXXXXX".utf8CString)
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

    /// Creates a folder below `parent` that is kept.
    init(of recording: String, below parent: String, _ interruption: Interruption) throws(TraceError) {
        self.interruption = interruption
        let owner = (FileTarget.real(recording) ?? recording) + "\n"
        let folders = [FileIdentity(parent)] + OutputCheck.folders(of: FileTarget.path(of: parent))
        if let bundle = FileIdentity(recording), folders.contains(bundle) {
            throw TraceError(
                .usage, "the exports would lie in the recording", at: Place(file: parent), fix: "name another folder")
        }
        try Self.make(parent)
        let names = DirectoryContent.visibleNames(in: parent)
        let isOurs = names.contains { Self.owner(of: "\(parent)/\($0)") != nil }
        guard isOurs || names.allSatisfy({ Self.isEmptyFolder("\(parent)/\($0)") }) else { throw Self.foreign(parent) }
        let folder = try Self.claim(Self.baseName(recording), in: parent, owner)
        kept = folder
        path = try Self.makeTemporary("\(folder)/.exporting-", in: folder, interruption)
    }

    /// Moves the exports to their final folder, and returns their paths. `all`: the names of all possible exports;
    /// older ones of the recording are deleted.
    func settle(_ names: [String], of all: [String]) throws(TraceError) -> [String] {
        guard let kept else { return names.map { "\(path)/\($0)" } }
        for name in all { unlink("\(kept)/\(name)") }
        for name in names where rename("\(path)/\(name)", "\(kept)/\(name)") != 0 {
            let reason = String(cString: strerror(errno)).lowercased()
            throw TraceError(.input, "cannot keep the export: \(reason)", at: Place(file: "\(kept)/\(name)"))
        }
        remove()
        return names.map { "\(kept)/\($0)" }
    }

    /// Deletes the temporary folder with its content.
    func remove() {
        interruption.guarding { leftovers in
            Interruption.delete(path)
            leftovers.paths.remove(path)
        }
    }

    // MARK: Kept folders

    /// Returns `App` for `App.trace/`.
    private static func baseName(_ recording: String) -> String {
        let name = recording.split(separator: "/").last.map(String.init) ?? recording
        let base = name.hasSuffix(".trace") ? String(name.dropLast(6)) : name
        return base.isEmpty || base.hasPrefix(".") ? "recording\(base)" : base
    }

    /// Finds the recording's folder: the first of `App`, `App-2`, … that is its own, or new or empty.
    private static func claim(_ name: String, in parent: String, _ owner: String) throws(TraceError) -> String {
        var number = 1
        while true {
            let path = "\(parent)/\(name)\(number == 1 ? "" : "-\(number)")"
            number += 1
            if mkdir(path, 0o755) != 0, errno != EEXIST { throw failure(path, errno) }
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw foreign(path) }
            if let known = Self.owner(of: path) {
                if known == owner { return path }
                continue
            }
            guard DirectoryContent.visibleNames(in: path).isEmpty else { throw foreign(path) }
            try takeOver(path, owner)
            return path
        }
    }

    /// Writes the file that names the folder's recording.
    private static func takeOver(_ path: String, _ owner: String) throws(TraceError) {
        let file = open("\(path)/\(mark)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            if errno == EEXIST { throw foreign(path) }
            throw failure(path, errno)
        }
        defer { close(file) }
        let text = Array(owner.utf8)
        guard write(file, text, text.count) == text.count else { throw failure(path, errno) }
    }

    /// The path of the folder's recording, with a line break; nil without such a file.
    private static func owner(of path: String) -> String? {
        let file = open("\(path)/\(mark)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = read(file, &bytes, bytes.count)
        guard count > 1, bytes[count - 1] == UInt8(ascii: "\n") else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func make(_ path: String) throws(TraceError) {
        if mkdir(path, 0o755) == 0 { return }
        let code = errno
        var status = stat()
        guard code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure(path, code)
        }
    }

    private static func isEmptyFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && DirectoryContent.visibleNames(in: path).isEmpty
    }

    private static func foreign(_ path: String) -> TraceError {
        TraceError(
            .input, "this is there already, and it is no folder that '--keep-exports' made for the recording",
            at: Place(file: path), fix: "name a new or an empty folder")
    }

    private static func failure(_ path: String, _ code: Int32) -> TraceError {
        TraceError(
            .input, "cannot make the directory: \(String(cString: strerror(code)).lowercased())",
            at: Place(file: path))
    }
}
