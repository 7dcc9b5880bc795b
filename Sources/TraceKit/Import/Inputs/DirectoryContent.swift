/// The visible regular files of a directory, by name in byte order (the same in every locale), with diagnostics about
/// all other visible entries.
struct DirectoryContent {
    private(set) var files: [String] = []
    private(set) var leftOut: [Diagnostic] = []
    static let recording = "this is a recording of Instruments in a directory"
    /// Recordings of Instruments in it, each of which is an input of its own.
    private var recordings: [String] = []

    init(_ path: String) throws(TraceError) {
        let directory = path.hasSuffix("/") ? path : "\(path)/"
        for name in try Self.names(path) { look(at: name, in: directory) }
        guard files.isEmpty else { return }
        if let first = recordings.first {
            let count = Decimal.counted(recordings.count, "recording")
            throw TraceError(
                .input, "this is a directory that holds \(count) of Instruments, not one itself", at: Place(file: path),
                fix: "give one recording: \(ShellWord.quote(first))")
        }
        let first = leftOut.first.map { ": \($0.place?.file ?? ""): \($0.message)" }
        throw TraceError(
            .input, "the directory holds no files\(first.map { " that can be read\($0)" } ?? "")",
            at: Place(file: path),
            fix: "give a directory of files that 'xcrun xctrace export' wrote, or a trace file")
    }

    /// The names as bytes, because file names need not be valid text.
    private static func names(_ path: String) throws(TraceError) -> [[UInt8]] {
        guard let directory = opendir(path) else { throw ByteInput.openError(path, errno) }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { text in
                    UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
                }
            }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The visible names in a folder; none if it cannot be read. File managers leave hidden files everywhere.
    static func visibleNames(in path: String) -> [String] {
        ((try? names(path)) ?? []).map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func look(at bytes: [UInt8], in directory: String) {
        let name = String(decoding: bytes, as: UTF8.self)
        guard name.utf8.elementsEqual(bytes) else {
            return leaveOut(directory + Self.escaped(bytes), "the file's name is not UTF-8", fix: "rename the file")
        }
        let file = directory + name
        var status = stat()
        guard stat(file, &status) == 0 else {
            let reason = String(cString: strerror(errno)).lowercased()
            let isLink = lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            return leaveOut(file, isLink ? "the link leads nowhere: \(reason)" : "cannot read the file: \(reason)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: files.append(file)
        case S_IFDIR where file.hasSuffix(".trace") || BundleFiles.isBundle(file):
            recordings.append(file)
            leaveOut(file, Self.recording, fix: "give it as an input of its own")
        case S_IFDIR: leaveOut(file, "this is a directory in a directory", fix: "give it as an input of its own")
        default: leaveOut(file, "this is a pipe, a socket or a device")
        }
    }

    private mutating func leaveOut(_ file: String, _ why: String, fix: String? = nil) {
        leftOut.append(Diagnostic(.warning, at: Place(file: file), "\(why); it is left out", fix: fix))
    }

    /// The text with invalid UTF-8 bytes written as `\xE9`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let scalar = (1...4).lazy.map { rest.prefix($0) }.first { part in
                let decoded = String(decoding: part, as: UTF8.self)
                return decoded.utf8.elementsEqual(part) && decoded.unicodeScalars.count == 1
            }
            text += scalar.map { String(decoding: $0, as: UTF8.self) } ?? "\\x" + hex(first)
            rest = rest.dropFirst(scalar?.count ?? 1)
        }
        return text
    }

    private static func hex(_ byte: UInt8) -> String {
        String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
    }
}

/// The content of a zip file: traces and exports, or recordings of Instruments.
struct ZipContent {
    let archive: ZipArchive
    /// The files, without those of file managers and of recordings.
    private(set) var files: [ZipArchive.Member] = []
    /// The folders of recordings: `App.trace/`, or an empty text if the zip file itself has a recording's content.
    private(set) var recordings: [String] = []
    private(set) var leftOut: [Diagnostic] = []

    init(_ archive: ZipArchive) throws(TraceError) {
        self.archive = archive
        let visible = archive.members.filter { !Self.isHidden($0.name) }
        recordings = Self.recordings(visible)
        let folders = Set(recordings)
        for member in visible where !Self.isBelow(folders, member.name) {
            let place = Place(file: "\(archive.name)/\(member.name.prefix(200))")
            if let problem = member.problem {
                leftOut.append(Diagnostic(.warning, at: place, "\(problem); it is left out"))
            } else {
                files.append(member)
            }
        }
        guard files.isEmpty, recordings.isEmpty else { return }
        let first = leftOut.first.map { ": \($0.place?.file ?? ""): \($0.message)" }
        throw TraceError(
            .input, "the zip file holds no files\(first.map { " that can be read\($0)" } ?? "")",
            at: Place(file: archive.name), fix: "pack a trace, the exports of one, or a recording (App.trace)")
    }

    /// The only file of a zip file; nil if there is more.
    var only: ZipArchive.Member? { files.count == 1 && recordings.isEmpty && leftOut.isEmpty ? files[0] : nil }

    /// Whether it is `__MACOSX`, `.DS_Store` or similar.
    private static func isHidden(_ name: String) -> Bool {
        name.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX" }
    }

    private static func isBelow(_ folders: Set<String>, _ name: String) -> Bool {
        guard !folders.isEmpty else { return false }
        if folders.contains("") { return true }
        var end = name.startIndex
        while let slash = name[end...].firstIndex(of: "/") {
            end = name.index(after: slash)
            if folders.contains(String(name[..<end])) { return true }
        }
        return false
    }

    private static func recordings(_ members: [ZipArchive.Member]) -> [String] {
        var (found, known): ([String], Set<String>) = ([], [])
        for member in members where member.problem == nil {
            var parts = member.name.split(separator: "/")
            if let place = parts.firstIndex(of: "corespace"), place + 1 < parts.count {
                parts.removeSubrange(place...)
            } else if parts.last.map({ $0 == BundleAge.requirements }) == true {
                // Old recordings have no such folder.
                parts.removeLast()
            } else {
                continue
            }
            let folder = parts.isEmpty ? "" : parts.joined(separator: "/") + "/"
            if known.insert(folder).inserted { found.append(folder) }
        }
        return found
    }
}
