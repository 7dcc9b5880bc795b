/// Opens what may be packed, so that readers see the bytes that were packed.
enum PackedInput {
    /// A file, or a part of a zip file by the path `exports.zip/time-profile.xml`.
    static func open(path: String) throws(TraceError) -> ByteInput {
        if access(path, F_OK) != 0, let (file, member) = splitArchive(path) {
            let archive = try ZipArchive(OpenFile(path: file))
            guard let found = archive[member] else {
                throw TraceError(.input, "the zip file has no part '\(member.prefix(200))'", at: Place(file: file))
            }
            return try open(found, of: archive)
        }
        return try unpacked(try ByteInput(path: path))
    }

    static func open(_ member: ZipArchive.Member, of archive: ZipArchive) throws(TraceError) -> ByteInput {
        let name = "\(archive.name)/\(member.name)"
        let input = ByteInput(stream: try archive.open(member), name: name)
        return try unpacked(input, share: archive.share(of: member).nested)
    }

    /// The same input, or where that is gzip what was packed.
    static func unpacked(
        _ input: ByteInput, share: UnpackingLimit.Share? = nil
    ) throws(TraceError) -> ByteInput {
        guard UnpackedStream.isGzip(try input.start(2)) else { return input }
        let stream = UnpackedStream(InputStreamReader(input), .gzip, name: input.name, share: share)
        return ByteInput(stream: stream, name: input.name)
    }

    /// `exports.zip` and `time-profile.xml` of `exports.zip/time-profile.xml`.
    static func splitArchive(_ path: String) -> (file: String, member: String)? {
        var end = path.endIndex
        while let slash = path[..<end].lastIndex(of: "/") {
            end = slash
            let file = String(path[..<slash])
            guard let head = FileHead.bytes(file, 4) else { continue }
            return ZipArchive.isZip(head) ? (file, String(path[path.index(after: slash)...])) : nil
        }
        return nil
    }
}

/// The first bytes of a regular file. A pipe is not even opened: its bytes are gone once they are read.
enum FileHead {
    /// Whether a path is of a pipe or a device, which cannot be read twice.
    static func isStream(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    static func bytes(_ path: String, _ count: Int) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = try? OpenFile(path: path) else {
            return nil
        }
        return try? file.bytes(at: 0, count: count)
    }
}

/// A zip file that comes through a pipe: its list stands at its end, so that all of it must be there first.
enum PipedArchive {
    /// Nil for an input that is no zip file.
    static func take(_ input: ByteInput) throws(TraceError) -> ZipArchive? {
        guard ZipArchive.isZip(try input.start(4)) else { return nil }
        // The file has no name: nothing is left of it, however the process ends.
        guard let file = OpenFile.temporary(named: input.name) else {
            throw TraceError(.input, "cannot make a temporary file for what comes in", at: Place(file: input.name))
        }
        let stream = InputStreamReader(input)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 << 10)
        defer { room.deallocate() }
        while true {
            let count = try stream.read(to: room, 64 << 10)
            if count == 0 { return try ZipArchive(file) }
            guard write(file.descriptor, room, count) == count else {
                throw TraceError(
                    .input, "cannot write a temporary file: \(String(cString: strerror(errno)).lowercased())",
                    at: Place(file: input.name))
            }
        }
    }
}
