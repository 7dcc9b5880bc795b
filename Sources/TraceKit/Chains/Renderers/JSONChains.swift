/// The tree as a flat list of nodes with the index of their parent.
enum JSONChains {
    private static func cells(_ recurrence: Recurrence) -> [(String, SQLValue)] {
        [
            ("recurring_runs", SQLValue(recurrence.runs)),
            ("recurring_period_ms", recurrence.periodNs.map { .real(Double($0) / 1e6) } ?? .null),
        ]
    }

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
                    var row: [(String, SQLValue)] = [
                        ("id", SQLValue(number)),
                        ("parent", parent.flatMap { numbers[$0] }.map { SQLValue($0) } ?? .null),
                        ("name", .text(name)), ("updates", SQLValue(sums.updates)),
                        ("unnecessary", sums.isWasteKnown ? SQLValue(sums.unnecessary) : .null),
                        ("wasted_ms", sums.isWasteKnown ? .real(sums.wastedMs) : .null),
                        ("total_ms", .real(sums.totalMs)), ("red", SQLValue(sums.red)),
                        ("orange", SQLValue(sums.orange)), ("gray", SQLValue(sums.gray)),
                    ]
                    if let recurrence = tree.recurring[index] { row += cells(recurrence) }
                    if tree.nodes[index].rounds > 0 { row.append(("rounds", SQLValue(tree.nodes[index].rounds))) }
                    json.row(row)
                }
            }
            guard tree.inferredCount > 0 else { return }
            json.value("inferred_links", tree.inferredCount)
            json.rows("inferred", tree.inferred) { link in
                [
                    ("cause", .text(link.label)), ("is_seen", SQLValue(link.isSeen ? 1 : 0)),
                    ("view", .text(link.view)),
                    ("is_driver", SQLValue(link.isDriver ? 1 : 0)), ("runs", SQLValue(link.runs)),
                    ("bursts", SQLValue(link.bursts)), ("updates", SQLValue(link.updates)),
                    ("total_ms", link.totalMs > 0 ? .real(link.totalMs) : .null),
                ] + cells(link.recurrence)
            }
        }
    }
}
