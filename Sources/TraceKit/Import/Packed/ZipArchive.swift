/// A zip file: its list of parts, and the bytes of each. Nothing is written to disk, so names in it are harmless; parts
/// with unsafe names are left out all the same, because no exporter writes such.
final class ZipArchive {
    struct Member {
        /// The name, with `/` between folders.
        let name: String
        /// Offset of its header, which precedes its bytes.
        let offset: Int
        let packedSize: Int
        let size: Int
        let crc: UInt32
        let method: Int
        let flags: Int
        /// The start of the next part or of the list, where its bytes must have ended; an offset like `offset`.
        fileprivate(set) var end = 0

        /// The reason why it cannot be read; nil if it can.
        var problem: String? {
            if flags & 1 != 0 { return "it is encrypted" }
            if method != 0, method != 8 { return "it is packed by a method (\(method)) that is not read" }
            return name.utf8.count > Limits.name ? "its name is too long" : ZipArchive.problem(ofName: name)
        }
    }

    /// The limits of the list. A recording of many runs has some thousand files, in a list of a few hundred kilobytes.
    enum Limits {
        static let members = 50_000
        static let listBytes = 16 << 20
        static let name = 4096
    }

    let file: OpenFile
    var name: String { file.name }
    /// The files in it, by name in byte order, without folders.
    private(set) var members: [Member] = []
    private var places: [String: Int] = [:]
    /// The offset of the zip file itself, because other bytes may precede it.
    private var base = 0
    private let limit = UnpackingLimit()

    /// Whether decompressing has reached the limit, so that no other part is read.
    var isLimitReached: Bool { limit.isReached }

    static func isZip(_ head: some Collection<UInt8>) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    init(_ file: OpenFile) throws(TraceError) {
        self.file = file
        let list = try findList()
        base = list.base
        try readList(try file.bytes(at: list.base + list.offset, count: list.size), list)
        try findEnds(list)
        members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for (place, member) in members.enumerated() {
            guard places[member.name] == nil else {
                throw wrong("two parts are called '\(member.name.prefix(200))'", at: member.offset)
            }
            places[member.name] = place
        }
    }

    subscript(name: String) -> Member? { places[name].map { members[$0] } }

    /// The parts whose names begin with a text; these are consecutive.
    func members(below start: String) -> ArraySlice<Member> {
        let rest = members[members.firstPlace { !$0.name.utf8.lexicographicallyPrecedes(start.utf8) }...]
        return rest[..<(rest.firstIndex { !$0.name.utf8.starts(with: start.utf8) } ?? rest.endIndex)]
    }

    func share(of member: Member) -> UnpackingLimit.Share { limit.share(offset: member.offset) }

    private func wrong(_ what: String, at offset: Int) -> TraceError {
        TraceError(
            .input, "cannot read the zip file: \(what)", at: Place(file: name, byte: offset),
            fix: "copy or pack it again")
    }

    static func problem(ofName name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isElsewhere =
            name.hasPrefix("/") || name.contains("\\") || name.unicodeScalars.contains("\0") || parts.contains("..")
            || parts.contains(".") || parts.contains("") && !name.hasSuffix("/")
        return isElsewhere ? "its name is not one of a file below the zip file" : nil
    }

    // MARK: The list

    private struct List {
        var base = 0
        var offset: Int
        var size: Int
        var count: Int
    }

    /// Finds the list through the record at the end of the file, before a comment of up to 64 KiB.
    private func findList() throws(TraceError) -> List {
        let size = file.size
        let tailSize = min(size, 22 + 65_535 + 20)
        let tail = ZipBytes(try file.bytes(at: size - tailSize, count: tailSize))
        var place = tail.count - 22
        while place >= 0 {
            if tail.number(place, 4) == 0x0605_4B50, place + 22 + tail.number(place + 20, 2) <= tail.count { break }
            place -= 1
        }
        guard place >= 0 else { throw wrong("its list is missing, so it was cut", at: size) }
        let end = size - tailSize + place
        var list = List(
            offset: tail.number(place + 16, 4), size: tail.number(place + 12, 4), count: tail.number(place + 10, 2))
        guard tail.number(place + 4, 2) == 0 || tail.number(place + 4, 2) == 0xFFFF else {
            throw wrong("it is one of several parts", at: end)
        }
        var listEnd = end
        if list.offset == 0xFFFF_FFFF || list.size == 0xFFFF_FFFF || list.count == 0xFFFF, place >= 20,
            tail.number(place - 20, 4) == 0x0706_4B50
        {
            listEnd = tail.number(place - 12, 8)
            let wide = ZipBytes(try file.bytes(at: listEnd, count: 56))
            guard wide.count == 56, wide.number(0, 4) == 0x0606_4B50 else {
                throw wrong("the end of its list is not where it should be", at: listEnd)
            }
            list = List(offset: wide.number(48, 8), size: wide.number(40, 8), count: wide.number(32, 8))
        }
        guard list.size >= 0, list.offset >= 0, list.count >= 0, list.size <= listEnd,
            list.offset <= listEnd - list.size
        else {
            throw wrong("its list is not where it should be", at: end)
        }
        list.base = listEnd - list.size - list.offset
        guard list.count <= Limits.members else {
            throw tooLong("it has \(list.count) parts", "\(Limits.members)", end)
        }
        guard list.size <= Limits.listBytes else {
            throw tooLong("the list of its parts has \(list.size >> 20) MB", "\(Limits.listBytes >> 20) MB", end)
        }
        return list
    }

    private func tooLong(_ what: String, _ most: String, _ offset: Int) -> TraceError {
        TraceError(
            .input, "cannot read the zip file: \(what), more than \(most)", at: Place(file: name, byte: offset),
            fix: "unpack it, and give the files that you need")
    }

    /// Finds the ends of parts, which must not overlap: otherwise a small file could have any number of them.
    private func findEnds(_ list: List) throws(TraceError) {
        let order = members.indices.sorted { members[$0].offset < members[$1].offset }
        for (place, index) in order.enumerated() {
            let isLast = place + 1 == order.count
            members[index].end = isLast ? list.offset : members[order[place + 1]].offset
            let least = members[index].offset.addingReportingOverflow(Self.headSize)
            guard !least.overflow, least.partialValue <= members[index].end,
                members[index].packedSize <= members[index].end - least.partialValue
            else {
                throw wrong(
                    Self.overlap(members[index]), at: base + members[index].offset)
            }
        }
    }

    private static func overlap(_ member: Member) -> String {
        "its parts share bytes: '\(member.name.prefix(200))' reaches into what comes behind it"
    }

    /// The size of the header before the bytes of a part, without the name.
    private static let headSize = 30

    private func readList(_ bytes: [UInt8], _ list: List) throws(TraceError) {
        let bytes = ZipBytes(bytes)
        var place = 0
        for _ in 0..<list.count {
            let at = list.base + list.offset + place
            guard bytes.number(place, 4) == 0x0201_4B50 else { throw wrong("its list is damaged", at: at) }
            let (nameSize, extraSize) = (bytes.number(place + 28, 2), bytes.number(place + 30, 2))
            let end = place + 46 + nameSize + extraSize + bytes.number(place + 32, 2)
            guard nameSize >= 0, extraSize >= 0, end <= bytes.count else { throw wrong("its list is damaged", at: at) }
            let member = Self.member(bytes, place, nameSize, extraSize)
            guard member.size >= 0, member.packedSize >= 0, member.offset >= 0, member.offset < file.size else {
                throw wrong("its list is damaged", at: at)
            }
            if !member.name.hasSuffix("/") { members.append(member) }
            place = end
        }
    }

    private static func member(_ bytes: ZipBytes, _ place: Int, _ nameSize: Int, _ extraSize: Int) -> Member {
        var (size, packed, offset) = (
            bytes.number(place + 24, 4), bytes.number(place + 20, 4), bytes.number(place + 42, 4)
        )
        // Zip64: large numbers follow the name, in this order.
        var extra = place + 46 + nameSize
        let end = extra + extraSize
        while extra + 4 <= end {
            let (kind, length) = (bytes.number(extra, 2), bytes.number(extra + 2, 2))
            if kind == 1 {
                var next = extra + 4
                func wide(_ value: inout Int) {
                    guard value == 0xFFFF_FFFF, next + 8 <= min(end, extra + 4 + length) else { return }
                    value = bytes.number(next, 8)
                    next += 8
                }
                wide(&size)
                wide(&packed)
                wide(&offset)
            }
            extra += 4 + length
        }
        return Member(
            name: bytes.text(place + 46, nameSize), offset: offset, packedSize: packed, size: size,
            crc: UInt32(truncatingIfNeeded: bytes.number(place + 16, 4)), method: bytes.number(place + 10, 2),
            flags: bytes.number(place + 8, 2))
    }

    // MARK: Parts

    /// The bytes of a part, checked against the list.
    func open(_ member: Member) throws(TraceError) -> any ByteStream {
        let place = Place(file: "\(name)/\(member.name)")
        if let problem = member.problem { throw TraceError(.input, "cannot read this: \(problem)", at: place) }
        let start = base + member.offset
        let head = ZipBytes(try file.bytes(at: start, count: Self.headSize))
        guard head.count == Self.headSize, head.number(0, 4) == 0x0403_4B50 else {
            throw wrong("'\(member.name.prefix(200))' is not where the list says", at: start)
        }
        let first = start + Self.headSize + head.number(26, 2) + head.number(28, 2)
        guard member.packedSize <= base + member.end - first else {
            throw wrong(Self.overlap(member), at: first)
        }
        let packed = FileRangeStream(file, offset: first, count: member.packedSize)
        let share = share(of: member)
        guard member.method == 8 else { return StoredStream(packed, member, "\(name)/\(member.name)", share) }
        return UnpackedStream(
            packed, .deflate(crc: member.crc, count: member.size), name: "\(name)/\(member.name)", share: share)
    }
}

/// A part of a zip file that is not compressed.
private final class StoredStream: ByteStream {
    private let source: FileRangeStream
    private let member: ZipArchive.Member
    private let name: String
    private let share: UnpackingLimit.Share
    private var crc = CRC32()
    private var count = 0

    init(_ source: FileRangeStream, _ member: ZipArchive.Member, _ name: String, _ share: UnpackingLimit.Share) {
        (self.source, self.member, self.name, self.share) = (source, member, name, share)
    }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        let got = try source.read(to: target, room)
        crc.update(UnsafeBufferPointer(start: UnsafePointer(target), count: got))
        count += got
        // This part is not compressed, but data inside it may be.
        _ = share.note(packed: count, unpacked: 0)
        if got == 0, crc.value != member.crc || count != member.size {
            throw TraceError(
                .input, "its checksum or length is not what the zip file says", at: Place(file: name, byte: count),
                fix: "copy or pack it again")
        }
        return got
    }
}

/// Numbers with the low byte first; -1 for one that is missing or does not fit.
private struct ZipBytes {
    private let bytes: [UInt8]
    var count: Int { bytes.count }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func number(_ place: Int, _ size: Int) -> Int {
        guard place >= 0, place + size <= bytes.count else { return -1 }
        var number: UInt64 = 0
        for index in 0..<size { number |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return Int(exactly: number) ?? -1
    }

    func text(_ place: Int, _ size: Int) -> String { String(decoding: bytes[place..<place + size], as: UTF8.self) }
}
