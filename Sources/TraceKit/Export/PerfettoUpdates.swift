/// The JSON of update events.
enum PerfettoUpdates {
    /// An argument whose value is a number, or a text by its number.
    struct Argument: Sendable {
        let key: StaticString
        var table: StoredTexts.Table?

        func write(_ value: Int64, _ texts: StoredTexts, _ out: TextBytes) {
            out.append(key)
            if let table { texts.write(table, value, to: out) } else { out.append(value) }
        }
    }

    static let arguments = [
        Argument(key: ",\"chain\":", table: .chains), Argument(key: ",\"instance\":", table: .names),
        Argument(key: ",\"changed\":", table: .properties), Argument(key: ",\"allocations\":"),
        Argument(key: ",\"group_id\":"), Argument(key: ",\"interaction_id\":"),
        Argument(key: ",\"instruments_severity\":", table: .names),
    ]

    static let columns = [
        "id", "start_ns", "duration_ns", "codes", "chain_id", "instance_id", "changed_id", "allocations", "group_id",
        "interaction_id", "severity_id",
    ]

    /// A row of `view_update`; -1 = NULL.
    struct Row {
        let id: Int64
        let start: Int64
        let duration: Int64
        let code: Int64
        /// Values in the order of `arguments`.
        private(set) var values = SIMD8<Int64>(repeating: -1)

        init(_ row: Statement) {
            (id, start, duration, code) = (row.integer(0), row.integer(1), row.whole(2), row.integer(3))
            for index in arguments.indices { values[index] = row.whole(index + 4) }
        }
    }

    /// Severity, verdict and reason, by `UpdateCodes.judged`.
    static var words: LiteralTexts {
        LiteralTexts(count: UpdateCodes.mostJudged) { number in
            let (severity, verdict, reason) = UpdateCodes.words(ofJudged: number)
            // The first argument names an update without a severity.
            let pairs = [
                ("severity", severity?.word ?? "none"), ("verdict", verdict?.shownWord), ("reason", reason?.shownWord),
                ("confidence", reason?.confidence?.word),
            ]
            return pairs.compactMap { key, word in word.map { "\"\(key)\":\"\($0)\"" } }.joined(separator: ",")
        }
    }
}

/// Names, categories and tracks of the sites of updates, by site and phase.
struct PerfettoSites {
    private struct Site {
        var view: String
        var kind: String
        var module: String?
        var category: String?
        var thread: String
    }

    /// Name and category of an event.
    let heads: LiteralTexts
    /// Arguments shared by all updates of the site.
    let arguments: LiteralTexts
    private let sites: [Site]
    private let first: Int64
    /// Track groups by slot, with an end and without one; -1 = not looked up yet.
    private var shelves: [Int]

    private static let phases = UpdatePhase.allCases.count + 1

    init(_ database: Database, _ trace: Int64, _ sources: SourceLookup?) throws(TraceError) {
        let rows = try database.rows(
            """
            SELECT s.id, n.text, s.kind, w.text, m.text, c.text, t.text
            FROM update_site s JOIN name n ON n.id = s.name_id LEFT JOIN name w ON w.id = s.kind_word_id
            LEFT JOIN name m ON m.id = s.module_id LEFT JOIN name c ON c.id = s.category_id
            LEFT JOIN name t ON t.id = s.thread_id WHERE s.trace_id = ? ORDER BY s.id
            """, [.integer(trace)])
        first = rows.first.map { $0[0].whole } ?? 0
        let sites = rows.map { row in
            let kind = UpdateKind(code: row[2].whole) ?? .other
            return Site(
                view: row[1].text ?? "", kind: kind == .other ? row[3].text ?? "other" : kind.word, module: row[4].text,
                category: row[5].text, thread: row[6].text ?? "main")
        }
        self.sites = sites
        shelves = Array(repeating: -1, count: 2 * sites.count)
        heads = LiteralTexts(count: sites.count * Self.phases) { place in
            // Names as in Instruments; categories as our importer reads them, the first for the kind.
            let (site, phase) = (sites[place / Self.phases], UpdatePhase(code: Int64(place % Self.phases)) ?? .update)
            let suffix = site.kind != "body" ? "" : phase == .check ? ".body [skipped]" : ".body"
            let category = "swiftui-update.\(site.kind)" + (phase == .update ? "" : ",\(phase.shownWord ?? "")")
            return "\(JSONText.quote(site.view + suffix)),\"cat\":\(JSONText.quote(category))"
        }
        arguments = LiteralTexts(count: sites.count * Self.phases) { place in
            let site = sites[place / Self.phases]
            let source = sources?.mentions(view: site.view).first?.place.text
            return [("module", site.module), ("category", site.category), ("source", source)].compactMap { key, text in
                text.map { ",\"\(key)\":\(JSONText.quote($0))" }
            }.joined()
        }
    }

    /// The slot of an update's site and phase.
    func place(of code: Int64) -> Int {
        // Sites of a trace have consecutive ids: the writer and `TraceStore.check` ensure that.
        Int(UpdateCodes.parts(code).site - first) * Self.phases + Int(code & 3)
    }

    mutating func shelf(_ place: Int, hasEnd: Bool, _ book: inout TrackBook) -> Int {
        let index = place / Self.phases * 2 + (hasEnd ? 1 : 0)
        if shelves[index] < 0 { shelves[index] = book.shelf(lane(index / 2, hasEnd), thread: sites[index / 2].thread) }
        return shelves[index]
    }

    private func lane(_ site: Int, _ hasEnd: Bool) -> TrackBook.Lane {
        if !hasEnd { return .unterminated }
        switch sites[site].kind {
        case "body": return .bodies
        case "representable": return .representables
        default: return .others
        }
    }
}
