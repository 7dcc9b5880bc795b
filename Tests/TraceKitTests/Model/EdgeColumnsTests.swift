import Testing

@testable import TraceKit

/// Edges as columns are the edges that were put in, whatever of them stands apart.
@Suite struct EdgeColumnsTests {
    private static let untimed = UpdateColumns.untimed

    private func edge(
        _ from: UInt32, _ to: UInt32, at: Int64 = untimed, label: NameID = NameID(.update), changed: ListID = .none
    ) -> EdgeRecord { EdgeRecord(from: from, to: to, at: at, label: label, changed: changed) }

    private func text(_ edge: EdgeRecord) -> String {
        "\(edge.from)>\(edge.to) \(edge.at == Self.untimed ? "-" : "\(edge.at)") \(edge.label.rawValue) \(edge.changed.rawValue)"
    }

    private func texts(_ edges: EdgeColumns) -> [String] { (0..<edges.count).map { text(edges[$0]) } }

    /// By target, then all else: an order in which no two different edges are equal.
    private func isBefore(_ left: EdgeRecord, _ right: EdgeRecord) -> Bool {
        (left.to, left.from, left.at, UInt64(left.label.rawValue) << 32 | UInt64(left.changed.rawValue))
            < (right.to, right.from, right.at, UInt64(right.label.rawValue) << 32 | UInt64(right.changed.rawValue))
    }

    /// Of every kind: plain ones, shorthand, and such with a time, changes or a word of their own.
    private func someEdges(_ count: Int, targets: UInt32, seed: Int) -> [EdgeRecord] {
        var random = SeededNumbers(seed)
        return (0..<count).map { _ in
            let (from, to) = (UInt32.random(in: 0..<50, using: &random), UInt32.random(in: 0..<targets, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return edge(from, to, at: Int64.random(in: 0..<3, using: &random))
            case 1: return edge(from, to, changed: ListID(rawValue: UInt32.random(in: 1..<4, using: &random)))
            case 2: return edge(from, to, label: NameID(.creation))
            case 3: return edge(from, to, label: .none)
            default: return edge(from, to)
            }
        }
    }

    @Test func `what was put in comes out, and what was put over it too`() {
        let all = someEdges(500, targets: 20, seed: 1)
        let edges = EdgeColumns()
        for edge in all { edges.append(edge) }
        #expect(texts(edges) == all.map(text))
        for index in all.indices { edges[index] = all[all.count - 1 - index] }
        #expect(texts(edges) == all.reversed().map(text))
        for index in all.indices {
            #expect(edges.isPlain(index) == (text(edges[index]).hasSuffix(" - \(NameID(.update).rawValue) 0")))
        }
        edges.removeLast(499)
        #expect(texts(edges) == [text(all[499])])
    }

    @Test(arguments: [1, 3, 40]) func `sorted they are what a plain sort makes of them`(targets: UInt32) {
        for seed in 1..<6 {
            let explicit = someEdges(300, targets: targets, seed: seed)
            let shorthand = someEdges(200, targets: targets, seed: seed + 100).map {
                edge($0.from, $0.to, label: .none)
            }
            let edges = EdgeColumns()
            for edge in explicit { edges.append(edge) }
            let (from, to) = (Column<UInt32>(), Column<UInt32>())
            for edge in shorthand {
                from.append(edge.from)
                to.append(edge.to)
            }
            edges.sort(with: from, to, nodes: Int(targets), by: isBefore)
            let expected = (explicit + shorthand).sorted(by: isBefore).map(text)
            #expect(texts(edges) == expected)
            // Once more by comparisons alone, from any other order.
            let other = EdgeColumns()
            for edge in (explicit + shorthand).reversed() { other.append(edge) }
            other.sort(by: isBefore)
            #expect(texts(other) == expected)
        }
    }

    @Test func `edges of another part are taken over, changed, and gone there`() {
        let all = someEdges(100, targets: 9, seed: 3)
        let (own, other) = (EdgeColumns(), EdgeColumns())
        for edge in all { other.append(edge) }
        own.append(edge(7, 8))
        own.take(other) { edge($0.from + 100, $0.to, at: $0.at, label: $0.label, changed: $0.changed) }
        #expect(
            texts(own)
                == [text(edge(7, 8))]
                + all.map { text(edge($0.from + 100, $0.to, at: $0.at, label: $0.label, changed: $0.changed)) })
        #expect(other.count == 0)
    }
}
