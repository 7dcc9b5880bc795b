import Testing

@testable import TraceKit

/// A diagram is as large as what draws it takes, and says what it leaves out.
@Suite struct ChainDiagramTests {
    /// A tap with so many updates of views, each by a cause of its own.
    private func tree(_ count: Int, name: String = "View") throws -> ChainTree {
        let updates = (1...count).map {
            "{\"id\": \(10_000 + $0), \"view\": \"\(name)\($0)\", \"start_ns\": \($0 * 1000), \"duration_ns\": \($0), \"cause\": \($0 + 1)}"
        }
        let causes = (1...count).map { "{\"id\": \($0 + 1), \"name\": \"state\($0)\", \"cause\": 1}" }
        let store = try Traces.store(
            """
            {"format": "tracekit", "interactions": [{"id": 1, "kind": "tap", "name": "Go", "start_ns": 0}],
            "causes": [\(causes.joined(separator: ",\n"))], "updates": [\(updates.joined(separator: ",\n"))]}
            """)
        return try ChainTree.read(store, trace: 1, ChainTree.Filter())
    }

    private func drawn(_ tree: ChainTree, _ format: String) throws -> String {
        var options = RenderOptions()
        options.top = .max
        return try #require(ChainTree.renderers.render(tree, as: format, options))
    }

    private static let arrows = ["mermaid": "-->", "dot": " -> "]

    @Test(arguments: ["mermaid", "dot"]) func `a diagram of no chain says so`(_ format: String) throws {
        let store = try Traces.store(Traces.document("hangs", ["{\"start_ns\": 5, \"duration_ns\": 900000000}"]))
        let text = try drawn(try ChainTree.read(store, trace: 1, ChainTree.Filter()), format)
        #expect(text.contains("no chain of causes is recorded"), "\(text)")
        #expect(!(try drawn(try tree(3), format)).contains("no chain"))
    }

    @Test(arguments: ["mermaid", "dot"]) func `a small tree is drawn whole`(_ format: String) throws {
        let text = try drawn(try tree(20), format)
        #expect(text.components(separatedBy: Self.arrows[format] ?? "").count - 1 == 40, "\(text)")
        #expect(!text.contains("left out"))
    }

    @Test(arguments: ["mermaid", "dot"], [(600, "View"), (400, String(repeating: "Long", count: 60)), (5_000, "V")])
    func `of a large tree the costliest steps are drawn, as many as fit`(
        _ format: String, _ size: (count: Int, name: String)
    ) throws {
        let tree = try tree(size.count, name: size.name)
        let text = try drawn(tree, format)
        let edges = text.components(separatedBy: Self.arrows[format] ?? "").count - 1
        #expect(edges <= 500 && edges > 50 && text.count <= 50_000)
        #expect(text.contains("left out") && text.contains("\(Decimal.grouped(tree.nodes.count - edges - 1)) steps"))
        // The longest update is the costliest here, the shortest the cheapest.
        #expect(text.contains("\(size.name)\(size.count).body") && !text.contains("\(size.name)1.body"))
    }

    @Test func `a step is drawn below its parent only`() throws {
        let text = try drawn(try tree(3_000), "mermaid")
        var known: Set<Substring> = []
        for line in text.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ")
            if words.count > 1, words[1].hasPrefix("-->") {
                #expect(known.contains(words[0]), "\(line)")
            } else {
                known.insert(line.drop { $0 == " " }.prefix { $0 != "[" })
            }
        }
    }
}
