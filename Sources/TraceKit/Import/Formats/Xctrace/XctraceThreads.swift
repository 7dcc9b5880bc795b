/// Threads and processes from their shown forms, each form looked at once.
final class XctraceThreads {
    private let names: NameTable
    // By shown form.
    private let threads = KnownNames()
    private let processes = KnownNames()
    private let processesOfThreads = KnownNames()

    init(_ names: NameTable) { self.names = names }

    /// `Main Thread (0x2665b1) (Sample Pay, pid: 99692)` is `main`; of other threads, the process is dropped.
    @inline(__always)
    func thread(_ shown: NameID) -> NameID {
        guard shown.isPresent else { return .none }
        if let known = threads.find(shown.key) { return known }
        let name = names.intern(Self.thread(names.text(shown) ?? ""))
        threads.add(shown.key, name)
        return name
    }

    /// The process of a row, from its own cell or from the thread's: `Main Thread (0x2665b1) (Sample Pay, pid: 99692)`.
    @inline(__always)
    func process(_ shown: NameID, thread: NameID) -> NameID {
        if shown.isPresent { return process(shown) }
        guard thread.isPresent else { return .none }
        return processesOfThreads.find(thread.key) ?? findProcess(ofThread: thread)
    }

    @inline(never)
    private func findProcess(ofThread thread: NameID) -> NameID {
        let name = Self.processName(ofThread: names.text(thread) ?? "").map { names.intern($0) } ?? .none
        processesOfThreads.add(thread.key, name)
        return name
    }

    func process(_ shown: NameID) -> NameID {
        guard shown.isPresent else { return .none }
        if let known = processes.find(shown.key) { return known }
        let name = names.intern(ProcessName(names.text(shown) ?? "").text)
        processes.add(shown.key, name)
        return name
    }

    static func thread(_ shown: String) -> String {
        if shown.hasPrefix("Main Thread") { return Keyword.main.text }
        guard let open = lastParenthesis(shown), shown[open...].contains(", pid: ") else { return shown }
        let name = shown[..<open].trimmingSpaces
        return name.isEmpty ? shown : String(name)
    }

    static func processName(ofThread shown: String) -> String? {
        guard let open = lastParenthesis(shown) else { return nil }
        let inner = shown[open...].dropFirst().dropLast()
        guard let space = inner.lastIndex(of: " "), inner[..<space].hasSuffix(", pid:") else { return nil }
        return ProcessName(String(inner[..<space].dropLast(6)), pid: Int64(inner[space...].dropFirst())).text
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
