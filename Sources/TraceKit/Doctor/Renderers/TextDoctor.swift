/// For a terminal.
enum TextDoctor {
    static func render(_ doctor: Doctor, _ options: RenderOptions) -> String {
        let files = doctor.files
        var lines = TextLine.labelled("Format", doctor.formats, options)
        for file in files.prefix(20) { lines += TextLine.labelled("File", file, options) }
        if files.count > 20 { lines.append("          and \(files.count - 20) more") }
        lines += [""] + TextLine.title("Lanes", options)
        for lane in doctor.lanes {
            let rows = lane.rows > 0 ? "  \(Decimal.counted(lane.rows, "row"))" : ""
            lines.append("  \(TextWidth.pad(lane.name, to: 14, rightAligned: false))\(lane.state.rawValue)\(rows)")
        }
        lines += [""] + TextLine.title("Analyses", options)
        for ability in doctor.abilities { lines += line(ability, options) }
        if !doctor.unknowns.isEmpty { lines += [""] + TextLine.title("Not understood", options) }
        for unknown in doctor.unknowns { lines += TextLine.plain(unknown, options) }
        return TextPage.text(lines + advice(doctor.next, options), options)
    }

    /// The reason stands beside the analysis where there is room for both.
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

    /// A command is for copying: it stands on a line of its own and is never broken.
    private static func advice(_ next: [String], _ options: RenderOptions) -> [String] {
        guard !next.isEmpty else {
            return [""] + TextLine.next("trace-analyze report \(ShellWord.quote(options.input))", options)
        }
        var lines = [""] + TextLine.title("Export next", options)
        for step in next {
            let command = step.firstRange(of: "xcrun ")?.lowerBound ?? step.endIndex
            if command > step.startIndex { lines += TextLine.plain(String(step[..<command]), options) }
            if command < step.endIndex { lines.append("  \(options.shown(String(step[command...])))") }
        }
        return lines
    }
}
