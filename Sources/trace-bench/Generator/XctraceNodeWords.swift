/// How the cause tables write a node: its name, colour and symbol, in the full table also its id and times.
struct XctraceNodeWords {
    private typealias Known = XctraceCellWriter.Known

    private var names = [Known](repeating: 0, count: 3 * BenchCatalogue.viewCount)
    private var checks = [Known](repeating: 0, count: BenchCatalogue.viewCount)
    private var colors = [Known](repeating: 0, count: 2)
    private var symbol: Known = 0

    /// `LandmarkRow.body`, `Layout: MapGrid`.
    static func description(_ view: BenchCatalogue.View, to out: ByteWriter) {
        if view.kind == .layout { out.append("Layout: ") }
        out.append(view.name)
        if view.kind == .body { out.append(".body") }
    }

    static func name(_ node: BenchRecord.Node, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        switch node.kind {
        case .interaction: out.append(catalogue.interactions[node.name].shownName)
        case .cause: out.append(catalogue.causes[node.name].shownName)
        case .update:
            description(catalogue.views[node.name], to: out)
            if node.phase == .check { out.append(" [skipped]") }
        }
    }

    private static func isSystem(_ node: BenchRecord.Node, _ catalogue: BenchCatalogue) -> Bool {
        switch node.kind {
        case .interaction: false
        case .cause: catalogue.causes[node.name].isSystem
        case .update: catalogue.views[node.name].kind == .layout
        }
    }

    /// `<typed-array id="26" fmt="ContentView, blue, square, n/a, n/a">…`; returns its id.
    mutating func short(
        _ node: BenchRecord.Node, _ catalogue: BenchCatalogue, _ cells: XctraceCellWriter
    ) -> UInt64 {
        let known = begin(node, catalogue, cells)
        cells.out.append("\">")
        members(node, catalogue, cells)
        cells.out.append("</typed-array>")
        return known
    }

    /// The same with the id of the event and its times: causes and interactions have a timestamp, updates a start.
    mutating func full(
        _ node: BenchRecord.Node, _ id: UInt64, _ catalogue: BenchCatalogue, _ cells: XctraceCellWriter
    ) {
        let out = cells.out
        let isUpdate = node.kind == .update
        begin(node, catalogue, cells)
        out.append(", ")
        out.append(node.id)
        out.append(isUpdate ? ", n/a, " : ", ")
        cells.shownTime(node.start)
        out.append(isUpdate ? ", " : ", n/a, ")
        if let duration = node.duration { cells.shownDuration(duration) } else { out.append("n/a") }
        out.append("\">")
        members(node, catalogue, cells)
        cells.ref("uint32", id)
        if isUpdate { cells.sentinel() }
        cells.time("event-time", node.start)
        if !isUpdate { cells.sentinel() }
        if node.duration == nil { cells.sentinel() } else { cells.duration(node.duration) }
        out.append("</typed-array>")
    }

    @discardableResult
    private func begin(_ node: BenchRecord.Node, _ catalogue: BenchCatalogue, _ cells: XctraceCellWriter) -> UInt64 {
        cells.out.append("<typed-array")
        let known = cells.beginID()
        Self.name(node, catalogue, to: cells.out)
        cells.out.append(Self.isSystem(node, catalogue) ? ", gray" : ", blue")
        cells.out.append(", square.stack.3d.up, n/a, n/a")
        return known
    }

    private mutating func members(
        _ node: BenchRecord.Node, _ catalogue: BenchCatalogue, _ cells: XctraceCellWriter
    ) {
        let out = cells.out
        if node.phase == .check {
            cells.text("string", &checks[node.name]) { Self.name(node, catalogue, to: out) }
        } else {
            let list = node.kind == .update ? 0 : node.kind == .cause ? 1 : 2
            cells.text("string", &names[list * BenchCatalogue.viewCount + node.name]) {
                Self.name(node, catalogue, to: out)
            }
        }
        let isSystem = Self.isSystem(node, catalogue)
        cells.text("string", &colors[isSystem ? 1 : 0]) { out.append(isSystem ? "gray" : "blue") }
        cells.text("string", &symbol) { out.append("square.stack.3d.up") }
        cells.sentinel()
        cells.sentinel()
    }
}
