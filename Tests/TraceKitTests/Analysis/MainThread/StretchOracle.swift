@testable import TraceKit

/// Section 6 of docs/analysis.md from its words alone: what made somebody wait, whose code ran, and what has most of it.
struct StretchOracle {
    struct Sample {
        var start: Int64
        var state: String?
        /// Outermost first.
        var frames: [String]
    }

    struct Stall {
        var start: Int64
        var duration: Int64
    }

    var hangs: [Stall] = []
    var hitches: [Stall] = []
    var bodies: [Stall] = []
    var samples: [Sample] = []

    static let frameNs: Int64 = 16_666_667
    static let orangeNs: Int64 = 8_300_000

    // MARK: Stacks

    /// What a stack says, inward of the outermost run loop, else of the entry.
    struct Reading: Equatable {
        var body: String?
        var function: String?
        var isInBody = false
        var waits = false
        var isIdle = false
    }

    static func reading(_ frames: [String]) -> Reading {
        var inner = frames
        var hasLoop = false
        if let loop = frames.firstIndex(of: "CFRunLoopRunSpecific") {
            inner = Array(frames[(loop + 1)...])
            hasLoop = true
        } else if let entry = frames.lastIndex(of: "main") {
            inner = Array(frames[(entry + 1)...])
        }
        let names = inner.map { $0.hasPrefix("closure #1 in ") ? String($0.dropFirst(14)) : $0 }
        let bodyAt = names.lastIndex { $0.hasSuffix(".body.getter") }
        let functionAt = names.lastIndex {
            $0.hasPrefix("Store.") || $0.hasPrefix("Cache.") || $0.hasSuffix(".body.getter")
        }
        var reading = Reading()
        reading.body = bodyAt.map { String(names[$0].dropLast(".body.getter".count)) }
        reading.function = functionAt.map { names[$0].hasSuffix(".getter") ? String(names[$0].dropLast(7)) : names[$0] }
        reading.isInBody = bodyAt != nil && functionAt != nil && functionAt ?? 0 > bodyAt ?? 0
        reading.waits = frames.last == "mach_msg2_trap"
        reading.isIdle = reading.waits && hasLoop && functionAt == nil
        return reading
    }

    func running(_ span: Range<Int64>) -> [Reading] {
        samples.filter { span.contains($0.start) && $0.state != "Blocked" }.map { Self.reading($0.frames) }
            .filter { !$0.waits }
    }

    // MARK: Stretches

    /// `hang 10 20 late 20` in nanoseconds.
    func stretches() -> [String] {
        var claimed: [Range<Int64>] = []
        var lines: [String] = []
        func free(_ span: Range<Int64>, _ taken: [Range<Int64>]) -> Int64 {
            var points = Set([span.lowerBound, span.upperBound])
            for other in taken { points.formUnion([other.lowerBound, other.upperBound].filter(span.contains)) }
            let sorted = points.sorted()
            return zip(sorted, sorted.dropFirst()).reduce(Int64(0)) { sum, part in
                taken.contains { $0.contains(part.0) } ? sum : sum + part.1 - part.0
            }
        }
        func claim(_ kind: String, _ stalls: [Stall], over deadline: Int64) {
            var own: [Range<Int64>] = []
            for stall in stalls.sorted(by: { $0.start < $1.start }) {
                let span = stall.start..<stall.start + stall.duration
                let late = max(0, min(free(span, claimed + own), stall.duration - deadline))
                lines.append("\(kind) \(stall.start) \(stall.duration) late \(late)")
                own.append(span)
            }
            claimed += own
        }
        claim("hang", hangs, over: 0)
        for hitch in hitches {
            let isInHang = claimed.contains { $0.contains(hitch.start) }
            lines.append("hitch \(hitch.start) \(hitch.duration) late \(isInHang ? 0 : hitch.duration)")
        }
        claimed += hitches.map(work)
        claim("long-body", bodies.filter { $0.duration > Self.orangeNs }, over: Self.orangeNs)
        return lines.sorted()
    }

    /// From two frames before the start to one before the end.
    func work(_ hitch: Stall) -> Range<Int64> {
        let first = max(0, hitch.start - 2 * Self.frameNs)
        return first..<max(first, hitch.start + hitch.duration - Self.frameNs)
    }

    // MARK: Subjects

    /// `body A 12 of 20`: the first of the list that has half of the running samples.
    func subject(_ span: Range<Int64>) -> String? {
        let all = running(span)
        func most(_ name: (Reading) -> String?) -> (name: String, count: Int)? {
            var counts: [String: Int] = [:]
            for case let name? in all.map(name) { counts[name, default: 0] += 1 }
            return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first.map { ($0.key, $0.value) }
        }
        if let call = most({ $0.isInBody ? $0.function : nil }), call.count * 2 >= all.count {
            return "function \(call.name) \(call.count) of \(all.count)"
        }
        if let body = most({ $0.body }), body.count * 2 >= all.count {
            return "body \(body.name) \(body.count) of \(all.count)"
        }
        if let function = most({ $0.body == nil ? $0.function : nil }), function.count * 2 >= all.count {
            return "function \(function.name) \(all.count { $0.function == function.name }) of \(all.count)"
        }
        return nil
    }

    /// `A 12`, most first.
    func sampledBodies() -> [String] {
        var counts: [String: Int] = [:]
        for case let body? in running(0..<Int64.max).map(\.body) { counts[body, default: 0] += 1 }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    }
}

// MARK: Random traces

extension StretchOracle {
    static func random(seed: Int) -> StretchOracle {
        var random = SeededNumbers(seed)
        var oracle = StretchOracle()
        func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
        func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &random)] }
        for _ in 0..<number(0...4) {
            oracle.hangs.append(Stall(start: number(0...4_000) * 1_000_000, duration: number(250...900) * 1_000_000))
        }
        for _ in 0..<number(0...6) {
            oracle.hitches.append(Stall(start: number(0...4_000) * 1_000_000, duration: number(1...8) * frameNs))
        }
        for _ in 0..<number(0...6) {
            oracle.bodies.append(
                Stall(start: number(0...4_000) * 1_000_000, duration: pick([1, 8, 9, 20, 120]) * 1_000_000))
        }
        let outer = pick([["start", "main", "CFRunLoopRunSpecific"], ["start", "main"]])
        var frames: [[String]] = []
        for _ in 0..<number(1...4) {
            frames.append(
                outer
                    + pick([
                        ["A.body.getter"], ["B.body.getter"], ["closure #1 in A.body.getter", "Store.load()"],
                        ["A.body.getter", "Store.fetch()"], ["Store.load()"], ["Cache.warm()", "Store.load()"],
                        ["layout"], [],
                    ])
                    + pick([[], [], ["memcpy"], ["mach_msg2_trap"]]))
        }
        var time = number(0...100)
        while time < 5_000, oracle.samples.count < 1_500 {
            oracle.samples.append(
                Sample(
                    start: time * 1_000_000, state: pick([nil, nil, nil, "Running", "Blocked"]), frames: pick(frames)))
            time += pick([1, 1, 1, 1, 1, 2, 40])
        }
        return oracle
    }

    var json: String {
        func lane(_ stalls: [Stall], _ more: String = "") -> String {
            stalls.map { "{\"start_ns\": \($0.start), \"duration_ns\": \($0.duration)\(more)}" }.joined(separator: ",")
        }
        let samples = samples.map { sample in
            let frames = sample.frames.reversed().map { "\"\($0)\"" }.joined(separator: ",")
            let state = sample.state.map { ", \"state\": \"\($0)\"" } ?? ""
            return
                "{\"start_ns\": \(sample.start), \"weight_ns\": 1000000, \"thread\": \"main\", \"frames\": [\(frames)]\(state)}"
        }
        return """
            {"format": "tracekit", "version": 1, "hangs": [\(lane(hangs))], "hitches": [\(lane(hitches))],
            "updates": [\(lane(bodies, ", \"view\": \"V\", \"thread\": \"main\""))], "samples": [\(samples.joined(separator: ","))]}
            """
    }
}
