import Testing

@testable import TraceKit
@testable import trace_generate

@Suite struct KeyedArchiveTests {
    private func archive(_ root: Archived, _ change: (inout [UInt8]) -> Void = { _ in }) throws -> KeyedArchive {
        var bytes = KeyedArchiveWriter.bytes(root: root)
        change(&bytes)
        return try KeyedArchive(bytes, name: "archive")
    }

    @Test func `lists and dictionaries have their elements in order`() throws {
        let list = try archive(.list([.text("one"), .integer(2), .list([.text("three")])])).root
        #expect(try list.elements().count == 3 && list.elements()[0].text == "one" && list.elements()[1].integer == 2)
        #expect(try list.elements()[2].elements().first?.text == "three")
        let entries = try archive(.dictionary([(.text("a"), .text("b"))])).root.entries()
        #expect(try entries.count == 1 && entries[0].key.text == "a" && entries[0].value.text == "b")
    }

    /// Found by fuzzing: it was followed until the stack was full.
    @Test func `a list that refers to itself has no elements`() throws {
        // $null, the text, and the object whose list is the text.
        let archive = try archive(.object([("NS.objects", .text("x"))])) { bytes in
            let reference: [UInt8] = [0x83, 0, 0, 0, 1]
            let places = bytes.indices.dropLast(5).filter { Array(bytes[$0..<$0 + 5]) == reference }
            #expect(places.count == 1)
            for place in places { bytes[place + 4] = 2 }
        }
        #expect(try archive.root.elements().isEmpty && archive.root.entries().isEmpty)
    }
}
