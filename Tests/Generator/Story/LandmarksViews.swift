/// A view, or another piece of SwiftUI's work, that updates are recorded for.
struct ViewNode {
    var view: String
    var module = "Landmarks"
    var kind = Update.Kind.body

    static func framework(_ view: String, _ kind: Update.Kind = .other) -> ViewNode {
        ViewNode(view: view, module: "SwiftUI", kind: kind)
    }
}

extension ViewNode {
    static let landmarksApp = ViewNode(view: "LandmarksApp")
    static let contentView = ViewNode(view: "ContentView")
    static let categoryHome = ViewNode(view: "CategoryHome")
    static let searchField = ViewNode(view: "SearchField")
    static let tabBar = ViewNode(view: "TabBar")
    static let filterBar = ViewNode(view: "FilterBar")
    static let profileButton = ViewNode(view: "ProfileButton")
    static let landmarkList = ViewNode(view: "LandmarkList")
    static let landmarkRow = ViewNode(view: "LandmarkRow")
    static let circleImage = ViewNode(view: "CircleImage")
    static let favoriteButton = ViewNode(view: "FavoriteButton")
    static let landmarkDetail = ViewNode(view: "LandmarkDetail")
    static let landmarkFacts = ViewNode(view: "LandmarkFacts")
    static let mapView = ViewNode(view: "MapView", kind: .representable)
}
