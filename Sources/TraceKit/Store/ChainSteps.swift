/// The paths of a trace's chains as a tree of names, by place: a step stands behind the one before it.
final class ChainSteps {
    /// The id of the step at the first place.
    let first: Int64
    /// The place of the step before; -1 = none.
    let parents = Column<Int32>()
    /// The ids of their names.
    let names = Column<Int64>()

    var count: Int { parents.count }

    init(_ stored: StoredTrace) throws(TraceError) {
        first = try stored.rows(of: "chain_step")?.lowerBound ?? 1
        try stored.database.scan(
            ["id", "parent_id", "name_id"], of: "chain_step", where: try stored.condition("chain_step")
        ) { rows throws(TraceError) in
            guard rows.integer(0) == first + Int64(count) else {
                throw stored.damaged(
                    try StoredTable.named("chain_step"), row: rows.integer(0), "does not follow the one before it")
            }
            parents.append(Int32(place(of: rows.integer(1)) ?? -1))
            names.append(rows.integer(2))
        }
    }

    /// The place of a step that was read, by its id.
    @inline(__always)
    func place(of id: Int64) -> Int? {
        let place = id &- first
        return place >= 0 && place < count ? Int(place) : nil
    }
}
