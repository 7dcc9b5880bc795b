/// Reads the data of a page from the database.
struct PageBuilder {
    /// The trace that is read, and the connection.
    struct Place {
        let stored: StoredTrace
        /// Whether only a part of the trace is selected.
        let isChosen: Bool
        let views: ViewSums
        let sites: SiteViews

        var database: Database { stored.database }
        var trace: Int64 { stored.id }

        func fill(_ sql: String) -> String {
            SQLTemplate.fill(
                sql,
                [
                    "trace": "\(trace)", "views": "\(views.views)", "updates": "\(views.updates + views.checks)",
                    "long": "\(views.longBodies + views.longOthers)",
                ])
        }

        /// The most rows of a table.
        func limit(_ definition: PageTableDefinition) -> Int {
            views.views >= PageTables.manyViews ? definition.limit / 2 : definition.limit
        }
    }

    let place: Place
    private let tables: [PageTableDefinition]
    private var names: [String] = []
    /// Names by bytes: two spellings that Unicode treats as equal are two names.
    private var nameIndex: [[UInt8]: Int64] = [:]
    /// Names by text id.
    private var namesByID: [Int64: Int64] = [:]
    private let textOfName: Statement
    /// The result of the scan and of the search for problems, after the table of updates has been read.
    private(set) var updates: UpdateScan?
    private(set) var drawnSamples = DrawnSamples()
    private(set) var stackSums = StackSums()
    private(set) var drawn: DrawnItems

    /// Reads the tables of a trace, or of its selected part (`ChosenUpdates`).
    init(
        _ stored: StoredTrace, _ views: ViewSums, isChosen: Bool = false,
        tables: [PageTableDefinition] = PageTables.all
    ) throws(TraceError) {
        place = Place(stored: stored, isChosen: isChosen, views: views, sites: try SiteViews(stored))
        self.tables = tables
        drawn = try DrawnItems(place)
        textOfName = try stored.database.prepare("SELECT text FROM name WHERE id = ?")
    }

    mutating func data() throws(TraceError) -> PageData {
        var data = PageData()
        if tables.contains(where: { $0.id == PageTables.samples.id }) {
            drawnSamples = try DrawnSamples(place)
        }
        if tables.contains(where: { $0.id == PageTables.stacks.id }) { stackSums = try StackSums(place) }
        for definition in tables {
            if definition.isOfUpdates {
                try drawn.readSteps()
                updates = try UpdateScan.read(place, tables.filter { $0.sums != nil })
            }
            let table = try table(definition)
            drawn.note(table)
            data.tables.append(table)
        }
        data.names = names
        let facts = try place.database.rows(
            "SELECT CAST(round(coalesce(duration_ms, 0) * 1e6) AS INTEGER), orange_ns, red_ns, lanes FROM traces WHERE id = ?",
            [.integer(place.trace)])
        if let row = facts.first {
            (data.durationNs, data.orangeNs, data.redNs) = (Self.whole(row[0]), Self.whole(row[1]), Self.whole(row[2]))
            data.lanes = CommaList.words(row[3].text)
        }
        return data
    }

    private mutating func table(_ definition: PageTableDefinition) throws(TraceError) -> PageTable {
        if definition.isOfUpdates, let updates { return updates.table }
        var table = PageTable(definition)
        if let made = try definition.rows?(self, place.limit(definition)) ?? updates?.added[definition.id] {
            for index in table.columns.indices {
                let isName = table.columns[index].encoding == .name
                table.columns[index].values =
                    isName
                    ? try made.rows.map { row throws(TraceError) in try name(of: row[index]) }
                    : made.rows.map { $0[index] }
            }
            table.total = made.total
            return table
        }
        try drawn.write()
        var thinning: PageThinning?
        if let sql = definition.countSQL {
            thinning = try PageThinning(place.database, place.fill(sql), place.limit(definition))
        }
        let statement = try place.database.prepare(place.fill(definition.sql))
        try readRows(statement, &thinning, definition.limit, into: &table)
        if let thinning { (table.grayLeftOut, table.longLeftOut) = (thinning.grayLeftOut, thinning.longLeftOut) }
        return table
    }

    private mutating func readRows(
        _ statement: Statement, _ thinning: inout PageThinning?, _ limit: Int, into table: inout PageTable
    ) throws(TraceError) {
        let most = thinning == nil ? limit : Int.max
        let longIndex = table.columns.firstIndex { $0.name == PageTables.longColumn }
        while try statement.step() {
            table.total += 1
            if table.total > most { continue }
            let isLong = longIndex.map { statement.integer($0) == 1 } ?? false
            guard thinning?.keeps(isLong: isLong) ?? true else { continue }
            for index in table.columns.indices where index != longIndex {
                let isName = table.columns[index].encoding == .name
                table.columns[index].values.append(
                    isName ? try name(statement.value(index)) : statement.whole(index))
            }
        }
        if let longIndex { table.columns.remove(at: longIndex) }
    }

    private mutating func name(_ value: SQLValue) throws(TraceError) -> Int64 {
        if case .integer(let id) = value { return try name(of: id) }
        guard let text = value.text else { return -1 }
        let key = Array(text.utf8)
        if let index = nameIndex[key] { return index }
        let index = Int64(names.count)
        nameIndex[key] = index
        names.append(text)
        return index
    }

    /// The name of a text id.
    private mutating func name(of id: Int64) throws(TraceError) -> Int64 {
        if let known = namesByID[id] { return known }
        try textOfName.bind([.integer(id)])
        defer { textOfName.reset() }
        let text = try textOfName.step() ? textOfName.value(0) : .null
        let index = if case .text = text { try name(text) } else { Int64(-1) }
        namesByID[id] = index
        return index
    }

    /// The whole number of a value, or -1: times, counts and ids are never negative.
    static func whole(_ value: SQLValue) -> Int64 {
        if case .integer(let number) = value { number } else { -1 }
    }
}

extension PageTable {
    /// An empty table.
    init(_ definition: PageTableDefinition) {
        id = definition.id
        columns = definition.columns.map { PageColumn(name: $0.name, encoding: $0.encoding, values: []) }
        total = 0
    }
}

extension PageThinning {
    /// - Parameter sql: counts all rows, and the long ones.
    init(_ database: Database, _ sql: String, _ limit: Int) throws(TraceError) {
        let counts = try database.rows(sql).first.map { $0.map { Int(max(0, PageBuilder.whole($0))) } } ?? [0, 0]
        self.init(all: counts[0], long: counts[1], limit: limit)
    }
}

/// A page around its contents. It loads nothing and runs only its own script, whose hash is in its policy.
struct HTMLPage {
    /// Plain text; escaped when it is written.
    var title: String
    /// Markup in which every text is already escaped by `MarkupText.html`.
    var main: String
    var foot: String
    /// The content of the download.
    var reportJSON: String
    /// Additional data for the script.
    var pageJSON: String
    var script: String

    var text: String {
        String(pieces: [
            top, Self.data("report-json", reportJSON), Self.data("page-json", pageJSON),
            """
            <script id="page-script">\(script)</script>
            </body>
            </html>

            """,
        ])
    }

    /// The markup before the data.
    private var top: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <link rel="icon" href="data:,">
        <title>\(MarkupText.html(String(title.prefix(200))))</title>
        <style>\(PageScript.style)</style>
        </head>
        <body>
        \(PageMarkup.head)
        <main id="main">
        \(main)
        </main>
        \(foot)

        """
    }

    private static func data(_ id: String, _ json: String) -> String {
        String(pieces: [
            "<script type=\"application/json\" id=\"\(id)\">", MarkupText.script(json: json), "</script>\n",
        ])
    }

    /// Allows only this page's own style and script; no URL of any kind.
    private var policy: String {
        """
        default-src 'none'; style-src '\(SHA256.policySource(of: PageScript.style))'; script-src \
        '\(SHA256.policySource(of: script))'; img-src data:; base-uri 'none'; form-action 'none'
        """
    }

    /// A line of the answer; `html` is already escaped.
    static func line(_ term: String, _ html: String, _ name: String) -> String {
        "<div class=\"line \(name)\"><dt>\(term)</dt><dd>\(html)</dd></div>"
    }
}
