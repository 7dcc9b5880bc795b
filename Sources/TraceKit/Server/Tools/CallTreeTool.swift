/// `call_tree`: where a thread's time went, from the samples of a profile.
enum CallTreeTool {
    static let tool = ServerTool(
        name: "call_tree",
        summary: """
            A thread's samples as a call tree; inverted: functions by own samples, with callers.
            """,
        input: [
            .trace, ToolProperty("inverted", .flag), ToolProperty("window", .text, "START..END ms"),
            ToolProperty("thread", .text), ToolProperty("process", .text),
            ToolProperty("limit", .integer(1...100)),
        ],
        output: [
            ToolOutput("samples", .integer), ToolOutput("ms", .number, always: false), ToolOutput("calls", .objects),
            ToolOutput("why_empty", .text, always: false), ToolOutput("left_out", .object, always: false),
        ]
    ) { (call) throws(TraceError) in
        let arguments = call.arguments
        let trace = try call.trace()
        let thread = arguments.text("thread") ?? "main"
        let tree = try SampledCalls(trace, thread: thread, process: arguments.text("process"), try arguments.window())
        var answer = ToolAnswer()
        answer["samples"] = .count(tree.samples)
        if let milliseconds = tree.milliseconds { answer["ms"] = .milliseconds(milliseconds) }
        let limit = arguments.integer("limit") ?? 25
        answer["calls"] = .array(try arguments.flag("inverted") ? tree.inverted(limit) : tree.topDown(limit))
        if tree.samples == 0 { answer["why_empty"] = .text(try tree.whyEmpty(thread)) }
        answer.fit()
        return answer
    }
}

/// The running samples of a thread by node of the call tree.
private struct SampledCalls {
    private struct Node {
        var caller: Int
        var function: Int64
        var isApp: Bool
        var own = 0
        var total = 0
    }

    private let trace: OpenTrace
    /// Callers come before their callees.
    private var nodes: [Node] = []
    private let first: Int64
    /// Whether the source says which frames are the app's; else their names do.
    private let marksApp: Bool
    private(set) var samples = 0
    /// The sum of their weights; nil where some have none.
    private(set) var milliseconds: Double?

    /// Calls with a smaller share of the samples are not told.
    private static let leastShare = 0.02
    /// A function of the system that passes on so much of its samples to one callee is left out.
    private static let passedOn = 0.95
    private static let mostCallers = 4
    /// Callers further out are not looked at.
    private static let deepest = 500

    init(
        _ trace: OpenTrace, thread: String, process: String?, _ window: (from: Int64?, to: Int64?)?
    ) throws(TraceError) {
        self.trace = trace
        let stored = trace.store.stored(trace.id)
        first = try stored.rows(of: "stack_frame")?.lowerBound ?? 1
        let start = first
        var nodes: [Node] = []
        try StoredRows(["caller_id", "frame_id", "is_app"], of: "stack_frame", stored).each { row in
            let caller = row.integer(0).map { Int($0 - start) } ?? -1
            nodes.append(
                Node(
                    caller: caller < nodes.count ? caller : -1, function: row.integer(1) ?? 0,
                    isApp: row.integer(2) == 1))
        }
        marksApp = nodes.contains(where: \.isApp)
        var conditions = "s.thread = ?2 AND (s.state IS NULL OR lower(s.state) = 'running')"
        conditions += process == nil ? " AND s.is_target = 1" : " AND s.process = ?3"
        if let from = window?.from { conditions += " AND s.start_ns >= \(from)" }
        if let to = window?.to { conditions += " AND s.start_ns < \(to)" }
        let rows = try trace.store.database.rows(
            """
            SELECT s.stack_id, count(*), count(s.weight_ms), total(s.weight_ms) FROM samples s
            WHERE s.trace_id = ?1 AND \(conditions) GROUP BY 1
            """, [.integer(trace.id), .text(thread)] + (process.map { [.text($0)] } ?? []))
        var (weights, sum) = (0, 0.0)
        for row in rows {
            samples += row[1].count
            weights += row[2].count
            sum += row[3].number
            guard case .integer(let stack) = row[0], nodes.indices.contains(Int(stack - start)) else { continue }
            nodes[Int(stack - start)].own += row[1].count
        }
        for node in nodes.indices.reversed() {
            nodes[node].total += nodes[node].own
            if nodes[node].caller >= 0 { nodes[nodes[node].caller].total += nodes[node].total }
        }
        self.nodes = nodes
        milliseconds = weights == samples && samples > 0 ? sum : nil
    }

    /// Calls before what they call, each with its depth.
    func topDown(_ limit: Int) throws(TraceError) -> [JSONValue] {
        let least = max(1, Int(Double(samples) * Self.leastShare))
        var callees: [Int: [Int]] = [:]
        for node in nodes.indices where nodes[node].total >= least {
            callees[nodes[node].caller, default: []].append(node)
        }
        // The heaviest come first, and callers before callees that are as heavy.
        let shown = Set(
            nodes.indices.filter { nodes[$0].total >= least && !passesOn($0, callees[$0] ?? []) }
                .sorted { (nodes[$1].total, $0) < (nodes[$0].total, $1) }.prefix(limit))
        var calls: [JSONValue] = []
        var waiting = (callees[-1] ?? []).map { (node: $0, depth: 0) }.sorted {
            nodes[$0.node].total < nodes[$1.node].total
        }
        while let next = waiting.popLast() {
            let isShown = shown.contains(next.node)
            if isShown { calls.append(try call(next.node, [.init("depth", .count(next.depth))])) }
            let below = (callees[next.node] ?? []).sorted { nodes[$0].total < nodes[$1].total }
            waiting += below.map { ($0, next.depth + (isShown ? 1 : 0)) }
        }
        return calls
    }

    private func passesOn(_ node: Int, _ callees: [Int]) -> Bool {
        guard !nodes[node].isApp, let heaviest = callees.map({ nodes[$0].total }).max() else { return false }
        return Double(heaviest) >= Self.passedOn * Double(nodes[node].total)
    }

    /// Functions by their own samples, with the callers that have most of these.
    func inverted(_ limit: Int) throws(TraceError) -> [JSONValue] {
        var places: [Int64: [Int]] = [:]
        for node in nodes.indices where nodes[node].own > 0 { places[nodes[node].function, default: []].append(node) }
        func own(_ nodes: [Int]) -> Int { nodes.reduce(0) { $0 + self.nodes[$1].own } }
        let ranked = places.values.map { (nodes: $0, own: own($0)) }
            .sorted { ($1.own, $0.nodes[0]) < ($0.own, $1.nodes[0]) }
        var calls: [JSONValue] = []
        for function in ranked.prefix(limit) {
            let callers = try callers(of: function.nodes, own: function.own)
            guard let node = function.nodes.first else { continue }
            calls.append(
                try call(node, samples: function.own, callers.isEmpty ? [] : [.init("called_by", .texts(callers))]))
        }
        return calls
    }

    /// The callers that more than half of a function's own samples come from, innermost first, and where these are the system's, the
    /// first function of the app behind them.
    private func callers(of nodes: [Int], own: Int) throws(TraceError) -> [String] {
        var (found, isPassedOver, isOfApp): ([String], Bool, Bool) = ([], false, false)
        // Pairs of a caller and the samples that come from it.
        var level = nodes.map { (node: self.nodes[$0].caller, samples: self.nodes[$0].own) }
        for _ in 0..<Self.deepest {
            var byFunction: [Int64: [(node: Int, samples: Int)]] = [:]
            for one in level where one.node >= 0 { byFunction[self.nodes[one.node].function, default: []].append(one) }
            let sums = byFunction.map { (name: $0.key, count: $0.value.reduce(0) { $0 + $1.samples }) }
            guard let most = sums.max(by: { ($0.count, $1.name) < ($1.count, $0.name) }), 2 * most.count > own else {
                break
            }
            let own = byFunction[most.name] ?? []
            let text = try name(most.name)
            let isHere = marksApp ? own.contains { self.nodes[$0.node].isApp } : AppFunctionName.isLikely(text)
            if found.count < Self.mostCallers || isHere {
                if isPassedOver { found.append("…") }
                found.append(text)
                isPassedOver = false
            } else {
                isPassedOver = true
            }
            isOfApp = isOfApp || isHere
            if isOfApp, found.count >= Self.mostCallers { break }
            level = own.map { (self.nodes[$0.node].caller, $0.samples) }
        }
        return found
    }

    private func call(
        _ node: Int, samples count: Int? = nil, _ more: [JSONValue.Member]
    ) throws(TraceError) -> JSONValue {
        let one = nodes[node]
        var members = more
        members.insert(.init("function", .text(try name(one.function))), at: 0)
        members.append(.init("samples", .count(count ?? one.total)))
        if count == nil, one.own > 0 { members.append(.init("own", .count(one.own))) }
        members.append(.init("percent", .count(100 * (count ?? one.total) / max(1, samples))))
        if one.isApp { members.append(.init("app", .bool(true))) }
        let source = try trace.store.database.rows(
            "SELECT source FROM stack_frames WHERE id = ?", [.integer(first + Int64(node))])
        if let place = source.first?.first?.text { members.append(.init("file_line", .text(place.clipped(200)))) }
        return .object(members)
    }

    private func name(_ id: Int64) throws(TraceError) -> String {
        let names = try trace.store.database.rows("SELECT text FROM name WHERE id = ?", [.integer(id)])
        return (names.first?.first?.text ?? "").clipped(160)
    }

    func whyEmpty(_ thread: String) throws(TraceError) -> String {
        let all = try trace.store.database.integer(
            "SELECT EXISTS (SELECT 1 FROM samples WHERE trace_id = ?)", .integer(trace.id))
        return all == 1
            ? "nothing found: no running sample of thread \(thread.clipped(60)) in it; threads are in the view sample_threads"
            : "not recorded: the input has no samples (time-profile)"
    }
}
