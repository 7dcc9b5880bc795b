/// What `xctrace list` prints: sections of lines.
struct XctraceLists {
    /// By heading, as `Simulators` in `== Simulators ==`.
    private(set) var sections: [(heading: String, lines: [String])] = []

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = Self.trimmed(line)
            if line.hasPrefix("=="), line.hasSuffix("==") {
                sections.append((Self.trimmed(line.filter { $0 != "=" }), []))
            } else if !line.isEmpty, !sections.isEmpty {
                sections[sections.count - 1].lines.append(line)
            }
        }
    }

    var lines: [String] { sections.flatMap(\.lines) }

    /// Whether a device of this name or id is a simulator. A real one by the same name comes first, as for `xctrace`.
    func isSimulator(_ device: String) -> Bool {
        let found = sections.filter { section in section.lines.contains { Self.names($0).contains(device) } }
        return !found.isEmpty && found.allSatisfy { $0.heading.hasPrefix("Simulator") }
    }

    /// What a device may be called: `My iPhone (2) (26.1) (00008150-…)` by its name, with its system, and by its id.
    static func names(_ line: String) -> Set<String> {
        var (names, rest): (Set<String>, Substring) = ([line], line[...])
        while rest.hasSuffix(")"), let start = rest.lastIndex(of: "(") {
            if names.count == 1 { names.insert(String(rest[start...].dropFirst().dropLast())) }
            rest = rest[..<start]
            while rest.last == " " { rest.removeLast() }
            names.insert(String(rest))
        }
        // `xctrace` adds the word in its list.
        for name in names where name.hasSuffix(" Simulator") { names.insert(String(name.dropLast(10))) }
        return names
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text.drop(while: \.isWhitespace)[...]
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
