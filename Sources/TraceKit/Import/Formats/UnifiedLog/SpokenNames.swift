/// Finds signposts with one static name for many things, which their messages name: `Timeline` of Flutter begins and
/// ends with `BUILD`.
///
/// Names of signposts are static strings, so a library for all languages has only one. It is such a name if every end
/// repeats the message of its begin, and intervals with different messages nest: one thing would not nest in itself.
struct SpokenNames {
    private struct Fact: BitwiseCopyable {
        var first = NameID.none
        var (isRepeated, isNested, hasSeveral) = (true, false, false)
    }

    /// The number of the kind, by source.
    private let kinds: Column<UInt32>
    private var facts: [Fact]

    init(_ events: LogEvents) {
        var numbers: [SignpostKind: UInt32] = [:]
        kinds = Column(capacity: events.sources.count)
        for source in events.sources {
            let kind = SignpostKind(source, events)
            let number = numbers[kind] ?? UInt32(numbers.count)
            numbers[kind] = number
            kinds.append(number)
        }
        facts = Array(repeating: Fact(), count: numbers.count)
    }

    /// Notes a begin inside another one.
    mutating func noteNested(_ source: Int) { facts[Int(kinds[source])].isNested = true }

    /// Notes the messages of a begin and its end.
    mutating func note(_ source: Int, _ begin: NameID, _ end: NameID) {
        let kind = Int(kinds[source])
        guard facts[kind].isRepeated else { return }
        facts[kind].isRepeated = begin.isPresent && begin == end
        if !facts[kind].first.isPresent { facts[kind].first = begin }
        if begin != facts[kind].first { facts[kind].hasSeveral = true }
    }

    func kinds(_ events: LogEvents) -> Set<SignpostKind> {
        var found: Set<SignpostKind> = []
        for source in events.sources.indices {
            let fact = facts[Int(kinds[source])]
            if fact.isRepeated, fact.isNested, fact.hasSeveral {
                found.insert(SignpostKind(events.sources[source], events))
            }
        }
        return found
    }
}

/// The signposts of one name in one category.
struct SignpostKind: Hashable {
    let name, subsystem, category: NameID

    init(_ source: LogEvents.Source, _ events: LogEvents) {
        let context = events.contexts[Int(source.context)]
        (name, subsystem, category) = (source.name, context.subsystem, context.category)
    }

    init(_ signpost: SignpostRecord) {
        (name, subsystem, category) = (signpost.name, signpost.subsystem, signpost.category)
    }
}

extension TraceBuilder {
    /// Renames signposts with one name for many things to their messages. Called after signposts of bodies were taken.
    func takeSpokenNames() {
        guard !spokenSignposts.isEmpty else { return }
        for row in 0..<signposts.count {
            var signpost = signposts[row]
            guard signpost.message.isPresent, spokenSignposts.contains(SignpostKind(signpost)) else { continue }
            (signpost.name, signpost.message) = (signpost.message, .none)
            signposts[row] = signpost
        }
        for kind in spokenSignposts {
            tell(
                .note, at: records.sourceFiles.count == 1 ? firstPlace : nil,
                "signposts '\(names.text(kind.name) ?? "")' go by their messages, because each end repeats that of its begin"
            )
        }
    }
}
