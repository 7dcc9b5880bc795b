/// Parses a budget limit by limit. Notes errors with their position and continues.
struct BudgetReader: ~Copyable {
    private static let note = "note"
    private(set) var limits: [BudgetLimit] = []
    private(set) var errors: [Diagnostic] = []
    private var reader: JSONReader
    private let bytes: [UInt8]

    private struct Key {
        var text: String
        var place: Place
    }

    /// - Parameter bytes: strict JSON.
    init(_ bytes: [UInt8], name: String) {
        self.bytes = bytes
        reader = JSONReader(ByteInput(bytes: bytes, name: name))
    }

    mutating func readDocument() throws(TraceError) {
        try reader.skipByteOrderMark()
        var keys: [String: Place] = [:]
        let start = try placeOfNext()
        try reader.enterObject()
        while let key = try nextKey(&keys) {
            if key.text == "version" {
                try readVersion()
            } else if key.text == Self.note {
                try readNote()
            } else if let scope = BudgetScope(rawValue: key.text) {
                try readSection(scope)
            } else {
                let known = ["version", Self.note] + BudgetScope.allCases.map(\.rawValue)
                complain(key.place, "unknown key '\(cut(key.text))'\(NearestWord.hint(for: key.text, among: known))")
                try reader.skipValue()
            }
        }
        try reader.expectEnd()
        if keys["version"] == nil { complain(start, "the budget has no version", fix: "add \"version\": 1") }
        if limits.isEmpty, errors.isEmpty {
            complain(start, "the budget holds no limit", fix: "have one written: trace-analyze check --init INPUT")
        }
    }

    /// Reads a note: one text or several, for people who read the file.
    private mutating func readNote() throws(TraceError) {
        let place = try placeOfNext()
        switch try reader.peekKind() {
        case .string: _ = try reader.string()
        case .array:
            try reader.enterArray()
            while try reader.nextElement() {
                let place = try placeOfNext()
                guard try reader.peekKind() == .string else {
                    try complainOfValue(place, "a text")
                    continue
                }
                _ = try reader.string()
            }
        default: try complainOfValue(place, "a note: a text, or a list of texts")
        }
    }

    private mutating func readVersion() throws(TraceError) {
        let place = try placeOfNext()
        guard try reader.peekKind() == .number else { return try complainOfValue(place, "the version 1") }
        let version = try reader.number().text
        guard version == "1" else {
            return complain(place, "version \(cut(version)) of budgets is not known; expected 1")
        }
    }

    private mutating func readSection(_ scope: BudgetScope) throws(TraceError) {
        guard try isObject("an object of limits") else { return }
        if scope == .trace { return try readLimits(scope, of: "") }
        var keys: [String: Place] = [:]
        try reader.enterObject()
        while let key = try nextKey(&keys) {
            // Unless there is a subject with that name.
            if key.text == Self.note, try reader.peekKind() != .object {
                try readNote()
                continue
            }
            guard try isObject("an object with the limits of \(scope.noun)") else { continue }
            try readLimits(scope, of: key.text)
        }
    }

    private mutating func readLimits(_ scope: BudgetScope, of subject: String) throws(TraceError) {
        var keys: [String: Place] = [:]
        try reader.enterObject()
        while let key = try nextKey(&keys) {
            if key.text == Self.note {
                try readNote()
                continue
            }
            guard let measure = BudgetMeasure.named(key.text), measure.scopes.contains(scope) else {
                let known = BudgetMeasure.all.filter { $0.scopes.contains(scope) }.map(\.rawValue)
                let what = BudgetMeasure.named(key.text) == nil ? "unknown limit" : "\(scope.noun) has no limit"
                complain(key.place, "\(what) '\(cut(key.text))'\(NearestWord.hint(for: key.text, among: known))")
                try reader.skipValue()
                continue
            }
            let limit = BudgetLimit(
                scope: scope, subject: subject, measure: measure, bound: .most(0), place: key.place)
            guard try reader.peekKind() == .array else {
                try readBound(limit)
                continue
            }
            let before = limits.count + errors.count
            try reader.enterArray()
            while try reader.nextElement() { try readBound(limit) }
            if limits.count + errors.count == before { complain(key.place, "the list of limits is empty") }
        }
    }

    // MARK: Values

    private mutating func readBound(_ limit: BudgetLimit) throws(TraceError) {
        let place = try placeOfNext()
        switch try reader.peekKind() {
        case .number: if let number = try readNumber() { add(limit, .most(number)) }
        case .string:
            let text = try reader.string().text
            guard let bound = Self.headroom(text) else {
                return complain(
                    place, "expected headroom against the baseline like \"+10 %\" or \"+2\", found '\(cut(text))'")
            }
            add(limit, bound)
        case .object: try readDemands(limit, place)
        default:
            try complainOfValue(place, "a number, or headroom against the baseline like \"+10 %\"")
        }
    }

    /// Reads `{"at_least": 1, "at_most": 13, "per": "tap Favorite"}`.
    private mutating func readDemands(_ limit: BudgetLimit, _ place: Place) throws(TraceError) {
        var limit = limit
        var bounds: [BudgetBound] = []
        var keys: [String: Place] = [:]
        let errorsBefore = errors.count
        try reader.enterObject()
        while let key = try nextKey(&keys) {
            let place = try placeOfNext()
            switch key.text {
            case Self.note: try readNote()
            case "at_most": try readNumber().map { bounds.append(.most($0)) }
            case "at_least": try readNumber().map { bounds.append(.least($0)) }
            case "exactly": try readNumber().map { bounds.append(.exactly($0)) }
            case "per":
                guard try reader.peekKind() == .string else {
                    try complainOfValue(place, "the kind and name of an interaction, like \"tap Favorite\"")
                    continue
                }
                limit.per = try reader.string().text
                if !limit.measure.isOfBodies || limit.scope != .views {
                    complain(key.place, "only the updates and evaluations of a view can be limited per interaction")
                }
            default:
                let known = ["at_most", "at_least", "exactly", "per", Self.note]
                complain(key.place, "unknown key '\(cut(key.text))'\(NearestWord.hint(for: key.text, among: known))")
                try reader.skipValue()
            }
        }
        guard errors.count == errorsBefore else { return }
        if bounds.isEmpty { complain(place, "expected at_most, at_least or exactly with a number") }
        let isCount = limit.measure.unit == .count
        for bound in bounds {
            guard isCount || bound.key == "at_most" else {
                complain(place, "'\(bound.key)' is for counts; '\(limit.measure.rawValue)' has at_most alone")
                return
            }
            add(limit, bound)
        }
    }

    /// Reads a number that is not negative; returns nil after noting an error.
    private mutating func readNumber() throws(TraceError) -> Double? {
        let place = try placeOfNext()
        guard try reader.peekKind() == .number else {
            try complainOfValue(place, "a number")
            return nil
        }
        let text = try reader.number().text
        guard let number = Double(text), number.isFinite, number >= 0 else {
            if text.hasPrefix("-") {
                complain(place, "a limit cannot be negative, found '\(cut(text))'", fix: "0 allows none")
            } else {
                complain(place, "the number '\(cut(text))' is too large")
            }
            return nil
        }
        return number
    }

    private mutating func add(_ limit: BudgetLimit, _ bound: BudgetBound) {
        var limit = limit
        limit.bound = bound
        limits.append(limit)
    }

    /// Parses `+10 %`, `+2`, `+2.5`; nil for anything else.
    static func headroom(_ text: String) -> BudgetBound? {
        guard text.utf8.first == UInt8(ascii: "+") else { return nil }
        var digits = text.dropFirst().trimmingSpaces
        let isPercent = digits.last == "%"
        if isPercent { digits = digits.dropLast().trimmingSpaces }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
            let number = Double(digits), number.isFinite
        else { return nil }
        return isPercent ? .percentMore(number) : .more(number)
    }

    private mutating func isObject(_ expected: String) throws(TraceError) -> Bool {
        if try reader.peekKind() == .object { return true }
        try complainOfValue(try placeOfNext(), expected)
        return false
    }

    // MARK: Keys and positions

    /// The next key of the object; nil at its end. A repeated key is an error, because it would hide a limit.
    private mutating func nextKey(_ seen: inout [String: Place]) throws(TraceError) -> Key? {
        guard let slice = try reader.nextKey() else { return nil }
        let offset = BudgetSyntax.startOfKey(bytes, before: reader.offset)
        let key = Key(text: slice.text, place: reader.place(ofOffset: offset))
        if let first = seen[key.text] {
            complain(
                key.place,
                "duplicate key '\(cut(key.text))'; the first one is in line \(first.line ?? 0)",
                fix: "keep one of them")
        }
        seen[key.text] = key.place
        return key
    }

    private mutating func placeOfNext() throws(TraceError) -> Place {
        _ = try reader.peekByte()
        return reader.place(ofOffset: reader.offset)
    }

    /// Skips a value of an unexpected kind and notes the error.
    private mutating func complainOfValue(_ place: Place, _ expected: String) throws(TraceError) {
        let start = reader.offset
        try reader.skipValue()
        let found = String(decoding: bytes[start..<reader.offset].prefix(200), as: UTF8.self)
        complain(place, "expected \(expected), found '\(cut(found))'")
    }

    private mutating func complain(_ place: Place, _ message: String, fix: String? = nil) {
        errors.append(Diagnostic(.error, at: place, message, fix: fix))
    }

    private func cut(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }
}

/// Hand-written JSON: with `//` and `/* */` comments and trailing commas.
enum BudgetSyntax {
    /// An unterminated comment, by the offset of its first byte.
    struct OpenComment: Error { let offset: Int }

    private static let space = UInt8(ascii: " ")

    /// The bytes as strict JSON of the same length: everything else becomes blank, so positions stay the same.
    static func strict(_ text: [UInt8]) throws(OpenComment) -> [UInt8] {
        var bytes = text
        /// A comma after a value, followed only by blanks so far.
        var comma: Int?
        /// The last byte that was not blank.
        var last = UInt8(ascii: "{")
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/"), let end = try endOfComment(bytes, index) {
                for place in index..<end where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = space }
                index = end
                continue
            }
            if isSpace(byte) {
                index += 1
                continue
            }
            switch byte {
            case UInt8(ascii: ","): comma = "[{,".utf8.contains(last) ? nil : index
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { bytes[comma] = space }
                comma = nil
            default: comma = nil
            }
            last = byte
            index = byte == UInt8(ascii: "\"") ? endOfString(bytes, index) : index + 1
        }
        return bytes
    }

    /// The index after the comment; nil if none begins here.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int) throws(OpenComment) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        var index = start + 2
        switch bytes[start + 1] {
        case UInt8(ascii: "/"):
            while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
            return index
        case UInt8(ascii: "*"):
            while index + 1 < bytes.count {
                if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
                index += 1
            }
            throw OpenComment(offset: start)
        default: return nil
        }
    }

    /// The index after the string; the reader reports an unterminated one.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }

    /// The start of the key whose colon ends at `end`.
    static func startOfKey(_ bytes: [UInt8], before end: Int) -> Int {
        var index = end - 2
        while index > 0, bytes[index] != UInt8(ascii: "\"") { index -= 1 }
        // The closing quote is known; the opening one is the previous quote without a backslash.
        repeat {
            index -= 1
            while index > 0, bytes[index] != UInt8(ascii: "\"") { index -= 1 }
            var backslashes = 0
            while index > backslashes, bytes[index - 1 - backslashes] == UInt8(ascii: "\\") { backslashes += 1 }
            if backslashes % 2 == 0 { return max(0, index) }
        } while index > 0
        return 0
    }
}
