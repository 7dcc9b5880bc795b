import CLinux

/// The names of one binary that Instruments keeps with a recording: `<UUID>.symbolsarchive`.
struct SymbolArchive {
    struct Segment {
        let name: String
        let address: UInt64
        let size: UInt64
    }

    private static let headSize = 0x60
    private static let segmentSize = 32
    private static let sectionSize = 24
    private static let symbolSize = 24
    private static let most = 64 << 20

    private(set) var segments: [Segment] = []
    private let bytes: [UInt8]
    /// The offsets of symbols, in order of their addresses.
    private var symbols: [(address: UInt32, place: UInt32)] = []
    /// The base offset of names.
    private let textStart: Int

    init(_ bytes: [UInt8], name: String) throws(TraceError) {
        self.bytes = bytes
        let wrong = TraceError(.input, "the names of a binary are damaged", at: Place(file: name))
        guard bytes.count >= Self.headSize, [1, 7].contains(Self.word(bytes, 0)), Self.word(bytes, 4) == bytes.count
        else {
            throw wrong
        }
        let (segmentCount, sectionCount) = (Self.word(bytes, 8), Self.word(bytes, 12))
        let (symbolCount, textSize) = (Self.word(bytes, 16), Self.word(bytes, 0x54))
        let symbolStart = Self.headSize + segmentCount * Self.segmentSize + sectionCount * Self.sectionSize
        guard symbolCount <= Self.most, symbolStart + symbolCount * Self.symbolSize <= bytes.count,
            textSize <= bytes.count
        else { throw wrong }
        textStart = bytes.count - textSize
        for index in 0..<segmentCount {
            let place = Self.headSize + index * Self.segmentSize
            segments.append(
                Segment(
                    name: Self.fixedText(bytes, place + 16, 16), address: Self.long(bytes, place),
                    size: Self.long(bytes, place + 8)))
        }
        symbols.reserveCapacity(symbolCount)
        for index in 0..<symbolCount {
            let place = symbolStart + index * Self.symbolSize
            symbols.append((UInt32(Self.word(bytes, place)), UInt32(place)))
        }
        symbols.sort { ($0.address, $0.place) < ($1.address, $1.place) }
    }

    /// The name, spelled as in source, of the function that contains an address of the archive.
    func name(at address: UInt64) -> String? {
        guard address <= UInt64(UInt32.max), !symbols.isEmpty else { return nil }
        let next = symbols.firstPlace { UInt64($0.address) > address }
        // Of several at one address, the last one that contains it counts.
        let holder = symbols[max(0, next - 4)..<next].last { symbol in
            address < UInt64(symbol.address) + UInt64(Self.word(bytes, Int(symbol.place) + 4))
        }
        return holder.flatMap { text(Int($0.place)) }
    }

    private func text(_ place: Int) -> String? {
        if let shown = text(at: Self.word(bytes, place + 12)) { return SymbolName.shown(shown) }
        // The linker's spelling has an underscore in front.
        guard let raw = text(at: Self.word(bytes, place + 16)) else { return nil }
        return SymbolName.shown(raw.hasPrefix("_") ? String(raw.dropFirst()) : raw)
    }

    private func text(at offset: Int) -> String? {
        let start = textStart + offset
        guard offset != 0, offset != 0xFFFF_FFFF, start < bytes.count else { return nil }
        let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
        return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
    }

    // MARK: Numbers

    static func word(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes.withUnsafeBytes { Int($0.littleEndian(at: place, as: UInt32.self)) }
    }

    static func long(_ bytes: [UInt8], _ place: Int) -> UInt64 {
        bytes.withUnsafeBytes { $0.littleEndian(at: place, as: UInt64.self) }
    }

    static func fixedText(_ bytes: [UInt8], _ place: Int, _ size: Int) -> String {
        String(decoding: bytes[place..<place + size].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Formats sixteen bytes as a UUID.
    static func uuid(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            let digits = String(byte, radix: 16, uppercase: true)
            text += digits.count == 1 ? "0\(digits)" : digits
        }
        return text
    }
}

/// The name of a function spelled as in source.
enum SymbolName {
    /// Longer names are shown unchanged: demanglers can take very long for names made for that.
    private static let longest = 4096

    /// - Parameter name: the name without the linker's underscore.
    static func shown(_ name: String) -> String {
        guard name.utf8.count <= longest else { return name }
        for start in ["$s", "$S", "_$s", "_$S", "_T0"] where name.hasPrefix(start) { return swift(name) ?? name }
        if name.hasPrefix("_Z") { return cPlusPlus(name) ?? name }
        // A block in a function: `___ZN…_block_invoke_2`, with or without the linker's underscore.
        let function = name.drop { $0 == "_" }
        guard name.hasPrefix("__"), function.first == "Z", let mark = function.firstRange(of: "_block_invoke") else {
            return name
        }
        let block = cPlusPlus("_" + function[..<mark.lowerBound])
        return block.map { "invocation function for block in \($0)" } ?? name
    }

    private static func swift(_ name: String) -> String? {
        let name = name.hasPrefix("_$") ? String(name.dropFirst()) : name
        guard let text = name.withCString({ swift_demangle($0, UInt(strlen($0)), nil, nil, 0) }) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static func cPlusPlus(_ name: String) -> String? {
        var status: Int32 = 0
        guard let text = name.withCString({ __cxa_demangle($0, nil, nil, &status) }), status == 0 else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
