/// The target of a path to be written, with links resolved, including those whose target does not exist yet.
///
/// `/dev/stdout` and the like are links too, but not to a name: the file behind such a descriptor may have been renamed
/// or deleted, or be a pipe, and writing continues at its current position.
package struct FileTarget: Sendable {
    /// One of this process' own descriptors; nil = a name in a folder.
    package let descriptor: Int32?
    /// The path with all links resolved.
    package let path: String

    private static let mostLinks = 40

    /// Throws if a folder on the way is missing, or if links form a circle.
    package init(_ path: String) throws(TraceError) {
        var current = path
        for _ in 0..<Self.mostLinks {
            let (folder, name) = Self.split(current)
            guard !["", ".", ".."].contains(name) else { throw Self.failure(path, current.isEmpty ? ENOENT : EISDIR) }
            guard let folder = Self.real(folder) else { throw Self.failure(path, errno) }
            let here = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if let number = Int32(name), number >= 0, Self.isOfDescriptors(folder) {
                (descriptor, self.path) = (number, here)
                return
            }
            // Links in /proc contain words instead of paths: only the system can follow them.
            guard !folder.hasPrefix("/proc/"), let link = Self.link(at: here) else {
                (descriptor, self.path) = (nil, here)
                return
            }
            current = link.hasPrefix("/") ? link : "\(folder)/\(link)"
        }
        throw Self.failure(path, ELOOP)
    }

    /// The path with all links resolved, or the path itself if that fails.
    static func path(of path: String) -> String { (try? FileTarget(path))?.path ?? path }

    /// The folder of a path, and the name in it.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let folder = path.utf8.startIndex == slash ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    /// The path without links; nil (and `errno`) if it does not exist.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Sixteen unpredictable hexadecimal digits.
    package static func randomName() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isOfDescriptors(_ folder: String) -> Bool {
        folder == real("/dev/fd") || folder == real("/proc/self/fd")
    }

    private static func link(at path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &text, text.count)
        return length < 0 ? nil : String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func failure(_ path: String, _ code: Int32) -> TraceError {
        TraceError(
            .input, "cannot write the file: \(String(cString: strerror(code)).lowercased())", at: Place(file: path))
    }
}

/// The identity of a file, whatever its name; for a name that is still free, its folder and the
/// name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let newName: String?

    /// Whether the name is still free.
    var isNew: Bool { newName != nil }

    /// The identity of the file at a path; nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of a descriptor's file; nil if it is not open.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of a descriptor's regular file; nil for any other kind.
    package init?(regular descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// The identity of a target for writing; nil for one that cannot be read too, such as a terminal.
    package init?(_ target: FileTarget) {
        var status = stat()
        if let descriptor = target.descriptor {
            guard fstat(descriptor, &status) == 0 else { return nil }
        } else if stat(target.path, &status) != 0 {
            let (folder, name) = FileTarget.split(target.path)
            guard let folder = FileIdentity(folder) else { return nil }
            self.init(device: folder.device, inode: folder.inode, newName: name)
            return
        }
        guard [S_IFREG, S_IFIFO, S_IFBLK].contains(status.st_mode & S_IFMT) else { return nil }
        self.init(status)
    }

    package init(_ status: stat) {
        self.init(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
            newName: nil)
    }

    private init(device: UInt64, inode: UInt64, newName: String?) {
        self.device = device
        self.inode = inode
        self.newName = newName
    }
}
