/// The known keys of a format's objects; other keys are counted.
struct KnownKeys<Key: RawRepresentable<UInt32>> {
    private let names: NameTable
    private let known: Int
    /// The number of objects with each unknown key, by the key's number.
    private let strangers = SparseColumn<Int>(absent: 0)

    /// - Parameter names: the names in the order of the keys, whose numbers begin with one.
    init(_ names: [String]) { (self.names, known) = (NameTable(vocabulary: names), names.count) }

    /// Returns the key; nil for an unknown key, which is counted.
    func key(_ text: ByteSlice) -> Key? {
        let id = names.intern(text)
        if let key = Key(rawValue: id.rawValue) { return key }
        strangers[id.index] += 1
        return nil
    }

    /// Counts the unknown keys of all objects read.
    func countUnknown(of object: String, _ counters: inout ImportCounters) {
        guard names.count > known else { return }
        for id in (known + 1)...names.count {
            let key = names.text(NameID(rawValue: UInt32(id))) ?? ""
            counters.add(.unknownKey, "\(object).\(key.prefix(60))", by: strangers[id])
        }
    }
}

extension JSONReader {
    /// Reads a string, or a number as it is written; returns nil for other values, which are skipped.
    mutating func scalar() throws(TraceError) -> ByteSlice? {
        switch try peekKind() {
        case .string: return try string()
        case .number: return try number()
        default:
            try skipValue()
            return nil
        }
    }
}
