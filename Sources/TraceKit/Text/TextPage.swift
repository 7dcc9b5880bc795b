/// The last step of every text for a terminal.
enum TextPage {
    static func text(_ lines: [String], _ options: RenderOptions) -> String {
        lines.map { line in CommandGuard.line(options.isASCII ? ASCIIText.fold(line) : line) + "\n" }.joined()
    }
}
