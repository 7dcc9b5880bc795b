import SwiftUI

struct LandmarkList: View {
    @Environment(ModelData.self) private var modelData
    @State private var scrolledID: Int?
    @State private var search = SearchContext()

    var body: some View {
        List(modelData.landmarks) { LandmarkRow(landmark: $0) }
            .scrollPosition(id: $scrolledID)
            .environment(\.searchContext, search)
    }
}

struct FilterBar: View {
    @AppStorage("showFavoritesOnly") private var showFavoritesOnly = false

    var body: some View { Toggle("Favorites only", isOn: $showFavoritesOnly) }
}
