/// Text between tags, with comments, processing instructions and CDATA sections.
extension XMLReader {
    /// Reads up to the next start or end tag; returns whether there was any text. `position` is then at its `<`, with
    /// at least one more byte in the window.
    @inline(never)
    mutating func scanText() throws(TraceError) -> Bool {
        scratch.removeAll()
        textIsInScratch = false
        var index = position
        var isPlain = true
        while true {
            index = endOfRun(from: index)
            let byte = base[index]
            if byte >= 0x80 {
                index = try character(at: index)
            } else if byte == UInt8(ascii: "<") {
                if index + 1 >= count {
                    index = try more(index, "a tag")
                    continue
                }
                let second = base[index + 1]
                guard second == UInt8(ascii: "!") || second == UInt8(ascii: "?") else {
                    return try finishText(at: index, isPlain: isPlain)
                }
                try takeRun(upTo: index, isPlain: isPlain)
                try skipMarkup()
                index = position
                isPlain = true
            } else {
                index = try rareInText(index, isPlain: &isPlain)
            }
        }
    }

    /// The first byte from an index on that needs special handling in text.
    @inline(__always)
    private func endOfRun(from index: Int) -> Int {
        firstSpecial(from: base + index, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]")) - base
    }

    private mutating func rareInText(_ index: Int, isPlain: inout Bool) throws(TraceError) -> Int {
        switch base[index] {
        case 0x09, 0x0A: return index + 1
        case 0x0D:
            isPlain = false
            return index + 1
        case UInt8(ascii: "&"):
            isPlain = false
            return try reference(at: index)
        case UInt8(ascii: "]"):
            let offset = index - position
            while position + offset + 2 >= count, !input.atEnd { _ = try more(count, "text") }
            let index = position + offset
            if base[index + 1] == UInt8(ascii: "]"), base[index + 2] == UInt8(ascii: ">") {
                throw error(at: index, "']]>' is not allowed in text", fix: "write ']]&gt;'")
            }
            return index + 1
        case 0 where index >= count:
            let name = input.atEnd ? openName : ""
            return try more(index, "the element '\(name)'")
        default: throw badControl(at: index)
        }
    }

    /// The name of the innermost open element, for messages.
    private var openName: String {
        let start = openEnds[max(0, openEnds.count - 2)]
        return FieldValues.cut(ByteSlice(openNames.base + start, openNames.count - start))
    }

    private mutating func finishText(at end: Int, isPlain: Bool) throws(TraceError) -> Bool {
        guard isPlain, !textIsInScratch else {
            try takeRun(upTo: end, isPlain: isPlain)
            textLength = scratch.count
            for _ in 0..<ByteInput.padding { scratch.append(0) }
            position = end
            return textLength > 0
        }
        textStart = position
        textLength = end - position
        position = end
        if textLength > ByteInput.Limits.token { throw tooLong("a text") }
        return textLength > 0
    }

    /// Collects text that is not contiguous in `scratch`.
    private mutating func takeRun(upTo end: Int, isPlain: Bool) throws(TraceError) {
        textIsInScratch = true
        let run = ByteSlice(base + position, end - position)
        if scratch.count + run.count > ByteInput.Limits.token { throw tooLong("a text") }
        if isPlain {
            scratch.append(contentsOf: run.start, count: run.count)
        } else {
            XMLReferences.decode(run, isAttribute: false, into: scratch)
        }
        position = end
    }

    // MARK: Comments, processing instructions, CDATA

    /// Skips markup that begins with `<!` or `<?` at `position`; a CDATA section's content goes to `scratch`.
    mutating func skipMarkup() throws(TraceError) {
        if !keepsTag { keep = position }
        if base[position + 1] == UInt8(ascii: "?") { return try instruction() }
        while count - position < 9, !input.atEnd { _ = try more(count, "a declaration") }
        let rest = ByteSlice(base + position, count - position)
        if rest.hasPrefix("<!--") { return try comment() }
        if XMLHead.isDocumentType(rest) { throw try documentType() }
        guard rest.hasPrefix("<![CDATA["), openEnds.count > 1 else {
            throw unexpected("an element or a comment", at: position)
        }
        position += 9
        let end = try find("]]>", from: position, "a CDATA section")
        if scratch.count + end - position > ByteInput.Limits.token { throw tooLong("a text") }
        decodeCDATA(upTo: end)
        position = end + 3
    }

    /// The error for a document type. Its name is read completely, because it shows what the document is.
    private mutating func documentType() throws(TraceError) -> TraceError {
        hasDocumentType = true
        while count - position < 64, !input.atEnd { _ = try more(count, "a declaration") }
        return XMLHead.documentTypeError(ByteSlice(base + position, count - position), at: input.place(of: position))
    }

    /// Appends a CDATA section, in which only line ends are special.
    private mutating func decodeCDATA(upTo end: Int) {
        var index = position
        while index < end {
            if base[index] == 0x0D {
                scratch.append(0x0A)
                if base[index + 1] == 0x0A { index += 1 }
            } else {
                scratch.append(base[index])
            }
            index += 1
        }
    }

    private mutating func comment() throws(TraceError) {
        position += 4
        let end = try find("--", from: position, "a comment")
        position = end
        while position + 2 >= count, !input.atEnd { _ = try more(count, "a comment") }
        guard base[position + 2] == UInt8(ascii: ">") else { throw unexpected("'-->'", at: position) }
        position += 3
    }

    private mutating func instruction() throws(TraceError) {
        let nameStart = 2
        while position + nameStart >= count, !input.atEnd { _ = try more(count, "a processing instruction") }
        guard classes[Int(base[position + nameStart])] & XMLCharacters.nameStart != 0 else {
            throw unexpected("the name of a processing instruction", at: position + nameStart)
        }
        let end = try nameEnd(from: position + nameStart)
        let name = ByteSlice(base + position + nameStart, end - position - nameStart)
        guard XMLCharacters.isName(name) else {
            throw unexpected("the name of a processing instruction", at: position + nameStart)
        }
        if name.count == 3, name[0] | 0x20 == 0x78, name[1] | 0x20 == 0x6D, name[2] | 0x20 == 0x6C {
            throw error(at: position, "the XML declaration is allowed at the very start only")
        }
        let close = try find("?>", from: end, "a processing instruction")
        let next = base[position + nameStart + name.count]
        guard classes[Int(next)] & XMLCharacters.space != 0 || close == position + nameStart + name.count else {
            throw unexpected("white space or '?>'", at: position + nameStart + name.count)
        }
        position = close + 2
    }

    /// The index of `mark` at or after `start`; all characters before it are checked.
    private mutating func find(
        _ mark: StaticString, from start: Int, _ what: String
    ) throws(TraceError) -> Int {
        var index = start
        let length = mark.utf8CodeUnitCount
        let first = mark.utf8Start[0]
        while true {
            let byte = base[index]
            if byte == first {
                while index + length > count, !input.atEnd { index = try more(index, what) }
                if equalBytes(base + index, mark.utf8Start, length) { return index }
                index += 1
            } else if byte >= 0x80 {
                index = try character(at: index)
            } else if byte == 0, index >= count {
                index = try more(index, what)
            } else if byte >= 0x20 || classes[Int(byte)] & XMLCharacters.space != 0 {
                index += 1
            } else {
                throw badControl(at: index)
            }
        }
    }

    // MARK: Leaves

    /// Reads a leaf text (see `leafText`) that is contiguous in the window, right before the element's end tag; nil for
    /// any other.
    @inline(__always)
    mutating func fastLeafText() -> ByteSlice? {
        var index = position
        index = endOfRun(from: index)
        let length = nameLength
        guard base[index] == UInt8(ascii: "<"), base[index + 1] == UInt8(ascii: "/"), index + length + 2 < count,
            base[index + length + 2] == UInt8(ascii: ">"),
            equalBytes(base + index + 2, base + tagStart + 1, length), index - position <= ByteInput.Limits.token
        else { return nil }
        let text = ByteSlice(base + position, index - position)
        position = index + length + 3
        openIsDue = false
        return text
    }

    @inline(never)
    mutating func slowLeafText() throws(TraceError) -> ByteSlice? {
        if openIsDue { open() }
        keep = tagStart
        keepsTag = true
        defer { keepsTag = false }
        _ = try scanText()
        guard base[position + 1] == UInt8(ascii: "/") else { return nil }
        _ = try endTag()
        return text
    }
}
