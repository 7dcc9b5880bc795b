/// The vocabulary of the trace formats. Every `NameTable` interns these first and in this order, so a word's
/// `NameID` is its raw value and a kind is recognised by comparing integers.
enum Keyword: UInt32, CaseIterable {
    case empty = 1
    case main
    // kinds of updates
    case body, representable, layout, gesture, onChange, action, other
    // phases
    case update, creation, check
    // kinds of causes
    case state, observable, defaults, environment, externalEnvironment, environmentWriter, observer, transaction
    case system
    // kinds of interactions
    case tap, scroll, swipe, type, appear, navigation, launch
    // origins
    case app
    // kinds of records
    case trace, interaction, cause, edge, group, signpost, hitch, hang, sample
    // scopes of signposts
    case process, thread
    // exporters' own words
    case updateTitle, creationTitle, selfProperty, identityProperty, dependenciesProperty, pointsOfInterest
    // ends of signposts
    case begin, end
    // records and levels of logs
    case log, debug, info, `default`, error, fault
    // what Instruments itself says, among the lines of logs
    case hangRisks
    // what the main run loop did, among the signposts
    case runLoopIntervals, mainRunLoopBusy
    // the stages of frames, and SwiftUI's layouts and changes, among the signposts
    case hitchesUpdates, hitchesRenders, hitchesGPU, hitchesFrameWait, hitchesFrameLifetimes
    case frameUpdate, frameRender, frameGPU, frameWait, frameLifetime
    case layouts, cachedLayouts, changes
    // the thread of samples whose source does not name it
    case unknownThread

    var nameID: NameID { NameID(rawValue: rawValue) }

    var text: String { Self.texts[Int(rawValue - Keyword.empty.rawValue)] }

    private static let texts = allCases.map(\.spelling)

    private var spelling: String {
        switch self {
        case .empty: ""
        case .onChange: "on-change"
        case .externalEnvironment: "external-environment"
        case .environmentWriter: "environment-writer"
        case .updateTitle: "Update"
        case .creationTitle: "Creation"
        case .selfProperty: "@self"
        case .identityProperty: "@identity"
        case .dependenciesProperty: "@dependencies"
        case .pointsOfInterest: "PointsOfInterest"
        case .hangRisks: "hang-risks"
        case .runLoopIntervals: "runloop-intervals"
        case .mainRunLoopBusy: "Main run loop busy"
        case .hitchesUpdates: "hitches-updates"
        case .hitchesRenders: "hitches-renders"
        case .hitchesGPU: "hitches-gpu"
        case .hitchesFrameWait: "hitches-framewait"
        case .hitchesFrameLifetimes: "hitches-frame-lifetimes"
        case .frameUpdate: "Frame: app update"
        case .frameRender: "Frame: render"
        case .frameGPU: "Frame: GPU"
        case .frameWait: "Frame: wait"
        case .frameLifetime: "Frame: lifetime"
        case .layouts: "swiftui-layout-updates"
        case .cachedLayouts: "swiftui-layout-updates, cached"
        case .changes: "swiftui-changes"
        case .unknownThread: "(not named)"
        default: "\(self)"
        }
    }
}

extension NameID {
    init(_ word: Keyword) { self.init(rawValue: word.rawValue) }
}

/// What was made of keys before, where few of the keys that there may be are met: of all texts only some are of threads.
struct KnownNames: ~Copyable {
    private let keys = DenseIndex<UInt64>()
    private let names = Column<NameID>()

    @inline(__always)
    func find(_ key: UInt64) -> NameID? { keys.find(key).map { names[$0] } }

    /// Of a key that is not known yet, or is known to be the same.
    func add(_ key: UInt64, _ name: NameID) { names.put(name, at: keys.number(of: key), filler: .none) }
}

extension NameID {
    var key: UInt64 { UInt64(rawValue) }
}

/// The places in the unified log where SwiftUI says why bodies ran.
enum SwiftUILog {
    static let subsystem: StaticString = "com.apple.SwiftUI"
    static let category: StaticString = "Changed Body Properties"
}

extension NameTable {
    /// Whether a message of these is one of SwiftUI on why a body ran.
    func isSwiftUILog(_ subsystem: NameID, _ category: NameID) -> Bool {
        isText(subsystem, SwiftUILog.subsystem) && isText(category, SwiftUILog.category)
    }

    private func isText(_ name: NameID, _ text: StaticString) -> Bool {
        let bytes = bytes(of: name)
        return bytes.baseAddress.map { ByteSlice($0, bytes.count).equals(text) } ?? false
    }
}
