/// A graph for Graphviz.
enum DotChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        var text = "digraph chains {\n  rankdir=LR;\n  node [shape=box];\n"
        tree.forEachNode(top: options.top) { index, parent in
            let node = tree.nodes[index]
            text += "  n\(index) [label=\"\(DiagramText.dot(node.name))\"];\n"
            if let parent { text += "  n\(parent) -> n\(index) [label=\"\(node.sums.updates)\"];\n" }
        }
        return text + "}\n"
    }
}
