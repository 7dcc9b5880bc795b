/// What NSKeyedArchiver writes, as a binary property list.
indirect enum Archived {
    case text(String), integer(UInt64), flag(Bool), real(Double), data([UInt8])
    case list([Archived])
    case dictionary([(Archived, Archived)])
    /// An object by its own keys.
    case object([(String, Archived)])

    /// Objects that were encoded without keys: `$0`, `$1`, …
    static func unkeyed(_ parts: [Archived]) -> Archived {
        .object(parts.enumerated().map { ("$\($0)", $1) })
    }

    /// A number of entries, then keys and values in turn.
    static func map(_ entries: [(Archived, Archived)]) -> Archived {
        unkeyed([.integer(UInt64(entries.count))] + entries.flatMap { [$0, $1] })
    }
}

struct KeyedArchiveWriter {
    private indirect enum Plist {
        case text(String), integer(UInt64), flag(Bool), real(Double), data([UInt8]), reference(Int)
        case list([Plist])
        case dictionary([(String, Plist)])
    }

    private var objects: [Plist] = [.text("$null")]

    /// `top`: what stands under `$top`.
    static func bytes(_ top: [(String, Archived)]) -> [UInt8] {
        var writer = KeyedArchiveWriter()
        let values = top.map { ($0, writer.value($1)) }
        let root = Plist.dictionary([
            ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")), ("$top", .dictionary(values)),
            ("$objects", .list(writer.objects)),
        ])
        var list = PlistBytes()
        _ = list.add(root)
        return list.finished()
    }

    static func bytes(root: Archived) -> [UInt8] { bytes([("root", root)]) }

    private mutating func value(_ value: Archived) -> Plist {
        switch value {
        case .integer(let number): return .integer(number)
        case .flag(let flag): return .flag(flag)
        case .real(let number): return .real(number)
        case .text(let text): return keep(.text(text))
        case .data(let bytes): return keep(.data(bytes))
        case .list(let parts):
            let parts = parts.map { self.value($0) }
            return keep(.dictionary([("NS.objects", .list(parts.map { reference($0) }))]))
        case .dictionary(let entries):
            let keys = entries.map { reference(self.value($0.0)) }
            let values = entries.map { reference(self.value($0.1)) }
            return keep(.dictionary([("NS.keys", .list(keys)), ("NS.objects", .list(values))]))
        case .object(let fields):
            let values = fields.map { ($0.0, self.value($0.1)) }
            return keep(.dictionary(values))
        }
    }

    /// Numbers in lists are objects too.
    private mutating func reference(_ value: Plist) -> Plist {
        if case .reference = value { value } else { keep(value) }
    }

    private mutating func keep(_ value: Plist) -> Plist {
        objects.append(value)
        return .reference(objects.count - 1)
    }

    /// `bplist00`, with every number and reference in the widths that fit all.
    private struct PlistBytes {
        private var objects: [[UInt8]] = []

        mutating func add(_ value: Plist) -> Int {
            let place = objects.count
            objects.append([])
            switch value {
            case .flag(let flag): objects[place] = [flag ? 9 : 8]
            case .integer(let number): objects[place] = [0x13] + Self.number(number, 8)
            case .real(let number): objects[place] = [0x23] + Self.number(number.bitPattern, 8)
            case .reference(let number): objects[place] = [0x83] + Self.number(UInt64(number), 4)
            case .data(let bytes): objects[place] = Self.head(4, bytes.count) + bytes
            case .text(let text):
                let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
                let wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
                objects[place] =
                    isASCII ? Self.head(5, text.utf8.count) + Array(text.utf8) : Self.head(6, wide.count / 2) + wide
            case .list(let parts):
                let places = parts.map { add($0) }
                objects[place] = Self.head(10, parts.count) + places.flatMap { Self.number(UInt64($0), 4) }
            case .dictionary(let entries):
                let keys = entries.map { add(.text($0.0)) }
                let values = entries.map { add($0.1) }
                objects[place] = Self.head(13, entries.count) + (keys + values).flatMap { Self.number(UInt64($0), 4) }
            }
            return place
        }

        func finished() -> [UInt8] {
            var (bytes, offsets): ([UInt8], [UInt8]) = (Array("bplist00".utf8), [])
            for object in objects {
                offsets += Self.number(UInt64(bytes.count), 4)
                bytes += object
            }
            let table = bytes.count
            let counts = [UInt64(objects.count), 0, UInt64(table)].flatMap { Self.number($0, 8) }
            return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + counts
        }

        private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
            count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + number(UInt64(count), 4)
        }

        private static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        }
    }
}
