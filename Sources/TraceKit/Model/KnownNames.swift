/// What was made of keys before, where few of the keys that there may be are met: of all texts only some are of threads.
struct KnownNames: ~Copyable {
    private let keys = DenseIndex<UInt64>()
    private let names = Column<NameID>()

    @inline(__always)
    func find(_ key: UInt64) -> NameID? { keys.find(key).map { names[$0] } }

    /// Of a key that is not known yet, or is known to be the same.
    func add(_ key: UInt64, _ name: NameID) { names.put(name, at: keys.number(of: key), filler: .none) }
}

extension NameID {
    var key: UInt64 { UInt64(rawValue) }
}
