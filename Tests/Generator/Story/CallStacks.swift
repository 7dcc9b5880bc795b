/// One function on a stack, and the binary it lives in.
struct Frame: Hashable {
    var name: String
    var binary: Binary

    init(_ name: String, _ binary: Binary) {
        self.name = name
        self.binary = binary
    }
}

enum Binary: String {
    case landmarks = "Landmarks"
    case swiftUI = "SwiftUI"
    case attributeGraph = "AttributeGraph"
    case uiKit = "UIKitCore"
    case quartzCore = "QuartzCore"
    case foundation = "Foundation"
    case coreFoundation = "CoreFoundation"
    case mapKit = "MapKit"
    case icu = "libicucore.A.dylib"
    case kernel = "libsystem_kernel.dylib"
    case swiftCore = "libswiftCore.dylib"

    var path: String {
        switch self {
        case .landmarks:
            "/private/var/containers/Bundle/Application/7B0E5C1D-52A4-4E0B-9C36-1F8D20A9E4B7/Landmarks.app/Landmarks"
        case .attributeGraph, .uiKit: "/System/Library/PrivateFrameworks/\(rawValue).framework/\(rawValue)"
        case .swiftUI, .quartzCore, .foundation, .coreFoundation, .mapKit:
            "/System/Library/Frameworks/\(rawValue).framework/\(rawValue)"
        case .icu: "/usr/lib/\(rawValue)"
        case .kernel: "/usr/lib/system/\(rawValue)"
        case .swiftCore: "/usr/lib/swift/\(rawValue)"
        }
    }
}

/// What the profiler sees in each scene: a few stacks, leaf first, for the builder to choose from.
enum CallStacks {
    private static let main = Frame("main", .landmarks)
    private static let graph = Frame("AG::Graph::UpdateStack::update()", .attributeGraph)
    private static let rowBody = Frame("LandmarkRow.body.getter", .landmarks)
    private static let date = [Frame("LandmarkRow.formattedDate.getter", .landmarks), rowBody, graph, main]
    private static let height = [Frame("LandmarkRow.formattedElevation.getter", .landmarks), rowBody, graph, main]
    private static let distance = [Frame("LandmarkRow.formattedDistance.getter", .landmarks), rowBody, graph, main]

    /// Formatters made anew for a row.
    static let formatters: [[Frame]] = [
        [Frame("icu::SimpleDateFormat::construct", .icu), Frame("-[NSDateFormatter init]", .foundation)] + date,
        [Frame("icu::DateFormatSymbols::initializeData", .icu), Frame("DateFormatter.init()", .foundation)] + date,
        [Frame("icu::Calendar::createInstance", .icu), Frame("DateFormatter.string(from:)", .foundation)] + date,
        [Frame("icu::DecimalFormatSymbols::initialize", .icu), Frame("NumberFormatter.init()", .foundation)] + height,
        [Frame("MeasurementFormatter.init()", .foundation)] + distance,
        [Frame("ures_getByKeyWithFallback", .icu), Frame("MeasurementFormatter.string(from:)", .foundation)] + distance,
    ]

    static let quickRow: [[Frame]] = [
        [rowBody, graph, main],
        [Frame("swift_retain", .swiftCore), rowBody, graph, main],
        [Frame("Text.init(_:format:)", .swiftUI), rowBody, graph, main],
    ]

    private static let load = [
        Frame("ModelData.load(_:)", .landmarks), Frame("ModelData.init()", .landmarks),
        Frame("LandmarksApp.init()", .landmarks), main,
    ]

    static let readingFile: [[Frame]] = [
        [Frame("read", .kernel), Frame("Data.init(contentsOf:options:)", .foundation)] + load,
        [Frame("fstat", .kernel), Frame("Data.init(contentsOf:options:)", .foundation)] + load,
    ]

    private static let decode = Frame("JSONDecoder.decode(_:from:)", .foundation)

    static let decoding: [[Frame]] = [
        [Frame("JSONScanner.scan()", .foundation), decode] + load,
        [Frame("Landmark.init(from:)", .landmarks), decode] + load,
        [Frame("Dictionary<A, B>.subscript.getter", .swiftCore), Frame("Landmark.init(from:)", .landmarks), decode]
            + load,
        [Frame("swift_allocObject", .swiftCore), decode] + load,
    ]

    static let detail: [[Frame]] = [
        [Frame("LandmarkDetail.body.getter", .landmarks), graph, main],
        [
            Frame("AttributedString.init(markdown:)", .foundation), Frame("LandmarkDetail.summary.getter", .landmarks),
            Frame("LandmarkDetail.body.getter", .landmarks), graph, main,
        ],
    ]

    static let map: [[Frame]] = [
        [Frame("-[MKMapView setRegion:animated:]", .mapKit), Frame("MapView.updateUIView(_:context:)", .landmarks)]
            + [graph, main],
        [Frame("-[MKMapView _updateInsets]", .mapKit), Frame("MapView.updateUIView(_:context:)", .landmarks)]
            + [graph, main],
    ]

    private static let runLoop = [
        Frame("CFRunLoopRunSpecific", .coreFoundation), Frame("UIApplicationMain", .uiKit), main,
    ]

    static let elsewhere: [[Frame]] = [
        [Frame("CA::Transaction::commit()", .quartzCore)] + runLoop,
        [Frame("-[UIApplication sendEvent:]", .uiKit)] + runLoop,
        [Frame("ViewGraph.updateOutputs(at:)", .swiftUI)] + runLoop,
        [Frame("mach_msg2_trap", .kernel)] + runLoop,
    ]
}
