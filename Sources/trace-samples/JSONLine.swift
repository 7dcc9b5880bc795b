/// One JSON object on one line of a file; fields without a value are left out.
struct JSONLine: RecordLine {
    private let file: OutputFile
    private var isFirst = true

    init(_ file: OutputFile) {
        self.file = file
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
            if index > 0 { file.append(", ") }
            write(text)
        }
        file.append("]")
    }

    /// With three decimals, exact to the nanosecond.
    mutating func addMicroseconds(_ key: String, _ time: Nanoseconds) {
        addKey(key)
        let rest = String(time % 1_000)
        file.append("\(time / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest)
    }

    /// An object with one text, under the key `args`.
    mutating func addArguments(_ key: String, _ text: String) {
        addKey("args")
        var line = JSONLine(file)
        line.add(key, text)
        line.end()
    }

    func end() {
        file.append("}")
    }

    private mutating func addKey(_ key: String) {
        file.append(isFirst ? "\"" : ", \"")
        isFirst = false
        file.append(key)
        file.append("\": ")
    }

    private func write(_ text: String) {
        file.append(byte: UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                file.append(byte: UInt8(ascii: "\\"))
                file.append(byte: byte)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                file.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default:
                file.append(byte: byte)
            }
        }
        file.append(byte: UInt8(ascii: "\""))
    }
}
