/// The call stacks of a run: lists of addresses to functions, by the binaries that the processes had loaded and the names that
/// Instruments kept of them.
final class BundleStacks {
    private struct Frame {
        var name: NameID
        var binary: NameID
        var isApp: Bool
    }

    private struct Key: Hashable {
        let process: UInt64
        let address: UInt64
    }

    /// A part of memory that holds code of a binary.
    private struct Range {
        let start: UInt64
        let end: UInt64
        let image: Int
        /// What to add to get the address in the binary's list of names.
        let slide: UInt64
    }

    /// Of one stack.
    private static let mostFrames = 1 << 16

    private let files: BundleFiles
    private let uniquing: BundleUniquing
    private let images: BundleImages
    private let records: TraceRecords
    private var frames: [Key: Frame] = [:]
    private var ranges: [UInt64: [Range]] = [:]
    private var archives: [String: SymbolArchive?] = [:]
    private let stacks: Column<UInt32>
    /// Arrays that are no stack: looked at once, however many rows have them.
    private var damaged: Set<UInt64> = []
    private(set) var warnings: [Diagnostic] = []
    /// Frames of functions, and those of them that have a name.
    private(set) var (frameCount, namedCount) = (0, 0)

    init(_ files: BundleFiles, _ uniquing: BundleUniquing, _ images: BundleImages, _ records: TraceRecords) {
        (self.files, self.uniquing, self.images, self.records) = (files, uniquing, images, records)
        stacks = Column(repeating: .max, count: uniquing.arrays.count)
    }

    /// What a reader must know of the names, once all rows were read.
    var namesNote: Diagnostic? {
        guard namedCount < frameCount else { return nil }
        return Diagnostic(
            .note, at: Place(file: files.path("symbols")),
            "\(frameCount - namedCount) of \(Decimal.counted(frameCount, "function")) on call stacks have no name: a recording "
                + "keeps those that Instruments has looked up; they are shown as binary + 0x…, or as addresses",
            fix: "open the recording in Instruments, look at its call tree, and save it")
    }

    // MARK: Stacks

    /// A backtrace: chunks of a process and a list of addresses, the leaf first. Nil for what is damaged.
    func stack(backtrace: UInt64) -> UInt32? {
        remembered(backtrace) {
            guard let chunks = uniquing.array(backtrace) else { return nil }
            var addresses: [Key] = []
            for chunk in chunks {
                // The end of one with a tag.
                if chunk & 0xFFFF_FFFF == 0xFFFF_FFFF { break }
                guard let process = uniquing.array(chunk >> 32)?.first,
                    let list = uniquing.array(chunk & 0xFFFF_FFFF)
                else { return nil }
                // Chunks may all name the same long list.
                guard addresses.count + list.count <= Self.mostFrames else { return nil }
                addresses += list.map { Key(process: process, address: $0) }
            }
            return stack(addresses)
        }
    }

    /// A backtrace with a tag behind it.
    func stack(tagged: UInt64) -> UInt32? {
        guard let parts = uniquing.array(tagged), let first = parts.first else { return nil }
        // Known by its parts: a backtrace without a tag holds a process in the high half of each.
        return parts.count == 2 && first >> 32 == 0 ? stack(backtrace: first) : stack(backtrace: tagged)
    }

    /// What the kernel took: the list of addresses, the address that ran, and the process.
    func stack(callstack: UInt64) -> UInt32? {
        remembered(callstack) {
            guard let parts = uniquing.array(callstack), parts.count >= 3, let list = uniquing.array(parts[0]),
                let process = uniquing.array(parts[2])?.first, list.count < Self.mostFrames
            else { return nil }
            let leaf = list.first == parts[1] || parts[1] == 0 ? [] : [parts[1]]
            return stack((leaf + list).map { Key(process: process, address: $0) })
        }
    }

    private func remembered(_ array: UInt64, _ make: () -> UInt32?) -> UInt32? {
        guard array < UInt64(stacks.count) else { return nil }
        let known = stacks[Int(array)]
        if known != .max { return known }
        guard !damaged.contains(array), let stack = make() else {
            damaged.insert(array)
            return nil
        }
        stacks[Int(array)] = stack
        return stack
    }

    private func stack(_ addresses: [Key]) -> UInt32 {
        var addresses = addresses[...]
        while addresses.last?.address == 0 { addresses.removeLast() }
        guard let leaf = addresses.first?.address else { return 0 }
        var stack: UInt32 = 0
        for (index, key) in addresses.enumerated().reversed() {
            // A caller's address is where it goes on; the call stands before it. A second frame that is the leaf again is none.
            let isLeaf = index == 0 || index == 1 && (key.address == leaf || key.address &+ 1 == leaf)
            let frame = frame(Key(process: key.process, address: isLeaf ? key.address : key.address &- 1))
            stack = records.stacks.child(of: stack, frame: frame.name, binary: frame.binary, isApp: frame.isApp)
        }
        return stack
    }

    // MARK: Functions

    private func frame(_ key: Key) -> Frame {
        if let known = frames[key] { return known }
        let frame = find(key)
        frames[key] = frame
        return frame
    }

    private func find(_ key: Key) -> Frame {
        frameCount += 1
        // The kernel's part of memory is the same for all.
        let process = key.address >> 63 == 1 ? BundleImages.kernel : key.process
        guard let range = range(process, key.address), let image = images.byProcess[process]?[range.image] else {
            return Frame(name: records.names.intern("0x" + String(key.address, radix: 16)), binary: .none, isApp: false)
        }
        let file = image.path.split(separator: "/").last.map(String.init) ?? image.uuid
        let isApp = Array(image.path.utf8).withUnsafeBufferPointer { path in
            path.baseAddress.map { XctraceStacks.isApp(path: ByteSlice($0, path.count)) } ?? false
        }
        let binary = records.names.intern(file)
        if let name = archive(image.uuid)?.name(at: key.address &+ range.slide) {
            namedCount += 1
            return Frame(name: records.names.intern(name), binary: binary, isApp: isApp)
        }
        let base = image.segments.first { $0.name == "__TEXT" } ?? image.segments.first
        let offset = key.address &- (base?.address ?? 0)
        let name = records.names.intern("\(file) + 0x\(String(offset, radix: 16))")
        return Frame(name: name, binary: binary, isApp: isApp)
    }

    private func range(_ process: UInt64, _ address: UInt64) -> Range? {
        let ranges = ranges(process)
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].start <= address { low = middle + 1 } else { high = middle }
        }
        // Of binaries that lay at the same place one after the other, the one that was loaded last.
        return ranges[max(0, low - 8)..<low].last { address < $0.end }
    }

    private func ranges(_ process: UInt64) -> [Range] {
        if let known = ranges[process] { return known }
        var made: [Range] = []
        let onlyHeaders = images.hasHeadersOnly.contains(process)
        for (number, image) in (images.byProcess[process] ?? []).enumerated() {
            made += onlyHeaders ? [headerRange(image, number)] : segmentRanges(image, number)
        }
        made.sort { ($0.start, $0.image) < ($1.start, $1.image) }
        ranges[process] = made
        return made
    }

    private func segmentRanges(_ image: BundleImages.Image, _ number: Int) -> [Range] {
        let known = archive(image.uuid)?.segments ?? []
        return image.segments.compactMap { segment in
            guard segment.name != "__PAGEZERO", segment.name != "__LINKEDIT", segment.size > 0 else { return nil }
            let (end, overflow) = segment.address.addingReportingOverflow(segment.size)
            let address = known.first { $0.name == segment.name }?.address
            return Range(
                start: segment.address, end: overflow ? .max : end, image: number,
                slide: (address ?? 0) &- segment.address)
        }
    }

    /// Of an image with nothing but its header's address: the segment with the code, which begins with the header.
    private func headerRange(_ image: BundleImages.Image, _ number: Int) -> Range {
        let start = image.segments.first?.address ?? 0
        let text = archive(image.uuid)?.segments.first { $0.name == "__TEXT" }
        let (end, overflow) = start.addingReportingOverflow(text?.size ?? 1 << 28)
        return Range(start: start, end: overflow ? .max : end, image: number, slide: (text?.address ?? 0) &- start)
    }

    private func archive(_ uuid: String) -> SymbolArchive? {
        if let known = archives[uuid] { return known }
        var archive: SymbolArchive?
        let path = "symbols/stores/\(uuid).symbolsarchive"
        do throws(TraceError) {
            if let bytes = try files.bytes(path) { archive = try SymbolArchive(bytes, name: files.path(path)) }
        } catch {
            warnings.append(error.warning("functions of the binary have no names"))
        }
        archives[uuid] = .some(archive)
        return archive
    }
}
