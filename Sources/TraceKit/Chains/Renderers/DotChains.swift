/// A graph for Graphviz.
enum DotChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        let (lines, leftOut) = ChainDiagram.lines(tree, top: options.top) { index, parent in
            let node = tree.nodes[index]
            let edge = parent.map { "  n\($0) -> n\(index) [label=\"\(node.sums.updates)\"];\n" }
            return "  n\(index) [label=\"\(DiagramText.dot(node.name))\"];\n" + (edge ?? "")
        }
        let note =
            leftOut > 0
            ? "  rest [shape=plaintext, label=\"\(DiagramText.dot(ChainDiagram.note(leftOut: leftOut)))\"];\n" : ""
        return "digraph chains {\n  rankdir=LR;\n  node [shape=box];\n" + lines + note + "}\n"
    }
}
