/// Finds the field that a key names, by its bytes: two words of eight bytes and one probe.
struct FieldTable {
    struct Match: BitwiseCopyable {
        let field: Field
        /// The unit of a time field (`start_ns`, `start_us`, …).
        let unit: DecimalTime.Unit
        let valueType: Field.ValueType
    }

    private struct Entry: BitwiseCopyable {
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// Tells `id` from a key that goes on with zero bytes.
        var length = 0
        var match: Match?
    }

    private static let slotCount = 512
    private let entries: Column<Entry>
    /// Where `entries` stand: they never grow.
    private let base: UnsafePointer<Entry>

    init() {
        entries = Column(repeating: Entry(), count: Self.slotCount)
        base = UnsafePointer(entries.base)
        for field in Field.allCases where !Field.ofOwnRows.contains(field) {
            if field.valueType == .time {
                insert("\(field.key)_ns", field, .nanoseconds)
                insert("\(field.key)_us", field, .microseconds)
                insert("\(field.key)_ms", field, .milliseconds)
                insert("\(field.key)_s", field, .seconds)
            } else {
                insert(field.key, field, .nanoseconds)
            }
        }
        insert("causes", .cause, .nanoseconds)
    }

    /// The field of a key of our own formats; nil for any other key.
    @inline(__always)
    func match(_ key: ByteSlice) -> Match? {
        guard key.count <= 16, key.count > 0 else { return nil }
        let words = Self.words(key)
        var slot = Self.slot(words)
        while true {
            let entry = base + slot
            if entry.pointee.low == words.low && entry.pointee.high == words.high
                && entry.pointee.length == key.count
            {
                return entry.pointee.match
            }
            if entry.pointee.match == nil { return nil }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
    }

    /// All keys that can be mapped, for "did you mean".
    static var keys: [String] { Field.allCases.map(\.exportedKey) }

    private func insert(_ key: String, _ field: Field, _ unit: DecimalTime.Unit) {
        var bytes = Array(key.utf8)
        let length = bytes.count
        bytes.append(contentsOf: [UInt8](repeating: 0, count: 16))
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let words = Self.words(ByteSlice(start, length))
            var slot = Self.slot(words)
            while entries[slot].match != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            entries[slot] = Entry(
                low: words.low, high: words.high, length: length,
                match: Match(field: field, unit: unit, valueType: field.valueType))
        }
    }

    /// Reading sixteen bytes is safe: every slice has padding.
    @inline(__always)
    private static func words(_ key: ByteSlice) -> TwoWords { TwoWords(at: key.start).prefix(key.count) }

    @inline(__always)
    private static func slot(_ words: TwoWords) -> Int { HashMixer.place(words.low, words.high, bits: 9) }
}
