/// Refilling, places and errors.
extension XMLReader {
    /// Reads more bytes after the window; returns the new value of `index`.
    @inline(never)
    mutating func more(_ index: Int, _ what: @autoclosure () -> String) throws(TraceError) -> Int {
        if input.atEnd {
            throw error(
                at: count, "the file ends inside \(what())", fix: "the export was cut; export it again if you can")
        }
        if index - position > ByteInput.Limits.token { throw tooLong(what()) }
        let moved = try input.refill(keeping: saveMark() ? keep : min(keep, mark ?? keep))
        base = UnsafePointer(input.base)
        count = input.count
        position -= moved
        keep -= moved
        tagStart -= moved
        textStart -= moved
        mark = mark.map { $0 - moved }
        return index - moved
    }

    /// Marks the last start tag as the beginning of a row, for messages. The window does not keep it, because a row may
    /// be longer than any window.
    @inline(__always)
    mutating func setMark() {
        mark = tagStart
        savedMark = nil
    }

    /// Saves the beginning of the row for messages before the window moves on, once enough of it was read: messages
    /// must not depend on the pieces in which the input came.
    private mutating func saveMark() -> Bool {
        guard let mark, savedMark == nil else { return true }
        guard count - mark >= Self.excerptLength else { return false }
        savedMark = (input.place(of: mark), Array(ByteSlice(base + mark, Self.excerptLength).buffer))
        return true
    }

    private static var excerptLength: Int { 200 }

    var markPlace: Place { savedMark?.place ?? input.place(of: mark ?? position) }

    /// The marked row's text so far, shortened.
    var markedText: String {
        let length = min(Self.excerptLength, max(0, input.baseOffset + position - markOffset))
        if let savedMark { return String(decoding: savedMark.bytes.prefix(length), as: UTF8.self) }
        return input.excerpt(from: mark ?? position, length: length)
    }

    var markOffset: Int { savedMark?.place.byte ?? input.baseOffset + (mark ?? position) }

    /// The place of the last start tag.
    var tagPlace: Place { input.place(of: tagStart) }

    // MARK: Errors

    func error(at index: Int, _ message: String, fix: String? = nil) -> TraceError {
        TraceError(.input, message, at: input.place(of: index), fix: fix ?? "correct the XML at this place")
    }

    /// An error about what was expected and what was found. At the end of the window more is read, so that the message
    /// does not depend on the pieces in which the input came.
    mutating func unexpected(_ expected: String, at index: Int) -> TraceError {
        var index = index
        while count - index < 40, !input.atEnd {
            guard let moved = try? more(index, "a tag") else { break }
            index = moved
        }
        guard index < count || !input.atEnd else {
            return error(
                at: count, "expected \(expected), found the end of the file",
                fix: "the export was cut; export it again if you can")
        }
        var end = index + 1
        while end < min(index + 40, count), !isSpace(base[end]), base[end] != UInt8(ascii: ">") { end += 1 }
        let found = FieldValues.cut(ByteSlice(base + index, end - index))
        return error(at: index, "expected \(expected), found '\(found)'")
    }

    func tooLong(_ what: String) -> TraceError {
        error(
            at: position, "\(what) is longer than \(ByteInput.Limits.token >> 20) MB",
            fix: "the limit protects memory; export fewer columns or shorten it")
    }
}

/// Finds lines and columns of bytes that were read earlier by reading the files again, for rejects that are found at
/// the end of an import. A file is read once if its bytes are requested in order.
struct PlaceResolver {
    private var file: String?
    private var input: ByteInput?

    static func place(file: String, byte: Int) -> Place {
        var resolver = PlaceResolver()
        return resolver.place(file: file, byte: byte)
    }

    /// Returns the place, without line and column if the file cannot be read again.
    mutating func place(file: String, byte: Int) -> Place {
        if self.file != file || byte < input?.baseOffset ?? 0 {
            self.file = file
            // Opening a pipe again would wait for another writer.
            input = FileHead.isStream(file) ? nil : try? PackedInput.open(path: file)
        }
        guard let input else { return Place(file: file, byte: byte) }
        while input.baseOffset + input.count <= byte, !input.atEnd {
            guard (try? input.refill(keeping: input.count)) != nil else { return Place(file: file, byte: byte) }
        }
        return input.place(of: byte - input.baseOffset)
    }
}
