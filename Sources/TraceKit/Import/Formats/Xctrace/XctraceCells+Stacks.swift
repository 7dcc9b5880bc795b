/// Call stacks.
extension XctraceCells {
    /// Reads a `backtrace`, or a `tagged-backtrace` around one: frames from the leaf to the root.
    ///
    /// Xcode 12.5 to 14.0 writes addresses instead of frames: the first of the `text-addresses` begins with the running
    /// address; all others are return addresses. Only the leaf has a name, in the shown form.
    func stack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let first = frames.count
        var whole = XctraceValue.absent
        var addresses: [UInt64] = []
        leafName.removeAll()
        if let leaf = reader.attribute(named: "fmt").map(Self.leafName) {
            leafName.append(contentsOf: leaf.start, count: leaf.count)
        }
        while try reader.nextChild() {
            let shape = Self.stackPart(reader)
            let part = try value(shape, &reader)
            switch part.tag {
            case .frame: frames.append(UInt32(part.payload))
            case .stack: whole = part
            default: if shape == .addresses || shape == .scalar { addresses += self.addresses(of: part) }
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
        guard whole.tag == .absent, !addresses.isEmpty else { return whole }
        return XctraceValue(.stack, UInt64(values.stacks.stack(addresses: addresses, leaf: leaf)))
    }

    private static func stackPart(_ reader: borrowing XMLReader) -> XctraceShape {
        if reader.name.equals("frame") { return .frame }
        if reader.name.equals("backtrace") { return .stack }
        return reader.name.equals("text-addresses") ? .addresses : reader.name.equals("text-address") ? .scalar : .none
    }

    /// The leaf's name: `mach_msg2_trap` for `mach_msg2_trap ← (8 other frames)`.
    private static func leafName(_ shown: ByteSlice) -> ByteSlice {
        guard shown.hasSuffix(" other frames)") || shown.hasSuffix(" other frame)") else { return shown.trimmed() }
        // The bytes of ` ← (`, searched from the end, because any name may precede them.
        let arrow: [UInt8] = [0x20, 0xE2, 0x86, 0x90, 0x20, 0x28]
        let place = (0...(shown.count - arrow.count)).last { place in
            arrow.indices.allSatisfy { shown[place + $0] == arrow[$0] }
        }
        return (place.map { shown.prefix($0) } ?? shown).trimmed()
    }

    /// The name of the current stack's leaf; none if only its address is known.
    private var leaf: NameID {
        let name = ByteSlice(leafName.base, leafName.count)
        return name.isEmpty || name.equals("n/a") ? .none : values.names.intern(name)
    }

    /// The addresses in a value. Outside of stacks, they may have been kept as a number or a text.
    private func addresses(of value: XctraceValue) -> [UInt64] {
        if value.tag == .addresses { return values.addressLists[value.index] }
        guard [.number, .bigNumber, .name, .text].contains(value.tag) else { return [] }
        let bytes = values.names.bytes(of: values.name(value))
        return bytes.baseAddress.map { Self.addresses(in: ByteSlice($0, bytes.count)) } ?? []
    }

    func frame(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        let shown = reader.attribute(named: "name") ?? reader.attribute(named: "addr") ?? reader.attribute(named: "fmt")
        let name = shown.map { values.names.intern($0) } ?? .none
        var binary: UInt32 = 0
        var source: StackTable.Source?
        while try reader.nextChild() {
            if reader.name.equals("source") {
                source = try self.source(&reader) ?? source
                continue
            }
            let part = try value(reader.name.equals("binary") ? .binary : .none, &reader)
            if part.tag == .binary { binary = UInt32(part.payload) }
        }
        return XctraceValue(.frame, UInt64(values.stacks.frame(name, binary: binary, source)))
    }

    /// Reads `<source line="42"><path id="7">/Users/me/App/Row.swift</path></source>`; nil if line or path is missing.
    private func source(_ reader: inout XMLReader) throws(TraceError) -> StackTable.Source? {
        let line = reader.attribute(named: "line").flatMap { FieldValues.unsigned($0) }.flatMap { Int64(exactly: $0) }
        var file = NameID.none
        while try reader.nextChild() {
            let isPath = reader.name.equals("path")
            let part = try value(isPath ? .scalar : .none, &reader)
            if isPath { file = values.name(part) }
        }
        guard let line, file.isPresent, file != NameID(.empty) else { return nil }
        return StackTable.Source(file: file, line: line)
    }

    func binary(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        // Only one attribute value is valid at a time.
        let isApp = reader.attribute(named: "path").map { XctraceStacks.isApp(path: $0) } ?? false
        let name = reader.attribute(named: "name") ?? reader.attribute(named: "path").map { XctraceStacks.file(of: $0) }
        let index = values.stacks.binary(name.map { values.names.intern($0) } ?? .none, isApp: isApp)
        if try reader.leafText() == nil { try readChildren(&reader) }
        return XctraceValue(.binary, UInt64(index))
    }

    /// Reads a `kperf-bt`: lists of return addresses and, as the leaf, the running address.
    func addressStack(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        var list: [UInt64] = []
        var leaf: UInt64?
        while try reader.nextChild() {
            let isList = reader.name.equals("text-addresses")
            let isLeaf = reader.name.equals("text-address")
            let part = try value(isList ? .addresses : isLeaf ? .scalar : .none, &reader)
            if isList { list += addresses(of: part) }
            if isLeaf { leaf = (try? values.unsigned(part, "")) ?? nil }
        }
        if let leaf, list.first != leaf { list.insert(leaf, at: 0) }
        return list.isEmpty ? .absent : XctraceValue(.stack, UInt64(values.stacks.stack(addresses: list, leaf: .none)))
    }

    func addresses(_ reader: inout XMLReader) throws(TraceError) -> XctraceValue {
        guard let text = try reader.leafText() else {
            try readChildren(&reader)
            return .opaque
        }
        return values.addresses(Self.addresses(in: text))
    }

    private static func addresses(in text: ByteSlice) -> [UInt64] {
        var list: [UInt64] = []
        var rest = text.trimmed()
        while rest.count > 0 {
            let end = rest.firstIndex(of: 0x20) ?? rest.count
            if let address = FieldValues.unsigned(rest.prefix(end)) { list.append(address) }
            rest = rest.dropFirst(end).trimmed()
        }
        return list
    }
}
