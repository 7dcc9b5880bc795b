/// The texts, arrays and types that the rows of a run refer to by their numbers.
final class BundleUniquing {
    struct Arrays {
        fileprivate(set) var lists = PackedLists()
        /// What they take in the recording, in bytes.
        fileprivate(set) var size = 0
        /// Why there are none, although rows refer to some.
        fileprivate(set) var problem: TraceError?
    }

    private static let indexHead = 40
    /// Instruments' own are of a megabyte.
    private static let blockSizes = 1 << 12...BundleFiles.Limits.arrays

    private(set) var arrays = Arrays()
    private(set) var typedArrays = Arrays()
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
        var arrays = Arrays()
        do throws(TraceError) {
            guard let index = try files.block(indexPath, limit: BundleFiles.Limits.arrays) else {
                throw files.missing(indexPath)
            }
            // A run without arrays has an empty list of them.
            if index.count == 0 { return arrays }
            guard let data = try files.stream(dataPath) else { throw files.missing(dataPath) }
            let words = Self.words(index, 10)
            guard words.count == 10, words[0] == mark, blockSizes.contains(Int(words[7])) else {
                throw files.wrong(indexPath, unknownLists)
            }
            var blocks = Blocks(data, size: Int(words[7]), name: files.path(dataPath))
            guard try blocks.readNext(), Self.words(blocks.bytes, 1) == [mark] else {
                throw files.wrong(indexPath, unknownLists)
            }
            try pack(Places(index), &blocks, &arrays)
        } catch {
            arrays = Arrays(problem: error)
        }
        return arrays
    }

    private static let mark: UInt32 = 0x0123_4567
    private static let unknownLists = "the recording's list of arrays does not begin as that of Instruments does"

    private static func pack(_ places: Places, _ blocks: inout Blocks, _ arrays: inout Arrays) throws(TraceError) {
        var (number, block) = (0, 0)
        repeat {
            let bytes = UnsafeRawBufferPointer(blocks.bytes.buffer)
            while number < places.count, places[number].block == block {
                let start = places[number].offset
                number += 1
                // An array that reaches into the next one is none: a few bytes could otherwise be part of very many.
                let isLast = number == places.count || places[number].block > block
                let end = isLast ? bytes.count : min(places[number].offset, bytes.count)
                let room = (end - start - 4) / 8
                if start + 4 <= end, case let count = bytes.littleEndian(at: start, as: UInt32.self), count <= room {
                    arrays.lists.append(UnsafeRawPointer(blocks.bytes.base) + start + 4, count: Int(count))
                    arrays.size += 4 + 8 * Int(count)
                } else {
                    arrays.lists.appendAbsent()
                }
            }
            block += 1
        } while try blocks.readNext()
        while arrays.lists.count < places.count { arrays.lists.appendAbsent() }
    }

    /// Where arrays stand. Each lies behind the one before; what follows a place that does not is none.
    private struct Places {
        private let index: Column<UInt8>
        private(set) var count = 0

        init(_ index: Column<UInt8>) {
            self.index = index
            let most = max(0, index.count - indexHead) / 8
            while count < most, count == 0 || self[count - 1] < self[count] { count += 1 }
        }

        subscript(number: Int) -> (block: Int, offset: Int) {
            let raw = UnsafeRawBufferPointer(index.buffer)
            let place = indexHead + 8 * number
            return (
                Int(raw.littleEndian(at: place + 4, as: UInt32.self)), Int(raw.littleEndian(at: place, as: UInt32.self))
            )
        }
    }

    /// A file of arrays, of which none crosses the end of a block.
    private struct Blocks {
        private let (stream, size, name): (any ByteStream, Int, String)
        let bytes = Column<UInt8>()
        private var total = 0

        init(_ stream: any ByteStream, size: Int, name: String) {
            (self.stream, self.size, self.name) = (stream, size, name)
        }

        /// False at the end.
        mutating func readNext() throws(TraceError) -> Bool {
            bytes.removeAll()
            while bytes.count < size {
                let (old, room) = (bytes.count, min(64 << 10, size - bytes.count))
                try bytes.append(upTo: room) { target throws(TraceError) in try stream.read(to: target, room) }
                if bytes.count == old { break }
            }
            total += bytes.count
            guard total <= BundleFiles.Limits.arrays else { throw ByteLimit.passed(BundleFiles.Limits.arrays, name) }
            return bytes.count > 0
        }
    }

    private static func words(_ bytes: Column<UInt8>, _ count: Int) -> [UInt32] {
        guard bytes.count >= 4 * count else { return [] }
        let raw = UnsafeRawBufferPointer(bytes.buffer)
        return (0..<count).map { raw.littleEndian(at: 4 * $0, as: UInt32.self) }
    }

    /// An array by its number; nil for one that is not there or does not lie where it should.
    func array(_ number: UInt64) -> NumberList? { arrays.lists.list(number) }

    /// A typed array: numbers of types, each before its value.
    func pairs(_ number: UInt64) -> NumberList? { typedArrays.lists.list(number) }
}
