/// `.ips` files in JSON: a line with the kind of report, and a document with the threads. Only reports of apps that the
/// system ended because their main thread did not respond (0x8badf00d) are read; each thread has one stack, from that
/// moment.
struct CrashReportImporter: Importer {
    static let name = "ips"
    static let summary = "crash reports (.ips) of apps that the watchdog ended (0x8badf00d): one stack of each thread"
    static let search: FormatSearch.Ways = .document
    static let example = #"{"app_name":"Sample Pay","bug_type":"309","os_version":"iPhone OS 26.0 (23A341)"}"#

    init() {}

    static func recognizes(_ head: ByteSlice) -> Bool {
        guard JSONHead.skipMark(head).hasPrefix("{") else { return false }
        var keys: Set<String> = []
        return JSONOutline.contains(head, maxDepth: 1) { key in
            if key.text.count < 20 { keys.insert(key.text.text) }
            return keys.contains("bug_type") || keys.isSuperset(of: ["usedImages", "threads"])
        }
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = JSONReader(input)
        try reader.skipByteOrderMark()
        var report = CrashReport()
        do throws(TraceError) {
            while let kind = try reader.peekKind() {
                guard kind == .object else { throw reader.unexpected("a report in JSON") }
                try report.read(&reader)
            }
        } catch {
            guard !report.threads.isEmpty else { throw error }
            builder.noteDamage(error.diagnostic)
        }
        try report.finish(builder, Place(file: input.name))
    }
}

/// The parts of a report that are read.
private struct CrashReport {
    struct Frame {
        var image: Int?
        var offset: UInt64 = 0
        var symbol: String?
        var file: String?
        var line: Int64?
    }

    struct Thread {
        var name: String?
        var queue: String?
        var frames: [Frame] = []
    }

    struct Image {
        var base: UInt64 = 0
        var size: UInt64 = 0
        var name = ""
        var uuid = ""
        var path = ""
    }

    private(set) var threads: [Thread] = []
    private var images: [Image] = []
    private var texts: [String: String] = [:]
    /// The texts and numbers of the reason why the app was ended.
    private var termination: [String] = []
    private var code: Int64?

    /// The most frames; deeper stacks are cut.
    private static let mostFrames = 2000
    private static let watchdog: Int64 = 0x8bad_f00d

    mutating func read(_ reader: inout JSONReader) throws(TraceError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let key = key.prefix(60).text
            switch (key, try reader.peekKind()) {
            case ("threads", .array):
                try reader.enterArray()
                while try reader.nextElement() { try readThread(&reader) }
            case ("usedImages", .array):
                try reader.enterArray()
                while try reader.nextElement() { try readImage(&reader) }
            case ("termination", .object): try readTermination(&reader)
            case ("osVersion", .object):
                try Self.fields(&reader) { key, text in if key == "train" { texts["os_version"] = text } }
            default: if let text = try MetricRows.text(&reader) { texts[key] = texts[key] ?? text }
            }
        }
    }

    /// Reads the texts and numbers of an object by key, without nested lists and objects.
    private static func fields(
        _ reader: inout JSONReader, _ take: (String, String) -> Void
    ) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        try reader.enterObject()
        while let key = try reader.nextKey() {
            let key = key.prefix(60).text
            if let text = try MetricRows.text(&reader) { take(key, text) }
        }
    }

    private mutating func readThread(_ reader: inout JSONReader) throws(TraceError) {
        guard try reader.peekKind() == .object else { return try reader.skipValue() }
        var thread = Thread()
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("frames"), try reader.peekKind() == .array {
                try reader.enterArray()
                while try reader.nextElement() {
                    var frame = Frame()
                    try Self.fields(&reader) { key, text in
                        switch key {
                        case "imageIndex": frame.image = Int(text)
                        case "imageOffset": frame.offset = UInt64(text) ?? 0
                        case "symbol": frame.symbol = text
                        case "sourceFile": frame.file = text
                        case "sourceLine": frame.line = Int64(text)
                        default: break
                        }
                    }
                    if thread.frames.count < Self.mostFrames { thread.frames.append(frame) }
                }
            } else if key.equals("name") {
                thread.name = try MetricRows.text(&reader)
            } else if key.equals("queue") {
                thread.queue = try MetricRows.text(&reader)
            } else {
                try reader.skipValue()
            }
        }
        threads.append(thread)
    }

    private mutating func readImage(_ reader: inout JSONReader) throws(TraceError) {
        var image = Image()
        try Self.fields(&reader) { key, text in
            switch key {
            case "base": image.base = UInt64(text) ?? 0
            case "size": image.size = UInt64(text) ?? 0
            case "name": image.name = text
            case "uuid": image.uuid = text
            case "path": image.path = text
            default: break
            }
        }
        images.append(image)
    }

    private mutating func readTermination(_ reader: inout JSONReader) throws(TraceError) {
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if key.equals("code") {
                code = try MetricRows.text(&reader).flatMap { Int64($0) }
            } else if try reader.peekKind() == .array {
                try reader.enterArray()
                while try reader.nextElement() {
                    if let text = try MetricRows.text(&reader) { termination.append(text) }
                }
            } else if let text = try MetricRows.text(&reader) {
                termination.append(text)
            }
        }
    }

    // MARK: Records

    /// The nanoseconds that the app had to respond: `… exhausted real (wall clock) time allowance of 10.00 seconds`.
    private var allowance: Int64? {
        for text in termination {
            if let of = text.firstRange(of: "time allowance of ") {
                return CallTreeText.seconds(text[of.upperBound...])
            }
        }
        return nil
    }

    private var isOfWatchdog: Bool {
        code == Self.watchdog
            || termination.contains { $0.lowercased().contains("8badf00d") || $0.contains("watchdog transgression") }
    }

    func finish(_ builder: TraceBuilder, _ place: Place) throws(TraceError) {
        guard !threads.isEmpty else {
            throw TraceError(
                .input, "a report without threads (bug type \(texts["bug_type"] ?? "not given"))", at: place,
                fix:
                    "the second part of the file is missing or of a kind that holds no stacks; save the whole report again"
            )
        }
        guard isOfWatchdog else {
            throw TraceError(
                .input, "a crash report, and not of a hang: its stacks are of the moment of the crash", at: place,
                fix:
                    "for a hang give a report with 0x8badf00d, a hang report, or the text of 'sample' or 'spindump' taken meanwhile"
            )
        }
        setMetadata(builder)
        let capture = CallTreeCapture(builder)
        let process = texts["procName"] ?? texts["app_name"] ?? texts["name"]
        let path = texts["procPath"]
        capture.beginProcess(process.map { ProcessName($0, pid: texts["pid"].flatMap { Int64($0) }) }, path: path)
        for image in images where image.size > 0 {
            let end = image.base.addingReportingOverflow(image.size)
            guard !end.overflow else { continue }
            capture.note(
                .init(addresses: image.base..<end.partialValue, name: image.name, uuid: image.uuid, path: image.path))
        }
        capture.hangNs = allowance
        let main = threads.firstIndex { $0.queue == "com.apple.main-thread" } ?? 0
        for (number, thread) in threads.enumerated() {
            builder.rowsSeen += 1
            do throws(RowProblem) {
                let name = thread.name ?? thread.queue ?? "Thread \(number)"
                try capture.beginThread(name, isMain: number == main, column: nil, count: 0)
                try add(thread, builder.names, to: capture)
                builder.rowsImported += 1
            } catch {
                builder.reject(error, of: .sample, at: place, raw: thread.name ?? "")
            }
        }
        capture.finish()
        if allowance == nil {
            builder.tell(
                .note, at: place, "the report does not say how long the app was given to respond: no hang is counted")
        }
    }

    private func add(_ thread: Thread, _ names: NameTable, to capture: CallTreeCapture) throws(RowProblem) {
        let frames = thread.frames.reversed().map { frame -> CallTreeCapture.Frame in
            let image = frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
            return CallTreeCapture.Frame(
                name: frame.symbol.map { names.intern($0) } ?? .none,
                binary: image.map { names.intern($0.name) } ?? .none,
                address: image.map { $0.base.addingReportingOverflow(frame.offset).partialValue },
                source: frame.file.flatMap { file in frame.line.map { (names.intern(file), $0) } })
        }
        try capture.add(stack: frames, count: 1)
    }

    private func setMetadata(_ builder: TraceBuilder) {
        var metadata = builder.records.metadata
        metadata.process = metadata.process ?? texts["procName"] ?? texts["app_name"]
        metadata.app = metadata.app ?? texts["bundleID"]
        metadata.os = metadata.os ?? texts["os_version"]
        metadata.build = metadata.build ?? texts["app_version"]
        metadata.device = metadata.device ?? texts["modelCode"]
        metadata.recordedAs = metadata.recordedAs ?? "report of a crash"
        builder.records.metadata = metadata
    }
}
