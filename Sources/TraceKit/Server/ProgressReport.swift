/// How far a request has come, told to the client where it asked for that: rising, not too often, and never after the answer.
final class ProgressReport {
    /// Of all, in the unit that is told.
    static let total = 100.0
    /// Between two words about the same stage.
    private static let pause = Duration.milliseconds(100)

    private let send: ((Double, String) -> Void)?
    private var last = -1.0
    private var next = ContinuousClock.now
    /// Which part of all the work is under way.
    private var part: ClosedRange<Double> = 0...1

    /// `send` is nil where nobody wants to know.
    init(_ send: ((Double, String) -> Void)?) { self.send = send }

    /// Work on several inputs: the one that begins now, counted from zero.
    func begin(part index: Int, of count: Int) {
        let count = Double(max(1, count))
        part = Double(index) / count...Double(index + 1) / count
    }

    func tell(_ stage: TracePipeline.Stage) {
        switch stage {
        case .reading(let bytes, let all):
            guard let all, all > 0 else {
                return tell(0.3, "reading, \(Self.megabytes(bytes)) MB so far", isNew: false)
            }
            let share = min(1, Double(bytes) / Double(all))
            tell(0.7 * share, "reading, \(Self.megabytes(bytes)) of \(Self.megabytes(all)) MB", isNew: false)
        case .analysing: tell(0.75, "analysing", isNew: true)
        case .storing: tell(0.9, "storing", isNew: true)
        }
    }

    private static func megabytes(_ bytes: Int) -> String { Decimal.text(Double(bytes) / 1e6, digits: 1) }

    private func tell(_ share: Double, _ words: String, isNew: Bool) {
        guard let send else { return }
        let value = (part.lowerBound + share * (part.upperBound - part.lowerBound)) * Self.total
        guard value > last, isNew || last < 0 || ContinuousClock.now >= next else { return }
        (last, next) = (value, ContinuousClock.now + Self.pause)
        send((value * 10).rounded() / 10, words)
    }
}
