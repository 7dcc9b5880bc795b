/// The words behind a command: `--name value` pairs are taken out by name, what stays is positional.
struct BenchArguments {
    private(set) var positional: [String]

    init(_ words: [String]) { positional = words }

    mutating func value(_ name: String) -> String? {
        guard let index = positional.firstIndex(of: name), index + 1 < positional.count else { return nil }
        let value = positional[index + 1]
        positional.removeSubrange(index...index + 1)
        return value
    }

    mutating func integer(_ name: String) throws(BenchFailure) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw BenchFailure("'\(name)' must be a whole number, found '\(text)'")
        }
        return number
    }

    mutating func flag(_ name: String) -> Bool {
        guard let index = positional.firstIndex(of: name) else { return false }
        positional.remove(at: index)
        return true
    }
}
