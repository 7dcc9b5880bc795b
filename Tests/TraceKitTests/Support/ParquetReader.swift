@testable import TraceKit

/// Reads what the project's own Parquet writer writes, by the format's specification and without its code.
struct ParquetReader {
    private(set) var names: [String] = []
    /// Rows of each row group.
    private(set) var groups: [Int] = []
    /// The values of each column; truth values as 0 and 1.
    private(set) var columns: [[SQLValue]] = []
    private(set) var metadata: [String: String] = [:]
    private let bytes: [UInt8]

    struct Damage: Error { let what: String }

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        guard bytes.count > 12, bytes.starts(with: "PAR1".utf8), bytes.suffix(4).elementsEqual("PAR1".utf8) else {
            throw Damage(what: "magic")
        }
        let length = Int(Self.number(bytes[(bytes.count - 8)..<(bytes.count - 4)]))
        var cursor = ThriftCursor(bytes, at: bytes.count - 8 - length)
        let footer = cursor.structure()
        guard cursor.at == bytes.count - 8 else { throw Damage(what: "footer") }
        let schema = footer[2].items.dropFirst()
        names = schema.map { $0[4].text }
        let types = schema.map { $0[1].number }
        columns = names.map { _ in [] }
        for pair in footer[5].items { metadata[pair[1].text] = pair[2].text }
        for group in footer[4].items {
            groups.append(group[3].number)
            for (index, chunk) in group[1].items.enumerated() {
                columns[index] += try values(chunk[3], type: types[index])
            }
        }
        guard footer[3].number == groups.reduce(0, +), footer[7].items.count == names.count else {
            throw Damage(what: "rows")
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func values(_ chunk: Thrift, type: Int) throws -> [SQLValue] {
        var at = chunk[11].isThere ? chunk[11].number : chunk[9].number
        var (dictionary, out): ([SQLValue], [SQLValue]) = ([], [])
        while out.count < chunk[5].number {
            var cursor = ThriftCursor(bytes, at: at)
            let header = cursor.structure()
            let packed = bytes[cursor.at..<(cursor.at + header[3].number)]
            guard Self.checksum(packed) == UInt32(bitPattern: Int32(header[4].number)) else {
                throw Damage(what: "checksum")
            }
            let page = try Self.unpacked(packed)
            guard page.count == header[2].number else { throw Damage(what: "size") }
            at = packed.endIndex
            guard header[1].number == 0 else {
                dictionary = Self.plain(page[...], type, header[7][1].number)
                continue
            }
            let levelsEnd = 4 + Int(Self.number(page[0..<4]))
            let levels = Self.runs(page[4..<levelsEnd], 1, header[5][1].number)
            let (present, body) = (levels.count { $0 == 1 }, page[levelsEnd...])
            var values: [SQLValue]
            switch header[5][2].number {
            case 0: values = Self.plain(body, type, present)
            case 5: values = Self.deltas(body).0
            case 7: values = Self.prefixes(body)
            default: values = Self.runs(body.dropFirst(), Int(body[body.startIndex]), present).map { dictionary[$0] }
            }
            guard values.count == present else { throw Damage(what: "values") }
            values.reverse()
            for level in levels { out.append(level == 0 ? .null : values.popLast() ?? .null) }
        }
        return out
    }

    private static func plain(_ page: ArraySlice<UInt8>, _ type: Int, _ count: Int) -> [SQLValue] {
        var at = page.startIndex
        return (0..<count).map { index in
            if type == 0 { return .integer(Int64(page[page.startIndex + index / 8] >> UInt8(index % 8) & 1)) }
            guard type == 6 else {
                let bits = number(page[at..<(at + 8)])
                at += 8
                return type == 5 ? .real(Double(bitPattern: bits)) : .integer(Int64(bitPattern: bits))
            }
            let start = at + 4
            at = start + Int(number(page[at..<start]))
            return .text(String(decoding: page[start..<at], as: UTF8.self))
        }
    }

    private static func bits(_ bytes: ArraySlice<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
        (0..<width).reduce(0) { value, bit in
            let place = start + bit
            return value | UInt64(bytes[bytes.startIndex + place / 8] >> UInt8(place % 8) & 1) << UInt64(bit)
        }
    }

    private static func runs(_ bytes: ArraySlice<UInt8>, _ width: Int, _ count: Int) -> [Int] {
        var cursor = ThriftCursor(Array(bytes), at: 0)
        var out: [Int] = []
        while out.count < count {
            let head = Int(cursor.varint())
            let size = head & 1 == 1 ? head >> 1 * width : (width + 7) / 8
            let part = cursor.bytes[cursor.at..<(cursor.at + size)]
            cursor.at += size
            if head & 1 == 1 {
                out += (0..<min(8 * (head >> 1), count - out.count)).map { Int(bits(part, $0 * width, width)) }
            } else {
                out += [Int](repeating: Int(number(part)), count: head >> 1)
            }
        }
        return out
    }

    /// The values, and where the bytes behind them begin.
    private static func deltas(_ bytes: ArraySlice<UInt8>) -> ([SQLValue], Int) {
        var cursor = ThriftCursor(Array(bytes), at: 0)
        let (block, parts, count) = (Int(cursor.varint()), Int(cursor.varint()), Int(cursor.varint()))
        var out = [cursor.zigzag()]
        while out.count < count {
            let least = cursor.zigzag()
            let widths = cursor.bytes[cursor.at..<(cursor.at + parts)].map { Int($0) }
            cursor.at += parts
            for width in widths where out.count < count {
                let packed = cursor.bytes[cursor.at..<(cursor.at + block / parts * width / 8)]
                for index in 0..<min(block / parts, count - out.count) {
                    let step = Int64(bitPattern: bits(packed, index * width, width))
                    out.append((out.last ?? 0) &+ least &+ step)
                }
                cursor.at = packed.endIndex
            }
        }
        // A page of nulls alone has no first value either.
        return (out.prefix(count).map { .integer($0) }, bytes.startIndex + cursor.at)
    }

    private static func prefixes(_ bytes: ArraySlice<UInt8>) -> [SQLValue] {
        let (shared, lengthsAt) = deltas(bytes)
        var (lengths, at) = deltas(bytes[lengthsAt...])
        lengths.reverse()
        var text: [UInt8] = []
        return shared.map { same in
            let length = Int(lengths.popLast()?.whole ?? 0)
            text = Array(text.prefix(Int(same.whole)) + bytes[at..<(at + length)])
            at += length
            return .text(String(decoding: text, as: UTF8.self))
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var state: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            state ^= UInt32(byte)
            for _ in 0..<8 { state = state & 1 == 1 ? (state >> 1) ^ 0xEDB8_8320 : state >> 1 }
        }
        return ~state
    }

    /// Snappy's block format.
    static func unpacked(_ packed: ArraySlice<UInt8>) throws -> [UInt8] {
        var cursor = ThriftCursor(Array(packed), at: 0)
        let size = Int(cursor.varint())
        var out: [UInt8] = []
        while cursor.at < cursor.bytes.count {
            let tag = Int(cursor.byte())
            guard tag & 3 == 0 else {
                guard tag & 3 == 2 else { throw Damage(what: "copy") }
                let offset = Int(cursor.byte()) | Int(cursor.byte()) << 8
                guard offset > 0, offset <= out.count else { throw Damage(what: "offset") }
                for _ in 0...(tag >> 2) { out.append(out[out.count - offset]) }
                continue
            }
            var last = tag >> 2
            if last >= 60 { last = (0..<(last - 59)).reduce(0) { $0 | Int(cursor.byte()) << (8 * $1) } }
            out += cursor.bytes[cursor.at...(cursor.at + last)]
            cursor.at += last + 1
        }
        guard out.count == size else { throw Damage(what: "Snappy") }
        return out
    }
}

/// A value of Thrift's compact protocol.
enum Thrift {
    case absent
    case integer(Int)
    case bytes([UInt8])
    case list([Thrift])
    case fields([Int: Thrift])

    subscript(_ field: Int) -> Thrift {
        if case .fields(let fields) = self { fields[field] ?? .absent } else { .absent }
    }
    var isThere: Bool { if case .absent = self { false } else { true } }
    var number: Int { if case .integer(let value) = self { value } else { 0 } }
    var items: [Thrift] { if case .list(let items) = self { items } else { [] } }
    var data: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
    var text: String { String(decoding: data, as: UTF8.self) }
}

struct ThriftCursor {
    let bytes: [UInt8]
    var at: Int

    init(_ bytes: [UInt8], at: Int) { (self.bytes, self.at) = (bytes, at) }

    mutating func byte() -> UInt8 {
        at += 1
        return bytes[at - 1]
    }

    mutating func varint() -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let next = byte()
            value |= UInt64(next & 127) << shift
            if next < 128 { return value }
            shift += 7
        }
    }

    mutating func zigzag() -> Int64 {
        let value = varint()
        return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
    }

    mutating func structure() -> Thrift {
        var (fields, last): ([Int: Thrift], Int) = ([:], 0)
        while true {
            let head = byte()
            if head == 0 { return .fields(fields) }
            last = head >> 4 == 0 ? Int(zigzag()) : last + Int(head >> 4)
            fields[last] = value(head & 15)
        }
    }

    private mutating func value(_ kind: UInt8) -> Thrift {
        switch kind {
        case 1: return .integer(1)
        case 2: return .integer(0)
        case 8:
            let count = Int(varint())
            at += count
            return .bytes(Array(bytes[(at - count)..<at]))
        case 9:
            let head = byte()
            let count = head >> 4 == 15 ? Int(varint()) : Int(head >> 4)
            return .list((0..<count).map { _ in value(head & 15) })
        case 12: return structure()
        default: return .integer(Int(zigzag()))
        }
    }
}
