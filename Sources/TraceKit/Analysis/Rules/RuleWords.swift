/// Formats numbers and names for titles and evidence.
enum RuleWords {
    /// `, 14.2 ms wasted`; empty if none of the updates has a duration.
    static func wasted(_ nanoseconds: Int64) -> String { nanoseconds > 0 ? ", \(ms(nanoseconds)) wasted" : "" }

    /// `14.2 ms`, from ten seconds on `25.4 s`.
    static func ms(_ nanoseconds: Int64) -> String {
        let isLong = nanoseconds >= 10_000_000_000
        return "\(Decimal.text(Double(nanoseconds) / (isLong ? 1e9 : 1e6), digits: 1)) \(isLong ? "s" : "ms")"
    }

    /// A time since the start of the trace.
    static func at(_ nanoseconds: Int64) -> String { "\(Decimal.text(Double(nanoseconds) / 1e9, digits: 3)) s" }

    /// `8.3 ms`
    static func deadline(_ nanoseconds: Int64) -> String { "\(Decimal.rounded(Double(nanoseconds) / 1e6)) ms" }

    static func number(_ count: Int) -> String { Decimal.grouped(count) }

    static func count(_ count: Int, _ noun: String) -> String { "\(number(count)) \(count == 1 ? noun : plural(noun))" }

    static func plural(_ noun: String) -> String { noun.hasSuffix("ch") ? "\(noun)es" : "\(noun)s" }

    /// Whole percent, rounded down so that 100 means all.
    static func percent(_ part: Int, of whole: Int) -> Int { whole > 0 ? part * 100 / whole : 0 }

    /// `14`, or `14 to 16`.
    static func range(_ values: [Int]) -> String {
        guard let least = values.min(), let most = values.max() else { return "0" }
        return least == most ? number(least) : "\(number(least)) to \(number(most))"
    }

    /// The largest of some counted names: `A 12, B 3 and 4 others`.
    static func top(_ counts: [(name: String, count: Int)]) -> String {
        let limit = 3
        var listed = ""
        for largest in largest(limit, of: counts) {
            if !listed.isEmpty { listed += ", " }
            listed += largest.name
            listed += " "
            listed += number(largest.count)
        }
        let others = counts.count - limit
        return others > 0 ? "\(listed) and \(count(others, "other"))" : listed
    }

    /// The names with the largest counts; ties in name order.
    static func largest(_ limit: Int, of counts: [(name: String, count: Int)]) -> [(name: String, count: Int)] {
        var largest: [(name: String, count: Int)] = []
        for item in counts {
            if largest.count == limit, item.count < largest[limit - 1].count { continue }
            let index = largest.firstIndex {
                $0.count < item.count || $0.count == item.count && item.name < $0.name
            }
            largest.insert(item, at: index ?? largest.count)
            if largest.count > limit { largest.removeLast() }
        }
        return largest
    }

    /// `18 Bubble views`, `12 RowViews`
    static func views(_ count: Int, _ name: String) -> String {
        count == 1 ? "1 \(name)" : "\(number(count)) \(name)\(name.hasSuffix("View") ? "s" : " views")"
    }

    /// `2 taps`, `1 recording`; `7 interactions` if they are of several kinds.
    static func windows(_ kinds: [InteractionKind]) -> String {
        let isOne = Set(kinds).count == 1
        return count(kinds.count, isOne ? kinds[0].noun : "interaction")
    }

    /// Where updates were judged: `2 taps`, `60 runs of a recurring cause`, or both.
    static func places(_ places: [Int], _ context: RuleContext) -> String {
        let windows = context.results.windows
        if places == [0], windows.first?.kind == .trace { return "the recording" }
        let kinds = places.filter { $0 < windows.count }.map { windows[$0].kind }
        let runs = places.count - kinds.count
        let ofRuns = "\(count(runs, "run")) of a recurring cause"
        if kinds.isEmpty { return ofRuns }
        return runs > 0 ? "\(Self.windows(kinds)) and \(ofRuns)" : Self.windows(kinds)
    }
}

/// Parts of the statements that findings show.
enum RuleSQL {
    /// Updates in the launch, or where they are judged; and which of these places it is: that of `RuleContext.place`.
    static let isPlaced = "membership IN ('linked', 'temporal', 'launch', 'recurring')"
    static let place = "coalesce(interaction_id, CASE WHEN membership = 'recurring' THEN -run_id ELSE 0 END)"

    /// A text as an SQL literal.
    static func literal(_ text: String) -> String {
        if !text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == 0 }) { return "'\(text)'" }
        var (bytes, hasNUL): ([UInt8], Bool) = ([], false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "'"): bytes += "''".utf8
            case 0:
                // SQLite reads statements only up to the first NUL.
                hasNUL = true
                bytes += "'||char(0)||'".utf8
            default: bytes.append(byte)
            }
        }
        let result = String(decoding: bytes, as: UTF8.self)
        return hasNUL ? "('\(result)')" : "'\(result)'"
    }

    static func list(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }

    static func list(_ numbers: [Int64]) -> String { numbers.map { "\($0)" }.joined(separator: ", ") }

    /// `= 'text'`, or `IS NULL`.
    static func equals(_ text: String?) -> String { text.map { "= \(literal($0))" } ?? "IS NULL" }

    /// Kinds of updates with a word of ours; all others count as one.
    static let namedKinds = list(UpdateKind.allCases.filter { $0 != .other }.map(\.word))

    static func kind(_ kind: UpdateKind) -> String {
        kind == .other ? "kind NOT IN (\(namedKinds))" : "kind = \(literal(kind.word))"
    }
}

extension RuleContext {
    /// A list of updates of one view.
    func updatesSQL(_ view: Int, _ condition: String, from source: String = "updates") -> String {
        """
        SELECT id, view, start_ms, duration_ms, severity, phase, instance, verdict, reason, driving_cause, changed
        FROM \(source)
        WHERE trace_id = :trace AND is_target = 1 AND \(isView(view))
            AND \(condition)
        ORDER BY start_ns, id
        """
    }
}
