/// A flowchart for Markdown that draws Mermaid.
enum MermaidChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        var text = "flowchart LR\n"
        tree.forEachNode(top: options.top) { index, parent in
            let node = tree.nodes[index]
            text += "  n\(index)[\"\(DiagramText.mermaid(node.name))\"]\n"
            if let parent { text += "  n\(parent) -->|\(node.sums.updates)| n\(index)\n" }
        }
        return text
    }
}
