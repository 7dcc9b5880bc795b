/// Writes a trace for one kind of reader, piece by piece: in one of our own formats, or for another tool.
///
/// To add a target, write one type with this protocol and one line in `TraceExporters.all`.
protocol TraceExporter {
    /// The value of `--to`.
    static var name: String { get }
    /// Whether our importers read the same trace back.
    static var isOwnFormat: Bool { get }
    static var mediaType: String { get }
    /// What a trace lacks that has nothing for the target, and how to record it.
    static var lack: (message: String, remedy: String?) { get }
    /// Whether the trace has something that the target shows.
    static func hasContent(_ trace: StoredTrace) throws(TraceError) -> Bool
    /// Calls `sink` with the text in pieces until it returns false.
    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError)
}

extension TraceExporter {
    static var mediaType: String { "application/json" }

    /// Whether one of the tables has a row of the trace that meets the condition.
    static func has(_ condition: String, in tables: [String], _ trace: StoredTrace) throws(TraceError) -> Bool {
        for table in tables {
            let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(try trace.condition(table)) AND \(condition))"
            if try trace.database.integer(sql) == 1 { return true }
        }
        return false
    }
}

/// One trace of a store for exporters: the records as imported, or the database with the analysis.
package struct ExportSource {
    enum Content {
        case records(TraceRecords)
        case stored(TraceStore, Int64)
    }

    let content: Content
    /// The sources to search for views; nil = none.
    package var sources: SourceLookup?

    init(_ content: Content) { self.content = content }

    func records() throws(TraceError) -> TraceRecords {
        switch content {
        case .records(let records): records
        case .stored(let store, let trace): try TraceReader.read(store.database, trace: trace)
        }
    }

    /// The analysed database with the trace, and the trace's id there.
    func stored() throws(TraceError) -> (store: TraceStore, trace: Int64) {
        guard case .stored(let store, let trace) = content else {
            throw TraceError(.internalError, "the trace to export was not analysed")
        }
        return (store, trace)
    }
}

package enum TraceExporters {
    static var all: [any TraceExporter.Type] {
        [
            JSONExporter.self, NDJSONExporter.self, CSVExporter.self, PerfettoExporter.self, SpeedscopeExporter.self,
            MermaidExporter.self, DotExporter.self,
        ]
    }

    package static var names: [String] { all.map { $0.name } }

    /// The media type of a target's text.
    package static func mediaType(_ name: String) -> String {
        all.first { $0.name == name }?.mediaType ?? "text/plain"
    }

    static func isOwnFormat(_ name: String) -> Bool { all.contains { $0.name == name && $0.isOwnFormat } }

    /// Writes one trace of a store. Throws if the trace has nothing that the target shows.
    package static func write(
        _ store: TraceStore, trace: Int64, as name: String, _ sink: (String) -> Bool
    ) throws(TraceError) {
        try write(ExportSource(.stored(store, trace)), as: name, sink)
    }

    /// Writes a trace. Throws if it has nothing that the target shows.
    package static func write(
        _ source: ExportSource, as name: String, _ sink: (String) -> Bool
    ) throws(TraceError) {
        guard let exporter = all.first(where: { $0.name == name }) else { return }
        switch source.content {
        case .stored(let store, let trace):
            let stored = store.stored(trace)
            guard try exporter.hasContent(stored) else { throw try nothing(for: exporter, stored) }
        case .records(let records):
            let isEmpty = Lane.ofRecords.allSatisfy { records.count($0) == 0 }
            if isEmpty, !records.metrics.isEmpty { throw noUse(exporter.lack, records.sourceFiles.first) }
        }
        // The pieces go out of scope before the sink.
        try withoutActuallyEscaping(sink) { sink throws(TraceError) in
            let pieces = ExportSink(sink)
            try exporter.write(source, pieces)
            pieces.finish()
        }
    }
}

extension TraceExporters {
    /// The error for a trace that has nothing for a target, with the targets that have something.
    private static func nothing(
        for target: any TraceExporter.Type, _ trace: StoredTrace
    ) throws(TraceError) -> TraceError {
        var fitting: [String] = []
        for other in all where other.name != target.name && (!other.isOwnFormat || fitting.isEmpty) {
            // Of our own formats, which have the same, the first; it comes last, because it is for trace-analyze.
            if try other.hasContent(trace) { fitting.append(other.name) }
        }
        if let own = fitting.first, isOwnFormat(own) { fitting = fitting.dropFirst() + [own] }
        let files = try trace.database.rows("SELECT source_file FROM traces WHERE id = ?", [.integer(trace.id)])
        let file = files.first?.first?.text?.split(separator: "\n").first.map(String.init)
        if fitting.isEmpty { return noUse(target.lack, file) }
        let use = "use " + fitting.map { "--to \($0)" }.joined(separator: " or ")
        return TraceError(
            .input, target.lack.message, at: file.map { Place(file: $0) },
            fix: [target.lack.remedy, use].compactMap { $0 }.joined(separator: ", or "))
    }

    /// The error for a trace that has nothing for any target.
    private static func noUse(_ lack: (message: String, remedy: String?), _ file: String?) -> TraceError {
        TraceError(
            .input, lack.message, at: file.map { Place(file: $0) },
            fix: "no target shows what it has: read that with trace-analyze query or report --format json")
    }
}

/// Collects an exporter's output into pieces worth a system call.
final class ExportSink {
    private let sink: (String) -> Bool
    private var pending = ""
    private var goesOn = true

    fileprivate static let pieceSize = 64 << 10

    init(_ sink: @escaping (String) -> Bool) { self.sink = sink }

    /// Appends a piece. Returns whether more is wanted.
    func callAsFunction(_ piece: String) -> Bool {
        // An empty text takes over the piece without a copy.
        pending += piece
        if pending.utf8.count >= Self.pieceSize { finish() }
        return goesOn
    }

    func finish() {
        if goesOn, !pending.isEmpty { goesOn = sink(pending) }
        pending = ""
    }
}

extension TextBytes {
    /// Passes on the written text if there is enough; returns whether the sink wants more.
    func flush(_ sink: ExportSink) -> Bool { count < ExportSink.pieceSize || sink(drain()) }
}

/// One of our own formats: the records, one after another.
protocol RecordExporter: TraceExporter {
    static func write(_ records: ExportedRecords, _ sink: ExportSink)
}

extension RecordExporter {
    static var isOwnFormat: Bool { true }
    static var lack: (message: String, remedy: String?) {
        ("the trace has only figures of MetricKit or XCTest, which our formats do not hold", nil)
    }

    /// A trace without any rows is a trace, too.
    static func hasContent(_ trace: StoredTrace) throws(TraceError) -> Bool {
        let lanes = try trace.database.rows("SELECT lanes FROM traces WHERE id = ?", [.integer(trace.id)])
        if !Lane.set(lanes.first?.first?.text).isDisjoint(with: Lane.ofRecords) { return true }
        return try !has("true", in: ["metric"], trace)
    }

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        write(ExportedRecords(try source.records()), sink)
    }
}

/// One JSON document, one record per line.
enum JSONExporter: RecordExporter {
    static let name = "json"

    static func write(_ records: ExportedRecords, _ sink: ExportSink) {
        var text = records.text(as: .objects)
        text.out.append("{\n\"format\": \"tracekit\", \"version\": 1,\n\"trace\": ")
        records.writeTrace(&text)
        for lane in Lane.ofRecords {
            var separator = ",\n\"\(lane.rawValue)\": [\n  "
            let goesOn = records.write(lane, &text) { text in
                text.out.append(separator)
                separator = ",\n  "
            } goesOn: {
                $0.out.flush(sink)
            }
            guard goesOn else { return }
            if separator == ",\n  " { text.out.append("\n]") }
        }
        text.out.append("\n}\n")
        _ = sink(text.out.drain())
    }
}

/// One record per line.
enum NDJSONExporter: RecordExporter {
    static let name = "ndjson"

    static func write(_ records: ExportedRecords, _ sink: ExportSink) {
        var text = records.text(as: .lines)
        records.writeTrace(&text)
        for lane in Lane.ofRecords {
            guard records.write(lane, &text, goesOn: { $0.out.flush(sink) }) else { return }
        }
        _ = sink(text.out.drain())
    }
}

/// One mixed table with a `record` column.
enum CSVExporter: RecordExporter {
    static let name = "csv"
    static let mediaType = "text/csv"

    /// All columns, in the order of the header.
    static let columns = [
        "record", "id", "cause", "kind", "name", "origin", "view", "raw_view", "module", "phase", "instance", "group",
        "from", "to", "label", "at_ns", "changed", "start_ns", "duration_ns", "thread", "allocations", "severity",
        "category", "downstream_ns", "subsystem", "signpost_id", "message", "process", "scope", "unpaired", "system",
        "narrative", "weight_ns", "state", "frames", "binaries", "app_frames", "sources", "level", "app", "pid",
        "device", "os", "build",
        "configuration", "refresh_hz", "started_at", "template", "instruments", "recording_run",
        "recording_runs", "hangs_over_ms", "recorded_as", "slice_ns", "interactions_from_ns", "empty_lanes",
        "view_hierarchy", "swap_id", "wrapper",
    ]

    static func write(_ records: ExportedRecords, _ sink: ExportSink) {
        var text = records.text(as: .cells)
        text.out.append(columns.joined(separator: ",") + "\n")
        records.writeTrace(&text)
        for lane in Lane.ofRecords {
            guard records.write(lane, &text, goesOn: { $0.out.flush(sink) }) else { return }
        }
        _ = sink(text.out.drain())
    }

    /// Quotes an empty text, because an empty cell means no value.
    static func quote(_ text: String) -> String {
        guard text.isEmpty || text.utf8.contains(where: { ",\"\n\r;\t ".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", scalarsWith: "\"\"") + "\""
    }
}

/// The cause chains as a diagram with all roots, as drawn by `chains --format`.
enum MermaidExporter: ChainExporter {
    static let name = "mermaid"
}

/// The same for Graphviz.
enum DotExporter: ChainExporter {
    static let name = "dot"
}

/// An exporter with the name of a format of `chains`.
protocol ChainExporter: TraceExporter {}

extension ChainExporter {
    static var isOwnFormat: Bool { false }
    static var mediaType: String { "text/plain" }

    static var lack: (message: String, remedy: String?) {
        (
            "the trace has no chains of causes to draw",
            "record with the SwiftUI template and export its table swiftui-full-causes"
        )
    }

    static func hasContent(_ trace: StoredTrace) throws(TraceError) -> Bool {
        try has("parent_id IS NOT NULL", in: ["chain_step"], trace)
    }

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        let (store, trace) = try source.stored()
        let tree = try ChainTree.read(store, trace: trace, ChainTree.Filter())
        var options = RenderOptions()
        options.top = .max
        _ = sink(ChainTree.renderers.render(tree, as: name, options) ?? "")
    }
}
