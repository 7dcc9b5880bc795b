/// The texts, arrays and types that the rows of a run refer to by their numbers.
final class BundleUniquing {
    /// Arrays of numbers, as a file of all of them and a file of their places.
    struct Arrays {
        fileprivate let data: [UInt8]
        fileprivate let index: [UInt8]
        fileprivate let blockSize: Int
        let count: Int
        /// Why there are none, although rows refer to some.
        fileprivate(set) var problem: TraceError?

        static let none = Arrays(data: [], index: [], blockSize: 0, count: 0)
    }

    private static let arrayHead = 32
    private static let indexHead = 40

    private(set) var arrays = Arrays.none
    private(set) var typedArrays = Arrays.none
    /// Engineering types by their numbers in typed arrays.
    private(set) var types: [BundleKind] = []
    private(set) var typeNames: [String] = []
    private let texts = Column<UInt8>()
    private let textEnds = Column<Int>(repeating: 0, count: 1)
    private let names: NameTable
    /// By text: its name, once it was asked for.
    private let textNames = Column<UInt32>()
    private(set) var textProblem: TraceError?

    init(_ files: BundleFiles, _ tables: BundleTables, _ names: NameTable) {
        self.names = names
        let folder = "\(tables.folder)/uniquing"
        do throws(TraceError) {
            try readTexts(files, "\(folder)/strings")
        } catch {
            textProblem = error
        }
        arrays = Self.arrays(files, "\(folder)/arrayUniquer")
        typedArrays = Self.arrays(files, "\(folder)/typedArrayUniquer")
        do throws(TraceError) {
            try readTypes(files, "\(folder)/EngineeringTypes.etypes")
        } catch {
            types = []
            if typedArrays.problem == nil { typedArrays.problem = error }
        }
        textNames.pad(to: textCount, with: .max)
    }

    // MARK: Texts

    var textCount: Int { textEnds.count - 1 }

    private func readTexts(_ files: BundleFiles, _ path: String) throws(TraceError) {
        guard let bytes = try files.bytes(path) else { throw files.missing(path) }
        if BinaryPlist.isOne(bytes) {
            let plist = try BinaryPlist(bytes, name: files.path(path))
            guard case .array(let list) = try plist.object(plist.top) else {
                throw files.wrong(path, "the recording's list of texts is damaged")
            }
            for index in list {
                guard case .text(let text) = try plist.object(index) else {
                    throw files.wrong(path, "the recording's list of texts is damaged")
                }
                for byte in text.utf8 { texts.append(byte) }
                textEnds.append(texts.count)
            }
        } else {
            try XMLPlist.texts(bytes, name: files.path(path)) { text in
                texts.append(contentsOf: text.start, count: text.count)
                textEnds.append(texts.count)
            }
        }
    }

    /// Nil for a number that no text has.
    func text(_ number: UInt64) -> String? {
        guard number < UInt64(textCount) else { return nil }
        let (start, end) = (textEnds[Int(number)], textEnds[Int(number) + 1])
        return String(decoding: UnsafeBufferPointer(start: texts.base + start, count: end - start), as: UTF8.self)
    }

    func name(_ number: UInt64) -> NameID? {
        guard number < UInt64(textCount) else { return nil }
        let known = textNames[Int(number)]
        if known != .max { return NameID(rawValue: known) }
        let (start, end) = (textEnds[Int(number)], textEnds[Int(number) + 1])
        let name = names.intern(texts.base + start, end - start)
        textNames[Int(number)] = name.rawValue
        return name
    }

    // MARK: Types

    private func readTypes(_ files: BundleFiles, _ path: String) throws(TraceError) {
        guard let archive = try files.archive(path) else { throw files.missing(path) }
        for node in try archive.root.elements() {
            let name = try node.text ?? ""
            typeNames.append(name)
            types.append(BundleKind(type: name))
        }
    }

    // MARK: Arrays

    private static func arrays(_ files: BundleFiles, _ folder: String) -> Arrays {
        let (dataPath, indexPath) = ("\(folder)/integeruniquer.data", "\(folder)/integeruniquer.index")
        var arrays = Arrays.none
        do throws(TraceError) {
            guard let index = try files.bytes(indexPath, limit: BundleFiles.Limits.arrays) else {
                throw files.missing(indexPath)
            }
            // A run without arrays has an empty list of them.
            if index.isEmpty { return .none }
            guard let data = try files.bytes(dataPath, limit: BundleFiles.Limits.arrays) else {
                throw files.missing(dataPath)
            }
            let words = Self.words(index, 10)
            guard words.count == 10, words[0] == 0x0123_4567,
                (1...UInt32(BundleFiles.Limits.arrays)).contains(words[7]),
                Self.words(data, 1) == [0x0123_4567]
            else {
                throw files.wrong(
                    indexPath, "the recording's list of arrays does not begin as that of Instruments does")
            }
            arrays = Arrays(
                data: data, index: index, blockSize: Int(words[7]), count: countInOrder(index))
        } catch {
            arrays.problem = error
        }
        return arrays
    }

    /// How many places stand in the list. Each array lies behind the one before; what follows a place that does not is none.
    private static func countInOrder(_ index: [UInt8]) -> Int {
        let count = (index.count - indexHead) / 8
        return index.withUnsafeBytes { index in
            var last = UInt64.zero
            for number in 0..<count {
                // The block in the high half, the offset in it in the low one.
                let place = index.littleEndian(at: indexHead + 8 * number, as: UInt64.self)
                if place <= last { return number }
                last = place
            }
            return count
        }
    }

    private static func words(_ bytes: [UInt8], _ count: Int) -> [UInt32] {
        guard bytes.count >= 4 * count else { return [] }
        return bytes.withUnsafeBytes { raw in
            (0..<count).map { raw.littleEndian(at: 4 * $0, as: UInt32.self) }
        }
    }

    /// An array by its number; nil for one that is not there or does not lie where it should.
    func array(_ number: UInt64) -> [UInt64]? { arrays.array(number) }

    /// The pairs of a typed array.
    func pairs(_ number: UInt64) -> [(type: Int, value: UInt64)]? {
        guard let array = typedArrays.array(number), array.count % 2 == 0 else { return nil }
        return stride(from: 0, to: array.count, by: 2).map { (Int(truncatingIfNeeded: array[$0]), array[$0 + 1]) }
    }
}

extension BundleUniquing.Arrays {
    fileprivate func array(_ number: UInt64) -> [UInt64]? {
        guard number < UInt64(count) else { return nil }
        return data.withUnsafeBytes { data in
            let place = index.withUnsafeBytes { index in
                let record = 40 + 8 * Int(number)
                return (
                    offset: Int(index.littleEndian(at: record, as: UInt32.self)),
                    block: Int(index.littleEndian(at: record + 4, as: UInt32.self))
                )
            }
            // At most 2^62: a block is no longer than `Limits.arrays`.
            let start = place.block * blockSize + place.offset
            let end = min(data.count, (place.block + 1) * blockSize)
            guard place.offset + 4 <= blockSize, start + 4 <= end else { return nil }
            let length = Int(data.littleEndian(at: start, as: UInt32.self))
            guard length <= (end - start - 4) / 8 else { return nil }
            return (0..<length).map { data.littleEndian(at: start + 4 + 8 * $0, as: UInt64.self) }
        }
    }
}
