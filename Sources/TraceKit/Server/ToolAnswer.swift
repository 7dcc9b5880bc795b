/// What a tool gives: keys in their order, most important first, and no more of them than an agent wants to read.
struct ToolAnswer: Sendable {
    /// What an answer takes at most, in bytes of JSON.
    static let limit = 8 << 10
    /// What a key beside the lists may need, which tells what was left out.
    private static let reserve = 320

    private(set) var members: [JSONValue.Member] = []
    /// How many entries of which list `fit` has left out.
    private(set) var leftOut: [JSONValue.Member] = []
    /// All of it, where something was left out.
    private(set) var whole: JSONValue?

    subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            if let place, let newValue {
                members[place] = .init(key, newValue)
            } else if let place {
                members.remove(at: place)
            } else if let newValue {
                members.append(.init(key, newValue))
            }
        }
    }

    var json: JSONValue {
        leftOut.isEmpty ? .object(members) : .object(members + [.init("left_out", .object(leftOut))])
    }

    /// Takes entries from the end of the longest lists until everything fits. Lists are ranked, so the first ones stay.
    mutating func fit(_ limit: Int = limit) {
        let room = limit - Self.reserve
        var total = JSONValue.object(members).line.utf8.count
        guard total > room else { return }
        if whole == nil { whole = json }
        var lists = members.indices.compactMap { index in
            members[index].value.items.map { (index: index, sizes: $0.map { $0.line.utf8.count + 1 }) }
        }
        var sums = lists.map { $0.sizes.reduce(0, +) }
        while total > room {
            let long = lists.indices.filter { lists[$0].sizes.count > 1 }
            guard let longest = long.max(by: { sums[$0] < sums[$1] }), let size = lists[longest].sizes.popLast() else {
                break
            }
            total -= size
            sums[longest] -= size
        }
        for list in lists {
            let items = members[list.index].value.items ?? []
            guard list.sizes.count < items.count else { continue }
            note(members[list.index].key, items.count - list.sizes.count)
            members[list.index].value = .array(Array(items.prefix(list.sizes.count)))
        }
        // Single entries that are too long: names and statements may be as long as anybody likes.
        var length = 400
        while total > room, length >= 25 {
            members = members.map { .init($0.key, $0.value.clipped(length)) }
            total = JSONValue.object(members).line.utf8.count
            length /= 2
        }
    }

    private mutating func note(_ key: String, _ count: Int) {
        let before = leftOut.first { $0.key == key }?.value.whole ?? 0
        leftOut.removeAll { $0.key == key }
        leftOut.append(.init(key, .integer(before + Int64(count))))
    }
}

extension JSONValue {
    /// With no text longer than so many characters.
    func clipped(_ length: Int) -> JSONValue {
        switch self {
        case .text(let text): .text(text.clipped(length))
        case .array(let items): .array(items.map { $0.clipped(length) })
        case .object(let members): .object(members.map { .init($0.key, $0.value.clipped(length)) })
        default: self
        }
    }
}

extension String {
    /// At most so many characters, with a sign where something is gone.
    func clipped(_ length: Int) -> String {
        // Looking at bytes first: counting characters takes its time.
        guard utf8.count > length, let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end != endIndex
        else { return self }
        return self[..<end] + "…"
    }
}

/// Sentences that the command line shares, as an agent can follow them: options are arguments of `open_trace`, commands are
/// tools.
enum AgentWords {
    /// In this order; names of traces hold none of these.
    private static let replacements: [(words: String, by: String)] = [
        (" (--logs)", ""), (", --all)", ")"), ("report --process", "--process"),
        (
            "choose another one with --process NAME, or all with --process all",
            "open_trace takes the process NAME, or all"
        ),
        ("choose one with --process NAME, or all with --process all", "open_trace takes the process NAME, or all"),
        ("trace-analyze schema lists", "help with topic schema lists"),
        (", or give more time with --timeout SECONDS", ""), ("--timeout SECONDS", "max_rows"),
        ("trace-analyze chains", "trace_causes"), ("trace-analyze doctor", "open_trace"),
        ("trace-analyze report", "open_trace"), ("trace-analyze diff", "compare_traces"),
        ("trace-analyze check", "check_budget"), ("trace-analyze query", "query"),
        ("trace-analyze explain ", "help topic rule:"),
    ]
    /// Commands that a person runs to record or to unpack: their options are kept.
    private static let programs = [
        "xcrun ", "log show", "log stream", "log collect", "gunzip ", "unxz ", "bunzip2 ", "unpack it:",
    ]

    static func of(_ text: String) -> String {
        var text = text
        for (words, other) in replacements where text.contains(words) { text = text.replacing(words, with: other) }
        for property in OpenTraceTool.tool.input {
            let option = "--\(property.name.replacing("_", with: "-"))"
            if text.contains(option) { text = text.replacing(option, with: "open_trace's \(property.name)") }
        }
        return text
    }

    /// An advice; nil where no tool can follow it.
    static func advice(_ text: String) -> String? {
        let text = of(text)
        if programs.contains(where: text.contains) { return text }
        return text.contains(" --") || text.hasPrefix("--") || text.contains("'--") || text.contains("trace-analyze ")
            ? nil : text
    }

    /// What went wrong, with what to do only where that can be done.
    static func of(_ diagnostic: Diagnostic) -> Diagnostic {
        var diagnostic = diagnostic
        diagnostic.message = of(diagnostic.message)
        diagnostic.fix = diagnostic.fix.flatMap(advice)
        return diagnostic
    }
}
