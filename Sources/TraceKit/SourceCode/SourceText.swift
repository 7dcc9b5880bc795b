/// Reads sources one after the other into the same memory.
final class SourceText {
    /// Sources that are longer are generated, and nobody would look at their lines.
    static let longest = 4 << 20

    private var room = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
    private var capacity = 1 << 16
    /// Behind the bytes, where a look ahead needs no check.
    private static let padding = 16

    deinit { room.deallocate() }

    /// The bytes, valid until the next call; nil where it is no regular file, cannot be read or is too long.
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
        // A file that grows meanwhile is read as it was.
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

    /// The lines of old files end with a carriage return alone.
    private func breakLines(_ count: Int) {
        let text = UnsafeMutableBufferPointer(start: room, count: count)
        guard memchr(room, 0x0A, count) == nil, memchr(room, 0x0D, count) != nil else { return }
        for index in text.indices where text[index] == 0x0D { text[index] = 0x0A }
    }
}
