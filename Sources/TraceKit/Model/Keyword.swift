/// The vocabulary of the trace formats. Every `NameTable` interns these words first and in this order, so a word's
/// `NameID` is its raw value, and kinds are recognised by comparing integers.
enum Keyword: UInt32, CaseIterable {
    case empty = 1
    case main
    // Kinds of updates
    case body, representable, layout, gesture, onChange, action, other
    // Phases
    case update, creation, check
    // Kinds of causes
    case state, observable, defaults, environment, externalEnvironment, environmentWriter, observer, transaction
    case system
    // Kinds of interactions
    case tap, scroll, swipe, type, appear, navigation, launch
    // Origins
    case app
    // Kinds of records
    case trace, interaction, cause, edge, group, signpost, hitch, hang, sample
    // Scopes of signposts
    case process, thread
    // Exporters' own words
    case updateTitle, creationTitle, selfProperty, identityProperty, dependenciesProperty, pointsOfInterest
    // Ends of signposts
    case begin, end
    // Records and levels of logs
    case log, debug, info, `default`, error, fault
    // Messages of Instruments among the log lines
    case hangRisks
    // Activity of the main run loop among the signposts
    case runLoopIntervals, mainRunLoopBusy
    // Stages of frames, and SwiftUI's layouts and changes, among the signposts
    case hitchesUpdates, hitchesRenders, hitchesGPU, hitchesFrameWait, hitchesFrameLifetimes
    case frameUpdate, frameRender, frameGPU, frameWait, frameLifetime
    case layouts, cachedLayouts, changes
    // The thread of samples whose source names none
    case unknownThread
    // Property wrappers of causes
    case stateWrapper, bindingWrapper, gestureStateWrapper, focusStateWrapper, stateObjectWrapper
    case observedObjectWrapper, environmentObjectWrapper, observableMacro, publishedWrapper, bindableWrapper
    case appStorageWrapper, sceneStorageWrapper, environmentWrapper

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
        case .stateWrapper: "@State"
        case .bindingWrapper: "@Binding"
        case .gestureStateWrapper: "@GestureState"
        case .focusStateWrapper: "@FocusState"
        case .stateObjectWrapper: "@StateObject"
        case .observedObjectWrapper: "@ObservedObject"
        case .environmentObjectWrapper: "@EnvironmentObject"
        case .observableMacro: "@Observable"
        case .publishedWrapper: "@Published"
        case .bindableWrapper: "@Bindable"
        case .appStorageWrapper: "@AppStorage"
        case .sceneStorageWrapper: "@SceneStorage"
        case .environmentWrapper: "@Environment"
        default: "\(self)"
        }
    }
}

extension NameID {
    init(_ word: Keyword) { self.init(rawValue: word.rawValue) }
}

extension NameID {
    var key: UInt64 { UInt64(rawValue) }
}

/// The category of the unified log in which SwiftUI logs why bodies ran.
enum SwiftUILog {
    static let subsystem: StaticString = "com.apple.SwiftUI"
    static let category: StaticString = "Changed Body Properties"
}

extension NameTable {
    /// Whether a message of this subsystem and category is one of SwiftUI on why a body ran.
    func isSwiftUILog(_ subsystem: NameID, _ category: NameID) -> Bool {
        isText(subsystem, SwiftUILog.subsystem) && isText(category, SwiftUILog.category)
    }

    private func isText(_ name: NameID, _ text: StaticString) -> Bool {
        let bytes = bytes(of: name)
        return bytes.baseAddress.map { ByteSlice($0, bytes.count).equals(text) } ?? false
    }
}
