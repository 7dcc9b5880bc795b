/// What the numbers of a part (of names, views, ids, …) are in the whole: one element a number.
struct PartNumbers {
    let names = Column<NameID>(repeating: .none, count: 1)
    let lists = Column<ListID>(repeating: .none, count: 1)
    let stacks = Column<UInt32>(repeating: 0, count: 1)
    let views = Column<UInt32>()
    let ids = Column<UInt32>(repeating: 0, count: 1)
    let groupIDs = Column<UInt32>(repeating: 0, count: 1)
}

extension PartNumbers {
    /// A record of the part with the numbers of the whole.
    @inline(__always)
    func applied<Record: LaneRecord>(to record: Record) -> Record {
        var (record, renumbering) = (record, Renumbering(numbers: self))
        record.visit(&renumbering)
        return record
    }
}

private struct Renumbering: ColumnVisitor {
    let numbers: PartNumbers

    @inline(__always)
    func node(_ handle: inout UInt32, _ field: Field) { handle = numbers.ids[Int(handle)] }
    @inline(__always)
    func group(_ handle: inout UInt32, _ field: Field) { handle = numbers.groupIDs[Int(handle)] }
    @inline(__always)
    func word<Code: CodedWord>(_ code: inout Code, other: inout NameID, _ field: Field) {
        other = numbers.names[other.index]
    }
    @inline(__always)
    func name(_ name: inout NameID, _ field: Field, _ role: NameRole, _ presence: Presence) {
        name = numbers.names[name.index]
    }
    @inline(__always)
    func list(_ list: inout ListID, _ field: Field) { list = numbers.lists[Int(list.rawValue)] }
    @inline(__always)
    func stack(_ stack: inout UInt32, _ field: Field) { stack = numbers.stacks[Int(stack)] }
}
