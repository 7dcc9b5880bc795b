/// An enumeration stored as a small integer, and shown as a word in views and reports.
///
/// Numbers and words are defined only here: a test compares schema.sql with them; statements and the data of HTML pages
/// are generated from them.
protocol Coded: CaseIterable, RawRepresentable where RawValue: BinaryInteger {
    /// The word in views; nil if they show none.
    var shownWord: String? { get }
}

extension Coded {
    init?(code: Int64) {
        guard let value = RawValue(exactly: code) else { return nil }
        self.init(rawValue: value)
    }

    /// The number as SQL.
    var sql: String { "\(rawValue)" }

    /// The words in views of every case, by number.
    static var shownWords: [String] { allCases.map { $0.shownWord ?? "" } }
}

/// An enumeration with words in the formats, too.
protocol CodedWord: Coded, BitwiseCopyable where RawValue == UInt8 {
    var wordID: Keyword { get }
}

extension CodedWord {
    /// The word in the formats.
    var word: String { wordID.text }

    var shownWord: String? { word.isEmpty ? nil : word }

    /// The case of a word, if any.
    init?(name: NameID) {
        guard let match = Self.allCases.first(where: { $0.wordID.nameID == name }) else { return nil }
        self = match
    }
}

/// The kind of an update, as in the SwiftUI instrument but finer.
enum UpdateKind: UInt8, CodedWord {
    case body, representable, layout, gesture, onChange, action, other

    var wordID: Keyword {
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

    /// Runs for every update, so it relies on `Keyword` having the words in the order of the cases.
    init?(name: NameID) {
        guard let code = UInt8(exactly: Int(name.rawValue) - Int(Keyword.body.rawValue)) else { return nil }
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

    var wordID: Keyword {
        switch self {
        case .update: .update
        case .creation: .creation
        case .check: .check
        }
    }

    /// Subtracts instead of searching, like `UpdateKind`.
    init?(name: NameID) {
        guard let code = UInt8(exactly: Int(name.rawValue) - Int(Keyword.update.rawValue)) else { return nil }
        self.init(rawValue: code)
    }
}

enum CauseKind: UInt8, CodedWord {
    case state, observable, defaults, environment, externalEnvironment, environmentWriter, observer, transaction
    case creation, system, other, gesture
    /// A view update in the cause graph that is not in an update lane.
    case update

    var wordID: Keyword {
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
    /// A signpost interval used as a window.
    case signpost
    /// The whole recording, if it has no interaction.
    case trace

    var wordID: Keyword {
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

    /// The word at the start of a node's name: `Tap "Favorite"`.
    var title: String { word.prefix(1).uppercased() + word.dropFirst() }

    /// The noun in a sentence: `tap`, `keystroke`.
    var noun: String {
        switch self {
        case .type: "keystroke"
        case .appear: "appearance"
        case .other: "interaction"
        case .signpost: "signpost interval"
        case .trace: "recording"
        case .tap, .scroll, .swipe, .navigation, .launch: word
        }
    }
}

/// The owner of a node's code (Instruments: blue for the app, gray for the system).
enum Origin: UInt8, CodedWord {
    case app, system
    /// Unknown. Has no word in our format: the field is absent.
    case unknown

    var wordID: Keyword {
        switch self {
        case .app: .app
        case .system: .system
        case .unknown: .empty
        }
    }

    var shownWord: String? { "\(self)" }
}

/// The property wrapper, or macro, that the exporter's name of a cause begins with: `@EnvironmentObject store`.
enum PropertyWrapper: UInt8, CodedWord {
    /// Unknown. Has no word in our format: the field is absent.
    case none
    case state, binding, gestureState, focusState, stateObject, observedObject, environmentObject, observable
    case published, bindable, appStorage, sceneStorage, environment

    var wordID: Keyword {
        switch self {
        case .none: .empty
        case .state: .stateWrapper
        case .binding: .bindingWrapper
        case .gestureState: .gestureStateWrapper
        case .focusState: .focusStateWrapper
        case .stateObject: .stateObjectWrapper
        case .observedObject: .observedObjectWrapper
        case .environmentObject: .environmentObjectWrapper
        case .observable: .observableMacro
        case .published: .publishedWrapper
        case .bindable: .bindableWrapper
        case .appStorage: .appStorageWrapper
        case .sceneStorage: .sceneStorageWrapper
        case .environment: .environmentWrapper
        }
    }

    /// The kind of a cause with this wrapper.
    var causeKind: CauseKind {
        switch self {
        case .state, .binding, .gestureState, .focusState: .state
        case .stateObject, .observedObject, .environmentObject, .observable, .published, .bindable: .observable
        case .appStorage, .sceneStorage: .defaults
        case .environment: .environment
        case .none: .other
        }
    }
}

/// The level of a log line, in the order of the unified log.
enum LogLevel: UInt8, CodedWord {
    /// Unknown. Has no word in our format: the field is absent.
    case unknown
    case debug, info, `default`, error, fault

    var wordID: Keyword {
        switch self {
        case .unknown: .empty
        case .debug: .debug
        case .info: .info
        case .default: .default
        case .error: .error
        case .fault: .fault
        }
    }

    /// Parses the words of `log` and Instruments in any style; nil for other types of rows (activities, losses).
    init?(exported word: ByteSlice) {
        if word.equals("Default") || word.equals("Df") || word.equals("Notice") {
            self = .default
        } else if word.equals("Info") || word.equals("I") {
            self = .info
        } else if word.equals("Debug") || word.equals("Db") {
            self = .debug
        } else if word.equals("Error") || word.equals("E") {
            self = .error
        } else if word.equals("Fault") || word.equals("F") {
            self = .fault
        } else {
            return nil
        }
    }
}
