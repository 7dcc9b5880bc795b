/// Assigns every 64-bit id a small handle, in order of first mention, counted from 1.
final class IDIndex {
    /// Exporters number their records consecutively, and records refer to recent ones. So neighbouring ids have
    /// neighbouring handles, and a million lookups stay local in memory.
    private static let neighbours: UInt64 = 8

    /// The ids without their last three bits.
    private let blocks = DenseIndex<UInt64>()
    /// The handles by block number, eight for each; zero = not mentioned yet.
    private let handles = Column<UInt32>()
    private var lastBlock: (id: UInt64, number: Int)?
    /// The ids by handle; element 0 is unused.
    private let ids: Column<UInt64>

    /// Creates an index. `ids` receives the id of each new handle; it must hold one element (for "no id"). Other code
    /// may append to it too.
    init(ids: Column<UInt64>) { self.ids = ids }

    func handle(of id: UInt64) -> UInt32 {
        let block = id / Self.neighbours
        if lastBlock?.id != block { lastBlock = (block, blocks.number(of: block)) }
        let place = place(of: id, in: lastBlock?.number ?? 0)
        handles.pad(to: blocks.count * Int(Self.neighbours), with: 0)
        if handles[place] == 0 {
            handles[place] = UInt32(ids.count)
            ids.append(id)
        }
        return handles[place]
    }

    /// Returns the handle of an id; nil if it has none.
    func find(_ id: UInt64) -> UInt32? {
        guard let block = blocks.find(id / Self.neighbours) else { return nil }
        let handle = handles[place(of: id, in: block)]
        return handle == 0 ? nil : handle
    }

    private func place(of id: UInt64, in block: Int) -> Int {
        block * Int(Self.neighbours) + Int(id % Self.neighbours)
    }
}
