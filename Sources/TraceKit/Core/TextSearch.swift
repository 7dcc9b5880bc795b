extension String {
    /// Whether the text contains the bytes of another one. `contains` makes tables for each searched text, which costs
    /// more than a plain search for a few dozen words in a hundred thousand function names.
    func hasBytes(of part: String) -> Bool {
        let found = utf8.withContiguousStorageIfAvailable { bytes in
            part.utf8.withContiguousStorageIfAvailable { Self.isFound($0, in: bytes) }
        }
        return (found ?? nil) ?? contains(part)
    }

    private static func isFound(_ wanted: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress, let first = wanted.baseAddress, wanted.count > 0 else {
            return wanted.isEmpty
        }
        var place = 0
        while place + wanted.count <= bytes.count {
            let room = bytes.count - wanted.count + 1 - place
            guard let found = memchr(start + place, Int32(first[0]), room) else { return false }
            place = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
            if memcmp(start + place, first, wanted.count) == 0 { return true }
            place += 1
        }
        return false
    }
}
