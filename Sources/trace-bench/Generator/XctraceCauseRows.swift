/// Rows of `swiftui-full-causes`: one for every edge of the cause graph, whether a record of its own or a bare cause.
final class XctraceCauseRows {
    private let catalogue: BenchCatalogue
    private let cells: XctraceCellWriter
    private let out: ByteWriter
    private var words = XctraceNodeWords()
    private var update: XctraceCellWriter.Known = 0
    private var changes: [XctraceCellWriter.Known]

    init(_ catalogue: BenchCatalogue, _ cells: XctraceCellWriter) {
        self.catalogue = catalogue
        self.cells = cells
        out = cells.out
        changes = [XctraceCellWriter.Known](repeating: 0, count: catalogue.changes.count)
    }

    func write(from source: BenchRecord.Node, to target: BenchRecord.Node, _ record: BenchRecord) {
        cells.beginRow()
        cells.time("event-time", target.start)
        node(source)
        node(target)
        cells.text("string", &update) { out.append("Update") }
        cells.sentinel()
        if record.kind == .edge, let changed = record.changed {
            cells.text("string", &changes[changed]) { out.append(catalogue.changes[changed].name) }
        } else {
            cells.sentinel()
        }
        cells.sentinel()
        cells.processCell()
        cells.endRow()
    }

    private func node(_ node: BenchRecord.Node) {
        let id = cells.number("uint32", node.id)
        words.full(node, id, catalogue, cells)
    }
}
