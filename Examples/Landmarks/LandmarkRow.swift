import SwiftUI

struct LandmarkRow: View {
    @Environment(ModelData.self) private var modelData
    @Environment(\.searchContext) private var search
    let landmark: Landmark

    /// Makes a formatter in every body.
    private var formattedDate: String {
        let formatter = DateFormatter()
        formatter.dateStyle = .medium
        return formatter.string(from: .now)
    }

    var body: some View {
        HStack {
            Text(landmark.name)
            Text("\(formattedDate), \(formattedDistance), \(formattedElevation)")
            if modelData.favorites.contains(landmark.id) { Image(systemName: "star.fill") }
        }
    }

    private var formattedDistance: String {
        MeasurementFormatter().string(from: Measurement(value: landmark.distance, unit: UnitLength.kilometers))
    }

    private var formattedElevation: String {
        NumberFormatter().string(from: landmark.elevation as NSNumber) ?? ""
    }
}
