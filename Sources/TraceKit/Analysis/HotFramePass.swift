/// Finds for every long view body the app frame with most Time Profiler samples.
///
/// A sample counts for the innermost app frame on its stack: that is the code its author can change, even if the time
/// is spent in a framework below it. Bodies without samples, and samples without a known app frame, have none. If the
/// source names no binaries, a frame is the app's if it is a member of a view with bodies in the trace, except for
/// frameworks' views (`LandmarkRow.formattedDate.getter`, `closure #1 in LandmarkRow.body.getter`).
enum HotFramePass: AnalysisPass {
    static let name = "hot-frames"
    static let reads: Results = [.processes, .views, .severity]
    static let writes: Results = .hotFrames

    static func run(_ records: TraceRecords, _ options: AnalysisOptions, _ results: AnalysisResults) {
        let context = RuleContext(records, options, results)
        var frames = AppFrames(records)
        let sources = records.stacks.sourcesByName(records.names)
        var counts: [NameID: Int] = [:]
        var samples = 0
        var body = -1
        func close() {
            let hottest = counts.max { left, right in
                if left.value != right.value { return left.value < right.value }
                return records.names.isText(right.key, before: left.key)
            }
            if let hottest {
                results.hotFrames.append(
                    HotFrame(
                        update: body, frame: hottest.key, source: sources[hottest.key], samples: hottest.value,
                        bodySamples: samples))
            }
            (counts, samples) = ([:], 0)
        }
        for (row, stack) in samplesByBody(context) {
            if row != body { close() }
            body = row
            samples += 1
            if let frame = frames.innermost(of: stack) { counts[frame, default: 0] += 1 }
        }
        close()
    }

    /// Rows of updates with the stacks of their samples, by row.
    private static func samplesByBody(_ context: RuleContext) -> [(row: Int, stack: UInt32)] {
        var found: [(row: Int, stack: UInt32)] = []
        BodySamples.each(context) { row, sample in found.append((row, sample.stack)) }
        return found.sorted { $0.row < $1.row }
    }
}

/// Decides which frames belong to the app.
private struct AppFrames {
    private let stacks: StackTable
    private let names: NameTable
    /// Views of the app; nil if binaries are known.
    private let views: Set<String>?
    private var isMember: [NameID: Bool] = [:]

    init(_ records: TraceRecords) {
        (stacks, names) = (records.stacks, records.names)
        if records.stacks.nodes.frames.buffer.contains(where: { $0.binary.isPresent }) {
            views = nil
            return
        }
        // Without samples, no frame will be looked up.
        if records.samples.count == 0 {
            views = []
            return
        }
        let names = records.names
        views = Set(
            records.views.buffer.lazy
                .filter { AppViews.isAppBody($0, names) }
                .compactMap { names.text($0.name) })
    }

    mutating func innermost(of stack: UInt32) -> NameID? {
        var node = Int(stack)
        while node != 0 {
            let frame = stacks.nodes[node]
            if views == nil ? frame.isApp : isViewMember(frame.frame) { return frame.frame }
            node = Int(frame.parent)
        }
        return nil
    }

    private mutating func isViewMember(_ frame: NameID) -> Bool {
        if let known = isMember[frame] { return known }
        let answer = Self.owners(names.text(frame) ?? "").contains { views?.contains($0) == true }
        isMember[frame] = answer
        return answer
    }

    /// The words before a point that begin a path: `LandmarkRow` in `closure #1 in LandmarkRow.body.getter`, but not in
    /// `ViewBodyAccessor<LandmarkRow>.updateBody`.
    private static func owners(_ frame: String) -> [String] {
        var owners: [String] = []
        var word = ""
        var isPath = true
        for character in frame {
            switch character {
            case ".":
                if isPath, !word.isEmpty { owners.append(word) }
                (word, isPath) = ("", true)
            case " ", "(": (word, isPath) = ("", true)
            case _ where character.isLetter || character.isNumber || character == "_": word.append(character)
            default: (word, isPath) = ("", false)
            }
        }
        return owners
    }
}
