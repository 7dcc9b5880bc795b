/// The nodes of the cause graph, collected from the ends of its edges.
final class XctraceCauseNodes {
    /// The name by handle of the event id; `.none` = no node.
    private let names = SparseColumn<NameID>(absent: .none)
    private let origins = SparseColumn<Origin>(absent: .unknown)
    /// Times from the full table, in nanoseconds; -1 = unknown.
    private let timestamps = SparseColumn<Int64>(absent: -1)
    private let starts = SparseColumn<Int64>(absent: -1)
    private let durations = SparseColumn<Int64>(absent: -1)
    /// The times of the first edges out of and into nodes that are in no lane.
    private let firstOut = SparseColumn<Int64>(absent: .max)
    private let firstIn = SparseColumn<Int64>(absent: .max)
    /// The process of the first edge that has one, and the processes of nodes of other processes.
    private var process = NameID.none
    private let otherProcesses = SparseColumn<NameID>(absent: .none)
    private let roles = Memo<NameID, XctraceNodeRole>()

    func note(_ handle: UInt32, _ value: XctraceValue, _ values: XctraceValues, _ process: NameID) {
        let node = Int(handle)
        if process != self.process, process.isPresent {
            if self.process.isPresent { otherProcesses[node] = process } else { self.process = process }
        }
        let known = names[node]
        if known.isPresent, known != NameID(.empty) { return }
        let name = values.name(value)
        names[node] = name.isPresent ? name : NameID(.empty)
        if value.tag == .node, value.origin != .unknown { origins[node] = value.origin }
    }

    func note(_ detail: XctraceNodeDetail, _ from: UInt32, _ to: UInt32, _ builder: TraceBuilder) {
        guard let id = detail.eventID else { return }
        let handle = builder.records.ids[Int(from)] == id ? from : builder.records.ids[Int(to)] == id ? to : 0
        // Updates have their times in their own row, which most files have before or after this one.
        guard handle != 0, builder.definitions[Int(handle)] == .none else { return }
        if detail.timestamp >= 0 { timestamps[Int(handle)] = detail.timestamp }
        if detail.start >= 0 { starts[Int(handle)] = detail.start }
        if detail.duration >= 0 { durations[Int(handle)] = detail.duration }
    }

    // MARK: Settling

    /// Makes a check, an interaction or a cause of every node that is in no lane, by its name.
    func settle(_ builder: TraceBuilder) {
        findFirstEdges(builder)
        for handle in 1..<max(1, builder.records.ids.count) where names[handle].isPresent {
            guard builder.definitions[handle] == .none else { continue }
            settle(handle, builder)
        }
    }

    private func findFirstEdges(_ builder: TraceBuilder) {
        for edge in builder.records.edges where edge.at != UpdateColumns.untimed {
            let (from, to) = (Int(edge.from), Int(edge.to))
            if builder.definitions[from] == .none { firstOut[from] = min(firstOut[from], edge.at) }
            if builder.definitions[to] == .none { firstIn[to] = min(firstIn[to], edge.at) }
        }
    }

    private func settle(_ handle: Int, _ builder: TraceBuilder) {
        let name = names[handle]
        switch roles(name, { XctraceNodeRole(builder.names.text(name) ?? "", builder.names) }) {
        case .check(let view): appendCheck(handle, view, builder)
        case .interaction(let kind, let name): appendInteraction(handle, kind, name, builder)
        case .cause(let kind, let name, let wrapper): appendCause(handle, kind, name, builder, wrapper)
        case .unclear(let name):
            // In the full table, updates have a start, causes a timestamp.
            let isUpdate = starts[handle] >= 0 && timestamps[handle] < 0
            let kind: CauseKind = isUpdate ? .update : origins[handle] == .system ? .system : .other
            appendCause(handle, kind, name, builder)
        }
    }

    private func appendCheck(_ handle: Int, _ view: NameID, _ builder: TraceBuilder) {
        var start = starts[handle] >= 0 ? starts[handle] : min(firstIn[handle], firstOut[handle])
        if start == .max { start = UpdateColumns.untimed }
        let duration = durations[handle] >= 0 ? durations[handle] : UpdateColumns.unterminated
        builder.definitions[handle] = .update
        builder.append(
            XctraceUpdate(
                start: start, duration: duration, view: builder.bodyView(view), id: UInt32(handle), phase: .check,
                process: process(handle)))
    }

    private func appendInteraction(_ handle: Int, _ kind: InteractionKind, _ name: NameID, _ builder: TraceBuilder) {
        // An interaction without a time cannot open a window, nor can one of another process: it stays a gesture of the
        // cause graph.
        guard let start = start(handle), !otherProcesses[handle].isPresent else {
            return appendCause(handle, .gesture, names[handle], builder)
        }
        builder.definitions[handle] = .interaction
        builder.records.interactions.append(
            InteractionRecord(
                id: UInt32(handle), kind: kind, kindWord: .none, name: name, start: start, duration: durations[handle],
                causeID: 0))
    }

    private func appendCause(
        _ handle: Int, _ kind: CauseKind, _ name: NameID, _ builder: TraceBuilder, _ wrapper: PropertyWrapper = .none
    ) {
        builder.definitions[handle] = .cause
        builder.records.causes.append(
            CauseRecord(
                id: UInt32(handle), name: name, kind: kind, kindWord: .none, origin: origins[handle],
                wrapper: wrapper, start: start(handle) ?? UpdateColumns.untimed, process: process(handle)))
    }

    private func process(_ handle: Int) -> NameID {
        let other = otherProcesses[handle]
        return other.isPresent ? other : process
    }

    private func start(_ handle: Int) -> Int64? {
        if timestamps[handle] >= 0 { return timestamps[handle] }
        if starts[handle] >= 0 { return starts[handle] }
        if firstOut[handle] != .max { return firstOut[handle] }
        return firstIn[handle] == .max ? nil : firstIn[handle]
    }
}

/// The role of a node in the cause graph, from its name, because Instruments does not state it.
enum XctraceNodeRole: Equatable {
    /// The view was notified but its body did not run: `WorktreeRowsView.body [skipped]`.
    case check(NameID)
    /// An interaction as our own writer names it: `Tap "Favorite"`.
    case interaction(InteractionKind, NameID)
    /// A cause, with the name after the property wrapper that gives its kind.
    case cause(CauseKind, NameID, PropertyWrapper)
    /// No rule fits, so times and colour decide.
    case unclear(NameID)

    init(_ name: String, _ names: NameTable) {
        if name.hasSuffix(Self.skipped) {
            self = .check(names.intern(String(name.dropLast(Self.skipped.count))))
        } else if let (kind, title) = Self.interaction(name) {
            self = .interaction(kind, names.intern(title))
        } else if let (wrapper, rest) = Self.wrapped(name) {
            self = .cause(wrapper.causeKind, names.intern(rest), wrapper)
        } else if let kind = Self.kind(name) {
            self = .cause(kind, names.intern(name), .none)
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

    /// Longer words come before their prefixes.
    private static let wrappers = PropertyWrapper.allCases.filter { $0 != .none }
        .sorted { $0.word.utf8.count > $1.word.utf8.count }

    private static func wrapped(_ name: String) -> (PropertyWrapper, String)? {
        guard name.hasPrefix("@") else { return nil }
        for wrapper in wrappers where name.hasPrefix(wrapper.word) {
            var rest = name.dropFirst(wrapper.word.count)
            guard let next = rest.first else { return (wrapper, name) }
            guard next == " " || next == ":" || next == "(" else { continue }
            if next == "(" { return (wrapper, name) }
            rest = rest.drop { $0 == " " || $0 == ":" }
            return (wrapper, rest.isEmpty ? name : String(rest))
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
        if GestureName.isTrigger(name) { return false }
        return name.contains("Gesture") || words(name).contains { gestureWords.contains($0) }
    }

    private static func words(_ name: String) -> [String] {
        name.split { !$0.isLetter }.map { $0.lowercased() }
    }
}
