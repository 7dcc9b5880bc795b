/// Names on their way out: nothing in them may become markup, a command or a control sequence, and what promises to
/// give them back does.
extension FuzzTargets {
    static let names = [
        FuzzTarget(name: "html-names", summary: "names through every escape: inert, and given back where promised") {
            let name = String(decoding: $0, as: UTF8.self)
            checkText(name)
            checkJSON(name)
            checkMarkup(name)
            checkLines(name)
            checkQueryFormats(name)
        },
        FuzzTarget(name: "sql-names", summary: "names through the database and every report: the same bytes come back")
        {
            NameStore.shared.check(hostileNames($0))
        },
        FuzzTarget(name: "sql-text", summary: "GuardedQuery: any SQL reads or is refused, in time, and changes nothing")
        {
            NameStore.shared.query(String(decoding: $0, as: UTF8.self))
        },
    ]

    /// The texts between bytes 0xFF, which no UTF-8 has: up to eight.
    private static func hostileNames(_ bytes: FuzzBytes) -> [String] {
        bytes.split(separator: 0xFF, maxSplits: 7).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a terminal can show the text: no line of it would be changed. What Markdown puts behind an `@` is ours.
    static func isHarmless(_ text: String, besides ours: String? = nil) -> Bool {
        let bytes = Array(text.utf8)
        let mark = Array((ours ?? "").utf8)
        return bytes.split(separator: 0x0A).allSatisfy { line in
            let line = mark.isEmpty ? Array(line) : without(mark, Array(line))
            return VisibleText.escape(String(decoding: line, as: UTF8.self)).utf8.elementsEqual(line)
        }
    }

    private static func without(_ mark: [UInt8], _ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < line.count {
            let isMark = line[index] == mark[0] && line[index...].starts(with: mark)
            if !isMark { result.append(line[index]) }
            index += isMark ? mark.count : 1
        }
        return result
    }

    private static func checkText(_ name: String) {
        let shown = VisibleText.escape(name)
        if !isHarmless(shown) || shown.contains("\n") { fault("VisibleText passes a control on") }
        if ASCIIText.escape(name).utf8.contains(where: { !(0x20...0x7E).contains($0) }) {
            fault("ASCIIText is not ASCII")
        }
        for width in [0, 1, 2, 7, 40] where TextWidth.of(TextWidth.fit(shown, width)) > width {
            fault("TextWidth.fit takes more than \(width) columns")
        }
        let half = name.unicodeScalars.count / 2
        _ = Glob.matches(String(name.unicodeScalars.prefix(half)), String(name.unicodeScalars.dropFirst(half)))
        if !Glob.matches(name, "*") { fault("'*' does not match") }
    }

    private static func checkJSON(_ name: String) {
        let quoted = JSONText.quote(name)
        let script = MarkupText.script(json: quoted)
        for text in [quoted, script] {
            if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "<") }) {
                fault("JSON holds a control or '<'")
            }
            var reader = JSONReader(ByteInput(bytes: Array(text.utf8), name: "x"))
            do throws(TraceError) {
                let back = try reader.string()
                if !back.buffer.elementsEqual(name.utf8) { fault("JSON gives another name back") }
                try reader.expectEnd()
            } catch { fault("our JSON is none: \(error.diagnostic.text)") }
        }
        if script.utf8.contains(where: { ">&".utf8.contains($0) }) || !isHarmless(script) {
            fault("JSON in a script element could end it")
        }
    }

    private static func checkMarkup(_ name: String) {
        let html = MarkupText.html(name)
        if html.utf8.contains(where: { "<>\"'".utf8.contains($0) }) || !isHarmless(html) {
            fault("HTML text is markup")
        }
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]
        for part in html.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
        where !entities.contains(where: { ("&" + String(String.UnicodeScalarView(part))).utf8.starts(with: $0.utf8) }) {
            fault("HTML text has an '&' that is not escaped")
        }
        let cell = MarkdownText.escape(name)
        var isEscaped = false
        var isMention = false
        for (scalar, next) in zip(cell.unicodeScalars, cell.unicodeScalars.dropFirst().map(Optional.some) + [nil]) {
            // What begins with `@` is code, and holds no backtick.
            if !isEscaped, scalar == "`", isMention || next == "@" {
                isMention.toggle()
                continue
            }
            if !isEscaped, "<>|`*_[]#~!".unicodeScalars.contains(scalar) { fault("Markdown is markup") }
            isEscaped = scalar == "\\" && !isEscaped
        }
        if isEscaped { fault("Markdown ends in a backslash that escapes what follows") }
        if !isHarmless(cell) { fault("Markdown passes a control on") }
    }

    private static func checkLines(_ name: String) {
        let command = GitHubCommand.line("error", title: name, name, at: Place(file: name, line: 1))
        if !isHarmless(command) || command.contains("\n") { fault("a workflow command is not one line") }
        let scalars = Array(command.unicodeScalars.dropFirst("::error ".count))
        let end = scalars.indices.first { scalars[$0...].starts(with: "::".unicodeScalars) } ?? scalars.count
        let properties = scalars[..<end].split(separator: ",", omittingEmptySubsequences: false)
        let keys = properties.map { String(String.UnicodeScalarView($0.prefix { $0 != "=" })) }
        if keys != ["file", "line", "title"] { fault("a workflow command has the properties \(keys)") }
        checkShell(name)
        let diagnostic = Diagnostic(.error, at: Place(file: name, line: 1), name, fix: name)
        if !isHarmless(diagnostic.text) { fault("a diagnostic passes a control on") }
        for line in name.split(separator: "\n") {
            let guarded = CommandGuard.line(String(line))
            if guarded.utf8.elementsEqual(CommandGuard.line(guarded).utf8) { continue }
            fault("a guarded line would still be obeyed")
        }
    }

    /// Takes the word back as a POSIX shell does.
    private static func checkShell(_ name: String) {
        let word = ShellWord.quote(name)
        var back: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in word.utf8 {
            if isEscaped {
                back.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "'") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                let isSafe = byte < 0x80 && !" \t\n\"$`&|;<>()*?[]{}!~\0".utf8.contains(byte)
                if !isQuoted, !isSafe { fault("the shell would obey a byte") }
                back.append(byte)
            }
        }
        if isQuoted || isEscaped || !back.elementsEqual(name.utf8) { fault("the shell gets another word") }
        if word.isEmpty || word.utf8.first == UInt8(ascii: "#") { fault("the shell gets no word") }
    }

    private static func checkQueryFormats(_ name: String) {
        func render(_ renderer: any QueryRenderer) -> String {
            var renderer = renderer
            let row: [SQLValue] = [.text(name), .integer(1), .text(name)]
            return renderer.begin([name, "number", name], RenderOptions()) + renderer.row(row) + renderer.row(row)
                + renderer.end()
        }
        let table = render(TableQuery())
        if !isHarmless(table) || table.utf8.filter({ $0 == 0x0A }).count != 3 { fault("a table has other lines") }
        let markdown = render(MarkdownQuery())
        if markdown.utf8.filter({ $0 == 0x0A }).count != 4 { fault("a Markdown table has other lines") }
        checkCSV(render(CSVQuery()), name)
        var reader = JSONReader(ByteInput(bytes: Array(render(JSONQuery()).utf8), name: "x"))
        do throws(TraceError) {
            try reader.skipValue()
            try reader.expectEnd()
        } catch { fault("the JSON of a query is none: \(error.diagnostic.text)") }
    }

    private static func checkCSV(_ text: String, _ name: String) {
        var reader = CSVReader(ByteInput(bytes: Array(text.utf8), name: "x"), delimiter: UInt8(ascii: ","))
        do throws(TraceError) {
            for row in 0..<3 {
                guard try reader.nextRow(), reader.cellCount == 3, reader.fault == nil else {
                    fault("row \(row) of the CSV has \(reader.cellCount) cells, \(reader.fault?.message ?? "")")
                }
                for cell in [0, 2] where !reader.cell(cell).buffer.elementsEqual(name.utf8) {
                    fault("the CSV gives another name back")
                }
            }
            if try reader.nextRow() { fault("the CSV has more rows than the query") }
        } catch { fault(error.diagnostic.text) }
    }
}
