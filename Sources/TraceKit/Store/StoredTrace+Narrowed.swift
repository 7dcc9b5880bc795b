extension StoredTrace {
    /// The same statement, limited to the rows of this trace: wherever it says `trace_id = N` (or `?`) for a table or a
    /// public view, the range of the trace's ids is added. No table has an index of its traces, so without the range
    /// SQLite scans the rows of all of them, which in a database of a thousand traces takes far longer than the query
    /// itself.
    ///
    /// What it does not understand stays as it is: the statement means the same with the range and without.
    func narrowed(_ sql: String) throws(TraceError) -> String {
        guard sql.contains("trace_id = "), try hasNeighbours() else { return sql }
        let words = SQLWords(sql)
        var (narrowed, copied) = ("", sql.startIndex)
        for (place, word) in words.all.enumerated() where word.text.hasSuffix("trace_id") {
            guard let table = words.table(ofTraceID: place), place + 2 < words.all.count else { continue }
            let (sign, value) = (words.all[place + 1], words.all[place + 2])
            guard sign.text == "=", value.text == "\(id)" || ["?", "?1"].contains(value.text) else { continue }
            guard let base = Self.base(of: table) else { continue }
            let idColumn = table == "view_summary" ? "view_id" : "id"
            let prefix = word.text.dropLast("trace_id".count)
            narrowed += sql[copied..<value.end]
            copied = value.end
            if let rows = table == "causes" ? try nodes() : try rows(of: base) {
                narrowed += " AND \(prefix)\(idColumn) BETWEEN \(rows.lowerBound) AND \(rows.upperBound)"
            } else {
                narrowed += " AND 0"
            }
        }
        return narrowed + sql[copied...]
    }

    /// The table whose ids a table or a public view has.
    private static func base(of name: String) -> String? {
        let bases = [
            "view_summary": "view", "causes": "cause", "processes": "process", "updates": "view_update",
            "long_updates": "view_update",
            "body_durations": "duration_bucket", "timeline": "time_slice", "interactions": "interaction",
            "cause_chains": "cause_chain", "chain_steps": "chain_step", "update_groups": "update_group",
            "hitches": "hitch", "hangs": "hang", "signposts": "signpost", "signpost_summary": "signpost_sum",
            "samples": "sample", "logs": "log", "log_levels": "log_level", "complaints": "complaint",
            "log_groups": "log_group",
            "sample_threads": "sample_thread",
            "functions": "function_sum", "call_tree": "call_sum", "stack_frames": "stack_frame", "problems": "problem",
            "findings": "finding", "import_rejects": "import_reject", "import_counters": "import_counter",
            "recorded_tables": "recorded_table", "metrics": "metric", "metric_buckets": "metric_bucket",
        ]
        if let base = bases[name] { return base }
        return StoredTable.all.contains { $0.name == name && $0.key == "id" } ? name : nil
    }
}

/// A statement's words and signs, for finding what tables it reads. Text in quotation marks is one word.
private struct SQLWords {
    struct Word {
        let text: Substring
        let end: String.Index
    }

    private(set) var all: [Word] = []
    /// By alias, or by name where there is none; nil where one means several.
    private var tables: [Substring: String?] = [:]

    init(_ sql: String) {
        var rest = sql[...]
        while let first = rest.first {
            let word: Substring
            if first == "'" || first == "\"" {
                word = rest.prefix(1 + rest.dropFirst().prefix { $0 != first }.count + 1)
            } else if Self.isPartOfWord(first) {
                word = rest.prefix { Self.isPartOfWord($0) }
            } else {
                word = rest.prefix(1)
            }
            rest = rest[word.endIndex...]
            if !first.isWhitespace { all.append(Word(text: word, end: word.endIndex)) }
        }
        for place in all.indices.dropLast() where isTable(place + 1) {
            let name = self.name(place + 1)
            let alias = alias(place + 1) ?? Substring(name)
            tables[alias] = tables[alias] == nil || tables[alias] == .some(name) ? .some(name) : .some(nil)
        }
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.?:".contains(character)
    }

    /// Whether a word is the name of what is read.
    private func isTable(_ place: Int) -> Bool {
        place > 0 && ["FROM", "JOIN"].contains(all[place - 1].text) && all[place].text != "("
    }

    private func name(_ place: Int) -> String {
        let text = all[place].text
        return String(text.first == "\"" ? text.dropFirst().dropLast() : text)
    }

    private func alias(_ place: Int) -> Substring? {
        guard place + 1 < all.count, let first = all[place + 1].text.first else { return nil }
        return first.isLowercase ? all[place + 1].text : nil
    }

    /// The table of a `trace_id`: by its alias if that means one table, else the table directly before it (`FROM view
    /// WHERE trace_id`).
    func table(ofTraceID place: Int) -> String? {
        let text = all[place].text
        if let dot = text.lastIndex(of: ".") { return tables[text[..<dot]] ?? nil }
        guard place >= 2, all[place - 1].text == "WHERE" else { return nil }
        if isTable(place - 2) { return name(place - 2) }
        return place >= 3 && isTable(place - 3) && alias(place - 3) != nil ? name(place - 3) : nil
    }
}
