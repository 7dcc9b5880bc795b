/// An output format of a kind of result.
///
/// `Draw` makes the text: for most results a `Drawing`, a pure function without clock, path, locale or store; for the
/// rows of a query, which are streamed, a factory of a new renderer.
package struct Renderer<Draw: Sendable>: Sendable {
    /// The value of `--format`.
    package let name: String
    /// The media type: `text/html`.
    package let mediaType: String
    /// Whether it draws timelines and chains, which take time to read: `TraceReport.page`, `TraceDiff.timelines`.
    package let drawsPage: Bool
    /// Whether it draws the one-line timeline: `TraceReport.strip`.
    package let drawsStrip: Bool
    /// Whether it shows only the answer unless everything is requested.
    package let isBrief: Bool
    /// The smallest number of rows per list that it needs to count omitted ones; 0 = as requested.
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

/// Draws a whole result as text.
package typealias Drawing<Result> = @Sendable (Result, RenderOptions) -> String

/// All formats of a kind of result; the first is the default.
///
/// To add a format, write one file that draws it and one line in the list of its room.
///
/// Example: `Report.renderers.render(report, as: "markdown", RenderOptions())`
package struct Renderers<Draw: Sendable>: Sendable {
    package let all: [Renderer<Draw>]

    init(_ all: [Renderer<Draw>]) { self.all = all }

    /// The values of `--format`.
    package var names: [String] { all.map(\.name) }

    /// The format of a name; nil for an unknown name.
    package subscript(name: String) -> Renderer<Draw>? { all.first { $0.name == name } }

    /// The result in a format; nil for an unknown name.
    package func render<Result>(_ result: Result, as name: String, _ options: RenderOptions) -> String?
    where Draw == Drawing<Result> { self[name]?.draw(result, options) }
}

/// Options of a renderer: everything that depends on the destination of the text.
package struct RenderOptions: Sendable {
    /// Width of the page in columns.
    package var width = 80
    /// Whether tables are drawn in full, with no name truncated and no column left out, however long the lines get.
    package var isWide = false
    /// Whether names are never truncated because the output is not a terminal; columns are still chosen by the width.
    package var keepsNames = false
    /// Whether the text may contain only ASCII, because the terminal's encoding is not UTF-8.
    package var isASCII = false
    /// Whether ANSI colours may be used.
    package var usesColor = false
    /// The most rows per table of a comparison; JSON has all.
    package var top = 15
    /// The input as named by the user, for proposed commands.
    package var input = CommandInput()
    /// Whether the text contains several results and must name this one.
    package var isOneOfSeveral = false

    /// The longest name that is kept: traces may have names of megabytes.
    static let longestName = 1000

    package init() {}

    var tableWidth: Int { isWide ? Int.max / 4 : width }

    /// A text from a trace, made safe for a terminal.
    func shown(_ text: String) -> String { isASCII ? ASCIIText.escape(text) : VisibleText.escape(text) }

    /// The text truncated in the middle to a width, unless everything is requested.
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
