/// The interactions and causes in the chains of nodes, updates in between left out.
///
/// Most chains lead through few updates and many causes, and there are ten times more updates than causes: whoever asks
/// for what drives an update walks over causes only.
enum RecordsAbove {
    /// Per node, the nearest interaction or cause up its chain, or none. Every node is walked over once; in a cycle of
    /// updates there is none.
    static func nearest(_ parents: Column<Int32>, firstUpdateNode: Int) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(repeating: unknown, count: parents.count)
        let (parents, found) = (parents.buffer, nearest.buffer)
        for node in found.indices {
            let parent = Int(parents[node])
            if parent < firstUpdateNode {
                found[node] = Int32(truncatingIfNeeded: parent)
            } else if found[parent] != unknown {
                found[node] = found[parent]
            } else {
                walk(from: node, parents, found, firstUpdateNode, unknown)
            }
        }
        return nearest
    }

    /// Up to the first node that is known; what is there holds for all on the way.
    private static func walk(
        from first: Int, _ parents: UnsafeMutableBufferPointer<Int32>, _ found: UnsafeMutableBufferPointer<Int32>,
        _ firstUpdateNode: Int, _ unknown: Int32
    ) {
        var node = first
        var above = AnalysisResults.none
        while true {
            // None while it is walked: that stops the walk round a cycle.
            if found[node] == unknown { found[node] = AnalysisResults.none }
            let parent = Int(parents[node])
            if parent < firstUpdateNode {
                above = Int32(parent)
                break
            }
            if found[parent] != unknown {
                above = found[parent]
                break
            }
            node = parent
        }
        let last = node
        node = first
        while true {
            found[node] = above
            if node == last { return }
            node = Int(parents[node])
        }
    }

    /// Per interaction and cause: itself where it is wanted, else the nearest up its chain that is, or none.
    static func nearest(
        _ above: Column<Int32>, firstUpdateNode: Int, _ isWanted: (Int) -> Bool
    ) -> Column<Int32> {
        let unknown: Int32 = -2
        let nearest = Column<Int32>(capacity: firstUpdateNode)
        for record in 0..<firstUpdateNode { nearest.append(isWanted(record) ? Int32(record) : unknown) }
        let found = nearest.buffer
        var walk: [Int] = []
        for first in 0..<firstUpdateNode where found[first] == unknown {
            var record = first
            walk.removeAll(keepingCapacity: true)
            while found[record] == unknown {
                found[record] = AnalysisResults.none
                walk.append(record)
                let next = Int(above[record])
                if next < 0 { break }
                record = next
            }
            // None where the walk ended at a root or came round to itself.
            for step in walk { found[step] = found[record] }
        }
        return nearest
    }
}
