/// What a node of the cause graph is, by its name alone. Instruments has no other word for it.
enum XctraceNodeRole: Equatable {
    /// The view was notified and its body did not run: `WorktreeRowsView.body [skipped]`.
    case check(NameID)
    /// `Tap "Favorite"`: what our own writer makes of an interaction.
    case interaction(InteractionKind, NameID)
    /// The name without the property wrapper that told its kind.
    case cause(CauseKind, NameID)
    /// No rule fits; times and colour decide.
    case unclear(NameID)

    init(_ name: String, _ names: NameTable) {
        if name.hasSuffix(Self.skipped) {
            self = .check(names.intern(String(name.dropLast(Self.skipped.count))))
        } else if let (kind, title) = Self.interaction(name) {
            self = .interaction(kind, names.intern(title))
        } else if let (kind, rest) = Self.wrapped(name) {
            self = .cause(kind, names.intern(rest))
        } else if let kind = Self.kind(name) {
            self = .cause(kind, names.intern(name))
        } else {
            self = .unclear(names.intern(name))
        }
    }

    private static let skipped = " [skipped]"

    private static func interaction(_ name: String) -> (InteractionKind, String)? {
        guard name.hasSuffix("\""), let quote = name.firstRange(of: " \"") else { return nil }
        let title = name[..<quote.lowerBound]
        guard quote.upperBound < name.endIndex,
            let kind = InteractionKind.allCases.first(where: { $0.title == title }), kind != .signpost, kind != .trace
        else { return nil }
        return (kind, String(name[quote.upperBound...].dropLast()))
    }

    // MARK: Kinds

    /// Property wrappers, the longer names before those they begin with.
    private static let wrappers: [(String, CauseKind)] = [
        ("@StateObject", .observable), ("@State", .state), ("@Binding", .state), ("@GestureState", .state),
        ("@FocusState", .state), ("@Observable", .observable), ("@ObservedObject", .observable),
        ("@EnvironmentObject", .observable), ("@Published", .observable), ("@Bindable", .observable),
        ("@AppStorage", .defaults), ("@SceneStorage", .defaults), ("@Environment", .environment),
    ]

    private static func wrapped(_ name: String) -> (CauseKind, String)? {
        guard name.hasPrefix("@") else { return nil }
        for (wrapper, kind) in wrappers where name.hasPrefix(wrapper) {
            var rest = name.dropFirst(wrapper.count)
            guard let next = rest.first else { return (kind, name) }
            guard next == " " || next == ":" || next == "(" else { continue }
            if next == "(" { return (kind, name) }
            rest = rest.drop { $0 == " " || $0 == ":" }
            return (kind, rest.isEmpty ? name : String(rest))
        }
        return nil
    }

    private static let prefixes: [(String, CauseKind)] = [
        ("Layout: ", .update), ("EnvironmentWriter", .environmentWriter), ("External", .externalEnvironment),
        ("Child Environment", .environment), ("Environment", .environment), ("Transaction", .transaction),
        ("Creation of", .creation),
    ]

    private static func kind(_ name: String) -> CauseKind? {
        if name.hasSuffix(".body") { return .update }
        if name.contains("UserDefault") { return .defaults }
        for (prefix, kind) in prefixes where name.hasPrefix(prefix) { return kind }
        if name.contains("closure #") || name.contains("Observer") || words(name).contains("observer") {
            return .observer
        }
        return isGesture(name) ? .gesture : nil
    }

    private static let gestureWords: Set<String> = ["tap", "click", "drag", "scroll", "key", "touch", "gesture"]

    static func isGesture(_ name: String) -> Bool {
        name.contains("Gesture") || words(name).contains { gestureWords.contains($0) }
    }

    private static func words(_ name: String) -> [String] {
        name.split { !$0.isLetter }.map { $0.lowercased() }
    }
}
