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
        for field in Field.allCases {
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
        let (low, high) = Self.words(key)
        var slot = Self.slot(low, high)
        while true {
            let entry = base + slot
            if entry.pointee.low == low && entry.pointee.high == high && entry.pointee.length == key.count {
                return entry.pointee.match
            }
            if entry.pointee.match == nil { return nil }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
    }

    /// All keys of the format, for "did you mean".
    static var keys: [String] { Field.allCases.map(\.exportedKey) }

    private func insert(_ key: String, _ field: Field, _ unit: DecimalTime.Unit) {
        var bytes = Array(key.utf8)
        let length = bytes.count
        bytes.append(contentsOf: [UInt8](repeating: 0, count: 16))
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            let (low, high) = Self.words(ByteSlice(start, length))
            var slot = Self.slot(low, high)
            while entries[slot].match != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            entries[slot] = Entry(
                low: low, high: high, length: length,
                match: Match(field: field, unit: unit, valueType: field.valueType))
        }
    }

    /// The key's bytes as two integers, zero behind its end. Reading sixteen bytes is safe: every slice has padding.
    @inline(__always)
    private static func words(_ key: ByteSlice) -> (UInt64, UInt64) {
        let raw = UnsafeRawPointer(key.start)
        let low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        if key.count <= 8 {
            return (key.count == 8 ? low : low & (1 << UInt64(key.count * 8) &- 1), 0)
        }
        let high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return (low, key.count == 16 ? high : high & (1 << UInt64((key.count - 8) * 8) &- 1))
    }

    @inline(__always)
    private static func slot(_ low: UInt64, _ high: UInt64) -> Int {
        let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> 55) & (slotCount - 1)
    }
}
