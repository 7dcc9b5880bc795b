/// What the numbers of a part (of names, views, ids, …) are in the whole: one element a number.
struct PartNumbers {
    let names = Column<NameID>(repeating: .none, count: 1)
    let lists = Column<ListID>(repeating: .none, count: 1)
    let stacks = Column<UInt32>(repeating: 0, count: 1)
    let views = Column<UInt32>()
    let ids = Column<UInt32>(repeating: 0, count: 1)
    let groupIDs = Column<UInt32>(repeating: 0, count: 1)
}
