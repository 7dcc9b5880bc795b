/// A row is opened: the app sets its selection, SwiftUI takes it through a transaction, and the app's detail view
/// comes out of it (the one path app → system → app of the story).
enum NavigationScene {
    static func play(_ builder: inout StoryBuilder) {
        builder.wait(until: builder.fixed ? 9_884_217_083 : 10_026_730_541)
        let navigation = builder.interaction("navigation", "LandmarkDetail")
        builder.update(.framework("TapGesture", .gesture), by: navigation, lasting: 73_625)
        let action = builder.update(
            ViewNode(view: "NavigationLink", kind: .action), by: navigation, lasting: 246_875, announced: true)
        let selection = builder.cause(.state, "ContentView.selectedLandmark", by: action)
        let transaction = builder.cause(.transaction, "Transaction", origin: .system, by: selection)
        let creation = builder.cause(.creation, "Creation of LandmarkDetail", by: transaction)
        let detail = builder.transaction { builder in
            let detail = createDetail(&builder, by: creation)
            builder.update(
                ViewNode(view: "selectedLandmark", kind: .onChange), by: selection, lasting: 118_333, announced: true)
            return detail
        }
        moveMap(&builder, by: detail)
    }

    private static func createDetail(_ builder: inout StoryBuilder, by creation: NodeID) -> NodeID {
        let detail = builder.update(
            .landmarkDetail, by: creation, lasting: builder.fixed ? 8_612_333 : 9_407_541, phase: .creation,
            downstream: 19_430_708)
        let start = builder.story.updates.last?.start ?? builder.clock
        builder.profile(CallStacks.detail, from: start, to: builder.clock, missing: 5)
        if builder.fixed { builder.hitch(at: start + 6_318_416, frames: 1) }
        if !builder.fixed { builder.hitch(at: start + 5_904_750, frames: 2) }
        for view in [ViewNode.circleImage, .favoriteButton, .landmarkFacts] {
            let duration = builder.random.skewed(190_000...1_700_000)
            builder.update(view, by: detail, lasting: duration, phase: .creation, instance: "detail-99")
        }
        builder.update(.mapView, by: detail, lasting: 3_916_208, phase: .creation, instance: "map-detail")
        let scrollView = builder.update(
            .framework("ScrollView", .layout), by: detail, lasting: 1_204_625, phase: .creation)
        builder.nestedUpdate(.framework("VStack", .layout), in: scrollView, after: 160_417, lasting: 702_291)
        builder.update(.framework("NavigationStackHost"), by: detail, lasting: 1_388_958, phase: .creation)
        return detail
    }

    /// The map gets its region once the detail view has appeared; the fix makes its snapshot smaller.
    private static func moveMap(_ builder: inout StoryBuilder, by detail: NodeID) {
        builder.pause(41_000_000...47_000_000)
        let camera = builder.cause(.state, "LandmarkDetail.camera", by: detail)
        builder.transaction { builder in
            builder.update(
                .mapView, by: camera, lasting: builder.fixed ? 6_073_291 : 11_218_750, instance: "map-detail",
                changed: ["_camera"], announced: true)
            let start = builder.story.updates.last?.start ?? builder.clock
            builder.profile(CallStacks.map, from: start, to: builder.clock, missing: 5)
            builder.update(.framework("ZStack", .layout), by: camera, lasting: 284_166)
        }
        builder.pause(96_000_000...118_000_000)
        builder.update(ViewNode(view: "camera", kind: .onChange), by: camera, lasting: nil)
    }
}
