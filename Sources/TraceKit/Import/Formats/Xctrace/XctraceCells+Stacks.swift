/// Call stacks.
extension XctraceCells {
    /// A `backtrace`, or a `tagged-backtrace` around one: frames from the leaf to the root.
    func stack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let first = frames.count
        var whole = XctraceValue.absent
        while try reader.nextChild() {
            let part = try value(Self.stackPart(reader), &reader)
            switch part.tag {
            case .frame: frames.append(UInt32(part.payload))
            case .stack: whole = part
            default: break
            }
        }
        if frames.count > first {
            var stack: UInt32 = 0
            for index in stride(from: frames.count - 1, through: first, by: -1) {
                stack = values.stacks.child(of: stack, frame: frames[index])
            }
            whole = XctraceValue(.stack, UInt64(stack))
        }
        frames.removeLast(frames.count - first)
        return whole
    }

    private static func stackPart(_ reader: borrowing XMLReader) -> XctraceShape {
        reader.name.equals("frame") ? .frame : reader.name.equals("backtrace") ? .stack : .none
    }

    func frame(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let shown = reader.attribute(named: "name") ?? reader.attribute(named: "addr") ?? reader.attribute(XMLKey.fmt)
        let name = shown.map { values.names.intern($0) } ?? .none
        var binary: UInt32 = 0
        while try reader.nextChild() {
            let part = try value(reader.name.equals("binary") ? .binary : .none, &reader)
            if part.tag == .binary { binary = UInt32(part.payload) }
        }
        return XctraceValue(.frame, UInt64(values.stacks.frame(name, binary: binary)))
    }

    func binary(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        // One attribute's value at a time: the next may take its place.
        let isApp = reader.attribute(named: "path").map { XctraceStacks.isApp(path: $0) } ?? false
        let name = reader.attribute(named: "name") ?? reader.attribute(named: "path").map { XctraceStacks.file(of: $0) }
        let index = values.stacks.binary(name.map { values.names.intern($0) } ?? .none, isApp: isApp)
        if try reader.leafText() == nil { try readChildren(&reader) }
        return XctraceValue(.binary, UInt64(index))
    }

    /// A `kperf-bt`: lists of return addresses and, as the leaf, the address that ran.
    func addressStack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        var list: [UInt64] = []
        var leaf: UInt64?
        while try reader.nextChild() {
            let isList = reader.name.equals("text-addresses")
            let isLeaf = reader.name.equals("text-address")
            let part = try value(isList ? .addresses : isLeaf ? .scalar : .none, &reader)
            if part.tag == .addresses { list += values.addressLists[part.index] }
            if isList, part.tag != .addresses {
                list += (try? values.unsigned(part, "")).flatMap { $0 }.map { [$0] } ?? []
            }
            if isLeaf { leaf = (try? values.unsigned(part, "")) ?? nil }
        }
        if let leaf, list.first != leaf { list.insert(leaf, at: 0) }
        return list.isEmpty ? .absent : XctraceValue(.stack, UInt64(values.stacks.stack(addresses: list)))
    }

    func addresses(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        guard var rest = try reader.leafText()?.trimmed() else {
            try readChildren(&reader)
            return .opaque
        }
        var list: [UInt64] = []
        while rest.count > 0 {
            let end = rest.firstIndex(of: 0x20) ?? rest.count
            if let address = FieldValues.unsigned(rest.prefix(end)) { list.append(address) }
            rest = rest.dropFirst(end).trimmed()
        }
        return values.addresses(list)
    }
}
