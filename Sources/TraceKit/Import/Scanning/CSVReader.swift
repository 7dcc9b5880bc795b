/// A streaming reader of delimited text (RFC 4180): rows of cells, which are slices valid until the next row.
///
/// Quotes may stand around a cell whatever the delimiter, and double inside one; a quoted cell may hold line ends.
/// A quote in a cell that does not begin with one is a character like any other, as everyone reads it.
/// LF, CRLF and a lone CR end a row. A row that breaks these rules carries a fault, and the next row is read as
/// if nothing had happened.
struct CSVReader: ~Copyable {
    /// What is wrong with a row, and at which of its bytes.
    struct Fault {
        let kind: RejectRecord.Kind
        let message: String
        let offset: Int
    }

    /// Rows are no longer than `ByteInput.Limits.line`, so that 32 bits are enough.
    private struct Cell: BitwiseCopyable {
        /// Where its text begins: in the row, or in `unquoted`.
        var start: UInt32
        var count: UInt32
        /// Where the cell begins in the row, its quote included.
        var offset: UInt32
        var isQuoted: Bool
        /// Whether its text stands in `unquoted`, without the quotes that were doubled.
        var isCopied: Bool
    }

    let input: ByteInput
    let delimiter: UInt8
    private var base: UnsafePointer<UInt8>
    private var count: Int
    private var position = 0
    private var rowStart = 0
    private let cells = Column<Cell>(capacity: 64)
    /// The cells of the row in which something stands, be it quotes.
    private let filled = Column<UInt16>(capacity: 64)
    private let unquoted = Column<UInt8>(capacity: 256)
    /// Whether a byte ends the run of an unquoted cell.
    private let stops = Column<Bool>(repeating: false, count: 256)
    /// All bytes of the row, one upon the other: its top bit tells whether the row is ASCII.
    private var allBits: UInt8 = 0
    private(set) var fault: Fault?
    /// Whether a line end followed the row; false only for the last row of an input.
    private(set) var isTerminated = true
    /// Whether the input ended inside a quoted cell of the row.
    private(set) var isCut = false
    /// Whether what was thrown last is that the row or a cell is too long.
    private(set) var isTooLong = false

    init(_ input: ByteInput, delimiter: UInt8) {
        self.input = input
        self.delimiter = delimiter
        base = UnsafePointer(input.base)
        count = input.count
        for byte in [delimiter, 0x0A, 0x0D, 0] { stops[Int(byte)] = true }
    }

    /// Skips a UTF-8 byte order mark; to be called first.
    mutating func skipByteOrderMark() throws(TraceError) {
        while count < 3, !input.atEnd { try refill() }
        if ByteSlice(base, count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// The offset in the file of the next row.
    @inline(__always)
    var nextOffset: Int { input.baseOffset + position }

    /// Leaves the input at the next row, for another reader.
    func leave() { input.consume(upTo: position) }

    // MARK: The row

    /// Reads the next row; false at the end of the input.
    mutating func nextRow() throws(TraceError) -> Bool {
        cells.removeAll()
        filled.removeAll()
        unquoted.removeAll()
        allBits = 0
        isCut = false
        if fault != nil { fault = nil }
        rowStart = position
        while position >= count {
            if input.atEnd { return false }
            try refill()
        }
        while try readCell() {}
        try endRow()
        if unquoted.count > 0 { for _ in 0..<ByteInput.padding { unquoted.append(0) } }
        if allBits >= 0x80, fault == nil, let bad = UTF8Check.firstInvalid(rowBytes) {
            note(.invalidUTF8, "this byte is not valid UTF-8", at: rowStart + bad)
        }
        return true
    }

    /// The number of cells of the row, at least one.
    var cellCount: Int { cells.count }

    /// Whether the row is an empty line.
    var isBlank: Bool { cells.count == 1 && cells[0].count == 0 && !cells[0].isQuoted }

    /// The text of a cell, without its quotes.
    @inline(__always)
    func cell(_ index: Int) -> ByteSlice {
        let cell = cells[index]
        let start = cell.isCopied ? UnsafePointer(unquoted.base) : base + rowStart
        return ByteSlice(start + Int(cell.start), Int(cell.count))
    }

    @inline(__always)
    func isQuoted(_ index: Int) -> Bool { cells[index].isQuoted }

    /// The cells in which something stands, be it quotes, in order.
    @inline(__always)
    var filledCells: UnsafeMutableBufferPointer<UInt16> { filled.buffer }

    /// The offset in the file of the row's first byte, and of a cell's.
    @inline(__always)
    var rowOffset: Int { input.baseOffset + rowStart }
    @inline(__always)
    func offset(ofCell index: Int) -> Int { rowOffset + Int(cells[index].offset) }

    func place(ofOffset offset: Int) -> Place { input.place(of: offset - input.baseOffset) }
    var rowPlace: Place { place(ofOffset: rowOffset) }
    /// Where the row ends, before its line end.
    var endPlace: Place { input.place(of: rowStart + rowBytes.count) }

    /// The text of the row, cut.
    var rowText: String { input.excerpt(from: rowStart, length: min(200, rowBytes.count)) }

    private var rowBytes: ByteSlice {
        var length = position - rowStart
        while length > 0, isTerminated, base[rowStart + length - 1] == 0x0A || base[rowStart + length - 1] == 0x0D {
            length -= 1
        }
        return ByteSlice(base + rowStart, length)
    }

    // MARK: Inside

    /// Reads a cell and the delimiter behind it; false where the row ends instead.
    @inline(__always)
    private mutating func readCell() throws(TraceError) -> Bool {
        if position >= count, !input.atEnd { try refill() }
        if base[position] == delimiter, position < count {
            append(from: position, to: position)
            position += 1
            return true
        }
        if base[position] == UInt8(ascii: "\"") {
            try readQuotedCell()
        } else {
            let start = position
            var last = start
            var bits = allBits
            while !stops.base[Int(base[last])] {
                bits |= base[last]
                last += 1
            }
            allBits = bits
            if last < count, base[last] == delimiter || base[last] == 0x0A {
                position = last
                append(from: start, to: last)
            } else {
                try readToStop(from: last, start: start)
            }
        }
        guard position < count, base[position] == delimiter else { return false }
        position += 1
        return true
    }

    /// The rest of an unquoted cell that meets a NUL, a CR or the end of the window.
    @inline(never)
    private mutating func readToStop(from first: Int, start: Int) throws(TraceError) {
        let cellOffset = start - rowStart
        var index = first
        while true {
            if index >= count {
                if input.atEnd { break }
                let inRow = index - rowStart
                try refill()
                index = rowStart + inRow
                continue
            }
            let byte = base[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
            allBits |= byte
            index += 1
        }
        position = index
        append(from: rowStart + cellOffset, to: index)
    }

    @inline(__always)
    private mutating func append(from start: Int, to end: Int) {
        let offset = UInt32(truncatingIfNeeded: start - rowStart)
        let count = UInt32(truncatingIfNeeded: end - start)
        add(Cell(start: offset, count: count, offset: offset, isQuoted: false, isCopied: false))
    }

    @inline(__always)
    private mutating func add(_ cell: Cell) {
        guard cells.count < ByteInput.Limits.columns else {
            return noteManyCells(cell)
        }
        if cell.count > ByteInput.Limits.token { note(.tooLong, Self.tooLong, at: rowStart + Int(cell.offset)) }
        if cell.count > 0 || cell.isQuoted { filled.append(UInt16(truncatingIfNeeded: cells.count)) }
        cells.append(cell)
    }

    @inline(never)
    private mutating func noteManyCells(_ cell: Cell) {
        note(.tooLong, "the row has more than \(ByteInput.Limits.columns) cells", at: rowStart + Int(cell.offset))
    }

    private static var tooLong: String { "a single value is longer than \(ByteInput.Limits.token >> 20) MB" }

    /// A cell in quotes; `position` stands at the first one.
    @inline(never)
    private mutating func readQuotedCell() throws(TraceError) {
        let offset = position - rowStart
        var index = position + 1
        var hasDoubled = false
        while true {
            while index < count, base[index] != UInt8(ascii: "\"") {
                allBits |= base[index]
                index += 1
            }
            // A quote at the very end of the window may be the first of two.
            if index + 1 >= count, !input.atEnd {
                index -= try refillCell()
                continue
            }
            if index >= count {
                note(.malformed, "the quote that opens this cell is never closed", at: rowStart + offset)
                isCut = true
                break
            }
            guard index + 1 < count, base[index + 1] == UInt8(ascii: "\"") else { break }
            hasDoubled = true
            index += 2
        }
        addQuoted(offset: offset, end: index, hasDoubled: hasDoubled)
        position = min(index + 1, count)
        try expectCellEnd()
    }

    private mutating func addQuoted(offset: Int, end: Int, hasDoubled: Bool) {
        var cell = Cell(
            start: UInt32(truncatingIfNeeded: offset + 1),
            count: UInt32(truncatingIfNeeded: end - rowStart - offset - 1),
            offset: UInt32(truncatingIfNeeded: offset), isQuoted: true, isCopied: hasDoubled)
        if hasDoubled {
            let raw = ByteSlice(base + rowStart + Int(cell.start), Int(cell.count))
            let start = unquoted.count
            cell.start = UInt32(truncatingIfNeeded: start)
            var index = 0
            while index < raw.count {
                unquoted.append(raw[index])
                index += raw[index] == UInt8(ascii: "\"") ? 2 : 1
            }
            cell.count = UInt32(truncatingIfNeeded: unquoted.count - start)
        }
        add(cell)
    }

    /// Behind a closing quote only a delimiter or a line end may stand; anything else up to there is skipped.
    private mutating func expectCellEnd() throws(TraceError) {
        while true {
            if position >= count {
                if input.atEnd { return }
                try refill()
                continue
            }
            let byte = base[position]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { return }
            note(.malformed, "a cell goes on behind its closing quote; quotes inside a cell are doubled", at: position)
            allBits |= byte
            position += 1
        }
    }

    private mutating func endRow() throws(TraceError) {
        isTerminated = position < count
        guard isTerminated else { return }
        // A CR at the end of the window may be half of a CRLF.
        if base[position] == 0x0D, position + 1 >= count, !input.atEnd { try refill() }
        position += base[position] == 0x0D && position + 1 < count && base[position + 1] == 0x0A ? 2 : 1
    }

    /// Keeps the first fault of the row.
    @inline(never)
    private mutating func note(_ kind: RejectRecord.Kind, _ message: String, at index: Int) {
        if fault == nil { fault = Fault(kind: kind, message: message, offset: input.baseOffset + index) }
    }

    /// Reads on inside a quoted cell, which is one token, however many lines it has.
    private mutating func refillCell() throws(TraceError) -> Int {
        guard count - position <= ByteInput.Limits.token else {
            isTooLong = true
            throw TraceError(
                .input, Self.tooLong, at: input.place(of: position), fix: "close the quote that opens this cell")
        }
        let old = rowStart
        try refill()
        return old - rowStart
    }

    /// Reads on, keeping the row.
    @inline(never)
    private mutating func refill() throws(TraceError) {
        if count - rowStart >= ByteInput.Limits.line - ByteInput.Limits.token { isTooLong = true }
        let moved = try input.refill(keeping: rowStart)
        base = UnsafePointer(input.base)
        count = input.count
        position -= moved
        rowStart -= moved
    }
}
