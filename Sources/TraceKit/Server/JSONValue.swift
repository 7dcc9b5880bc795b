/// A JSON value of the protocol. Messages are small and bounded, so they are built in memory, unlike traces.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case array([JSONValue])
    /// Members in writing order.
    case object([Member])

    struct Member: Equatable, Sendable {
        var key: String
        var value: JSONValue

        init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .text($0) }) }

    static func count(_ number: Int) -> JSONValue { .integer(Int64(number)) }

    /// Milliseconds, rounded to useful digits.
    static func milliseconds(_ value: Double) -> JSONValue {
        guard value.isFinite, abs(value) < 1e12 else { return .real(value) }
        return .real((value * 1000).rounded() / 1000)
    }

    // MARK: Access

    /// The value of a key, the last one if it is repeated; nil if this is no object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// A whole number in either form: `3` and `3.0`.
    var whole: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text.prefix(40))'"
        case .array: "an array"
        case .object: "an object"
        }
    }

    // MARK: Writing

    /// The value on one line, because a line end ends the message.
    var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .integer(let number): text += "\(number)"
        case .real(let number): text += JSONText.literal(.real(number))
        case .text(let string): text += JSONText.quote(string)
        case .array(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                item.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += JSONText.quote(member.key)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    // MARK: Reading

    /// Limits of a message, so that a short one cannot take much memory.
    enum Limits {
        static let depth = 64
        static let values = 100_000
    }

    /// Parses exactly one value.
    static func read(_ bytes: some Collection<UInt8>) throws(TraceError) -> JSONValue {
        var reader = JSONReader(ByteInput(bytes: bytes, name: "message"))
        var left = Limits.values
        let value = try read(&reader, &left)
        try reader.expectEnd()
        return value
    }

    private static func read(_ reader: inout JSONReader, _ left: inout Int) throws(TraceError) -> JSONValue {
        left -= 1
        guard left >= 0 else { throw TraceError(.input, "more than \(Limits.values) values in one message") }
        guard reader.depth < Limits.depth else {
            throw TraceError(.input, "nested deeper than \(Limits.depth) levels")
        }
        switch try reader.peekKind() {
        case .object:
            var members: [Member] = []
            try reader.enterObject()
            while let key = try reader.nextKey() {
                let name = key.text
                members.append(Member(name, try read(&reader, &left)))
            }
            return .object(members)
        case .array:
            var items: [JSONValue] = []
            try reader.enterArray()
            while try reader.nextElement() { items.append(try read(&reader, &left)) }
            return .array(items)
        case .string: return .text(try reader.string().text)
        case .number:
            let number = try reader.number().text
            if let whole = Int64(number) { return .integer(whole) }
            let real = Double(number) ?? .nan
            // Minus zero would be written as `-0` and read back as the whole number zero.
            return .real(real == 0 ? 0 : real)
        case .bool: return .bool(try reader.bool())
        case .null:
            try reader.null()
            return .null
        case nil: throw reader.unexpected("a value")
        }
    }
}
