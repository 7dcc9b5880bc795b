/// Values that are computed once for each key, because the rows of a trace repeat.
final class Memo<Key: Hashable, Value> {
    private var known: [Key: Value] = [:]

    var count: Int { known.count }

    func callAsFunction<Failure: Error>(_ key: Key, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let value = known[key] { return value }
        let value = try make()
        known[key] = value
        return value
    }
}

/// Small values that are computed once for each name and needed by nearly every row.
final class NameMemo<Value: BitwiseCopyable> {
    private let known = SparseColumn<Value?>(absent: nil)

    func callAsFunction<Failure: Error>(_ name: NameID, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let value = known[name.index] { return value }
        let value = try make()
        known[name.index] = value
        return value
    }
}

/// The normalised names of views, by their names as written.
final class ViewNames {
    private let names: NameTable
    private let normalised = Memo<NameID, NameID>()

    init(_ names: NameTable) { self.names = names }

    subscript(raw: NameID) -> NameID {
        normalised(raw) { names.intern(ViewName.normalised(names.text(raw) ?? "")) }
    }
}
