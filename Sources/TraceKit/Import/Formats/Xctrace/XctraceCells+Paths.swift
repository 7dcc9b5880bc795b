/// Hierarchies of views, `VStack ← Row ← List ← Screen`, innermost first.
extension XctraceCells {
    /// Views that are kept of a hierarchy, and bytes: whole ones go up to the window, and can have more than 64 KB.
    private static let (pathViews, pathBytes) = (8, 400)
    private static let arrow: StaticString = " ← "

    /// Notes where the row's view stands. Of most rows nobody asks for it, and each has its own: a name of the trace is made
    /// of it for the first update of a view.
    func path(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        var value = XctraceValue.opaque
        if let shown = reader.attribute(XMLKey.fmt) {
            let beginning = Self.beginning(shown)
            pathBytes.append(contentsOf: beginning.start, count: beginning.count)
            if reader.attribute(XMLKey.id) != nil, values.hasRoomForPaths {
                value = values.text(beginning, isRead: false)
            }
        }
        if try reader.leafText() == nil { try readChildren(&reader) }
        return value
    }

    /// The hierarchy of an earlier row, noted as that of this one.
    func path(of id: UInt64) -> XctraceValue {
        let value = values.value(of: id, isRead: false)
        if let text = values.text(of: value) { pathBytes.append(contentsOf: text.start, count: text.count) }
        return value
    }

    /// The innermost views, whole ones only, unless the first is too long by itself.
    private static func beginning(_ shown: ByteSlice) -> ByteSlice {
        let arrow = UnsafeBufferPointer(start: Self.arrow.utf8Start, count: Self.arrow.utf8CodeUnitCount)
        var (end, views, place) = (0, 1, 0)
        while place + arrow.count <= shown.count, place <= pathBytes {
            if arrow.indices.allSatisfy({ shown[place + $0] == arrow[$0] }) {
                if views == pathViews { return shown.prefix(place) }
                (end, views, place) = (place, views + 1, place + arrow.count)
            } else {
                place += 1
            }
        }
        if shown.count <= pathBytes { return shown }
        return shown.prefix(end > 0 ? end : pathBytes)
    }
}
