import Foundation

@testable import TraceKit

/// Packs files as gzip, zlib and zip do, without making them smaller: in stored blocks.
enum PackedFiles {
    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += number(UInt64(block.count), 2) + number(UInt64(~UInt16(block.count)), 2) + block
        } while !rest.isEmpty
        return packed
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = CRC32()
        bytes.withUnsafeBufferPointer { crc.update($0) }
        return crc.value
    }

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + Array("name\0".utf8) + deflate(bytes)
            + number(UInt64(crc(bytes)), 4) + number(UInt64(bytes.count), 4)
    }

    struct Part {
        var name: String
        var bytes: [UInt8]
        var isDeflated = false
        var flags: UInt64 = 0
        /// Sizes and offset behind the name, as in files above 4 GB.
        var isWide = false
        /// Not nil: the bytes are deflated already, to something of this size.
        var statedSize: Int?
    }

    static func zip(_ parts: [Part]) -> [UInt8] {
        var (file, list): ([UInt8], [UInt8]) = ([], [])
        for part in parts {
            let offset = file.count
            let data = part.isDeflated ? deflate(part.bytes) : part.bytes
            let method: UInt64 = part.isDeflated || part.statedSize != nil ? 8 : 0
            let size = UInt64(part.statedSize ?? part.bytes.count)
            let sums = number(UInt64(crc(part.bytes)), 4)
            let sizes = number(UInt64(data.count), 4) + number(size, 4)
            let name = Array(part.name.utf8)
            let head = number(20, 2) + number(part.flags, 2) + number(method, 2) + number(0, 4) + sums
            file += number(0x0403_4B50, 4) + head + sizes + number(UInt64(name.count), 2) + number(0, 2) + name + data
            let wide = number(UInt64(part.bytes.count), 8) + number(UInt64(data.count), 8) + number(UInt64(offset), 8)
            let extra = part.isWide ? number(1, 2) + number(24, 2) + wide : []
            let none = number(0xFFFF_FFFF, 4)
            list += number(0x0201_4B50, 4) + number(20, 2) + head + (part.isWide ? none + none : sizes)
            list += number(UInt64(name.count), 2) + number(UInt64(extra.count), 2) + number(0, 10)
            list += (part.isWide ? none : number(UInt64(offset), 4)) + name + extra
        }
        let count = number(UInt64(parts.count), 2)
        let end = number(UInt64(list.count), 4) + number(UInt64(file.count), 4) + number(0, 2)
        return file + list + number(0x0605_4B50, 4) + number(0, 4) + count + count + end
    }

    /// The same with the end that a file of any number of parts has.
    static func wideZip(_ parts: [Part]) -> [UInt8] {
        let plain = zip(parts)
        let end = plain.count - 22
        let (list, offset) = (Array(plain.suffix(10).prefix(4)), Array(plain.suffix(6).prefix(4)))
        let (zeros, count) = (number(0, 4), number(UInt64(parts.count), 8))
        var bytes = Array(plain.prefix(end))
        bytes += number(0x0606_4B50, 4) + number(0, 20)
        bytes += count + count + list + zeros + offset + zeros
        bytes += number(0x0706_4B50, 4) + zeros + number(UInt64(end), 8) + number(1, 4)
        bytes += number(0x0605_4B50, 4) + [UInt8](repeating: 0xFF, count: 12) + number(0, 6)
        return bytes
    }

    /// The low byte first.
    static func number(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) : 0 }
    }
}
