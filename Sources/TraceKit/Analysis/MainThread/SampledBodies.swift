/// Ranks views by the samples of the main thread in their bodies: what SwiftUI's tables would say where these are empty.
struct SampledBodies {
    private let records: TraceRecords
    private let results: AnalysisResults
    private let reader: StackReader
    private let threads: [NameID: MainThread]

    init(_ records: TraceRecords, _ results: AnalysisResults, _ reader: StackReader, _ threads: [NameID: MainThread]) {
        (self.records, self.results, self.reader, self.threads) = (records, results, reader, threads)
    }

    /// Most samples first.
    func bodies() -> [SampledBody] {
        let views = SampledViews(reader)
        var bodies: [Int32: SampledBody] = [:]
        var below: [Int32: [Int32: Int]] = [:]
        var families: [Int32: [Int: Int]] = [:]
        for thread in threads.values {
            let period = thread.periodNs ?? 0
            for (stack, count) in thread.tally().stacks {
                let state = reader[stack]
                guard state.body > 0 else { continue }
                let view = views.number(of: state)
                var body = bodies[view] ?? SampledBody(view: views.text(view))
                body.samples += count
                body.stacks.append((stack, count))
                body.nanoseconds = body.nanoseconds.addingSaturating(
                    Int64(count).multipliedReportingOverflow(by: period).partialValue)
                bodies[view] = body
                if state.isInBody { below[view, default: [:]][reader.function(state.function), default: 0] += count }
                for family in CostlyAPI.all.indices where state.families >> UInt32(family) & 1 == 1 {
                    families[view, default: [:]][family, default: 0] += count
                }
            }
        }
        guard !bodies.isEmpty else { return [] }
        let (inHitches, inHangs) = (shares(of: .hitch, views), shares(of: .hang, views))
        // Samples that are all at one time sampled more than that. Beside one without a time the difference wraps.
        let sampled = threads.values.compactMap { thread -> Int64? in
            guard let first = thread.rows.first, let last = thread.rows.last, let period = thread.periodNs,
                records.samples[Int(last)].start &- records.samples[Int(first)].start < period
            else { return nil }
            return Int64(thread.rows.count).multipliedReportingOverflow(by: period).partialValue
        }
        let length = max(results.coveredNs, sampled.max() ?? 0)
        for (view, var body) in bodies {
            if length > 0 { body.share = Double(body.nanoseconds) / Double(length) }
            body.shareOfHitches = inHitches.map { $0[view] ?? 0 }
            body.shareOfHangs = inHangs.map { $0[view] ?? 0 }
            let most = RuleWords.largest(1, of: (below[view] ?? [:]).map { (reader.text($0.key), $0.value) }).first
            body.below = most.map { ($0.name, $0.count) }
            let family = families[view]?.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
            body.stacks = Dictionary(body.stacks, uniquingKeysWith: +).map { ($0.key, $0.value) }.sorted {
                $0.node < $1.node
            }
            body.family = family.flatMap { $0.value * 2 >= body.samples ? CostlyAPI.all[$0.key].id : nil }
            bodies[view] = body
        }
        return bodies.values.sorted { (-$0.samples, $0.view) < (-$1.samples, $1.view) }
    }

    /// The share of each body of the running samples in all stretches of a kind; nil without such samples.
    private func shares(of kind: Stretch.Kind, _ views: SampledViews) -> [Int32: Double]? {
        var (counts, running) = ([Int32: Int](), 0)
        let frameNs = FrameTime.ns(records)
        for (owner, thread) in threads {
            var last = 0
            let spans = results.stretches.filter { $0.kind == kind && $0.owner == owner }.map { stretch in
                kind == .hitch
                    ? FrameTime.span(records.hitches[Int(stretch.row)], frameNs: frameNs)
                    : stretch.start..<stretch.start.addingSaturating(stretch.duration)
            }
            for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                let places = thread.places(in: span)
                // Spans may overlap: a sample counts once.
                for place in max(last, places.lowerBound)..<max(last, places.upperBound) {
                    guard let state = thread.running(place) else { continue }
                    running += 1
                    if state.body > 0 { counts[views.number(of: state), default: 0] += 1 }
                }
                last = max(last, places.upperBound)
            }
        }
        return running == 0 ? nil : counts.mapValues { Double($0) / Double(running) }
    }
}

/// Views by number: a view has a body, and may have a layout or make a platform view too.
private final class SampledViews {
    private let reader: StackReader
    private let names = TextNumbers()
    private var ofBody: [Int32: Int32] = [:]

    init(_ reader: StackReader) { self.reader = reader }

    func text(_ number: Int32) -> String { names.texts[Int(number)] }

    func number(of state: StackReader.State) -> Int32 {
        let body = reader.body(state.body)
        if let known = ofBody[body] { return known }
        let number = names.number(reader.view(body))
        ofBody[body] = number
        return number
    }
}
