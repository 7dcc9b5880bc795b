/// Rows of `OSSignpostIntervals` and of `hitches`.
final class XctraceIntervalRows {
    private typealias Known = XctraceCellWriter.Known

    private let catalogue: BenchCatalogue
    private let cells: XctraceCellWriter
    private let out: ByteWriter
    private var names: [Known]
    private var words = [Known](repeating: 0, count: 8)

    init(_ catalogue: BenchCatalogue, _ cells: XctraceCellWriter) {
        self.catalogue = catalogue
        self.cells = cells
        out = cells.out
        names = [Known](repeating: 0, count: catalogue.signposts.count)
    }

    func signpost(_ record: BenchRecord) {
        cells.beginRow()
        cells.time("start-time", record.start)
        cells.duration(record.duration)
        cells.text("layout-id", &words[0]) { out.append("0") }
        cells.text("signpost-name", &names[record.name]) { out.append(catalogue.signposts[record.name]) }
        cells.text("category", &words[1]) { out.append("performance") }
        cells.text("subsystem", &words[2]) { out.append("com.example.landmarks") }
        identifier(record.signpostID)
        cells.processCell()
        cells.processCell()
        cells.threadCell()
        cells.threadCell()
        // Messages, backtraces, emit locations and the signature.
        for _ in 0..<7 { cells.sentinel() }
        cells.endRow()
    }

    private func identifier(_ id: UInt64?) {
        guard let id else {
            if words[3] != 0 { return cells.ref("os-signpost-identifier", words[3]) }
            out.append("<os-signpost-identifier")
            words[3] = cells.beginID()
            out.append("OS_SIGNPOST_ID_EXCLUSIVE\">")
            out.append(BenchWords.exclusive)
            return out.append("</os-signpost-identifier>")
        }
        cells.number("os-signpost-identifier", id)
    }

    func hitch(_ record: BenchRecord) {
        cells.beginRow()
        cells.time("start-time", record.start)
        cells.duration(record.duration)
        cells.processCell()
        if words[4] != 0 {
            cells.ref("boolean", words[4])
        } else {
            out.append("<boolean")
            words[4] = cells.beginID()
            out.append("No\">0</boolean>")
        }
        let swap = record.start / 16_666_666
        cells.number("uint32", swap)
        cells.number("string", swap)
        cells.text("display-name", &words[5]) { out.append("Display 1") }
        cells.text("string", &words[6]) { out.append("Potentially expensive app update(s)") }
        cells.endRow()
    }
}
