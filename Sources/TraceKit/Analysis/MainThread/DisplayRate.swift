/// How often the display of a recording shows a frame, as far as it can be known.
enum DisplayRate {
    /// In hertz, as recorded; else by the lengths of hitches; else by the product, if it has no faster display; nil = unknown.
    static func hertz(_ records: TraceRecords) -> Int64? {
        if let hz = records.metadata.refreshHz, hz > 0, hz <= 1_000 { return hz }
        return ofHitches(records) ?? ofProduct(records.metadata.device ?? "")
    }

    /// The least number of hitches that tell a rate.
    private static let leastHitches = 8
    private static let (frameOf60, tolerance) = (Int64(16_666_667), Int64(500_000))

    /// A display at 60 Hz is late by whole frames of 16.67 ms; a length that is none is of a faster one.
    private static func ofHitches(_ records: TraceRecords) -> Int64? {
        let lengths = records.hitches.lazy.filter { $0.isSystem != true }.map(\.duration).filter { $0 > 0 }
        guard lengths.count >= leastHitches else { return nil }
        let areWhole = lengths.allSatisfy { length in
            let rest = length % frameOf60
            return length >= frameOf60 - tolerance && min(rest, frameOf60 - rest) <= tolerance
        }
        return areWhole ? 60 : 120
    }

    /// Products of which every one has a display of 60 Hz, by the beginning of the name that exports give them.
    private static let products = ["Apple Watch", "Apple TV", "iPhone SE", "iPhone X", "iPad"]

    private static func ofProduct(_ name: String) -> Int64? {
        guard !name.contains("Pro") else { return nil }
        if products.contains(where: { name.hasPrefix($0) }) { return 60 }
        guard name.hasPrefix("iPhone ") else { return nil }
        let model = name.dropFirst("iPhone ".count).prefix { $0.isASCII && $0.isNumber }
        return Int(model).flatMap { (8...16).contains($0) ? 60 : nil }
    }
}

/// The times of hangs and of the work of hitches, to ask whether somebody waited near another time.
struct StallSpans {
    /// In order, not touching each other.
    private let spans: [Range<Int64>]

    init(_ context: RuleContext) {
        let frameNs = FrameTime.ns(context.records)
        spans = context.results.stretches.compactMap { stretch -> Range<Int64>? in
            switch stretch.kind {
            case .hang: stretch.start..<stretch.start.addingSaturating(stretch.duration)
            case .hitch:
                FrameTime.span(context.records.hitches[Int(stretch.row)], frameNs: frameNs)
                    .lowerBound..<stretch.start.addingSaturating(stretch.duration)
            case .launch, .longBody, .longGroup, .busyRun, .capture: nil
            }
        }.merged()
    }

    var isEmpty: Bool { spans.isEmpty }

    func touch(_ span: Range<Int64>) -> Bool {
        let next = spans.firstPlace { $0.upperBound >= span.lowerBound }
        return next < spans.count && spans[next].lowerBound <= span.upperBound
    }
}
