/// Selects the costliest steps of a tree for a diagram, each below its own parent. Mermaid refuses larger texts, or
/// more edges, completely.
enum ChainDiagram {
    /// The defaults of Mermaid's `maxEdges` and `maxTextSize`.
    static let (mostEdges, mostCharacters) = (500, 50_000)
    /// Characters reserved for the head of the diagram and the note on omitted steps.
    private static let reserve = 500

    /// The lines of the drawn steps, from the roots down, and the number of omitted steps. `line` draws a step.
    static func lines(
        _ tree: ChainTree, top: Int, _ line: (_ step: Int, _ parent: Int?) -> String
    ) -> (text: String, leftOut: Int) {
        let roots = tree.roots.prefix(top)
        let (drawn, steps) = choose(tree, roots, line)
        var text = ""
        var open: [(step: Int, parent: Int?)] = roots.reversed().map { ($0, nil) }
        while let next = open.popLast() {
            guard drawn.contains(next.step) else { continue }
            text += line(next.step, next.parent)
            open += tree.children(of: next.step).reversed().map { ($0, next.step) }
        }
        return (text, steps - drawn.count)
    }

    /// The text of a diagram without steps.
    static let nothing = "no chain of causes is recorded"

    /// `1,234 steps left out: …`
    static func note(leftOut: Int) -> String {
        """
        \(Decimal.counted(leftOut, "step")) left out: a diagram draws the costliest, \(Decimal.grouped(mostEdges)) \
        edges and \(Decimal.grouped(mostCharacters)) characters at most
        """
    }

    /// The steps that fit, and their number. No step costs more than its parent, which comes before it.
    private static func choose(
        _ tree: ChainTree, _ roots: ArraySlice<Int>, _ line: (_ step: Int, _ parent: Int?) -> String
    ) -> (drawn: Set<Int>, steps: Int) {
        typealias Step = (wasted: Double, total: Double, step: Int, parent: Int?)
        func step(_ index: Int, _ parent: Int?) -> Step {
            (tree.nodes[index].sums.wastedMs, tree.nodes[index].sums.totalMs, index, parent)
        }
        var open = Heap<Step> { left, right in
            if left.wasted != right.wasted { return left.wasted > right.wasted }
            return left.total != right.total ? left.total > right.total : left.step < right.step
        }
        for root in roots { open.insert(step(root, nil)) }
        var (drawn, steps, edges, characters): (Set<Int>, Int, Int, Int) = ([], 0, 0, reserve)
        var isFull = false
        while let next = open.popFirst() {
            steps += 1
            for child in tree.children(of: next.step) { open.insert(step(child, next.step)) }
            if isFull { continue }
            edges += next.parent == nil ? 0 : 1
            characters += line(next.step, next.parent).count
            isFull = edges > mostEdges || characters > mostCharacters
            if !isFull { drawn.insert(next.step) }
        }
        return (drawn, steps)
    }
}

/// A Graphviz graph.
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
        let nothing =
            tree.roots.isEmpty ? "  none [shape=plaintext, label=\"\(ChainDiagram.nothing)\"];\n" : ""
        return "digraph chains {\n  rankdir=LR;\n  node [shape=box];\n" + lines + note + nothing + "}\n"
    }
}

/// A Mermaid flowchart, for Markdown.
enum MermaidChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        let (lines, leftOut) = ChainDiagram.lines(tree, top: options.top) { index, parent in
            let node = tree.nodes[index]
            let edge = parent.map { "  n\($0) -->|\(node.sums.updates)| n\(index)\n" }
            return "  n\(index)[\"\(DiagramText.mermaid(node.name))\"]\n" + (edge ?? "")
        }
        let note = leftOut > 0 ? "  rest[\"\(DiagramText.mermaid(ChainDiagram.note(leftOut: leftOut)))\"]\n" : ""
        let nothing = tree.roots.isEmpty ? "  none[\"\(ChainDiagram.nothing)\"]\n" : ""
        return "flowchart LR\n" + lines + note + nothing
    }
}
