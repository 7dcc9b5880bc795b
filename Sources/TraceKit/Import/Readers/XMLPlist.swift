/// A property list in XML. The XML reader rejects document types, so the one that Apple's tools write before every list
/// is blanked out first, if it is exactly that line.
indirect enum XMLPlist {
    case text(String), integer(Int64), other
    case array([XMLPlist])
    case dictionary([String: XMLPlist])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    static func read(_ bytes: [UInt8], name: String) throws(TraceError) -> XMLPlist {
        var reader = try begin(MemoryStream(bytes), limit: .max, name)
        guard try reader.nextChild() else { return .other }
        let value = try value(&reader)
        while try reader.next() != .finish {}
        return value
    }

    /// Passes the texts of a list of texts to `take` one by one, because a recording has many of them. The list may
    /// have up to `limit` bytes.
    static func texts(
        _ list: any ByteStream, limit: Int, name: String, _ take: (ByteSlice) -> Void
    ) throws(TraceError) {
        var reader = try begin(list, limit: limit, name)
        guard try reader.nextChild(), reader.name.equals("array") else {
            throw BinaryPlist.wrong(name, 0, "it is no list of texts")
        }
        while try reader.nextChild() {
            guard reader.name.equals("string"), let text = try reader.leafText() else {
                throw BinaryPlist.wrong(name, reader.position, "it is no list of texts")
            }
            take(text)
        }
        while try reader.next() != .finish {}
    }

    private static func begin(
        _ list: any ByteStream, limit: Int, _ name: String
    ) throws(TraceError) -> XMLReader {
        var reader = XMLReader(ByteInput(stream: PlainListStream(list, limit: limit, name: name), name: name))
        guard try reader.next() == .start, reader.name.equals("plist") else {
            throw BinaryPlist.wrong(name, 0, "it does not begin with <plist>")
        }
        return reader
    }

    /// Reads a value after its start tag.
    private static func value(_ reader: inout XMLReader) throws(TraceError) -> XMLPlist {
        if reader.name.equals("dict") {
            var (entries, key): ([String: XMLPlist], String?) = ([:], nil)
            while try reader.nextChild() {
                if reader.name.equals("key") {
                    key = try reader.leafText()?.text
                } else {
                    let value = try value(&reader)
                    if let name = key { entries[name] = value }
                    key = nil
                }
            }
            return .dictionary(entries)
        }
        if reader.name.equals("array") {
            var values: [XMLPlist] = []
            while try reader.nextChild() { values.append(try value(&reader)) }
            return .array(values)
        }
        let isNumber = reader.name.equals("integer")
        guard isNumber || reader.name.equals("string") else {
            try reader.skipElement()
            return .other
        }
        guard let text = try reader.leafText() else { return .other }
        return isNumber ? FieldValues.plainInteger(text).map { .integer($0) } ?? .other : .text(text.text)
    }
}

/// A property list without its document type, and without control characters that XML does not allow but texts of
/// programs may contain.
private final class PlainListStream: ByteStream {
    /// The document type is within this many first bytes.
    private static let headSize = 1024

    private let list: any ByteStream
    private let (limit, name): (Int, String)
    private var position = 0

    init(_ list: any ByteStream, limit: Int, name: String) { (self.list, self.limit, self.name) = (list, limit, name) }

    func watch(_ interruption: Interruption?) { list.watch(interruption) }

    func read(to target: UnsafeMutablePointer<UInt8>, _ room: Int) throws(TraceError) -> Int {
        let isHead = position == 0
        var count = 0
        repeat {
            let more = try list.read(to: target + count, room - count)
            if more == 0 { break }
            count += more
        } while isHead && count < min(room, Self.headSize)
        position += count
        guard position <= limit else { throw ByteLimit.passed(limit, name) }
        let bytes = UnsafeMutableBufferPointer(start: target, count: count)
        if isHead { Self.blankDocumentType(bytes) }
        for index in bytes.indices where bytes[index] < 0x20 {
            if bytes[index] != 0x09, bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
        }
        return count
    }

    private static func blankDocumentType(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        let mark = Array("<!DOCTYPE".utf8)
        let head = bytes.prefix(headSize)
        if let start = head.indices.dropLast(mark.count).first(where: { head[$0...].starts(with: mark) }),
            let end = head[start...].firstIndex(of: UInt8(ascii: ">")), !head[start..<end].contains(0x5B)
        {
            for index in start...end where bytes[index] != 0x0A { bytes[index] = 0x20 }
        }
    }
}
