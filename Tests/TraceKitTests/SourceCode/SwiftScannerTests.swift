import Testing

@testable import TraceKit

/// What is found in a source, in lines as `Outer.Inner 3`.
private func scan(_ text: String) -> (types: [String], properties: [String], views: [String]) {
    var found = SwiftDeclarations()
    SwiftScanner.scan(Array(text.utf8), file: 0, into: &found)
    func line(_ one: SwiftDeclarations.Declaration) -> String { "\(one.path) \(one.line)" }
    let views = found.types.filter(\.isView).map(line) + found.viewExtensions
    return (found.types.map(line), found.properties.map(line), views)
}

@Suite struct SwiftScannerTests {
    @Test func `types and their properties are found, with the line of the name`() {
        let found = scan(
            """
            import SwiftUI
            @MainActor @Observable
            final class ModelData {
                var favorites: Set<Int> = []
                private(set) var a = 1, b: [String: Array<Int>] = [:], c: Int // the first of them
                let d = Pair<Int, Int>()
                class var shared: ModelData { let local = 1; return local }
                class func make(class name: String, actor: Int) { var inner = 2 }
            }
            struct Row<Content: View, T>: SwiftUI.View where T == Array<Int?> {
                @State private var counter = 0
                var body: some View { Text("x") { let x = 1 } }
            }
            actor Store { var items = [Int]() }
            let actor = 5
            enum E { case x(var: Int) ; var value: Int { 3 } }
            """)
        #expect(found.types == ["ModelData 3", "Row 10", "Store 14", "E 16"])
        #expect(
            found.properties == [
                "ModelData.favorites 4", "ModelData.a 5", "ModelData.d 6", "ModelData.shared 7", "Row.counter 11",
                "Row.body 12", "Store.items 14", "E.value 16",
            ])
        #expect(found.views == ["Row 10"])
    }

    @Test func `nested types, extensions and names in backticks have their whole names`() {
        let found = scan(
            """
            struct A { struct B<T> { enum C {} } }
            extension A.B where T: Equatable { var one: Int { 1 } ; struct D: View { var two = 2 } }
            extension A.B.C: @retroactive View, Sendable {}
            extension Array where Element == Int { var three: Int { 3 } }
            struct `Type`: View { let `default` = 1 }
            func f() { struct Local: View { var four = 4 } }
            """)
        #expect(found.types == ["A 1", "A.B 1", "A.B.C 1", "A.B.D 2", "Type 5", "Local 6"])
        #expect(found.properties == ["A.B.one 2", "A.B.D.two 2", "Array.three 4", "Type.default 5", "Local.four 6"])
        #expect(found.views == ["A.B.D 2", "Type 5", "Local 6", "A.B.C"])
    }

    @Test func `what comments and strings hold is no code`() {
        let found = scan(
            ##"""
            /* a /* nested } */ struct No {} */
            // struct No {}
            struct Yes {
                let a = "} \(f("}") + "{ \(x)") \(y) {", b = #"a "quoted" \(no { ) \#(yes { $0 })"#
                let c = """
                  struct No: View { "quoted" \(x ? "a" : """
                     nested }
                  """) }
                  """
                let d = [1: "{"]
                var f: Int { a / 2 / b }
                var last = 1
            }
            struct After { var end = 1 }
            """##)
        #expect(found.types == ["Yes 3", "After 14"])
        #expect(
            found.properties == [
                "Yes.a 4", "Yes.c 5", "Yes.d 10", "Yes.f 11", "Yes.last 12", "After.end 14",
            ])
    }

    @Test func `strings that look like the beginning of longer ones end where Swift ends them`() {
        let found = scan(
            ###"""
            let quote = #"""#, two = ##""""##
            struct A: View { let raw = ##"a "# \#(no) { struct No {} "## }
            let text = #"""
              struct No: View { """ \(x) "# {
              """#
            struct B: View { let s = "a\("b\("c { struct No {")}")", t = "\\" }
            let none = "", one = "\"", url = "http://x/*"
            struct C: View {}
            """###)
        #expect(found.types == ["A 2", "B 6", "C 8"])
        #expect(found.properties == ["A.raw 2", "B.s 6"])
    }

    @Test func `a value that is called actor declares nothing`() {
        let found = scan(
            """
            struct Movies: View {
                @State var picked = 0
                var body: some View {
                    ForEach(actors) { actor in
                        VStack { let a = 1 }
                    }
                    for actor in cast { let b = 1 }
                    guard let actor else { let c = 1; return }
                    if let actor, actor.isGood { let d = 1 }
                    switch actor { case .x: let e = 1 }
                    if actor is Person { let f = 1 } else if x == actor { let g = 1 }
                }
                var last = 1
            }
            actor Cache { var items = 1 }
            distributed actor Peer<T> where T: Sendable { var peers = 1 }
            """)
        #expect(found.types == ["Movies 1", "Cache 15", "Peer 16"])
        #expect(
            found.properties == [
                "Movies.picked 2", "Movies.body 3", "Movies.last 13", "Cache.items 15", "Peer.peers 16",
            ])
    }

    @Test func `headers in all their forms`() {
        let found = scan(
            """
            @available(iOS 17, *) @MainActor public struct A: View {}
            @MyMacro(.struct, name: "x {") nonisolated struct B: ~Copyable, View { var b = 1 }
            struct C<each T: View, let N: Int>: View { var c: (repeat each T) }
            struct D<A,
              B
            >
              : Equatable,
                View
              where A: Hashable,
                B: View
            {
              @Binding var d: Int
            }
            extension E: @preconcurrency @MainActor View { var e: Int { 1 } }
            extension [Int] { var count2: Int { 1 } }
            extension Optional<Int>.Some: View {}
            struct
              F
              : View {}
            indirect enum G: View { case a(let: Int), b; var g: Int { 1 } }
            #Preview("x {") { struct H: View {}; return H() }
            public macro M() = #externalMacro(module: "M", type: "T")
            struct I: Equatable & View {};struct J: View {}
            """)
        #expect(
            found.types == ["A 1", "B 2", "C 3", "D 4", "F 18", "G 20", "H 21", "I 23", "J 23"])
        #expect(found.views == found.types + ["E", "Optional.Some"])
        #expect(found.properties == ["B.b 2", "C.c 3", "D.d 12", "E.e 14", "G.g 20"])
    }

    @Test func `properties in all their forms, and no local of a body`() {
        let found = scan(
            """
            final class S {
                @ObservationIgnored var a = 1; private(set) var b: Int = 0 { didSet { let no = 1 } }
                lazy var c: Int = { let no = 1; return no }()
                let d: (Int, (String) -> Void) -> [Int: (Int, Int)] = { _, _ in [:] }
                weak var e: AnyObject?
                unowned(unsafe) var f: AnyObject
                @AppStorage("let x { var") var g = false
                @Environment(\\.colorScheme) private var h
                var `class`: Int { get { 1 } set { let no = newValue } }
                subscript(i: Int) -> Int { let no = i; return no }
                init() { let no = 1 }
                deinit { let no = 1 }
                static func == (l: S, r: S) -> Bool { let no = 1; return no == 1 }
                #if DEBUG
                var i = 1
                #endif
                let j: Int, k = [1, 2].map { let no = $0; return no }, l = 1
            }
            """)
        #expect(
            found.properties == [
                "S.a 2", "S.b 2", "S.c 3", "S.d 4", "S.e 5", "S.f 6", "S.g 7", "S.h 8", "S.class 9", "S.i 15", "S.j 17",
            ])
    }

    @Test func `each branch of a condition is looked at, and what follows stands where it stood`() {
        let found = scan(
            """
            #if os(iOS) // {
            struct Map: UIViewRepresentable {
            #else
            struct Map: NSViewRepresentable {
            #endif
                var camera = 1
            }
            struct Next: View { var x = 1 }
            """)
        #expect(found.types == ["Map 2", "Map 4", "Next 8"])
        #expect(found.properties == ["Map.camera 6", "Next.x 8"])
        #expect(found.views == ["Map 2", "Map 4", "Next 8"])
    }

    @Test(
        arguments: [
            "struct A {\n var a = 1\n\nstruct B: View { var b = 1 }", "}}} )) struct B: View { var b = 1 }",
            "let s = \"no end\nstruct B: View { var b = 1 }", "f((( \nstruct B: View { var b = 1 }",
            "struct { class func struct extension var\nstruct B: View { var b = 1 }",
            "#else\n#endif\nstruct B: View { var b = 1 }",
            "\u{FEFF}#!/usr/bin/swift {\nstruct B: View { var b = 1 }",
            "protocol P: class { var p: Int { get } }\nstruct B: View { var b = 1 }",
        ]) func `a source that does not parse still gives what it holds`(_ text: String)
    {
        let found = scan(text)
        #expect(found.types.contains { $0.hasPrefix("B ") || $0.contains(".B ") }, "\(found)")
        #expect(found.properties.contains { $0.contains("B.b ") }, "\(found)")
    }

    @Test(
        arguments: [
            "\"\\(", "{", "#if\n", "/", "=/\\", "<", "struct A {", "extension A.", "var a,", "#/", "\"\"\"", "/*", "`",
            "#if x\nstruct A{\n", "let a: A<", "\"\\(\"", "#####/", "extension A<B>.C:View{", "\\",
        ]) func `sources made to be slow are read in time`(_ piece: String)
    {
        let text = String(repeating: piece, count: (128 << 10) / piece.utf8.count)
        let clock = ContinuousClock()
        #expect(clock.measure { _ = scan(text) } < .seconds(2))
    }

    @Test func `a source cut anywhere, or with a sign put in anywhere, is read to its end`() throws {
        let text = Array(try Repository.text("Examples/Landmarks/LandmarkDetail.swift").utf8)
        for place in 0...text.count {
            _ = scan(String(decoding: text.prefix(place), as: UTF8.self))
            for sign in ["\"", "\"\"\"", "{", "}", "(", "#if ", "/*", "\\(", "<", "/", "#\"", "`"] {
                let damaged = text.prefix(place) + Array(sign.utf8) + text.dropFirst(place)
                _ = scan(String(decoding: damaged, as: UTF8.self))
            }
        }
    }
}
