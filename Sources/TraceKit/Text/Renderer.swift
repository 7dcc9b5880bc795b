/// One format in which a kind of result can be had.
///
/// `Draw` is what makes the text: for most results a `Drawing`, a pure function without clock, path, locale or store; for
/// the rows of a query, which are printed as they come, a type that is made anew for each of them.
package struct Renderer<Draw: Sendable>: Sendable {
    /// The word after `--format`.
    package let name: String
    /// What mail and the web call the format: `text/html`.
    package let mediaType: String
    /// Whether it draws timelines and chains too, which take time to read: `TraceReport.page`, `TraceDiff.timelines`.
    package let drawsPage: Bool
    /// Whether it draws the trace at a glance: `TraceReport.strip`.
    package let drawsStrip: Bool
    /// Whether it shows the answer alone unless it is asked for everything.
    package let isBrief: Bool
    /// Rows of a list that it needs to count what it leaves out; 0 = what the user asks for.
    package let leastRows: Int
    package let draw: Draw

    init(
        _ name: String, _ mediaType: String, drawsPage: Bool = false, drawsStrip: Bool = false, isBrief: Bool = false,
        leastRows: Int = 0,
        _ draw: Draw
    ) {
        self.name = name
        self.mediaType = mediaType
        self.drawsPage = drawsPage
        self.drawsStrip = drawsStrip
        self.isBrief = isBrief
        self.leastRows = leastRows
        self.draw = draw
    }
}

/// A whole result as text.
package typealias Drawing<Result> = @Sendable (Result, RenderOptions) -> String

/// All formats of a kind of result; the first is what one gets without asking.
///
/// Adding a format is one file with what draws it and one line in the list of its room.
///
/// Example: `Report.renderers.render(report, as: "markdown", RenderOptions())`
package struct Renderers<Draw: Sendable>: Sendable {
    package let all: [Renderer<Draw>]

    init(_ all: [Renderer<Draw>]) { self.all = all }

    /// The words that `--format` takes.
    package var names: [String] { all.map(\.name) }

    /// The format of a name; nil for a word that names none.
    package subscript(name: String) -> Renderer<Draw>? { all.first { $0.name == name } }

    /// The result in a format; nil for a word that names none.
    package func render<Result>(_ result: Result, as name: String, _ options: RenderOptions) -> String?
    where Draw == Drawing<Result> { self[name]?.draw(result, options) }
}

/// How a renderer may draw; everything that depends on where the text goes.
package struct RenderOptions: Sendable {
    /// Columns of the page.
    package var width = 80
    /// Whether tables are drawn in full: no name is cut and no column left out, however long the lines get.
    package var isWide = false
    /// Whether no name is cut, because nobody's terminal is so narrow; the columns are those that the page has room for.
    package var keepsNames = false
    /// Whether a text may hold ASCII only, because the terminal's encoding is another than UTF-8.
    package var isASCII = false
    /// Whether ANSI colours may be used.
    package var usesColor = false
    /// The most rows a table of a comparison lists; JSON has all.
    package var top = 15
    /// How the user named the input, for the commands that a result proposes.
    package var input = CommandInput()
    /// Whether it is one of several results in the same text: then it says of what.
    package var isOneOfSeveral = false

    /// Of a name that is kept: traces may hold names of megabytes.
    static let longestName = 1000

    package init() {}

    var tableWidth: Int { isWide ? Int.max / 4 : width }

    /// A text from a trace as the terminal can show it.
    func shown(_ text: String) -> String { isASCII ? ASCIIText.escape(text) : VisibleText.escape(text) }

    /// Cut in the middle to so many columns, unless everything is wanted.
    func fit(_ text: String, _ room: Int) -> String {
        isWide
            ? text : TextWidth.fit(text, keepsNames ? max(room, Self.longestName) : room, mark: isASCII ? "..." : "…")
    }
}

/// The last step of every text for a terminal.
enum TextPage {
    static func text(_ lines: [String], _ options: RenderOptions) -> String {
        lines.map { line in CommandGuard.line(options.isASCII ? ASCIIText.fold(line) : line) + "\n" }.joined()
    }
}
