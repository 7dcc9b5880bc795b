/// Rows of `swiftui-updates`. About 2.4 KB each, as in real exports, most of it the hierarchy of the view: half of the
/// rows refer to a hierarchy seen before, the others have their own, and one in 4 096 is longer than 64 KB.
final class XctraceUpdateRows {
    private typealias Known = XctraceCellWriter.Known

    private let catalogue: BenchCatalogue
    private let cells: XctraceCellWriter
    private let out: ByteWriter
    private var types = [Known](repeating: 0, count: 3)
    private var descriptions = [Known](repeating: 0, count: BenchCatalogue.viewCount)
    private var hierarchies = [Known](repeating: 0, count: BenchCatalogue.viewCount)
    private var nodes = [Known](repeating: 0, count: BenchCatalogue.viewCount)
    private var counts = [Known](repeating: 0, count: 1_024)
    private var modules = [Known](repeating: 0, count: 2)
    private var severities = [Known](repeating: 0, count: 5)
    private var creation: Known = 0
    private var update: Known = 0
    private var empty: Known = 0
    private var words = XctraceNodeWords()

    init(_ catalogue: BenchCatalogue, _ cells: XctraceCellWriter) {
        self.catalogue = catalogue
        self.cells = cells
        out = cells.out
    }

    func write(_ record: BenchRecord) {
        let view = catalogue.views[record.name]
        cells.beginRow()
        cells.time("start-time", record.start)
        cells.duration(record.duration)
        let id = cells.number("uint32", record.id)
        type(view)
        allocations(record)
        cells.text("string", &descriptions[record.name]) { XctraceNodeWords.description(view, to: out) }
        if record.phase == .creation {
            cells.text("string", &creation) { out.append("Creation") }
        } else {
            cells.text("string", &update) { out.append("Update") }
        }
        hierarchy(record)
        let isSystem = view.kind == .layout
        cells.text("string", &modules[isSystem ? 1 : 0]) { out.append(isSystem ? "SwiftUI" : "Landmarks") }
        // Real exports leave the name of the view empty on bodies.
        cells.text("string", &empty) {}
        cells.processCell()
        cells.threadCell()
        rootCause(record)
        severity(record)
        downstream(record)
        graphNodes(record, view, id)
        cells.endRow()
    }

    private func type(_ view: BenchCatalogue.View) {
        switch view.kind {
        case .body: cells.text("swiftui-update", &types[0]) { out.append("View Body Updates") }
        case .representable: cells.text("swiftui-update", &types[1]) { out.append("Representable Updates") }
        case .layout: cells.text("swiftui-update", &types[2]) { out.append("Other Updates") }
        }
    }

    private func allocations(_ record: BenchRecord) {
        if record.allocations < 1_024 {
            cells.text("event-count", &counts[Int(record.allocations)]) { out.append(record.allocations) }
        } else {
            cells.number("event-count", record.allocations)
        }
    }

    /// What set the update off, by the name of its cause.
    private func rootCause(_ record: BenchRecord) {
        guard let source = record.source else { return cells.sentinel() }
        out.append("<description-set")
        cells.beginID()
        XctraceNodeWords.name(source, catalogue, to: out)
        out.append("\">")
        cells.number("uint64", source.id)
        out.append("</description-set>")
    }

    /// Instruments' own word, which follows its colours and not the deadlines of a frame.
    private func severity(_ record: BenchRecord) {
        guard let duration = record.duration else { return cells.sentinel() }
        switch duration {
        case ...200_000: cells.text("event-concept", &severities[0]) { out.append("Very Low") }
        case ...500_000: cells.text("event-concept", &severities[1]) { out.append("Low") }
        case ...1_000_000: cells.text("event-concept", &severities[2]) { out.append("Moderate") }
        case ...2_000_000: cells.text("event-concept", &severities[3]) { out.append("High") }
        default: cells.text("event-concept", &severities[4]) { out.append("Very High") }
        }
    }

    /// One row in four set off others; what that cost is not in the other formats and stays empty.
    private func downstream(_ record: BenchRecord) {
        cells.sentinel()
        guard record.id % 4 == 0 else { return cells.sentinel() }
        out.append("<cause-set")
        cells.beginID()
        out.append("2 events\">")
        cells.number("uint64", record.id + 1)
        cells.number("uint64", record.id + 2)
        out.append("</cause-set>")
    }

    /// The keys for the two cause tables: the short one is the same for every update of a view.
    private func graphNodes(_ record: BenchRecord, _ view: BenchCatalogue.View, _ id: UInt64) {
        let node = record.node
        if nodes[record.name] != 0 {
            cells.ref("typed-array", nodes[record.name])
        } else {
            nodes[record.name] = words.short(node, catalogue, cells)
        }
        words.full(node, id, catalogue, cells)
    }

    // MARK: Hierarchies

    private func hierarchy(_ record: BenchRecord) {
        var random = SplitMix(record.id)
        let isCommon = random.next() & 1 == 0
        if isCommon, hierarchies[record.name] != 0 { return cells.ref("view-hierarchy", hierarchies[record.name]) }
        let levels = record.id & 4_095 == 77 ? 2_800 : 24 + random.below(110)
        out.append("<view-hierarchy")
        let known = cells.beginID()
        out.append(catalogue.views[record.name].name)
        for level in 1..<levels {
            out.append(" ← ")
            let name = catalogue.views[random.below(BenchCatalogue.viewCount)].name
            if level % 4 == 0 { out.append("ModifiedContent&lt;") }
            out.append(name)
            if level % 4 == 0 { out.append(", _PaddingLayout&gt;") }
        }
        out.append("\">")
        for _ in 0..<3 { identifiedView(&random) }
        out.append("</view-hierarchy>")
        if isCommon { hierarchies[record.name] = known }
    }

    private func identifiedView(_ random: inout SplitMix) {
        out.append("<identified-view")
        cells.beginID()
        out.append(catalogue.views[random.below(BenchCatalogue.viewCount)].name)
        out.append("\">")
        cells.number("uint64", random.next() >> 24)
        out.append("</identified-view>")
    }
}
