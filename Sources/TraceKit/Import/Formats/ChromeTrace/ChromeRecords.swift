/// Makes records of a file's events, after all were read.
struct ChromeRecords: ~Copyable {
    private let builder: TraceBuilder
    private let document: ChromeContents
    private let file: Int
    /// The offset from the file's times to times since the start of the trace.
    private let shift: Int64
    /// The plausible times of events.
    private let times: ClosedRange<Int64>
    private var implausible = 0
    private let rule: ChromeUpdateRule
    /// The handle of each interval's node in the cause graph.
    private let nodes = SparseColumn<UInt32>(absent: 0)
    /// Whether a flow named `creation` leads to the interval.
    private let isCreation = SparseColumn<Bool>(absent: false)
    private let unnamed: NameID

    private var events: Column<ChromeEvent> { document.events }
    private var tracks: ChromeTracks { document.tracks }

    init(_ document: ChromeContents, _ builder: TraceBuilder, file: Int, offset: Int64) {
        self.document = document
        self.builder = builder
        self.file = file
        let isPlaced = document.header.countsFromTraceStart
        times = isPlaced ? Int64.min...Int64.max : document.plausibleTimes ?? 0...0
        shift = min(max(offset, -ChromeEvent.limit), ChromeEvent.limit) - (isPlaced ? 0 : times.lowerBound)
        rule = ChromeUpdateRule(builder)
        unnamed = builder.names.intern("(unnamed)")
    }

    mutating func settle() {
        document.countSkipped(builder)
        takeRecording()
        var intervals = ChromeIntervals(events)
        var flows = ChromeFlows(events)
        for index in orderedEvents() {
            let event = events[Int(index)]
            if event.phase.isFlow {
                flows.take(index, intervals.intervals)
            } else if let interval = intervals.take(index), event.phase.isSlice {
                flows.begin(interval, on: event.track)
            }
        }
        countFlows(flows.links)
        makeNodes(flows.links, intervals.intervals)
        for index in 0..<intervals.intervals.count { append(intervals.intervals[index], at: index) }
        appendEdges(flows.links)
        for time in document.samples.append(tracks, within: times, shift: shift) { reject(time, at: nil) }
        guard implausible > 0 else { return }
        builder.tell(
            .warning, at: Place(file: builder.records.sourceFiles[file]),
            "\(Decimal.counted(implausible, "event")) \(implausible == 1 ? "has a time that is" : "have times that are") a month or more "
                + "from those of most events, as where a begin was never set: \(implausible == 1 ? "it is" : "they are") left out"
        )
    }

    private func takeRecording() {
        document.header.apply(to: &builder.records.metadata)
        guard let process = tracks.onlyProcess else { return }
        let metadata = builder.records.metadata
        if metadata.process == nil { builder.records.metadata.process = builder.names.text(process.name) }
        if metadata.pid == nil { builder.records.metadata.pid = builder.names.text(process.id).flatMap { Int64($0) } }
    }

    /// The events by time, then flows after the intervals that begin at that time, then in the order of the file.
    private mutating func orderedEvents() -> [UInt32] {
        let events = events
        let order = sortedIndexes(count: events.count) { left, right in
            let (first, second) = (events[left], events[right])
            if first.time != second.time { return first.time < second.time }
            return !first.phase.isFlow && second.phase.isFlow
        }
        var kept: [UInt32] = []
        kept.reserveCapacity(order.count)
        for index in order {
            let event = events[Int(index)]
            // A flow belongs to an interval.
            if event.phase.isFlow || times.contains(event.time) && event.time + shift >= 0 {
                kept.append(index)
            } else {
                reject(event.time, at: event.offset)
            }
        }
        return kept
    }

    private mutating func reject(_ time: Int64, at offset: Int?) {
        let name = builder.records.sourceFiles[file]
        let isPlausible = times.contains(time)
        if !isPlausible { implausible += 1 }
        let problem = RowProblem(
            .negative,
            isPlausible ? "the event is before the trace begins" : "the event is a month or more from most events")
        guard let offset else { return builder.reject(problem, at: Place(file: name), raw: "") }
        builder.rejectLate(problem, file: name, byte: offset, raw: "")
    }

    // MARK: The cause graph

    private func countFlows(_ links: Column<ChromeFlows.Link>) {
        let linked = Set(links.flatMap { [$0.start, $0.end] })
        let total = events.lazy.filter(\.phase.isFlow).count
        builder.rowsImported += linked.count
        builder.records.counters.add(.skippedFlow, by: total - linked.count)
    }

    private func makeNodes(_ links: Column<ChromeFlows.Link>, _ intervals: Column<ChromeInterval>) {
        for link in links {
            makeNode(link.from, intervals)
            makeNode(link.to, intervals)
            if events[Int(link.end)].name == NameID(.creation) { isCreation[Int(link.to)] = true }
        }
    }

    private func makeNode(_ index: UInt32, _ intervals: Column<ChromeInterval>) {
        guard nodes[Int(index)] == 0 else { return }
        let interval = intervals[Int(index)]
        let event = events[Int(interval.event)]
        if rule.update(event) != nil {
            nodes[Int(index)] = builder.anonymousHandle(as: .update)
        } else {
            nodes[Int(index)] = appendNode(interval, builder.names.text(name(of: event)) ?? "")
        }
    }

    /// Appends a node for a signpost that a flow connects; its kind follows from Instruments' words in the name.
    private func appendNode(_ interval: ChromeInterval, _ text: String) -> UInt32 {
        let start = interval.start + shift
        func cause(_ kind: CauseKind, _ name: NameID, _ wrapper: PropertyWrapper) -> UInt32 {
            let handle = builder.anonymousHandle(as: .cause)
            builder.records.causes.append(
                CauseRecord(
                    id: handle, name: name, kind: kind, kindWord: .none, origin: .unknown, wrapper: wrapper,
                    start: start))
            return handle
        }
        switch XctraceNodeRole(text, builder.names) {
        case .check(let view): return cause(.update, view, .none)
        case .cause(let kind, let name, let wrapper): return cause(kind, name, wrapper)
        case .unclear(let name): return cause(.other, name, .none)
        case .interaction(let kind, let name):
            let handle = builder.anonymousHandle(as: .interaction)
            builder.records.interactions.append(
                InteractionRecord(
                    id: handle, kind: kind, kindWord: .none, name: name, start: start,
                    // An interval without length is a moment: the window that begins there has no stated end.
                    duration: interval.duration > 0 ? interval.duration : -1, causeID: 0))
            return handle
        }
    }

    private func appendEdges(_ links: Column<ChromeFlows.Link>) {
        for link in links {
            let start = events[Int(link.start)]
            builder.appendEdge(
                EdgeRecord(
                    from: nodes[Int(link.from)], to: nodes[Int(link.to)], at: start.time + shift,
                    label: start.isNamed ? start.name : NameID(.update), changed: .none),
                offset: start.offset, file: file)
        }
    }

    // MARK: Intervals and instants

    private func append(_ interval: ChromeInterval, at index: Int) {
        let event = events[Int(interval.event)]
        builder.rowsImported += interval.rows(event)
        let isInterval = !interval.isInstant && interval.pairing != .endOnly
        if isInterval, let update = rule.update(event) {
            let thread = tracks.threadName(event.track)
            builder.append(
                XctraceUpdate(
                    start: interval.start + shift, duration: interval.duration, view: update.view,
                    id: nodes[index], thread: thread.isPresent ? thread : NameID(.main),
                    phase: update.phase == .update && isCreation[index] ? .creation : update.phase,
                    process: tracks.processName(event.track)))
        } else {
            appendSignpost(interval, event)
        }
    }

    private func appendSignpost(_ interval: ChromeInterval, _ event: ChromeEvent) {
        if !event.isNamed { builder.records.counters.add(.unnamedEvent) }
        let bytes = builder.names.bytes(of: event.id)
        let id = bytes.baseAddress.flatMap { SliceCursor.integer(ByteSlice($0, bytes.count)) }
        builder.records.signposts.append(
            SignpostRecord(
                name: name(of: event), subsystem: .none, category: event.category,
                process: tracks.processName(event.track), thread: tracks.threadName(event.track), scope: event.scope,
                message: event.message, hasID: id != nil, pairing: interval.pairing, signpostID: id ?? 0,
                start: interval.start + shift, duration: interval.duration))
    }

    private func name(of event: ChromeEvent) -> NameID { event.isNamed ? event.name : unnamed }
}

extension ChromeInterval {
    /// The number of the file's rows in it.
    func rows(_ event: ChromeEvent) -> Int { event.phase.isBegin && pairing == .complete ? 2 : 1 }
}

/// The rule for which intervals are view updates: by name and category, and with `--body-signposts` by message.
struct ChromeUpdateRule {
    struct Update {
        var view: UInt32
        var phase: UpdatePhase
    }

    private struct Words: Hashable {
        var name: NameID
        var category: NameID
        var message: NameID
    }

    private static let category = "swiftui-update."

    private let builder: TraceBuilder
    private let known = Memo<Words, Update?>()

    init(_ builder: TraceBuilder) { self.builder = builder }

    /// Returns nil for an interval that is no update.
    func update(_ event: ChromeEvent) -> Update? {
        let message = builder.options.bodySignposts.isEmpty ? NameID.none : event.message
        let words = Words(name: event.name, category: event.category, message: message)
        return known(words) { makeUpdate(event.name, builder.names.text(event.category) ?? "", message) }
    }

    private func makeUpdate(_ name: NameID, _ category: String, _ message: NameID) -> Update? {
        let text = builder.names.text(name) ?? ""
        let filters = builder.options.bodySignposts.filter { Self.matches($0, category, text) }
        for filter in filters { builder.options.matches.note(.bodySignposts, filter.text) }
        if category.hasPrefix(Self.category) {
            // Events may have several categories: in our own export, the second one is the phase.
            let words = category.dropFirst(Self.category.count).split(separator: ",", omittingEmptySubsequences: false)
            let kind = builder.updateKind(builder.names.intern(String(words.first ?? "")))
            let phase = words.dropFirst().first.flatMap { UpdatePhase(name: builder.names.intern(String($0))) }
            return Update(view: view(text, name, kind.kind, kind.word), phase: phase ?? Self.phase(text))
        }
        let isBody =
            builder.options.takesBodySignposts
            && (text.hasSuffix(".body") && text.utf8.count > 5 || Self.phase(text) == .check)
        guard isBody || !filters.isEmpty else { return nil }
        if !isBody, SignpostWords.view(called: text) == nil,
            let named = SignpostWords.view(inMessage: builder.names.text(message) ?? "")
        {
            return Update(view: view(named.raw, builder.names.intern(named.raw), .body, .none), phase: .update)
        }
        return Update(view: view(text, name, .body, .none), phase: Self.phase(text))
    }

    private func view(_ text: String, _ raw: NameID, _ kind: UpdateKind, _ kindWord: NameID) -> UInt32 {
        let skipped = text.hasSuffix(Self.skipped) ? String(text.dropLast(Self.skippedMark.count)) : text
        let name = builder.names.intern(kind == .body ? ViewName.normalised(skipped) : skipped)
        return builder.view(ViewKey(name: name, rawName: raw, module: .none, kind: kind, kindWord: kindWord))
    }

    private static let skippedMark = " [skipped]"
    private static let skipped = ".body" + skippedMark

    private static func phase(_ text: String) -> UpdatePhase {
        text.hasSuffix(skipped) && text.utf8.count > skipped.utf8.count ? .check : .update
    }

    /// Whether a filter matches. A category may begin with the subsystem and a colon, as some writers have it.
    private static func matches(_ filter: SignpostFilter, _ category: String, _ name: String) -> Bool {
        guard category == filter.category || category == "\(filter.subsystem):\(filter.category)" else { return false }
        return filter.name == nil || filter.name == name
    }
}
