/// A word as a shell takes it back.
enum ShellWord {
    static func quote(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
                || "-_./#+:@%,=".utf8.contains(byte)
        }
        if plain && !word.isEmpty { return word }
        return "'\(word.replacing("'", scalarsWith: "'\\''"))'"
    }
}
