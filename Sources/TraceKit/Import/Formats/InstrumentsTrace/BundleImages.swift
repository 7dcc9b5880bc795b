/// The binaries that the processes of a run had loaded, and where: from the recording's description (`form.template`), else
/// from the events of the dynamic linker.
struct BundleImages {
    struct Image {
        let uuid: String
        let path: String
        /// Where its segments lie; with the header alone, where that does.
        var segments: [SymbolArchive.Segment]
    }

    /// By process; the kernel's are under `kernel`.
    private(set) var byProcess: [UInt64: [Image]] = [:]
    /// The path of a process's program, where that is known.
    private(set) var programs: [UInt64: String] = [:]
    /// Where the images of the linker's events lie: only the header's address is known of them.
    private(set) var hasHeadersOnly: Set<UInt64> = []
    static let kernel = UInt64.max
    private static let most = 100_000

    // MARK: The description

    mutating func read(_ description: KeyedArchive, run: Int, _ name: String) throws(TraceError) {
        let stores = try description.top("com.apple.xray.symbolstoremanager.symbolstores")
        for (number, processes) in try stores?.entries() ?? [] where try Self.number(number) == run {
            for (key, store) in try processes.entries() {
                // `<device>.<pid>`
                guard let pid = try key.text?.split(separator: ".").last.flatMap({ UInt64($0) }) else { continue }
                if let path = try store["$2"]?.text { programs[pid] = path }
                guard let bytes = try store["com.apple.xray.symbolstore.signature"]?.bytes else { continue }
                byProcess[pid] = try Self.images(bytes, name)
            }
        }
        let kernels = try description.top("com.apple.xray.symbolstore.kern.signatures")
        for (number, signature) in try kernels?.entries() ?? [] where try Self.number(number) == run {
            if let bytes = try signature.bytes { byProcess[Self.kernel] = try Self.images(bytes, name) }
        }
    }

    static func number(_ node: KeyedArchive.Node) throws(TraceError) -> Int? {
        if let number = node.integer { return Int(exactly: number) }
        return try node.text.flatMap { Int($0) }
    }

    /// A list of images as the description holds it.
    private static func images(_ bytes: [UInt8], _ name: String) throws(TraceError) -> [Image] {
        func wrong(_ place: Int) -> TraceError {
            TraceError(.input, "a list of binaries is damaged (at its byte \(place))", at: Place(file: name))
        }
        guard bytes.count >= 24, SymbolArchive.word(bytes, 0) == 0xFF01_FF02, SymbolArchive.word(bytes, 4) == 1 else {
            throw wrong(0)
        }
        let count = SymbolArchive.word(bytes, 20)
        guard count <= min(most, bytes.count / 56) else { throw wrong(20) }
        var (images, place): ([Image], Int) = ([], 24)
        for _ in 0..<count {
            guard place + 56 <= bytes.count else { throw wrong(place) }
            let (segments, path) = (SymbolArchive.word(bytes, place + 48), SymbolArchive.word(bytes, place + 52))
            guard path <= bytes.count, segments <= bytes.count / 32, place + 56 + path + segments * 32 <= bytes.count
            else { throw wrong(place) }
            var image = Image(
                uuid: SymbolArchive.uuid(bytes[place..<place + 16]),
                path: SymbolArchive.fixedText(bytes, place + 56, path), segments: [])
            place += 56 + path
            for _ in 0..<segments {
                image.segments.append(
                    SymbolArchive.Segment(
                        name: SymbolArchive.fixedText(bytes, place, 16), address: SymbolArchive.long(bytes, place + 16),
                        size: SymbolArchive.long(bytes, place + 24)))
                place += 32
            }
            images.append(image)
        }
        return images
    }

    // MARK: Events of the linker

    /// An image that was mapped: the process that did it, its UUID, where its header lies and its path.
    mutating func add(process: UInt64, uuid: String, address: UInt64, path: String) {
        guard byProcess[process, default: []].count < Self.most else { return }
        hasHeadersOnly.insert(process)
        let segment = SymbolArchive.Segment(name: "", address: address, size: 0)
        byProcess[process, default: []].append(Image(uuid: uuid, path: path, segments: [segment]))
    }

    /// Takes the images of processes that have none yet.
    mutating func merge(_ other: BundleImages) {
        for (process, list) in other.byProcess where byProcess[process] == nil {
            byProcess[process] = list
            if other.hasHeadersOnly.contains(process) { hasHeadersOnly.insert(process) }
        }
    }
}
