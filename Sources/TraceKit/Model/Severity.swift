/// The severity of an update (docs/analysis.md, section 1). Raw values are the codes in the
/// database.
package enum Severity: Int, CaseIterable, Sendable, BitwiseCopyable {
    case gray = 0
    case orange = 1
    case red = 2

    package var word: String { "\(self)" }
}

extension Severity: Coded {
    var shownWord: String? { word }
}

/// The two deadlines of updates in nanoseconds, with the name of their profile.
package struct Deadlines: Equatable, Sendable {
    package let profile: String
    /// Longer durations are orange. A duration equal to the deadline met it.
    package let orangeNs: Int64
    /// Longer durations are red.
    package let redNs: Int64

    /// 8.3 ms and 16.67 ms: one frame at 120 Hz and one at 60 Hz.
    package static let frame = Deadlines(profile: "frame", orangeNs: 8_300_000, redNs: 16_670_000)
    /// 0.5 ms and 1 ms: the limits at which the SwiftUI instrument colours updates.
    package static let instruments = Deadlines(profile: "instruments", orangeNs: 500_000, redNs: 1_000_000)
    /// The profiles with a name.
    package static let named = [frame, instruments]

    /// The profile with the deadlines of the recorded display (`AnalysisOptions`).
    package static let deviceProfile = "device"

    init(profile: String, orangeNs: Int64, redNs: Int64) {
        self.profile = profile
        self.orangeNs = orangeNs
        self.redNs = redNs
    }

    /// The deadlines of one and two missed refreshes; nil unless 1 <= hertz <= 1000.
    package init?(refreshRate hertz: Int) {
        guard (1...1000).contains(hertz) else { return nil }
        self.init(
            profile: "\(hertz) Hz", orangeNs: 1_000_000_000 / Int64(hertz), redNs: 2_000_000_000 / Int64(hertz))
    }

    /// Custom deadlines in milliseconds, `"A,B"`; nil unless 0 < A <= B, both decimal numbers.
    package init?(milliseconds text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let orange = DecimalTime.nanoseconds(parts[0], unit: .milliseconds),
            let red = DecimalTime.nanoseconds(parts[1], unit: .milliseconds), orange > 0, orange <= red
        else { return nil }
        self.init(profile: "custom", orangeNs: orange, redNs: red)
    }

    func severity(ofDuration duration: Int64) -> Severity {
        duration > redNs ? .red : duration > orangeNs ? .orange : .gray
    }

    var words: DeadlineWords { DeadlineWords(profile: profile) }
}

/// The wording for updates longer than a deadline, by profile.
struct DeadlineWords {
    /// Whether the deadlines are at least a frame.
    private let isOfFrames: Bool
    /// Whether they are deadlines, not the limits of Instruments' colours.
    private let isDeadline: Bool

    init(profile: String) {
        isOfFrames = profile == Deadlines.frame.profile || profile.hasSuffix(" Hz")
        isDeadline = profile != Deadlines.instruments.profile
    }

    /// `Row.body is too long for a frame`
    var isTooLong: String { isOfFrames ? "is too long for a frame" : "is long" }
    /// `Many small Row updates miss the frame together`
    var missTogether: String { isOfFrames ? "miss the frame together" : "take long together" }
    /// `3 of 5 updates missed the deadline`
    func missed(_ count: Int) -> String { isDeadline ? "missed the deadline" : count == 1 ? "was long" : "were long" }
    /// The wording if all of this many body updates met their deadline.
    func allMet(_ count: Int) -> String {
        let updates = Decimal.counted(count, "view body update")
        if !isDeadline { return "\(updates), not one long" }
        return count == 1 ? "its view body update met the deadline" : "all \(updates) met the deadline"
    }
    /// The heading of an interaction's severity.
    var heading: String { isDeadline ? "Deadline" : "Severity" }
}

/// Names of hangs by length (docs/analysis.md, section 6), in the exporter's spelling.
enum HangClass {
    /// Lower bounds in nanoseconds, longest first.
    static let bands: [(fromNs: Int64, word: String)] = [
        (2_000_000_000, "Severe Hang"),
        (500_000_000, "Hang"),
        (leastHang, "Microhang"),
        (least, "Brief Unresponsiveness"),
    ]
    static let least: Int64 = 100_000_000
    /// Shorter ones are delays of interactions.
    static let leastHang: Int64 = 250_000_000
    private static let shortest = "Potential Interaction Delay"
    static let words = bands.map(\.word) + [shortest]

    static func word(forDuration duration: Int64) -> String {
        bands.first { duration >= $0.fromNs }?.word ?? shortest
    }
}

/// Apple's bands of hitch ratios: good, warning and critical, by milliseconds of hitches per second.
enum HitchBand {
    static let (good, warning) = (5, 10)
    static let words = ["good", "warning", "critical"]

    /// The word alone, as an SQL expression.
    static func sql(_ ratio: String) -> String {
        "CASE WHEN \(ratio) > \(warning) THEN 'critical' WHEN \(ratio) > \(good) THEN 'warning' ELSE 'good' END"
    }

    /// `critical: over 10`
    static func words(_ ratio: Double) -> String {
        ratio > Double(warning) ? "critical: over \(warning)" : ratio > Double(good) ? "warning: over \(good)" : "good"
    }
}

/// A stage of a frame on its way to the display; Instruments has a table for each.
enum FrameStage: CaseIterable {
    case app, render, gpu, wait, lifetime

    /// The table, and the category of its rows among the signposts.
    var category: Keyword {
        switch self {
        case .app: .hitchesUpdates
        case .render: .hitchesRenders
        case .gpu: .hitchesGPU
        case .wait: .hitchesFrameWait
        case .lifetime: .hitchesFrameLifetimes
        }
    }

    /// The categories of all stages: their signposts are no work of the app's own.
    static let categories = Set(allCases.map(\.category.nameID))

    var schema: String { category.text }

    /// The name of its rows.
    var name: Keyword {
        switch self {
        case .app: .frameUpdate
        case .render: .frameRender
        case .gpu: .frameGPU
        case .wait: .frameWait
        case .lifetime: .frameLifetime
        }
    }
}
