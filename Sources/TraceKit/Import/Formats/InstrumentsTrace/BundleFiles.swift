/// The files of a recording of Instruments (`App.trace`), wherever they lie: in a directory or in a zip file.
struct BundleFiles {
    private enum Root {
        case folder(String)
        case zip(ZipArchive, prefix: String)
        case memory([String: [UInt8]])
    }

    enum Limits {
        /// Of a property list, a schema, a list of texts.
        static let list = 256 << 20
        /// Of the arrays that rows refer to, and of a table's header.
        static let arrays = 1 << 30
    }

    private let root: Root
    private let seen = SeenFiles()
    /// Whether another thread may unpack long files.
    var readsAhead = false
    /// As the user named it.
    let name: String

    init(folder: String) {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        (root, name) = (.folder(folder), folder)
    }

    init(_ archive: ZipArchive, prefix: String) {
        root = .zip(archive, prefix: prefix)
        name = prefix.isEmpty ? archive.name : "\(archive.name)/\(prefix.dropLast())"
    }

    /// Files in memory, by their paths.
    init(memory: [String: [UInt8]], name: String) { (root, self.name) = (.memory(memory), name) }

    /// Whether a directory is a recording, whatever it is called.
    static func isBundle(_ folder: String) -> Bool {
        var status = stat()
        guard stat("\(folder)/corespace", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
        return folder.split(separator: "/").last?.hasSuffix(".trace") == true
            || access("\(folder)/open.creq", F_OK) == 0 || access("\(folder)/corespace/MANIFEST.plist", F_OK) == 0
    }

    /// A file's name for messages.
    func path(_ file: String) -> String { "\(name)/\(file)" }

    /// The names in a folder, in byte order.
    func names(in folder: String) -> [String] {
        let names: [String]
        switch root {
        case .folder(let root): names = DirectoryContent.visibleNames(in: "\(root)/\(folder)")
        case .zip(let archive, let prefix):
            let start = "\(prefix)\(folder)/"
            names = Self.names(archive.members(below: start).map(\.name), below: start)
        case .memory(let files): names = Self.names(Array(files.keys), below: "\(folder)/")
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The first components of paths behind `start`.
    private static func names(_ paths: [String], below start: String) -> [String] {
        let inside = paths.lazy.filter { $0.hasPrefix(start) }
        return Array(
            Set(inside.compactMap { $0.dropFirst(start.count).split(separator: "/").first.map(String.init) }))
    }

    /// The bytes of a file as they are; nil where there is none.
    private func packed(_ file: String) throws(TraceError) -> (any ByteStream)? {
        guard !file.split(separator: "/").contains(".."), !file.hasPrefix("/") else { return nil }
        switch root {
        case .memory(let files): return files[file].map { MemoryStream($0) }
        case .zip(let archive, let prefix):
            guard let member = archive[prefix + file] else { return nil }
            return try archive.open(member)
        case .folder(let root):
            let path = "\(root)/\(file)"
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let file = try OpenFile(path: path)
            return FileRangeStream(file, offset: 0, count: file.size)
        }
    }

    /// The bytes of a file, unpacked where they are zlib's; nil where there is none.
    func stream(_ file: String) throws(TraceError) -> (any ByteStream)? {
        guard let packed = try packed(file) else { return nil }
        let input = ByteInput(stream: packed, name: path(file))
        let isPacked = UnpackedStream.isZlib(Array(try input.start(2)))
        let whole = InputStreamReader(input)
        return seen.noting(isPacked ? UnpackedStream(whole, .zlib, name: path(file), share: share(of: file)) : whole)
    }

    /// What a file may be unpacked to, where all files together may not be unpacked to more than that.
    private func share(of file: String) -> UnpackingLimit.Share? {
        guard case .zip(let archive, let prefix) = root, let member = archive[prefix + file] else { return nil }
        return archive.share(of: member).nested
    }

    func bytes(_ file: String, limit: Int = Limits.list) throws(TraceError) -> [UInt8]? {
        try block(file, limit: limit)?.array
    }

    /// The same without a copy, for what may be long.
    func block(_ file: String, limit: Int) throws(TraceError) -> Column<UInt8>? {
        guard let stream = try stream(file) else { return nil }
        return try stream.readAll(limit: limit, path(file))
    }

    func archive(_ file: String) throws(TraceError) -> KeyedArchive? {
        guard let bytes = try bytes(file) else { return nil }
        return try KeyedArchive(bytes, name: path(file))
    }

    func missing(_ file: String) -> TraceError {
        TraceError(
            .input, "the recording lacks this file", at: Place(file: path(file)),
            fix: "copy the whole recording: version control and file managers leave parts of it out")
    }

    func wrong(_ file: String, _ what: String, at byte: Int? = nil) -> TraceError {
        TraceError(.input, what, at: Place(file: path(file), byte: byte))
    }
}

extension BundleFiles {
    /// Of all bytes that were read, unpacked, file by file: one may be read by another thread while the next is begun.
    var hash: String { ContentHash.combined(seen.files.map(\.hash.text)) }

    private final class SeenFiles {
        /// In the order in which they were opened.
        var files: [SeenFile] = []

        func noting(_ stream: any ByteStream) -> any ByteStream {
            let file = SeenFile()
            files.append(file)
            return Noting(stream, file)
        }
    }

    private final class SeenFile {
        var hash = ContentHash()
    }

    private final class Noting: ByteStream {
        private let stream: any ByteStream
        private let file: SeenFile

        init(_ stream: any ByteStream, _ file: SeenFile) { (self.stream, self.file) = (stream, file) }

        func watch(_ interruption: Interruption?) { stream.watch(interruption) }

        func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
            let count = try stream.read(to: target, room)
            file.hash.update(UnsafeBufferPointer(start: target, count: count))
            return count
        }
    }
}
