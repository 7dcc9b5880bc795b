/// The formats that a trace can be generated in.
enum BenchFormat: String, CaseIterable {
    case ndjson, json, csv, signposts, xctrace
    /// The `swiftui-updates` table of the same export alone.
    case xctraceUpdates = "xctrace-updates"
}

/// How much is generated: a number of records in all, or records up to a number of bytes.
struct BenchSize {
    var records = Int.max
    var bytes = Int.max

    /// Calls `body` with the records of the stream that belong to the trace. A stream of limited bytes can be walked
    /// through once only, since what is written decides where it ends.
    func forEach(
        _ catalogue: BenchCatalogue, seed: UInt64, _ out: ByteWriter, _ body: (BenchRecord) -> Void
    ) {
        var stream = BenchStream(catalogue, seed: seed)
        var left = records
        while left > 0, out.count < bytes, out.failure == nil {
            body(stream.next())
            left -= 1
        }
    }
}

enum Generator {
    static func write(_ format: BenchFormat, _ size: BenchSize, seed: UInt64, to out: ByteWriter) throws(BenchFailure) {
        let catalogue = BenchCatalogue()
        switch format {
        case .ndjson: NDJSONWriter.write(catalogue, size, seed: seed, to: out)
        case .json: JSONWriter.write(catalogue, size, seed: seed, to: out)
        case .csv: CSVWriter.write(catalogue, size, seed: seed, to: out)
        case .signposts: SignpostWriter.write(catalogue, size, seed: seed, to: out)
        case .xctrace: XctraceWriter.write(catalogue, size, seed: seed, tables: XctraceWriter.allTables, to: out)
        case .xctraceUpdates: XctraceWriter.write(catalogue, size, seed: seed, tables: [.updates], to: out)
        }
        try out.finish()
    }
}
