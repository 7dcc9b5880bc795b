/// A cause in sentences, and what to change about it by what it is (docs/analysis.md, section 5).
struct CauseAdvice {
    /// `ModelData.favorites`, `@EnvironmentObject player`
    let name: String
    private let kind: CauseKind
    private let wrapper: PropertyWrapper
    private let isClock: Bool
    /// Changes within the busiest second.
    private let changes: Int

    /// From this many changes within one second on, the advice is to write less often.
    static let oftenPerSecond = 20

    init(_ id: NameID, _ kind: CauseKind, _ context: RuleContext) {
        name = context.causeName(id)
        self.kind = kind
        wrapper = context.wrappers[id] ?? .none
        isClock = ViewClock.contains(kind, context.name(id))
        changes = context.mostChanges(id)
    }

    /// What keeps a view that reads the cause from running for each change, and with it what is below.
    /// - Parameter child: the view that is below it most often.
    func sparing(_ reader: String, with child: String? = nil) -> String {
        if isClock { return ViewClock.hint }
        let spared =
            child.map { "; or make \($0) Equatable and pass it plain values." }
            ?? ", so that \(reader) does not run each time."
        func say(_ verb: String, _ rest: String) -> String {
            "\(less.isEmpty ? verb : "\(less), or \(verb.lowercasedFirst)") \(value)\(rest)\(spared)"
        }
        switch kind {
        case .state: return say("Move", " into a view of its own that shows it")
        case .observable, .observer:
            switch wrapper {
            case .stateObject, .observedObject, .environmentObject, .published:
                return say(
                    "Split",
                    " (a separate object for what changes so often), or make it @Observable, and read it only where it is shown"
                )
            default: return say("Read", " only where it is shown, in a smaller view")
            }
        case .environment, .environmentWriter, .externalEnvironment:
            return say(
                "Make",
                " once (an action or a closure is never equal to the one before), or set it lower, near what reads it")
        case .defaults, .transaction, .creation, .system, .other, .gesture, .update:
            return say("Read", " in a smaller view")
        }
    }

    /// `Throttle what writes x (up to 60 times a second)`, where it changes with every frame or nearly so; else empty.
    private var less: String {
        changes >= Self.oftenPerSecond
            ? "Throttle what writes \(name) (up to \(RuleWords.number(changes)) times a second)" : ""
    }

    /// The object of `@EnvironmentObject player`, the value of `Child Environment: openURL`.
    private var value: String {
        switch kind {
        case .observable, .observer:
            wrapper == .none || wrapper == .observable ? name : name.split(separator: " ").last.map(String.init) ?? name
        case .environment, .environmentWriter, .externalEnvironment: FanOutWords.value(name)
        default: name
        }
    }
}

extension RuleContext {
    /// A cause in sentences: with its property wrapper where the name tells no owner.
    func causeName(_ id: NameID) -> String {
        let text = shortName(id)
        guard let wrapper = wrappers[id], !text.contains("."), !text.hasPrefix("@") else { return text }
        return "\(wrapper.word) \(text)"
    }
}
