import Foundation
import Testing

@testable import TraceKit

/// What some sources say of a view and a cause, in lines as `Row.swift:3 reads unread`.
private func answers(_ files: [String: String], _ view: String, _ cause: String) throws -> [String] {
    try withTemporaryFolder { folder in
        for (name, text) in files { try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
        let lookup = SourceLookup(try SourceIndex([folder]), link: nil)
        return lookup.uses([(view, cause)])[0].map { String($0.words.dropFirst(folder.utf8.count + 1)) }
    }
}

/// A view with a store in its environment.
private func row(_ body: String, storage: String = "@Environment(Chat.self) private var chat", more: String = "")
    -> [String: String]
{
    [
        "Chat.swift": "@Observable final class Chat {\n  var unread: Set<Int> = []\n  var title = \"\"\n}",
        "Row.swift": "struct Row: View {\n\(storage)\nlet id: Int\nvar body: some View {\n\(body)\n}\n\(more)\n}",
    ]
}

@Suite struct PropertyReadsTests {
    // MARK: Apps

    @Test func `a chat: the row reads the set, two handlers and a method write it`() throws {
        let files = [
            "Chat.swift": """
            @Observable @MainActor
            final class Chat {
                var unread: Set<Int> = []
                init() { unread = [1] }
                func open(_ id: Int) {
                    unread.remove(id)
                }
            }
            """,
            "Row.swift": #"""
            struct Row: View {
                @Environment(Chat.self) private var chat
                let id: Int
                var body: some View {
                    HStack {
                        if chat.unread.contains(id) {
                            Text("\(chat.unread.count) new")
                        }
                        Button("Read") { chat.unread.remove(id) }
                            .onLongPressGesture { self.chat.unread = [] }
                    }
                }
            }
            """#,
            "Other.swift": "struct Unread { var chat: Chat\nfunc all() -> Int { chat.unread.count } }",
        ]
        #expect(
            try answers(files, "App.Row<Text>", "Chat.unread") == [
                "Row.swift:6 reads unread, as 1 more line does", "Chat.swift:6 writes unread",
                "Row.swift:9 writes unread", "Row.swift:10 writes unread",
            ])
        #expect(try answers(files, "Row", "@Observable Chat.unread").count == 4)
        #expect(try answers(files, "Row", "Chat.title").isEmpty)
        #expect(try answers(files, "Nothing", "Chat.unread").isEmpty)
    }

    @Test func `a player: the time is read through a member, in an extension in another file`() throws {
        let files = [
            "Player.swift": """
            final class Player: ObservableObject {
                @Published var elapsed = 0.0
                func tick() { elapsed += 0.5 }
            }
            """,
            "Bar.swift": """
            struct Bar: View {
                @EnvironmentObject var player: Player
                var body: some View {
                    ProgressView()
                    Text(time)
                }
            }
            """,
            "Bar+Time.swift": """
            extension Bar {
                private var time: String { "\\(player.elapsed)" }
            }
            """,
        ]
        #expect(
            try answers(files, "Bar", "Player.elapsed") == [
                "Bar.swift:5 reads elapsed, through time (Bar+Time.swift:2)", "Player.swift:3 writes elapsed",
            ])
    }

    @Test func `a shop: a function of the model reads for its caller`() throws {
        let files = [
            "Cart.swift": """
            @Observable class Cart {
                var items: [String] = []
                func holds(_ name: String) -> Bool {
                    items.contains(name)
                }
            }
            """,
            "Product.swift": """
            struct Product: View {
                let cart: Cart
                let name: String
                var body: some View {
                    List {
                        Section { Image(systemName: cart.holds(name) ? "cart.fill" : "cart") }
                    }
                }
            }
            """,
        ]
        #expect(
            try answers(files, "Product", "Cart.items") == [
                "Product.swift:6 calls Cart.holds, which reads items (Cart.swift:4)"
            ])
    }

    @Test func `a forecast: one value of the environment is read, one never, and state is read by its view`() throws {
        let files = [
            "Day.swift": #"""
            struct Day: View {
                @Environment(\.theme) private var theme
                @Environment(\.units) private var units: Units
                @State private var isOpen = false
                @AppStorage("wind") var showsWind = true
                var body: some View {
                    Text("Monday").foregroundStyle(theme.text)
                    if isOpen { Text("Rain") }
                    Toggle("Wind", isOn: $showsWind)
                        .onTapGesture {
                            isOpen.toggle()
                        }
                }
            }
            """#
        ]
        #expect(try answers(files, "Day", "EnvironmentWriter: Theme") == ["Day.swift:7 reads theme"])
        #expect(
            try answers(files, "Day", "Child Environment: Units") == [
                "Day.swift:3 units is declared and never read in these sources: try without it"
            ])
        #expect(try answers(files, "Day", "Day.isOpen") == ["Day.swift:8 reads isOpen", "Day.swift:11 writes isOpen"])
        #expect(try answers(files, "Day", "@State isOpen").count == 2)
        // What puts the value into the environment.
        var set = files
        set["Week.swift"] = """
            struct Week: View {
                var body: some View {
                    Day().environment(\\.theme, .dark)
                        .transformEnvironment(\\.theme) { $0 = .dark }
                    List(days, id: \\.theme, rowContent: row)
                }
            }
            """
        #expect(
            try answers(set, "Day", "EnvironmentWriter: Theme") == [
                "Day.swift:7 reads theme", "Week.swift:3 sets theme",
            ])
        // A binding is passed on.
        #expect(try answers(files, "Day", "Day.showsWind").isEmpty)
    }

    @Test func `a notebook: what runs in the closure of something else, or behind a macro, is probable`() throws {
        let files = [
            "Notes.swift": """
            @Observable class Notes {
                var pinned = 0
            }
            """,
            "Page.swift": """
            struct Page: View {
                @State private var notes = Notes()
                var body: some View {
                    Card(title: "Pinned") {
                        Text(notes.pinned, format: .number)
                    }
                }
            }
            @Reviewed struct Cover: View {
                @Bindable var notes: Notes
                var body: some View { Text(notes.pinned, format: .number) }
            }
            """,
        ]
        #expect(
            try answers(files, "Page", "Notes.pinned") == ["Page.swift:5 probably reads pinned, inside Card { }"])
        #expect(try answers(files, "Cover", "Notes.pinned") == ["Page.swift:11 probably reads pinned"])
    }

    // MARK: Objects observed as a whole

    private static let radio = [
        "Radio.swift": """
        final class Radio: ObservableObject {
            @Published var station = ""
            @Published private(set) var level = 0.0
            @Published var volume = 1.0
            init(_ meter: Meter) {
                volume = 0.5
                meter.onSample { [weak self] value in
                    self?.level = value
                }
            }
            func tune(_ name: String) { station = name }
        }
        """,
        "Dial.swift": """
        struct Dial: View {
            @EnvironmentObject private var radio: Radio
            var body: some View {
                Text(radio.station)
                ForEach(marks) { Mark(title: $0) }
            }
        }
        struct Mark: View { let title: String
        var body: some View { Text(title) } }
        struct Lamp: View {
            @ObservedObject var radio: Radio
            var body: some View { Circle() }
        }
        """,
    ]

    @Test func `of an object that is observed, what the view reads, and first what is written that it does not read`()
        throws
    {
        let lines = ["Dial.swift:4 reads station", "Radio.swift:8 writes level", "Radio.swift:11 writes station"]
        #expect(try answers(Self.radio, "Dial", "@EnvironmentObject radio") == lines)
        // The view that makes the one in question holds it.
        #expect(try answers(Self.radio, "Mark", "@EnvironmentObject radio") == lines)
        #expect(
            try answers(Self.radio, "Lamp", "@ObservedObject radio") == [
                "Dial.swift:11 radio is declared and never read in these sources: try without it",
                "Radio.swift:11 writes station",
                "Radio.swift:8 writes level",
            ])
    }

    @Test(
        arguments: [
            // Two views that hold it make the row; another type has its name; it is no object; a macro changed it.
            [
                "More.swift":
                    "struct Panel: View { @EnvironmentObject var radio: Radio\nvar body: some View { Mark(title: \"x\") } }"
            ],
            ["More.swift": "class Radio {}"],
            ["Radio.swift": "@Observable final class Radio { var station = \"\" }"],
            ["Radio.swift": "@Counted final class Radio: ObservableObject { @Published var station = \"\" }"],
            [
                "Dial.swift":
                    "struct Dial: View { @EnvironmentObject var radio: some Tuner\nvar body: some View { Mark(title: radio.station) } }"
            ],
            [
                "Dial.swift":
                    "struct Dial: View { let radio: Radio\nvar body: some View { Mark(title: radio.station) } }"
            ],
        ] as [[String: String]]) func `where it is not certain which object it is, nothing is said`(
            _ more: [String: String]
        ) throws
    {
        #expect(try answers(Self.radio.merging(more) { $1 }, "Mark", "@EnvironmentObject radio").isEmpty)
    }

    // MARK: Traps

    @Test(
        arguments: [
            "let chat = Draft()\nText(chat.unread)",
            "if let chat = draft { Text(chat.unread) }",
            "guard let chat else { return Text(chat.unread) }\nreturn Text(chat.unread)",
            "ForEach(drafts) { chat in Text(chat.unread) }",
            "ForEach(drafts) { (chat: Draft) -> Text in Text(chat.unread) }",
            "ForEach(drafts) { [chat] in Text(chat.unread) }",
            "ForEach(drafts) { index, chat in if index > 0 { Text(chat.unread) } }",
            "switch draft { case .some(let chat): Text(chat.unread)\ndefault: EmptyView() }",
            "switch draft { case let .both(chat, id): Text(chat.unread)\ndefault: EmptyView() }",
            "let (chat, id) = pair\nText(chat.unread)",
            "let id = 1, chat = draft\nText(chat.unread)",
            "for chat in drafts { Text(chat.unread) }",
            "for (index, chat) in drafts.enumerated() { Text(chat.unread) }",
            "func text(of chat: Draft) -> Text { Text(chat.unread) }\nreturn text(of: draft)",
        ]) func `a name that means something else is no read`(_ body: String) throws
    {
        #expect(try answers(row(body), "Row", "Chat.unread").isEmpty)
    }

    @Test(
        arguments: [
            "Button(\"x\") { print(chat.unread) }",
            "AsyncButton(\"x\") { await load(chat.unread) }",
            "Button { print(chat.unread) } label: { Text(\"x\") }",
            "Button(action: { print(chat.unread) }) { Text(\"x\") }",
            "Text(\"x\").onTapGesture { print(chat.unread) }",
            "Text(\"x\").onChange(of: id) { old, new in print(chat.unread) }",
            "Text(\"x\").task { await load(chat.unread) }",
            "Text(\"x\").refreshable { await load(chat.unread) }",
            "Text(\"x\").gesture(DragGesture().onEnded { _ in print(chat.unread) })",
            "Menu(\"x\", content: { Text(\"y\") }, primaryAction: { print(chat.unread) })",
            "Toggle(\"x\", isOn: Binding(get: { chat.unread.isEmpty }, set: { _ in }))",
            "let _ = Task { print(chat.unread) }",
            "let f = { print(chat.unread) }", "Items(open: { url in open(url, chat.unread) })",
            "let _ = DispatchQueue.main.async { print(chat.unread) }",
            "List(items) { item in Button(item.name) { if item.isNew { print(chat.unread) } } }",
        ]) func `what runs later is no read`(_ body: String) throws
    {
        #expect(try answers(row(body), "Row", "Chat.unread").isEmpty)
    }

    @Test(
        arguments: [
            "Text(\"chat.unread\") // chat.unread\n/* chat.unread */",
            "Editor($chat.unread)", "Editor(_chat.unread)", "Text(other.chat.unread)", "Text(chat.list.unread)",
            "List(items, id: \\.unread) { Text($0) }", "let path = \\Chat.unread", "Text(chat[keyPath: \\.unread])",
            "Card(chat: unread)", "Text(chat.unreadCount)", "#Card(chat.unread)", "#card { chat.unread }",
            "chat.unread = []", "change(&chat.unread)", "#if DEBUG\nText(chat.unread)\n#endif",
            "var count: Int { chat.unread.count }",
        ]) func `a key path, a binding, a text, a macro or a part of a build is no read`(_ body: String) throws
    {
        #expect(try answers(row(body), "Row", "Chat.unread").filter { !$0.contains("writes") }.isEmpty)
    }

    @Test(
        arguments: [
            "var chat: Draft", "var chat: (any Chatting)", "@Query var chat: Chat", "let chat: [Chat]",
            "static var chat: Chat = .main", "var chat: Chat { .main }", "@State var chat = makeChat()",
            "@State var chat = Chat().list", "@Environment(\\.chat) var chat", "@Environment(Draft.self) var chat",
            "var chat: Chat\nvar chat: Chat", "#if os(iOS)\nlet chat: Chat\n#else\nvar chat: Chat\n#endif",
            "typealias Chat = Draft\nvar chat: Chat",
        ]) func `storage that does not say its type names no line`(_ storage: String) throws
    {
        #expect(try answers(row("Text(chat.unread)", storage: storage), "Row", "Chat.unread").isEmpty)
    }

    @Test func `storage that says it does`() throws {
        let all = [
            "let chat: Chat", "var chat: Chat?", "@ObservedObject var chat: Chat", "@Bindable var chat: Chat",
            "@EnvironmentObject private var chat: Chat", "@StateObject var chat = Chat(id: 1)",
            "@State private var chat: Chat = .main", "@Environment(Chat.self) var chat: Chat?",
        ]
        for storage in all {
            #expect(
                try answers(row("Text(chat.unread)", storage: storage), "Row", "Chat.unread")
                    == ["Row.swift:5 reads unread"], "\(storage)")
        }
        let reads = [
            "Text(chat?.unread ?? 0)", "Text(self.chat.unread)", "Text(\"x\").task(id: chat.unread) { }",
            "if chat.unread == [] { Text(\"x\") }", "VStack { if let a = b { ForEach(c) { d in Text(chat.unread) } } }",
            "switch id { case 1: HStack { Text(chat.unread) }\ndefault: Text(\"x\") }",
            "Section { Text(\"x\") } header: { Text(chat.unread) }", "if let new = chat.unread.first { Text(new) }",
        ]
        for body in reads {
            #expect(try answers(row(body), "Row", "Chat.unread") == ["Row.swift:5 reads unread"], "\(body)")
        }
        // Only lines that are as certain are counted.
        #expect(
            try answers(row("Card { Text(chat.unread) }\nText(chat.unread)"), "Row", "Chat.unread")
                == ["Row.swift:6 reads unread"])
        #expect(
            try answers(row("Text(items.filter { chat.unread.contains($0) })"), "Row", "Chat.unread")
                == ["Row.swift:5 probably reads unread, inside filter { }"])
    }

    @Test(
        arguments: [
            // Another model with a property of that name, and one that occurs twice.
            ["More.swift": "@Observable class Chat { var unread = 1 }"],
            ["More.swift": "struct Row { var id = 1 }"],
            ["More.swift": "#if os(iOS)\nextension Row {}\n#endif\nextension Other.Row { var x: Int { 1 } }"],
            // What cannot be read may say anything.
            ["More.swift": "extension Row { func f() { ( }"],
            ["Chat.swift": "@Observable class Chat { var unread: Int { 1 } }"],
            ["Chat.swift": "@Observable class Chat { @Stored var unread = 1 }"],
            ["Chat.swift": "@Observable class Chat { @ObservationIgnored var unread = 1 }"],
            ["Chat.swift": "@Observable class Chat { static var unread = 1 }"],
            ["Chat.swift": "protocol Chat { var unread: Int { get } }"],
            ["Chat.swift": "class Base { var unread = 1 }\nclass Chat: Base { var title = 1 }"],
            ["Row.swift": "struct Row<Chat: C>: View { let chat: Chat\nvar body: some View { Text(chat.unread) } }"],
            ["Row.swift": "struct Row: View { let chat: Chat\nvar body: some View { Text(chat.unread) }"],
            ["Row.swift": "struct Row: View { let chat: Chat\nvar body: some View { Text(\"a) }\n}\nT(chat.unread) }"],
        ] as [[String: String]])
    func `two types of a name, other declarations and broken sources name no line`(_ more: [String: String]) throws {
        let files = row("Text(chat.unread)").merging(more) { $1 }
        #expect(try answers(files, "Row", "Chat.unread").isEmpty)
    }

    @Test(
        arguments: [
            (["More.swift": "extension Row { func f() { print(units) } }"], "units"),
            (["More.swift": "func f(_ row: Row) { print(row.units) }"], "units"),
            (["More.swift": "let path = \\Row.units"], "units"),
            (["More.swift": "protocol Measured { var units: Int { get } }"], "units"),
            (["More.swift": "extension Row { var a: Int { #units } }"], "units"),
            (["More.swift": "let broken = ( .units"], "units"),
            (["More.swift": String(repeating: " ", count: SourceText.longest + 1)], "units"),
        ] as [([String: String], String)])
    func `what may be read somewhere is not called unread`(_ more: [String: String], _ name: String) throws {
        let files = row("Text(\"x\")", storage: "@Environment(\\.units) var units")
        let unread = ["Row.swift:2 units is declared and never read in these sources: try without it"]
        #expect(try answers(files, "Row", "EnvironmentWriter: units") == unread)
        let harmless = [
            "More.swift": """
            let a = Kind.units, b: Kind = .units
            struct O { @Environment(\\.units) var units
            var body: some View { Row().environment(\\.units, self.units) } }
            """
        ]
        #expect(
            try answers(files.merging(harmless) { $1 }, "Row", "EnvironmentWriter: units")
                == unread + ["More.swift:3 sets units"])
        #expect(try answers(files.merging(more) { $1 }, "Row", "EnvironmentWriter: units").isEmpty)
        // Unread, a model with tracked properties costs nothing.
        #expect(try answers(row("Text(\"x\")"), "Row", "Chat.unread").isEmpty)
        #expect(
            try answers(row("Text(\"x\")", storage: "@EnvironmentObject var chat: Chat"), "Row", "Chat.unread")
                == ["Row.swift:2 chat is declared and never read in these sources: try without it"])
    }

    // MARK: Cost

    @Test func `hostile sources take no longer than others of their length`() throws {
        let deep = String(repeating: "{ ", count: 100_000)
        let texts = [
            deep, String(repeating: "(", count: 200_000), String(repeating: "{ a, b in ", count: 20_000),
            String(repeating: "if let chat = x { ", count: 150) + "chat.unread" + String(repeating: "}", count: 150),
            String(repeating: "chat.unread ", count: 50_000), String(repeating: "#/x ", count: 100_000),
            String(repeating: "let chat = 1\n", count: 20_000), String(repeating: "\"\\(", count: 50_000),
            String(repeating: "Foo { chat.unread }\n", count: 20_000),
            "Text(" + String(repeating: "chat.", count: 100_000) + "unread)",
        ]
        let members = (0..<10_000).map { "var a\($0): Int { chat.unread.count }" }.joined(separator: "\n")
        let clock = ContinuousClock()
        let time = try clock.measure {
            _ = try answers(row("Text(a1)", more: members), "Row", "Chat.unread")
            for text in texts { _ = try answers(row(text), "Row", "Chat.unread") }
        }
        #expect(time < .seconds(30))
    }

    /// Each question opens its own files, and one more reading finds who else names the properties.
    @Test func `many files cost as much as their text`() throws {
        try withTemporaryFolder { folder in
            for number in 0..<2000 {
                let text = """
                    struct V\(number): View { let m: M\(number)
                    var body: some View { Text(m.p) } }
                    class M\(number) { var p = 1 }
                    """
                try text.write(toFile: "\(folder)/V\(number).swift", atomically: false, encoding: .utf8)
            }
            let lookup = SourceLookup(try SourceIndex([folder]), link: nil)
            let clock = ContinuousClock()
            var found: [[SourceMention]] = []
            let time = clock.measure { found = lookup.uses((0..<2000).map { ("V\($0)", "M\($0).p") }) }
            #expect(found.allSatisfy { $0.first?.name == "reads p" && $0.first?.place.line == 2 })
            #expect(time < .seconds(20))
        }
    }
}
