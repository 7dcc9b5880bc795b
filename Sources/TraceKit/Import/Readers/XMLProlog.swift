/// Everything outside the root element: the declaration, comments, processing instructions, white space.
extension XMLReader {
    @inline(never)
    mutating func nextOutside() throws(TraceError) -> Event {
        if !hasBegun { try begin() }
        while true {
            keep = position
            let byte = base[position]
            if classes[Int(byte)] & XMLCharacters.space != 0 {
                position += 1
            } else if position >= count {
                if input.atEnd {
                    guard hasRoot else { throw unexpected("an element", at: position) }
                    return .finish
                }
                _ = try more(position, "the document")
            } else if byte == UInt8(ascii: "<") {
                while position + 1 >= count, !input.atEnd { _ = try more(count, "a tag") }
                let second = base[position + 1]
                guard second == UInt8(ascii: "!") || second == UInt8(ascii: "?") else { return try root() }
                try skipMarkup()
            } else {
                throw unexpected(hasRoot ? "the end of the document" : "an element", at: position)
            }
        }
    }

    private mutating func root() throws(TraceError) -> Event {
        guard !hasRoot else { throw unexpected("the end of the document", at: position) }
        guard classes[Int(base[position + 1])] & XMLCharacters.nameStart != 0 else {
            throw unexpected("a tag", at: position)
        }
        return try startTag()
    }

    private mutating func begin() throws(TraceError) {
        hasBegun = true
        while count < 6, !input.atEnd { _ = try more(count, "the document") }
        let head = ByteSlice(base, count)
        try refuseWideEncodings(head)
        if head.hasPrefix("\u{FEFF}") {
            position = 3
            while count < 9, !input.atEnd { _ = try more(count, "the document") }
        }
        let rest = ByteSlice(base + position, count - position)
        if rest.hasPrefix("<?xml"), classes[Int(rest[5])] & XMLCharacters.space != 0 { try declaration() }
    }

    private func refuseWideEncodings(_ head: ByteSlice) throws(TraceError) {
        guard head.count >= 2 else { return }
        let isWide: Bool
        switch (head[0], head[1]) {
        case (0xFE, 0xFF), (0xFF, 0xFE), (0x00, 0x3C), (0x3C, 0x00): isWide = true
        default: isWide = false
        }
        if isWide { throw wrongEncoding("UTF-16", at: 0) }
    }

    private func wrongEncoding(_ name: String, at index: Int) -> TraceError {
        error(
            at: index, "the encoding \(name) is not read; expected UTF-8",
            fix: "convert the file: iconv -f \(name) -t UTF-8, and correct its XML declaration")
    }

    // MARK: The declaration

    /// Reads `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, the last two optional and in this order.
    private mutating func declaration() throws(TraceError) {
        while declarationEnd == nil, count - position < Self.longestDeclaration, !input.atEnd {
            _ = try more(count, "the XML declaration")
        }
        var index = position + 5
        guard let version = try pseudoAttribute("version", &index), Self.isVersion(version) else {
            throw unexpected("version=\"1.0\" in the XML declaration", at: index)
        }
        if let encoding = try pseudoAttribute("encoding", &index) { try checkEncoding(encoding) }
        if let standalone = try pseudoAttribute("standalone", &index) {
            guard standalone.equals("yes") || standalone.equals("no") else {
                throw unexpected("standalone=\"yes\" or \"no\"", at: index)
            }
        }
        index = skipSpace(index)
        guard ByteSlice(base + index, max(0, count - index)).hasPrefix("?>") else {
            throw unexpected("'?>'", at: index)
        }
        position = index + 2
    }

    private static var longestDeclaration: Int { 1024 }

    /// The declaration at its longest, because the amount of text in the window after it varies.
    private var declarationRange: ByteSlice {
        ByteSlice(base + position, min(count - position, Self.longestDeclaration))
    }

    /// The index of the first `?>`.
    private var declarationEnd: Int? {
        let rest = declarationRange
        var from = 0
        while let mark = rest.firstIndex(of: UInt8(ascii: "?"), from: from) {
            if mark + 1 < rest.count, rest[mark + 1] == UInt8(ascii: ">") { return position + mark }
            from = mark + 1
        }
        return nil
    }

    private func skipSpace(_ start: Int) -> Int {
        var index = start
        while classes[Int(base[index])] & XMLCharacters.space != 0 { index += 1 }
        return index
    }

    /// The value of the next pseudo-attribute if it has this name; `index` moves after it.
    private mutating func pseudoAttribute(_ name: StaticString, _ index: inout Int) throws(TraceError) -> ByteSlice? {
        var cursor = skipSpace(index)
        let rest = ByteSlice(base + cursor, count - cursor)
        guard cursor > index, rest.hasPrefix(name) else { return nil }
        cursor = skipSpace(cursor + name.utf8CodeUnitCount)
        guard base[cursor] == UInt8(ascii: "=") else { throw unexpected("'='", at: cursor) }
        cursor = skipSpace(cursor + 1)
        let quote = base[cursor]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw unexpected("a value in quotes", at: cursor)
        }
        let window = ByteSlice(base, declarationEnd ?? position + declarationRange.count)
        guard let end = window.firstIndex(of: quote, from: cursor + 1) else {
            throw unexpected("the closing quote", at: window.count)
        }
        index = end + 1
        return ByteSlice(base + cursor + 1, end - cursor - 1)
    }

    private static func isVersion(_ text: ByteSlice) -> Bool {
        guard text.hasPrefix("1."), text.count > 2 else { return false }
        return text.dropFirst(2).buffer.allSatisfy { isDigit($0) }
    }

    private mutating func checkEncoding(_ name: ByteSlice) throws(TraceError) {
        let index = name.start - base
        let isName =
            name.count > 0 && name.buffer.allSatisfy { classes[Int($0)] & XMLCharacters.name != 0 && $0 < 0x80 }
        guard isName, name[0] | 0x20 >= UInt8(ascii: "a"), name[0] | 0x20 <= UInt8(ascii: "z") else {
            throw unexpected("the name of an encoding", at: index)
        }
        let lower = name.text.lowercased()
        guard lower == "utf-8" || lower == "us-ascii" || lower == "ascii" else {
            throw wrongEncoding(name.prefix(40).text, at: index)
        }
    }
}

/// Tests on the head of an XML text before its root element.
enum XMLHead {
    /// Skips a byte order mark, white space, declaration, comments and processing instructions.
    static func behindProlog(_ head: ByteSlice) -> ByteSlice {
        var rest = head.hasPrefix("\u{FEFF}") ? head.dropFirst(3) : head
        while true {
            while rest.count > 0, isSpace(rest[0]) { rest = rest.dropFirst(1) }
            if rest.hasPrefix("<?") {
                rest = after("?>", rest)
            } else if rest.hasPrefix("<!--") {
                rest = after("-->", rest.dropFirst(4))
            } else {
                return rest
            }
        }
    }

    private static func after(_ mark: StaticString, _ text: ByteSlice) -> ByteSlice {
        var rest = text
        while rest.count > 0 {
            if rest.hasPrefix(mark) { return rest.dropFirst(mark.utf8CodeUnitCount) }
            rest = rest.dropFirst(1)
        }
        return rest
    }

    private static let documentType: StaticString = "<!DOCTYPE"

    /// Whether a document type declaration begins here, in letters of any case.
    static func isDocumentType(_ text: ByteSlice) -> Bool {
        guard text.count >= documentType.utf8CodeUnitCount else { return false }
        let word = String(decoding: text.prefix(documentType.utf8CodeUnitCount).buffer, as: UTF8.self)
        return word.uppercased() == "\(documentType)"
    }

    /// The error for all documents with a document type, with a hint about what this one seems to be.
    static func documentTypeError(_ text: ByteSlice, at place: Place) -> TraceError {
        let rest = text.dropFirst(documentType.utf8CodeUnitCount).trimmed()
        let end = rest.buffer.firstIndex { isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }
        let kind: String
        switch rest.prefix(end ?? rest.count).prefix(40).text.lowercased() {
        case "plist": kind = "; this looks like a property list of Apple, not like an export of xctrace"
        case "html": kind = "; this looks like a page, not like an export of xctrace"
        default: kind = ""
        }
        return TraceError(
            .input, "a document type declaration is not read\(kind)", at: place,
            fix: kind.isEmpty
                ? "remove it; exports have none, and entities are never expanded"
                : "give the tables that 'xcrun xctrace export' writes")
    }
}
