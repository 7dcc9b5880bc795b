import Testing
import TraceSchema

@testable import TraceKit

/// Numbers of the database and their words are said by enumerations; whoever says one again is held against them here.
@Suite struct CodesTests {
    /// A CASE of schema.sql that gives words for numbers.
    private struct Case {
        let expression: String
        let words: [Int: String]
        /// For all other numbers.
        var otherwise: String?

        /// The words of these numbers; nil where it has others too.
        func words(of numbers: [Int]) -> [String?]? {
            Set(words.keys).isSubset(of: numbers) ? numbers.map { words[$0] ?? otherwise } : nil
        }
    }

    private static func cases() throws -> [Case] {
        let pattern =
            #/CASE (?<value>[a-z_.]+(?: >> \d+)?(?: & \d+)?)(?<branches>(?: WHEN \d+ THEN '[^']*')+)(?: ELSE (?<rest>.*?))? END/#
        let text = TraceSchema.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.matches(of: pattern).map { match in
            let branches = match.output.branches.matches(of: #/WHEN (\d+) THEN '([^']*)'/#)
            let words = branches.map { (Int($0.output.1) ?? -1, String($0.output.2)) }
            // The last literal: of an exporter's own word, what stands where it has none.
            let otherwise = match.output.rest.flatMap { $0.matches(of: #/'([^']*)'/#).last.map { String($0.output.1) } }
            return Case(
                expression: String(match.output.value), words: Dictionary(words) { first, _ in first },
                otherwise: otherwise)
        }
    }

    /// What a column of numbers may be shown as.
    private struct Column {
        let numbers: [Int]
        let words: [String?]

        init<Code: Coded>(_ code: Code.Type, from first: Int = 0, _ word: (Code) -> String?) {
            numbers = code.allCases.map { Int($0.rawValue) + first }
            words = code.allCases.map(word)
        }

        init<Code: Coded>(_ code: Code.Type, from first: Int = 0) { self.init(code, from: first) { $0.shownWord } }
    }

    private static let severityOfUpdate = Column(Severity.self, from: 1)
    /// By the expression for the number.
    private static let columns: [String: [Column]] = [
        "s.kind": [
            Column(UpdateKind.self), Column(UpdateKind.self) { $0 == .body ? ".body" : "" }, Column(Stretch.Kind.self),
        ],
        "v.kind": [Column(UpdateKind.self)],
        "c.kind": [Column(CauseKind.self)],
        "i.kind": [Column(InteractionKind.self)],
        "c.origin": [Column(Origin.self)],
        "c.wrapper": [Column(PropertyWrapper.self)],
        "u.codes & 3": [Column(UpdatePhase.self)],
        "u.codes >> 2 & 7": [Column(Membership.self)],
        "u.codes >> 5 & 3": [Column(Verdict.self)],
        "u.codes >> 7 & 15": [Column(Reason.self), Column(Reason.self) { $0.confidence?.word }],
        "u.codes >> 11 & 3": [severityOfUpdate],
        "d.severity": [Column(Severity.self)],
        "g.severity": [Column(Severity.self)],
        "l.level": [Column(LogLevel.self)],
        "g.level": [Column(LogLevel.self)],
        "c.level": [Column(LogLevel.self)],
        "l.witness": [Column(StretchPart.Witness.self)],
        "s.pairing": [Column(SignpostRecord.Pairing.self)],
    ]

    @Test func `the views give every number the word of its case, and no other`() throws {
        let cases = try Self.cases()
        for one in cases {
            let columns = Self.columns[one.expression] ?? []
            #expect(columns.contains { one.words(of: $0.numbers) == $0.words }, "\(one)")
        }
        for (expression, columns) in Self.columns {
            for column in columns {
                #expect(
                    cases.contains { $0.expression == expression && $0.words(of: column.numbers) == column.words },
                    "\(expression) \(column)")
            }
        }
        let branches = try Self.cases().reduce(0) { $0 + $1.words.count }
        #expect(branches == TraceSchema.sql.matches(of: #/WHEN\s+\d/#).count, "every CASE was read")
    }

    // MARK: The words of columns

    /// The public views, with their statements.
    private static func views() -> [(name: String, sql: String)] {
        TraceSchema.sql.components(separatedBy: "CREATE VIEW ").dropFirst().map { part in
            let sql = part.components(separatedBy: ";\n")[0].split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            return (String(sql.prefix { $0 != " " }), sql)
        }
    }

    @Test func `every column of a view with words for numbers says its words`() throws {
        let pattern =
            #/CASE [a-z_.]+(?: >> \d+)?(?: & \d+)?(?<branches>(?: WHEN \d+ THEN '[^']*')+)(?<rest>.*?) END\)? AS (?<name>\w+)/#
        var seen = 0
        for view in Self.views() {
            for match in view.sql.matches(of: pattern) {
                let words = match.output.branches.matches(of: #/THEN '([^']*)'/#).map { String($0.output.1) }
                // Of a node's name a part: `Row.body`.
                if words == [".body"] { continue }
                let name = String(match.output.name)
                let column = CodedColumns.of(view.name).first { $0.name == name }
                #expect(column != nil, "\(view.name).\(name) does not say its words")
                #expect(words.filter { column?.words.contains($0) == false } == [], "\(view.name).\(name)")
                seen += 1
            }
        }
        #expect(seen > 15, "\(seen)")
    }

    /// Columns with the name of a coded one that hold other things: rules, kinds of rejects, numbers.
    private static let others = [
        "problems.kind", "problem_gains.kind", "import_rejects.kind", "call_tree.level", "signpost_summary.unpaired",
    ]

    @Test func `a column with the name of a coded one says its words in every view, and there is no other`() throws {
        let guide = try SchemaGuide.read()
        let names = Set(CodedColumns.all.map(\.name))
        for view in guide.views {
            let coded = Set(CodedColumns.of(view.name).map(\.name))
            #expect(coded.isSubset(of: Set(view.columns)), "\(view.name)")
            for column in view.columns where names.contains(column) && !coded.contains(column) {
                #expect(Self.others.contains("\(view.name).\(column)"), "\(view.name).\(column)")
            }
        }
        #expect(CodedColumns.all.flatMap(\.views).allSatisfy { view in guide.views.contains { $0.name == view } })
    }

    @Test(arguments: ["landmarks-before.json", "xctrace/landmarks-before", "unified-log/landmarks-before.ndjson"])
    func `rows of a trace have the words of their columns, and no other`(_ sample: String) throws {
        let store = try TracePipeline.load(
            ["\(Repository.root)/SampleTraces/\(sample)"], into: .temporary, TracePipeline.Options()
        ).store
        for column in CodedColumns.all where column.others == nil {
            for view in column.views {
                let values = try store.database.rows("SELECT DISTINCT \(column.name) FROM \(view)").compactMap {
                    $0[0].text
                }
                #expect(values.filter { !column.words.contains($0) } == [], "\(view).\(column.name)")
            }
        }
    }

    @Test func `the page on the database has the words of every coded column`() throws {
        let page = try Repository.text("docs/database.md")
        for column in CodedColumns.all {
            // These two have the columns of updates, which the page says of them.
            let views = column.views.filter { !["long_updates", "unnecessary_updates"].contains($0) }
            let words = column.line.dropFirst(column.name.count)
            let line = "- `\(column.name)` of \(views.joined(separator: ", "))\(words)\n"
            #expect(page.contains(line), "\(line)")
        }
    }

    /// The comments on the columns list the codes too.
    @Test func `the tables say the numbers of the kinds as the enumerations have them`() {
        let text = TraceSchema.sql.replacing("--", with: " ").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        func numbered(_ words: [String], from first: Int = 0) -> String {
            words.enumerated().map { "\($0.offset + first) \($0.element)" }.joined(separator: ", ")
        }
        for list in [
            numbered(UpdateKind.shownWords), numbered(UpdatePhase.shownWords), numbered(Membership.shownWords),
            numbered(CauseKind.shownWords), numbered(InteractionKind.shownWords), numbered(Origin.shownWords),
            numbered(Severity.shownWords), numbered(Severity.shownWords, from: 1),
        ] {
            #expect(text.contains(list), "\(list)")
        }
    }

    @Test func `no statement and no script has a number that is a code`() throws {
        let swift = Repository.files(below: "Sources/TraceKit", suffix: ".swift")
        let scripts = Repository.files(below: "Sources/TraceKit/Report/HTML/Page", suffix: ".js")
        #expect(!swift.isEmpty && !scripts.isEmpty)
        let codes = "kind|phase|verdict|reason|severity|membership|origin|pairing|confidence"
        let inSQL = try Regex(
            "WHEN [0-9]|(\(codes))\\)? *(=|<>|<|>) *[0-9]|UpdateCodes\\.(\(codes))\\(.*\\)\\)? *(=|<>|<|>) *[0-9]")
        let inScript = try Regex("(\(codes))\\w*(\\[\\w*\\]|\\(\\w*\\))? *([!=]==|[<>]=?) *[0-9]|case [0-9]")
        for (files, pattern) in [(swift, inSQL), (scripts, inScript)] {
            for file in files {
                for line in try Repository.text(file).split(separator: "\n") where line.contains(pattern) {
                    Issue.record("\(file): \(line)")
                }
            }
        }
    }
}
