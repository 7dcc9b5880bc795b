/// An enumeration that is a word in the formats and a small integer in the database.
protocol CodedWord: CaseIterable, RawRepresentable<UInt8>, BitwiseCopyable {
    var wordID: Word { get }
}

extension CodedWord {
    /// The word as it stands in reports and views.
    var word: String { wordID.text }

    /// The case whose word is `name`, if any.
    init?(name: NameID) {
        guard let match = Self.allCases.first(where: { $0.wordID.nameID == name }) else { return nil }
        self = match
    }
}

/// The lane of an update, as the SwiftUI instrument has them and finer.
enum UpdateKind: UInt8, CodedWord {
    case body, representable, layout, gesture, onChange, action, other

    var wordID: Word {
        switch self {
        case .body: .body
        case .representable: .representable
        case .layout: .layout
        case .gesture: .gesture
        case .onChange: .onChange
        case .action: .action
        case .other: .other
        }
    }

    /// Every update comes through here: the words stand in `Word` in the order of the cases.
    @inline(__always)
    init?(name: NameID) {
        guard let code = UInt8(exactly: Int(name.rawValue) - Int(Word.body.rawValue)) else { return nil }
        self.init(rawValue: code)
    }
}

enum UpdatePhase: UInt8, CodedWord {
    /// The view existed and its body ran again.
    case update
    /// First appearance.
    case creation
    /// The node was notified but its body did not run.
    case check

    var wordID: Word {
        switch self {
        case .update: .update
        case .creation: .creation
        case .check: .check
        }
    }

    /// As with `UpdateKind`: a subtraction instead of a search.
    @inline(__always)
    init?(name: NameID) {
        guard let code = UInt8(exactly: Int(name.rawValue) - Int(Word.update.rawValue)) else { return nil }
        self.init(rawValue: code)
    }
}

enum CauseKind: UInt8, CodedWord {
    case state, observable, defaults, environment, externalEnvironment, environmentWriter, observer, transaction
    case creation, system, other, gesture
    /// A view update that the cause graph names but no update lane holds.
    case update

    var wordID: Word {
        switch self {
        case .state: .state
        case .observable: .observable
        case .defaults: .defaults
        case .environment: .environment
        case .externalEnvironment: .externalEnvironment
        case .environmentWriter: .environmentWriter
        case .observer: .observer
        case .transaction: .transaction
        case .creation: .creation
        case .system: .system
        case .other: .other
        case .gesture: .gesture
        case .update: .update
        }
    }
}

enum InteractionKind: UInt8, CodedWord {
    case tap, scroll, swipe, type, appear, navigation, launch, other
    /// A signpost interval that serves as a window.
    case signpost
    /// The whole recording, where it holds no interaction.
    case trace

    var wordID: Word {
        switch self {
        case .tap: .tap
        case .scroll: .scroll
        case .swipe: .swipe
        case .type: .type
        case .appear: .appear
        case .navigation: .navigation
        case .launch: .launch
        case .other: .other
        case .signpost: .signpost
        case .trace: .trace
        }
    }

    /// The word as it begins a node's name: `Tap "Favorite"`.
    var title: String { word.prefix(1).uppercased() + word.dropFirst() }
}

/// Whose code a node of the cause graph is (Instruments: blue for the app, gray for the system).
enum Origin: UInt8, CodedWord {
    case app, system
    /// The source does not say. Has no word of its own in our format: the field is absent.
    case unknown

    var wordID: Word {
        switch self {
        case .app: .app
        case .system: .system
        case .unknown: .empty
        }
    }
}
