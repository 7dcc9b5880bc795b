/// The places in the unified log where SwiftUI says why bodies ran.
enum SwiftUILog {
    static let subsystem: StaticString = "com.apple.SwiftUI"
    static let category: StaticString = "Changed Body Properties"
}

extension NameTable {
    /// Whether a message of these is one of SwiftUI on why a body ran.
    func isSwiftUILog(_ subsystem: NameID, _ category: NameID) -> Bool {
        isText(subsystem, SwiftUILog.subsystem) && isText(category, SwiftUILog.category)
    }

    private func isText(_ name: NameID, _ text: StaticString) -> Bool {
        let bytes = bytes(of: name)
        return bytes.baseAddress.map { ByteSlice($0, bytes.count).equals(text) } ?? false
    }
}
