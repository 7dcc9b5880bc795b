/// Keeps what a name holds from being run: a CI host that shows the output obeys lines in it.
///
/// - GitHub Actions takes a line for a command that begins with `::`, whatever blanks stand before it, and an older form
///   that begins with `##[` anywhere in a line.
/// - Azure Pipelines looks for `##vso[` anywhere in a line, and formats lines with `##[section]` and others.
/// - TeamCity looks for `##teamcity[`.
///
/// So what is taken apart is `::` at the beginning of a line, and two hashes before a word and a bracket anywhere, whoever
/// the host is. Where a format has an escape of its own, it is used instead (`\u0023` in JSON, `&#35;` in XML and HTML):
/// then there is nothing left to take apart here.
public enum CommandGuard {
    /// The line as it is harmless; a backslash stands in it where it would have been obeyed.
    public static func line(_ line: String) -> String {
        guard mayBeCommand(line) else { return line }
        var scalars = Array(line.unicodeScalars)
        let start = scalars.firstIndex { !isBlank($0) } ?? scalars.count
        if scalars[start...].starts(with: "::".unicodeScalars) {
            // In place of a blank, so that the columns behind it stay where they are.
            if start > 0, scalars[start - 1].properties.isWhitespace {
                scalars[start - 1] = "\\"
            } else {
                scalars.insert("\\", at: start)
            }
        }
        return text(withoutHashes(scalars))
    }

    /// The same of every line of a text that may hold line ends of all kinds, and in which every other character stays:
    /// CSV has line ends inside of cells. `startsLine`: whether the text begins at the beginning of a line.
    public static func lines(_ lines: String, startsLine: Bool = true) -> String {
        guard mayBeCommand(lines) else { return lines }
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(lines.unicodeScalars.count + 16)
        var isStart = startsLine
        let scalars = Array(lines.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if isStart, scalar == ":", index + 1 < scalars.count, scalars[index + 1] == ":" { result.append("\\") }
            isStart = isLineEnd(scalar) || isStart && isBlank(scalar)
            result.append(scalar)
        }
        return text(withoutHashes(result))
    }

    /// What stands inside of a command of ours, where lines begin as we write them.
    static func inside(_ command: String) -> String {
        mayBeCommand(command) ? text(withoutHashes(Array(command.unicodeScalars))) : command
    }

    /// Whether a host that reads the text as a line of its own would take it for a command by its beginning.
    static func beginsCommand(_ text: String) -> Bool {
        text.unicodeScalars.drop { isBlank($0) }.starts(with: "::".unicodeScalars)
    }

    /// With a backslash between the hashes of `##word[`.
    private static func withoutHashes(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            guard scalar == "#", index + 1 < scalars.count, scalars[index + 1] == "#" else { continue }
            var end = index + 2
            while end < scalars.count, isWordPart(scalars[end]) { end += 1 }
            if end < scalars.count, scalars[end] == "[" { result.append("\\") }
        }
        return result
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
    }

    /// What a host drops before it looks: every blank of Unicode, and marks without width at the beginning of a stream.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}"
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private static func text(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Whether two colons or two hashes stand side by side, as they do in every command and in few other lines.
    private static func mayBeCommand(_ line: String) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            var last: UInt8 = 0
            for byte in bytes {
                if byte == last, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#") { return true }
                last = byte
            }
            return false
        }
    }
}
