/// Writes what a story holds beside SwiftUI as a recording of Instruments (`App.trace`): the same tables as the exports of the
/// story, with the names of functions in lists of their own.
struct BundleStory {
    private let story: Story
    var values = BundleValues()
    private var tables: [BundleTable] = []
    /// The functions that are on stacks, by binary.
    private var functions: [(binary: Binary, names: [String])] = []

    private static let device = "5E8A1B40-52C4-5D0A-9E4B-0C6F2B9D7A11"
    private static let core = "corespace/run1/core"

    /// All files of the recording by their paths, packed as Instruments packs them; `more` adds tables.
    static func files(
        _ story: Story, more: (inout BundleStory) -> [BundleTable] = { _ in [] }
    ) -> [(path: String, bytes: [UInt8])] {
        var writer = BundleStory(story)
        writer.makeTables()
        writer.tables += more(&writer)
        return writer.files()
    }

    private init(_ story: Story) { self.story = story }

    static func write(
        _ story: Story, into folder: String, more: (inout BundleStory) -> [BundleTable] = { _ in [] }
    ) throws(GeneratorFailure) {
        for (path, bytes) in files(story, more: more) {
            var parent = folder
            for part in [""] + path.split(separator: "/").dropLast().map(String.init) {
                parent += part.isEmpty ? "" : "/\(part)"
                try OutputFile.makeDirectory(parent)
            }
            let file = try OutputFile(creating: "\(folder)/\(path)")
            file.append(bytes)
            try file.finish()
        }
    }

    // MARK: Tables

    var pid: UInt64 { story.trace.pid }

    private mutating func makeTables() {
        let process = values.process(pid)
        let thread = values.thread(story.trace.mainThread, of: pid)
        makeNames(process, thread)
        makeSignposts(process, thread)
        makeStalls(process, thread)
        makeSamples(process, thread)
        makeLog(process, thread)
    }

    private mutating func makeNames(_ process: UInt64, _ thread: UInt64) {
        tables.append(
            BundleTable(
                schema: "process-info",
                columns: [
                    .init("time", "RecordedEventTimestamp", .time), .init("pid", "ProcessID", .category1),
                    .init("process", "Process"), .init("process-name", "PrototypeString"),
                ], rows: [[0, pid, process, values.text(story.trace.app)]], attributes: []))
        let name = values.text("") << 32 | thread
        tables.append(
            BundleTable(
                schema: "thread-info",
                columns: [
                    .init("time", "RecordedEventTimestamp", .time), .init("pid", "ProcessID", .category1),
                    .init("tid", "ThreadID", .long), .init("process", "Process"), .init("thread", "Thread"),
                    .init("name", "ThreadName", .long), .init("main-thread", "Boolean"),
                ], rows: [[0, pid, story.trace.mainThread, process, thread, name, 1]], attributes: []))
    }

    private mutating func makeSignposts(_ process: UInt64, _ thread: UInt64) {
        var table = BundleTable(
            schema: "os-signpost-interval",
            columns: BundleTable.intervalColumns)
        for signpost in story.signposts {
            guard let duration = signpost.duration else { continue }
            table.rows.append([
                signpost.start, duration, 0, values.text(signpost.name), values.text(signpost.category),
                values.text(LandmarksStory.subsystem), signpost.signpostID, process, process, thread, thread,
                values.message(signpost.message), BundleTable.none,
            ])
        }
        tables.append(table)
    }

    private mutating func makeLog(_ process: UInt64, _ thread: UInt64) {
        var table = BundleTable(schema: "os-log", columns: BundleTable.logColumns)
        for line in LandmarksStory.log {
            table.rows.append([
                line.time, thread, process, values.text(line.level), values.text(LandmarksStory.subsystem),
                values.text(line.category), values.message(line.message),
            ])
        }
        tables.append(table)
    }

    private mutating func makeStalls(_ process: UInt64, _ thread: UInt64) {
        var hangs = BundleTable(
            schema: "potential-hangs",
            columns: [
                .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                .init("hang-type", "HangType"), .init("thread", "Thread"), .init("process", "Process"),
            ])
        hangs.attributes.append(("hangs-threshold", .integer(250)))
        for hang in story.hangs {
            hangs.rows.append([hang.start, hang.duration, values.text(hang.kind), thread, process])
        }
        var hitches = BundleTable(
            schema: "hitches",
            columns: [
                .init("start", "StartTime", .time), .init("duration", "Duration", .duration),
                .init("process", "Process", .category1), .init("is-system", "Boolean"),
                .init("swap-id", "GenericUInt32"), .init("label", "PrototypeString"), .init("display", "DisplayName"),
                .init("narrative-description", "PrototypeString"),
            ])
        for hitch in story.hitches {
            let swap = 0x4a1c0 + hitch.start / 8_333_333
            hitches.rows.append([
                hitch.start, hitch.duration, process, hitch.isSystem ? 1 : 0, swap,
                values.text("0x" + String(swap, radix: 16)), values.text("Display 1"), values.text(hitch.narrative),
            ])
        }
        tables += [hangs, hitches]
    }

    private mutating func makeSamples(_ process: UInt64, _ thread: UInt64) {
        var table = BundleTable(
            schema: "time-profile",
            columns: [
                .init("time", "SampleTimestamp", .time), .init("thread", "Thread", .category1),
                .init("process", "Process"), .init("core", "CPUCore"), .init("thread-state", "ThreadState"),
                .init("weight", "TimeSampleWeight", .long), .init("stack", "Backtrace"),
            ])
        for sample in story.samples {
            let core = 4 + sample.start / 211_000_000 % 2
            table.rows.append([
                sample.start, thread, process, core, values.text("Running"), sample.weight,
                backtrace(sample.frames, process),
            ])
        }
        tables.append(table)
    }

    /// The leaf in a chunk of its own, a byte behind its instruction, and behind it where its callers go on.
    private mutating func backtrace(_ frames: [Frame], _ process: UInt64) -> UInt64 {
        backtrace(frames.map { address(of: $0) }, process)
    }

    /// `addresses` from the leaf outwards.
    mutating func backtrace(_ addresses: [UInt64], _ process: UInt64) -> UInt64 {
        guard let leaf = addresses.first else { return BundleTable.none }
        let first = values.array([leaf + 1])
        guard addresses.count > 1 else { return values.array([process << 32 | first]) }
        let rest = values.array(Array(addresses.dropFirst()))
        return values.array([process << 32 | first, process << 32 | rest])
    }

    // MARK: Functions

    /// Every binary has 256 MB of its own, every function 64 bytes of it.
    mutating func address(of frame: Frame) -> UInt64 {
        let binary = functions.firstIndex { $0.binary == frame.binary } ?? functions.count
        if binary == functions.count { functions.append((frame.binary, [])) }
        let place = functions[binary].names.firstIndex(of: frame.name) ?? functions[binary].names.count
        if place == functions[binary].names.count { functions[binary].names.append(frame.name) }
        return Self.base(binary) + Self.offset(place) + 32
    }

    private static func base(_ binary: Int) -> UInt64 { 0x1_0000_0000 + UInt64(binary) << 28 }
    private static func offset(_ place: Int) -> UInt64 { 0x4000 + UInt64(place) * 64 }

    private static func uuid(_ binary: Binary) -> [UInt8] {
        let digits = Array(XctraceNumbers.uuid(of: binary).filter { $0 != "-" })
        return stride(from: 0, to: 32, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    private static func name(_ text: String, _ size: Int) -> [UInt8] {
        Array(text.utf8.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - text.utf8.count))
    }

    /// Which binaries the process had, and where.
    private var signature: [UInt8] {
        let word = BundleTable.number
        var bytes = word(0xFF01_FF02, 4) + word(1, 4) + word(pid, 4) + word(0, 4) + word(0x20_0000, 4)
        bytes += word(UInt64(functions.count), 4)
        for (index, (binary, _)) in functions.enumerated() {
            let size = (binary.path.utf8.count + 8) & ~7
            bytes += Self.uuid(binary) + word(0, 8) + word(0, 8) + word(UInt64(Int64.max), 8)
            bytes += word(0x0100_000C, 4) + word(2, 4) + word(1, 4) + word(UInt64(size), 4)
            bytes += Self.name(binary.path, size) + Self.name("__TEXT", 16) + word(Self.base(index), 8)
            bytes += word(1 << 28, 8)
        }
        return bytes + word(0xFCEE, 4) + word(4, 4) + [UInt8](repeating: 0, count: 24)
    }

    /// The names of a binary's functions.
    private static func symbols(_ binary: Binary, _ names: [String]) -> [UInt8] {
        let word = BundleTable.number
        var (texts, symbols): ([UInt8], [UInt8]) = ([0], [])
        for (place, name) in names.enumerated() {
            symbols += word(offset(place), 4) + word(64, 4) + word(0, 4) + word(UInt64(texts.count), 4)
            symbols += word(UInt64(texts.count), 4) + word(0xFFFF_FFFF, 4)
            texts += Array(name.utf8) + [0]
        }
        let size = 0x60 + 32 + symbols.count + texts.count
        var head = word(7, 4) + word(UInt64(size), 4) + word(1, 4) + word(0, 4) + word(UInt64(names.count), 4)
        head += [UInt8](repeating: 0, count: 0x34 - head.count) + uuid(binary)
        head += word(0x0100_000C, 4) + word(2, 4) + word(0, 8) + word(UInt64(texts.count), 4) + word(4, 4) + word(0, 4)
        return head + word(0, 8) + word(1 << 28, 8) + name("__TEXT", 16) + symbols + texts
    }

    // MARK: Files

    private func files() -> [(path: String, bytes: [UInt8])] {
        var files: [(path: String, bytes: [UInt8])] = []
        var details: [(Archived, Archived)] = []
        for (number, table) in tables.enumerated() {
            let folder = "run1/core/stores/indexed-store-\(number)"
            for (name, bytes) in table.files() { files.append(("corespace/\(folder)/\(name)", Zlib.packed(bytes))) }
            // Whoever writes the table and whoever reads it have a number each.
            for side in [1, 0] {
                let entry = Archived.object([
                    ("side", .integer(UInt64(side))), ("storeSubpath", .text(folder)), ("spec", table.specification),
                ])
                details.append((.integer(UInt64(details.count)), entry))
            }
        }
        let list = Archived.object([
            ("lastStoreIdx", .integer(UInt64(tables.count))), ("nextTableID", .integer(UInt64(details.count))),
            ("tableDetails", .map(details)),
        ])
        files.append((Self.core + "/table-manager/tables.plist", Zlib.packed(KeyedArchiveWriter.bytes(root: list))))
        for (name, bytes) in values.files() { files.append(("\(Self.core)/uniquing/\(name)", Zlib.packed(bytes))) }
        for (binary, names) in functions {
            files.append(
                ("symbols/stores/\(XctraceNumbers.uuid(of: binary)).symbolsarchive", Self.symbols(binary, names)))
        }
        files.append(("open.creq", Array(Self.requirements.utf8)))
        files.append(("corespace/MANIFEST.plist", Array(Self.manifest.utf8)))
        files.append(("form.template", description))
        return files
    }

    private static let head =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n"
    private static let requirements =
        head + "<dict>\n\t<key>com.apple.dt.trace</key>\n\t<array>\n\t\t<integer>5</integer>\n"
        + "\t\t<string>A newer version of Instruments is needed.</string>\n\t</array>\n</dict>\n</plist>\n"
    private static let manifest = head + "<dict>\n\t<key>paths</key>\n\t<array/>\n</dict>\n</plist>\n"

    private var description: [UInt8] {
        let trace = story.trace
        let version = trace.os.split(separator: " ").last.map(String.init) ?? ""
        let info = Archived.object([
            ("_targetPlatform", .text("iOS")), ("_targetModel", .text(trace.device)),
            ("_targetName", .text("Test phone 3")), ("_targetOperatingSystem", .text("\(version) (23B85)")),
            ("_templateName", .text("SwiftUI")), ("_instrumentVersion", .text("27.0 (27A301)")),
            ("_targetProcessName", .text(trace.app)), ("_targetProcessPid", .integer(trace.pid)),
            ("_environment", .text("SECRET=1")), ("_arguments", .text("--secret")),
        ])
        let facts: [(Archived, Archived)] = [
            (.text("runInfo"), info), (.text("runningTime"), .integer(trace.duration)),
            (.text("startTime"), .integer(UnixTime.nanoseconds(trace.startedAt))),
        ]
        let store = Archived.dictionary([
            (.text("com.apple.xray.symbolstore.signature"), .data(signature)),
            (.text("$2"), .text(Binary.landmarks.path)),
        ])
        let stores = Archived.dictionary([(.integer(1), .dictionary([(.text("\(Self.device).\(pid)"), store)]))])
        return KeyedArchiveWriter.bytes([
            (
                "com.apple.xray.run.data",
                .unkeyed([.list([.integer(1)]), .dictionary([(.integer(1), .dictionary(facts))])])
            ),
            ("com.apple.xray.symbolstoremanager.symbolstores", stores),
        ])
    }
}

/// `2026-05-04T09:31:07.482Z` as nanoseconds since 1970.
enum UnixTime {
    static func nanoseconds(_ text: String) -> UInt64 {
        let numbers = text.split { !$0.isNumber }.compactMap { UInt64($0) }
        guard numbers.count == 7 else { return 0 }
        let (year, month) = numbers[1] <= 2 ? (numbers[0] - 1, numbers[1] + 9) : (numbers[0], numbers[1] - 3)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
        let seconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
        return (seconds * 1000 + numbers[6]) * 1_000_000
    }
}
