/// The output of a tool: keys in order of importance, within a size that an agent can read.
struct ToolAnswer: Sendable {
    /// The largest answer in bytes of JSON.
    static let limit = 8 << 10
    /// Bytes reserved for the keys that say what was left out.
    private static let reserve = 320

    private(set) var members: [JSONValue.Member] = []
    /// The number of entries that `fit` removed, by list.
    private(set) var leftOut: [JSONValue.Member] = []
    /// The complete answer, if something was removed.
    private(set) var whole: JSONValue?

    subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            if let index, let newValue {
                members[index] = .init(key, newValue)
            } else if let index {
                members.remove(at: index)
            } else if let newValue {
                members.append(.init(key, newValue))
            }
        }
    }

    var json: JSONValue {
        leftOut.isEmpty ? .object(members) : .object(members + [.init("left_out", .object(leftOut))])
    }

    /// Removes entries from the end of the longest lists until everything fits. Lists are ranked, so the most important
    /// remain.
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
        // Single entries may be too long: names and statements have no limit.
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
    /// The value with every text truncated to a length in characters.
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
    /// The text truncated to a length in characters, with a mark.
    func clipped(_ length: Int) -> String {
        // Checks bytes first, because counting characters is slow.
        guard utf8.count > length, let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end != endIndex
        else { return self }
        return self[..<end] + "…"
    }
}
