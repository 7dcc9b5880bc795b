/// A flowchart for Markdown that draws Mermaid.
enum MermaidChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        let (lines, leftOut) = ChainDiagram.lines(tree, top: options.top) { index, parent in
            let node = tree.nodes[index]
            let edge = parent.map { "  n\($0) -->|\(node.sums.updates)| n\(index)\n" }
            return "  n\(index)[\"\(DiagramText.mermaid(node.name))\"]\n" + (edge ?? "")
        }
        let note = leftOut > 0 ? "  rest[\"\(DiagramText.mermaid(ChainDiagram.note(leftOut: leftOut)))\"]\n" : ""
        return "flowchart LR\n" + lines + note
    }
}
