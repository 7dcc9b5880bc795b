/// A streaming reader of delimited text (RFC 4180): rows of cells, which are slices valid until the next row.
///
/// A cell may be quoted whatever the delimiter, with quotes inside doubled; a quoted cell may contain line ends. A
/// quote inside a cell that does not begin with one is an ordinary character. LF, CRLF and a lone CR end a row. A row
/// that breaks these rules has a fault, and reading continues with the next row. A cell whose quote is not closed in
/// time, or at all, ends with its line: the rest is read again, as rows of one line each.
struct CSVReader: ~Copyable {
    /// The fault of a row, and its offset.
    struct Fault {
        let kind: RejectRecord.Kind
        let message: String
        let offset: Int
    }

    /// A cell. Rows are no longer than `ByteInput.Limits.line`, so that 32 bits are enough.
    struct Cell: BitwiseCopyable {
        fileprivate enum Text: UInt8, BitwiseCopyable {
            /// The whole cell.
            case plain
            /// The text between its quotes.
            case quoted
            /// A copy in `unquoted`, with doubled quotes reduced.
            case copied
        }

        /// The start of the cell in the row, including its quote, and its end, before the delimiter or line end.
        fileprivate(set) var offset: UInt32 = 0
        fileprivate(set) var end: UInt32 = 0
        fileprivate var text = Text.plain
        /// The start of its text, in the row or in `unquoted`, unless it is plain.
        fileprivate var start: UInt32 = 0
        fileprivate var count: UInt32 = 0

        var isQuoted: Bool { text != .plain }
        /// Whether the cell is empty, without quotes.
        var isEmpty: Bool { text == .plain && offset == end }
    }

    let input: ByteInput
    let delimiter: UInt8
    private var base: UnsafePointer<UInt8>
    private var count: Int
    private var position = 0
    private var rowStart = 0
    /// The cells of the row, at least one.
    let cells = Column<Cell>(capacity: 64)
    private let unquoted = Column<UInt8>(capacity: 256)
    /// The bitwise or of all bytes of the row: its top bit shows whether the row is ASCII.
    private var allBits: UInt8 = 0
    private(set) var fault: Fault?
    /// Whether a line end followed the row; false only for the last row of an input.
    private(set) var isTerminated = true
    /// Whether the input ended inside a quoted cell of the row, on the line on which the cell began.
    private(set) var isCut = false
    /// Rows that begin before this offset in the file have one line, because a quote before it is never closed.
    private(set) var lineBound = 0
    /// Whether the last error was a row that is too long.
    private var isTooLong = false
    /// The index in the row of the open quote.
    private var openQuote: Int?
    /// The place and the beginning of a row that is too long to be kept.
    private var longRow: (place: Place, text: String)?

    init(_ input: ByteInput, delimiter: UInt8) {
        self.input = input
        self.delimiter = delimiter
        base = UnsafePointer(input.base)
        count = input.count
    }

    /// Skips a UTF-8 byte order mark; must be called first.
    mutating func skipByteOrderMark() throws(TraceError) {
        while count < 3, !input.atEnd { try refill() }
        if ByteSlice(base, count).hasPrefix("\u{FEFF}") { position = 3 }
    }

    /// The offset in the file of the next row.
    var nextOffset: Int { input.baseOffset + position }

    /// Leaves the input at the next row, for another reader.
    func leave() { input.consume(upTo: position) }

    // MARK: The row

    /// Reads the next row; false at the end of the input.
    mutating func nextRow() throws(TraceError) -> Bool {
        cells.removeAll()
        unquoted.removeAll()
        allBits = 0
        isCut = false
        if fault != nil { (fault, longRow) = (nil, nil) }
        rowStart = position
        while position >= count {
            if input.atEnd { return false }
            try refill()
        }
        do throws(TraceError) {
            while try readCell() {}
            try endRow()
        } catch {
            guard isTooLong else { throw error }
            try endLongRow()
        }
        if position - rowStart > ByteInput.Limits.line { try endLongRow() }
        if unquoted.count > 0 { for _ in 0..<ByteInput.padding { unquoted.append(0) } }
        if allBits >= 0x80, fault == nil, let bad = UTF8Check.firstInvalid(rowBytes) {
            note(.invalidUTF8, "this byte is not valid UTF-8", at: rowStart + bad)
        }
        return true
    }

    /// Whether the row is an empty line.
    var isBlank: Bool { cellCount == 1 && cells[0].isEmpty }

    var cellCount: Int { cells.count }

    /// The text of a cell, without its quotes.
    func cell(_ index: Int) -> ByteSlice { text(of: cells[index]) }

    func isQuoted(_ index: Int) -> Bool { cells[index].isQuoted }

    @inline(__always)
    func text(of cell: Cell) -> ByteSlice {
        let row = base + rowStart
        if cell.text == .plain { return ByteSlice(row + Int(cell.offset), Int(cell.end &- cell.offset)) }
        let start = cell.text == .copied ? UnsafePointer(unquoted.base) : row
        return ByteSlice(start + Int(cell.start), Int(cell.count))
    }

    /// The offsets in the file of the row's first byte, and of a cell's.
    var rowOffset: Int { input.baseOffset + rowStart }

    func offset(ofCell index: Int) -> Int { rowOffset + Int(cells[index].offset) }

    func place(ofOffset offset: Int) -> Place {
        if let longRow, longRow.place.byte == offset { return longRow.place }
        return input.place(of: offset - input.baseOffset)
    }
    var rowPlace: Place { place(ofOffset: rowOffset) }
    /// The offset in the file of the row's end, before its line end.
    var endOffset: Int { rowOffset + rowBytes.count }

    /// The text of the row, shortened.
    var rowText: String { longRow?.text ?? input.excerpt(from: rowStart, length: min(200, rowBytes.count)) }

    private var rowBytes: ByteSlice {
        var length = position - rowStart
        while length > 0, isTerminated, base[rowStart + length - 1] == 0x0A || base[rowStart + length - 1] == 0x0D {
            length -= 1
        }
        return ByteSlice(base + rowStart, length)
    }

    // MARK: Cells

    /// Reads a cell and the delimiter after it; returns false if the row ends instead.
    private mutating func readCell() throws(TraceError) -> Bool {
        if position >= count, !input.atEnd { try refill() }
        if base[position] == UInt8(ascii: "\"") {
            try readQuotedCell()
        } else {
            try readPlainCell(start: position)
        }
        guard position < count, base[position] == delimiter else { return false }
        position += 1
        return true
    }

    /// Reads a cell up to the next delimiter or, after a quote that is never closed, up to the end of its line.
    private mutating func readPlainCell(start: Int, stopsAtDelimiter: Bool = true) throws(TraceError) {
        let cellOffset = start - rowStart
        var index = start
        while true {
            if index >= count {
                if input.atEnd { break }
                let inRow = index - rowStart
                try refill()
                index = rowStart + inRow
                continue
            }
            let byte = base[index]
            if stopsAtDelimiter && byte == delimiter || Self.isLineEnd(byte) { break }
            allBits |= byte
            index += 1
        }
        position = index
        append(from: rowStart + cellOffset, to: index)
    }

    private mutating func append(from start: Int, to end: Int) {
        var cell = Cell()
        cell.offset = UInt32(truncatingIfNeeded: start - rowStart)
        cell.end = UInt32(truncatingIfNeeded: end - rowStart)
        add(cell, count: end - start)
    }

    private mutating func add(_ cell: Cell, count: Int) {
        guard cellCount < ByteInput.Limits.columns else {
            let message = "the row has more than \(ByteInput.Limits.columns) cells"
            return note(.tooLong, message, at: rowStart + Int(cell.offset))
        }
        if count > ByteInput.Limits.token { note(.tooLong, Self.tooLong, at: rowStart + Int(cell.offset)) }
        cells.append(cell)
    }

    private static var tooLong: String { "a single value is longer than \(ByteInput.Limits.token >> 20) MB" }

    /// Reads a cell in quotes; `position` is at the first one.
    @inline(never)
    private mutating func readQuotedCell() throws(TraceError) {
        let offset = position - rowStart
        let isOfLine = rowOffset < lineBound
        var index = position + 1
        var hasDoubled = false
        while true {
            while index < count, base[index] != UInt8(ascii: "\""), !isOfLine || !Self.isLineEnd(base[index]) {
                allBits |= base[index]
                index += 1
            }
            openQuote = offset
            if index - rowStart > ByteInput.Limits.line { throw rowTooLong() }
            // A quote at the very end of the window may be the first of two.
            if index + 1 >= count, !input.atEnd {
                let old = rowStart
                try refill()
                index += rowStart - old
                continue
            }
            if index >= count || base[index] != UInt8(ascii: "\"") {
                return try endOpenCell(offset)
            }
            guard index + 1 < count, base[index + 1] == UInt8(ascii: "\"") else { break }
            hasDoubled = true
            index += 2
        }
        openQuote = nil
        addQuoted(offset: offset, end: index, hasDoubled: hasDoubled)
        position = min(index + 1, count)
        try expectCellEnd()
    }

    /// Ends a cell, whose quote at this offset in the row is never closed, with its line.
    private mutating func endOpenCell(_ offset: Int) throws(TraceError) {
        openQuote = nil
        let quote = rowStart + offset
        note(.malformed, "the quote that opens this cell is never closed", at: quote)
        if rowOffset >= lineBound { lineBound = input.baseOffset + count }
        try readPlainCell(start: quote, stopsAtDelimiter: false)
        isCut = position >= count
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    private mutating func addQuoted(offset: Int, end: Int, hasDoubled: Bool) {
        var cell = Cell()
        cell.text = hasDoubled ? .copied : .quoted
        cell.offset = UInt32(truncatingIfNeeded: offset)
        var (start, count) = (offset + 1, end - rowStart - offset - 1)
        if hasDoubled {
            let raw = ByteSlice(base + rowStart + start, count)
            start = unquoted.count
            var index = 0
            while index < raw.count {
                unquoted.append(raw[index])
                index += raw[index] == UInt8(ascii: "\"") ? 2 : 1
            }
            count = unquoted.count - start
        }
        cell.start = UInt32(truncatingIfNeeded: start)
        cell.count = UInt32(truncatingIfNeeded: count)
        add(cell, count: count)
    }

    /// Expects a delimiter or a line end after a closing quote; anything before that is skipped.
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
    private mutating func note(_ kind: RejectRecord.Kind, _ message: String, at index: Int) {
        if fault == nil { fault = Fault(kind: kind, message: message, offset: input.baseOffset + index) }
    }

    /// Ends a row that is too long with its first line, or with the line of an unclosed quote in it. A line that is too
    /// long itself is not kept.
    private mutating func endLongRow() throws(TraceError) {
        let most = "\(ByteInput.Limits.line >> 20) MB"
        fault = nil
        if let openQuote {
            note(.tooLong, "the quote that opens this cell is not closed within \(most)", at: rowStart + openQuote)
        } else {
            note(.tooLong, "the row is longer than \(most)", at: rowStart)
        }
        let faultPlace = input.place(of: rowStart + (openQuote ?? 0))
        longRow = (faultPlace, input.excerpt(from: rowStart))
        lineBound = max(lineBound, rowOffset + ByteInput.Limits.line)
        position = rowStart + (openQuote ?? 0)
        cells.removeAll()
        (allBits, isCut, isTooLong, openQuote) = (0, false, false, nil)
        while true {
            while position < count, !Self.isLineEnd(base[position]) { position += 1 }
            if position < count || input.atEnd { break }
            rowStart = position
            try refill()
        }
        rowStart = position
        try endRow()
    }

    private mutating func rowTooLong() -> TraceError {
        isTooLong = true
        return TraceError(.input, "the row is too long", at: input.place(of: rowStart))
    }

    /// Reads more, keeping the row.
    @inline(never)
    private mutating func refill() throws(TraceError) {
        if count - rowStart > ByteInput.Limits.line { throw rowTooLong() }
        let moved = try input.refill(keeping: rowStart)
        base = UnsafePointer(input.base)
        count = input.count
        position -= moved
        rowStart -= moved
    }
}
