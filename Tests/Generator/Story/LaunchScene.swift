/// Launch: the model is loaded, then the first screen is built. No interaction has happened yet.
enum LaunchScene {
    /// Which of the first rows are slow before the fix; the very first pays for loading the formatters' data.
    private static let redRows: Set<Int> = [1, 8]
    private static let orangeRows: Set<Int> = [3, 6, 10, 12, 13]

    static func play(_ builder: inout StoryBuilder) {
        builder.wait(until: builder.fixed ? 204_918_375 : 211_304_292)
        let environment = builder.cause(.externalEnvironment, "External Environment", origin: .system)
        let creation = builder.cause(.creation, "Creation of LandmarksApp")
        loadModel(&builder)

        let list = builder.transaction { builder in
            let app = builder.update(.landmarksApp, by: creation, lasting: 421_708, phase: .creation)
            let content = builder.update(
                .contentView, by: app, lasting: 1_893_542, phase: .creation, downstream: 7_204_375)
            splitViewParts(&builder, by: content)
            return firstViews(&builder, by: content)
        }
        builder.transaction { firstRows(&$0, by: list) }
        settle(&builder, environment: environment)
    }

    /// Before: read and decoded on the main thread, which cannot do anything else. After: in a task, off the main
    /// thread, while the first screen is being built.
    private static func loadModel(_ builder: inout StoryBuilder) {
        builder.pause(11_000_000...14_000_000)
        let start = builder.clock
        let duration: Nanoseconds = builder.fixed ? 96_482_083 : 309_716_541
        builder.signpost(
            "LoadLandmarks", category: "PointsOfInterest", id: 17_216_892_719_917_625_070, at: start,
            lasting: duration, message: "landmarkData.json")
        guard !builder.fixed else { return }
        let decoding = start + 64_305_917
        builder.profile(CallStacks.readingFile, from: start, to: decoding, missing: 4)
        builder.profile(CallStacks.decoding, from: decoding, to: start + duration, missing: 4)
        builder.hang("Microhang", at: start - 1_204_833, lasting: duration + 3_018_209)
        builder.wait(until: start + duration)
        builder.pause(2_600_000...3_900_000)
    }

    private static func splitViewParts(_ builder: inout StoryBuilder, by content: NodeID) {
        let parts = ["NavigationSplitView", "NavigationSplitView.Sidebar", "NavigationSplitView.Detail", "Toolbar"]
        for part in parts {
            let duration = builder.random.skewed(160_000...1_900_000)
            builder.update(.framework(part), by: content, lasting: duration, phase: .creation)
        }
        builder.update(.framework("VStack", .layout), by: content, lasting: 318_250, phase: .creation)
    }

    private static func firstViews(_ builder: inout StoryBuilder, by content: NodeID) -> NodeID {
        for view in [ViewNode.categoryHome, .searchField, .tabBar, .filterBar, .profileButton] {
            let duration = builder.random.skewed(140_000...1_600_000)
            builder.update(view, by: content, lasting: duration, phase: .creation)
        }
        builder.update(.mapView, by: content, lasting: 4_872_916, phase: .creation, instance: "map-home")
        return builder.update(
            .landmarkList, by: content, lasting: 2_316_458, phase: .creation, downstream: 31_907_250)
    }

    private static func firstRows(_ builder: inout StoryBuilder, by list: NodeID) {
        for number in 1...LandmarksStory.visibleRowCount {
            let cost: RowCost = redRows.contains(number) ? .red : orangeRows.contains(number) ? .orange : .gray
            let row = RowCost.update(&builder, row: number, cost: cost, by: list, phase: .creation, changed: nil)
            let image = builder.random.skewed(70_000...720_000)
            builder.update(.circleImage, by: row, lasting: image, phase: .creation, instance: "row-\(number)")
            let button = builder.random.skewed(60_000...480_000)
            builder.update(.favoriteButton, by: row, lasting: button, phase: .creation, instance: "row-\(number)")
            if number.isMultiple(of: 5) {
                builder.update(.framework("HStack", .layout), by: row, lasting: 121_000 + button / 3, phase: .creation)
            }
        }
    }

    /// What comes in once the first screen stands: traits of the screen, a stored setting, the first display list.
    private static func settle(_ builder: inout StoryBuilder, environment: NodeID) {
        builder.pause(5_100_000...7_800_000)
        let defaults = builder.cause(.defaults, "FilterBar.showFavoritesOnly")
        let transaction = builder.cause(.transaction, "Transaction", origin: .system)
        builder.transaction { builder in
            builder.update(.framework("List", .layout), by: environment, lasting: 1_246_083, announced: true)
            builder.update(.tabBar, by: environment, lasting: 203_417, changed: ["@dependencies"], announced: true)
            builder.update(.framework("ScrollPocket"), by: environment, lasting: 148_292)
            builder.update(
                .filterBar, by: defaults, lasting: 287_125, changed: ["_showFavoritesOnly"], announced: true)
            builder.update(.framework("DisplayList"), by: transaction, lasting: 964_750)
            builder.update(.framework("ViewResponders"), by: transaction, lasting: 92_208)
        }
        builder.pause(700_000...900_000)
        builder.update(.framework("PreferenceBridge"), by: transaction, lasting: nil)
        networking(&builder)
    }

    private static func networking(_ builder: inout StoryBuilder) {
        var start = builder.clock + 1_930_250
        builder.signpost(
            "FirstScreen", category: "PointsOfInterest", id: 17_216_892_719_917_625_070, at: start, lasting: nil,
            message: "rows=\(LandmarksStory.visibleRowCount)")
        for request in 1...3 {
            let duration = builder.random.within(61_000_000...188_000_000)
            builder.signpost(
                "FetchThumbnails", category: "networking", id: 0x5e1_c040 + UInt64(request) * 0x40, at: start + 411_083,
                lasting: duration, message: "batch=\(request) count=\(builder.random.within(9...16))")
            start += builder.random.within(19_000_000...48_000_000)
        }
    }
}
