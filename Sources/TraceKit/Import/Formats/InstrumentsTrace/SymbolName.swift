import CLinux

/// The name of a function as its source spells it.
enum SymbolName {
    /// Longer ones are shown as they are: demanglers take long over names that were made to hurt.
    private static let longest = 4096

    /// `name`: without the underscore that the linker puts in front.
    static func shown(_ name: String) -> String {
        guard name.utf8.count <= longest else { return name }
        for start in ["$s", "$S", "_$s", "_$S", "_T0"] where name.hasPrefix(start) { return swift(name) ?? name }
        if name.hasPrefix("_Z") { return cPlusPlus(name) ?? name }
        // A block in a function: `___ZN…_block_invoke_2`, with or without what the linker puts in front.
        let function = name.drop { $0 == "_" }
        guard name.hasPrefix("__"), function.first == "Z", let mark = function.firstRange(of: "_block_invoke") else {
            return name
        }
        let block = cPlusPlus("_" + function[..<mark.lowerBound])
        return block.map { "invocation function for block in \($0)" } ?? name
    }

    private static func swift(_ name: String) -> String? {
        let name = name.hasPrefix("_$") ? String(name.dropFirst()) : name
        guard let text = name.withCString({ swift_demangle($0, UInt(strlen($0)), nil, nil, 0) }) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static func cPlusPlus(_ name: String) -> String? {
        var status: Int32 = 0
        guard let text = name.withCString({ __cxa_demangle($0, nil, nil, &status) }), status == 0 else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
