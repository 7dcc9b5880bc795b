/// The kind of input at a path given by the user.
enum InputFiles {
    /// `traces`: the requested traces; nil for all.
    case database(path: String, traces: ClosedRange<Int64>?)
    /// One file, or the files of a directory in the order of their names, with diagnostics about other entries.
    case files([String], isDirectory: Bool, leftOut: [Diagnostic] = [])
    /// A recording of Instruments.
    case recording(String)
    /// A zip file.
    case archive(ZipContent)

    /// Resolves one INPUT argument: a file, a directory of exports, a database, `database#ID`, `database#FIRST..LAST`,
    /// or `-`.
    static func resolve(_ argument: String) throws(TraceError) -> InputFiles {
        if argument.isEmpty {
            throw TraceError(
                .usage, "the path of an input is empty",
                fix: "give the path of a file; is a variable of the shell not set?")
        }
        if argument == "-" { return .files([argument], isDirectory: false) }
        if let (path, traces) = CommandInput.splitTraces(argument), access(argument, F_OK) != 0, isDatabase(path) {
            return .database(path: path, traces: traces)
        }
        var status = stat()
        guard stat(argument, &status) == 0 else { throw ByteInput.openError(argument, errno) }
        let isNamedSo = argument.split(separator: "/").last?.hasSuffix(".trace") == true
        if status.st_mode & S_IFMT == S_IFDIR, isNamedSo || BundleFiles.isBundle(argument) {
            return .recording(argument)
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            let content = try DirectoryContent(argument)
            return .files(content.files, isDirectory: true, leftOut: content.leftOut)
        }
        if FileHead.bytes(argument, 4).map({ ZipArchive.isZip($0) }) == true {
            return .archive(try ZipContent(ZipArchive(OpenFile(path: argument))))
        }
        return isDatabase(argument) ? .database(path: argument, traces: nil) : .files([argument], isDirectory: false)
    }

    static func isDatabase(_ path: String) -> Bool {
        FileHead.bytes(path, databaseStart.count) == databaseStart
    }

    /// The first bytes of every SQLite database.
    static let databaseStart = Array("SQLite format 3\0".utf8)
}

/// An input that can be opened repeatedly.
enum InputSource {
    /// A file, or `-` for standard input.
    case file(String)
    /// A part of a zip file.
    case member(ZipArchive.Member, ZipArchive)

    /// The name for messages.
    var name: String {
        switch self {
        case .file(let path): path == "-" ? "<stdin>" : path
        case .member(let member, let archive): "\(archive.name)/\(member.name)"
        }
    }

    /// Whether decompressing the zip file that it is part of has reached the limit.
    var isLimitReached: Bool { if case .member(_, let archive) = self { archive.isLimitReached } else { false } }

    /// Opens the input, decompressed if it is gzip.
    func open() throws(TraceError) -> ByteInput {
        switch self {
        case .file("-"): try PackedInput.unpacked(ByteInput(descriptor: 0, name: name))
        case .file(let path): try PackedInput.open(path: path)
        case .member(let member, let archive): try PackedInput.open(member, of: archive)
        }
    }
}
