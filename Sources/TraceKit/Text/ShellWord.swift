/// A word as a shell takes it back.
public enum ShellWord {
    public static func quote(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                || "-_./#+:@%,=".utf8.contains(byte)
        }
        // At the beginning of a word these mean more than themselves: a comment, a job, a command's path.
        let isSpecial = word.utf8.first.map { "#%=".utf8.contains($0) } ?? true
        if plain && !isSpecial { return word }
        return "'\(word.replacing("'", scalarsWith: "'\\''"))'"
    }
}
