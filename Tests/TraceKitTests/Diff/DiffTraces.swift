@testable import TraceKit

/// Small traces for comparisons: taps that update rows, each update so long.
enum DiffTraces {
    /// What one tap updates.
    struct Tap {
        var name: String? = "Favorite"
        /// View, how often, and how long each time in milliseconds.
        var updates: [(view: String, count: Int, ms: Double)]
        var hitchMs = 0.0
    }

    /// A trace with a tap each second. Every update of a tap stands behind a state change of its own.
    static func json(_ taps: [Tap], facts: String = "", hasHitches: Bool = true) -> String {
        var updates: [String] = []
        var interactions: [String] = []
        var hitches: [String] = []
        for (index, tap) in taps.enumerated() {
            let start = (index + 1) * 1_000_000_000
            let name = tap.name.map { ", \"name\": \"\($0)\"" } ?? ""
            interactions.append("{\"id\": \(index + 1), \"kind\": \"tap\"\(name), \"start_ns\": \(start)}")
            var time = start + 1_000
            for update in tap.updates {
                for number in 0..<update.count {
                    let duration = Int(update.ms * 1e6)
                    updates.append(
                        "{\"id\": \(100_000 + updates.count), \"view\": \"\(update.view)\", \"instance\": \"\(number)\", "
                            + "\"start_ns\": \(time), \"duration_ns\": \(duration), \"cause\": \(index + 1)}")
                    time += duration + 1
                }
            }
            if tap.hitchMs > 0 {
                hitches.append("{\"start_ns\": \(start), \"duration_ns\": \(Int(tap.hitchMs * 1e6))}")
            }
        }
        var lanes = [
            "\"updates\": [\(updates.joined(separator: ",\n"))]",
            "\"interactions\": [\(interactions.joined(separator: ",\n"))]",
        ]
        if hasHitches { lanes.append("\"hitches\": [\(hitches.joined(separator: ",\n"))]") }
        return "{\"format\": \"tracekit\"\(facts.isEmpty ? "" : ", \(facts)"), \(lanes.joined(separator: ", "))}"
    }

    static func figures(_ documents: [String]) throws -> [TraceFigures] {
        try documents.map { try FigureReader.read(try Traces.store($0), trace: 1, series: true) }
    }

    static func diff(_ before: [String], _ after: [String], _ options: DiffOptions = DiffOptions()) throws -> TraceDiff
    {
        try DiffBuilder.build(before: try figures(before), after: try figures(after), options)
    }
}

extension TraceDiff {
    /// The rows of a table, as `words: cells`.
    func rows(_ id: String) -> [String] {
        tables.filter { $0.id == id }.flatMap { table in
            table.rows.map { row in "\(row.words): \(row.cells.map(\.plain).joined(separator: " | "))" }
        }
    }
}

extension DiffCell {
    var plain: String {
        switch self {
        case .text(let text): return text ?? "-"
        case .change(let change):
            func text(_ value: Double?) -> String { value.map { Decimal.text($0, digits: 3) } ?? "-" }
            return change.isEqual ? text(change.after) : "\(text(change.before)) → \(text(change.after))"
        }
    }
}
