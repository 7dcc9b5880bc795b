/// Where windows begin: interaction records, gesture roots of the cause graph, signpost intervals.
struct WindowFinder {
    private let records: TraceRecords
    private let options: AnalysisOptions
    private let scope: ProcessScope

    /// Words that make a root of the cause graph a gesture, at the beginning of a word of its name or kind.
    static let gestureWords = ["gesture", "tap", "click", "drag", "scroll", "key", "touch"]

    init(_ records: TraceRecords, _ options: AnalysisOptions, _ scope: ProcessScope) {
        self.records = records
        self.options = options
        self.scope = scope
    }

    /// All windows by start, then id, without ends.
    func windows(_ graph: CauseGraph) -> [WindowSummary] {
        var windows = records.interactions.enumerated().map { row, interaction in
            WindowSummary(
                kind: interaction.kind, kindWord: interaction.kindWord, name: interaction.name, node: Int32(row),
                record: row, sourceID: records.sourceID(interaction.id), start: interaction.start,
                duration: interaction.duration)
        }
        windows += gestureRoots(graph)
        if windows.isEmpty || !options.interactionSignposts.isEmpty { windows += signposts() }
        return windows.enumerated().sorted { left, right in
            if left.element.start != right.element.start { return left.element.start < right.element.start }
            switch (left.element.sourceID, right.element.sourceID) {
            case (let first?, let second?) where first != second: return first < second
            case (_?, nil): return true
            case (nil, _?): return false
            default: return left.offset < right.offset
            }
        }.map(\.element)
    }

    // MARK: Gestures

    private func gestureRoots(_ graph: CauseGraph) -> [WindowSummary] {
        let hasParent = Column<Bool>(repeating: false, count: records.causes.count)
        let firstCauseNode = records.firstCauseNode
        for node in records.edges.to.buffer {
            let target = Int(node) - firstCauseNode
            if target >= 0, target < hasParent.count { hasParent[target] = true }
        }
        var isGesture: [NameID: Bool] = [:]
        var windows: [WindowSummary] = []
        for row in 0..<records.causes.count where !hasParent[row] {
            let cause = records.causes[row]
            var says = cause.kind == .gesture
            for name in [cause.name, cause.kindWord] where !says && name.isPresent {
                if isGesture[name] == nil { isGesture[name] = Self.saysGesture(records.names.text(name) ?? "") }
                says = isGesture[name] ?? false
            }
            guard says, !scope.isOther(cause.process), let start = startOfGesture(row, graph) else { continue }
            windows.append(
                WindowSummary(
                    kind: Self.kind(ofGesture: records.names.text(cause.name) ?? ""), kindWord: .none, name: cause.name,
                    node: Int32(records.firstCauseNode + row), record: nil, sourceID: records.sourceID(cause.id),
                    start: start, duration: -1))
        }
        return windows
    }

    /// The node's own start, else the earliest time of what it sets off.
    private func startOfGesture(_ row: Int, _ graph: CauseGraph) -> Int64? {
        if records.causes[row].start != UpdateColumns.untimed { return records.causes[row].start }
        let node = records.firstCauseNode + row
        var earliest: Int64?
        for edge in Int(graph.firstTarget[node])..<Int(graph.firstTarget[node + 1]) {
            let start = records.start(ofNode: Int(graph.targets[edge]))
            if start != UpdateColumns.untimed { earliest = min(earliest ?? start, start) }
        }
        return earliest
    }

    /// Whether a word of the text begins with one of the gesture words; words end at case changes and signs.
    static func saysGesture(_ text: String) -> Bool {
        words(text).contains { word in gestureWords.contains { word.hasPrefix($0) } }
    }

    static func kind(ofGesture name: String) -> InteractionKind {
        for word in words(name) {
            if word.hasPrefix("tap") || word.hasPrefix("click") || word.hasPrefix("touch") { return .tap }
            if word.hasPrefix("drag") { return .swipe }
            if word.hasPrefix("scroll") { return .scroll }
            if word.hasPrefix("key") { return .type }
        }
        return .other
    }

    /// `TapGesture<onEnded>` → tap, gesture, on, ended.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var current = ""
        var wasLower = false
        for scalar in text.unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            let isUpper = scalar.properties.isUppercase
            if !isLetter || isUpper && wasLower {
                if !current.isEmpty { words.append(current.lowercased()) }
                current = ""
            }
            if isLetter { current.unicodeScalars.append(scalar) }
            wasLower = !isUpper
        }
        if !current.isEmpty { words.append(current.lowercased()) }
        return words
    }

    // MARK: Signposts

    /// Intervals that the user names, by default those of the category PointsOfInterest.
    private func signposts() -> [WindowSummary] {
        var windows: [WindowSummary] = []
        for row in 0..<records.signposts.count {
            let signpost = records.signposts[row]
            guard signpost.duration >= 0, isInteraction(signpost), !scope.isOther(signpost.process) else { continue }
            windows.append(
                WindowSummary(
                    kind: .signpost, kindWord: .none, name: signpost.name, node: -1, record: nil, sourceID: nil,
                    start: signpost.start, duration: signpost.duration))
        }
        return windows
    }

    private func isInteraction(_ signpost: SignpostRecord) -> Bool {
        if options.interactionSignposts.isEmpty { return signpost.category == NameID(.pointsOfInterest) }
        let names = records.names
        return options.interactionSignposts.contains { filter in
            names.text(signpost.subsystem) ?? "" == filter.subsystem
                && names.text(signpost.category) ?? "" == filter.category
                && (filter.name == nil || filter.name == names.text(signpost.name))
        }
    }
}
