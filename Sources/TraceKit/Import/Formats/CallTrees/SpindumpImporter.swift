/// The text of `spindump`, of hang reports (`.hang`) and of CPU reports (`.ips` with text below its first line).
struct SpindumpImporter: Importer {
    static let name = "spindump"
    static let summary = "spindump text, reports of hangs (.hang) and of CPU use: call trees by process"
    static let search: FormatSearch.Ways = .lines
    static let example = "    11  FeedRow.body.getter + 200 (App + 40416) [0x104f15de0] 1-11"

    init() {}

    static func recognizes(_ head: ByteSlice) -> Bool {
        HeadLines(head).contains { line in
            line.hasPrefix("Duration Sampled:") || line.hasPrefix("Heaviest stack for the ")
                || line.hasPrefix("Data Source:") && CallTreeText.first("tackshots", in: line) != nil
                || line.hasPrefix("Steps:") && CallTreeText.first("sampling interval)", in: line) != nil
        }
    }

    private enum Part { case head, heaviest, process, images }

    /// The facts about the whole file in its head.
    private struct Head {
        var event = ""
        var durationNs: Int64?
        var command: String?
        var pid: Int64?
    }

    mutating func read(_ input: ByteInput, file: Int, into builder: TraceBuilder) throws(TraceError) {
        var reader = CallTreeReader(builder)
        var (part, head, hasThread) = (Part.head, Head(), false)
        try reader.read(input, "a report of spindump") { reader, line in
            if line.hasPrefix("Heaviest stack for the ") {
                part = .heaviest
                return .other
            }
            if line.hasPrefix("Process:") { (part, hasThread) = (.process, false) }
            if CallTreeText.first("Binary Images:", in: line.trimmed().prefix(20)) == 0 {
                part = .images
                reader.isWhole = true
                return .other
            }
            if let heading = CallTreeText.heading(line), case .heading(let key, let value) = heading {
                Self.take(key, value, &head, reader)
                return heading
            }
            switch part {
            case .process:
                let said = Self.tree(line, builder.names)
                if case .thread = said { hasThread = true }
                if case .other = said, hasThread, !Self.isRemark(line) { return .unreadable }
                return said
            case .images: return CallTreeText.image(line).map { .image($0) } ?? .other
            case .head, .heaviest: return .other
            }
        }
    }

    private static func take(_ key: String, _ value: String, _ head: inout Head, _ reader: CallTreeReader) {
        switch key {
        case "Event": head.event = value.lowercased()
        case "Duration": head.durationNs = CallTreeText.seconds(value)
        case "Steps":
            if let open = value.lastIndex(of: "(") {
                reader.capture.intervalNs = CallTreeText.interval(value[open...].dropFirst())
            }
        case "Note":
            // The process hung before the sampling began.
            if let unresponsive = value.lowercased().firstRange(of: "unresponsive for ") {
                let before = CallTreeText.seconds(value.lowercased()[unresponsive.upperBound...]) ?? 0
                reader.capture.hangNs = reader.capture.hangNs ?? before.addingSaturating(head.durationNs ?? 0)
            }
        default: CallTreeHeading.take(key, value, reader)
        }
        if head.event.hasPrefix("hang"), let duration = head.durationNs { reader.capture.hangNs = duration }
    }

    /// Whether it is an empty line, or `<thread QoS user interactive, IO tier 0>`.
    private static func isRemark(_ line: ByteSlice) -> Bool {
        let text = line.trimmed()
        return text.isEmpty || text.hasPrefix("<thread ")
    }

    private static func tree(_ line: ByteSlice, _ names: NameTable) -> CallTreeLine {
        let text = line.trimmed()
        if text.hasPrefix("Thread 0x") { return thread(text) }
        guard let (column, count, rest) = CallTreeText.counted(line, marks: "*") else { return .other }
        if line.prefix(column).buffer.contains(UInt8(ascii: "*")) { return .kernelFrame }
        let (before, address, _) = CallTreeText.address(rest)
        if CallTreeText.isJoined(before) { return .unreadable }
        guard before.count > 0, before[before.count - 1] == UInt8(ascii: ")"),
            let open = CallTreeText.last("(", in: before)
        else {
            let name = CallTreeText.name(CallTreeText.withoutOffset(before), names)
            return .frame(.init(name: name, address: address), column: column, count: count)
        }
        let binary = CallTreeText.withoutOffset(before.dropFirst(open + 1).dropLast(1))
        let name = CallTreeText.withoutOffset(before.prefix(open).trimmed())
        return .frame(
            .init(name: CallTreeText.name(name, names), binary: names.intern(binary), address: address), column: column,
            count: count)
    }

    /// Parses `Thread 0x13fc37    DispatchQueue "com.apple.main-thread"(1),none    11 samples (1-11)    priority
    /// 31-47`.
    private static func thread(_ text: ByteSlice) -> CallTreeLine {
        if CallTreeText.isJoined(text) { return .unreadable }
        let words = text.text
        let isMain = words.contains("\"com.apple.main-thread\"") || words.contains("DispatchQueue 1 ")
        let quoted = words.split(separator: "\"", omittingEmptySubsequences: false)
        let name = quoted.count > 2 ? String(quoted[1]) : String(words.prefix { $0 != "\t" }.prefix(40).trimmingSpaces)
        return .thread(name: name, isMain: isMain, column: nil, count: 0)
    }
}
