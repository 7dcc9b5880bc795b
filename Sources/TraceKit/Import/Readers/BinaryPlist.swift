/// A binary property list (`bplist00`), read lazily: objects are decoded on access, so cycles and arbitrary references
/// do no harm.
///
/// Visits are counted, because a small file can have nested lists that would take forever.
final class BinaryPlist {
    /// One object; its parts are the numbers of other objects.
    enum Object {
        case null, bool(Bool), integer(UInt64), real(Double), data([UInt8]), text(String), uid(Int)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    let name: String
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let tableStart: Int
    let count: Int
    let top: Int
    /// The number of parts that may still be visited.
    private var steps: Int

    static let mark = Array("bplist00".utf8)

    static func isOne(_ head: [UInt8]) -> Bool { head.starts(with: mark) }

    init(_ bytes: [UInt8], name: String) throws(TraceError) {
        (self.bytes, self.name) = (bytes, name)
        let trailer = bytes.count - 32
        func number(_ place: Int, _ size: Int) -> Int {
            Int(exactly: bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) ?? -1
        }
        guard Self.isOne(bytes), trailer >= 8 else {
            throw Self.wrong(name, bytes.count, "it is no whole property list")
        }
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        (count, top) = (number(trailer + 8, 8), number(trailer + 16, 8))
        tableStart = number(trailer + 24, 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0, count <= bytes.count,
            (0..<count).contains(top), tableStart >= 8, tableStart <= trailer - count * offsetSize
        else { throw Self.wrong(name, trailer, "its table of objects is wrong") }
        steps = 4 * bytes.count + 1_000_000
    }

    static func wrong(_ name: String, _ offset: Int, _ what: String) -> TraceError {
        TraceError(
            .input, "cannot read the property list: \(what)", at: Place(file: name, byte: offset),
            fix: "copy the recording again")
    }

    // MARK: Objects

    func object(_ index: Int) throws(TraceError) -> Object {
        guard (0..<count).contains(index) else { throw Self.wrong(name, 0, "it refers to an object that is not there") }
        let place = try number(tableStart + index * offsetSize, offsetSize)
        guard place >= 8, place < tableStart else {
            throw Self.wrong(name, tableStart + index * offsetSize, "an object is not where it should be")
        }
        try spend(1)
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 15))
        switch kind {
        case 0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .null
        case 1:
            guard low <= 4 else { throw wrong(place) }
            // Only the low eight of sixteen bytes count: numbers above 2^63 are written so.
            let size = 1 << low
            return .integer(try bits(place + 1 + max(0, size - 8), min(8, size)))
        case 2: return .real(try real(place + 1, 1 << low))
        case 3:
            // Dates are not needed.
            _ = try bits(place + 1, 8)
            return .null
        case 8: return .uid(try number(place + 1, low + 1))
        default: return try counted(kind, place, low)
        }
    }

    private func counted(_ kind: UInt8, _ place: Int, _ low: Int) throws(TraceError) -> Object {
        var (start, length) = (place + 1, low)
        if low == 15 {
            guard start < tableStart, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else { throw wrong(place) }
            let size = 1 << Int(bytes[start] & 15)
            length = try number(start + 1, size)
            start += 1 + size
        }
        let unit = kind == 6 ? 2 : kind >= 10 ? referenceSize * (kind == 13 ? 2 : 1) : 1
        guard length <= (tableStart - start) / unit else { throw wrong(place) }
        let slice = bytes[start..<start + length * unit]
        switch kind {
        case 4:
            try spend(length >> 4)
            return .data(Array(slice))
        case 5, 7:
            try spend(length >> 4)
            return .text(String(decoding: slice, as: UTF8.self))
        case 6:
            try spend(length >> 3)
            let units = (0..<length).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
            return .text(String(decoding: units, as: UTF16.self))
        case 10, 11, 12: return .array(try references(start, length))
        case 13:
            let keys = try references(start, length)
            return .dictionary(keys: keys, values: try references(start + length * referenceSize, length))
        default: throw wrong(place)
        }
    }

    private func references(_ start: Int, _ count: Int) throws(TraceError) -> [Int] {
        try spend(count)
        var list: [Int] = []
        list.reserveCapacity(count)
        for index in 0..<count { list.append(try number(start + index * referenceSize, referenceSize)) }
        return list
    }

    /// The values of a dictionary by name, as numbers of objects.
    func fields(of object: Object) throws(TraceError) -> [String: Int] {
        guard case .dictionary(let keys, let values) = object else { return [:] }
        var fields: [String: Int] = [:]
        for (key, value) in zip(keys, values) {
            if case .text(let text) = try self.object(key) { fields[text] = value }
        }
        return fields
    }

    private func spend(_ count: Int) throws(TraceError) {
        steps -= count
        guard steps >= 0 else { throw Self.wrong(name, 0, "its objects refer to each other without end") }
    }

    // MARK: Numbers, high byte first

    private func bits(_ place: Int, _ size: Int) throws(TraceError) -> UInt64 {
        guard place >= 0, size >= 0, place <= bytes.count - size else { throw wrong(place) }
        var number: UInt64 = 0
        for index in place..<place + size { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    private func number(_ place: Int, _ size: Int) throws(TraceError) -> Int {
        guard size <= 8 || bytes[place..<min(bytes.count, place + size - 8)].allSatisfy({ $0 == 0 }) else {
            throw wrong(place)
        }
        let low = min(size, 8)
        guard let number = Int(exactly: try bits(place + size - low, low)) else { throw wrong(place) }
        return number
    }

    private func real(_ place: Int, _ size: Int) throws(TraceError) -> Double {
        let bits = try bits(place, size == 4 ? 4 : 8)
        return size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    }

    private func wrong(_ place: Int) -> TraceError { Self.wrong(name, place, "an object is damaged") }
}
