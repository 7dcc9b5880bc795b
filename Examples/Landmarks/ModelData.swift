import Observation

@Observable
final class ModelData {
    /// Every row reads all of it: one tap updates a hundred rows.
    var favorites: Set<Int> = []
    var landmarks: [Landmark] = ModelData.load("landmarks.json")
}

struct Landmark: Identifiable, Codable {
    var id: Int
    var name: String
    var elevation: Double
    var distance: Double
}

/// Written at every letter that is typed.
struct SearchContext {
    var query = ""
}
