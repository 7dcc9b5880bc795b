/// Like a dictionary, whose values stand in one array in the order in which their keys came: a recording may have a row an
/// update, and whoever goes through them looks none of them up.
struct FigureTable<Key: Hashable & Sendable, Value: Sendable>: Sequence, Sendable {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []
    private var places: [Key: Int32] = [:]

    var count: Int { keys.count }

    mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        values.reserveCapacity(count)
        places.reserveCapacity(count)
    }

    func place(of key: Key) -> Int? { places[key].map { Int($0) } }

    /// Adds a row, unless there is one of that key.
    mutating func insert(_ value: Value, _ key: Key) -> Bool {
        let new = Int32(truncatingIfNeeded: count)
        // Looked up once: `default` is stored where something is added to it.
        let isNew = { (place: inout Int32) in place == new }(&places[key, default: new])
        guard isNew else { return false }
        keys.append(key)
        values.append(value)
        return true
    }

    subscript(key: Key) -> Value? { place(of: key).map { values[$0] } }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { self[key] ?? value() }
        _modify {
            if place(of: key) == nil { _ = insert(value(), key) }
            yield &values[place(of: key) ?? 0]
        }
    }

    func makeIterator() -> some IteratorProtocol<(key: Key, value: Value)> {
        zip(keys, values).lazy.map { (key: $0, value: $1) }.makeIterator()
    }
}
