/// Errors for inputs that no importer recognises, with what they look like and what is missing.
enum UnknownInput {
    static func error(_ head: ByteSlice, _ input: ByteInput) -> TraceError {
        let place = Place(file: input.name, line: 1, column: 1, byte: 0)
        if let (message, fix) = database(head, input) ?? archive(head, input.name) ?? document(head) ?? log(head)
            ?? table(head)
        {
            return TraceError(.input, message, at: place, fix: fix)
        }
        return TraceError(
            .input,
            "this is not a trace in a format that trace-analyze knows (it begins with '\(FieldValues.cut(head.trimmed()))')",
            at: place, fix: "formats read: \(Importers.all.map { $0.name }.joined(separator: ", "))")
    }

    // MARK: Databases

    /// Handles a database. As a file of its own it is recognised earlier.
    private static func database(_ head: ByteSlice, _ input: ByteInput) -> (String, String)? {
        guard head.buffer.starts(with: InputFiles.databaseStart) else { return nil }
        let name = input.name
        if let own = FileHead.bytes(name, 16) {
            return own == InputFiles.databaseStart
                ? ("this is a database", "give it by itself: trace-analyze report \(ShellWord.quote(name))")
                : ("this is a packed database", "unpack it first: gunzip --keep \(ShellWord.quote(name))")
        }
        if let (file, member) = PackedInput.splitArchive(name) {
            let more = member.hasSuffix(".gz") ? ", then gunzip what comes out of it" : ""
            return ("this is a packed database", "unpack it first: unzip \(ShellWord.quote(file))\(more)")
        }
        return input.isUnpacked
            ? ("this is a packed database", "unpack it into a file first, and give the path of that")
            : ("this is a database", "a database cannot be read from a pipe: give the path of its file")
    }

    // MARK: Archives

    private static let archives: [(name: String, start: [UInt8], command: String)] = [
        ("gzip", [0x1F, 0x8B], "gunzip --keep"),
        ("zip", [0x50, 0x4B, 0x03, 0x04], "unzip"),
        ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "unxz --keep"),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD], "unzstd"),
        ("bzip2", [0x42, 0x5A, 0x68], "bunzip2 --keep"),
    ]

    private static func archive(_ head: ByteSlice, _ name: String) -> (String, String)? {
        guard let found = archives.first(where: { head.buffer.starts(with: $0.start) }) else { return nil }
        let fix: String
        if isPackedTwice(found.start, name) {
            fix = "it is in a file that is packed itself: unpack that one first, one layer is read"
        } else if found.name == "zip" {
            // A zip file given as an input is read; this one is a file of a directory.
            fix = "give it as an input of its own: \(ShellWord.quote(name))"
        } else if name == "<stdin>" {
            fix = "unpack it on the way"
        } else {
            fix = "unpack it: \(found.command) \(ShellWord.quote(name))"
        }
        return ("this is compressed (\(found.name))", fix)
    }

    /// Whether the bytes differ from the file of that name: part of a zip file, or gzip content.
    private static func isPackedTwice(_ start: [UInt8], _ name: String) -> Bool {
        if let own = FileHead.bytes(name, start.count) { return own != start }
        return name.hasPrefix("<stdin>/") || PackedInput.splitArchive(name) != nil
    }

    // MARK: JSON

    private static func document(_ head: ByteSlice) -> (String, String)? {
        let body = JSONHead.skipMark(head)
        let isArray = body.hasPrefix("[")
        guard body.hasPrefix("{") || isArray, !isText(body) else { return nil }
        let keys = keys(head, depth: isArray ? 2 : 1)
        if let known = others.first(where: { !isArray && $0.keys.isSubset(of: Set(keys)) }) {
            return ("this is \(known.name), which is not read", known.fix)
        }
        let lanes = RecordKind.allCases.map(\.documentKey)
        if !isArray, let lane = keys.first(where: lanes.contains) {
            return (
                "this is a JSON object with '\(lane)' without \"format\": \"tracekit\"",
                "a trace of our own format begins with {\"format\": \"tracekit\", \"version\": 1"
            )
        }
        let shown = keys.prefix(6).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        let more = keys.count > 6 ? ", …" : ""
        let what =
            keys.isEmpty ? "" : isArray ? " of objects with the keys \(shown)\(more)" : " with the keys \(shown)\(more)"
        let inner = isArray ? keys : Self.keys(head, depth: 3)
        let isOwn = Self.mapping(inner, head)
        let readable = Importers.all.filter { !$0.search.isDisjoint(with: .document) || $0.name.hasSuffix("ndjson") }
        return (
            "this is a JSON \(isArray ? "array" : "object")\(what), and no trace in a format that is read",
            isOwn.map { "if its rows are view updates, say so: \($0) (_s, _ms, _us or _ns, by their unit)" }
                ?? "JSON that is read: \(readable.map { $0.name }.joined(separator: ", ")) (trace-analyze formats shows a line of each), "
                + "and rows of your own whose keys are named: --map view=KEY --map start_ms=KEY --map duration_ms=KEY"
        )
    }

    /// The options that read rows with these keys as view updates; nil if no keys look like view, start and duration.
    /// The unit is the most likely one for the durations in the head.
    private static func mapping(_ keys: [String], _ head: ByteSlice) -> String? {
        func key(_ field: Field) -> String? { keys.first { OwnRowSurvey.field(of: $0) == field } }
        guard let view = key(.view) ?? key(.name), let start = key(.start), let duration = key(.duration) else {
            return nil
        }
        let unit = TimeWithoutUnit.likelyUnit(ofLengths: numbers(of: duration, head)).suffix
        return [("view", view), ("start_\(unit)", start), ("duration_\(unit)", duration)]
            .map { "--map \(ShellWord.quote("\($0)=\($1)"))" }.joined(separator: " ")
    }

    /// The bare numbers in the head with this key.
    private static func numbers(of key: String, _ head: ByteSlice) -> [Double] {
        let text = head.text
        var (numbers, rest) = ([Double](), text[...])
        while let found = rest.firstRange(of: "\"\(key)\"") {
            rest = rest[found.upperBound...]
            let value = rest.drop { $0.isWhitespace || $0 == ":" }.prefix { $0.isNumber || $0 == "." || $0 == "-" }
            if let number = Double(value) { numbers.append(number) }
        }
        return numbers
    }

    /// JSON of other tools that users try, by keys of its outermost object, with alternatives.
    private static let others: [(keys: Set<String>, name: String, fix: String)] = [
        (
            ["_type", "performanceMetrics"], "a test of a result bundle in the old form of xcresulttool",
            "write its figures in the new form: xcrun xcresulttool get test-results metrics --path Tests.xcresult > metrics.json"
        ),
        (
            ["_type"], "an object of a result bundle in the old form of xcresulttool",
            "write the figures of its tests: xcrun xcresulttool get test-results metrics --path Tests.xcresult > metrics.json"
        ),
        (
            ["schema", "schema_version"], "a result of trace-analyze",
            "give the trace that it was made of; 'trace-analyze export' writes a trace that can be read again"
        ),
        (
            ["nodes", "startTime", "endTime"], "a CPU profile of a JavaScript engine (Hermes, V8: .cpuprofile)",
            "it samples JavaScript alone; for what the app's main thread does, record with the Time Profiler and give that recording (App.trace)"
        ),
        (
            ["testNodes"], "the list of tests of a result bundle",
            "write their figures: xcrun xcresulttool get test-results metrics --path Tests.xcresult > metrics.json"
        ),
    ]

    /// The distinct keys of the outermost object, or of the objects in the outermost array, in order.
    private static func keys(_ head: ByteSlice, depth: Int) -> [String] {
        var (keys, seen): ([String], Set<String>) = ([], [])
        _ = JSONOutline.contains(head, maxDepth: depth) { key in
            if key.depth == depth, seen.insert(key.text.text).inserted { keys.append(key.text.text) }
            return keys.count >= 100
        }
        return keys
    }

    /// Whether an opening bracket begins a line of text: `[Network] GET …`, `{x} of y`.
    private static func isText(_ body: ByteSlice) -> Bool {
        let rest = JSONHead.skipMark(body.dropFirst(1))
        guard !rest.isEmpty else { return false }
        return body[0] == UInt8(ascii: "{")
            ? rest[0] != UInt8(ascii: "\"") && rest[0] != UInt8(ascii: "}")
            : !"{[]\"-tfn0123456789".utf8.contains(rest[0])
    }

    // MARK: Tables

    /// Recognises a table: rows of cells below a line without numbers.
    private static func table(_ head: ByteSlice) -> (String, String)? {
        let lines = Array(HeadLines(head).prefix(4))
        guard let first = lines.first, lines.count > 1 else { return nil }
        for separator in [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")] {
            func cells(_ line: ByteSlice) -> [String] {
                line.buffer.split(separator: separator, omittingEmptySubsequences: false).map {
                    let text = String(decoding: $0, as: UTF8.self)[...].trimmingSpaces
                    return String(text.drop { $0 == "\"" }.prefix { $0 != "\"" })
                }
            }
            let headings = cells(first)
            // The last line may be cut.
            let rows = lines.dropFirst().map(cells).prefix(max(1, lines.count - 2))
            let isTable =
                headings.count > 1 && headings.allSatisfy { $0.first?.isLetter == true }
                && rows.allSatisfy { $0.count == headings.count && $0.contains { $0.first?.isNumber == true } }
            guard isTable else { continue }
            let shown = headings.prefix(8).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
            let more = headings.count > 8 ? ", …" : ""
            return (
                "this is a table with the headings \(shown)\(more), and no trace in a format that is read",
                "if its rows are view body updates, name three of them: --map view=HEADING --map start_ms=HEADING --map "
                    + "duration_ms=HEADING (or _s, _us, _ns, by their unit)"
            )
        }
        return nil
    }

    // MARK: Logs

    /// Recognises a log by its first lines: if these lack something, the whole log does.
    private static func log(_ head: ByteSlice) -> (String, String)? {
        for line in HeadLines(head).prefix(20) {
            let trimmed = line.trimmed()
            if let other = otherLog(line) { return other }
            if let problem = missing(trimmed) {
                return (
                    "this looks like lines of 'log show', but: \(problem)",
                    UnifiedLogTextImporter.remedy
                )
            }
            if trimmed.start != line.start, LogLine.isRecord(trimmed) {
                return (
                    "this looks like lines of 'log show', but they are indented", "remove the spaces before each line"
                )
            }
            if let lacks = LogHeading.lackOfTime(trimmed) {
                return (
                    "this looks like lines of a log, but \(lacks)", UnifiedLogTextImporter.remedy
                )
            }
        }
        return nil
    }

    /// Recognises lines of other programs that show the log.
    private static func otherLog(_ line: ByteSlice) -> (String, String)? {
        if isOfDevice(line) {
            return (
                "this looks like the console of a device (idevicesyslog, devicectl): its times have no year",
                "collect the device's log and print that: sudo log collect --device --last 5m --output device.logarchive; "
                    + "log show device.logarchive --signpost --info --debug --style compact"
            )
        }
        return nil
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Whether it is `Oct  4 12:01:02 iPhone MyApp(SwiftUI)[1234] <Notice>: message`, with or without the device and
    /// digits of seconds.
    static func isOfDevice(_ line: ByteSlice) -> Bool {
        guard line.count > 20, months.contains(line.prefix(3).text), line[3] == 0x20, isDigit(line[5]), line[6] == 0x20,
            line[9] == UInt8(ascii: ":"), line[12] == UInt8(ascii: ":")
        else { return false }
        return JSONHead.contains(line.prefix(512), "] <") && JSONHead.contains(line.prefix(512), ">: ")
    }

    /// The part that a line lacks to be a log line, although it begins like one.
    private static func missing(_ line: ByteSlice) -> String? {
        do throws(RowProblem) {
            _ = try LogLine(line)
            return nil
        } catch {
            return error.message
        }
    }
}
