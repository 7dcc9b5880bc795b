/// Five keystrokes in the search field; each is an interaction of its own.
///
/// Before: the query goes into the environment, which reaches all visible rows and notifies six views that do not need
/// it. After: it goes to the field and the list only.
enum SearchScene {
    private static let keyPauses: [ClosedRange<Nanoseconds>] = [
        0...900_000, 211_000_000...236_000_000, 158_000_000...171_000_000, 262_000_000...289_000_000,
        184_000_000...203_000_000,
    ]
    private static let notified: [ViewNode] = [
        .tabBar, .filterBar, .categoryHome, .profileButton, .favoriteButton, .landmarkList,
    ]

    static func play(_ builder: inout StoryBuilder) {
        builder.wait(until: builder.fixed ? 7_802_560_917 : 7_944_183_625)
        for pause in keyPauses {
            builder.pause(pause)
            let key = builder.interaction("type", "Search")
            let query = builder.cause(.state, "SearchField.query", by: key)
            if builder.fixed {
                builder.transaction { updateFieldAndList(&$0, by: query) }
            } else {
                broadcast(&builder, query: query)
            }
        }
    }

    private static func updateFieldAndList(_ builder: inout StoryBuilder, by query: NodeID) {
        builder.update(
            .searchField, by: query, lasting: builder.random.skewed(310_000...900_000), changed: ["_query"],
            announced: true)
        builder.update(
            .landmarkList, by: query, lasting: builder.random.skewed(720_000...2_400_000), changed: ["_searchText"],
            announced: true)
    }

    private static func broadcast(_ builder: inout StoryBuilder, query: NodeID) {
        let queryStart = builder.story.causes.last?.start ?? builder.clock
        let noticed = queryStart + (builder.clock - queryStart) / 2
        let writer = builder.cause(.environmentWriter, "EnvironmentWriter: SearchContext", by: query)
        builder.transaction { builder in
            // The field has two parents: its own state a little earlier, the writer last.
            let field = builder.update(
                .searchField, by: writer, lasting: builder.random.skewed(340_000...980_000), changed: ["_query"],
                downstream: builder.random.within(11_000_000...17_000_000))
            builder.edge(from: query, to: field, at: noticed, changed: ["_query"])
            let environment = builder.cause(.environment, "Child Environment: SearchContext", by: writer)
            updateVisibleRows(&builder, by: environment)
            for view in notified {
                builder.update(view, by: environment, lasting: builder.random.within(1_900...14_600), phase: .check)
            }
        }
    }

    private static func updateVisibleRows(_ builder: inout StoryBuilder, by environment: NodeID) {
        let first = LandmarksStory.rowCount - LandmarksStory.visibleRowCount + 1
        for row in first...LandmarksStory.rowCount {
            let changed = row.isMultiple(of: 3) ? "@self" : "@dependencies"
            builder.update(
                .landmarkRow, by: environment, lasting: builder.random.skewed(290_000...2_600_000),
                instance: "row-\(row)", changed: [changed], announced: row < first + 3)
        }
    }
}
