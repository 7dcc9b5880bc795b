/// The call stacks of a run: converts lists of addresses to functions, by the loaded binaries of the processes and the
/// names that Instruments kept for them.
final class BundleStacks {
    private struct Key: BitwiseCopyable {
        let process: UInt64
        let address: UInt64
    }

    /// A range of memory with code of a binary.
    private struct Range {
        let start: UInt64
        let end: UInt64
        /// Its index among the images of the process.
        let image: Int
        /// The offset from a memory address to one in the binary's list of names.
        let slide: UInt64
        let binary: Binary
    }

    /// The common properties of all functions of a binary.
    private struct Binary {
        let file: String
        let isApp: Bool
        /// The address at which its code begins.
        let base: UInt64
        let archive: SymbolArchive?
    }

    /// The most frames of one stack.
    private static let mostFrames = 1 << 16

    private let files: BundleFiles
    private let uniquing: BundleUniquing
    private let images: BundleImages
    private let names: NameTable
    /// The tree of calls.
    private let tree: StackTable
    /// The numbers of frames in the tree, by the index's number for process and address.
    private let frames = Column<UInt32>()
    private let frameIndex = KeyIndex()
    /// The addresses of the current stack, leaf first.
    private let addresses = Column<Key>()
    private let ranges = Memo<UInt64, [Range]>()
    private let archives = Memo<String, SymbolArchive?>()
    // Many stacks may refer to the same list, with different processes or leaves, so a file of a few megabytes could
    // ask for more frames than memory and time allow. A real stack has a short array of its own and shares its frames
    // with others.
    /// The number of addresses that may still be read.
    private var addressesLeft: Int
    /// The most frames and tree nodes together; beyond it, no more stacks are made.
    private let most: Int
    /// The stack by array, or `unread`, or `damaged` for an invalid one: rows may refer to it any number of times.
    private let stacks: Column<UInt32>
    private static let (unread, damaged) = (UInt32.max, UInt32.max - 1)
    private(set) var warnings: [Diagnostic] = []
    /// The number of functions' frames, and of those with a name.
    private(set) var (frameCount, namedCount) = (0, 0)

    init(_ files: BundleFiles, _ uniquing: BundleUniquing, _ images: BundleImages, _ records: TraceRecords) {
        (self.files, self.uniquing, self.images) = (files, uniquing, images)
        (names, tree) = (records.names, records.stacks)
        stacks = Column(repeating: Self.unread, count: uniquing.arrays.count)
        addressesLeft = (1 << 20) + 32 * uniquing.arrays.size
        most = (1 << 14) + uniquing.arrays.size + tree.nodes.count
    }

    /// A note about missing names, after all rows were read.
    var namesNote: Diagnostic? {
        guard namedCount < frameCount else { return nil }
        return Diagnostic(
            .note, at: Place(file: files.path("symbols")),
            "\(Decimal.grouped(frameCount - namedCount)) of \(Decimal.counted(frameCount, "function")) on call stacks have no "
                + "name: a recording keeps those that Instruments has looked up; they are shown as binary + 0x…, or as "
                + "addresses",
            fix: "open the recording in Instruments, look at its call tree, and save it")
    }

    // MARK: Stacks

    /// The stack of a backtrace: chunks of a process and a list of addresses, leaf first. Nil if it is damaged.
    func stack(backtrace: UInt64) -> UInt32? {
        remembered(backtrace) {
            guard let chunks = uniquing.array(backtrace) else { return nil }
            addresses.removeAll()
            // The end mark of a tagged backtrace is followed by something other than chunks.
            for chunk in chunks.prefix(while: { $0 & 0xFFFF_FFFF != 0xFFFF_FFFF }) {
                guard addAddresses(of: chunk) else { return nil }
            }
            return stack()
        }
    }

    /// Adds the addresses of a chunk; returns false if it is damaged or too long.
    private func addAddresses(of chunk: UInt64) -> Bool {
        guard let process = uniquing.array(chunk >> 32)?.first, let list = uniquing.array(chunk & 0xFFFF_FFFF) else {
            return false
        }
        return add(list, of: process)
    }

    /// Adds addresses; returns false if the stack would be too long: chunks may all refer to the same long list.
    private func add(_ list: NumberList, of process: UInt64) -> Bool {
        guard frames.count + tree.nodes.count <= most else { return false }
        let room = min(Self.mostFrames - addresses.count, addressesLeft)
        let first = addresses.count
        defer { addressesLeft -= addresses.count - first }
        for address in list {
            guard addresses.count - first < room else { return false }
            addresses.append(Key(process: process, address: address))
        }
        return true
    }

    /// The stack of a backtrace followed by a tag.
    func stack(tagged: UInt64) -> UInt32? {
        guard let parts = uniquing.array(tagged), let first = parts.first else { return nil }
        // A backtrace without a tag has a process in the high half of each part.
        return first >> 32 == 0 && parts.count == 2 ? stack(backtrace: first) : stack(backtrace: tagged)
    }

    /// The stack recorded by the kernel: the list of addresses, the running address, and the process.
    func stack(callstack: UInt64) -> UInt32? {
        remembered(callstack) {
            guard let parts = uniquing.array(callstack), parts.count >= 3, let list = uniquing.array(parts[0]),
                let process = uniquing.array(parts[2])?.first
            else { return nil }
            addresses.removeAll()
            let ran = parts[1]
            if list.first != ran, ran != 0 { addresses.append(Key(process: process, address: ran)) }
            return add(list, of: process) ? stack() : nil
        }
    }

    private func remembered(_ array: UInt64, _ make: () -> UInt32?) -> UInt32? {
        guard array < UInt64(stacks.count) else { return nil }
        if stacks[Int(array)] == Self.unread { stacks[Int(array)] = make() ?? Self.damaged }
        return stacks[Int(array)] == Self.damaged ? nil : stacks[Int(array)]
    }

    /// The stack of `addresses`, without zeros after the outermost call.
    private func stack() -> UInt32 {
        while addresses.count > 0, addresses[addresses.count - 1].address == 0 { addresses.removeLast(1) }
        guard addresses.count > 0 else { return 0 }
        let leaf = addresses[0].address
        var stack: UInt32 = 0
        for place in (0..<addresses.count).reversed() {
            let key = addresses[place]
            // A second frame that repeats the leaf is dropped. A caller's address is the return address, after the
            // call.
            let isLeaf = place == 0 || place == 1 && (key.address == leaf || key.address &+ 1 == leaf)
            let call = isLeaf ? key : Key(process: key.process, address: key.address &- 1)
            stack = tree.child(of: stack, frame: frame(call))
        }
        return stack
    }

    // MARK: Functions

    private func frame(_ key: Key) -> UInt32 {
        let number = frameIndex.number(key.process, key.address)
        if number == frames.count { frames.append(tree.number(of: find(key))) }
        return frames[number]
    }

    private func find(_ key: Key) -> StackTable.Frame {
        frameCount += 1
        // The kernel's part of memory is the same in all processes.
        let process = key.address >> 63 == 1 ? BundleImages.kernel : key.process
        guard let range = range(process, key.address) else {
            return StackTable.Frame(name: names.intern("0x" + String(key.address, radix: 16)))
        }
        let binary = range.binary
        let name: String
        if let known = binary.archive?.name(at: key.address &+ range.slide) {
            namedCount += 1
            name = known
        } else {
            name = "\(binary.file) + 0x\(String(key.address &- binary.base, radix: 16))"
        }
        return StackTable.Frame(
            name: names.intern(name), binary: names.intern(binary.file), isApp: binary.isApp)
    }

    private func binary(_ image: BundleImages.Image) -> Binary {
        let file = image.path.split(separator: "/").last.map(String.init) ?? image.uuid
        let isApp = Array(image.path.utf8).withUnsafeBufferPointer { path in
            path.baseAddress.map { XctraceStacks.isApp(path: ByteSlice($0, path.count)) } ?? false
        }
        let base = image.segments.first { $0.name == "__TEXT" } ?? image.segments.first
        return Binary(
            file: file, isApp: isApp, base: base?.address ?? 0,
            archive: archives(image.uuid) { archive(image.uuid) })
    }

    private func range(_ process: UInt64, _ address: UInt64) -> Range? {
        let ranges = ranges(process) { findRanges(process) }
        let next = ranges.firstPlace { $0.start > address }
        // If binaries were loaded at the same address one after the other, the last one counts.
        return ranges[max(0, next - 8)..<next].last { address < $0.end }
    }

    private func findRanges(_ process: UInt64) -> [Range] {
        var made: [Range] = []
        let onlyHeaders = images.hasHeadersOnly.contains(process)
        for (number, image) in (images.byProcess[process] ?? []).enumerated() {
            let binary = binary(image)
            made += onlyHeaders ? [headerRange(image, number, binary)] : segmentRanges(image, number, binary)
        }
        return made.sorted { ($0.start, $0.image) < ($1.start, $1.image) }
    }

    private func segmentRanges(_ image: BundleImages.Image, _ number: Int, _ binary: Binary) -> [Range] {
        let known = binary.archive?.segments ?? []
        return image.segments.compactMap { segment in
            guard segment.name != "__PAGEZERO", segment.name != "__LINKEDIT", segment.size > 0 else { return nil }
            let (end, overflow) = segment.address.addingReportingOverflow(segment.size)
            let address = known.first { $0.name == segment.name }?.address
            return Range(
                start: segment.address, end: overflow ? .max : end, image: number,
                slide: (address ?? 0) &- segment.address, binary: binary)
        }
    }

    /// The range of an image of which only the header's address is known: the segment with the code, which begins with
    /// the header.
    private func headerRange(_ image: BundleImages.Image, _ number: Int, _ binary: Binary) -> Range {
        let start = image.segments.first?.address ?? 0
        let text = binary.archive?.segments.first { $0.name == "__TEXT" }
        let (end, overflow) = start.addingReportingOverflow(text?.size ?? 1 << 28)
        return Range(
            start: start, end: overflow ? .max : end, image: number, slide: (text?.address ?? 0) &- start,
            binary: binary)
    }

    private func archive(_ uuid: String) -> SymbolArchive? {
        let path = "symbols/stores/\(uuid).symbolsarchive"
        do throws(TraceError) {
            guard let bytes = try files.bytes(path) else { return nil }
            return try SymbolArchive(bytes, name: files.path(path))
        } catch {
            warnings.append(error.warning("functions of the binary have no names"))
            return nil
        }
    }
}

/// The names of a run's processes and threads as in exports: `App (42)` and `Main Thread (0x2665b1) (App, pid: 42)`.
final class BundleThreads {
    private let uniquing: BundleUniquing
    private let names: NameTable
    private var processNames: [UInt64: String] = [:]
    private var threadNames: [UInt64: (name: String, time: UInt64)] = [:]
    private var mainThreads: Set<UInt64> = []
    // The names by array; nil for a number without an array.
    private let processes = Memo<UInt64, NameID?>()
    private let threads = Memo<UInt64, NameID?>()

    init(_ uniquing: BundleUniquing, _ names: NameTable) {
        (self.uniquing, self.names) = (uniquing, names)
    }

    // MARK: Names

    func name(process pid: UInt64, _ name: String) {
        if !name.isEmpty, name != "TODO" { processNames[pid] = name }
    }

    /// Sets the name of a thread from a time on; the last one is shown.
    func name(thread: UInt64, _ name: String, at time: UInt64) {
        guard !name.isEmpty, (threadNames[thread]?.time ?? 0) <= time else { return }
        threadNames[thread] = (name, time)
    }

    func setMain(thread: UInt64) { mainThreads.insert(thread) }

    func hasName(process pid: UInt64) -> Bool { processNames[pid] != nil }

    func name(process pid: UInt64) -> String { processNames[pid] ?? "Unknown" }

    // MARK: Arrays

    /// The process of an array (pid, session).
    func pid(_ array: UInt64) -> UInt64? { uniquing.array(array)?.first }

    /// The thread of an array (tid, process).
    func tid(_ array: UInt64) -> UInt64? { uniquing.array(array)?.first }

    /// The process of an array, with name and pid.
    func process(_ array: UInt64) -> NameID? {
        processes(array) { pid(array).map { names.intern("\(name(process: $0)) (\(Self.signed($0)))") } }
    }

    func thread(_ array: UInt64) -> NameID? { threads(array) { findThread(array) } }

    private func findThread(_ array: UInt64) -> NameID? {
        guard let (tid, process) = uniquing.array(array)?.firstTwo else { return nil }
        let pid = pid(process)
        let id = "0x" + String(tid, radix: 16)
        let processName = pid.map { name(process: $0) } ?? "Unknown"
        let owner = "(\(processName), pid: \(pid.map(Self.signed) ?? -1))"
        let shown: String
        if mainThreads.contains(tid) {
            shown = "Main Thread (\(id)) \(owner)"
        } else if let name = threadNames[tid]?.name {
            shown = "\(name) (\(id)) \(owner)"
        } else {
            shown = "\(processName) \(id) \(owner)"
        }
        return names.intern(shown)
    }

    private static func signed(_ number: UInt64) -> Int64 { Int64(Int32(truncatingIfNeeded: number)) }
}
