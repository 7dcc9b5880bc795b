/// The inputs of a comparison, read.
package struct DiffInputs {
    /// The traces of one side.
    package struct Side {
        package fileprivate(set) var figures: [TraceFigures] = []
        /// The timeline of the first trace, if a page is drawn.
        package fileprivate(set) var timeline: TraceTimeline?
        /// Their databases, which stay open, because the chains of rows that differ are read from them.
        package fileprivate(set) var loaded: [TracePipeline.Loaded] = []
    }

    package let before: Side
    package let after: Side

    /// Imports the inputs of both sides and reads their figures without chains, two inputs at a time if there are
    /// several threads. `watch` is called at every stage, by one thread at a time. If several inputs cannot be read,
    /// the error is about the first.
    package static func read(
        before: [String], after: [String], hasPage: Bool, _ options: TracePipeline.Options,
        watch: @escaping (TracePipeline.Stage) -> Void = { _ in }
    ) throws(TraceError) -> DiffInputs {
        let isStandardInput: Set = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]
        guard (before + after).filter(isStandardInput.contains).count < 2 else {
            throw TraceError(
                .usage, "standard input can be one of the traces only", at: Place(file: "-"),
                fix: "write the other one into a file")
        }
        let inputs = [before, after].flatMap { side in
            side.enumerated().map { SideReading.Input(name: $0.element, drawsTimeline: hasPage && $0.offset == 0) }
        }
        let outputs = try SideReading(inputs, options, watch).run()
        return DiffInputs(
            before: Side(outputs.prefix(before.count)), after: Side(outputs.dropFirst(before.count)))
    }

    package var diagnostics: [Diagnostic] { (before.loaded + after.loaded).flatMap(\.diagnostics) }
}

extension DiffInputs.Side {
    fileprivate init(_ outputs: ArraySlice<SideReading.Output>) {
        figures = outputs.flatMap(\.figures)
        timeline = outputs.first?.timeline
        loaded = outputs.map(\.loaded)
    }
}

/// Reads inputs side by side, each into its own database. The thread that takes an input from the list owns its output; the
/// monitor guards the list and the progress.
private final class SideReading: @unchecked Sendable {
    struct Input {
        let name: String
        let drawsTimeline: Bool
    }

    struct Output {
        let loaded: TracePipeline.Loaded
        let figures: [TraceFigures]
        let timeline: TraceTimeline?
    }

    private let inputs: [Input]
    private var options: TracePipeline.Options
    private let watch: (TracePipeline.Stage) -> Void
    /// The most inputs at a time; more would need more memory than a comparison of two traces.
    private static let mostAtOnce = 2

    private let monitor = Monitor()
    private var taken = 0
    private var outputs: [Result<Output, TraceError>?]
    /// The progress of each input.
    private var read: [(bytes: Int, of: Int?)]

    init(
        _ inputs: [Input], _ options: TracePipeline.Options,
        _ watch: @escaping (TracePipeline.Stage) -> Void
    ) {
        (self.inputs, self.options, self.watch) = (inputs, options, watch)
        outputs = Array(repeating: nil, count: inputs.count)
        read = Array(repeating: (0, nil), count: inputs.count)
    }

    /// The outputs in the order of the inputs.
    func run() throws(TraceError) -> [Output] {
        let threads = max(1, min(Self.mostAtOnce, options.jobs, inputs.count))
        options.jobs = max(1, options.jobs / threads)
        let others = (1..<threads).map { _ in BackgroundWork { [self] in work() } }
        work()
        for other in others { try other.wait() }
        var all: [Output] = []
        for output in outputs { if let output { all.append(try output.get()) } }
        return all
    }

    private func work() {
        while let place = take() {
            let output: Result<Output, TraceError>
            do throws(TraceError) { output = .success(try read(place)) } catch { output = .failure(error) }
            monitor.locked { outputs[place] = output }
        }
    }

    /// The next input to read; nil if none is left, or if one could not be read.
    private func take() -> Int? {
        monitor.locked {
            let hasFailed = outputs.contains { if case .failure? = $0 { true } else { false } }
            guard taken < inputs.count, !hasFailed else { return nil }
            taken += 1
            return taken - 1
        }
    }

    private func read(_ place: Int) throws(TraceError) -> Output {
        let input = inputs[place]
        let loaded = try TracePipeline.load([input.name], into: .temporary, options) { [self] in tell($0, of: place) }
        return Output(
            loaded: loaded, figures: try loaded.figures(chains: false, series: true),
            timeline: input.drawsTimeline ? try loaded.timeline() : nil)
    }

    /// Reports the sum of the bytes of all inputs.
    private func tell(_ stage: TracePipeline.Stage, of place: Int) {
        monitor.locked {
            guard case .reading(let bytes, let total) = stage else { return watch(stage) }
            read[place] = (bytes, total)
            let totals = read.compactMap(\.of)
            watch(
                .reading(
                    bytes: read.reduce(0) { $0 + $1.bytes },
                    of: totals.count == read.count ? totals.reduce(0, +) : nil))
        }
    }
}
