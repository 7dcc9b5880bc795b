/// How a renderer may draw; everything that depends on where the text goes.
public struct RenderOptions: Sendable {
    /// Columns of the page.
    public var width = 80
    /// Whether tables are drawn in full: no name is cut and no column left out, however long the lines get.
    public var isWide = false
    /// Whether a text may hold ASCII only, because the terminal's encoding is another than UTF-8.
    public var isASCII = false
    /// Whether ANSI colours may be used.
    public var usesColor = false
    /// The most rows a table of a comparison lists; JSON has all.
    public var top = 15
    /// How the user named the input, for the suggestion of what to run next.
    public var input = "INPUT"

    public init() {}

    var tableWidth: Int { isWide ? Int.max / 4 : width }

    /// A text from a trace as the terminal can show it.
    func shown(_ text: String) -> String { isASCII ? ASCIIText.escape(text) : VisibleText.escape(text) }

    /// Cut in the middle to so many columns, unless everything is wanted.
    func fit(_ text: String, _ room: Int) -> String {
        isWide ? text : TextWidth.fit(text, room, mark: isASCII ? "..." : "…")
    }
}

/// Draws the report model in one format: a pure function, without clock, path, locale or store.
///
/// Adding a format is one file with one of these and one line in `ReportRenderers.all`.
protocol ReportRenderer {
    /// The word after `--format`.
    static var name: String { get }
    /// Whether it draws a timeline and chains too, which take time to read.
    static var drawsPage: Bool { get }
    /// Whether it draws the trace at a glance.
    static var drawsStrip: Bool { get }
    /// Rows of a list that it needs to count what it leaves out; 0 = what the user asks for.
    static var leastRows: Int { get }
    static func render(_ report: Report, _ options: RenderOptions) -> String
}

extension ReportRenderer {
    static var drawsPage: Bool { false }
    static var drawsStrip: Bool { false }
    static var leastRows: Int { 0 }
}

public enum ReportRenderers {
    static var all: [any ReportRenderer.Type] {
        [TextReport.self, JSONReport.self, HTMLReport.self, MarkdownReport.self, GitHubReport.self]
    }

    /// The words that `--format` takes.
    public static var names: [String] { all.map { $0.name } }

    /// Whether a format draws `TraceReport.page`.
    public static func drawsPage(_ format: String) -> Bool { all.first { $0.name == format }?.drawsPage ?? false }

    /// Whether a format draws `TraceReport.strip`.
    public static func drawsStrip(_ format: String) -> Bool { all.first { $0.name == format }?.drawsStrip ?? false }

    /// The rows of a list that a format needs at least.
    public static func leastRows(_ format: String) -> Int { all.first { $0.name == format }?.leastRows ?? 0 }

    /// The report in a format; nil for a word that names none.
    public static func render(_ report: Report, as format: String, _ options: RenderOptions) -> String? {
        all.first { $0.name == format }?.render(report, options)
    }
}
