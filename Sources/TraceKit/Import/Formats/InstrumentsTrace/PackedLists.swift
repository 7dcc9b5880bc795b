/// Lists of numbers, each of which is looked at once or twice: in memory they take a half of what they take in a recording.
///
/// Numbers beside each other are alike – addresses in one binary, arrays that were made one after the other –, so each is kept
/// as its distance from the one before, without the bytes that are zero.
struct PackedLists {
    private let bytes = Column<UInt8>()
    /// Where every eighth list begins; those behind it are found by their lengths.
    private let starts = Column<UInt32>()
    private(set) var count = 0
    private static let step = 8
    /// Stands for a length that does not fit into a byte; four bytes with the length follow.
    private static let isLong: UInt8 = 255
    /// What a list consists of that is not there: no number has so many bytes.
    fileprivate static let absent: UInt8 = 15
    /// A number is read in words.
    private static let wordSize = MemoryLayout<UInt64>.size

    /// `numbers`: the first of them, wherever it stands, low byte first.
    mutating func append(_ numbers: UnsafeRawPointer, count: Int) {
        begin()
        let (head, most) = (1 + 4, count * (1 + Self.wordSize))
        bytes.append(upTo: head + most + Self.wordSize) { target in
            var (place, last) = (target + 1, UInt64.zero)
            for index in 0..<count {
                let number = numbers.littleEndian(at: Self.wordSize * index, as: UInt64.self)
                place += Self.put(number &- last, at: place)
                last = number
            }
            let length = place - (target + 1)
            guard length >= Int(Self.isLong) else {
                target.pointee = UInt8(length)
                return 1 + length
            }
            (target + head).update(from: target + 1, count: length)
            target.pointee = Self.isLong
            UnsafeMutableRawPointer(target + 1).storeBytes(of: UInt32(length).littleEndian, as: UInt32.self)
            return head + length
        }
    }

    /// In place of a list that does not lie where it should.
    mutating func appendAbsent() {
        begin()
        bytes.append(1)
        bytes.append(Self.absent)
    }

    private mutating func begin() {
        if count % Self.step == 0 { starts.append(UInt32(bytes.count)) }
        count += 1
    }

    /// The low four bits of the first byte say how many follow; its high ones are those of the distance, of which the sign comes
    /// first. Returns the number of bytes.
    @inline(__always)
    private static func put(_ distance: UInt64, at place: UnsafeMutablePointer<UInt8>) -> Int {
        let bits = distance << 1 ^ UInt64(bitPattern: Int64(bitPattern: distance) >> 63)
        let rest = bits >> 4
        let length = wordSize - rest.leadingZeroBitCount / 8
        place.pointee = UInt8(truncatingIfNeeded: bits << 4) | UInt8(truncatingIfNeeded: length)
        UnsafeMutableRawPointer(place + 1).storeBytes(of: rest.littleEndian, as: UInt64.self)
        return 1 + length
    }

    /// A list by its number; nil for one that is not there.
    @inline(__always)
    func list(_ number: UInt64) -> NumberList? {
        guard number < UInt64(count) else { return nil }
        var list = Self.list(at: bytes.base + Int(starts[Int(number) / Self.step]))
        for _ in 0..<Int(number) % Self.step { list = Self.list(at: list.end) }
        return list.isAbsent ? nil : list
    }

    @inline(__always)
    private static func list(at place: UnsafePointer<UInt8>) -> NumberList {
        guard place.pointee == isLong else { return NumberList(place + 1, Int(place.pointee)) }
        return NumberList(place + 1 + 4, Int(UnsafeRawPointer(place).littleEndian(at: 1, as: UInt32.self)))
    }
}

/// Numbers where they stand among packed lists, which must live as long and get no more of them.
struct NumberList: Sequence {
    private let start: UnsafePointer<UInt8>
    fileprivate let end: UnsafePointer<UInt8>

    fileprivate init(_ start: UnsafePointer<UInt8>, _ length: Int) { (self.start, end) = (start, start + length) }

    fileprivate var isAbsent: Bool { end - start == 1 && start.pointee == PackedLists.absent }

    var first: UInt64? {
        var numbers = makeIterator()
        return numbers.next()
    }

    var firstTwo: (first: UInt64, second: UInt64)? {
        var numbers = makeIterator()
        guard let first = numbers.next(), let second = numbers.next() else { return nil }
        return (first, second)
    }

    /// Whether these are so many.
    func has(_ count: Int) -> Bool { prefix(count + 1).reduce(0) { number, _ in number + 1 } == count }

    func makeIterator() -> Iterator { Iterator(place: start, end: end) }

    struct Iterator: IteratorProtocol {
        fileprivate var place: UnsafePointer<UInt8>
        fileprivate let end: UnsafePointer<UInt8>
        private var last = UInt64.zero

        fileprivate init(place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
            (self.place, self.end) = (place, end)
        }

        @inline(__always)
        mutating func next() -> UInt64? {
            guard place < end else { return nil }
            let head = place.pointee
            let length = Int(head & 15)
            let word = UnsafeRawPointer(place).littleEndian(at: 1, as: UInt64.self)
            // A shift by a whole word gives zero.
            let rest = word & ~(UInt64.max << UInt64(8 * length))
            let bits = rest << 4 | UInt64(head >> 4)
            last &+= bits >> 1 ^ (0 &- (bits & 1))
            place += 1 + length
            return last
        }
    }
}
