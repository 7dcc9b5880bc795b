/// The formats that a stream can be written in.
enum StreamFormat: String, CaseIterable {
    case ndjson, json, csv, signposts, xctrace
    /// The `swiftui-updates` table of the same export alone.
    case xctraceUpdates = "xctrace-updates"

    /// Several tables, for each of which the stream is walked through: it cannot be cut at a number of bytes.
    var hasTables: Bool { self == .json || self == .xctrace }

    private static let columns = [
        "record", "id", "cause", "kind", "name", "origin", "view", "module", "phase", "instance", "changed",
        "allocations", "from", "to", "label", "at_ns", "start_ns", "duration_ns", "subsystem", "category",
        "signpost_id", "system", "narrative", "app", "refresh_hz", "started_at",
    ]

    /// Up to `records` records (of a log: lines), or up to the one with the `bytes`-th byte.
    ///
    /// What a format has no place for is left out. A log has no interactions, causes, edges, hitches, instances, phases,
    /// changed properties, checks and updates that are no bodies, and no time below a millisecond; xctrace no instances,
    /// no changed properties of updates (edges have theirs) and no checks whose cause is not known.
    func write(
        _ shape: StreamShape, records: Int, bytes: Int = .max, seed: UInt64, to file: OutputFile
    ) throws(GeneratorFailure) {
        let limit = self == .signposts ? .max : records
        let source = StreamSource(shape, seed: seed, records: limit) { file.count >= bytes || file.failure != nil }
        switch self {
        case .ndjson: JSONTrace.writeLines(source, to: file)
        case .json: JSONTrace.write(source, to: file)
        case .csv: CSVTrace.writeMixed(source, columns: Self.columns, to: file)
        case .signposts: LogText.write(source, lines: records, to: file)
        case .xctrace:
            return try write(source, [.updates, .fullCauses, .signposts, .hitches], to: file)
        case .xctraceUpdates: return try write(source, [.updates], to: file)
        }
        try file.finish()
    }

    private func write(
        _ source: StreamSource, _ tables: [XctraceTable], to file: OutputFile
    ) throws(GeneratorFailure) {
        let document = XctraceDocument(file)
        for (offset, table) in tables.enumerated() { document.write(table, of: source, index: offset + 1) }
        try document.finish()
    }
}
