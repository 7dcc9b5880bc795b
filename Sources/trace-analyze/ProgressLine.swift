import TraceKit

/// A progress line on standard error for work that takes longer than half a second; erased when the work is done.
final class ProgressLine {
    /// Seconds before the first line, and between two.
    static let patience = 0.5
    private static let interval = 0.1

    private let write: (String) -> Void
    private let seconds: () -> Double
    private let width: Int
    private var began: Double
    private var drawn: Double?

    /// - Parameter seconds: a monotonic clock.
    init(width: Int, seconds: @escaping () -> Double, write: @escaping (String) -> Void) {
        self.width = width
        self.seconds = seconds
        self.write = write
        began = seconds()
    }

    /// A clock that starts at zero now.
    static func clock() -> () -> Double {
        let start = ContinuousClock.now
        return {
            let elapsed = (ContinuousClock.now - start).components
            return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
        }
    }

    func show(_ stage: TracePipeline.Stage) {
        let now = seconds()
        guard now - began >= Self.patience else { return }
        if case .reading = stage, let drawn, now - drawn < Self.interval { return }
        drawn = now
        write("\r\(Self.words(stage, after: now - began).prefix(max(10, width - 1)))\u{1B}[K")
    }

    func erase() {
        guard drawn != nil else { return }
        drawn = nil
        write("\r\u{1B}[K")
    }

    /// `reading 12.5 of 80.0 MB, 25.0 MB/s, 3 s left`
    static func words(_ stage: TracePipeline.Stage, after seconds: Double) -> String {
        switch stage {
        case .analysing: return "analysing"
        case .storing: return "writing the database"
        case .reading(let bytes, let total):
            let rate = seconds > 0 ? Double(bytes) / seconds : 0
            var text = "reading \(megabytes(Double(bytes)))"
            if let total { text += " of \(megabytes(Double(total)))" }
            text += " MB, \(megabytes(rate)) MB/s"
            if let total, rate > 0, total > bytes {
                text += ", \(Int((Double(total - bytes) / rate).rounded(.up))) s left"
            }
            return text
        }
    }

    private static func megabytes(_ bytes: Double) -> String {
        let tenths = Int((bytes / 100_000).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// The time of an import. `SOURCE_DATE_EPOCH` overrides it for reproducible builds.
enum WallClock {
    /// ISO 8601 in UTC, to the second.
    static func now(_ environment: [String: String]) -> String {
        UTCTime.text(secondsSince1970: environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) } ?? time(nil))
    }
}
