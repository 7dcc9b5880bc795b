/// Trace Event JSON for ui.perfetto.dev, chrome://tracing and speedscope: lanes as tracks, causes as flow arrows.
///
/// The process is the app. What becomes what is told in docs/export.md; our own Chrome importer reads the updates, causes
/// and interactions again. Times are microseconds with all digits of the nanoseconds. The time profile is left out:
/// speedscope takes a file that has samples for nothing but samples.
enum PerfettoExporter: TraceExporter {
    static let name = "perfetto"
    static let isOwnFormat = false

    static func write(_ source: ExportSource, _ sink: ExportSink) throws(TraceError) {
        let (store, trace) = try source.stored()
        try store.database.reading(store.stored(trace)) { () throws(TraceError) in
            var timeline = try PerfettoTimeline(source)
            try timeline.write(sink)
        }
    }
}
