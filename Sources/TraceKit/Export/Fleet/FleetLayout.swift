/// Where the facts of one trace lie among those of many: `DIR/v1/FACT/app=SLUG/day=YYYY-MM-DD/KEY.parquet`.
struct FleetLayout: Equatable, Sendable {
    let root: String
    let appSlug: String
    let day: String
    /// Of the bytes of the trace and of the options that change results: the same trace has the same key.
    let key: String

    init(root: String, app: String?, day: String?, contentHash: String, optionsHash: String) {
        self.root = root
        appSlug = Self.slug(app)
        self.day = day.flatMap { Self.isDay($0) ? $0 : nil } ?? Self.unknown
        key = SHA256.hex(SHA256.hash(Array("\(contentHash)\n\(optionsHash)".utf8)).prefix(16))
    }

    func folder(_ fact: String) -> String { "\(root)/v1/\(fact)/app=\(appSlug)/day=\(day)" }

    func file(_ fact: String) -> String { "\(folder(fact))/\(key).parquet" }

    /// The name until the file is whole. Engines pass over names that begin with a point.
    func temporaryFile(_ fact: String, process: Int32) -> String {
        // Workers on other machines may have the same number.
        "\(folder(fact))/.\(key).\(process)-\(FileTarget.randomName()).tmp"
    }

    /// Whether a file of a folder is an unfinished one of this trace.
    func isTemporary(_ name: String) -> Bool { name.hasPrefix(".\(key).") && name.hasSuffix(".tmp") }

    // MARK: Names of apps

    private static let unknown = "unknown"
    private static let longestName = 64
    private static let hashDigits = 12

    /// The name of an app as part of a path that engines read back as text: ASCII that begins with a letter. A name that
    /// is so already stands as it is. What is left of any other gets a hash of the whole, so that two names never meet.
    static func slug(_ app: String?) -> String {
        guard let app else { return unknown }
        if isPlain(app) { return app }
        var words = ""
        for byte in app.utf8 {
            if words.utf8.count == longestName { break }
            if isLetterOrDigit(byte) {
                words.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !words.isEmpty, words.last != "-" {
                words.append("-")
            }
        }
        if words.last == "-" { words.removeLast() }
        let hash = SHA256.hex(SHA256.hash(Array(app.utf8))).prefix(hashDigits)
        return (["app"] + (words.isEmpty ? [] : [words]) + [String(hash)]).joined(separator: "-")
    }

    private static func isPlain(_ name: String) -> Bool {
        guard name.utf8.count <= longestName, let first = name.utf8.first, isLetter(first) else { return false }
        guard name.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
            return false
        }
        // Words that an engine takes for a value of another type, or that stand for no name here.
        guard ![unknown, "nan", "inf", "infinity", "true", "false", "null"].contains(name.lowercased()) else {
            return false
        }
        // What looks as if it had a hash already gets one of its own.
        let end = name.utf8.suffix(hashDigits + 1)
        let isHashed = end.first == UInt8(ascii: "-") && end.dropFirst().allSatisfy(isHexDigit)
        return !(isHashed && end.count == hashDigits + 1)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { place, byte in
                place == 4 || place == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
            }
    }

    // MARK: Versions

    /// `1.4 (812)` is version 1.4, build 812; anything else is the version.
    static func version(_ build: String?) -> (version: String?, build: String?) {
        guard let build else { return (nil, nil) }
        let bytes = Array(build.utf8)
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open >= 2,
            bytes[open - 1] == UInt8(ascii: " "), open + 2 < bytes.count
        else { return (build, nil) }
        let number = bytes[(open + 1)..<(bytes.count - 1)]
        guard !number.contains(UInt8(ascii: ")")) else { return (build, nil) }
        return (String(decoding: bytes[..<(open - 1)], as: UTF8.self), String(decoding: number, as: UTF8.self))
    }
}
