/// What the head of an XML text says before its root element.
enum XMLHead {
    /// Behind byte order mark, white space, declaration, comments and processing instructions.
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

    /// The one error of all documents with a document type, with a word on what this one seems to be.
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
