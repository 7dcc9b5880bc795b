/// The output of `/usr/bin/sample` and Activity Monitor's *Sample Process*: how often each stack of a Mac app was seen.
struct SampleTextImporter: Importer {
    static let name = "sample"
    static let summary = "what sample and Activity Monitor's Sample Process write: call trees of a Mac app"
    static let search: FormatSearch.Ways = .lines
    static let example = "    +   2400 FeedRow.body.getter  (in App) + 200  [0x104002000]"

    init() {}

    private static let title: StaticString = "Analysis of sampling "

    static func recognizes(_ head: ByteSlice) -> Bool { HeadLines(head).contains { $0.hasPrefix(title) } }

    private enum Part { case head, tree, rest, images }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = CallTreeReader(builder)
        var part = Part.head
        try reader.read(input, "a report of sample") { reader, line in
            if line.hasPrefix("Call graph:") {
                part = .tree
            } else if line.hasPrefix("Total number in stack") || line.hasPrefix("Sort by top of stack") {
                part = .rest
            } else if line.hasPrefix("Binary Images:") {
                part = .images
                reader.isWhole = true
            } else if part == .tree {
                return Self.tree(line, builder.names)
            } else if part == .images {
                return CallTreeText.image(line).map { .image($0) } ?? .other
            } else if part == .head {
                Self.head(line, reader)
            }
            return .other
        }
    }

    private static func head(_ line: ByteSlice, _ reader: CallTreeReader) {
        if line.hasPrefix(title) {
            let text = line.text
            if let every = text.firstRange(of: " every ") {
                reader.capture.intervalNs = CallTreeText.interval(text[every.upperBound...])
            }
            return
        }
        guard case .heading(let key, let value) = CallTreeText.heading(line) else { return }
        CallTreeHeading.take(key, value, reader)
    }

    private static func tree(_ line: ByteSlice, _ names: NameTable) -> CallTreeLine {
        if line.trimmed().isEmpty { return .other }
        guard let (column, count, rest) = CallTreeText.counted(line, marks: "+!:|") else { return .unreadable }
        if rest.hasPrefix("Thread_"), !CallTreeText.isJoined(rest) {
            let isMain =
                CallTreeText.first("com.apple.main-thread", in: rest) != nil
                || CallTreeText.first(": Main Thread", in: rest) != nil
            return .thread(name: thread(rest.text), isMain: isMain, column: column, count: count)
        }
        let (before, address, after) = CallTreeText.address(rest)
        if CallTreeText.isJoined(before) { return .unreadable }
        guard let open = CallTreeText.last("(in ", in: before) else {
            let name = CallTreeText.name(CallTreeText.withoutOffset(before), names)
            return .frame(.init(name: name, address: address), column: column, count: count)
        }
        let inner = before.dropFirst(open + 4)
        let close = inner.firstIndex(of: UInt8(ascii: ")")) ?? inner.count
        return .frame(
            .init(
                name: CallTreeText.name(before.prefix(open).trimmed(), names),
                binary: names.intern(inner.prefix(close)),
                address: address, source: source(after).map { (names.intern($0.file), $0.line) }), column: column,
            count: count)
    }

    /// The name of a thread: `com.apple.NSEventThread` for `Thread_7735235: com.apple.NSEventThread`, `sync` for
    /// `Thread_12   DispatchQueue_9: sync  (serial)`.
    private static func thread(_ text: String) -> String {
        guard let colon = text.firstRange(of: ": ") else {
            return String(text.prefix { $0 != " " && $0 != "\t" })
        }
        let name = text[colon.upperBound...]
        let end = name.firstRange(of: "  ")?.lowerBound ?? name.endIndex
        return String(name[..<end].trimmingSpaces)
    }

    /// Parses `FeedRow.swift:42`.
    private static func source(_ text: ByteSlice) -> (file: ByteSlice, line: Int64)? {
        guard let colon = CallTreeText.last(":", in: text), colon > 0, let line = Int64(text.dropFirst(colon + 1).text)
        else { return nil }
        return (text.prefix(colon), line)
    }
}

/// The headings of reports, which describe the app and the system.
enum CallTreeHeading {
    static func take(_ key: String, _ value: String, _ reader: CallTreeReader) {
        guard !value.isEmpty else { return }
        var metadata = reader.builder.records.metadata
        switch key {
        case "Process":
            let process = CallTreeText.process(value)
            reader.capture.beginProcess(process)
            metadata.process = metadata.process ?? process?.name
            metadata.pid = metadata.pid ?? process?.pid
        case "Path": reader.capture.note(path: value)
        case "Identifier": metadata.app = metadata.app ?? value
        case "Version": metadata.build = metadata.build ?? value
        case "OS Version": metadata.os = metadata.os ?? value
        case "Hardware model", "Model", "Hardware Model": metadata.device = metadata.device ?? value
        default: break
        }
        reader.builder.records.metadata = metadata
    }
}
