import MapKit
import SwiftUI

struct LandmarkDetail: View {
    @State private var camera = MapCamera()
    let landmark: Landmark

    private var summary: String { "\(landmark.name), \(landmark.elevation) m" }

    var body: some View {
        VStack {
            MapView(camera: camera)
            Text(summary)
        }
    }
}

#if os(macOS)
    typealias MapRepresentable = NSViewRepresentable
#else
    typealias MapRepresentable = UIViewRepresentable
#endif

struct MapView {
    var camera: MapCamera
}

extension MapView: MapRepresentable {}
