/// Keeps CI hosts from running workflow commands that appear in names.
///
/// - GitHub Actions reads a line as a command if it begins with `::`, after any blanks; an older form begins with `##[`
///   anywhere in a line.
/// - Azure Pipelines looks for `##vso[` anywhere in a line, and formats lines with `##[section]` and others.
/// - TeamCity looks for `##teamcity[`.
///
/// So `::` at the start of a line and two hashes before a word and a bracket are broken up, whichever the host is.
/// Formats with an escape of their own use that (`\u0023` in JSON, `&#35;` in XML and HTML), which leaves nothing to
/// break up here.
package enum CommandGuard {
    /// The line with a backslash inside everything that a host would run.
    package static func line(_ line: String) -> String {
        guard mayBeCommand(line) else { return line }
        var scalars = Array(line.unicodeScalars)
        let start = scalars.firstIndex { !isBlank($0) } ?? scalars.count
        if scalars[start...].starts(with: "::".unicodeScalars) {
            // Replaces a blank, so that later columns keep their position.
            if start > 0, scalars[start - 1].properties.isWhitespace {
                scalars[start - 1] = "\\"
            } else {
                scalars.insert("\\", at: start)
            }
        }
        return withoutHashes(text(scalars))
    }

    /// Breaks up the commands in every line of a text with line ends of any kind and keeps every other character: CSV
    /// has line ends inside cells.
    ///
    /// - Parameter startsLine: whether the text begins at the start of a line.
    package static func lines(_ lines: String, startsLine: Bool = true) -> String {
        guard mayBeCommand(lines) else { return lines }
        return withBackslashes(lines) { bytes, place in
            switch bytes[place] {
            case UInt8(ascii: ":"):
                bytes[place + 1] == UInt8(ascii: ":") && isLineStart(lines, before: place, startsLine) ? place : nil
            default: placeInHashes(bytes, place)
            }
        }
    }

    /// A text inside a command of ours, where we write the start of each line.
    static func inside(_ command: String) -> String {
        mayBeCommand(command) ? withoutHashes(command) : command
    }

    /// Whether a host would read the text as a command by its beginning.
    static func beginsCommand(_ text: String) -> Bool {
        text.unicodeScalars.drop { isBlank($0) }.starts(with: "::".unicodeScalars)
    }

    /// Puts a backslash between the hashes of `##word[`.
    private static func withoutHashes(_ text: String) -> String { withBackslashes(text, placeInHashes) }

    /// The position of the backslash that breaks up a `##word[` beginning at `start`.
    private static func placeInHashes(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "#"), bytes[start + 1] == UInt8(ascii: "#") else { return nil }
        let end = bytes[(start + 2)...].firstIndex { !isWordPart($0) }
        return end.map { bytes[$0] == UInt8(ascii: "[") } == true ? start + 1 : nil
    }

    /// The text with a backslash before each byte for which the closure returns true; called for every byte but the
    /// last.
    private static func withBackslashes(
        _ text: String, _ place: (UnsafeBufferPointer<UInt8>, Int) -> Int?
    ) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + 16)
            var copied = 0
            for index in 0..<max(0, bytes.count - 1) {
                guard let start = place(bytes, index) else { continue }
                result += bytes[copied..<start]
                result.append(UInt8(ascii: "\\"))
                copied = start
            }
            result += bytes[copied...]
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// Whether only blanks precede a byte on its line.
    private static func isLineStart(_ text: String, before offset: Int, _ startsLine: Bool) -> Bool {
        let end = text.utf8.index(text.startIndex, offsetBy: offset)
        let other = text.unicodeScalars[..<end].last { !isBlank($0) || isLineEnd($0) }
        return other.map(isLineEnd) ?? startsLine
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Characters that hosts skip first: all Unicode blanks, and zero-width marks at the start of a stream.
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

    /// Whether two adjacent bytes are both colons or both hashes, as in every command and few other lines.
    private static func mayBeCommand(_ line: String) -> Bool {
        var line = line
        return line.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            func isPair(_ place: Int) -> Bool {
                let byte = bytes[place]
                return byte == bytes[place + 1] && (byte == UInt8(ascii: ":") || byte == UInt8(ascii: "#"))
            }
            // Fast path: an export has hundreds of megabytes.
            typealias Block = SIMD32<UInt8>
            let (colon, hash) = (Block(repeating: UInt8(ascii: ":")), Block(repeating: UInt8(ascii: "#")))
            var position = 0
            while position + Block.scalarCount < bytes.count {
                let these = UnsafeRawPointer(start + position).loadUnaligned(as: Block.self)
                let next = UnsafeRawPointer(start + position + 1).loadUnaligned(as: Block.self)
                if any((these .== next) .& ((these .== colon) .| (these .== hash))) { return true }
                position += Block.scalarCount
            }
            return (position..<max(position, bytes.count - 1)).contains(where: isPair)
        }
    }
}

/// The inputs of a command and the options that select what is read and analysed, for proposed commands: run as
/// printed, they show the same trace.
package struct CommandInput: Sendable {
    /// An option as given; a switch has no value.
    package struct Option: Sendable, Equatable {
        package let name: String
        package let value: String?

        package init(_ name: String, _ value: String? = nil) { (self.name, self.value) = (name, value) }
    }

    package var inputs: [String]
    /// Options for reading the inputs.
    package var reading: [Option] = []
    /// Options for analysing the trace.
    package var analysis: [Option] = []
    /// The input of each trace, by trace id.
    package var traces: [Int64: [String]] = [:]
    /// The database that holds the traces; nil if the inputs are files.
    package var database: String?

    package init(_ inputs: [String] = ["INPUT"]) { self.inputs = inputs }

    /// The input for one trace.
    package func of(_ trace: Int64) -> CommandInput {
        var one = self
        one.inputs = traces[trace] ?? inputs
        one.traces = [:]
        return one
    }

    /// The inputs, quoted for a shell.
    package var words: String { inputs.map(Self.quote).joined(separator: " ") }

    /// Splits `traces.sqlite#2` and `traces.sqlite#2..9` into the path and the traces; nil if the argument has no such
    /// suffix.
    static func splitTraces(_ argument: String) -> (path: String, traces: ClosedRange<Int64>)? {
        guard let mark = argument.lastIndex(of: "#") else { return nil }
        let words = argument[argument.index(after: mark)...]
        guard let dots = words.firstRange(of: "..") else {
            return Int64(words).map { (String(argument[..<mark]), $0...$0) }
        }
        guard let first = Int64(words[..<dots.lowerBound]), let last = Int64(words[dots.upperBound...]), first <= last
        else { return nil }
        return (String(argument[..<mark]), first...last)
    }

    /// A command line, e.g. `trace-analyze report trace.json --process App --view Row`.
    ///
    /// - Parameters:
    /// - analyses: whether the command accepts analysis options.
    /// - without: options that the added words replace.
    func command(
        _ name: String, analyses: Bool = true, without: Set<String> = [], _ more: [Option] = []
    ) -> String {
        let options = (reading + (analyses ? analysis : [])).filter { !without.contains($0.name) } + more
        return (["trace-analyze \(name)", words] + options.map(Self.word)).joined(separator: " ")
    }

    private static func word(_ option: Option) -> String {
        "--\(option.name)" + (option.value.map { " \(ShellWord.quote($0))" } ?? "")
    }

    /// A file name that begins with a hyphen would be read as an option.
    private static func quote(_ input: String) -> String {
        ShellWord.quote(input.hasPrefix("-") && input != "-" ? "./\(input)" : input)
    }
}

/// Quotes a word for a shell.
package enum ShellWord {
    package static func quote(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                || "-_./#+:@%,=".utf8.contains(byte)
        }
        // At the start of a word these are special: a comment, a job, a command path.
        let isSpecial = word.utf8.first.map { "#%=".utf8.contains($0) } ?? true
        if plain && !isSpecial { return word }
        return "'\(word.replacing("'", scalarsWith: "'\\''"))'"
    }

    /// The words of a command, each option with its value: `--view Row` is one part.
    static func parts(_ command: String) -> [String] {
        var words = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in command {
            if character == " ", !isQuoted, !isEscaped {
                words.append("")
                continue
            }
            if character == "'", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isQuoted && !isEscaped
            words[words.count - 1].append(character)
        }
        var parts: [String] = []
        for word in words where !word.isEmpty {
            if let last = parts.last, last.hasPrefix("--"), !last.contains(" "), !word.hasPrefix("-") {
                parts[parts.count - 1] = "\(last) \(word)"
            } else {
                parts.append(word)
            }
        }
        return parts
    }
}
