/// One JSON object on one line of a file; fields without a value are left out.
struct JSONLine: RecordLine {
    /// How what stands between two values is written.
    struct Style {
        var comma: String
        var colon: String

        static let spaced = Style(comma: ", ", colon: ": ")
        static let compact = Style(comma: ",", colon: ":")
    }

    let isBrief: Bool
    private let file: OutputFile
    private let style: Style
    private var isFirst = true

    init(_ file: OutputFile, brief: Bool = false) {
        (self.file, isBrief) = (file, brief)
        style = brief ? .compact : .spaced
        file.append("{")
    }

    mutating func add(_ key: String, _ text: String?) {
        guard let text else { return }
        addKey(key)
        write(text)
    }

    mutating func add(_ key: String, _ number: UInt64?) {
        guard let number else { return }
        addKey(key)
        file.append(number)
    }

    mutating func add(_ key: String, _ flag: Bool) {
        addKey(key)
        file.append(flag ? "true" : "false")
    }

    mutating func add(_ key: String, _ texts: [String]?) {
        guard let texts else { return }
        addKey(key)
        file.append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { file.append(style.comma) }
            write(text)
        }
        file.append("]")
    }

    /// With three decimals, exact to the nanosecond.
    mutating func addMicroseconds(_ key: String, _ time: Nanoseconds) {
        addKey(key)
        file.append("\(time / 1_000).\(padded(time % 1_000, to: 3))")
    }

    /// An object with one text, under the key `args`.
    mutating func addArguments(_ key: String, _ text: String) {
        addKey("args")
        var line = JSONLine(file)
        line.add(key, text)
        line.end()
    }

    func end() { file.append("}") }

    private mutating func addKey(_ key: String) {
        if !isFirst { file.append(style.comma) }
        isFirst = false
        file.append("\"")
        file.append(key)
        file.append("\"")
        file.append(style.colon)
    }

    private func write(_ text: String) {
        file.append("\"")
        file.append(text) { byte in
            switch byte {
            case UInt8(ascii: "\""): "\\\""
            case UInt8(ascii: "\\"): "\\\\"
            case 0..<0x20: "\\u" + padded(String(byte, radix: 16), to: 4)
            default: nil
            }
        }
        file.append("\"")
    }
}
