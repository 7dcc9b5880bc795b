/// The texts and arrays that the rows of a run refer to, each kept once.
struct BundleValues {
    /// As in every recording.
    private var texts = [
        "", "Unknown", "User", "Supervisor", "Running", "Runnable", "Blocked", "Preempted", "Uninterruptible",
        "Suspended", "Idle", "Terminating", "Terminated", "TODO",
    ]
    private var textNumbers: [String: UInt64] = [:]
    private var arrays: [[UInt64]] = []
    private var arrayNumbers: [[UInt64]: UInt64] = [:]
    private var typedArrays: [[UInt64]] = []
    private var typedNumbers: [[UInt64]: UInt64] = [:]
    private var types = ["Invalid"]
    /// In bytes, as they are stored.
    private(set) var size = 0

    init() { for (number, text) in texts.enumerated() { textNumbers[text] = UInt64(number) } }

    /// The number of a text; of none the mark of a missing value.
    mutating func text(_ text: String?) -> UInt64 {
        guard let text else { return BundleTable.none }
        if let known = textNumbers[text] { return known }
        texts.append(text)
        size += text.utf8.count + Self.textFrame.utf8.count
        textNumbers[text] = UInt64(texts.count - 1)
        return UInt64(texts.count - 1)
    }

    mutating func array(_ values: [UInt64]) -> UInt64 {
        if let known = arrayNumbers[values] { return known }
        arrays.append(values)
        size += Self.size(of: values) + 8
        arrayNumbers[values] = UInt64(arrays.count - 1)
        return UInt64(arrays.count - 1)
    }

    /// An array of pairs of an engineering type and a value.
    mutating func typed(_ parts: [(type: String, value: UInt64)]) -> UInt64 {
        let values = parts.flatMap { [type($0.type), $0.value] }
        if let known = typedNumbers[values] { return known }
        typedArrays.append(values)
        size += Self.size(of: values) + 8
        typedNumbers[values] = UInt64(typedArrays.count - 1)
        return UInt64(typedArrays.count - 1)
    }

    private mutating func type(_ name: String) -> UInt64 {
        if let known = types.firstIndex(of: name) { return UInt64(known) }
        types.append(name)
        return UInt64(types.count - 1)
    }

    /// A message of one text.
    mutating func message(_ text: String?) -> UInt64 {
        guard let text else { return BundleTable.none }
        return typed([("NarrativeText", self.text(text))])
    }

    mutating func process(_ pid: UInt64) -> UInt64 { array([pid, 13]) }

    mutating func thread(_ tid: UInt64, of pid: UInt64) -> UInt64 { array([tid, process(pid)]) }

    // MARK: Files

    func files() -> [(String, [UInt8])] {
        let xml =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
            + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<array>\n"
            + texts.map { "\t<string>\(XMLText.escaped($0))</string>\n" }.joined() + "</array>\n</plist>\n"
        let names = types.map { Archived.object([("NS.string", .text("XR\($0)TypeID"))]) }
        let toc: [(Archived, Archived)] = [
            (.text("strings"), .text("strings")), (.text("etypeMap"), .text("EngineeringTypes.etypes")),
        ]
        return [
            ("strings", Array(xml.utf8)), ("EngineeringTypes.etypes", KeyedArchiveWriter.bytes(root: .list(names))),
            ("TOC", KeyedArchiveWriter.bytes(root: .dictionary(toc))),
        ] + Self.files("arrayUniquer", arrays) + Self.files("typedArrayUniquer", typedArrays)
    }

    private static let textFrame = "\t<string></string>\n"
    private static let blockSize = 1 << 20

    private static func size(of array: [UInt64]) -> Int { 4 + 8 * array.count }

    private static func files(_ folder: String, _ arrays: [[UInt64]]) -> [(String, [UInt8])] {
        let head = [0x0123_4567, 0x000A_337E, 1, 0, 1, 0, 0x0040_0000, blockSize].flatMap { word in
            BundleTable.number(UInt64(word), 4)
        }
        var (data, index) = (head, head + [UInt8](repeating: 0, count: 8))
        for array in arrays {
            let size = Self.size(of: array)
            let room = blockSize - data.count % blockSize
            // No array crosses the end of a block.
            if room < size { data += repeatElement(0, count: room) }
            index += BundleTable.number(UInt64(data.count % blockSize), 4)
            index += BundleTable.number(UInt64(data.count / blockSize), 4)
            data += BundleTable.number(UInt64(array.count), 4) + array.flatMap { BundleTable.number($0, 8) }
        }
        data += repeatElement(0, count: (blockSize - data.count % blockSize) % blockSize)
        return [("\(folder)/integeruniquer.data", data), ("\(folder)/integeruniquer.index", index)]
    }
}
