/// The cells of one row, as its table sees them.
final class XctraceRow {
    let values: XctraceValues
    let threads: XctraceThreads
    /// By slot.
    let cells = Column<XctraceValue>()
    /// By slot; for messages.
    var columns: [XctraceColumn] = []
    private let reader: XctraceCells
    /// Where the row stands.
    var offset = 0
    var file = 0

    init(_ reader: XctraceCells) {
        self.reader = reader
        values = reader.values
        threads = XctraceThreads(values.names)
    }

    /// What the row's nodes of the full cause graph say of themselves.
    var details: [XctraceNodeDetail] { reader.details }

    /// The views around that of the row, innermost first.
    func hierarchy() -> NameID {
        let bytes = reader.pathBytes
        return bytes.count == 0 ? .none : values.names.intern(ByteSlice(bytes.base, bytes.count))
    }

    func prepare(for columns: [XctraceColumn]) {
        self.columns = columns
        cells.pad(to: columns.count, with: .absent)
    }

    @inline(__always)
    func clear() {
        for slot in 0..<columns.count { cells[slot] = .absent }
    }

    @inline(__always)
    func value<Slot: RawRepresentable>(_ slot: Slot) -> XctraceValue where Slot.RawValue == Int { cells[slot.rawValue] }

    /// The cell's text; `.none` where there is none.
    @inline(__always)
    func name<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        values.name(cells[slot.rawValue])
    }

    /// The cell's text unless it is empty.
    @inline(__always)
    func word<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        let name = values.name(cells[slot.rawValue])
        return name == NameID(.empty) ? .none : name
    }

    @inline(__always)
    func integer<Slot: RawRepresentable>(_ slot: Slot) throws(RowProblem) -> Int64? where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        if value.tag == .number { return Int64(bitPattern: value.payload) }
        if value.tag == .missing { throw dangling(slot.rawValue) }
        return try values.integer(value, mnemonic(slot.rawValue))
    }

    @inline(__always)
    func unsigned<Slot: RawRepresentable>(_ slot: Slot) throws(RowProblem) -> UInt64? where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        if value.tag == .number { return value.payload }
        if value.tag == .missing { throw dangling(slot.rawValue) }
        return try values.unsigned(value, mnemonic(slot.rawValue))
    }

    /// The thread as our records name it: `main`, or its name without process and pid.
    @inline(__always)
    func thread<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        let value = cells[slot.rawValue]
        return value.isPresent ? threads.thread(values.name(value)) : .none
    }

    /// The process as our records name it, from its own cell or from the thread's.
    @inline(__always)
    func process<Slot: RawRepresentable>(_ slot: Slot, thread: Slot) -> NameID where Slot.RawValue == Int {
        threads.process(word(slot), thread: word(thread))
    }

    /// The process of a row without a thread.
    func process<Slot: RawRepresentable>(_ slot: Slot) -> NameID where Slot.RawValue == Int {
        threads.process(word(slot), thread: .none)
    }

    private func mnemonic(_ slot: Int) -> String { columns[slot].mnemonics[0] }

    private func dangling(_ slot: Int) -> RowProblem {
        RowProblem(.danglingReference, "'\(mnemonic(slot))' refers to a value that the file does not hold")
    }
}
