import Testing

@testable import TraceKit

/// Texts in, ids out, and back.
@Suite struct NameTableTests {
    @Test func `the vocabulary stands first and in order`() {
        let names = NameTable()
        #expect(names.count == Keyword.allCases.count)
        for word in Keyword.allCases {
            #expect(names.text(word.nameID) == word.text)
            #expect(names.intern(word.text) == word.nameID)
        }
        #expect(Set(Keyword.allCases.map(\.text)).count == Keyword.allCases.count)
    }

    @Test func `no text and an empty text are two things`() {
        let names = NameTable()
        #expect(names.intern("") == Keyword.empty.nameID && names.intern("").isPresent)
        #expect(names.text(names.intern("")) == "")
        #expect(names.text(.none) == nil && !NameID.none.isPresent)
    }

    @Test func `a hundred thousand texts keep their ids while the table grows`() {
        let names = NameTable()
        let first = UInt32(names.count + 1)
        // Lengths around the eight bytes that are hashed at a time, with texts that differ in one bit only.
        let texts = (0..<100_000).map { String(repeating: "x", count: $0 % 17) + String($0, radix: 2) }
        for (index, text) in texts.enumerated() { #expect(names.intern(text).rawValue == first + UInt32(index)) }
        for (index, text) in texts.enumerated() {
            let id = names.intern(text)
            guard id.rawValue == first + UInt32(index), names.text(id) == text else {
                #expect(Bool(false), "text \(index) has id \(id.rawValue)")
                return
            }
        }
        #expect(names.count == Keyword.allCases.count + texts.count)
    }

    @Test func `texts are told apart by all their bytes`() {
        let names = NameTable(vocabulary: [])
        let texts = ["a", "a\0", "a\0\0", "\0a", "\0", "é", "e\u{301}", "A", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaa\0"]
        let ids = texts.map { names.intern($0) }
        #expect(ids.map(\.rawValue) == Array(1...UInt32(texts.count)))
        #expect(ids.map { names.bytes(of: $0).map { $0 } } == texts.map { Array($0.utf8) })
    }

    @Test func `the order of texts is that of their bytes, not of their ids`() {
        let names = NameTable(vocabulary: [])
        let (z, a, ab, e) = (names.intern("z"), names.intern("a"), names.intern("ab"), names.intern("é"))
        #expect(names.isText(a, before: ab) && names.isText(ab, before: z) && names.isText(z, before: e))
        #expect(!names.isText(z, before: a) && !names.isText(a, before: a))
    }

    @Test func `lists are stored once, and an empty list is not no list`() {
        let names = NameTable()
        let lists = ListTable()
        let (a, b) = (names.intern("a"), names.intern("b"))
        let (empty, one, two, other) = (
            lists.intern([]), lists.intern([a]), lists.intern([a, b]), lists.intern([b, a])
        )
        #expect([empty, one, two, other].map(\.rawValue) == [1, 2, 3, 4])
        #expect(lists.intern([a, b]) == two && lists[two] == [a, b])
        #expect(empty.isPresent && lists[empty].isEmpty && !ListID.none.isPresent)
    }

    @Test func `a text with another one behind it is a text of its own`() {
        let names = NameTable(vocabulary: [])
        let row = names.intern("Row")
        #expect(names.text(names.intern(row, with: ".body")) == "Row.body")
        #expect(names.intern(row, with: ".body") == names.intern("Row.body"))
        #expect(names.text(names.intern(.none, with: ".body")) == ".body")
    }

    @Test func `every list keeps its id, the empty one too`() {
        let (names, lists) = (NameTable(vocabulary: []), ListTable())
        let all = [[]] + (0..<2_000).map { number in (0...(number % 5)).map { names.intern("\(number * $0)") } }
        let ids = all.map { lists.intern($0) }
        #expect(Set(ids).count == Set(all).count)
        #expect(all.map { lists.intern($0) } == ids)
        #expect(ids.map { lists[$0] } == all)
    }
}
