/// Converts the values in a recording's rows to those that the tables' readers know from exports.
final class BundleCells {
    let uniquing: BundleUniquing
    let threads: BundleThreads
    let stacks: BundleStacks
    private let values: XctraceValues
    private let names: NameTable
    /// The name by typed array, or `unread`, or `damaged` for one that cannot be read: rows may refer to it any number
    /// of times.
    private let messages: Column<UInt32>
    private static let (unread, damaged) = (UInt32.max, UInt32.max - 1)
    private static let deepest = 8
    /// The most parts of one message, including those of nested messages: each may hold the next many times.
    private static let mostParts = 1 << 16
    private var partsLeft = 0
    /// The parts and bytes of text left for all messages together: many short ones may share the same long one.
    private var workLeft: Int

    init(_ uniquing: BundleUniquing, _ threads: BundleThreads, _ stacks: BundleStacks, _ values: XctraceValues) {
        (self.uniquing, self.threads, self.stacks, self.values) = (uniquing, threads, stacks, values)
        names = values.names
        messages = Column(repeating: Self.unread, count: uniquing.typedArrays.count)
        workLeft = (64 << 20) + 64 * uniquing.typedArrays.size
    }

    /// The reason why values of this kind cannot be read; nil if they can.
    func problem(_ kind: BundleKind) -> TraceError? {
        switch kind {
        case .text: uniquing.textProblem
        case .process, .thread, .backtrace, .taggedBacktrace, .callstack, .uuid, .returnLocation:
            uniquing.arrays.problem
        case .threadName: uniquing.textProblem ?? uniquing.arrays.problem
        case .message: uniquing.typedArrays.problem ?? uniquing.typeProblem ?? uniquing.textProblem
        case .number, .fixedDecimal, .unsupported: nil
        }
    }

    /// The value of a cell; `missing` if it refers to something that the recording does not hold.
    func value(_ cell: BundleStore.Cell, _ row: BundleStore.Row) -> XctraceValue {
        guard let number = row.present(cell) else { return .absent }
        if cell.kind == .number { return number >> 58 == 0 ? XctraceValue(.number, number) : values.bigNumber(number) }
        return reference(cell.kind, number)
    }

    private func reference(_ kind: BundleKind, _ number: UInt64) -> XctraceValue {
        switch kind {
        case .text: uniquing.name(number).map { XctraceValue($0) } ?? .missing
        case .process: threads.process(number).map { XctraceValue($0) } ?? .missing
        case .thread: threads.thread(number).map { XctraceValue($0) } ?? .missing
        case .message: message(number)
        case .backtrace: stack(stacks.stack(backtrace: number))
        case .taggedBacktrace: stack(stacks.stack(tagged: number))
        case .callstack: stack(stacks.stack(callstack: number))
        default: .opaque
        }
    }

    private func stack(_ stack: UInt32?) -> XctraceValue {
        guard let stack else { return .missing }
        return stack == 0 ? .absent : XctraceValue(.stack, UInt64(stack))
    }

    // MARK: Messages

    private func message(_ array: UInt64) -> XctraceValue {
        guard array < UInt64(messages.count) else { return .missing }
        if messages[Int(array)] == Self.unread {
            partsLeft = Self.mostParts
            messages[Int(array)] = name(ofMessage: array)?.rawValue ?? Self.damaged
        }
        let known = messages[Int(array)]
        return known == Self.damaged ? .missing : XctraceValue(NameID(rawValue: known))
    }

    /// The name of a message that is a single text, as most are.
    private func name(ofMessage array: UInt64) -> NameID? {
        if let pairs = uniquing.pairs(array), let (type, text) = pairs.firstTwo, kind(type) == .text, pairs.count == 2 {
            return uniquing.name(text)
        }
        return text(ofMessage: array, depth: 0).map { names.intern($0) }
    }

    private func kind(_ type: UInt64) -> BundleKind? {
        type < UInt64(uniquing.types.count) ? uniquing.types[Int(type)] : nil
    }

    /// Joins the parts of a message, which contain their own spaces.
    private func text(ofMessage array: UInt64, depth: Int) -> String? {
        guard depth < Self.deepest, let pairs = uniquing.pairs(array).map(Array.init), pairs.count % 2 == 0 else {
            return nil
        }
        partsLeft -= pairs.count / 2
        workLeft -= pairs.count / 2
        guard partsLeft >= 0, workLeft >= 0 else { return nil }
        var text = ""
        for place in stride(from: 0, to: pairs.count, by: 2) {
            guard let kind = kind(pairs[place]), text.utf8.count < 1 << 20,
                let part = self.text(kind, uniquing.typeNames[Int(pairs[place])], pairs[place + 1], depth)
            else { return nil }
            text += part
            workLeft -= part.utf8.count
        }
        return workLeft >= 0 ? text : nil
    }

    private func text(_ kind: BundleKind, _ typeName: String, _ value: UInt64, _ depth: Int) -> String? {
        switch kind {
        case .text: return uniquing.text(value)
        case .number:
            let isHex = ["XRVirtualMemoryAddressTypeID", "XRUnsignedIntegerHexLowercaseTypeID"].contains(typeName)
            return isHex ? "0x" + String(value, radix: 16) : String(Int64(bitPattern: value))
        case .fixedDecimal: return Self.decimal(value)
        case .message: return text(ofMessage: value, depth: depth + 1)
        case .process: return threads.process(value).flatMap { names.text($0) }
        case .thread: return threads.thread(value).flatMap { names.text($0) }
        case .uuid:
            return uniquing.array(value).map { parts in
                // Two halves, whatever follows.
                parts.prefix(2).map { number in
                    let digits = String(number, radix: 16, uppercase: true)
                    return String(repeating: "0", count: 16 - digits.count) + digits
                }.joined()
            }
        default: return "<\(typeName): unsupported>"
        }
    }

    /// Formats a number that is stored in billionths with an offset of half the range: `1512.5`.
    private static func decimal(_ value: UInt64) -> String {
        let number = Int64(bitPattern: value &- 0x7FFF_FFFF_FFFF_FFFF)
        let fraction = number.magnitude % 1_000_000_000
        let whole = "\(number < 0 ? "-" : "")\(number.magnitude / 1_000_000_000)"
        guard fraction > 0 else { return whole }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
