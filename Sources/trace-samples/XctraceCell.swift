/// A value in a row of an xctrace table. Equal cells are written once, with an id, and referred to from then on.
indirect enum Cell: Hashable {
    /// `<sentinel/>`: no value.
    case none
    case time(String, Nanoseconds)
    case duration(Nanoseconds, tag: String = "duration")
    /// A number shown as its decimal digits.
    case number(String, UInt64)
    /// A text shown as it is.
    case text(String, String)
    /// A value whose shown form differs from its raw one.
    case shown(String, raw: String, fmt: String)
    /// A composite: shown text and cells inside.
    case nested(String, fmt: String, [Cell])
    /// A function on a stack.
    case frame(Frame)
    case binary(Binary)

    /// What stands for a missing end; shown as 102479704.18 min.
    static let unterminated = Cell.duration(6_148_782_250_705_247_539)
}

extension Cell {
    static func string(_ text: String?) -> Cell {
        text.map { .text("string", $0) } ?? .none
    }

    static func optionalDuration(_ duration: Nanoseconds?) -> Cell {
        duration.map { .duration($0) } ?? .none
    }

    static func hexadecimal(_ tag: String, _ number: UInt64) -> Cell {
        .shown(tag, raw: String(number), fmt: "0x" + String(number, radix: 16))
    }

    /// A composite shown as its members, as typed arrays are; members without a value show as `n/a`.
    static func typedArray(_ members: [Cell]) -> Cell {
        .nested("typed-array", fmt: members.map(\.shown).joined(separator: ", "), members)
    }

    static func process(_ trace: Recording) -> Cell {
        .nested(
            "process", fmt: "\(trace.app) (\(trace.pid))",
            [.number("pid", trace.pid), .text("device-session", "TODO")])
    }

    static func mainThread(_ trace: Recording) -> Cell {
        let id = "0x" + String(trace.mainThread, radix: 16)
        return .nested(
            "thread", fmt: "Main Thread (\(id)) (\(trace.app), pid: \(trace.pid))",
            [.hexadecimal("tid", trace.mainThread), .process(trace)])
    }

    static func backtrace(_ frames: [Frame]) -> Cell {
        let leaf = frames.first?.name ?? ""
        let others = max(frames.count, 1) - 1
        let shown = "\(leaf) ← (\(others) other \(others == 1 ? "frame" : "frames"))"
        return .nested("tagged-backtrace", fmt: shown, [.nested("backtrace", fmt: "", frames.map { .frame($0) })])
    }

    /// The `fmt` attribute.
    var shown: String {
        switch self {
        case .none: "n/a"
        case .time(_, let time): XctraceNumbers.time(time)
        case .duration(let duration, _): XctraceNumbers.duration(duration)
        case .number(_, let number): String(number)
        case .text(_, let text): text
        case .shown(_, _, let fmt), .nested(_, let fmt, _): fmt
        case .frame(let frame): frame.name
        case .binary(let binary): binary.rawValue
        }
    }
}
