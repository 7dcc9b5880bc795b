/// Reading on, places and errors.
extension XMLReader {
    /// Reads more bytes behind the window; where `index` is afterwards.
    @inline(never)
    mutating func more(_ index: Int, _ what: @autoclosure () -> String) throws(TraceError) -> Int {
        if input.atEnd {
            throw error(
                at: count, "the file ends inside \(what())", fix: "the export was cut; export it again if you can")
        }
        if index - position > ByteInput.Limits.token { throw tooLong(what()) }
        saveMark()
        let moved = try input.refill(keeping: keep)
        base = UnsafePointer(input.base)
        count = input.count
        position -= moved
        keep -= moved
        tagStart -= moved
        textStart -= moved
        mark = mark.map { $0 - moved }
        return index - moved
    }

    /// Marks the last start tag as the beginning of a row, for messages about it. The window does not keep it:
    /// a row may be longer than any window.
    @inline(__always)
    mutating func setMark() {
        mark = tagStart
        savedMark = nil
    }

    /// Before the window moves on, what messages could need is kept: once in a window at most.
    private mutating func saveMark() {
        guard let mark, savedMark == nil else { return }
        savedMark = (input.place(of: mark), input.excerpt(from: mark))
    }

    var markPlace: Place { savedMark?.place ?? input.place(of: mark ?? position) }

    /// The marked row's text, cut.
    var markedText: String {
        if let savedMark { return savedMark.text }
        let start = mark ?? position
        return input.excerpt(from: start, length: min(200, max(position, start) - start))
    }

    var markOffset: Int { savedMark?.place.byte ?? input.baseOffset + (mark ?? position) }

    /// The place of the last start tag.
    var tagPlace: Place { input.place(of: tagStart) }

    // MARK: Errors

    func error(at index: Int, _ message: String, fix: String? = nil) -> TraceError {
        TraceError(.input, message, at: input.place(of: index), fix: fix ?? "correct the XML at this place")
    }

    func unexpected(_ expected: String, at index: Int) -> TraceError {
        guard index < count || !input.atEnd else {
            return error(
                at: count, "expected \(expected), found the end of the file",
                fix: "the export was cut; export it again if you can")
        }
        var end = index + 1
        while end < min(index + 40, count), !isSpace(base[end]), base[end] != UInt8(ascii: ">") { end += 1 }
        return error(at: index, "expected \(expected), found '\(FieldValues.cut(ByteSlice(base + index, end - index)))'")
    }

    func tooLong(_ what: String) -> TraceError {
        error(
            at: position, "\(what) is longer than \(ByteInput.Limits.token >> 20) MB",
            fix: "the limit protects memory; export fewer columns or shorten it")
    }
}
