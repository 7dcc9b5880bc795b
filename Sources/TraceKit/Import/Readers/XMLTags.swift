/// Start tags with their attributes, and end tags.
extension XMLReader {
    /// Reads the start tag at `position`, whose name begins with a letter.
    mutating func startTag() throws(TraceError) -> Event {
        tagStart = position
        if !keepsTag { keep = position }
        attributes.removeAll()
        var index = try nameEnd(from: position + 1)
        nameLength = index - position - 1
        while true {
            let byte = base[index]
            if byte == UInt8(ascii: ">") {
                try checkTag(end: index)
                openIsDue = true
                position = index + 1
                return .start
            }
            if byte == UInt8(ascii: "/"), base[index + 1] == UInt8(ascii: ">") {
                try checkTag(end: index)
                endIsDue = true
                position = index + 2
                return .start
            }
            if byte == 0x20, classes[Int(base[index + 1])] & XMLCharacters.nameStart != 0 {
                index = try attribute(at: index + 1)
            } else {
                index = try betweenAttributes(index)
            }
        }
    }

    /// Skips white space of any length; throws for a character that is not allowed inside a tag.
    @inline(never)
    private mutating func betweenAttributes(_ start: Int) throws(TraceError) -> Int {
        var index = start
        var hasSpace = false
        while true {
            let byte = base[index]
            if classes[Int(byte)] & XMLCharacters.space != 0 {
                hasSpace = true
                index += 1
            } else if byte == 0, index >= count {
                index = try more(index, "a tag")
            } else if byte == UInt8(ascii: "/"), index + 1 >= count, !input.atEnd {
                index = try more(index, "a tag")
            } else {
                break
            }
        }
        if base[index] == UInt8(ascii: ">") { return index }
        if base[index] == UInt8(ascii: "/"), base[index + 1] == UInt8(ascii: ">") { return index }
        guard classes[Int(base[index])] & XMLCharacters.nameStart != 0 else {
            throw unexpected("an attribute, '>' or '/>'", at: index)
        }
        guard hasSpace else { throw unexpected("white space before the next attribute", at: index) }
        return try attribute(at: index)
    }

    /// Reads one attribute; returns the index after its closing quote.
    @inline(__always)
    private mutating func attribute(at start: Int) throws(TraceError) -> Int {
        let nameStart = start - position
        var index = try nameEnd(from: start)
        let length = index - position - nameStart
        if base[index] != UInt8(ascii: "=") { index = try spaceThen(UInt8(ascii: "="), index) }
        index += 1
        var quote = base[index]
        if quote != UInt8(ascii: "\""), quote != UInt8(ascii: "'") {
            index = try spaceThen(nil, index)
            quote = base[index]
        }
        let valueStart = index + 1 - position
        var isPlain = true
        index = try valueEnd(from: index + 1, quote: quote, isPlain: &isPlain)
        attributes.append(
            Attribute(
                nameStart: Int32(truncatingIfNeeded: nameStart), nameLength: Int32(truncatingIfNeeded: length),
                valueStart: Int32(truncatingIfNeeded: valueStart),
                valueLength: Int32(truncatingIfNeeded: index - position - valueStart), isPlain: isPlain))
        if attributes.count > 1 { try checkUnique() }
        return index + 1
    }

    /// The index of the wanted byte (nil: either quote) after white space.
    @inline(never)
    private mutating func spaceThen(_ wanted: UInt8?, _ start: Int) throws(TraceError) -> Int {
        var index = start
        while true {
            let byte = base[index]
            if let wanted, byte == wanted { return index }
            if wanted == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return index }
            if byte == 0, index >= count {
                index = try more(index, "a tag")
            } else if classes[Int(byte)] & XMLCharacters.space != 0 {
                index += 1
            } else {
                throw unexpected(wanted == nil ? "a value in quotes" : "'=' after the attribute's name", at: index)
            }
        }
    }

    /// The index of the closing quote of an attribute's value.
    @inline(__always)
    private mutating func valueEnd(
        from start: Int, quote: UInt8, isPlain: inout Bool
    ) throws(TraceError) -> Int {
        var index = start
        while true {
            index = firstSpecial(from: base + index, quote, UInt8(ascii: "<"), UInt8(ascii: "&")) - base
            let byte = base[index]
            if byte == quote { return index }
            if byte >= 0x80 {
                index = try character(at: index)
            } else {
                index = try rareInValue(index, isPlain: &isPlain)
            }
        }
    }

    @inline(never)
    private mutating func rareInValue(_ index: Int, isPlain: inout Bool) throws(TraceError) -> Int {
        switch base[index] {
        case UInt8(ascii: "&"):
            isPlain = false
            return try reference(at: index)
        case UInt8(ascii: "<"):
            throw error(at: index, "'<' is not allowed in an attribute's value", fix: "write '&lt;'")
        case 0x09, 0x0A, 0x0D:
            isPlain = false
            return index + 1
        case 0 where index >= count: return try more(index, "an attribute's value")
        default: throw badControl(at: index)
        }
    }

    /// The index after the name that begins at `start`.
    @inline(__always)
    mutating func nameEnd(from start: Int) throws(TraceError) -> Int {
        var index = start
        var bits: UInt8 = 0
        while classes[Int(base[index])] & XMLCharacters.name != 0 {
            bits |= base[index]
            index += 1
        }
        if index >= count || bits >= 0x80 { return try slowNameEnd(from: start) }
        return index
    }

    @inline(never)
    private mutating func slowNameEnd(from start: Int) throws(TraceError) -> Int {
        let offset = start - position
        var index = start
        while true {
            while classes[Int(base[index])] & XMLCharacters.name != 0 { index += 1 }
            if index < count { break }
            index = try more(index, "a tag")
        }
        let name = ByteSlice(base + position + offset, index - position - offset)
        guard XMLCharacters.isName(name) else {
            throw error(at: position + offset, "expected a name, found '\(FieldValues.cut(name))'")
        }
        return index
    }

    // MARK: End tags

    mutating func endTag() throws(TraceError) -> Event {
        if !keepsTag { keep = position }
        let start = openEnds[openEnds.count - 2]
        let open = ByteSlice(openNames.base + start, openNames.count - start)
        while position + 2 >= count, !input.atEnd { _ = try more(count, "a tag") }
        guard classes[Int(base[position + 2])] & XMLCharacters.nameStart != 0 else {
            throw unexpected("'</\(FieldValues.cut(open))>'", at: position)
        }
        var index = try nameEnd(from: position + 2)
        let name = ByteSlice(base + position + 2, index - position - 2)
        guard name.count == open.count, equalBytes(name.start, open.start, open.count) else {
            throw error(
                at: position, "expected '</\(FieldValues.cut(open))>', found '</\(FieldValues.cut(name))>'",
                fix: "export the table again; the file was changed or cut")
        }
        index = try spaceThen(UInt8(ascii: ">"), index)
        position = index + 1
        close()
        return .end
    }

    /// Adds the last start tag's name to the open ones. The window must not have moved since.
    @inline(__always)
    mutating func open() {
        openIsDue = false
        openNames.append(contentsOf: base + tagStart + 1, count: nameLength)
        openEnds.append(openNames.count)
    }

    @inline(__always)
    private mutating func close() {
        openEnds.removeLast(1)
        openNames.removeLast(openNames.count - openEnds[openEnds.count - 1])
    }

    // MARK: Checks

    @inline(__always)
    private mutating func checkTag(end: Int) throws(TraceError) {
        hasRoot = true
        if depth >= ByteInput.Limits.xmlDepth {
            throw error(at: position, "nested deeper than \(ByteInput.Limits.xmlDepth) levels")
        }
        if end - position > ByteInput.Limits.token { throw tooLong("a tag") }
        if attributes.count > Self.fewAttributes { try checkAllUnique() }
    }

    /// Checks that the last attribute's name is new to its tag. Beyond a realistic number of attributes they are
    /// checked together at the tag's end, so that a hostile tag does not cost quadratic time.
    @inline(__always)
    private mutating func checkUnique() throws(TraceError) {
        let last = attributes.count - 1
        guard last < Self.fewAttributes else { return }
        let name = attributeName(at: last)
        for index in 0..<last where Int(attributes[index].nameLength) == name.count {
            if equalBytes(attributeName(at: index).start, name.start, name.count) { throw repeated(last) }
        }
    }

    private static var fewAttributes: Int { 32 }

    private mutating func checkAllUnique() throws(TraceError) {
        var names: Set<String> = []
        for index in 0..<attributes.count where !names.insert(attributeName(at: index).text).inserted {
            throw repeated(index)
        }
    }

    private func repeated(_ index: Int) -> TraceError {
        error(
            at: tagStart + Int(attributes[index].nameStart),
            "the attribute '\(FieldValues.cut(attributeName(at: index)))' is given twice in one tag")
    }
}
