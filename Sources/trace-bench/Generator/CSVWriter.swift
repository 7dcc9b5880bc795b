/// The project's own records as one table with a `record` column; most of its cells are empty.
enum CSVWriter {
    private static let header: StaticString = """
        record,id,cause,kind,name,origin,view,module,phase,instance,changed,allocations,from,to,label,at_ns,start_ns,\
        duration_ns,subsystem,category,signpost_id,system,narrative,app,refresh_hz,started_at

        """

    static func write(_ catalogue: BenchCatalogue, _ size: BenchSize, seed: UInt64, to out: ByteWriter) {
        out.append(header)
        out.append("trace,,,,generated,,,,,,,,,,,,,,,,,,,Landmarks,120,2026-05-04T09:31:07.482Z\n")
        size.forEach(catalogue, seed: seed, out) { record in
            switch record.kind {
            case .interaction: interaction(record, catalogue, to: out)
            case .cause: cause(record, catalogue, to: out)
            case .update: update(record, catalogue, to: out)
            case .edge: edge(record, catalogue, to: out)
            case .signpost: signpost(record, catalogue, to: out)
            case .hitch: hitch(record, to: out)
            }
        }
    }

    private static func interaction(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("interaction,")
        out.append(record.id)
        out.append(",,")
        out.append(catalogue.interactions[record.name].kind)
        out.append(",")
        out.append(catalogue.interactions[record.name].name)
        out.append(",,,,,,,,,,,,")
        times(record, to: out)
        out.append(",,,,,,,,\n")
    }

    private static func cause(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        let cause = catalogue.causes[record.name]
        out.append("cause,")
        out.append(record.id)
        out.append(",")
        if let source = record.source { out.append(source.id) }
        out.append(",")
        out.append(cause.kind)
        out.append(",")
        out.append(cause.name)
        out.append(cause.isSystem ? ",system,,,,,,,,,,," : ",app,,,,,,,,,,,")
        times(record, to: out)
        out.append(",,,,,,,,\n")
    }

    @inline(__always)
    private static func update(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        let view = catalogue.views[record.name]
        out.append("update,")
        out.append(record.id)
        out.append(",")
        if let source = record.source { out.append(source.id) }
        switch view.kind {
        case .body: out.append(",body,,,")
        case .representable: out.append(",representable,,,")
        case .layout: out.append(",layout,,,")
        }
        out.append(view.name)
        out.append(view.kind == .layout ? ",SwiftUI," : ",Landmarks,")
        switch record.phase {
        case .update: break
        case .creation: out.append("creation")
        case .check: out.append("check")
        }
        out.append(",")
        if let instance = record.instance { out.append(catalogue.instances[instance]) }
        out.append(",")
        if let changed = record.changed { out.append(catalogue.changes[changed].cell) }
        out.append(",")
        if record.phase != .check { out.append(record.allocations) }
        out.append(",,,,,")
        times(record, to: out)
        out.append(",,,,,,,,\n")
    }

    private static func edge(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("edge,,,,,,,,,,")
        if let changed = record.changed { out.append(catalogue.changes[changed].cell) }
        out.append(",,")
        out.append(record.source?.id ?? 0)
        out.append(",")
        out.append(record.target?.id ?? 0)
        out.append(",update,")
        out.append(record.start)
        out.append(",,,,,,,,,,\n")
    }

    private static func signpost(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("signpost,,,,")
        out.append(catalogue.signposts[record.name])
        out.append(",,,,,,,,,,,,")
        times(record, to: out)
        out.append(",com.example.landmarks,performance,")
        out.append(record.signpostID ?? BenchWords.exclusive)
        out.append(",,,,,\n")
    }

    private static func hitch(_ record: BenchRecord, to out: ByteWriter) {
        out.append("hitch,,,,,,,,,,,,,,,,")
        times(record, to: out)
        out.append(",,,,false,Potentially expensive app update(s),,,\n")
    }

    @inline(__always)
    private static func times(_ record: BenchRecord, to out: ByteWriter) {
        out.append(record.start)
        out.append(",")
        if let duration = record.duration { out.append(duration) }
    }
}
