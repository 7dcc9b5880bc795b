/// Gives every 64-bit id a small handle, in order of first mention. Handles count from 1.
///
/// Exporters number their records almost densely, so ids from the first one on index an array; the rest go to a hash table.
final class IDIndex {
    /// How far below the first id others still index the array.
    private static let reach: UInt64 = 65536

    /// The id of the array's first element.
    private var origin: UInt64 = 0
    private let dense = Column<UInt32>()
    private let sparse = DenseIndex<UInt64>()
    /// By number in `sparse`.
    private let sparseHandles = Column<UInt32>()
    /// No id of the hash table is larger.
    private var largestSparse: UInt64 = 0
    /// The ids by handle; element 0 is unused.
    private let ids: Column<UInt64>

    /// `ids` receives the id of each new handle; it must hold one element (for "no id").
    init(ids: Column<UInt64>) { self.ids = ids }

    @inline(__always)
    func handle(of id: UInt64) -> UInt32 {
        let place = id &- origin
        if place < UInt64(dense.count) {
            let handle = dense[Int(place)]
            if handle != 0 { return handle }
            if id > largestSparse || sparse.count == 0 {
                let new = add(id)
                dense[Int(place)] = new
                return new
            }
        } else if place == UInt64(dense.count), place > 0, sparse.count == 0, isNear(place) {
            // Most records have the id behind that of the record before.
            let new = add(id)
            dense.append(new)
            return new
        }
        return slowHandle(of: id)
    }

    /// Whether an element of the array may stand for the id at this place: it is close to the number of ids so far, so that
    /// nothing makes the array grow without bound.
    @inline(__always)
    private func isNear(_ place: UInt64) -> Bool { place < UInt64(ids.count) * 4 + Self.reach * 2 }

    /// The handle of an id that has one.
    func find(_ id: UInt64) -> UInt32? {
        let place = id &- origin
        if place < UInt64(dense.count), dense[Int(place)] != 0 { return dense[Int(place)] }
        return sparse.find(id).map { sparseHandles[$0] }
    }

    @inline(__always)
    private func add(_ id: UInt64) -> UInt32 {
        let handle = UInt32(ids.count)
        ids.append(id)
        return handle
    }

    @inline(never)
    private func slowHandle(of id: UInt64) -> UInt32 {
        if let number = sparse.find(id) { return sparseHandles[number] }
        // A part of a file begins with any id.
        if dense.count == 0, sparse.count == 0 { origin = id > Self.reach ? id - Self.reach : 0 }
        let handle = add(id)
        let place = id &- origin
        if isNear(place) {
            dense.put(handle, at: Int(place), filler: 0)
            return handle
        }
        largestSparse = max(largestSparse, id)
        _ = sparse.number(of: id)
        sparseHandles.append(handle)
        return handle
    }
}
