/// A trace as the oracle sees it: the rows of our own format, plainly, before any importer touched them.
struct OracleTrace {
    struct Interaction {
        var id: UInt64?
        var kind: String
        var name: String?
        var start: Int64
        var duration: Int64?
    }

    struct Cause {
        var id: UInt64?
        var kind: String?
        var name: String
        var start: Int64?
        var causes: [UInt64] = []
    }

    struct Update {
        /// Which update it is, id or not: written as `allocations`, which no analysis reads.
        var tag: Int
        var id: UInt64?
        var view: String
        var module: String?
        var kind: String
        var phase: String
        /// nil = untimed console evidence.
        var start: Int64?
        /// nil = unterminated.
        var duration: Int64?
        var thread: String?
        var instance: String?
        var group: UInt64?
        /// nil = unknown; empty = nothing changed.
        var changed: [String]?
        var causes: [UInt64] = []

        var isCheck: Bool { phase == "check" }
        /// "A first evaluation names `@identity` and is a creation."
        var isCreation: Bool { phase == "creation" || phase == "update" && changed?.contains("@identity") == true }
        /// Whether counts and sums of updates take it.
        var counts: Bool { !isCheck && start != nil }
        /// A body without an end, and no line that tells of a body.
        var isOpen: Bool { counts && duration == nil && changed == nil && viewKey[2] == "body" }
        /// "A view here is (module, view, kind)": a kind that is none of ours counts as `other`.
        var viewKey: [String?] {
            let kinds = ["body", "representable", "layout", "gesture", "on-change", "action"]
            return [module, view, kinds.contains(kind) ? kind : "other"]
        }
    }

    struct Edge {
        var from: UInt64
        var to: UInt64
        var at: Int64?
        var label: String?
        var changed: [String]?
    }

    struct Group {
        var id: UInt64?
        var start: Int64
        var duration: Int64?
        var thread: String?
    }

    struct Signpost {
        var name: String
        var subsystem: String
        var category: String
        var start: Int64
        /// nil = a single event.
        var duration: Int64?
    }

    struct Hitch {
        var start: Int64
        var duration: Int64
        var isSystem: Bool
    }

    struct Hang {
        var start: Int64
        var duration: Int64
        var kind: String?
    }

    struct Sample {
        var start: Int64
        var weight: Int64?
        var thread: String?
    }

    var interactions: [Interaction] = []
    var causes: [Cause] = []
    var updates: [Update] = []
    var edges: [Edge] = []
    /// nil = the trace has no such lane.
    var groups: [Group]?
    var signposts: [Signpost] = []
    /// nil = the trace has no such lane.
    var hitches: [Hitch]?
    var hangs: [Hang] = []
    var samples: [Sample] = []
}

extension OracleTrace {
    /// The latest time of anything.
    var lastEnd: Int64? {
        var ends: [Int64] = []
        func add(_ start: Int64?, _ duration: Int64?) { if let start { ends.append(start + (duration ?? 0)) } }
        for update in updates { add(update.start, update.duration) }
        for interaction in interactions { add(interaction.start, interaction.duration) }
        for cause in causes { add(cause.start, nil) }
        for group in groups ?? [] { add(group.start, group.duration) }
        for signpost in signposts { add(signpost.start, signpost.duration) }
        for hitch in hitches ?? [] { add(hitch.start, hitch.duration) }
        for hang in hangs { add(hang.start, hang.duration) }
        for sample in samples { add(sample.start, nil) }
        return ends.max()
    }
}

/// The trace in our own format.
extension OracleTrace {
    /// Lane by lane, each a key with its rows.
    var lanes: [(key: String, rows: [String])] {
        var lanes = [
            ("interactions", interactions.map(\.json)), ("causes", causes.map(\.json)),
            ("updates", updates.map(\.json)), ("edges", edges.map(\.json)), ("signposts", signposts.map(\.json)),
            ("hangs", hangs.map(\.json)), ("samples", samples.map(\.json)),
        ]
        if let groups { lanes.append(("groups", groups.map(\.json))) }
        if let hitches { lanes.append(("hitches", hitches.map(\.json))) }
        return lanes
    }

    var json: String { Self.document(lanes) }

    static func document(_ lanes: [(key: String, rows: [String])]) -> String {
        "{\"format\": \"tracekit\", \"version\": 1"
            + lanes.map { ",\n\"\($0.key)\": [\($0.rows.joined(separator: ",\n  "))]" }.joined() + "}"
    }
}

extension OracleTrace.Interaction {
    var json: String {
        object([
            field("id", id), text("kind", kind), text("name", name), field("start_ns", start),
            field("duration_ns", duration),
        ])
    }
}

extension OracleTrace.Cause {
    var json: String {
        object([
            field("id", id), text("kind", kind), text("name", name), field("start_ns", start),
            causes.isEmpty ? nil : "\"causes\": \(causes)",
        ])
    }
}

extension OracleTrace.Update {
    /// What exporters write for "no end".
    private static let sentinels: [UInt64] = [6_148_782_250_705_247_539, 1 << 62, .max]

    var json: String {
        var end = duration.map { UInt64($0) }
        if duration == nil, start != nil, tag % 4 < 3 { end = Self.sentinels[tag % 4] }
        return object([
            field("allocations", tag), field("id", id), text("view", view), text("module", module),
            kind == "body" && tag % 2 == 0 ? nil : text("kind", kind), text("phase", phase), field("start_ns", start),
            field("duration_ns", end), text("thread", thread), text("instance", instance), field("group", group),
            list("changed", changed), causes.isEmpty ? nil : "\"causes\": \(causes)",
        ])
    }
}

extension OracleTrace.Edge {
    var json: String {
        object([
            field("from", from), field("to", to), field("at_ns", at), text("label", label), list("changed", changed),
        ])
    }
}

extension OracleTrace.Group {
    var json: String {
        object([field("id", id), field("start_ns", start), field("duration_ns", duration), text("thread", thread)])
    }
}

extension OracleTrace.Signpost {
    var json: String {
        object([
            text("name", name), text("subsystem", subsystem), text("category", category), field("start_ns", start),
            field("duration_ns", duration),
        ])
    }
}

extension OracleTrace.Hitch {
    var json: String {
        object([field("start_ns", start), field("duration_ns", duration), "\"system\": \(isSystem)"])
    }
}

extension OracleTrace.Hang {
    var json: String { object([field("start_ns", start), field("duration_ns", duration), text("kind", kind)]) }
}

extension OracleTrace.Sample {
    var json: String { object([field("start_ns", start), field("weight_ns", weight), text("thread", thread)]) }
}

private func object(_ fields: [String?]) -> String { "{\(fields.compactMap { $0 }.joined(separator: ", "))}" }

private func field(_ key: String, _ value: (some BinaryInteger)?) -> String? { value.map { "\"\(key)\": \($0)" } }

private func text(_ key: String, _ value: String?) -> String? {
    value.map {
        "\"\(key)\": \"\($0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
    }
}

private func list(_ key: String, _ value: [String]?) -> String? {
    value.map { "\"\(key)\": [\($0.map { "\"\($0)\"" }.joined(separator: ", "))]" }
}
