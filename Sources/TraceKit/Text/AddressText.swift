/// Text inside of addresses (RFC 3986).
enum AddressText {
    /// A path: all but letters, digits and the plainest signs as `%20`.
    static func path(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            let code = String(byte, radix: 16, uppercase: true)
            result +=
                isLetterOrDigit(byte) || "-._~/".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + (code.utf8.count < 2 ? "0" : "") + code
        }
        return result
    }

    /// Whether a text holds nothing but what addresses are made of, without quotes and brackets.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { isLetterOrDigit($0) || "-._~:/?#@!$&+,;=%".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }
}
