/// The tree as a flat list of nodes with the index of their parent.
enum JSONChains {
    static func render(_ tree: ChainTree, _ options: RenderOptions) -> String {
        JSONText.document("chains", version: 1) { json in
            json.value("chains", tree.chains)
            json.value("roots", tree.rootCount)
            json.array("nodes") { json in
                var numbers: [Int: Int] = [:]
                tree.forEachNode(top: options.top) { index, parent in
                    let number = numbers.count
                    numbers[index] = number
                    let (name, sums) = (tree.nodes[index].name, tree.nodes[index].sums)
                    json.row([
                        ("id", SQLValue(number)),
                        ("parent", parent.flatMap { numbers[$0] }.map { SQLValue($0) } ?? .null),
                        ("name", .text(name)), ("updates", SQLValue(sums.updates)),
                        ("unnecessary", sums.isWasteKnown ? SQLValue(sums.unnecessary) : .null),
                        ("wasted_ms", sums.isWasteKnown ? .real(sums.wastedMs) : .null),
                        ("total_ms", .real(sums.totalMs)), ("red", SQLValue(sums.red)),
                        ("orange", SQLValue(sums.orange)), ("gray", SQLValue(sums.gray)),
                    ])
                }
            }
        }
    }
}
