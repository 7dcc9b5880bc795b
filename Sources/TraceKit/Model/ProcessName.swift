/// A process as records name it: `Sample Pay (99692)`; without the number where the source has none.
struct ProcessName: Hashable {
    var name: String
    var pid: Int64?

    init(_ name: String, pid: Int64?) { (self.name, self.pid) = (name, pid) }

    /// Takes a text apart; a name may hold parentheses itself.
    init(_ text: String) {
        (name, pid) = (text, nil)
        if let number = Self.number(text[...]) {
            // Some sources only have the number.
            (name, pid) = ("", number)
        } else if text.last == ")", let open = text.lastIndex(of: "("), text[..<open].last == " ",
            let number = Self.number(text[open...].dropFirst().dropLast())
        {
            (name, pid) = (String(text[..<open].dropLast()), number)
        }
    }

    /// Nil for what would be spelled another way.
    private static func number(_ text: Substring) -> Int64? {
        Int64(text).flatMap { $0 >= 0 && "\($0)" == text ? $0 : nil }
    }

    /// Whether a user means it: by name, by number, or by both.
    func isMeant(by text: String) -> Bool { text == name || text == self.text || pid.map { "\($0)" } == text }

    var text: String {
        guard let pid else { return name }
        return name.isEmpty ? "\(pid)" : "\(name) (\(pid))"
    }
}
