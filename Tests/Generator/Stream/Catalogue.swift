/// The names that a stream is made of: 300 views, some properties, causes, interactions and signposts.
struct Catalogue {
    struct View {
        var name: String
        var kind: Update.Kind
        /// Nanoseconds: half of its updates take less.
        var median: UInt64
    }

    static let viewCount = 300

    let views: [View]
    let causes: [(kind: Cause.Kind, name: String)]
    let interactions = [
        ("tap", "Favorite"), ("scroll", "Landmark list"), ("type", "Search"), ("navigation", "Landmark detail"),
        ("tap", "Filter"), ("swipe", "Photo"),
    ]
    let signposts = ["LoadImage", "DecodeFeed", "QueryStore", "LayoutPass", "SyncFavorites", "RenderMap"]
    /// Lists of changed properties; the first is the empty list.
    let changes = [
        [], ["isFavorite"], ["title"], ["selection"], ["@self"], ["landmark", "isFavorite"], ["query", "results"],
    ]
    /// Identities of view instances.
    let instances = (0..<64).map { "row-\($0)" }
    /// Views by popularity: the n-th view stands in a share of the places that is proportional to 1/n.
    let popularity = Self.makePopularity()

    init(_ shape: StreamShape) {
        views = Self.makeViews(shape.views)
        causes = Self.makeCauses(shape.causes)
    }

    private static func makeViews(_ count: Int) -> [View] {
        let subjects = [
            "Landmark", "Favorite", "Profile", "Search", "Map", "Hike", "Category", "Photo", "Review", "Trail",
            "Weather", "Season", "Region", "Album", "Collection", "Elevation", "Route", "Visitor", "Guide", "Ticket",
        ]
        let roles = [
            "Row", "List", "Detail", "Card", "Header", "Button", "Badge", "Grid", "Chart", "Toolbar", "Menu", "Footer",
            "Cell", "Sheet", "Picker",
        ]
        return (0..<count).map { index in
            // Beyond three hundred the names come again, with a number.
            let word = roles[index / subjects.count % roles.count]
            let name = subjects[index % subjects.count] + word + (index < viewCount ? "" : "\(index / viewCount)")
            let kind: Update.Kind = index % 25 == 7 ? .layout : index % 40 == 11 ? .representable : .body
            // Between 40 µs and 1.9 ms, and not in the order of popularity.
            let step = UInt64(index * 37 % 12)
            return View(name: name, kind: kind, median: (40_000 << (step / 2)) * (step % 2 == 0 ? 2 : 3) / 2)
        }
    }

    private static func makeCauses(_ count: Int?) -> [(kind: Cause.Kind, name: String)] {
        if let count { return (0..<count).map { (.observable, "ModelData.value\($0)") } }
        let models = ["favorites", "landmarks", "selection", "filter", "hikes", "profile", "weather", "photos"]
        let states = ["isExpanded", "query", "offset", "selectedTab", "draft", "isEditing"]
        return models.map { (.observable, "ModelData." + $0) } + states.map { (.state, $0) }
            + ["showsHints", "sortOrder", "units"].map { (.defaults, $0) }
            + ["External: Time", "External Environment"].map { (.externalEnvironment, $0) }
    }

    private static func makePopularity() -> [Int] {
        let weights = (0..<viewCount).map { 1_000_000 / ($0 + 1) }
        let sum = weights.reduce(0, +)
        return weights.enumerated().flatMap { view, weight in
            [Int](repeating: view, count: max(weight * 8_192 / sum, 1))
        }
    }
}
