/// The project's own records as NDJSON: one a line.
enum NDJSONWriter {
    static func write(_ catalogue: BenchCatalogue, _ size: BenchSize, seed: UInt64, to out: ByteWriter) {
        out.append("{\"record\":\"trace\",")
        out.append(JSONWriter.trace)
        out.append("}\n")
        size.forEach(catalogue, seed: seed, out) { record in
            switch record.kind {
            case .interaction: out.append("{\"record\":\"interaction\"")
            case .cause: out.append("{\"record\":\"cause\"")
            case .update: out.append("{\"record\":\"update\"")
            case .edge: out.append("{\"record\":\"edge\"")
            case .signpost: out.append("{\"record\":\"signpost\"")
            case .hitch: out.append("{\"record\":\"hitch\"")
            }
            JSONWriter.fields(of: record, catalogue, to: out)
            out.append("}\n")
        }
    }
}

/// The project's own records as one object, with an array for each kind: the stream is walked through once for each.
enum JSONWriter {
    static let trace: StaticString =
        "\"name\":\"generated\",\"app\":\"Landmarks\",\"refresh_hz\":120,\"started_at\":\"2026-05-04T09:31:07.482Z\""

    private static let arrays: [(BenchRecord.Kind, StaticString)] = [
        (.interaction, "interactions"), (.cause, "causes"), (.update, "updates"), (.edge, "edges"),
        (.signpost, "signposts"), (.hitch, "hitches"),
    ]

    static func write(_ catalogue: BenchCatalogue, _ size: BenchSize, seed: UInt64, to out: ByteWriter) {
        out.append("{\"format\":\"tracekit\",\"version\":1,\n\"trace\":{")
        out.append(trace)
        out.append("}")
        for (kind, name) in arrays {
            out.append(",\n\"")
            out.append(name)
            out.append("\":[")
            var isFirst = true
            size.forEach(catalogue, seed: seed, out) { record in
                guard record.kind == kind else { return }
                out.append(isFirst ? "\n{\"" : ",\n{\"")
                isFirst = false
                fields(of: record, catalogue, to: out, isFirst: true)
                out.append("}")
            }
            out.append("]")
        }
        out.append("\n}\n")
    }

    /// The fields of a record. `isFirst` = the opening quote of the first key stands there already.
    @inline(__always)
    static func fields(of record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter, isFirst: Bool = false) {
        if !isFirst { out.append(",\"") }
        switch record.kind {
        case .interaction: interaction(record, catalogue, to: out)
        case .cause: cause(record, catalogue, to: out)
        case .update: update(record, catalogue, to: out)
        case .edge: edge(record, catalogue, to: out)
        case .signpost: signpost(record, catalogue, to: out)
        case .hitch: hitch(record, to: out)
        }
    }

    private static func interaction(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("id\":")
        out.append(record.id)
        out.append(",\"kind\":\"")
        out.append(catalogue.interactions[record.name].kind)
        out.append("\",\"name\":\"")
        out.append(catalogue.interactions[record.name].name)
        out.append("\",")
        times(record, to: out)
    }

    private static func cause(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        let cause = catalogue.causes[record.name]
        out.append("id\":")
        out.append(record.id)
        source(record, to: out)
        out.append(",\"kind\":\"")
        out.append(cause.kind)
        out.append("\",\"name\":\"")
        out.append(cause.name)
        out.append(cause.isSystem ? "\",\"origin\":\"system\"," : "\",\"origin\":\"app\",")
        times(record, to: out)
    }

    @inline(__always)
    private static func update(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        let view = catalogue.views[record.name]
        out.append("id\":")
        out.append(record.id)
        source(record, to: out)
        out.append(",\"view\":\"")
        out.append(view.name)
        switch view.kind {
        case .body: out.append("\",\"module\":\"Landmarks\",\"kind\":\"body\"")
        case .representable: out.append("\",\"module\":\"Landmarks\",\"kind\":\"representable\"")
        case .layout: out.append("\",\"module\":\"SwiftUI\",\"kind\":\"layout\"")
        }
        switch record.phase {
        case .update: break
        case .creation: out.append(",\"phase\":\"creation\"")
        case .check: out.append(",\"phase\":\"check\"")
        }
        if let instance = record.instance {
            out.append(",\"instance\":\"")
            out.append(catalogue.instances[instance])
            out.append("\"")
        }
        changed(record, catalogue, to: out)
        if record.phase != .check {
            out.append(",\"allocations\":")
            out.append(record.allocations)
        }
        out.append(",")
        times(record, to: out)
    }

    private static func edge(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("from\":")
        out.append(record.source?.id ?? 0)
        out.append(",\"to\":")
        out.append(record.target?.id ?? 0)
        out.append(",\"label\":\"update\",\"at_ns\":")
        out.append(record.start)
        changed(record, catalogue, to: out)
    }

    private static func signpost(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        out.append("name\":\"")
        out.append(catalogue.signposts[record.name])
        out.append("\",\"subsystem\":\"com.example.landmarks\",\"category\":\"performance\",\"signpost_id\":")
        out.append(record.signpostID ?? BenchWords.exclusive)
        out.append(",")
        times(record, to: out)
    }

    private static func hitch(_ record: BenchRecord, to out: ByteWriter) {
        times(record, to: out, isFirst: true)
        out.append(",\"system\":false,\"narrative\":\"Potentially expensive app update(s)\"")
    }

    @inline(__always)
    private static func source(_ record: BenchRecord, to out: ByteWriter) {
        guard let source = record.source else { return }
        out.append(",\"cause\":")
        out.append(source.id)
    }

    @inline(__always)
    private static func changed(_ record: BenchRecord, _ catalogue: BenchCatalogue, to out: ByteWriter) {
        guard let changed = record.changed else { return }
        out.append(",\"changed\":")
        out.append(catalogue.changes[changed].json)
    }

    @inline(__always)
    private static func times(_ record: BenchRecord, to out: ByteWriter, isFirst: Bool = false) {
        out.append(isFirst ? "start_ns\":" : "\"start_ns\":")
        out.append(record.start)
        guard let duration = record.duration else { return }
        out.append(",\"duration_ns\":")
        out.append(duration)
    }
}

enum BenchWords {
    /// OS_SIGNPOST_ID_EXCLUSIVE: more than a signed integer holds.
    static let exclusive: UInt64 = 17_216_892_719_917_625_070
}
