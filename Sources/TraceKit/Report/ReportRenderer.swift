/// How a renderer may draw; everything that depends on where the text goes.
public struct RenderOptions: Sendable {
    /// Columns of the page.
    public var width = 80
    /// Whether ANSI colours may be used.
    public var usesColor = false
    /// The most rows a table of a comparison lists; JSON has all.
    public var top = 15

    public init() {}
}

/// Draws the report model in one format: a pure function, without clock, path, locale or store.
///
/// Adding a format is one file with one of these and one line in `ReportRenderers.all`.
protocol ReportRenderer {
    /// The word after `--format`.
    static var name: String { get }
    /// Whether it draws a timeline and chains too, which take time to read.
    static var drawsPage: Bool { get }
    static func render(_ report: Report, _ options: RenderOptions) -> String
}

extension ReportRenderer {
    static var drawsPage: Bool { false }
}

public enum ReportRenderers {
    static var all: [any ReportRenderer.Type] { [TextReport.self, JSONReport.self, HTMLReport.self] }

    /// The words that `--format` takes.
    public static var names: [String] { all.map { $0.name } }

    /// Whether a format draws `TraceReport.page`.
    public static func drawsPage(_ format: String) -> Bool { all.first { $0.name == format }?.drawsPage ?? false }

    /// The report in a format; nil for a word that names none.
    public static func render(_ report: Report, as format: String, _ options: RenderOptions) -> String? {
        all.first { $0.name == format }?.render(report, options)
    }
}
