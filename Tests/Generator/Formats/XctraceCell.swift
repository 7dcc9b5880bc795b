/// A value in a row of an xctrace table. Equal cells are written once, with an id, and referred to from then on.
struct Cell: Hashable, Sendable {
    /// How long a stream remembers that a value was written. There is no end of some values, and a table of any length
    /// is written in memory of one size; the table of a story remembers everything.
    enum Memory { case table, row, none }

    enum Content: Hashable, Sendable {
        /// `<sentinel/>`: no value.
        case none
        case raw(String)
        case members([Cell])
        /// An element without a shown form: attributes, and elements inside.
        case attributes(String, [Cell])
    }

    var tag = "sentinel"
    /// The `fmt` attribute.
    var shown = "n/a"
    var content = Content.none
    var memory = Memory.table

    static let none = Cell()
    /// What stands for a missing end; shown as 102479704.18 min.
    static let unterminated = duration(6_148_782_250_705_247_539)
}

extension Cell {
    static func shown(_ tag: String, raw: String, fmt: String, _ memory: Memory = .table) -> Cell {
        Cell(tag: tag, shown: fmt, content: .raw(raw), memory: memory)
    }

    /// A text shown as it is.
    static func text(_ tag: String, _ text: String?, _ memory: Memory = .table) -> Cell {
        text.map { shown(tag, raw: $0, fmt: $0, memory) } ?? .none
    }

    static func string(_ text: String?) -> Cell { .text("string", text) }

    /// A number shown as its decimal digits. Small ones come again and again, others mostly in the same row.
    static func number(_ tag: String, _ number: UInt64?) -> Cell {
        number.map { .text(tag, String($0), $0 < 1_024 ? .table : .row) } ?? .none
    }

    static func hexadecimal(_ tag: String, _ number: UInt64) -> Cell {
        shown(tag, raw: String(number), fmt: "0x" + String(number, radix: 16), .none)
    }

    static func time(_ tag: String, _ time: Nanoseconds) -> Cell {
        shown(tag, raw: String(time), fmt: XctraceNumbers.time(time), .none)
    }

    static func duration(_ duration: Nanoseconds?, tag: String = "duration") -> Cell {
        duration.map { shown(tag, raw: String($0), fmt: XctraceNumbers.duration($0), .none) } ?? .none
    }

    /// A composite: shown text and cells inside.
    static func nested(_ tag: String, fmt: String, _ members: [Cell], _ memory: Memory = .table) -> Cell {
        Cell(tag: tag, shown: fmt, content: .members(members), memory: memory)
    }

    static func process(_ trace: Recording) -> Cell {
        .nested(
            "process", fmt: "\(trace.app) (\(trace.pid))",
            [.number("pid", trace.pid), .text("device-session", "TODO")])
    }

    static func mainThread(_ trace: Recording) -> Cell {
        let id = Cell.hexadecimal("tid", trace.mainThread)
        return .nested(
            "thread", fmt: "Main Thread (\(id.shown)) (\(trace.app), pid: \(trace.pid))", [id, .process(trace)])
    }

    /// The name, colour and symbol of a node, shown as its members, as typed arrays are.
    static func node(_ node: CauseNode) -> Cell { typedArray(members(node), .table) }

    /// Also its id and times: causes and interactions have a timestamp, updates a start.
    static func fullNode(_ node: CauseNode) -> Cell {
        let time = Cell.time("event-time", node.start)
        let times = [node.isUpdate ? .none : time, node.isUpdate ? time : .none, .duration(node.duration)]
        return typedArray(members(node) + [.number("uint32", node.id)] + times, .none)
    }

    private static func members(_ node: CauseNode) -> [Cell] {
        [.string(node.name), .string(node.isSystem ? "gray" : "blue"), .string(node.symbol), .none, .none]
    }

    private static func typedArray(_ members: [Cell], _ memory: Memory) -> Cell {
        .nested("typed-array", fmt: members.map(\.shown).joined(separator: ", "), members, memory)
    }

    static func backtrace(_ frames: [Frame]) -> Cell {
        let leaf = frames.first?.name ?? ""
        let others = max(frames.count, 1) - 1
        let shown = "\(leaf) ← (\(others) other \(others == 1 ? "frame" : "frames"))"
        return .nested("tagged-backtrace", fmt: shown, [.nested("backtrace", fmt: "", frames.map(frame))])
    }

    /// A function on a stack.
    private static func frame(_ frame: Frame) -> Cell {
        let binary = frame.binary
        let address = String(XctraceNumbers.loadAddress(of: binary), radix: 16)
        let library = """
            name="\(binary.rawValue)" UUID="\(XctraceNumbers.uuid(of: binary))" arch="arm64e" \
            load-addr="0x\(address)" path="\(XMLText.escaped(binary.path))"
            """
        let place = String(XctraceNumbers.address(of: frame), radix: 16)
        return Cell(
            tag: "frame", shown: frame.name,
            content: .attributes(
                "name=\"\(XMLText.escaped(frame.name))\" addr=\"0x\(place)\"",
                [Cell(tag: "binary", shown: binary.rawValue, content: .attributes(library, []))]))
    }
}
