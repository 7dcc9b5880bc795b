/// The texts, arrays and types that the rows of a run refer to by their numbers.
final class BundleUniquing {
    let arrays: BundleArrays
    let typedArrays: BundleArrays
    /// Engineering types by their number in typed arrays.
    private(set) var types: [BundleKind] = []
    private(set) var typeNames: [String] = []
    private let names: NameTable
    private let texts = Column<NameID>()
    private(set) var textProblem: TraceError?
    private(set) var typeProblem: TraceError?

    init(_ files: BundleFiles, _ tables: BundleTables, _ names: NameTable) {
        self.names = names
        let folder = "\(tables.folder)/uniquing"
        arrays = BundleArrays(files, "\(folder)/arrayUniquer")
        typedArrays = BundleArrays(files, "\(folder)/typedArrayUniquer")
        do throws(TraceError) {
            try readTexts(files, "\(folder)/strings")
        } catch {
            textProblem = error
        }
        do throws(TraceError) {
            try readTypes(files, "\(folder)/EngineeringTypes.etypes")
        } catch {
            types = []
            typeProblem = error
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

    /// The text with a number; nil if there is none.
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

    /// The array with a number; nil if it is missing or misplaced.
    func array(_ number: UInt64) -> NumberList? { arrays[number] }

    /// A typed array: pairs of the number of a type and a value.
    func pairs(_ number: UInt64) -> NumberList? { typedArrays[number] }
}

/// The arrays of numbers that the rows of a run refer to, in the recording's own encoding.
struct BundleArrays {
    private static let indexHead = 40
    private static let mark: UInt32 = 0x0123_4567
    /// Valid sizes of a block; Instruments uses a megabyte.
    private static let blockSizes = 1 << 12...BundleFiles.Limits.arrays
    private static let absent = UInt32.max

    /// The reason why there are none although rows refer to some.
    private(set) var problem: TraceError?
    /// Their size in the recording, in bytes.
    private(set) var size = 0
    private var bytes = Column<UInt8>()
    /// The offset of each array's length, which its numbers follow.
    private let starts = Column<UInt32>()

    var count: Int { starts.count }

    init(_ files: BundleFiles, _ folder: String) {
        do throws(TraceError) { try read(files, folder) } catch { problem = error }
    }

    private mutating func read(_ files: BundleFiles, _ folder: String) throws(TraceError) {
        let (dataPath, indexPath) = ("\(folder)/integeruniquer.data", "\(folder)/integeruniquer.index")
        guard let index = try files.block(indexPath, limit: BundleFiles.Limits.arrays) else {
            throw files.missing(indexPath)
        }
        // A run without arrays has an empty list of them.
        if index.count == 0 { return }
        guard let data = try files.block(dataPath, limit: BundleFiles.Limits.arrays) else {
            throw files.missing(dataPath)
        }
        let head = UnsafeRawBufferPointer(index.buffer)
        guard index.count >= Self.indexHead, data.count >= 4, head.littleEndian(at: 0, as: UInt32.self) == Self.mark,
            UnsafeRawBufferPointer(data.buffer).littleEndian(at: 0, as: UInt32.self) == Self.mark,
            case let blockSize = Int(head.littleEndian(at: 28, as: UInt32.self)), Self.blockSizes.contains(blockSize)
        else {
            throw files.wrong(indexPath, "the recording's list of arrays does not begin as that of Instruments does")
        }
        bytes = data
        find(index, blockSize: blockSize)
    }

    /// Finds the arrays. One that crosses the end of its block is absent; the search ends at an entry that does not come
    /// after the previous one.
    private mutating func find(_ index: Column<UInt8>, blockSize: Int) {
        let (entries, data) = (UnsafeRawBufferPointer(index.buffer), UnsafeRawBufferPointer(bytes.buffer))
        func place(_ number: Int) -> (block: Int, offset: Int) {
            let entry = Self.indexHead + 8 * number
            return (
                Int(entries.littleEndian(at: entry + 4, as: UInt32.self)),
                Int(entries.littleEndian(at: entry, as: UInt32.self))
            )
        }
        let most = (index.count - Self.indexHead) / 8
        var number = 0
        while number < most, number == 0 || place(number - 1) < place(number) {
            let (block, offset) = place(number)
            let start = block * blockSize + offset
            var end = min((block + 1) * blockSize, bytes.count)
            // An array that reaches into the next one is invalid: otherwise a few bytes could be part of very many.
            if number + 1 < most, case let next = place(number + 1), next.block == block, next.offset > offset {
                end = min(end, block * blockSize + next.offset)
            }
            number += 1
            if start + 4 <= end, case let count = Int(data.littleEndian(at: start, as: UInt32.self)),
                count <= (end - start - 4) / 8
            {
                starts.append(UInt32(start))
                size += 4 + 8 * count
            } else {
                starts.append(Self.absent)
            }
        }
    }

    subscript(number: UInt64) -> NumberList? {
        guard number < UInt64(starts.count), case let start = starts[Int(number)], start != Self.absent else {
            return nil
        }
        return NumberList(UnsafeRawPointer(bytes.base + Int(start)))
    }
}

/// Numbers in the bytes of an array, which must outlive them.
struct NumberList: RandomAccessCollection {
    private let numbers: UnsafeRawPointer
    let count: Int

    fileprivate init(_ array: UnsafeRawPointer) {
        (numbers, count) = (array + 4, Int(array.littleEndian(at: 0, as: UInt32.self)))
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(index: Int) -> UInt64 {
        precondition(index >= 0 && index < count, "a number behind the end of its list")
        return numbers.littleEndian(at: 8 * index, as: UInt64.self)
    }

    var firstTwo: (first: UInt64, second: UInt64)? { count < 2 ? nil : (self[0], self[1]) }
}
