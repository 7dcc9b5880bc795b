/// Threads and processes from their shown forms, each form looked at once.
final class XctraceThreads {
    private let names: NameTable
    private let threads = SparseColumn<NameID>(absent: .none)
    private let processes = SparseColumn<NameID>(absent: .none)

    init(_ names: NameTable) { self.names = names }

    /// `Main Thread (0x2665b1) (Sample Pay, pid: 99692)` is `main`; of other threads, the process is dropped.
    @inline(__always)
    func thread(_ shown: NameID) -> NameID {
        let known = threads[shown.index]
        if known.isPresent || !shown.isPresent { return known }
        let name = names.intern(Self.thread(names.text(shown) ?? ""))
        threads[shown.index] = name
        return name
    }

    /// `Sample Pay (99692)` without the number.
    func process(_ shown: NameID) -> NameID {
        let known = processes[shown.index]
        if known.isPresent || !shown.isPresent { return known }
        let name = names.intern(Self.process(names.text(shown) ?? ""))
        processes[shown.index] = name
        return name
    }

    static func thread(_ shown: String) -> String {
        if shown.hasPrefix("Main Thread") { return Keyword.main.text }
        guard let open = lastParenthesis(shown), shown[open...].contains(", pid: ") else { return shown }
        let name = shown[..<open].trimmingSpaces
        return name.isEmpty ? shown : String(name)
    }

    static func process(_ shown: String) -> String {
        guard let open = lastParenthesis(shown), shown[..<open].last == " " else { return shown }
        let number = shown[open...].dropFirst().dropLast()
        guard !number.isEmpty, number.allSatisfy(\.isNumber) else { return shown }
        return String(shown[..<open].dropLast())
    }

    /// Where the parenthesis begins that ends the text: a process's name may hold parentheses itself.
    private static func lastParenthesis(_ text: String) -> String.Index? {
        guard text.last == ")" else { return nil }
        var depth = 0
        for index in text.indices.reversed() {
            if text[index] == ")" { depth += 1 }
            if text[index] == "(" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
