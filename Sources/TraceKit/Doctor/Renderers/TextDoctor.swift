/// The text for a terminal.
enum TextDoctor {
    static func render(_ doctor: Doctor, _ options: RenderOptions) -> String {
        let files = doctor.files
        var lines = options.isOneOfSeveral ? TextLine.labelled("Input", options.input.words, options) : []
        lines += TextLine.labelled("Format", doctor.formats, options)
        if !doctor.recording.isEmpty { lines += TextLine.labelled("Recorded", doctor.recording, options) }
        for file in files.prefix(20) { lines += TextLine.labelled("File", file, options) }
        if files.count > 20 { lines.append("          and \(files.count - 20) more") }
        lines += tables(doctor.tables, options)
        lines += [""] + TextLine.title("Lanes", options)
        for lane in doctor.lanes {
            let rows = lane.rows > 0 ? ", \(Decimal.counted(lane.rows, "row"))" : ""
            let text = "\(lane.state.rawValue)\(rows)" + (lane.note.map { " (\($0))" } ?? "")
            lines += beside(lane.name, text, 16, options)
        }
        lines += [""] + TextLine.title("Analyses", options)
        for ability in doctor.abilities { lines += line(ability, options) }
        if !doctor.unknowns.isEmpty { lines += [""] + TextLine.title("Not understood", options) }
        for unknown in doctor.unknowns { lines += TextLine.plain(unknown, options) }
        return TextPage.text(lines + advice(doctor.next, options), options)
    }

    /// A word and a text wrapped next to it.
    private static func beside(_ word: String, _ text: String, _ margin: Int, _ options: RenderOptions) -> [String] {
        let word = options.fit(word, margin - 4)
        let head = "  " + TextWidth.pad(word, to: margin - 4, rightAligned: false) + "  "
        let blank = String(repeating: " ", count: margin)
        return TextLine.wrap(text, width: options.width - margin, indent: 0, options).enumerated().map { index, line in
            (index == 0 ? head : blank) + line
        }
    }

    /// The tables of each run: the supported ones, one per line, and the names of the others.
    private static func tables(_ tables: [Doctor.Table], _ options: RenderOptions) -> [String] {
        var lines: [String] = []
        let runs = Set(tables.map(\.run)).sorted()
        for run in runs.prefix(8) {
            let tables = tables.filter { $0.run == run }
            let widest = tables.filter(\.isUseful).reduce(0) { max($0, TextWidth.of(counted($1))) }
            let margin = options.width < 80 ? 20 : max(30, min(widest + 4, 40))
            lines += [""] + TextLine.title("Tables of the recording" + (runs.count > 1 ? ", run \(run)" : ""), options)
            for table in tables where table.isUseful {
                var text = table.state.rawValue
                if let rows = table.rows { text += ", \(Decimal.counted(rows, "row"))" }
                lines += beside(counted(table), text, margin, options)
            }
            var others = tables.filter { !$0.isUseful }
            for table in others {
                guard let use = RecordedTables.unreadContent(table.schema) else { continue }
                lines += beside(counted(table), "not read; it would show \(use)", margin, options)
            }
            others.removeAll { RecordedTables.unreadContent($0.schema) != nil }
            let names = others.map { table in
                counted(table) + (table.rows.map { " (\(Decimal.counted($0, "row")))" } ?? "")
            }
            if !names.isEmpty {
                let more = names.count > 60 ? ", and \(names.count - 60) more" : ""
                lines += TextLine.plain("not read: \(names.prefix(60).joined(separator: ", "))\(more)", options)
            }
        }
        if runs.count > 8 { lines += TextLine.plain("and of \(runs.count - 8) more runs", options) }
        return lines
    }

    private static func counted(_ table: Doctor.Table) -> String {
        table.tables > 1 ? "\(table.schema) ×\(table.tables)" : table.schema
    }

    /// The line of an ability; the reason is next to the analysis if both fit.
    private static func line(_ ability: Doctor.Ability, _ options: RenderOptions) -> [String] {
        let isNarrow = options.width < 80
        let margin = isNarrow ? 6 : 46
        let name =
            isNarrow
            ? "\(options.fit(ability.analysis, options.width - 12)): "
            : TextWidth.pad(ability.analysis, to: 36, rightAligned: false)
        let level = TextWidth.pad(ability.level.rawValue, to: isNarrow ? 0 : 8, rightAligned: false)
        let paint: TextLine.Paint = ability.level == .yes ? .green : ability.level == .partly ? .orange : .red
        let head = "  \(name)" + TextLine.paint(level, paint, options)
        let why = TextLine.wrap(ability.why, width: options.width - margin, indent: 0, options)
        let blank = String(repeating: " ", count: margin)
        if isNarrow { return [head] + why.map { blank + $0 } }
        return why.enumerated().map { index, line in (index == 0 ? head : blank) + line }
    }

    /// The advice. A command is meant to be copied, so it has lines of its own.
    private static func advice(_ next: [String], _ options: RenderOptions) -> [String] {
        guard !next.isEmpty else {
            return [""] + TextLine.next(options.input.command("report"), options)
        }
        var lines = [""] + TextLine.title("Next", options)
        for step in next {
            let command = step.firstRange(of: "xcrun ")?.lowerBound ?? step.endIndex
            if command > step.startIndex { lines += TextLine.plain(String(step[..<command]), options) }
            if command < step.endIndex { lines += TextLine.command(String(step[command...]), indent: 2, options) }
        }
        return lines
    }
}
