/// One thing to read, by what opens it as often as it is needed.
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

    /// Whether the zip file that it is a part of has been unpacked as far as is allowed.
    var isLimitReached: Bool { if case .member(_, let archive) = self { archive.isLimitReached } else { false } }

    /// Opens it, unpacked where it is gzip.
    func open() throws(TraceError) -> ByteInput {
        switch self {
        case .file("-"): try PackedInput.unpacked(ByteInput(descriptor: 0, name: name))
        case .file(let path): try PackedInput.open(path: path)
        case .member(let member, let archive): try PackedInput.open(member, of: archive)
        }
    }
}
