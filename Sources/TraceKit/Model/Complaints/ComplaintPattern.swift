/// A framework's log message about wrong use by an app that costs time or shows wrong content.
struct KnownComplaint: Sendable {
    enum Weight: Sendable {
        /// Work that triggers itself: medium, or high from `RuleThresholds.complaintsOfLoop` lines on.
        case loop
        case medium, low
        /// A hang, with its length.
        case hang
    }

    /// Lower-case with dashes, as in the database.
    let id: String
    let weight: Weight
    /// Whether it indicates a loop through SwiftUI's graph; adjacent ones are mostly the same loop.
    var isOfGraph = false
    /// The beginning of its first line: fixed words with holes, `{subject}` for the name that distinguishes such
    /// complaints, `{seconds}` for the length of a hang, `{1 or more}` for a number from 1 on, `{}` for other text.
    /// After the last word anything may follow.
    let patterns: [String]
    /// The problem in plain words, with `{subject}`.
    let title: String
    /// The same for a line without a subject.
    var titleWithoutSubject: String?
    /// The form of the subject in a list, if it is not its bare name.
    var nameOfSubject: String?
    let matters: String
    let fix: String

    func name(_ subject: String) -> String { nameOfSubject.map { Self.filled($0, subject) } ?? subject }

    func title(_ subject: String?) -> String {
        guard let subject else { return titleWithoutSubject ?? title }
        return Self.filled(title, subject)
    }

    private static func filled(_ title: String, _ subject: String) -> String {
        guard let hole = title.firstRange(of: "{subject}") else { return title }
        return "\(title[..<hole.lowerBound])\(subject)\(title[hole.upperBound...])"
    }
}

/// A known complaint found in a log line.
struct ComplaintMatch {
    /// Index into `KnownComplaints.all`.
    var complaint: Int
    /// Byte range in the line.
    var subject: Range<Int>?
    var seconds: Range<Int>?
    /// All holes in order, and the end of the pattern's words.
    var holes: [Range<Int>]
    var first: Int
    var end: Int
}

/// The words of a complaint and the holes between them.
struct ComplaintPattern: Sendable {
    private enum Hole: Sendable { case subject, seconds, oneOrMore, other }

    let complaint: Int
    /// Not empty, like the first word.
    private let words: [[UInt8]]
    /// The holes between the words, and one more if the pattern ends with a hole.
    private let holes: [Hole]
    /// Generic type names are long.
    private static let longestHole = 2000

    init(_ text: String, of complaint: Int) {
        var (words, holes, rest) = ([[UInt8]](), [Hole](), text[...])
        while let (hole, place) = Self.nextHole(rest) {
            words.append(Array(rest[..<place.lowerBound].utf8))
            holes.append(hole)
            rest = rest[place.upperBound...]
        }
        words.append(Array(rest.utf8))
        (self.words, self.holes, self.complaint) = (words, holes, complaint)
    }

    /// Finds the next hole; other braces are words.
    private static func nextHole(_ text: Substring) -> (Hole, Range<Substring.Index>)? {
        let marks: [(String, Hole)] = [
            ("{subject}", .subject), ("{seconds}", .seconds), ("{1 or more}", .oneOrMore), ("{}", .other),
        ]
        let found = marks.compactMap { mark, hole in text.firstRange(of: mark).map { (hole, $0) } }
        return found.min { $0.1.lowerBound < $1.1.lowerBound }
    }

    /// The words before the first hole.
    var beginning: [UInt8] { words[0] }

    /// Matches a line from `first` on. Each hole ends at the first match of the next words, and is not empty.
    func match(_ line: UnsafeBufferPointer<UInt8>, from first: Int) -> ComplaintMatch? {
        guard Self.has(words[0], line, at: first) else { return nil }
        var match = ComplaintMatch(complaint: complaint, holes: [], first: first, end: first + words[0].count)
        for (index, hole) in holes.enumerated() {
            guard let end = holeEnd(line, from: match.end, words[index + 1]) else { return nil }
            let range = match.end..<end
            match.holes.append(range)
            switch hole {
            case .subject: match.subject = range
            case .seconds:
                guard range.allSatisfy({ Self.isOfNumber(line[$0]) }) else { return nil }
                match.seconds = range
            case .oneOrMore:
                let text = String(decoding: UnsafeBufferPointer(rebasing: line[range]), as: UTF8.self)
                guard let number = Double(text), number >= 1 else { return nil }
            case .other: break
            }
            match.end = end + words[index + 1].count
        }
        return match
    }

    private func holeEnd(_ line: UnsafeBufferPointer<UInt8>, from start: Int, _ next: [UInt8]) -> Int? {
        let last = min(line.count - next.count, start + Self.longestHole)
        guard start < last else { return nil }
        for place in (start + 1)...last where Self.has(next, line, at: place) { return place }
        return nil
    }

    private static func has(_ words: [UInt8], _ line: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard place + words.count <= line.count else { return false }
        for index in words.indices where line[place + index] != words[index] { return false }
        return true
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}

extension KnownComplaints {
    /// The patterns by first byte, because most lines begin with a byte of few patterns.
    private static let patterns: [[ComplaintPattern]] = {
        var patterns = [[ComplaintPattern]](repeating: [], count: 256)
        for complaint in all.indices {
            for text in all[complaint].patterns {
                let pattern = ComplaintPattern(text, of: complaint)
                patterns[Int(pattern.beginning[0])].append(pattern)
            }
        }
        return patterns
    }()

    /// The complaint at the start of a message; nil for any other message. Skips what Xcode puts first: the source
    /// location, and the category in brackets.
    static func match(_ message: UnsafeBufferPointer<UInt8>) -> ComplaintMatch? {
        guard !message.isEmpty else { return nil }
        let first = message[0] <= 0x20 ? skipBlanks(message, 0) : 0
        if let match = match(message, from: first) { return match }
        let inner = skipCategory(message, skipPlace(message, first))
        return inner > first ? match(message, from: inner) : nil
    }

    /// The length in nanoseconds of a hang that a message reports; nil for any other message.
    static func hang(_ message: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard let match = match(message), let seconds = match.seconds else { return nil }
        let text = String(decoding: UnsafeBufferPointer(rebasing: message[seconds]), as: UTF8.self)
        return DecimalTime.nanoseconds(text, unit: .seconds)
    }

    private static func match(_ message: UnsafeBufferPointer<UInt8>, from first: Int) -> ComplaintMatch? {
        guard first < message.count else { return nil }
        for pattern in patterns[Int(message[first])] {
            if let match = pattern.match(message, from: first) { return match }
        }
        return nil
    }

    private static func skipBlanks(_ message: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int {
        var first = first
        while first < message.count, message[first] == 0x20 || message[first] == 0x09 { first += 1 }
        return first
    }

    /// Skips `Model.swift:42 `.
    private static func skipPlace(_ message: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int {
        guard let blank = find(0x20, message, from: first), blank > first, isDigit(message[blank - 1]) else {
            return first
        }
        var colon = blank - 1
        while colon > first, isDigit(message[colon]) { colon -= 1 }
        guard message[colon] == UInt8(ascii: ":"), colon - first > suffix.count,
            message[(colon - suffix.count)..<colon].elementsEqual(suffix)
        else { return first }
        return skipBlanks(message, blank)
    }

    /// Skips `[SwiftUI] `.
    private static func skipCategory(_ message: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int {
        guard first < message.count, message[first] == UInt8(ascii: "["),
            let close = find(UInt8(ascii: "]"), message, from: first), close + 1 < message.count,
            message[close + 1] == 0x20
        else { return first }
        return skipBlanks(message, close + 1)
    }

    /// The first index of a byte within a short range.
    private static func find(_ byte: UInt8, _ message: UnsafeBufferPointer<UInt8>, from first: Int) -> Int? {
        let end = min(message.count, first + longestPlace)
        var position = first
        while position < end {
            if message[position] == byte { return position }
            position += 1
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static let longestPlace = 200
    private static let suffix = Array(".swift".utf8)
}

/// Whether a framework may log under a subsystem: an app's own lines may quote any words.
extension NameTable {
    func isOfFrameworks(subsystem: NameID) -> Bool {
        let bytes = bytes(of: subsystem)
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
        return ByteSlice(start, bytes.count).hasPrefix("com.apple.")
    }
}
