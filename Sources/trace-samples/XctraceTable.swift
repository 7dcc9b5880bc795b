/// A column of a table: what xctrace calls it, what Instruments shows, and its engineering type.
struct Column {
    var mnemonic: String
    var name: String
    var type: String

    init(_ mnemonic: String, _ name: String, _ type: String) {
        self.mnemonic = mnemonic
        self.name = name
        self.type = type
    }
}

/// Writes one exported table: the schema, then rows whose cells are matched to the columns by position.
final class XctraceTable {
    private let file: OutputFile
    private let columnCount: Int
    private var ids: [Cell: UInt64] = [:]

    /// - Parameter index: the table's place in the table of contents, from 1.
    init(_ schema: String, columns: [Column], index: Int, in directory: String) throws {
        file = try OutputFile(creating: "\(directory)/\(schema).xml")
        columnCount = columns.count
        file.append("<?xml version=\"1.0\"?>\n<trace-query-result>\n")
        file.append("<node xpath='//trace-toc[1]/run[1]/data[1]/table[\(index)]'><schema name=\"\(schema)\">")
        for column in columns {
            file.append("<col><mnemonic>\(column.mnemonic)</mnemonic><name>\(column.name)</name>")
            file.append("<engineering-type>\(column.type)</engineering-type></col>")
        }
        file.append("</schema>")
    }

    func row(_ cells: [Cell]) {
        precondition(cells.count == columnCount, "a row has one cell for each column")
        file.append("<row>")
        for cell in cells { write(cell) }
        file.append("</row>\n")
    }

    func finish() throws {
        file.append("</node></trace-query-result>\n")
        try file.finish()
    }

    private func write(_ cell: Cell) {
        switch cell {
        case .none: file.append("<sentinel/>")
        case .time(let tag, let time): leaf(cell, tag, raw: String(time))
        case .duration(let duration, let tag): leaf(cell, tag, raw: String(duration))
        case .number(let tag, let number): leaf(cell, tag, raw: String(number))
        case .text(let tag, let text): leaf(cell, tag, raw: text)
        case .shown(let tag, let raw, _): leaf(cell, tag, raw: raw)
        case .nested(let tag, _, let members): nested(cell, tag, members)
        case .frame(let frame): stackFrame(cell, frame)
        case .binary(let binary): library(cell, binary)
        }
    }

    private func leaf(_ cell: Cell, _ tag: String, raw: String) {
        guard open(cell, tag) else { return }
        file.append(" fmt=\"\(XMLText.escaped(cell.shown))\">\(XMLText.escaped(raw))</\(tag)>")
    }

    private func nested(_ cell: Cell, _ tag: String, _ members: [Cell]) {
        guard open(cell, tag) else { return }
        file.append(cell.shown.isEmpty ? ">" : " fmt=\"\(XMLText.escaped(cell.shown))\">")
        for member in members { write(member) }
        file.append("</\(tag)>")
    }

    private func stackFrame(_ cell: Cell, _ frame: Frame) {
        guard open(cell, "frame") else { return }
        let address = String(XctraceNumbers.address(of: frame), radix: 16)
        file.append(" name=\"\(XMLText.escaped(frame.name))\" addr=\"0x\(address)\">")
        write(.binary(frame.binary))
        file.append("</frame>")
    }

    private func library(_ cell: Cell, _ binary: Binary) {
        guard open(cell, "binary") else { return }
        let address = String(XctraceNumbers.loadAddress(of: binary), radix: 16)
        file.append(" name=\"\(binary.rawValue)\" UUID=\"\(XctraceNumbers.uuid(of: binary))\" arch=\"arm64e\"")
        file.append(" load-addr=\"0x\(address)\" path=\"\(XMLText.escaped(binary.path))\"/>")
    }

    /// Opens an element with a new id and returns true; for a cell that was written before, writes all of it as a
    /// reference and returns false.
    private func open(_ cell: Cell, _ tag: String) -> Bool {
        if let id = ids[cell] {
            file.append("<\(tag) ref=\"\(id)\"/>")
            return false
        }
        let id = UInt64(ids.count) + 1
        ids[cell] = id
        file.append("<\(tag) id=\"\(id)\"")
        return true
    }
}

enum XMLText {
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: false
        }
    }
}
