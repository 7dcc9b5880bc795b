/// The files of a recording of Instruments (`App.trace`) in a directory or a zip file.
struct BundleFiles {
    private enum Root {
        case folder(String)
        case zip(ZipArchive, prefix: String)
        case memory([String: [UInt8]])
    }

    enum Limits {
        /// For a property list, a schema, a list of texts.
        static let list = 256 << 20
        /// For the arrays that rows refer to, and for a table's header.
        static let arrays = 1 << 30
    }

    private let root: Root
    private let seen = SeenFiles()
    /// The name as given by the user.
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

    /// Whether a directory is a recording, regardless of its name.
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

    /// The distinct first components of the paths that begin with `start`, after it.
    private static func names(_ paths: [String], below start: String) -> [String] {
        let inside = paths.lazy.filter { $0.hasPrefix(start) }
        return Array(
            Set(inside.compactMap { $0.dropFirst(start.count).split(separator: "/").first.map(String.init) }))
    }

    /// The bytes of a file as stored; nil if there is none.
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

    /// The bytes of a file, decompressed if they are zlib data; nil if there is none.
    func stream(_ file: String) throws(TraceError) -> (any ByteStream)? {
        guard let packed = try packed(file) else { return nil }
        let input = ByteInput(stream: packed, name: path(file))
        let isPacked = UnpackedStream.isZlib(Array(try input.start(2)))
        let whole = InputStreamReader(input)
        return seen.noting(isPacked ? UnpackedStream(whole, .zlib, name: path(file), share: share(of: file)) : whole)
    }

    /// The share of a file in the limit on decompressed data of all files; nil without a limit.
    private func share(of file: String) -> UnpackingLimit.Share? {
        guard case .zip(let archive, let prefix) = root, let member = archive[prefix + file] else { return nil }
        return archive.share(of: member).nested
    }

    func bytes(_ file: String, limit: Int = Limits.list) throws(TraceError) -> [UInt8]? {
        try block(file, limit: limit)?.array
    }

    /// The bytes of a file that may be long, without a copy.
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
    /// The hash of all decompressed bytes that were read, by file: one file may be read by another thread while the
    /// next is begun.
    var hash: String { ContentHash.combined(seen.files.map(\.hash.text)) }

    private final class SeenFiles {
        /// The files in the order in which they were opened.
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

/// The binaries that the processes of a run had loaded, with their addresses: from the recording's description
/// (`form.template`), or without it from the events of the dynamic linker.
struct BundleImages {
    struct Image {
        let uuid: String
        let path: String
        /// Its segments with their addresses; only that of the header if no others are known.
        var segments: [SymbolArchive.Segment]
    }

    /// The images by process; the kernel's are under `kernel`.
    private(set) var byProcess: [UInt64: [Image]] = [:]
    /// The paths of the processes' programs, as far as known.
    private(set) var programs: [UInt64: String] = [:]
    /// Processes whose images come from the linker's events, so that only the header's address is known.
    private(set) var hasHeadersOnly: Set<UInt64> = []
    static let kernel = UInt64.max
    private static let most = 100_000

    // MARK: The description

    mutating func read(_ description: KeyedArchive, run: Int, _ name: String) throws(TraceError) {
        let stores = try description.top("com.apple.xray.symbolstoremanager.symbolstores")
        for (number, processes) in try stores?.entries() ?? [] where try Self.number(number) == run {
            for (key, store) in try processes.entries() {
                // `<device>.<pid>`
                guard let pid = try key.text?.split(separator: ".").last.flatMap({ UInt64($0) }) else { continue }
                if let path = try store["$2"]?.text { programs[pid] = path }
                guard let bytes = try store["com.apple.xray.symbolstore.signature"]?.bytes else { continue }
                byProcess[pid] = try Self.images(bytes, name)
            }
        }
        let kernels = try description.top("com.apple.xray.symbolstore.kern.signatures")
        for (number, signature) in try kernels?.entries() ?? [] where try Self.number(number) == run {
            if let bytes = try signature.bytes { byProcess[Self.kernel] = try Self.images(bytes, name) }
        }
    }

    static func number(_ node: KeyedArchive.Node) throws(TraceError) -> Int? {
        if let number = node.integer { return Int(exactly: number) }
        return try node.text.flatMap { Int($0) }
    }

    /// Parses a list of images in the description.
    private static func images(_ bytes: [UInt8], _ name: String) throws(TraceError) -> [Image] {
        func wrong(_ place: Int) -> TraceError {
            TraceError(.input, "a list of binaries is damaged (at its byte \(place))", at: Place(file: name))
        }
        guard bytes.count >= 24, SymbolArchive.word(bytes, 0) == 0xFF01_FF02, SymbolArchive.word(bytes, 4) == 1 else {
            throw wrong(0)
        }
        let count = SymbolArchive.word(bytes, 20)
        guard count <= min(most, bytes.count / 56) else { throw wrong(20) }
        var (images, place): ([Image], Int) = ([], 24)
        for _ in 0..<count {
            guard place + 56 <= bytes.count else { throw wrong(place) }
            let (segments, path) = (SymbolArchive.word(bytes, place + 48), SymbolArchive.word(bytes, place + 52))
            guard path <= bytes.count, segments <= bytes.count / 32, place + 56 + path + segments * 32 <= bytes.count
            else { throw wrong(place) }
            var image = Image(
                uuid: SymbolArchive.uuid(bytes[place..<place + 16]),
                path: SymbolArchive.fixedText(bytes, place + 56, path), segments: [])
            place += 56 + path
            for _ in 0..<segments {
                image.segments.append(
                    SymbolArchive.Segment(
                        name: SymbolArchive.fixedText(bytes, place, 16), address: SymbolArchive.long(bytes, place + 16),
                        size: SymbolArchive.long(bytes, place + 24)))
                place += 32
            }
            images.append(image)
        }
        return images
    }

    // MARK: Events of the linker

    /// Adds a mapped image: its process, its UUID, the address of its header and its path.
    mutating func add(process: UInt64, uuid: String, address: UInt64, path: String) {
        guard byProcess[process, default: []].count < Self.most else { return }
        hasHeadersOnly.insert(process)
        let segment = SymbolArchive.Segment(name: "", address: address, size: 0)
        byProcess[process, default: []].append(Image(uuid: uuid, path: path, segments: [segment]))
    }

    /// Takes the images for processes that have none yet.
    mutating func merge(_ other: BundleImages) {
        for (process, list) in other.byProcess where byProcess[process] == nil {
            byProcess[process] = list
            if other.hasHeadersOnly.contains(process) { hasHeadersOnly.insert(process) }
        }
    }
}
