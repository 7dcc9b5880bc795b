/// How a renderer may draw; everything that depends on where the text goes.
public struct RenderOptions: Sendable {
    /// Columns of the page.
    public var width = 80
    /// Whether tables are drawn in full: no name is cut and no column left out, however long the lines get.
    public var isWide = false
    /// Whether no name is cut, because nobody's terminal is so narrow; the columns are those that the page has room for.
    public var keepsNames = false
    /// Whether a text may hold ASCII only, because the terminal's encoding is another than UTF-8.
    public var isASCII = false
    /// Whether ANSI colours may be used.
    public var usesColor = false
    /// The most rows a table of a comparison lists; JSON has all.
    public var top = 15
    /// How the user named the input, for the commands that a result proposes.
    public var input = CommandInput()
    /// Whether it is one of several results in the same text: then it says of what.
    public var isOneOfSeveral = false

    /// Of a name that is kept: traces may hold names of megabytes.
    static let longestName = 1000

    public init() {}

    var tableWidth: Int { isWide ? Int.max / 4 : width }

    /// A text from a trace as the terminal can show it.
    func shown(_ text: String) -> String { isASCII ? ASCIIText.escape(text) : VisibleText.escape(text) }

    /// Cut in the middle to so many columns, unless everything is wanted.
    func fit(_ text: String, _ room: Int) -> String {
        isWide
            ? text : TextWidth.fit(text, keepsNames ? max(room, Self.longestName) : room, mark: isASCII ? "..." : "…")
    }
}
