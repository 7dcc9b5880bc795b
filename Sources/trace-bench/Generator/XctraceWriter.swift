/// The same trace as `xcrun xctrace export` of Xcode 27 writes its tables, in one document: `swiftui-updates`,
/// `swiftui-full-causes`, `OSSignpostIntervals` and `hitches`. The stream is walked through once for each.
///
/// Values that come again stand once with an `id` and then as `ref`; ids begin anew in every node. Left out, since the
/// tables have no place for it: instances, changed properties of updates (edges have theirs), checks whose cause is
/// not known. Interactions are gestures at the root of the cause table. View hierarchies, severities and symbols are
/// made up here: no other format has them.
enum XctraceWriter {
    enum Table { case updates, causes, signposts, hitches }

    static let allTables: [Table] = [.updates, .causes, .signposts, .hitches]

    static func write(
        _ catalogue: BenchCatalogue, _ size: BenchSize, seed: UInt64, tables: [Table], to out: ByteWriter
    ) {
        out.append("<?xml version=\"1.0\"?>\n<trace-query-result>\n")
        for (index, table) in tables.enumerated() {
            out.append("<node xpath='//trace-toc[1]/run[1]/data[1]/table[\(index + 1)]'>")
            switch table {
            case .updates: updates(catalogue, size, seed, to: out)
            case .causes: causes(catalogue, size, seed, to: out)
            case .signposts: signposts(catalogue, size, seed, to: out)
            case .hitches: hitches(catalogue, size, seed, to: out)
            }
            out.append("</node>\n")
        }
        out.append("</trace-query-result>\n")
    }

    private static func updates(_ catalogue: BenchCatalogue, _ size: BenchSize, _ seed: UInt64, to out: ByteWriter) {
        XctraceHeader.updates.write(to: out)
        let rows = XctraceUpdateRows(catalogue, XctraceCellWriter(out))
        size.forEach(catalogue, seed: seed, out) { record in
            if record.kind == .update, record.phase != .check { rows.write(record) }
        }
    }

    private static func causes(_ catalogue: BenchCatalogue, _ size: BenchSize, _ seed: UInt64, to out: ByteWriter) {
        XctraceHeader.fullCauses.write(to: out)
        let rows = XctraceCauseRows(catalogue, XctraceCellWriter(out))
        size.forEach(catalogue, seed: seed, out) { record in
            guard let source = record.source else { return }
            if record.kind == .edge {
                if let target = record.target { rows.write(from: source, to: target, record) }
            } else {
                rows.write(from: source, to: record.node, record)
            }
        }
    }

    private static func signposts(_ catalogue: BenchCatalogue, _ size: BenchSize, _ seed: UInt64, to out: ByteWriter) {
        XctraceHeader.signpostIntervals.write(to: out)
        let rows = XctraceIntervalRows(catalogue, XctraceCellWriter(out))
        size.forEach(catalogue, seed: seed, out) { record in
            if record.kind == .signpost { rows.signpost(record) }
        }
    }

    private static func hitches(_ catalogue: BenchCatalogue, _ size: BenchSize, _ seed: UInt64, to out: ByteWriter) {
        XctraceHeader.hitches.write(to: out)
        let rows = XctraceIntervalRows(catalogue, XctraceCellWriter(out))
        size.forEach(catalogue, seed: seed, out) { record in
            if record.kind == .hitch { rows.hitch(record) }
        }
    }
}

/// The schema at the head of a table, as Xcode 27 writes it.
struct XctraceHeader {
    var name: String
    /// Mnemonic, shown name, engineering type.
    var columns: [(String, String, String)]

    func write(to out: ByteWriter) {
        out.append("<schema name=\"\(name)\">")
        for (mnemonic, shown, type) in columns {
            out.append("<col><mnemonic>\(mnemonic)</mnemonic><name>\(shown)</name>")
            out.append("<engineering-type>\(type)</engineering-type></col>")
        }
        out.append("</schema>")
    }

    static var updates: XctraceHeader {
        XctraceHeader(
            name: "swiftui-updates",
            columns: [
                ("start", "Start", "start-time"), ("duration", "Duration", "duration"), ("id", "ID", "uint32"),
                ("update-type", "Update Type", "swiftui-update"), ("allocations", "Allocations", "event-count"),
                ("description", "Description", "string"), ("category", "Category", "string"),
                ("view-hierarchy", "View Hierarchy", "view-hierarchy"), ("module", "Module", "string"),
                ("view-name", "View Name", "string"), ("process", "Process", "process"), ("thread", "Thread", "thread"),
                ("root-causes", "Root Causes", "description-set"), ("severity", "Severity", "event-concept"),
                ("downstream-cost", "Downstream Cost", "duration"),
                ("downstream-events", "Downstream Events", "cause-set"),
                ("cause-graph-node", "Cause Graph Node", "typed-array"),
                ("full-cause-graph-node", "Full Cause Graph Node", "typed-array"),
            ])
    }

    static var fullCauses: XctraceHeader {
        XctraceHeader(
            name: "swiftui-full-causes",
            columns: [
                ("timestamp", "Timestamp", "event-time"), ("source-node-event-id", "Source Node Event ID", "uint32"),
                ("source-node", "Source Node", "typed-array"),
                ("destination-node-event-id", "Destination Node Event ID", "uint32"),
                ("destination-node", "Destination Node", "typed-array"), ("label", "Label", "string"),
                ("value-type", "Value Type", "string"), ("changed-properties", "Changed Properties", "string"),
                ("layout-info", "Layout Info", "string"), ("process", "Process", "process"),
            ])
    }

    static var signpostIntervals: XctraceHeader {
        XctraceHeader(
            name: "OSSignpostIntervals",
            columns: [
                ("start", "Start", "start-time"), ("duration", "Duration", "duration"),
                ("layout-qualifier", "Layout ID", "layout-id"), ("name", "Name", "signpost-name"),
                ("category", "Category", "category"), ("subsystem", "Subsystem", "subsystem"),
                ("identifier", "Identifier", "os-signpost-identifier"), ("process", "Start Process", "process"),
                ("end-process", "End Process", "process"), ("start-thread", "Start Thread", "thread"),
                ("end-thread", "End Thread", "thread"), ("start-message", "Start Message", "os-log-metadata"),
                ("end-message", "End Message", "os-log-metadata"),
                ("start-backtrace", "Start Backtrace", "text-backtrace"),
                ("end-backtrace", "End Backtrace", "text-backtrace"),
                ("start-emit-location", "Start Emit Location", "return-location"),
                ("end-emit-location", "End Emit Location", "return-location"),
                ("signature", "Signature", "os-log-metadata"),
            ])
    }

    static var hitches: XctraceHeader {
        XctraceHeader(
            name: "hitches",
            columns: [
                ("start", "Start", "start-time"), ("duration", "Duration", "duration"),
                ("process", "Process", "process"), ("is-system", "Is System", "boolean"),
                ("swap-id", "Swap ID", "uint32"), ("label", "Swap ID", "string"),
                ("display", "Display", "display-name"), ("narrative-description", "Potential Issue", "string"),
            ])
    }
}
