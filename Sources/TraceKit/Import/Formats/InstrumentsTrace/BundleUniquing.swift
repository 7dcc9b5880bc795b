/// The texts, arrays and types that the rows of a run refer to by their numbers.
final class BundleUniquing {
    /// Arrays of numbers, as a file of all of them and a file of their places.
    struct Arrays {
        fileprivate let data: Column<UInt8>
        fileprivate let index: Column<UInt8>
        fileprivate let blockSize: Int
        let count: Int
        /// Where the last one begins, which is nearly the length of all, in bytes.
        var size: Int {
            guard count > 0 else { return 0 }
            let (block, offset) = place(of: count - 1)
            return min(data.count, block * blockSize + offset)
        }
        /// Why there are none, although rows refer to some.
        fileprivate(set) var problem: TraceError?

        static var none: Arrays { Arrays(data: Column(), index: Column(), blockSize: 0, count: 0) }
    }

    private static let arrayHead = 32
    fileprivate static let indexHead = 40

    private(set) var arrays = Arrays.none
    private(set) var typedArrays = Arrays.none
    /// Engineering types by their numbers in typed arrays.
    private(set) var types: [BundleKind] = []
    private(set) var typeNames: [String] = []
    private let names: NameTable
    private let texts = Column<NameID>()
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
    }

    // MARK: Texts

    private func readTexts(_ files: BundleFiles, _ path: String) throws(TraceError) {
        guard let stream = try files.stream(path) else { throw files.missing(path) }
        let (input, limit) = (ByteInput(stream: stream, name: files.path(path)), BundleFiles.Limits.list)
        let isBinary = BinaryPlist.isOne(Array(try input.start(BinaryPlist.mark.count)))
        let list = InputStreamReader(input)
        if isBinary {
            let plist = try BinaryPlist(try list.readAll(limit: limit, input.name).array, name: input.name)
            guard case .array(let texts) = try plist.object(plist.top) else {
                throw files.wrong(path, "the recording's list of texts is damaged")
            }
            for index in texts {
                guard case .text(let text) = try plist.object(index) else {
                    throw files.wrong(path, "the recording's list of texts is damaged")
                }
                self.texts.append(names.intern(text))
            }
        } else {
            try XMLPlist.texts(list, limit: limit, name: input.name) { texts.append(names.intern($0)) }
        }
    }

    /// Nil for a number that no text has.
    func text(_ number: UInt64) -> String? { name(number).flatMap { names.text($0) } }

    func name(_ number: UInt64) -> NameID? { number < UInt64(texts.count) ? texts[Int(number)] : nil }

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
            guard let index = try files.block(indexPath, limit: BundleFiles.Limits.arrays) else {
                throw files.missing(indexPath)
            }
            // A run without arrays has an empty list of them.
            if index.count == 0 { return .none }
            guard let data = try files.block(dataPath, limit: BundleFiles.Limits.arrays) else {
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
    private static func countInOrder(_ index: Column<UInt8>) -> Int {
        let places = NumberList(index, at: indexHead, count: max(0, index.count - indexHead) / 8)
        var last = UInt64.zero
        for (number, place) in places.enumerated() {
            // The block in the high half, the offset in it in the low one.
            if place <= last { return number }
            last = place
        }
        return places.count
    }

    private static func words(_ bytes: Column<UInt8>, _ count: Int) -> [UInt32] {
        guard bytes.count >= 4 * count else { return [] }
        let raw = UnsafeRawBufferPointer(bytes.buffer)
        return (0..<count).map { raw.littleEndian(at: 4 * $0, as: UInt32.self) }
    }

    /// An array by its number; nil for one that is not there or does not lie where it should.
    func array(_ number: UInt64) -> NumberList? { arrays.array(number) }

    /// A typed array: numbers of types, each before its value.
    func pairs(_ number: UInt64) -> NumberList? {
        guard let array = typedArrays.array(number), array.count % 2 == 0 else { return nil }
        return array
    }
}

/// Numbers where they stand among a recording's arrays, which live as long as `BundleUniquing` does.
struct NumberList: RandomAccessCollection {
    private let start: UnsafeRawPointer
    let count: Int

    fileprivate init(_ bytes: Column<UInt8>, at offset: Int, count: Int) {
        precondition(count == 0 || offset + 8 * count <= bytes.count)
        (start, self.count) = (UnsafeRawPointer(bytes.base) + offset, count)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    @inline(__always)
    subscript(index: Int) -> UInt64 {
        precondition(index >= 0 && index < count)
        return start.littleEndian(at: 8 * index, as: UInt64.self)
    }
}

extension BundleUniquing.Arrays {
    private func place(of number: Int) -> (block: Int, offset: Int) {
        let index = UnsafeRawBufferPointer(self.index.buffer)
        let record = BundleUniquing.indexHead + 8 * number
        return (
            Int(index.littleEndian(at: record + 4, as: UInt32.self)),
            Int(index.littleEndian(at: record, as: UInt32.self))
        )
    }

    fileprivate func array(_ number: UInt64) -> NumberList? {
        guard number < UInt64(count) else { return nil }
        let data = UnsafeRawBufferPointer(self.data.buffer)
        let (block, offset) = place(of: Int(number))
        // At most 2^62: a block is no longer than `Limits.arrays`.
        let start = block * blockSize + offset
        let end = min(data.count, (block + 1) * blockSize)
        guard offset + 4 <= blockSize, start + 4 <= end else { return nil }
        let length = Int(data.littleEndian(at: start, as: UInt32.self))
        guard length <= (end - start - 4) / 8 else { return nil }
        return NumberList(self.data, at: start + 4, count: length)
    }
}
