import Testing

@testable import TraceKit

/// Call stacks, outermost frame first, into a tree that shares what they have in common.
@Suite struct StackTableTests {
    private let names = NameTable()
    private let stacks = StackTable()

    private func stack(_ frames: String...) -> UInt32 {
        frames.reduce(0) { stacks.child(of: $1 == frames[0] ? 0 : $0, StackTable.Frame(name: names.intern($1))) }
    }

    @Test func `stacks share their outer frames`() {
        let (body, layout) = (stack("main", "run", "body"), stack("main", "run", "layout"))
        #expect(body != layout && stacks.nodes[Int(body)].parent == stacks.nodes[Int(layout)].parent)
        #expect(stacks.nodes.count == 1 + 4)
        #expect(stack("main", "run", "body") == body && stacks.nodes.count == 1 + 4)
        #expect(stack("main") == stacks.nodes[Int(stacks.nodes[Int(body)].parent)].parent)
    }

    @Test func `a frame is told apart by its binary and by whose that is`() {
        let (name, binary) = (names.intern("f"), names.intern("App"))
        let plain = stacks.child(of: 0, StackTable.Frame(name: name))
        let app = stacks.child(of: 0, StackTable.Frame(name: name, binary: binary, isApp: true))
        let system = stacks.child(of: 0, StackTable.Frame(name: name, binary: binary))
        #expect(Set([plain, app, system]).count == 3)
    }
}
