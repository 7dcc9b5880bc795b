/// Frames, binaries and call stacks of a document.
final class XctraceStacks {
    private struct Frame: BitwiseCopyable {
        var name: NameID
        /// Index into `binaries`; the first stands for "unknown".
        var binary: UInt32
    }

    private struct Binary: BitwiseCopyable {
        var name: NameID
        var isApp: Bool
    }

    private let records: TraceRecords
    private let frames = Column<Frame>()
    private let binaries = Column<Binary>()
    private var addressNames: [UInt64: NameID] = [:]

    init(_ records: TraceRecords) {
        self.records = records
        binaries.append(Binary(name: .none, isApp: false))
    }

    func binary(_ name: NameID, isApp: Bool) -> UInt32 {
        binaries.append(Binary(name: name, isApp: isApp))
        return UInt32(binaries.count - 1)
    }

    /// The last component of a path.
    static func file(of path: ByteSlice) -> ByteSlice {
        var file = path
        while let slash = file.firstIndex(of: UInt8(ascii: "/")) { file = file.dropFirst(slash + 1) }
        return file
    }

    func frame(_ name: NameID, binary: UInt32, _ source: StackTable.Source?) -> UInt32 {
        if let source {
            let function = StackTable.Function(frame: name, binary: binaries[Int(binary)].name)
            records.stacks.note(source, of: function, records.names)
        }
        frames.append(Frame(name: name, binary: binary))
        return UInt32(frames.count - 1)
    }

    /// Whether code at this path is the app's own: not the system's and not Xcode's, wherever the system is
    /// mounted (simulator runtimes, cryptexes).
    static func isApp(path: ByteSlice) -> Bool {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return false }
        let system: [StaticString] = [
            "/System/", "/usr/lib/", "/usr/libexec/", "/Applications/Xcode", "/Library/Developer/", "/Library/Apple/",
            "/private/preboot/", "/AppleInternal/",
        ]
        if system.contains(where: { path.hasPrefix($0) }) { return false }
        return !path.text.contains("/RuntimeRoot/") && !path.text.contains(".xctoolchain/")
    }

    /// The stack node of `frame` (an index) called by `parent`.
    func child(of parent: UInt32, frame: UInt32) -> UInt32 {
        let frame = frames[Int(frame)]
        let binary = binaries[Int(frame.binary)]
        return records.stacks.child(of: parent, frame: frame.name, binary: binary.name, isApp: binary.isApp)
    }

    /// A stack of bare addresses, leaf first, whose leaf may have a name. Zeros at its end are no frames.
    func stack(addresses: [UInt64], leaf: NameID) -> UInt32 {
        var addresses = addresses[...]
        while addresses.last == 0 { addresses.removeLast() }
        var stack: UInt32 = 0
        for (index, address) in addresses.enumerated().reversed() {
            let frame = index == 0 && leaf.isPresent ? leaf : name(address)
            stack = records.stacks.child(of: stack, frame: frame)
        }
        return stack
    }

    private func name(_ address: UInt64) -> NameID {
        let known = addressNames[address] ?? records.names.intern("0x" + String(address, radix: 16))
        addressNames[address] = known
        return known
    }
}
