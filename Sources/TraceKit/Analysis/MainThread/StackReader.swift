/// What the stacks of a trace say of the work in them: whose code runs, in which body, in which costly calls, and what
/// it waits for.
///
/// A stack is read from its outermost frame inwards, each node once. What lies outward of the outermost run loop, and
/// the entry of the program, are never a subject.
final class StackReader {
    /// The system's part of an interface's work, which no app can change but by what it lays out or draws.
    enum Structure: UInt8, CaseIterable {
        case none, layout, graph, commit

        var words: String {
            switch self {
            case .none: ""
            case .layout: "layout"
            case .graph: "SwiftUI's graph"
            case .commit: "Core Animation's commit"
            }
        }
    }

    /// A node of `StackTable`, read.
    struct State: BitwiseCopyable {
        /// The node of the innermost function of the app inward of the run loop; zero = none.
        var function: UInt32 = 0
        /// The node of the innermost body; zero = none.
        var body: UInt32 = 0
        /// The costly calls inward of the run loop, a bit each, by index into `CostlyAPI.all`.
        var families: UInt32 = 0
        /// The waits inward of the innermost function of the app, a bit each, by `WaitKind`.
        var waits: UInt16 = 0
        var structure = Structure.none
        /// Whether the innermost frame waits.
        var isWaiting = false
        var isInLoop = false
        /// Whether it is the entry of the program, which runs the loop.
        var isEntry = false
        var isOfSwiftUI = false
        /// Whether layout called it, inward of the body.
        var isBelowLayout = false
        /// Whether code of the app without a symbol runs.
        var hasUnnamed = false

        /// Whether the function was called by the body, and is not the body itself.
        var isInBody: Bool { function > body && body > 0 }
        /// Whether the main thread waits for the next event: no app code waits.
        var isIdle: Bool { isWaiting && isInLoop && function == 0 && !hasUnnamed && waits & WaitKind.asked == 0 }
    }

    /// What a name says, worked out once for each frame of the trace.
    private struct Facts {
        var name: FrameName
        /// The numbers of the function and of the body.
        var function: Int32
        var body: Int32
        var isApp = false
        var isBody = false
        var isEntry = false
        var isRunLoop = false
        var isUnnamed = false
        var isOfSwiftUI = false
        var waits: WaitKind.Facts
        var family: Int?
        var structure = Structure.none
    }

    private let records: TraceRecords
    private let costlyCalls: CostlyCalls
    private let marksApp: Bool
    private var facts: [Facts?]
    private var states: [State]
    private var read = 1
    private let numbers = TextNumbers()

    init(_ records: TraceRecords, _ costlyCalls: CostlyCalls) {
        (self.records, self.costlyCalls) = (records, costlyCalls)
        let frames = records.stacks.nodes.frames
        marksApp = frames.buffer.contains(where: \.isApp)
        facts = Array(repeating: nil, count: frames.count)
        states = [State()]
    }

    /// The state of a stack; callers have lower numbers than callees.
    subscript(stack: UInt32) -> State {
        let nodes = records.stacks.nodes
        let wanted = Int(stack)
        guard wanted < nodes.count else { return State() }
        if wanted >= read {
            states.reserveCapacity(nodes.count)
            while read <= wanted {
                states.append(state(read, below: states[Int(nodes.parent(read))]))
                read += 1
            }
        }
        return states[wanted]
    }

    private func state(_ node: Int, below caller: State) -> State {
        let facts = facts(ofFrame: records.stacks.nodes.frame(node))
        var state = caller
        state.isWaiting = facts.waits.isWait
        // All so far is outward of the run loop or of the entry.
        if facts.isRunLoop || facts.isEntry, !caller.isInLoop {
            return State(isInLoop: facts.isRunLoop, isEntry: facts.isEntry)
        }
        state.isEntry = false
        // Sources may leave out the loop between the two.
        if caller.isEntry, state.isWaiting { state.isInLoop = true }
        state.isOfSwiftUI = caller.isOfSwiftUI || facts.isOfSwiftUI
        if let family = facts.family, !facts.isApp { state.families |= 1 << UInt32(family) }
        state.waits |= facts.waits.kinds
        if facts.structure != .none { state.structure = facts.structure }
        if facts.structure == .layout { state.isBelowLayout = true }
        if facts.isApp, facts.isUnnamed { state.hasUnnamed = true }
        if facts.isApp, !facts.isUnnamed {
            (state.function, state.waits, state.hasUnnamed) = (UInt32(node), 0, false)
        }
        if facts.isBody {
            (state.body, state.structure, state.isBelowLayout) = (UInt32(node), .none, false)
        }
        return state
    }

    /// The number of the function of a node, and of the body: equal names have equal numbers.
    func function(_ node: UInt32) -> Int32 { facts(ofFrame: records.stacks.nodes.frame(Int(node))).function }
    func body(_ node: UInt32) -> Int32 { facts(ofFrame: records.stacks.nodes.frame(Int(node))).body }

    /// The view of a body by its number: `LocalStatsLog` of `LocalStatsLog.body`.
    func view(_ body: Int32) -> String {
        let text = text(body)
        return text.lastIndex(of: ".").map { String(text[..<$0]) } ?? text
    }

    /// `NodeStore.fetch(_:)`, `LocalStatsLog.body`
    func text(_ number: Int32) -> String { numbers.texts[Int(number)] }

    /// Whose code runs in a stack: `LocalStatsLog.body`, else the innermost function of the app; nil = neither.
    func codeOfApp(_ stack: UInt32) -> String? {
        let state = self[stack]
        if state.body > 0 { return text(body(state.body)) }
        return state.function > 0 ? text(function(state.function)) : nil
    }

    /// The innermost function of the app that called the one of a state, or none.
    func caller(of state: State) -> State {
        state.function == 0 ? State() : self[records.stacks.nodes.parent(Int(state.function))]
    }

    private func facts(ofFrame index: Int) -> Facts {
        if let known = facts[index] { return known }
        let frame = records.stacks.nodes.frames[index]
        let symbol = records.names.text(frame.name) ?? ""
        let binary = records.names.text(frame.binary) ?? ""
        let name = FrameName(symbol)
        let isUnnamed = FrameName.isUnnamed(symbol)
        let isApp = isApp(frame, name, isUnnamed: isUnnamed)
        var made = Facts(
            name: name, function: numbers.number(name.function), body: name.body.map(numbers.number) ?? -1,
            waits: WaitKind.facts(symbol))
        made.isApp = isApp
        made.isBody = name.body != nil && (isApp || name.isOfPlatformView)
        made.isEntry = FrameName.isEntry(symbol)
        made.isRunLoop = FrameName.isRunLoop(symbol)
        made.isUnnamed = isUnnamed
        made.isOfSwiftUI =
            binary.hasPrefix("SwiftUI") || binary == "AttributeGraph" || symbol.hasPrefix("AG::")
            || binary.isEmpty && !isUnnamed && !symbol.hasPrefix("_") && AppViews.isNode(symbol) && symbol != "main"
        made.family = costlyCalls.family(frame.name)
        made.structure = Self.structure(symbol, isApp: isApp)
        facts[index] = made
        return made
    }

    /// By the binary; where the source marks no frame of the app, by the name.
    private func isApp(_ frame: StackTable.Frame, _ name: FrameName, isUnnamed: Bool) -> Bool {
        if marksApp { return frame.isApp }
        if isUnnamed { return !frame.binary.isPresent }
        if let view = name.view { return AppFunctionName.isLikely("\(view).member") && !AppViews.isNode(view) }
        return AppFunctionName.isLikely(name.function) && !AppViews.isNode(name.function)
    }

    private static let layouts = [
        "sizeThatFits", "placeSubviews", "place(subviews", "LayoutComputer", "layoutSubviews", "layout_if_needed",
        "layoutIfNeeded", "LayoutProxy", "LayoutEngine", ".layout()", " layout]", "updateConstraints", "NSISEngine",
    ]

    private static func structure(_ symbol: String, isApp: Bool) -> Structure {
        if isApp { return .none }
        if symbol.hasPrefix("AG::") || symbol.hasPrefix("GraphHost.") || symbol.hasPrefix("ViewGraph.") {
            return .graph
        }
        if symbol.hasPrefix("CA::Transaction::commit") || symbol.hasPrefix("CA::Context::commit") { return .commit }
        return layouts.contains { symbol.hasBytes(of: $0) } ? .layout : .none
    }
}

/// What a thread waits in, most telling first.
enum WaitKind: UInt16, CaseIterable {
    case childProcess, keychain, database, queue, semaphore, group, lock, condition, service, network, file, sleep

    /// All that code asks to wait for: a run loop that only waits for events has none of them.
    static let asked = UInt16.max

    struct Facts {
        var kinds: UInt16 = 0
        /// Whether the frame itself waits.
        var isWait = false
    }

    /// `for a lock`
    var words: String {
        switch self {
        case .childProcess: "for a child process"
        case .keychain: "for the keychain"
        case .database: "for a database queue (performAndWait)"
        case .queue: "for a dispatch queue (sync)"
        case .semaphore: "for a semaphore"
        case .group: "for a dispatch group"
        case .lock: "for a lock"
        case .condition: "for a condition"
        case .service: "for another process (XPC)"
        case .network: "for the network"
        case .file: "for a file"
        case .sleep: "in a sleep"
        }
    }

    private var names: [String] {
        switch self {
        case .childProcess: ["waitUntilExit", "wait4", "waitpid"]
        case .keychain: ["SecItem", "SecKeychain"]
        case .database: ["performAndWait", "performBlockAndWait"]
        case .queue: ["_dispatch_sync_f_slow", "__DISPATCH_WAIT_FOR_QUEUE__", "_dispatch_thread_event_wait_slow"]
        case .semaphore: ["semaphore_wait", "semaphore_timedwait", "_dispatch_semaphore_wait"]
        case .group: ["_dispatch_group_wait"]
        case .lock:
            [
                "__psynch_mutexwait", "__psynch_rw", "_pthread_mutex_firstfit", "__ulock_wait", "unfair_lock_lock",
                "-[NSLock lock]", "-[NSRecursiveLock lock]",
            ]
        case .condition: ["__psynch_cvwait"]
        case .service: ["xpc_connection_send_message_with_reply_sync", "_xpc_connection_send_message_with_reply_sync"]
        case .network: ["sendSynchronousRequest", "__connect", "recvfrom", "getaddrinfo", "__recv"]
        case .file: ["__read_nocancel", "pread", "fsync", "__open", "flock", "__fcntl"]
        case .sleep: ["usleep", "nanosleep", "__semwait_signal"]
        }
    }

    private static let primitives = [
        "mach_msg", "semaphore_wait", "semaphore_timedwait", "__psynch", "__ulock_wait", "kevent", "__select", "__poll",
        "poll",
        "__semwait_signal", "__wait4", "wait4", "__workq_kernreturn", "__read_nocancel", "fsync",
    ]

    private static let named = allCases.map { ($0, $0.names) }

    static func facts(_ symbol: String) -> Facts {
        var facts = Facts(isWait: primitives.contains { symbol.hasPrefix($0) })
        for (kind, names) in named where names.contains(where: { symbol.hasBytes(of: $0) }) { facts.kinds |= kind.bit }
        return facts
    }

    var bit: UInt16 { 1 << rawValue }

    /// The most telling of some waits.
    static func first(of kinds: UInt16) -> WaitKind? { allCases.first { kinds & $0.bit != 0 } }
}

/// Texts with numbers, in the order in which they were first asked for.
final class TextNumbers {
    private(set) var texts: [String] = []
    private var known: [String: Int32] = [:]

    func number(_ text: String) -> Int32 {
        if let number = known[text] { return number }
        let number = Int32(texts.count)
        texts.append(text)
        known[text] = number
        return number
    }
}
