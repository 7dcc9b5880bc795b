/// Draws a tree of chains in one format.
protocol ChainRenderer {
    /// The word after `--format`.
    static var name: String { get }
    /// `top` = the most roots to show.
    static func render(_ tree: ChainTree, top: Int, _ options: RenderOptions) -> String
}

public enum ChainRenderers {
    static var all: [any ChainRenderer.Type] {
        [TextChains.self, JSONChains.self, MermaidChains.self, DotChains.self]
    }

    public static var names: [String] { all.map { $0.name } }

    public static func render(_ tree: ChainTree, as format: String, top: Int, _ options: RenderOptions) -> String? {
        all.first { $0.name == format }?.render(tree, top: top, options)
    }
}

/// The tree as a flat list of nodes with the index of their parent.
enum JSONChains: ChainRenderer {
    static let name = "json"

    static func render(_ tree: ChainTree, top: Int, _ options: RenderOptions) -> String {
        var json = JSONText()
        json.object { json in
            json.value("schema", "trace-analyze/chains")
            json.value("schema_version", 1)
            json.value("chains", tree.chains)
            json.value("roots", tree.roots.count)
            json.array("nodes") { json in
                var numbers: [Int: Int] = [:]
                ChainWalk.each(tree, top: top) { index, parent in
                    let number = numbers.count
                    numbers[index] = number
                    let node = tree.nodes[index]
                    json.row([
                        ("id", .integer(Int64(number))),
                        ("parent", parent.flatMap { numbers[$0] }.map { .integer(Int64($0)) } ?? .null),
                        ("name", .text(node.name)), ("updates", .integer(Int64(node.sums.updates))),
                        ("unnecessary", .integer(Int64(node.sums.unnecessary))),
                        ("wasted_ms", .real(node.sums.wastedMs)),
                        ("total_ms", .real(node.sums.totalMs)), ("red", .integer(Int64(node.sums.red))),
                        ("orange", .integer(Int64(node.sums.orange))), ("gray", .integer(Int64(node.sums.gray))),
                    ])
                }
            }
        }
        return json.text + "\n"
    }
}

/// A flowchart for Markdown that draws Mermaid.
enum MermaidChains: ChainRenderer {
    static let name = "mermaid"

    static func render(_ tree: ChainTree, top: Int, _ options: RenderOptions) -> String {
        var text = "flowchart LR\n"
        ChainWalk.each(tree, top: top) { index, parent in
            let node = tree.nodes[index]
            text += "  n\(index)[\"\(escape(node.name))\"]\n"
            if let parent { text += "  n\(parent) -->|\(node.sums.updates)| n\(index)\n" }
        }
        return text
    }

    /// Mermaid reads `#code;` as the character; everything that could be syntax is written so.
    private static func escape(_ name: String) -> String {
        VisibleText.escape(name).unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "_", "-", "(", ")", "@": String(scalar)
            case _ where scalar.value > 0x7F: String(scalar)
            default: "#\(scalar.value);"
            }
        }.joined()
    }
}

/// A graph for Graphviz.
enum DotChains: ChainRenderer {
    static let name = "dot"

    static func render(_ tree: ChainTree, top: Int, _ options: RenderOptions) -> String {
        var text = "digraph chains {\n  rankdir=LR;\n  node [shape=box];\n"
        ChainWalk.each(tree, top: top) { index, parent in
            let node = tree.nodes[index]
            text += "  n\(index) [label=\"\(escape(node.name))\"];\n"
            if let parent { text += "  n\(parent) -> n\(index) [label=\"\(node.sums.updates)\"];\n" }
        }
        return text + "}\n"
    }

    /// By scalars: a quote that a mark combines with ends the text for Graphviz too. Labels know the entities of HTML.
    private static func escape(_ name: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(name).unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "&": result += "&amp;"
            case "#" where result.utf8.last == UInt8(ascii: "#"): result += "&#35;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Depth first through the first roots of a tree, without recursion.
private enum ChainWalk {
    static func each(_ tree: ChainTree, top: Int, _ visit: (_ node: Int, _ parent: Int?) -> Void) {
        var open: [(node: Int, parent: Int?)] = tree.roots.prefix(top).reversed().map { ($0, nil) }
        while let next = open.popLast() {
            visit(next.node, next.parent)
            open += tree.nodes[next.node].children.reversed().map { ($0, next.node) }
        }
    }
}
