extension ChainTree {
    /// The formats of a tree of chains; `RenderOptions.top` = the most roots to show.
    public static let renderers = Renderers<Drawing<ChainTree>>([
        Renderer("text", "text/plain", TextChains.render),
        Renderer("json", "application/json", JSONChains.render),
        Renderer("mermaid", "text/vnd.mermaid", MermaidChains.render),
        Renderer("dot", "text/vnd.graphviz", DotChains.render),
    ])
}
