/// The names that a generated trace is made of: 300 views, some properties, causes, interactions and signposts.
struct BenchCatalogue {
    enum ViewKind { case body, representable, layout }

    struct View {
        var name: BenchText
        var kind: ViewKind
        /// Nanoseconds: half of its updates take less.
        var median: UInt64
    }

    struct Cause {
        /// The word of our own format.
        var kind: BenchText
        var name: BenchText
        /// What the cause table of Instruments calls it.
        var shownName: BenchText
        var isSystem: Bool
    }

    struct Interaction {
        var kind: BenchText
        var name: BenchText
        /// A gesture at the root of the cause graph: `Tap "Favorite"`, escaped for XML.
        var shownName: BenchText
    }

    struct Property {
        var name: BenchText
        /// The same as JSON list and as cell of a table.
        var json: BenchText
        var cell: BenchText
    }

    let views: [View]
    let causes: [Cause]
    let interactions: [Interaction]
    let signposts: [BenchText]
    /// Lists of changed properties; the first is the empty list.
    let changes: [Property]
    /// `row-0` … : identities of view instances.
    let instances: [BenchText]
    /// Views by popularity: the n-th view stands in a share of the places that is proportional to 1/n.
    let popularity: [UInt16]

    static let viewCount = 300

    init() {
        views = Self.makeViews()
        causes = Self.makeCauses()
        interactions = Self.makeInteractions()
        signposts = ["LoadImage", "DecodeFeed", "QueryStore", "LayoutPass", "SyncFavorites", "RenderMap"].map(
            BenchText.init)
        changes = Self.makeChanges()
        instances = (0..<64).map { BenchText("row-\($0)") }
        popularity = Self.makePopularity()
    }

    private static func makeViews() -> [View] {
        let subjects = [
            "Landmark", "Favorite", "Profile", "Search", "Map", "Hike", "Category", "Photo", "Review", "Trail",
            "Weather",
            "Season", "Region", "Album", "Collection", "Elevation", "Route", "Visitor", "Guide", "Ticket",
        ]
        let roles = [
            "Row", "List", "Detail", "Card", "Header", "Button", "Badge", "Grid", "Chart", "Toolbar", "Menu", "Footer",
            "Cell", "Sheet", "Picker",
        ]
        return (0..<viewCount).map { index in
            let name = subjects[index % subjects.count] + roles[index / subjects.count]
            let kind: ViewKind = index % 25 == 7 ? .layout : index % 40 == 11 ? .representable : .body
            // Between 40 µs and 1.9 ms, and not in the order of popularity.
            let step = UInt64(index * 37 % 12)
            return View(name: BenchText(name), kind: kind, median: (40_000 << (step / 2)) * (step % 2 == 0 ? 2 : 3) / 2)
        }
    }

    private static func makeCauses() -> [Cause] {
        let models = ["favorites", "landmarks", "selection", "filter", "hikes", "profile", "weather", "photos"]
        var causes = models.map { model in
            let name = "ModelData.\(model)"
            return Cause(
                kind: BenchText("observable"), name: BenchText(name), shownName: BenchText("@Observable \(name)"),
                isSystem: false)
        }
        causes += ["isExpanded", "query", "offset", "selectedTab", "draft", "isEditing"].map {
            Cause(kind: BenchText("state"), name: BenchText($0), shownName: BenchText("@State \($0)"), isSystem: false)
        }
        causes += ["showsHints", "sortOrder", "units"].map {
            Cause(
                kind: BenchText("defaults"), name: BenchText($0), shownName: BenchText("@AppStorage \($0)"),
                isSystem: false)
        }
        causes += ["External: Time", "External Environment"].map {
            Cause(
                kind: BenchText("external-environment"), name: BenchText($0), shownName: BenchText($0), isSystem: true)
        }
        return causes
    }

    private static func makeInteractions() -> [Interaction] {
        [
            ("tap", "Favorite"), ("scroll", "Landmark list"), ("type", "Search"), ("navigation", "Landmark detail"),
            ("tap", "Filter"), ("swipe", "Photo"),
        ].map { kind, name in
            let title = kind.prefix(1).uppercased() + kind.dropFirst()
            return Interaction(
                kind: BenchText(kind), name: BenchText(name), shownName: BenchText("\(title) &quot;\(name)&quot;"))
        }
    }

    private static func makeChanges() -> [Property] {
        let lists = [
            [], ["isFavorite"], ["title"], ["selection"], ["@self"], ["landmark", "isFavorite"], ["query", "results"],
        ]
        return lists.map { list in
            let json = "[" + list.map { "\"\($0)\"" }.joined(separator: ",") + "]"
            return Property(
                name: BenchText(list.joined(separator: ", ")), json: BenchText(json),
                cell: BenchText(list.isEmpty ? "\"\"" : list.joined(separator: ";")))
        }
    }

    private static func makePopularity() -> [UInt16] {
        let weights = (0..<viewCount).map { 1_000_000 / ($0 + 1) }
        let sum = weights.reduce(0, +)
        var places: [UInt16] = []
        for (view, weight) in weights.enumerated() {
            places += [UInt16](repeating: UInt16(view), count: max(weight * 8_192 / sum, 1))
        }
        return places
    }
}
