/// The chains of causes as a diagram, all roots of them, drawn as `chains --format` does.
enum MermaidExporter: ChainExporter {
    static let name = "mermaid"
}

/// The same for Graphviz.
enum DotExporter: ChainExporter {
    static let name = "dot"
}

/// An exporter whose name is that of a format of `chains`.
protocol ChainExporter: TraceExporter {}

extension ChainExporter {
    static var isOwnFormat: Bool { false }
    static var mediaType: String { "text/plain" }

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        let (store, trace) = try source.stored()
        let tree = try ChainTree.read(store, trace: trace, ChainTree.Filter())
        var options = RenderOptions()
        options.top = .max
        _ = sink(ChainTree.renderers.render(tree, as: name, options) ?? "")
    }
}
