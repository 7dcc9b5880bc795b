/// Stable pseudonyms: the word for what is named and a short hash of the name, `View_3fa2b1c4`.
///
/// They depend on the kind of name, the name and the key alone, so both sides of a comparison have the same ones. The
/// underscore makes one word of them for everything that takes names apart. Where two names of a trace have the same
/// short hash, the later one has a longer hash.
struct Pseudonyms {
    private let key: String
    /// By pseudonym: the name it stands for.
    private var owners: [String: String] = [:]

    /// Of a hash.
    private let digits: Int
    private static let longDigits = 32

    init(key: String, digits: Int = 8) {
        self.key = key
        self.digits = digits
    }

    mutating func pseudonym(_ word: String, _ name: String) -> String {
        let hash = SHA256.hex(SHA256.hash(Array("\(key)\u{0}\(word)\u{0}\(name)".utf8)))
        let short = "\(word)_\(hash.prefix(digits))"
        let owner = owners[short] ?? name
        owners[short] = owner
        return owner == name ? short : "\(word)_\(hash.prefix(Self.longDigits))"
    }
}
