/// A property list in XML, through the XML reader: which refuses a document type, so the one that Apple's tools put before
/// every list is blanked out first, where it is that line and nothing more.
indirect enum XMLPlist {
    case text(String), integer(Int64), other
    case array([XMLPlist])
    case dictionary([String: XMLPlist])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    static func read(_ bytes: [UInt8], name: String) throws(TraceError) -> XMLPlist {
        var reader = try begin(bytes, name)
        guard try reader.nextChild() else { return .other }
        let value = try value(&reader)
        while try reader.next() != .finish {}
        return value
    }

    /// The texts of a list of texts, each as soon as it is there: a recording has many of them.
    static func texts(_ bytes: [UInt8], name: String, _ take: (ByteSlice) -> Void) throws(TraceError) {
        var reader = try begin(bytes, name)
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

    private static func begin(_ bytes: [UInt8], _ name: String) throws(TraceError) -> XMLReader {
        var reader = XMLReader(ByteInput(bytes: plain(bytes), name: name))
        guard try reader.next() == .start, reader.name.equals("plist") else {
            throw BinaryPlist.wrong(name, 0, "it does not begin with <plist>")
        }
        return reader
    }

    /// Without the document type, and without controls that XML has no place for but texts of programs may hold.
    private static func plain(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let mark = Array("<!DOCTYPE".utf8)
        let head = min(bytes.count, 1024)
        if let start = (0..<max(0, head - mark.count)).first(where: { bytes[$0...].starts(with: mark) }),
            let end = bytes[start..<head].firstIndex(of: UInt8(ascii: ">")), !bytes[start..<end].contains(0x5B)
        {
            for index in start...end where bytes[index] != 0x0A { bytes[index] = 0x20 }
        }
        for index in bytes.indices where bytes[index] < 0x20 && ![9, 10, 13].contains(bytes[index]) {
            bytes[index] = 0x20
        }
        return bytes
    }

    /// After the start tag of a value.
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
