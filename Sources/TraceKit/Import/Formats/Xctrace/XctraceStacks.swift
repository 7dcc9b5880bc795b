/// Frames, binaries and call stacks of a document.
final class XctraceStacks {
    private struct Binary: BitwiseCopyable {
        var name: NameID
        var isApp: Bool
    }

    private let records: TraceRecords
    /// The first stands for "unknown".
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

    /// The frame's number in the table of stacks.
    func frame(_ name: NameID, binary: UInt32, _ source: StackTable.Source?) -> UInt32 {
        let binary = binaries[Int(binary)]
        if let source {
            records.stacks.note(source, of: StackTable.Function(frame: name, binary: binary.name), records.names)
        }
        return records.stacks.number(of: StackTable.Frame(name: name, binary: binary.name, isApp: binary.isApp))
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

    func child(of parent: UInt32, frame: UInt32) -> UInt32 { records.stacks.child(of: parent, frame: frame) }

    /// A stack of bare addresses, leaf first, whose leaf may have a name. Zeros at its end are no frames.
    func stack(addresses: [UInt64], leaf: NameID) -> UInt32 {
        var addresses = addresses[...]
        while addresses.last == 0 { addresses.removeLast() }
        var stack: UInt32 = 0
        for (index, address) in addresses.enumerated().reversed() {
            let name = index == 0 && leaf.isPresent ? leaf : name(address)
            stack = records.stacks.child(of: stack, StackTable.Frame(name: name))
        }
        return stack
    }

    private func name(_ address: UInt64) -> NameID {
        let known = addressNames[address] ?? records.names.intern("0x" + String(address, radix: 16))
        addressNames[address] = known
        return known
    }
}
