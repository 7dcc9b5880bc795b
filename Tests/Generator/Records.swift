/// Times and durations count from the start of the trace.
typealias Nanoseconds = UInt64

/// Unique in a trace over interactions, causes, updates and groups; small, because xctrace writes them as `uint32`.
typealias NodeID = UInt64

/// What was recorded, where and of which build.
struct Recording {
    var name: String
    var app = "Landmarks"
    var pid: UInt64
    var mainThread: UInt64
    var device = "iPhone 17 Pro"
    var os = "iOS 26.1"
    var build: String
    var configuration = "Release"
    var refreshHz: UInt64 = 120
    /// ISO 8601 in UTC, with milliseconds.
    var startedAt: String
    var endedAt: String
    var duration: Nanoseconds
    /// What a log calls the category of signposts around bodies.
    var bodyCategory = "Bodies"
    /// Hours that the clock of the recording is ahead of UTC.
    var zoneHours: UInt64 = 0
}

struct Interaction {
    var id: NodeID
    var kind: String
    var name: String
    var start: Nanoseconds
    var duration: Nanoseconds?
}

struct Cause {
    enum Kind: String {
        case state, observable, defaults, environment, transaction, creation
        case externalEnvironment = "external-environment"
        case environmentWriter = "environment-writer"
    }

    enum Origin: String {
        case app, system
    }

    var id: NodeID
    /// What set it off; nil for a root.
    var cause: NodeID?
    var kind: Kind
    var name: String
    var origin: Origin
    var start: Nanoseconds
}

/// One evaluation of a view, or (phase `check`) a notification that did not lead to one.
struct Update {
    enum Kind: String {
        case body, representable, layout, gesture, action, other
        case onChange = "on-change"
    }

    enum Phase: String {
        case update, creation, check
    }

    var id: NodeID
    /// What set it off; nil = not known.
    var cause: NodeID?
    var view: String
    /// Nil for checks: the xctrace cause tables, the only place where they stand, have no modules.
    var module: String?
    var kind: Kind
    var phase: Phase
    var instance: String?
    var group: NodeID?
    /// Nil = unknown.
    var changed: [String]?
    var allocations: UInt64?
    var downstream: Nanoseconds?
    var start: Nanoseconds
    /// Nil = the update never ended.
    var duration: Nanoseconds?
}

/// A link with more to say than an update's own `cause`: a time, the changed properties, or a second parent.
struct Edge {
    enum Label: String {
        case update, creation
    }

    var from: NodeID
    var to: NodeID
    var label: Label
    var at: Nanoseconds
    var changed: [String]?
}

struct UpdateGroup {
    var id: NodeID
    var start: Nanoseconds
    var duration: Nanoseconds
}

struct Signpost {
    /// What `OSSignpostID.exclusive` stands for: more than a signed integer holds.
    static let exclusive: UInt64 = 0xEEEE_B0B5_B2B2_EEEE

    var name: String
    var category: String
    var signpostID: UInt64
    var start: Nanoseconds
    /// Nil = a single event.
    var duration: Nanoseconds?
    var message: String?
}

/// A line that the app writes into the unified log.
struct LogLine {
    var time: Nanoseconds
    /// As Instruments spells it.
    var level: String
    var category: String
    var message: String
}

struct Hitch {
    var start: Nanoseconds
    var duration: Nanoseconds
    var isSystem: Bool
    var narrative: String
}

struct Hang {
    var start: Nanoseconds
    var duration: Nanoseconds
    var kind: String
}

/// One look of the profiler at the running main thread.
struct Sample {
    var start: Nanoseconds
    var weight: Nanoseconds
    /// Leaf first.
    var frames: [Frame]
}
