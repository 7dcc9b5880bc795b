/// The last step of every text for a terminal.
enum TextPage {
    static func text(_ lines: [String], _ options: RenderOptions) -> String {
        lines.map { line in CommandGuard.line(options.isASCII ? ASCIIText.fold(line) : line) + "\n" }.joined()
    }
}

/// Keeps what a name holds from being run: a CI host that shows the output obeys lines in it.
///
/// The runner of GitHub Actions takes a line for a command that begins with `::`, whatever blanks stand before it, and
/// an older form that begins with `##[` anywhere in a line.
public enum CommandGuard {
    /// The line as it is harmless; a backslash stands in it where it would have been obeyed.
    public static func line(_ line: String) -> String {
        guard mayBeCommand(line) else { return line }
        var scalars = Array(line.unicodeScalars)
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.count
        if scalars[start...].starts(with: "::".unicodeScalars) {
            // In place of a blank, so that the columns behind it stay where they are.
            if start > 0 { scalars[start - 1] = "\\" } else { scalars.insert("\\", at: 0) }
        }
        var index = 0
        while index + 2 < scalars.count {
            if scalars[index] == "#", scalars[index + 1] == "#", scalars[index + 2] == "[" {
                scalars.insert("\\", at: index + 1)
            }
            index += 1
        }
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
