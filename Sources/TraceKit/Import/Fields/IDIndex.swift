/// Gives every 64-bit id a small handle, in order of first mention. Handles count from 1.
final class IDIndex {
    private let numbers = DenseIndex<UInt64>()
    /// By number.
    private let handles = Column<UInt32>()
    /// The ids by handle; element 0 is unused.
    private let ids: Column<UInt64>

    /// `ids` receives the id of each new handle; it must hold one element (for "no id"). Others may append to it too.
    init(ids: Column<UInt64>) { self.ids = ids }

    func handle(of id: UInt64) -> UInt32 {
        let number = numbers.number(of: id)
        if number == handles.count {
            handles.append(UInt32(ids.count))
            ids.append(id)
        }
        return handles[number]
    }

    /// The handle of an id that has one.
    func find(_ id: UInt64) -> UInt32? { numbers.find(id).map { handles[$0] } }
}
