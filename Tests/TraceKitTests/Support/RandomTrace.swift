@testable import TraceKit

/// A random trace in our own format: the records as text, by lane, in any order one likes.
///
/// Times are drawn from few values, so that many records tie and only their content can order them.
struct RandomTrace {
    struct Update {
        var view: String
        var kind: UpdateKind
        var phase: UpdatePhase
        var start: Int64
        /// nil = no end.
        var duration: Int64?
    }

    private(set) var updates: [Update] = []
    private var lanes: [(lane: String, records: [String])] = []

    /// `hasOpenBodies`: whether some view bodies have no end.
    init(seed: Int, updates count: Int = 60, hasOpenBodies: Bool = true) {
        var random = SeededNumbers(seed)
        let durations: [Int64?] = [0, 1, 8_300_000, 8_300_001, 16_670_000, 16_670_001, 40_000_000, nil]
        func time() -> Int { Int.random(in: 0...9, using: &random) * 5_000_000 }
        func pick(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }
        var texts: [String] = []
        for number in 0..<count {
            var update = Update(
                view: pick("Row", "List", "Header", "Map"),
                kind: UpdateKind.allCases.randomElement(using: &random) ?? .body,
                phase: UpdatePhase.allCases.randomElement(using: &random) ?? .update, start: Int64(time()),
                duration: durations.randomElement(using: &random) ?? nil)
            if update.kind == .body, !hasOpenBodies { update.duration = update.duration ?? 1 }
            updates.append(update)
            var fields = [
                "\"view\": \"\(update.view)\"", "\"kind\": \"\(update.kind.word)\"",
                "\"phase\": \"\(update.phase.word)\"", "\"start_ns\": \(update.start)",
            ]
            if let duration = update.duration { fields.append("\"duration_ns\": \(duration)") }
            if number % 3 == 0 { fields.append("\"id\": \(1000 + number)") }
            if Bool.random(using: &random) { fields.append("\"changed\": [\(pick("", "\"@self\"", "\"a\", \"b\""))]") }
            if Bool.random(using: &random) { fields.append("\"instance\": \"\(pick("1", "2"))\"") }
            if Bool.random(using: &random) { fields.append("\"group\": \(pick("1", "2"))") }
            // Two updates that differ in nothing but their causes cannot be ordered: these have ids.
            if number % 3 == 0 { fields.append("\"cause\": \(pick("1", "2", "3", "501"))") }
            texts.append("{\(fields.joined(separator: ", "))}")
        }
        lanes.append(("updates", texts))
        lanes.append(
            (
                "interactions",
                (500..<504).map { "{\"id\": \($0), \"kind\": \"\(pick("tap", "type"))\", \"start_ns\": \(time())}" }
                    + [
                        "{\"kind\": \"tap\", \"name\": \"b\", \"start_ns\": 1}",
                        "{\"kind\": \"tap\", \"name\": \"a\", \"start_ns\": 1}",
                    ]
            ))
        lanes.append(
            (
                "causes",
                (1...3).map {
                    "{\"id\": \($0), \"name\": \"\(pick("x", "y"))\", \"start_ns\": \(time()), \"cause\": \(500 + $0)}"
                }
                    + ["{\"name\": \"q\", \"start_ns\": 1}", "{\"name\": \"p\", \"start_ns\": 1}"]
            ))
        lanes.append(
            (
                "edges",
                (0..<12).map {
                    let changed = pick("null", "[]", "[\"a\"]", "[\"a\", \"b\"]")
                    return
                        "{\"from\": \($0 % 3 + 1), \"to\": \(1000 + $0 / 4 * 3), \"at_ns\": \(time()), \"changed\": \(changed)}"
                }
            ))
        lanes.append(
            (
                "groups",
                [
                    "{\"id\": 1, \"start_ns\": 0, \"duration_ns\": 9000000}", "{\"id\": 2, \"start_ns\": 0}",
                    "{\"start_ns\": 0, \"label\": \"b\"}", "{\"start_ns\": 0, \"label\": \"a\"}",
                ]
            ))
        lanes.append(
            (
                "signposts",
                (0..<8).map { _ in
                    "{\"name\": \"s\", \"start_ns\": 1, \"category\": \"\(pick("a", "b"))\", \"message\": \"\(pick("m", "n"))\"}"
                }
            ))
        lanes.append(
            (
                "hitches",
                (0..<6).map { _ in
                    "{\"start_ns\": 1, \"duration_ns\": 2, \"system\": \(pick("true", "false")), \"narrative\": \"\(pick("a", "b"))\"}"
                }
            ))
        lanes.append(
            (
                "hangs",
                (0..<6).map { _ in "{\"start_ns\": 1, \"duration_ns\": 2, \"kind\": \"\(pick("Hang", "Odd"))\"}" }
            ))
        lanes.append(
            (
                "samples",
                (0..<12).map { _ in
                    "{\"start_ns\": 1, \"frames\": [\"\(pick("f", "g"))\", \"\(pick("r", "s"))\", \"main\"]}"
                }
            ))
        lanes.append(
            (
                "logs",
                (0..<8).map { _ in
                    "{\"start_ns\": 1, \"level\": \"\(pick("error", "info", "default"))\", \"message\": \"\(pick("m", "", "n;"))\"}"
                }
            ))
    }

    /// The document; with a seed, its lanes and the records in them stand in another order.
    func json(shuffled seed: Int? = nil) -> String {
        var lanes = lanes
        if let seed {
            var random = SeededNumbers(seed)
            lanes.shuffle(using: &random)
            for index in lanes.indices {
                lanes[index].records = RowOrderTests.shuffled(lanes[index].records, using: &random)
            }
        }
        return "{\"format\": \"tracekit\", "
            + lanes.map { "\"\($0.lane)\": [\($0.records.joined(separator: ",\n"))]" }.joined(separator: ",\n") + "}"
    }
}
